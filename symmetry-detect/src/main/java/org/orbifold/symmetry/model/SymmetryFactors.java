package org.orbifold.symmetry.model;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.factor.Products;

/**
 * The direct factors of a group on pairs, as they are found: symmetric groups on tiles of pairs, whose structure is
 * known, and groups that are known by generators. No two factors move a pair in common.
 */
final class SymmetryFactors {

    private final int degree;
    private final List<int[][]> tiles = new ArrayList<>();
    private final List<List<Permutation>> generated = new ArrayList<>();
    private final List<Permutation> generators = new ArrayList<>();
    private final FactorialProduct known = new FactorialProduct();
    private final List<Order> orders = new ArrayList<>();
    private double log10;
    /** Whether all orders are those of the groups, not only lower bounds. */
    private boolean isExact = true;

    /** An order that is computed when it is asked for; serializable, so that symmetries can be sent elsewhere. */
    interface Order extends Serializable {

        BigInteger get();
    }

    SymmetryFactors(int degree) {
        this.degree = degree;
    }

    /** All permutations of some tiles, pair i of a tile going to pair i of another. */
    void addSymmetric(int[]... equal) {
        if (equal.length > 1) {
            tiles.add(equal);
            known.multiply(equal.length);
            for (int t = 1; t < equal.length; t++) {
                generators.add(exchange(degree, equal[t - 1], equal[t]));
            }
        }
    }

    /** All permutations of some pairs. */
    void addSymmetricOn(int[] single) {
        int[][] equal = new int[single.length][];
        Arrays.setAll(equal, i -> new int[] {single[i]});
        addSymmetric(equal);
    }

    /** A group known by generators and by its order, which is a lower bound if it is not exact. */
    void addGenerated(List<Permutation> group, Order order, double log10Order, boolean exact) {
        if (!group.isEmpty()) {
            generated.add(group);
            generators.addAll(group);
            orders.add(order);
            isExact &= exact;
            log10 += log10Order;
        }
    }

    /** All factors of another product, which moves other pairs. */
    void addAll(SymmetryFactors other) {
        tiles.addAll(other.tiles);
        generated.addAll(other.generated);
        generators.addAll(other.generators);
        known.multiply(other.known);
        orders.addAll(other.orders);
        isExact &= other.isExact;
        log10 += other.log10;
    }

    /** The group of the first generators. Its order is only bounded below: each part has an orbit, all of it. */
    SymmetryFactors first(int count) {
        if (count == generators.size()) {
            return this;
        }
        List<Permutation> kept = List.copyOf(generators.subList(0, count));
        int[] largest = largestOrbits(kept);
        SymmetryFactors result = new SymmetryFactors(degree);
        result.addGenerated(kept, () -> Products.of(Arrays.stream(largest).mapToObj(BigInteger::valueOf).toList()),
                Arrays.stream(largest).mapToDouble(Math::log10).sum(), false);
        return result;
    }

    /** The size of the largest orbit in each of the parts that generators with common points make up. */
    private int[] largestOrbits(List<Permutation> group) {
        UnionFind parts = new UnionFind(degree);
        UnionFind orbits = new UnionFind(degree);
        for (Permutation generator : group) {
            int[] support = generator.support();
            for (int point : support) {
                parts.union(support[0], point);
                orbits.union(point, generator.image(point));
            }
        }
        int[] largest = new int[degree];
        for (int point = 0; point < degree; point++) {
            int part = parts.find(point);
            largest[part] = Math.max(largest[part], orbits.sizeOf(point));
        }
        return Arrays.stream(largest).filter(size -> size > 1).toArray();
    }

    /** The decimal logarithm of a number of any size. */
    static double log10(BigInteger order) {
        int shift = Math.max(0, order.bitLength() - Double.MAX_EXPONENT);
        return Math.log10(order.shiftRight(shift).doubleValue()) + shift * Math.log10(2);
    }

    /** Exchanges two disjoint tiles. */
    private static Permutation exchange(int degree, int[] a, int[] b) {
        int[] points = new int[2 * a.length];
        int[] images = new int[2 * a.length];
        System.arraycopy(a, 0, points, 0, a.length);
        System.arraycopy(b, 0, points, a.length, a.length);
        System.arraycopy(b, 0, images, 0, a.length);
        System.arraycopy(a, 0, images, a.length, a.length);
        return Permutation.sparse(degree, points, images);
    }

    /** Generators of all factors, in the order found. */
    List<Permutation> generators() {
        return generators;
    }

    BigInteger order() {
        BigInteger product = known.value();
        for (Order order : orders) {
            product = product.multiply(order.get());
        }
        return product;
    }

    double log10Order() {
        return known.log10() + log10;
    }

    /**
     * Makes the group.
     *
     * @param cancelled asked often; true stops it with a {@link java.util.concurrent.CancellationException}
     */
    PermutationGroup group(BooleanSupplier cancelled) {
        ChainOptions options = ChainOptions.defaults().withCancellation(cancelled);
        if (isExact && orders.size() == 1) {
            options = options.withLargestOrder(orders.get(0).get());
        }
        PermutationGroup.Builder builder = PermutationGroup.builder(degree);
        tiles.forEach(builder::symmetric);
        generated.forEach(builder::generated);
        return builder.build(options);
    }
}
