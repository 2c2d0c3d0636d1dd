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

/** A direct product of factors on disjoint sets of points; points in no part are fixed. */
public final class DirectProduct implements GroupStructure {

    /** With more kinds of small groups than this, the later ones are not listed. */
    private static final int MOST_TABLES = 16;

    private final int degree;
    private final List<DirectFactor> parts;
    private final BigInteger order;

    /** Part of a point, -1 for fixed points, and its local number there. */
    private final int[] partOf;

    private final int[] localOf;

    private Map<GroupStructure, ElementTable> tables;

    /** A worker that no thread is using, kept for the next call; null while one does. */
    private final AtomicReference<Worker> spare = new AtomicReference<>();

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
        Worker worker = borrow();
        permutation.copyInto(worker.images);
        boolean inside = worker.evaluator.contains(worker.images);
        spare.set(worker);
        return inside;
    }

    /**
     * Draws an element exactly uniformly.
     *
     * @param random the source of randomness
     * @return the element
     */
    public Permutation random(RandomGenerator random) {
        Worker worker = borrow();
        Permutation element = worker.evaluator.random(random, degree);
        spare.set(worker);
        return element;
    }

    private Worker borrow() {
        Worker worker = spare.getAndSet(null);
        return worker == null ? new Worker(evaluator(), degree) : worker;
    }

    /** An evaluator with room for a permutation. */
    private static final class Worker {

        private final Evaluator evaluator;
        private final int[] images;

        Worker(Evaluator evaluator, int degree) {
            this.evaluator = evaluator;
            this.images = new int[degree];
        }
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
        Map<GroupStructure, Evaluator> known = new IdentityHashMap<>();
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
        if (parts.size() == 1 && parts.get(0).size() == degree) {
            GroupStructure group = parts.get(0).group();
            Evaluator table = tables().get(group);
            if (table != null) {
                return table;
            }
            if (ColumnShuffles.columnsOf(group) == null) {
                return group.evaluator();
            }
        }
        int[] fixed = IntStream.range(0, degree).filter(x -> partOf[x] < 0).toArray();
        return new ProductEvaluator(parts, partOf, localOf, fixed, tables());
    }

    /** Listed elements of small groups, made when first needed and shared by all evaluators. */
    private synchronized Map<GroupStructure, ElementTable> tables() {
        if (tables == null) {
            Map<GroupStructure, ElementTable> made = new IdentityHashMap<>();
            for (DirectFactor part : parts) {
                if (made.size() < MOST_TABLES && part.size() > 2 && !made.containsKey(part.group())
                    && ElementTable.fits(part.group())) {
                    made.put(part.group(), ElementTable.of(part.group()));
                }
            }
            tables = made;
        }
        return tables;
    }
}
