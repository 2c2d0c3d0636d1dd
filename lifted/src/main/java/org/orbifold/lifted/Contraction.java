package org.orbifold.lifted;

import static java.util.stream.Collectors.partitioningBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.pgm.time.Budget;

/**
 * Brings a table over the histograms of a class down to the values of some of its blocks, by summing over the values
 * of all the others.
 *
 * <p>Tables are logarithms with three places: whatever stands before, the histogram, whatever stands after; the state
 * of the class's hubs follows from the last. Summing a block out makes the histograms those of one block less:
 * A′(h) = Σ_v w(v) A(h + v), all terms positive, so that nothing is lost to rounding. Joint tables of all pairs among s
 * blocks come from six tables of half the blocks each, and so on: for two values that is O(s² log s) in all, for more
 * values the first steps are what counts.
 */
final class Contraction {

    private final BlockClass blocks;
    private final Histograms histograms;
    private final int before;
    private final int after;
    /** The state of the hubs for each place after. */
    private final int[] hubState;
    private final Budget budget;
    private final Leaf leaf;

    /** Receives the table of some blocks. */
    interface Leaf {
        /**
         * Takes a table.
         *
         * @param types the types of the blocks, ascending
         * @param logs  over what stands before, the blocks' values in turn, what stands after
         */
        void accept(int[] types, double[] logs);
    }

    Contraction(BlockClass blocks, int before, int after, int[] hubState, Budget budget, Leaf leaf) {
        this.budget = budget;
        this.blocks = blocks;
        this.histograms = blocks.histograms();
        this.before = before;
        this.after = after;
        this.hubState = hubState;
        this.leaf = leaf;
    }

    /** A block that is kept for now: one of its type. */
    private record Kept(int type, int copy) { }

    /**
     * Makes the tables.
     *
     * @param logs   over the histograms of all blocks
     * @param wanted types of blocks, ascending, all lists equally long
     */
    void run(double[] logs, List<int[]> wanted) {
        int[] copies = new int[blocks.typeCount()];
        for (int[] types : wanted) {
            for (int i = 0, run = 0; i < types.length; i++) {
                run = i > 0 && types[i] == types[i - 1] ? run + 1 : 1;
                copies[types[i]] = Math.max(copies[types[i]], run);
            }
        }
        List<Kept> kept = new ArrayList<>();
        double[] table = logs;
        int size = blocks.blockCount();
        int largest = 0;
        for (int t = 0; t < copies.length; t++) {
            largest = blocks.typeSize(t) - copies[t] > blocks.typeSize(largest) - copies[largest] ? t : largest;
            for (int i = 0; i < copies[t]; i++) {
                kept.add(new Kept(t, i));
            }
        }
        for (int t = 0; t < copies.length; t++) {
            for (int i = copies[t]; i < blocks.typeSize(t) && t != largest; i++) {
                table = without(table, size--, t);
            }
        }
        table = withoutMany(table, size, largest, blocks.typeSize(largest) - copies[largest]);
        split(table, kept, wanted.stream().map(Contraction::copiesOf).toList());
    }

    private static List<Kept> copiesOf(int[] types) {
        List<Kept> result = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            int copy = i > 0 && types[i] == types[i - 1] ? result.get(i - 1).copy + 1 : 0;
            result.add(new Kept(types[i], copy));
        }
        return result;
    }

    /** Sums out one block of a type. */
    private double[] without(double[] table, int size, int type) {
        int from = histograms.count(size);
        int to = histograms.count(size - 1);
        int values = histograms.values();
        double[] result = new double[before * to * after];
        double[][] weights = new double[blocks.hubStates()][];
        Arrays.setAll(weights, s -> blocks.weights(type, s));
        double[] terms = new double[values];
        for (int b = 0, at = 0; b < before; b++) {
            for (int h = 0; h < to; h++) {
                if (h % Histograms.CHECK_HISTOGRAMS == 0) {
                    budget.check();
                }
                for (int a = 0; a < after; a++) {
                    double[] weight = weights[hubState[a]];
                    double max = Double.NEGATIVE_INFINITY;
                    for (int v = 0; v < values; v++) {
                        terms[v] = weight[v] + table[(b * from + histograms.plus(h, v)) * after + a];
                        max = Math.max(max, terms[v]);
                    }
                    double sum = 0;
                    for (int v = 0; v < values && max > Double.NEGATIVE_INFINITY; v++) {
                        sum += Math.exp(terms[v] - max);
                    }
                    result[at++] = max + Math.log(sum);
                }
            }
        }
        return result;
    }

    /** Sums out alike blocks, one by one or, if few are left, all at once by the number of ways to a histogram. */
    private double[] withoutMany(double[] table, int size, int type, int count) {
        int left = size - count;
        double atOnce = (double) histograms.count(left) * histograms.count(count) * (left + 2);
        if (count < 2 || atOnce > (double) count * histograms.count(size) * histograms.values()) {
            double[] result = table;
            for (int i = 0; i < count; i++) {
                result = without(result, size - i, type);
            }
            return result;
        }
        double[][] ways = new double[blocks.hubStates()][];
        Arrays.setAll(ways, s -> blocks.ofOneType(blocks.weights(type, s), count, budget));
        int from = histograms.count(size);
        int to = histograms.count(left);
        double[] result = new double[before * to * after];
        histograms.forEach(left, budget, (h, counts) -> {
            for (int b = 0; b < before; b++) {
                // A sum over all histograms of the others for each of these.
                budget.check();
                for (int a = 0; a < after; a++) {
                    double[] way = ways[hubState[a]];
                    result[(b * to + h) * after + a] = logSum(table, b * from, a, way, counts);
                }
            }
        });
        return result;
    }

    private double logSum(double[] table, int base, int a, double[] ways, int[] more) {
        double max = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (int g = 0; g < ways.length; g++) {
            double term = ways[g] + table[(base + plus(g, more)) * after + a];
            if (term > max) {
                sum = sum * Math.exp(max - term) + 1;
                max = term;
            } else if (term > Double.NEGATIVE_INFINITY) {
                sum += Math.exp(term - max);
            }
        }
        return max + Math.log(sum);
    }

    private int plus(int histogram, int[] more) {
        int result = histogram;
        for (int v = 1; v < more.length; v++) {
            for (int i = 0; i < more[v]; i++) {
                result = histograms.plus(result, v);
            }
        }
        return result;
    }

    /** Halves the blocks until they are those wanted: each wanted set is in the union of some of the parts. */
    private void split(double[] table, List<Kept> kept, List<List<Kept>> wanted) {
        int width = wanted.get(0).size();
        if (kept.size() == width) {
            leaf.accept(kept.stream().mapToInt(Kept::type).toArray(), expanded(table, kept));
            return;
        }
        List<List<Kept>> open = wanted;
        for (Set<Kept> union : unions(kept, width)) {
            Map<Boolean, List<List<Kept>>> parts = open.stream().collect(partitioningBy(union::containsAll));
            open = parts.get(false);
            if (!parts.get(true).isEmpty()) {
                double[] rest = table;
                int size = kept.size();
                for (Kept block : kept) {
                    if (!union.contains(block)) {
                        rest = without(rest, size--, block.type);
                    }
                }
                split(rest, new ArrayList<>(union), parts.get(true));
            }
        }
    }

    /** All unions of {@code width} of up to twice as many parts of a list, in its order. */
    private static List<Set<Kept>> unions(List<Kept> all, int width) {
        int parts = Math.min(2 * width, all.size());
        List<Set<Kept>> result = new ArrayList<>();
        for (int mask = 0; mask < 1 << parts; mask++) {
            if (Integer.bitCount(mask) == width) {
                Set<Kept> union = new LinkedHashSet<>();
                for (int i = 0; i < all.size(); i++) {
                    if ((mask >> (int) ((long) i * parts / all.size()) & 1) == 1) {
                        union.add(all.get(i));
                    }
                }
                result.add(union);
            }
        }
        return result;
    }

    /** From histograms of the last blocks to their values, with their own weights. */
    private double[] expanded(double[] table, List<Kept> kept) {
        int values = histograms.values();
        int from = histograms.count(kept.size());
        int states = (int) Math.round(Math.pow(values, kept.size()));
        double[] result = new double[before * states * after];
        for (int x = 0; x < states; x++) {
            int h = 0;
            int rest = x;
            int[] value = new int[kept.size()];
            for (int i = kept.size() - 1; i >= 0; i--) {
                value[i] = rest % values;
                rest /= values;
                h = histograms.plus(h, value[i]);
            }
            budget.check();
            for (int b = 0; b < before; b++) {
                for (int a = 0; a < after; a++) {
                    double log = table[(b * from + h) * after + a];
                    for (int i = 0; i < value.length; i++) {
                        log += blocks.weights(kept.get(i).type, hubState[a])[value[i]];
                    }
                    result[(b * states + x) * after + a] = log;
                }
            }
        }
        return result;
    }
}
