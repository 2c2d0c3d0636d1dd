package org.orbifold.learning;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.pgm.time.Budget;

/**
 * What rows of data say about the tables of a network. Tables all of whose variables are observed are counted. The
 * missing variables of a row fall into components, connected by tables that have two of them; a component depends on
 * the observed variables in its tables alone, its context. Equal contexts of equal components are one case.
 */
final class DataCases {

    /** Rows between two looks at the clock. */
    private static final int ROWS_BETWEEN_CHECKS = 4096;

    /** Components of the same missing variables. */
    static final class Pattern {
        final int[] missing;
        /** The features that have a missing variable, and the observed variables of these. */
        final int[] features;
        final int[] observed;
        final List<int[]> contexts = new ArrayList<>();
        final IntArrayList copies = new IntArrayList();
        final LongArrayList lines = new LongArrayList();
        /** Where a context is, while rows are read. */
        private final transient Object2IntOpenCustomHashMap<int[]> numbers =
                new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);

        Pattern(NetworkTables tables, int[] missing) {
            this.missing = missing;
            this.features = Arrays.stream(missing).flatMap(v -> Arrays.stream(tables.featuresOf[v])).sorted()
                    .distinct().toArray();
            this.observed = Arrays.stream(features).flatMap(f -> Arrays.stream(tables.scopes[f])).sorted().distinct()
                    .filter(v -> Arrays.binarySearch(missing, v) < 0).toArray();
            numbers.defaultReturnValue(-1);
        }

        private void add(int[] row, long line) {
            int[] context = new int[observed.length];
            for (int i = 0; i < context.length; i++) {
                context[i] = row[observed[i]];
            }
            int number = numbers.getInt(context);
            if (number < 0) {
                numbers.put(context, contexts.size());
                contexts.add(context);
                copies.add(1);
                lines.add(line);
            } else {
                copies.set(number, copies.getInt(number) + 1);
            }
        }
    }

    private final NetworkTables tables;
    private final double[] counts;
    private final Map<IntArrayList, Pattern> patterns = new LinkedHashMap<>();
    private final boolean[] isReached;
    private final long[] missingOf;
    private long rows;
    private long incomplete;

    private DataCases(NetworkTables tables) {
        this.tables = tables;
        this.counts = new double[tables.entries()];
        this.isReached = new boolean[tables.sizes.length];
        this.missingOf = new long[tables.sizes.length];
    }

    /** Goes through the rows once. */
    static DataCases of(NetworkTables tables, Observations data, Budget budget) {
        DataCases cases = new DataCases(tables);
        data.forEach((row, line) -> {
            if (cases.rows % ROWS_BETWEEN_CHECKS == 0) {
                budget.check();
            }
            cases.add(row, line);
        });
        return cases;
    }

    private void add(int[] row, long line) {
        rows++;
        for (int f = 0; f < tables.scopes.length; f++) {
            int[] scope = tables.scopes[f];
            int[] stride = tables.strides[f];
            int entry = 0;
            for (int k = 0; k < scope.length; k++) {
                int value = row[scope[k]];
                if (value < 0) {
                    entry = -1;
                    break;
                }
                entry += stride[k] * value;
            }
            if (entry >= 0) {
                counts[tables.first[f] + entry]++;
            }
        }
        boolean whole = true;
        for (int v = 0; v < row.length; v++) {
            if (row[v] < 0) {
                whole = false;
                missingOf[v]++;
                if (!isReached[v]) {
                    addComponent(v, row, line);
                }
            }
        }
        if (!whole) {
            incomplete++;
            Arrays.fill(isReached, false);
        }
    }

    private void addComponent(int start, int[] row, long line) {
        IntArrayList members = new IntArrayList();
        members.add(start);
        isReached[start] = true;
        for (int i = 0; i < members.size(); i++) {
            for (int f : tables.featuresOf[members.getInt(i)]) {
                for (int v : tables.scopes[f]) {
                    if (row[v] < 0 && !isReached[v]) {
                        isReached[v] = true;
                        members.add(v);
                    }
                }
            }
        }
        members.sort(null);
        Pattern pattern = patterns.get(members);
        if (pattern == null) {
            pattern = new Pattern(tables, members.toIntArray());
            patterns.put(members, pattern);
        }
        pattern.add(row, line);
    }

    long rows() {
        return rows;
    }

    /** Rows that miss a value. */
    long incomplete() {
        return incomplete;
    }

    /** How many rows miss the value of a variable. */
    long missingOf(int variable) {
        return missingOf[variable];
    }

    /** By entry: in how many rows it holds, where all its variables are observed. */
    double[] counts() {
        return counts;
    }

    List<Pattern> patterns() {
        return List.copyOf(patterns.values());
    }

    /** Stands for all that is known of the rows. */
    Fingerprint fingerprint() {
        Fingerprint print = new Fingerprint().add(rows).add(counts);
        for (Pattern pattern : patterns.values()) {
            print.add(pattern.missing).add(pattern.copies.toIntArray());
            pattern.contexts.forEach(print::add);
        }
        return print;
    }
}
