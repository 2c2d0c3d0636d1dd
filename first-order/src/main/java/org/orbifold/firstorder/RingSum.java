package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.firstorder.Polynomials.Poly;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.Workers;

/**
 * Sums of a {@link CellModel} over the histograms of all classes, in any ring: exact integers, numbers of both signs,
 * polynomials. A histogram is built cell by cell; the product of the pair weights between the elements that are placed
 * and one more in each cell goes along. (Beame, Van den Broeck, Gribkoff and Suciu, <em>Symmetric weighted first-order
 * model counting</em>, 2015.)
 *
 * <p>Cost: a multiplication for each cell and partial histogram.
 *
 * @param <S> the numbers
 */
final class RingSum<S> {

    /** Products for each histogram beside those of rows and of probes: weight, power, choices. */
    private static final double PLACE_PRODUCTS = 4;

    private final CellModel<S> model;
    private final Polynomials<S> ring;
    private final Budget budget;
    private final int threads;

    RingSum(CellModel<S> model, Polynomials<S> ring, int threads, Budget budget) {
        this.model = model;
        this.ring = ring;
        this.threads = threads;
        this.budget = budget;
    }

    /** A class with a number of elements and the cells that they can be in. */
    private record Group(int elementClass, int size, int[] cells) { }

    private List<Group> groups(int... without) {
        List<Group> groups = new ArrayList<>();
        for (int k = 0; k < model.elements().classes().size(); k++) {
            int elementClass = k;
            int sort = model.elements().classes().get(k).sort();
            int size = model.elements().classes().get(k).size()
                    - (int) Arrays.stream(without).filter(w -> w == elementClass).count();
            int first = model.firstCell(sort);
            groups.add(new Group(k, size, IntStream.range(first, first + model.cellCount(sort))
                    .filter(c -> !ring.isZero(model.weight(elementClass, c))).toArray()));
        }
        return groups.stream().filter(group -> group.size > 0).toList();
    }

    /**
     * About how many products of polynomials a computation takes.
     *
     * @param marginals whether the marginals of all classes are computed as well
     */
    double products(boolean marginals) {
        double sum = products(groups(), 0, 1);
        List<Elements.ElementClass> classes = model.elements().classes();
        for (int k = 0; marginals && k < classes.size(); k++) {
            boolean alone = true;
            for (int l = k; l < classes.size(); l++) {
                if (k != l || classes.get(k).size() > 1) {
                    int left = model.cellCount(classes.get(k).sort());
                    int right = model.cellCount(classes.get(l).sort());
                    sum += products(groups(k, l), classes.get(k).sort() == classes.get(l).sort() ? left : left + right,
                            left * (1.0 + right));
                    alone = false;
                }
            }
            sum += alone && k == 0 ? products(groups(k), model.cellCount(classes.get(k).sort()),
                    model.cellCount(classes.get(k).sort())) : 0;
        }
        return sum;
    }

    /** Products of one pass: rows go along for the probes and, on average, for half of the cells that follow. */
    private static double products(List<Group> groups, int probes, double perLeaf) {
        double histograms = 1;
        int cells = 0;
        for (Group group : groups) {
            histograms *= group.cells.length == 0 ? 0 : Compositions.count(group.size, group.cells.length);
            cells += group.cells.length;
        }
        // The last count of a group follows from the others; the rows that go along matter one place before.
        return histograms * (PLACE_PRODUCTS + probes + cells / 4.0 + perLeaf);
    }

    /** The total weight of all worlds. */
    Poly<S> total() {
        return sum(groups(), new int[0], 1, (product, rows) -> List.of(product)).get(0);
    }

    /**
     * The total weight of the other elements, with one element taken away, for each cell of it.
     *
     * @param elementClass the class of the element
     * @return by cell of its sort
     */
    List<Poly<S>> without(int elementClass) {
        int[] probes = cells(elementClass);
        return sum(groups(elementClass), probes, probes.length, (product, rows) -> Arrays.stream(probes)
                .mapToObj(c -> ring.multiply(product, rows[c])).toList());
    }

    /**
     * The total weight of the other elements, with two elements taken away, for each pair of their cells; without the
     * weight of the pair itself.
     *
     * @param first  the class of one element
     * @param second the class of the other
     * @return by cell of the first one's sort and then of the second one's
     */
    List<Poly<S>> without(int first, int second) {
        int[] left = cells(first);
        int[] right = cells(second);
        int[] probes = IntStream.concat(Arrays.stream(left), Arrays.stream(right)).distinct().toArray();
        return sum(groups(first, second), probes, left.length * right.length, (product, rows) -> {
            List<Poly<S>> parts = new ArrayList<>();
            for (int i : left) {
                budget.check();
                Poly<S> one = ring.multiply(product, rows[i]);
                for (int j : right) {
                    parts.add(ring.multiply(one, rows[j]));
                }
            }
            return parts;
        });
    }

    private int[] cells(int elementClass) {
        int sort = model.elements().classes().get(elementClass).sort();
        return IntStream.range(model.firstCell(sort), model.firstCell(sort) + model.cellCount(sort)).toArray();
    }

    /** What a histogram contributes. */
    private interface Leaf<S> {
        List<Poly<S>> parts(Poly<S> product, Poly<S>[] rows);
    }

    private List<Poly<S>> sum(List<Group> groups, int[] probes, int width, Leaf<S> leaf) {
        Poly<S>[] rows = ring.array(model.cells().size(), c -> ring.one());
        if (groups.isEmpty()) {
            return leaf.parts(ring.one(), rows);
        }
        // The counts of the first cell are shared among threads; results are added in their order.
        List<Group> ordered = new ArrayList<>(groups);
        ordered.sort((a, b) -> b.size - a.size);
        int tasks = ordered.get(0).cells.length > 1 ? ordered.get(0).size + 1 : 1;
        try (Workers workers = new Workers(threads, budget)) {
            List<List<Poly<S>>> results = workers.map(tasks, h -> {
                Search search = new Search(ordered, probes, width, leaf);
                search.place(0, 0, ordered.get(0).size, ring.one(), rows, tasks > 1 ? h : -1);
                return search.sums;
            });
            List<Poly<S>> sums = new ArrayList<>(Collections.nCopies(width, ring.zero()));
            for (List<Poly<S>> result : results) {
                for (int i = 0; i < width; i++) {
                    sums.set(i, ring.add(sums.get(i), result.get(i)));
                }
            }
            return sums;
        }
    }

    /** One thread's part of the sum. */
    private final class Search {
        private final List<Group> groups;
        private final Leaf<S> leaf;
        private final List<Poly<S>> sums;
        private final boolean[] isProbe = new boolean[model.cells().size()];

        Search(List<Group> groups, int[] probes, int width, Leaf<S> leaf) {
            this.groups = groups;
            this.leaf = leaf;
            this.sums = new ArrayList<>(Collections.nCopies(width, ring.zero()));
            Arrays.stream(probes).forEach(c -> isProbe[c] = true);
        }

        /** Whether the row of a cell is used after a place. */
        private boolean isNeeded(int cell, int group, int place) {
            boolean needed = isProbe[cell];
            for (int g = group; g < groups.size() && !needed; g++) {
                int[] cells = groups.get(g).cells;
                for (int i = g == group ? place + 1 : 0; i < cells.length; i++) {
                    needed |= cells[i] == cell;
                }
            }
            return needed;
        }

        /** Places the elements left of a group into its cells from one on; the count is fixed if it is not −1. */
        private void place(int group, int place, int left, Poly<S> product, Poly<S>[] rows, int fixed) {
            // A step multiplies polynomials: it takes microseconds, or much longer where counts are large.
            budget.check();
            if (group == groups.size()) {
                List<Poly<S>> parts = leaf.parts(product, rows);
                for (int i = 0; i < parts.size(); i++) {
                    sums.set(i, ring.add(sums.get(i), parts.get(i)));
                }
                return;
            }
            Group at = groups.get(group);
            if (place == at.cells.length) {
                return;
            }
            int cell = at.cells[place];
            boolean last = place == at.cells.length - 1;
            Poly<S> weight = ring.multiply(model.weight(at.elementClass, cell), rows[cell]);
            int from = last ? left : Math.max(0, fixed);
            int to = last || fixed < 0 ? left : fixed;
            Poly<S> power = ring.power(weight, from);
            Poly<S> own = at.size > 1 ? model.pair(cell, cell).total() : ring.one();
            power = ring.multiply(power, ring.power(own, (long) from * (from - 1) / 2));
            Poly<S> ownPower = ring.power(own, from);
            Poly<S>[] next = rows.clone();
            int[] needed = IntStream.range(0, rows.length).filter(c -> isNeeded(c, group, place)).toArray();
            for (int c : needed) {
                next[c] = ring.multiply(next[c], ring.power(between(cell, c), from));
            }
            BigInteger choices = choose(left, from);
            for (int h = from; h <= to; h++) {
                if (h > from) {
                    power = ring.multiply(power, ring.multiply(weight, ownPower));
                    ownPower = ring.multiply(ownPower, own);
                    choices = choices.multiply(BigInteger.valueOf(left - h + 1L)).divide(BigInteger.valueOf(h));
                    next = next.clone();
                    for (int c : needed) {
                        next[c] = ring.multiply(next[c], between(cell, c));
                    }
                }
                if (ring.isZero(power)) {
                    break;
                }
                Poly<S> now = ring.multiply(product, ring.multiply(power, ring.of(choices)));
                if (ring.isZero(now)) {
                    // Degrees beyond those that are kept: more of them lead no way back.
                    continue;
                }
                boolean done = h == left;
                place(done ? group + 1 : group, done ? 0 : place + 1,
                        done && group + 1 < groups.size() ? groups.get(group + 1).size : left - h, now, next, -1);
            }
        }

        private Poly<S> between(int cell, int other) {
            CellModel.Pair<S> pair = model.pair(cell, other);
            return pair == null ? ring.one() : pair.total();
        }
    }

    private static BigInteger choose(int n, int k) {
        BigInteger product = BigInteger.ONE;
        for (int i = 1; i <= Math.min(k, n - k); i++) {
            product = product.multiply(BigInteger.valueOf(n - i + 1L)).divide(BigInteger.valueOf(i));
        }
        return product;
    }
}
