package org.orbifold.lifted;

import it.unimi.dsi.fastutil.doubles.Double2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * What tables say about variables and pairs of variables, as hashes that do not depend on how variables are numbered.
 * Two pairs whose tables correspond have the same label; unequal labels prove that they do not correspond.
 *
 * <p>Entries that are equal up to rounding are the same number here. Cost: linear in the entries, and in the squares of
 * the arities; tables with the same entries are hashed once.
 */
final class TableLabels {

    /** Entries that differ by less, relatively or absolutely, are sums of the same numbers in another order. */
    private static final double SAME = 1e-12;
    /** Rounds of colour refinement: whom a variable is joined to, and whom those are joined to. */
    private static final int ROUNDS = 2;

    private final List<int[]> scopes = new ArrayList<>();
    /** The number of a table's contents: tables with the same sizes and entries share them. */
    private final IntArrayList contentOf = new IntArrayList();
    private final List<int[]> contents = new ArrayList<>();
    private final Object2IntOpenCustomHashMap<int[]> byScope =
            new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
    private final IntArrayList[] incident;
    private final Int2LongOpenHashMap[] labels;
    private final long[] colours;
    private final GraphicalModel model;

    TableLabels(GraphicalModel model, List<Table> tables, Budget budget) {
        this.model = model;
        int n = model.variableCount();
        this.incident = new IntArrayList[n];
        this.labels = new Int2LongOpenHashMap[n];
        Arrays.setAll(incident, v -> new IntArrayList());
        Arrays.setAll(labels, v -> new Int2LongOpenHashMap());
        byScope.defaultReturnValue(-1);
        this.colours = Arrays.stream(model.sizes()).mapToLong(TableLabels::mixed).toArray();
        Double2IntOpenHashMap numbers = numbers(tables, budget);
        Object2IntOpenCustomHashMap<int[]> known = new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        List<long[][]> labelsOfContent = new ArrayList<>();
        for (Table table : tables) {
            budget.check();
            int[] scope = table.scope();
            int[] content = content(table, numbers);
            int number = known.computeIfAbsent(content, key -> contents.size());
            if (number == contents.size()) {
                contents.add(content);
                labelsOfContent.add(labels(content, table.sizes()));
            }
            byScope.put(scope, scopes.size());
            for (int v : scope) {
                incident[v].add(scopes.size());
            }
            scopes.add(scope);
            contentOf.add(number);
            addLabels(scope, labelsOfContent.get(number));
        }
        for (int round = 0; round < ROUNDS; round++) {
            budget.check();
            refine();
        }
    }

    /** Numbers for the entries, the same for those that are equal up to rounding. */
    private static Double2IntOpenHashMap numbers(List<Table> tables, Budget budget) {
        Double2IntOpenHashMap numbers = new Double2IntOpenHashMap();
        for (Table table : tables) {
            budget.check();
            for (int i = 0; i < table.entryCount(); i++) {
                numbers.put(table.entry(i), 0);
            }
        }
        double[] sorted = numbers.keySet().toDoubleArray();
        Arrays.sort(sorted);
        int number = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i > 0 && sorted[i] != sorted[i - 1]
                    && !(sorted[i] - sorted[i - 1] <= SAME * (1 + Math.abs(sorted[i])))) {
                number++;
            }
            numbers.put(sorted[i], number);
        }
        return numbers;
    }

    /** The sizes and the entries. */
    private static int[] content(Table table, Double2IntOpenHashMap numbers) {
        int arity = table.arity();
        int[] content = new int[arity + table.entryCount()];
        for (int k = 0; k < arity; k++) {
            content[k] = table.size(k);
        }
        for (int i = 0; i < table.entryCount(); i++) {
            content[arity + i] = numbers.get(table.entry(i));
        }
        return content;
    }

    /** By axis and other axis, their hash; by axis twice, that of the axis alone. */
    private static long[][] labels(int[] content, int[] sizes) {
        int arity = sizes.length;
        long[][] result = new long[arity][arity];
        int[] x = new int[arity];
        for (int i = arity; i < content.length; i++) {
            long all = 0;
            for (int value : x) {
                all += mixed(value);
            }
            for (int k = 0; k < arity; k++) {
                for (int l = 0; l < arity; l++) {
                    // The sum over all axes takes those that are not marked in any order.
                    result[k][l] += mixed(mixed(mixed(content[i]) + all) + 3L * x[k] + (k == l ? 0 : mixed(x[l] + 7L)));
                }
            }
            for (int k = arity - 1; k >= 0 && ++x[k] == sizes[k]; k--) {
                x[k] = 0;
            }
        }
        return result;
    }

    private void addLabels(int[] scope, long[][] ofContent) {
        for (int k = 0; k < scope.length; k++) {
            colours[scope[k]] += mixed(ofContent[k][k] + scope.length);
            for (int l = 0; l < scope.length; l++) {
                if (k != l) {
                    labels[scope[k]].addTo(scope[l], mixed(ofContent[k][l] + scope.length));
                }
            }
        }
    }

    private void refine() {
        long[] before = colours.clone();
        for (int v = 0; v < before.length; v++) {
            long sum = mixed(before[v]);
            for (Int2LongMap.Entry entry : labels[v].int2LongEntrySet()) {
                sum += mixed(entry.getLongValue() + 31 * before[entry.getIntKey()]);
            }
            colours[v] = sum;
        }
    }

    /** A hash of 64 bits (the finalizer of SplitMix64). */
    static long mixed(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    int size(int variable) {
        return model.size(variable);
    }

    int variableCount() {
        return colours.length;
    }

    /** The same for variables that can be exchanged, together with others or not. */
    long colour(int variable) {
        return colours[variable];
    }

    /** Hash of the tables between two variables, seen from the first; 0 if there are none. */
    long label(int variable, int other) {
        return labels[variable].get(other);
    }

    /** The variables in tables with one, and their labels seen from it. */
    Int2LongOpenHashMap around(int variable) {
        return labels[variable];
    }

    /**
     * Whether an exchange of variables leaves all tables as they are.
     *
     * @param moved the variables that are exchanged
     * @param image the image of each variable of the model
     */
    boolean isSymmetry(int[] moved, int[] image, Budget budget) {
        for (int v : moved) {
            budget.check();
            for (int i = 0; i < incident[v].size(); i++) {
                if (!isKept(incident[v].getInt(i), image)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isKept(int table, int[] image) {
        int[] scope = scopes.get(table);
        int[] sorted = new int[scope.length];
        Arrays.setAll(sorted, k -> image[scope[k]]);
        boolean inOrder = true;
        for (int k = 1; k < sorted.length; k++) {
            inOrder &= sorted[k] > sorted[k - 1];
        }
        if (!inOrder) {
            Arrays.sort(sorted);
        }
        int other = byScope.getInt(sorted);
        if (other < 0) {
            return false;
        }
        return inOrder ? contentOf.getInt(table) == contentOf.getInt(other)
                : isPermuted(scope, contents.get(contentOf.getInt(table)), sorted,
                        contents.get(contentOf.getInt(other)), image);
    }

    private boolean isPermuted(int[] scope, int[] content, int[] to, int[] other, int[] image) {
        int arity = scope.length;
        int[] stride = new int[arity];
        for (int k = 0; k < arity; k++) {
            int place = Arrays.binarySearch(to, image[scope[k]]);
            stride[k] = 1;
            for (int l = place + 1; l < arity; l++) {
                stride[k] *= size(to[l]);
            }
        }
        int[] x = new int[arity];
        int at = arity;
        for (int i = arity; i < content.length; i++) {
            if (content[i] != other[at]) {
                return false;
            }
            for (int k = arity - 1; k >= 0; k--) {
                at += stride[k];
                if (++x[k] < content[k]) {
                    break;
                }
                at -= stride[k] * content[k];
                x[k] = 0;
            }
        }
        return true;
    }
}
