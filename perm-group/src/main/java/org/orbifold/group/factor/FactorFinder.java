package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.DisjointFactors;
import org.orbifold.group.chain.SchreierSims;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Takes a group apart. Generators are split by union–find on their supports, before anything else is computed; each
 * part is renumbered and then, in this order: one generator (cyclic); short cycles (symmetric or alternating tiles);
 * giant orbits; and what is left by stabiliser chain, split once more if it hides direct factors. Quotients by tiles
 * are taken apart again in the same way. Parts with equal generators are solved once.
 */
public final class FactorFinder {

    private final ChainOptions options;

    /** Solved parts by their generators. */
    private final Map<List<IntArrayList>, Factor> solved = new HashMap<>();

    private FactorFinder(ChainOptions options) {
        this.options = options;
    }

    /**
     * Takes a generated group apart.
     *
     * @param degree the number of points
     * @param generators permutations of that degree
     * @param options how chains are built where they are needed; a base or order in them is not used
     * @return the group as a direct product
     */
    public static DirectProduct decompose(int degree, Collection<Permutation> generators, ChainOptions options) {
        UnionFind classes = new UnionFind(degree);
        List<Permutation> moving = new ArrayList<>();
        for (Permutation generator : generators) {
            if (!generator.isIdentity()) {
                moving.add(generator);
                int[] support = generator.support();
                for (int i = 1; i < support.length; i++) {
                    classes.union(support[0], support[i]);
                }
            }
        }
        ChainOptions chainOptions = ChainOptions.defaults().withMethod(options.method())
            .withTrivialSifts(options.trivialSifts()).withSeed(options.seed());
        return new FactorFinder(chainOptions).split(degree, moving, classes);
    }

    private DirectProduct split(int degree, List<Permutation> generators, UnionFind classes) {
        Orbits parts = Orbits.of(classes);
        int[] local = new int[degree];
        List<List<int[]>> byPart = new ArrayList<>(parts.count());
        for (int p = 0; p < parts.count(); p++) {
            byPart.add(null);
        }
        List<DirectFactor> factors = new ArrayList<>();
        int[][] points = new int[parts.count()][];
        for (Permutation generator : generators) {
            int[] support = generator.support();
            int part = parts.orbitOf(support[0]);
            if (points[part] == null) {
                points[part] = parts.points(part);
                byPart.set(part, new ArrayList<>(2));
                for (int i = 0; i < points[part].length; i++) {
                    local[points[part][i]] = i;
                }
            }
            int[] images = new int[points[part].length];
            Arrays.setAll(images, i -> i);
            generator.forEachMoved((x, y) -> images[local[x]] = local[y]);
            byPart.get(part).add(images);
        }
        for (int p = 0; p < points.length; p++) {
            if (points[p] != null) {
                place(points[p], solve(points[p].length, byPart.get(p)), factors);
                byPart.set(p, null);
            }
        }
        return new DirectProduct(degree, factors);
    }

    /** Adds a factor, or the parts of it if it turned out to be a product. */
    private static void place(int[] points, Factor group, List<DirectFactor> factors) {
        if (group instanceof DirectProduct product) {
            for (DirectFactor part : product.parts()) {
                int[] inner = part.points();
                Arrays.setAll(inner, i -> points[inner[i]]);
                factors.add(new DirectFactor(inner, part.group()));
            }
        } else {
            factors.add(new DirectFactor(points, group));
        }
    }

    private Factor solve(int degree, List<int[]> generators) {
        List<IntArrayList> key = generators.stream().map(IntArrayList::wrap).toList();
        Factor known = solved.get(key);
        if (known == null) {
            known = solveNew(degree, generators);
            solved.put(key, known);
        }
        return known;
    }

    private Factor solveNew(int degree, List<int[]> generators) {
        if (generators.size() == 1) {
            return new CyclicFactor(generators.get(0));
        }
        SmallCycles smallCycles = new SmallCycles(degree);
        generators.forEach(smallCycles::inspect);
        Tiling tiling = smallCycles.tiling(generators);
        if (tiling == null) {
            GiantFinder giants = new GiantFinder(degree, generators, smallCycles,
                new SplittableRandom(options.seed()));
            tiling = giants.find();
            if (tiling == null) {
                tiling = smallCycles.tiling(generators);
            }
            if (tiling == null) {
                return byChain(degree, generators, giants.orbits());
            }
        }
        return new TiledFactor(tiling, quotient(tiling, generators), generators);
    }

    private Factor quotient(Tiling tiling, List<int[]> generators) {
        List<Permutation> quotient = new ArrayList<>();
        UnionFind classes = new UnionFind(tiling.quotientDegree());
        for (int[] images : tiling.quotientGenerators(generators)) {
            Permutation generator = Permutation.fromTrustedImages(images);
            quotient.add(generator);
            int[] support = generator.support();
            for (int i = 1; i < support.length; i++) {
                classes.union(support[0], support[i]);
            }
        }
        return split(tiling.quotientDegree(), quotient, classes);
    }

    private Factor byChain(int degree, List<int[]> generators, Orbits orbits) {
        ConstituentBound bound = new ConstituentBound(degree, generators, orbits, this::solve);
        StabilizerChain chain = SchreierSims.buildFromImages(degree, generators, options, bound);
        if (orbits.isTransitive()) {
            return new ChainFactor(chain);
        }
        List<DisjointFactors.Part> parts = DisjointFactors.of(chain, generators, orbits);
        if (parts.size() == 1) {
            return new ChainFactor(chain);
        }
        List<DirectFactor> factors = new ArrayList<>();
        for (DisjointFactors.Part part : parts) {
            factors.add(new DirectFactor(part.points(), new ChainFactor(part.chain())));
        }
        return new DirectProduct(degree, factors);
    }
}
