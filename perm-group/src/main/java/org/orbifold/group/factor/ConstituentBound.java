package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.kernel.Images;

/**
 * An upper bound on a group's order from smaller actions, which are solved exactly: the product of its orders on the
 * orbits, but for images of the first; for a transitive group with m blocks of imprimitivity, its order on the blocks
 * times the m-th power of the order that a block's stabiliser has on the block, or the product of its orders on two
 * block systems whose blocks meet in single points, for only the identity fixes all blocks of both. Full products,
 * wreath products and products on rows and columns reach it.
 */
final class ConstituentBound implements StabilizerChain.OrderBound {

    /** Block systems that are kept beside the one with the smallest blocks, for the memory that they take. */
    private static final int MOST_SYSTEMS = 100;

    /** Points of an orbit that are tried as the image of the base point. */
    private static final int MOST_IMAGES = 4;

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
        return orbits.isTransitive() ? byBlocks(basePoint, stabilizer)
            : Optional.of(byOrbits(basePoint, stabilizer));
    }

    private BigInteger byOrbits(int basePoint, List<Permutation> stabilizer) {
        List<BigInteger> orders = new ArrayList<>();
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) > 1 && (o == orbits.orbitOf(basePoint) || !goesAlong(o, basePoint, stabilizer))) {
                orders.add(orderOn(orbits.points(o), generators));
            }
        }
        return Products.of(orders);
    }

    /**
     * Whether an orbit is an image of the base point's, such as its blocks: then no element but the identity on that
     * orbit moves it, and it adds nothing to the order. The image of the base point is a point that its stabiliser
     * fixes; that the map commutes with all generators is tried on all points.
     */
    private boolean goesAlong(int orbit, int basePoint, List<Permutation> stabilizer) {
        int[] points = orbits.points(orbit);
        return points.length <= orbits.size(orbits.orbitOf(basePoint))
            && Arrays.stream(points).filter(x -> stabilizer.stream().allMatch(g -> g.image(x) == x))
                .limit(MOST_IMAGES).anyMatch(x -> isImage(basePoint, x));
    }

    private boolean isImage(int basePoint, int image) {
        int[] images = new int[degree];
        Arrays.fill(images, -1);
        images[basePoint] = image;
        int[] queue = new int[orbits.size(orbits.orbitOf(basePoint))];
        queue[0] = basePoint;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            for (int[] generator : generators) {
                int to = generator[queue[head]];
                int imageOfTo = generator[images[queue[head]]];
                if (images[to] < 0) {
                    images[to] = imageOfTo;
                    queue[tail++] = to;
                } else if (images[to] != imageOfTo) {
                    return false;
                }
            }
        }
        return true;
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
        List<Orbits> systems = blockSystems(basePoint, stabilizer);
        if (systems.isEmpty()) {
            return Optional.empty();
        }
        Orbits smallest = systems.get(0);
        BigInteger top = orderOnBlocks(smallest);
        BigInteger best = top.multiply(orderInBlock(smallest).pow(smallest.count()));
        for (int i = 1; i < systems.size(); i++) {
            if (meetInPoints(smallest, systems.get(i))) {
                best = best.min(top.multiply(orderOnBlocks(systems.get(i))));
            }
        }
        return Optional.of(best);
    }

    private BigInteger orderOnBlocks(Orbits blocks) {
        Set<IntArrayList> onBlocks = new LinkedHashSet<>();
        for (int[] generator : generators) {
            int[] images = new int[blocks.count()];
            Arrays.setAll(images, b -> blocks.orbitOf(generator[blocks.points(b)[0]]));
            add(images, onBlocks);
        }
        return order(blocks.count(), onBlocks);
    }

    /** Whether no two points are in one block of both systems; by transitivity the first block shows it. */
    private static boolean meetInPoints(Orbits one, Orbits other) {
        int[] block = one.points(0);
        return Arrays.stream(block).map(other::orbitOf).distinct().count() == block.length;
    }

    /** Block systems that two points span, different ones, those with the smallest blocks first. */
    private List<Orbits> blockSystems(int basePoint, List<Permutation> stabilizer) {
        SparseAction closure = new SparseAction(degree,
            generators.stream().map(Permutation::ofImages).toList());
        UnionFind orbitsOfStabilizer = new UnionFind(degree);
        for (Permutation element : stabilizer) {
            element.forEachMoved(orbitsOfStabilizer::union);
        }
        List<Orbits> found = new ArrayList<>();
        int most = 1;
        for (int x = 0; x < degree; x++) {
            if (x == basePoint || orbitsOfStabilizer.find(x) != x) {
                continue;
            }
            UnionFind classes = closure.closeBlocks(List.of(new int[] {basePoint, x}));
            if (classes.sets() > most || classes.sets() > 1 && found.size() < MOST_SYSTEMS) {
                found.add(Orbits.of(classes));
                most = Math.max(most, classes.sets());
            }
        }
        found.sort(Comparator.comparingInt((Orbits system) -> -system.count()));
        return found;
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
