package org.orbifold.heuristics.signature;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * {@code Get_Weight_Sign(G, B, b)}: the weights of the features around a block that are consistent with one of its
 * values.
 *
 * <p>"Consistent" is what the published program and the paper's text take it for ("made true"): the block's value alone
 * makes the feature true. A table counts with the value that its entries then have in common. Features of weight 0 do
 * not count.
 *
 * <p>The pseudo-code collects the weights in a multiset, the text multiplies them. Here they are multisets, because
 * different ones may have equal products and weights of a log-linear model do not multiply.
 *
 * <p>Weights that differ by less than 1e-9 of their size are one. Immutable.
 */
public final class WeightSignature {

    private static final double TOLERANCE = 1e-9;
    private static final int MAX_OPEN = 1 << 12;

    private final GraphicalModel model;
    private final int[][] blanket;
    private final double[] sorted;
    private final int[] classOfSorted;
    /** Per variable and value, the sum of the hashed weights of the features that count by this alone. */
    private final long[][] single;

    private WeightSignature(GraphicalModel model, Budget budget) {
        this.model = model;
        this.blanket = blankets(model);
        DoubleOpenHashSet all = new DoubleOpenHashSet();
        for (Feature feature : model.features()) {
            budget.check();
            if (feature instanceof Table table) {
                for (int i = 0; i < table.entryCount(); i++) {
                    all.add(table.entry(i));
                }
            } else {
                all.add(((WeightedFeature) feature).weight());
            }
        }
        sorted = all.toDoubleArray();
        Arrays.sort(sorted);
        classOfSorted = new int[sorted.length];
        for (int i = 1; i < sorted.length; i++) {
            double gap = sorted[i] - sorted[i - 1];
            boolean same = gap <= TOLERANCE * Math.max(Math.abs(sorted[i]), Math.abs(sorted[i - 1]));
            classOfSorted[i] = classOfSorted[i - 1] + (same && !Double.isInfinite(gap) ? 0 : 1);
        }
        single = new long[model.variableCount()][];
        int[] fixed = new int[1];
        for (int v = 0; v < single.length; v++) {
            budget.check();
            int[] own = {v};
            single[v] = new long[model.size(v)];
            for (int x = 0; x < single[v].length; x++) {
                fixed[0] = x;
                for (int f : blanket[v]) {
                    single[v][x] += hash(model.features().get(f), own, fixed);
                }
            }
        }
    }

    /**
     * The signatures of a model.
     *
     * @param model a model
     * @return signatures for all its block-value pairs
     */
    public static WeightSignature of(GraphicalModel model) {
        return of(model, Budget.unlimited());
    }

    /**
     * The signatures of a model, in a limited time.
     *
     * @param model  a model
     * @param budget the time it may take
     * @return signatures for all its block-value pairs
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static WeightSignature of(GraphicalModel model, Budget budget) {
        return new WeightSignature(model, budget);
    }

    private static int[][] blankets(GraphicalModel model) {
        IntArrayList[] lists = new IntArrayList[model.variableCount()];
        Arrays.setAll(lists, v -> new IntArrayList(4));
        for (int f = 0; f < model.features().size(); f++) {
            for (int v : model.features().get(f).scope()) {
                lists[v].add(f);
            }
        }
        return Arrays.stream(lists).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    /**
     * The signature of a block-value pair.
     *
     * @param block a block
     * @param value one of its values
     * @return the weights of the features in its blanket that are consistent with it, ascending
     */
    public double[] weights(Block block, int value) {
        int[] variables = block.variables();
        int[] values = valuesOf(block, value);
        DoubleArrayList weights = new DoubleArrayList();
        for (int f : Arrays.stream(variables).flatMap(v -> Arrays.stream(blanket[v])).sorted().distinct().toArray()) {
            double weight = counted(model.features().get(f), variables, values);
            if (weight != 0) {
                weights.add(weight);
            }
        }
        double[] result = weights.toDoubleArray();
        Arrays.sort(result);
        return result;
    }

    /**
     * Keys of the signatures of all values of a block: equal multisets of weights have equal keys, and different ones
     * different keys but for a chance of 2^-64. Only features that hold two variables of the block are looked at one
     * by one.
     *
     * @param block a block
     * @return one key per value
     */
    public long[] keys(Block block) {
        return keys(block, sharedFeatures(block));
    }

    /**
     * The same for those who have asked for the shared features already.
     *
     * @param block  a block
     * @param shared its {@link #sharedFeatures}
     * @return one key per value
     */
    public long[] keys(Block block, int[] shared) {
        int[] variables = block.variables();
        long[] keys = new long[block.valueCount(model)];
        for (int value = 0; value < keys.length; value++) {
            int[] values = valuesOf(block, value);
            for (int k = 0; k < variables.length; k++) {
                keys[value] += single[variables[k]][values[k]];
            }
            for (int f : shared) {
                Feature feature = model.features().get(f);
                keys[value] += hash(feature, variables, values);
                for (int k = 0; k < variables.length; k++) {
                    if (Arrays.binarySearch(blanket[variables[k]], f) >= 0) {
                        keys[value] -= hash(feature, new int[] {variables[k]}, new int[] {values[k]});
                    }
                }
            }
        }
        return keys;
    }

    /**
     * The features that hold at least two variables of a block.
     *
     * @param block a block
     * @return their places in the model's list, ascending
     */
    public int[] sharedFeatures(Block block) {
        int[] variables = block.variables();
        int largest = 0;
        for (int k = 1; k < variables.length; k++) {
            largest = blanket[variables[k]].length > blanket[variables[largest]].length ? k : largest;
        }
        IntArrayList shared = new IntArrayList();
        for (int k = 0; k < variables.length; k++) {
            if (k != largest) {
                for (int f : blanket[variables[k]]) {
                    int holders = 0;
                    for (int v : variables) {
                        holders += Arrays.binarySearch(blanket[v], f) >= 0 ? 1 : 0;
                    }
                    if (holders >= 2) {
                        shared.add(f);
                    }
                }
            }
        }
        return shared.intStream().sorted().distinct().toArray();
    }

    private int[] valuesOf(Block block, int value) {
        int[] values = new int[block.size()];
        int rest = value;
        for (int k = values.length - 1; k >= 0; k--) {
            int size = model.size(block.variable(k));
            values[k] = rest % size;
            rest /= size;
        }
        return values;
    }

    private long hash(Feature feature, int[] variables, int[] values) {
        double weight = counted(feature, variables, values);
        if (weight == 0) {
            return 0;
        }
        int place = Arrays.binarySearch(sorted, weight);
        return HashCommon.murmurHash3(classOfSorted[place] + 1L);
    }

    /** The weight with which a feature counts, 0 if it does not. */
    private double counted(Feature feature, int[] variables, int[] values) {
        if (feature instanceof LiteralFeature literals) {
            return countsByLiterals(literals, variables, values) ? literals.weight() : 0;
        }
        if (feature instanceof Table table) {
            return commonEntry(table, variables, values);
        }
        int[] scope = feature.scope();
        int[] open = Arrays.stream(scope).filter(v -> Arrays.binarySearch(variables, v) < 0).toArray();
        double rest = Arrays.stream(open).mapToDouble(model::size).reduce(1, (a, b) -> a * b);
        if (rest > MAX_OPEN) {
            return 0;
        }
        int[] state = new int[Arrays.stream(scope).max().orElse(0) + 1];
        for (int k = 0; k < variables.length; k++) {
            if (variables[k] < state.length) {
                state[variables[k]] = values[k];
            }
        }
        return common((WeightedFeature) feature, open, state, (int) rest);
    }

    /** The entry that a table has for all values of its other variables, else 0. */
    private static double commonEntry(Table table, int[] variables, int[] values) {
        int[] open = new int[table.arity()];
        int opened = 0;
        double rest = 1;
        int at = 0;
        for (int k = 0; k < table.arity(); k++) {
            int given = Arrays.binarySearch(variables, table.variable(k));
            if (given >= 0) {
                at += values[given] * table.stride(k);
            } else {
                open[opened++] = k;
                rest *= table.size(k);
            }
        }
        if (rest > MAX_OPEN) {
            return 0;
        }
        double first = table.entry(at);
        int[] digits = new int[opened];
        for (int i = 1; i < (int) rest; i++) {
            int k = opened - 1;
            while (++digits[k] == table.size(open[k])) {
                at -= (digits[k] - 1) * table.stride(open[k]);
                digits[k--] = 0;
            }
            at += table.stride(open[k]);
            if (table.entry(at) != first) {
                return 0;
            }
        }
        return first;
    }

    /** A clause is made true by one of its literals, a conjunction by all of them. */
    private static boolean countsByLiterals(LiteralFeature feature, int[] variables, int[] values) {
        boolean one = false;
        boolean all = true;
        for (int i = 0; i < feature.literalCount(); i++) {
            int k = Arrays.binarySearch(variables, feature.variable(i));
            boolean made = k >= 0 && values[k] == feature.value(i);
            one |= made;
            all &= made;
        }
        return feature instanceof Clause ? one : all;
    }

    /** The weight of a formula that holds for all assignments of the open variables, else 0. */
    private double common(WeightedFeature feature, int[] open, int[] state, int count) {
        double first = strength(feature, state);
        for (int i = 1; i < count; i++) {
            next(open, state);
            if (strength(feature, state) != first) {
                return 0;
            }
        }
        return first;
    }

    private static double strength(WeightedFeature feature, int[] state) {
        return feature.holds(state) ? feature.weight() : 0;
    }

    private void next(int[] open, int[] state) {
        for (int k = open.length - 1; k >= 0 && ++state[open[k]] == model.size(open[k]); k--) {
            state[open[k]] = 0;
        }
    }

    /**
     * The model.
     *
     * @return the model whose features are weighed
     */
    public GraphicalModel model() {
        return model;
    }
}
