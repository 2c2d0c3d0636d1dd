package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.kernel.Images;

/** Derived subgroups of groups that act on blocks of points as symmetric or alternating groups, from their parts. */
public final class DerivedSubgroups {

    /** Alternating groups on this many points and more are perfect. */
    private static final int PERFECT = 5;

    private DerivedSubgroups() {
    }

    /**
     * The derived subgroup of a group, where that of the group that permutes its blocks is enough to know it.
     *
     * @param group a group
     * @param derived finds the derived subgroup of a group that permutes blocks
     * @return the derived subgroup, on the same points; empty for groups of another shape
     */
    public static Optional<DirectProduct> of(GroupStructure group, UnaryOperator<DirectProduct> derived) {
        if (group instanceof GiantExtension extension && extension.quotient() instanceof DirectProduct quotient) {
            GiantBlockSystem system = extension.system();
            if (!system.isAlternating()) {
                return Optional.of(split(system, BinaryCode.all(system.blockCount()), quotient, derived));
            }
            return smallest(system) < PERFECT ? Optional.empty()
                : Optional.of(preimage(system, derived.apply(quotient)));
        }
        if (group instanceof ParityExtension extension && isPerfectInside(extension)) {
            return Optional.of(split(extension.system(), extension.code(), extension.quotient(), derived));
        }
        return group instanceof DiagonalFactor diagonal
            ? of(diagonal.inner(), derived).map(diagonal::withInner) : Optional.empty();
    }

    private static int smallest(GiantBlockSystem system) {
        return IntStream.range(0, system.blockCount()).map(b -> system.block(b).length).min().orElse(PERFECT);
    }

    /** Whether commutators inside the blocks generate all even permutations there. */
    private static boolean isPerfectInside(ParityExtension extension) {
        return IntStream.range(0, extension.system().blockCount()).allMatch(b -> {
            int size = extension.system().block(b).length;
            return size == 2 || size >= PERFECT || extension.code().touches(b);
        });
    }

    /**
     * N ⋊ L, N inside the blocks, has the derived subgroup N' [N, L] L': even permutations in each block, the code's
     * differences under L, and L'.
     */
    private static DirectProduct split(GiantBlockSystem system, BinaryCode code, DirectProduct quotient,
            UnaryOperator<DirectProduct> derived) {
        List<int[]> maps = quotient.stabilizer().stream()
            .map(element -> BinaryCode.images(element, system.blockCount())).toList();
        return moved(system, code.commutator(maps), derived.apply(quotient));
    }

    /**
     * The extension as a product: what neither the code nor the quotient joins are direct factors of their own. Points
     * that no element moves are in none.
     */
    private static DirectProduct moved(GiantBlockSystem system, BinaryCode code, DirectProduct quotient) {
        UnionFind joined = new UnionFind(system.quotientDegree());
        boolean[] moved = new boolean[system.quotientDegree()];
        for (int b = 0; b < system.blockCount(); b++) {
            moved[b] = system.block(b).length > 2;
        }
        for (int[] row : code.basis()) {
            for (int b : row) {
                moved[b] = true;
                joined.union(row[0], b);
            }
        }
        for (DirectFactor part : quotient.parts()) {
            for (int q : part.pointsShared()) {
                moved[q] = true;
                joined.union(part.point(0), q);
            }
        }
        Orbits parts = Orbits.of(joined);
        List<List<int[]>> rowsOf = new ArrayList<>();
        List<List<DirectFactor>> factorsOf = new ArrayList<>();
        for (int p = 0; p < parts.count(); p++) {
            rowsOf.add(new ArrayList<>(0));
            factorsOf.add(new ArrayList<>(0));
        }
        code.basis().forEach(row -> rowsOf.get(parts.orbitOf(row[0])).add(row));
        quotient.parts().forEach(part -> factorsOf.get(parts.orbitOf(part.point(0))).add(part));
        List<DirectFactor> found = new ArrayList<>();
        int[] newOf = new int[system.quotientDegree()];
        for (int p = 0; p < parts.count(); p++) {
            int[] members = parts.points(p);
            if (moved[members[0]]) {
                found.addAll(part(system, members, rowsOf.get(p), factorsOf.get(p), newOf));
            }
        }
        return DirectProduct.of(system.degree(), found);
    }

    /** The factors on some blocks and points outside of blocks, which are named by their quotient points. */
    private static List<DirectFactor> part(GiantBlockSystem system, int[] members, List<int[]> rows,
            List<DirectFactor> factors, int[] newOf) {
        int[] preimages = system.preimages();
        IntArrayList points = new IntArrayList();
        List<int[]> blocks = new ArrayList<>();
        // Quotient points of blocks come first, here and there.
        for (int i = 0; i < members.length; i++) {
            newOf[members[i]] = i;
            if (members[i] < system.blockCount()) {
                int from = points.size();
                points.addElements(from, system.block(members[i]));
                blocks.add(IntStream.range(from, points.size()).toArray());
            } else {
                points.add(preimages[members[i]]);
            }
        }
        if (blocks.isEmpty()) {
            return factors.stream().map(factor -> renumbered(factor, preimages)).toList();
        }
        if (factors.isEmpty() && rows.isEmpty()) {
            // One block; a factor joins more, and so does a row, as images of a difference are.
            return List.of(new DirectFactor(points.toIntArray(), even(points.size())));
        }
        BinaryCode kept = new BinaryCode(blocks.size());
        rows.forEach(row -> kept.add(Arrays.stream(row).map(b -> newOf[b]).toArray()));
        DirectProduct above = DirectProduct.of(members.length,
            factors.stream().map(factor -> renumbered(factor, newOf)).toList());
        return List.of(new DirectFactor(points.toIntArray(),
            new ParityExtension(new GiantBlockSystem(points.size(), blocks, false), kept, above)));
    }

    /** The alternating group on three points or more. */
    private static GroupStructure even(int points) {
        int[] all = Images.identity(points);
        if (points == 3) {
            return new CyclicFactor(Permutation.ofCycles(3, all));
        }
        GiantBlockSystem system = new GiantBlockSystem(points, List.of(all), true);
        return new GiantExtension(system, new DirectProduct(system.quotientDegree(), List.of()),
            system.evenGenerators());
    }

    private static DirectFactor renumbered(DirectFactor factor, int[] newOf) {
        return new DirectFactor(Arrays.stream(factor.pointsShared()).map(x -> newOf[x]).toArray(), factor.group());
    }

    /** All elements over a subgroup of the quotient by alternating groups. */
    private static DirectProduct preimage(GiantBlockSystem system, DirectProduct quotient) {
        List<Permutation> generators = system.evenGenerators();
        quotient.stabilizer().forEach(element -> generators.add(system.lift(element)));
        return DirectProduct.generatedBy(system.degree(), generators, ChainOptions.defaults());
    }
}
