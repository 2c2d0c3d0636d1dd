package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;
import org.orbifold.group.sample.GroupEvaluator;

/** A direct product of factors on disjoint sets of points; points in no part are fixed. */
public final class DirectProduct implements GroupStructure {

    private final int degree;
    private final List<DirectFactor> parts;
    private final BigInteger order;

    /** Part of a point, -1 for fixed points, and its local number there. */
    private final int[] partOf;

    private final int[] localOf;

    /** An evaluator that no thread is using, kept for the next call; null while one does. */
    private final AtomicReference<GroupEvaluator> spare = new AtomicReference<>();

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

    /**
     * The product of factors.
     *
     * @param degree the number of points
     * @param factors factors without common points, in any order
     * @return the product
     * @throws IllegalArgumentException if a point is out of range or in two factors
     */
    public static DirectProduct of(int degree, Collection<DirectFactor> factors) {
        BitSet taken = new BitSet(degree);
        for (DirectFactor factor : factors) {
            for (int point : factor.pointsShared()) {
                if (point < 0 || point >= degree) {
                    throw new IllegalArgumentException("point " + point + " of a factor is out of range: points are 0 "
                        + "to " + (degree - 1));
                }
                if (taken.get(point)) {
                    throw new IllegalArgumentException("point " + point + " is in two factors of a direct product");
                }
                taken.set(point);
            }
        }
        return new DirectProduct(degree, factors.stream().sorted(
            Comparator.comparingInt(factor -> Arrays.stream(factor.pointsShared()).min().getAsInt())).toList());
    }

    /** Equal orders together, so that a million swaps cost one power. */
    private static BigInteger order(List<DirectFactor> parts) {
        Map<BigInteger, Integer> copies = new HashMap<>();
        for (DirectFactor part : parts) {
            copies.merge(part.group().order(), 1, Integer::sum);
        }
        List<BigInteger> orders = new ArrayList<>();
        copies.forEach((order, count) -> orders.add(order.pow(count)));
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

    /** The number of a point in the factor that moves it. */
    int localOf(int point) {
        return localOf[point];
    }

    /**
     * Tests membership in time that depends on the moved points and the factors they are in only.
     *
     * @param permutation a permutation of this degree
     * @return true if it lies in the group
     */
    public boolean contains(Permutation permutation) {
        if (parts.isEmpty()) {
            return permutation.isIdentity();
        }
        if (permutation.isSparse()) {
            return containsSparse(permutation);
        }
        GroupEvaluator evaluator = borrow();
        boolean inside = evaluator.contains(permutation.images());
        spare.set(evaluator);
        return inside;
    }

    /**
     * Draws an element exactly uniformly.
     *
     * @param random the source of randomness
     * @return the element
     */
    public Permutation random(RandomGenerator random) {
        GroupEvaluator evaluator = borrow();
        Permutation element = evaluator.sample(random);
        spare.set(evaluator);
        return element;
    }

    private GroupEvaluator borrow() {
        GroupEvaluator evaluator = spare.getAndSet(null);
        return evaluator == null ? evaluator() : evaluator;
    }

    private boolean containsSparse(Permutation permutation) {
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
        Map<GroupStructure, GroupEvaluator> known = new IdentityHashMap<>();
        for (Int2ObjectMap.Entry<int[]> entry : touched.int2ObjectEntrySet()) {
            GroupStructure group = parts.get(entry.getIntKey()).group();
            if (!known.computeIfAbsent(group, GroupStructure::evaluator).contains(entry.getValue())) {
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
    public List<Permutation> stabilizer(int... points) {
        List<Permutation> result = new ArrayList<>();
        for (int p = 0; p < parts.size(); p++) {
            int part = p;
            int[] inside = Arrays.stream(points).filter(x -> partOf[x] == part).map(x -> localOf[x]).toArray();
            for (Permutation local : parts.get(p).group().stabilizer(inside)) {
                result.add(parts.get(p).embed(local, degree));
            }
        }
        return result;
    }

    @Override
    public GroupEvaluator evaluator() {
        // A single factor on all points, by their own numbers, needs no translation.
        if (parts.size() == 1 && parts.get(0).size() == degree && Images.isIdentity(parts.get(0).pointsShared())) {
            return parts.get(0).group().evaluator();
        }
        return new ProductEvaluator(this, IntStream.range(0, degree).filter(x -> partOf[x] < 0).toArray());
    }
}
