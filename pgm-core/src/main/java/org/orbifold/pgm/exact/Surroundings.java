package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * Bounds on the marginals of a variable by what is near it. Whatever the rest of the model is, the marginal is a
 * mixture of the conditional distributions given the boundary of a region around the variable, so it is between the
 * smallest and the largest of these (the first step of Mooij and Kappen 2008). The region grows by the boundary
 * variable that makes the boundary smallest; near ones are preferred. Immutable: for any number of threads.
 */
final class Surroundings {

    /** Bound on the error of a conditional probability, but for that of adding logarithms: far above what is seen. */
    static final double MARGIN = 1e-9;
    /** Bound on the relative rounding error of adding two logarithms, twice. */
    private static final double UNIT = 0x1p-52;
    /** Variables inside a region, at most: finding it takes the square of that. */
    private static final int MOST_INSIDE = 200;
    /** Cost of a step away from the variable, as a logarithm of a boundary's entries. */
    private static final double STEP = 0.4;
    /** Bytes that the sum over a region may take, for each entry of the boundary's table. */
    private static final long BYTES_PER_ENTRY = 256;
    private static final long LEAST_BYTES = 1 << 20;

    private final GraphicalModel model;
    private final List<Table> tables;
    private final int[][] tablesOf;
    /** By table: its largest entry, and how far below that the smallest one is that is not −∞. */
    private final double[] largest;
    private final double[] spread;
    /** In a feature that is too wide for a table: regions end before these. */
    private final boolean[] inWide;

    Surroundings(GraphicalModel model, Budget budget) {
        this.model = model;
        this.tables = model.factors(budget).tables();
        IntArrayList[] all = new IntArrayList[model.variableCount()];
        Arrays.setAll(all, v -> new IntArrayList(4));
        for (int t = 0; t < tables.size(); t++) {
            for (int v : tables.get(t).scope()) {
                all[v].add(t);
            }
        }
        this.largest = new double[tables.size()];
        this.spread = new double[tables.size()];
        for (int t = 0; t < largest.length; t++) {
            budget.check();
            largest[t] = Math.max(-Double.MAX_VALUE, tables.get(t).largest());
            spread[t] = tables.get(t).spread();
        }
        this.tablesOf = Arrays.stream(all).map(IntArrayList::toIntArray).toArray(int[][]::new);
        this.inWide = new boolean[all.length];
        model.factors(budget).wide().forEach(f -> Arrays.stream(f.scope()).forEach(v -> inWide[v] = true));
    }

    /**
     * The smallest and the largest conditional probability of each value, rounded outward.
     *
     * @param variable   the variable
     * @param maxEntries joint values of a boundary, at most
     * @param options    memory and time; one thread is used
     * @return the lower ends, then the upper ones; empty if what is nearest is too large
     */
    Optional<double[][]> bounds(int variable, double maxEntries, ExactOptions options) {
        Region region = new Region(variable);
        if (inWide[variable] || !region.grow(Math.log(maxEntries) + MARGIN, options.budget())) {
            return Optional.empty();
        }
        int[] boundary = region.boundary();
        int[] held = region.tables();
        // A logarithm is a sum of one entry of each table, and so are the factors that tables have in common.
        double margin = MARGIN + UNIT * held.length * Arrays.stream(held).mapToDouble(t -> spread[t]).sum();
        long bytes = Math.min(options.memoryBytes(), LEAST_BYTES + (long) (BYTES_PER_ENTRY * maxEntries));
        return joint(variable, region, boundary, options.withMemoryBytes(bytes).withThreads(1))
                .map(logs -> extremes(logs, model.size(variable), margin, options.budget()));
    }

    private static double[][] extremes(double[] logs, int size, double margin, Budget budget) {
        double[] least = new double[size];
        double[] most = new double[size];
        Arrays.fill(least, 1);
        for (int at = 0; at < logs.length; at += size) {
            if (at % (1 << 16) == 0) {
                budget.check();
            }
            double sum = Logs.sum(logs, at, size);
            // A boundary without a possible value inside is impossible itself.
            for (int x = 0; x < size && sum > Double.NEGATIVE_INFINITY; x++) {
                double p = Math.exp(logs[at + x] - sum);
                least[x] = Math.min(least[x], p);
                most[x] = Math.max(most[x], p);
            }
        }
        for (int x = 0; x < size; x++) {
            if (least[x] > most[x]) {
                // Nothing is possible here, and nothing is said.
                most[x] = 1;
                least[x] = 0;
            }
            least[x] = Math.max(0, least[x] - margin);
            most[x] = Math.min(1, most[x] + margin);
        }
        return new double[][] {least, most};
    }

    /** The log-weights of the joint values of a boundary and a variable, which changes fastest; empty if too large. */
    private Optional<double[]> joint(int variable, Region region, int[] boundary, ExactOptions options) {
        int[] all = TableMath.concat(boundary, region.inside());
        Int2IntMap number = new Int2IntOpenHashMap();
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < all.length; i++) {
            number.put(all[i], i);
            builder.variable(model.variable(all[i]).name(), model.variable(all[i]).domain());
        }
        for (int t : region.tables()) {
            Table table = tables.get(t);
            // A common factor changes no probability, and would round the rest.
            double[] entries = table.entries();
            for (int i = 0; i < entries.length; i++) {
                entries[i] -= largest[t];
            }
            builder.add(Table.of(Arrays.stream(table.scope()).map(number::get).toArray(), table.sizes(), entries));
        }
        int[] kept = new int[boundary.length + 1];
        Arrays.setAll(kept, i -> i < boundary.length ? i : number.get(variable));
        PartialSum sum;
        try {
            sum = PartialSum.of(builder.build(), kept, options.memoryBytes() / (double) Double.BYTES, options);
        } catch (ContradictionException e) {
            return Optional.empty();
        }
        if (sum.remaining() > 0) {
            return Optional.empty();
        }
        int[] left = new int[all.length];
        for (int v = 0; v < sum.model().variableCount(); v++) {
            left[sum.toOriginal(v)] = v;
        }
        int[] scope = Arrays.stream(kept).map(v -> left[v]).toArray();
        int[] sizes = sum.model().sizes();
        double[] logs = new double[TableMath.entries(sizes, scope)];
        for (Table table : sum.model().factors(options.budget()).tables()) {
            Broadcast.of(sizes, scope, table.scope()).add(table.entries(), 0, logs, 0, logs.length);
        }
        return Optional.of(logs);
    }

    /** A connected set of variables and those beside it. */
    private final class Region {

        private final IntArrayList inside = new IntArrayList();
        private final Int2IntMap distances = new Int2IntOpenHashMap();
        private final IntSet boundary = new IntOpenHashSet();
        private double logEntries;

        Region(int variable) {
            distances.put(variable, 0);
            add(variable);
        }

        int[] inside() {
            return inside.toIntArray();
        }

        int[] boundary() {
            int[] all = boundary.toIntArray();
            Arrays.sort(all);
            return all;
        }

        int[] tables() {
            return inside.intStream().flatMap(v -> Arrays.stream(tablesOf[v])).distinct().sorted().toArray();
        }

        /** Grows as far as a boundary allows; false if the first one is too large. */
        boolean grow(double most, Budget budget) {
            if (logEntries > most) {
                return false;
            }
            while (inside.size() < MOST_INSIDE) {
                budget.check();
                int best = -1;
                double least = Double.POSITIVE_INFINITY;
                for (int v : boundary()) {
                    double entries = inWide[v] ? Double.POSITIVE_INFINITY : logEntries + growth(v);
                    double key = entries + STEP * distances.get(v);
                    if (entries <= most && key < least) {
                        best = v;
                        least = key;
                    }
                }
                if (best < 0) {
                    break;
                }
                add(best);
            }
            return true;
        }

        private double growth(int v) {
            double sum = -Math.log(model.size(v));
            IntSet met = new IntOpenHashSet();
            for (int t : tablesOf[v]) {
                for (int u : tables.get(t).scope()) {
                    sum += !distances.containsKey(u) && met.add(u) ? Math.log(model.size(u)) : 0;
                }
            }
            return sum;
        }

        private void add(int v) {
            logEntries += inside.isEmpty() ? 0 : -Math.log(model.size(v));
            boundary.remove(v);
            inside.add(v);
            for (int t : tablesOf[v]) {
                for (int u : tables.get(t).scope()) {
                    if (!distances.containsKey(u)) {
                        distances.put(u, distances.get(v) + 1);
                        boundary.add(u);
                        logEntries += Math.log(model.size(u));
                    }
                }
            }
        }
    }
}
