package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.kernel.Images;

/**
 * An upper bound on a group's order from smaller actions, which are solved exactly: the product of its orders on the
 * orbits; for a transitive group with m blocks of imprimitivity, its order on the blocks times the m-th power of the
 * order that a block's stabiliser has on the block. Full products and wreath products reach it.
 */
final class ConstituentBound implements StabilizerChain.OrderBound {

    private final int degree;
    private final List<int[]> generators;
    private final Orbits orbits;
    private final BiFunction<Integer, List<Permutation>, GroupStructure> solver;

    ConstituentBound(int degree, List<Permutation> generators, Orbits orbits,
            BiFunction<Integer, List<Permutation>, GroupStructure> solver) {
        this.degree = degree;
        this.generators = generators.stream().map(Permutation::images).toList();
        this.orbits = orbits;
        this.solver = solver;
    }

    @Override
    public Optional<BigInteger> bound(int basePoint, List<Permutation> stabilizer) {
        return orbits.isTransitive() ? byBlocks(basePoint, stabilizer) : Optional.of(byOrbits());
    }

    private BigInteger byOrbits() {
        List<BigInteger> orders = new ArrayList<>();
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) > 1) {
                orders.add(orderOn(orbits.points(o), generators));
            }
        }
        return Products.of(orders);
    }

    /** The order of the group that permutations which respect a set of points generate on it. */
    private BigInteger orderOn(int[] points, List<int[]> elements) {
        int[] local = new int[degree];
        for (int i = 0; i < points.length; i++) {
            local[points[i]] = i;
        }
        Set<IntArrayList> restricted = new LinkedHashSet<>();
        for (int[] element : elements) {
            int[] images = new int[points.length];
            Arrays.setAll(images, i -> local[element[points[i]]]);
            add(images, restricted);
        }
        return order(points.length, restricted);
    }

    private static void add(int[] images, Set<IntArrayList> elements) {
        if (!Images.isIdentity(images)) {
            elements.add(IntArrayList.wrap(images));
        }
    }

    private BigInteger order(int size, Set<IntArrayList> elements) {
        if (elements.isEmpty()) {
            return BigInteger.ONE;
        }
        return solver.apply(size,
            elements.stream().map(images -> Permutation.ofImages(images.toIntArray())).toList()).order();
    }

    private Optional<BigInteger> byBlocks(int basePoint, List<Permutation> stabilizer) {
        Orbits blocks = smallestBlocks(basePoint, stabilizer);
        if (blocks == null) {
            return Optional.empty();
        }
        Set<IntArrayList> onBlocks = new LinkedHashSet<>();
        for (int[] generator : generators) {
            int[] images = new int[blocks.count()];
            Arrays.setAll(images, b -> blocks.orbitOf(generator[blocks.points(b)[0]]));
            add(images, onBlocks);
        }
        BigInteger top = order(blocks.count(), onBlocks);
        return Optional.of(top.multiply(orderInBlock(blocks).pow(blocks.count())));
    }

    /** The block system with the smallest blocks; null for a primitive group. */
    private @Nullable Orbits smallestBlocks(int basePoint, List<Permutation> stabilizer) {
        SparseAction closure = new SparseAction(degree,
            generators.stream().map(Permutation::ofImages).toList());
        UnionFind orbitsOfStabilizer = new UnionFind(degree);
        for (Permutation element : stabilizer) {
            element.forEachMoved(orbitsOfStabilizer::union);
        }
        Orbits best = null;
        for (int x = 0; x < degree; x++) {
            if (x == basePoint || orbitsOfStabilizer.find(x) != x) {
                continue;
            }
            UnionFind classes = closure.closeBlocks(List.of(new int[] {basePoint, x}));
            if (classes.sets() > 1 && (best == null || classes.sets() > best.count())) {
                best = Orbits.of(classes);
            }
        }
        return best;
    }

    /** The order of a block's stabiliser on the block, from Schreier generators of the action on blocks. */
    private BigInteger orderInBlock(Orbits blocks) {
        int[] block = blocks.points(0);
        // carrier[b]: images of the points of block 0 under an element that takes it to block b.
        int[][] carrier = new int[blocks.count()][];
        carrier[0] = block;
        int[] queue = new int[blocks.count()];
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            for (int[] generator : generators) {
                int[] images = through(carrier[queue[head]], generator);
                int target = blocks.orbitOf(images[0]);
                if (carrier[target] == null) {
                    carrier[target] = images;
                    queue[tail++] = target;
                }
            }
        }
        int[] position = new int[degree];
        Set<IntArrayList> inside = new LinkedHashSet<>();
        for (int b = 0; b < carrier.length; b++) {
            for (int[] generator : generators) {
                int[] images = through(carrier[b], generator);
                int[] back = carrier[blocks.orbitOf(images[0])];
                for (int i = 0; i < back.length; i++) {
                    position[back[i]] = i;
                }
                Arrays.setAll(images, i -> position[images[i]]);
                add(images, inside);
            }
        }
        return order(block.length, inside);
    }

    private static int[] through(int[] points, int[] generator) {
        int[] images = new int[points.length];
        for (int i = 0; i < points.length; i++) {
            images[i] = generator[points[i]];
        }
        return images;
    }
}
