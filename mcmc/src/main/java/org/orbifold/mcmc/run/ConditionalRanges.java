package org.orbifold.mcmc.run;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * How much P(variable = value | all others) can differ between two states at most: an upper bound by the ranges of the
 * factors. P(x | rest) = 1 / Σ_y exp(f(y) − f(x)), where f(y) − f(x) is a sum over the factors of the variable, each
 * between its smallest and its largest value over the other variables of its scope. Conditionals given fewer variables
 * are averages of these, so that the bound holds for them too.
 */
final class ConditionalRanges {

    /** Entries of a variable's tables times its values, at most, about a millisecond; above it a range is 1. */
    private static final double MOST_WORK = 1 << 19;

    private final GraphicalModel model;
    private final List<Table> tables;
    private final List<WeightedFeature> wide;
    private final IntArrayList[] tablesOf;
    private final IntArrayList[] wideOf;

    ConditionalRanges(GraphicalModel model) {
        this.model = model;
        this.tables = model.factors().tables();
        this.wide = model.factors().wide();
        this.tablesOf = new IntArrayList[model.variableCount()];
        this.wideOf = new IntArrayList[model.variableCount()];
        Arrays.setAll(tablesOf, v -> new IntArrayList(2));
        Arrays.setAll(wideOf, v -> new IntArrayList(0));
        for (int t = 0; t < tables.size(); t++) {
            for (int k = 0; k < tables.get(t).arity(); k++) {
                tablesOf[tables.get(t).variable(k)].add(t);
            }
        }
        for (int w = 0; w < wide.size(); w++) {
            for (int v : wide.get(w).scope()) {
                wideOf[v].add(w);
            }
        }
    }

    /** For each value of a variable the largest minus the smallest conditional, at most. */
    double[] of(int variable) {
        int size = model.size(variable);
        double[] result = new double[size];
        double entries = 0;
        for (int t : tablesOf[variable]) {
            entries += tables.get(t).entryCount();
        }
        if (size * entries > MOST_WORK) {
            Arrays.fill(result, 1);
            return result;
        }
        double[] least = new double[size];
        double[] most = new double[size];
        for (int x = 0; x < size; x++) {
            Arrays.fill(least, 0);
            Arrays.fill(most, 0);
            for (int t : tablesOf[variable]) {
                addRange(tables.get(t), variable, x, least, most);
            }
            for (int w : wideOf[variable]) {
                for (int y = 0; y < size; y++) {
                    double weight = y == x ? 0 : Math.abs(wide.get(w).weight());
                    least[y] -= weight;
                    most[y] += weight;
                }
            }
            result[x] = Math.max(0, inverse(least) - inverse(most));
        }
        return result;
    }

    private static double inverse(double[] logs) {
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log);
        }
        return 1 / sum;
    }

    /** Adds the range of the table's entry for each value minus that for one value, over the rest of its scope. */
    private static void addRange(Table table, int variable, int x, double[] least, double[] most) {
        int place = 0;
        while (table.variable(place) != variable) {
            place++;
        }
        int stride = table.stride(place);
        for (int y = 0; y < least.length; y++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int from = x * stride; from < table.entryCount() && y != x; from += stride * least.length) {
                for (int i = from; i < from + stride; i++) {
                    double difference = table.entry(i + (y - x) * stride) - table.entry(i);
                    // Not a number where both are impossible: then the rest is.
                    low = difference < low ? difference : low;
                    high = difference > high ? difference : high;
                }
            }
            if (low <= high) {
                least[y] += low;
                most[y] += high;
            }
        }
    }
}
