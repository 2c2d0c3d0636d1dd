package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/** A direct product of factors on disjoint sets of points; points in no part are fixed. */
public final class DirectProduct implements Factor {

    private final int degree;
    private final List<DirectFactor> parts;
    private final BigInteger order;

    /** Part of a point, -1 for fixed points, and its local number there. */
    private final int[] partOf;

    private final int[] localOf;

    DirectProduct(int degree, List<DirectFactor> parts) {
        this.degree = degree;
        this.parts = List.copyOf(parts);
        this.order = order(parts);
        partOf = new int[degree];
        localOf = new int[degree];
        Arrays.fill(partOf, -1);
        for (int p = 0; p < parts.size(); p++) {
            int[] points = parts.get(p).pointsShared();
            for (int i = 0; i < points.length; i++) {
                partOf[points[i]] = p;
                localOf[points[i]] = i;
            }
        }
    }

    /** Equal groups share an object, so that a million swaps cost one power. */
    private static BigInteger order(List<DirectFactor> parts) {
        Map<Factor, Integer> copies = new IdentityHashMap<>();
        for (DirectFactor part : parts) {
            copies.merge(part.group(), 1, Integer::sum);
        }
        List<BigInteger> orders = new ArrayList<>();
        copies.forEach((group, count) -> orders.add(group.order().pow(count)));
        return Products.of(orders);
    }

    /**
     * The factors.
     *
     * @return factors on disjoint points, ordered by their smallest points
     */
    public List<DirectFactor> parts() {
        return parts;
    }

    /**
     * The factor that moves a point.
     *
     * @param point a point
     * @return the position in {@link #parts()}, or -1 if the whole group fixes the point
     */
    public int partOf(int point) {
        return partOf[point];
    }

    /**
     * Tests membership in time that depends on the moved points and the factors they are in only.
     *
     * @param permutation a permutation of this degree
     * @return true if it lies in the group
     */
    public boolean contains(Permutation permutation) {
        Int2ObjectOpenHashMap<int[]> touched = new Int2ObjectOpenHashMap<>();
        boolean[] inside = {true};
        permutation.forEachMoved((point, image) -> {
            int part = partOf[point];
            if (part < 0 || partOf[image] != part) {
                inside[0] = false;
            } else if (inside[0]) {
                touched.computeIfAbsent(part, p -> Images.identity(parts.get(p).size()))[localOf[point]]
                    = localOf[image];
            }
        });
        if (!inside[0]) {
            return false;
        }
        Map<Factor, Evaluator> known = new IdentityHashMap<>();
        for (Int2ObjectMap.Entry<int[]> entry : touched.int2ObjectEntrySet()) {
            Factor group = parts.get(entry.getIntKey()).group();
            if (!known.computeIfAbsent(group, Factor::evaluator).contains(entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Kind kind() {
        return parts.isEmpty() ? Kind.TRIVIAL : Kind.PRODUCT;
    }

    @Override
    public int degree() {
        return degree;
    }

    @Override
    public BigInteger order() {
        return order;
    }

    @Override
    public int[] base() {
        return parts.stream().flatMapToInt(part -> Arrays.stream(part.group().base()).map(part::point)).toArray();
    }

    @Override
    public boolean isVerified() {
        return parts.stream().allMatch(part -> part.group().isVerified());
    }

    @Override
    public List<int[]> stabilizer(int... points) {
        List<int[]> result = new ArrayList<>();
        for (int p = 0; p < parts.size(); p++) {
            int part = p;
            int[] inside = Arrays.stream(points).filter(x -> partOf[x] == part).map(x -> localOf[x]).toArray();
            int[] all = parts.get(p).pointsShared();
            for (int[] local : parts.get(p).group().stabilizer(inside)) {
                int[] images = Images.identity(degree);
                for (int i = 0; i < all.length; i++) {
                    images[all[i]] = all[local[i]];
                }
                result.add(images);
            }
        }
        return result;
    }

    @Override
    public Evaluator evaluator() {
        // A single factor on all points has the points' own numbers.
        return parts.size() == 1 && parts.get(0).size() == degree
            ? parts.get(0).group().evaluator()
            : new ProductEvaluator();
    }

    private final class ProductEvaluator implements Evaluator {

        /** Parts with equal groups share a group object, and here an evaluator. */
        private final Evaluator[] evaluators = new Evaluator[parts.size()];

        private final int[][] buffers = new int[parts.size()][];

        /** Parts that are not a swap of two points, and the pairs of those that are. */
        private final int[] others;

        private final int[] swapped;
        private final int[] fixed = IntStream.range(0, degree).filter(x -> partOf[x] < 0).toArray();

        ProductEvaluator() {
            Map<Factor, Evaluator> known = new IdentityHashMap<>();
            Map<Integer, int[]> bySize = new HashMap<>();
            for (int p = 0; p < evaluators.length; p++) {
                evaluators[p] = known.computeIfAbsent(parts.get(p).group(), Factor::evaluator);
                buffers[p] = bySize.computeIfAbsent(parts.get(p).group().degree(), int[]::new);
            }
            others = IntStream.range(0, evaluators.length).filter(p -> parts.get(p).size() > 2).toArray();
            swapped = new int[2 * (evaluators.length - others.length)];
            int next = 0;
            for (DirectFactor part : parts) {
                if (part.size() == 2) {
                    swapped[next++] = part.point(0);
                    swapped[next++] = part.point(1);
                }
            }
        }

        /** A bit each for the swaps of two points, which are most of the factors of many models. */
        private void drawSwaps(RandomGenerator random, int[] images) {
            long bits = 0;
            int left = 0;
            for (int i = 0; i < swapped.length; i += 2) {
                if (left == 0) {
                    bits = random.nextLong();
                    left = Long.SIZE;
                }
                int flip = (int) (bits & 1);
                images[swapped[i]] = swapped[i + flip];
                images[swapped[i + 1]] = swapped[i + 1 - flip];
                bits >>>= 1;
                left--;
            }
        }

        @Override
        public boolean contains(int[] images) {
            for (int x : fixed) {
                if (images[x] != x) {
                    return false;
                }
            }
            // A swap of two points only has to stay within its points.
            for (int i = 0; i < swapped.length; i += 2) {
                int a = swapped[i];
                int b = swapped[i + 1];
                if (images[a] == a ? images[b] != b : images[a] != b || images[b] != a) {
                    return false;
                }
            }
            for (int p : others) {
                int[] points = parts.get(p).pointsShared();
                int[] local = buffers[p];
                boolean moved = false;
                for (int i = 0; i < points.length; i++) {
                    int image = images[points[i]];
                    if (partOf[image] != p) {
                        return false;
                    }
                    local[i] = localOf[image];
                    moved |= local[i] != i;
                }
                if (moved && !evaluators[p].contains(local)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void random(RandomGenerator random, int[] images) {
            for (int x = 0; x < degree; x++) {
                images[x] = x;
            }
            drawSwaps(random, images);
            for (int p : others) {
                int[] points = parts.get(p).pointsShared();
                int[] local = buffers[p];
                evaluators[p].random(random, local);
                for (int i = 0; i < points.length; i++) {
                    images[points[i]] = points[local[i]];
                }
            }
        }
    }
}
