package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * A model with quantised weights, whose symmetries are the approximate symmetries of the model. They are found and
 * certified on the quantised model like any others.
 *
 * <p>Tables of one shape, that is of the same domain sizes and with zeros at the same places, are a class. Their
 * entries, counted from the smallest in each table, are sorted, and cut where the gap to the next is above the
 * tolerance times the range of the class; each group becomes its mean. So weights that scatter around a few values
 * become these values, and weights that scatter without a gap become one and the same, which is nothing.
 */
public final class CoarseModel {

    /** The tolerance from which on only the structure counts. */
    private static final double STRUCTURE = 1;
    /** At the limit, means are grouped by gaps of this share of the largest range. */
    private static final double GAP_OF_MEANS = 0.3;

    private CoarseModel() { }

    /**
     * Groups weights.
     *
     * @param model     a model
     * @param tolerance the largest gap inside a group, as a share of the range of a class; 1 for the structure only:
     *                  then single variables have no weights, and each table is the mean of all tables of its shape
     * @return a model of the same variables
     * @throws IllegalArgumentException if the tolerance is negative or not a number
     */
    public static GraphicalModel of(GraphicalModel model, double tolerance) {
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException("a tolerance of " + tolerance + "; expected 0 or more");
        }
        ModelBuilder builder = GraphicalModel.builder();
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        Map<List<Integer>, List<Table>> shapes = new LinkedHashMap<>();
        model.factors().tables().forEach(t -> shapes.computeIfAbsent(shape(t), s -> new ArrayList<>()).add(t));
        boolean structure = tolerance >= STRUCTURE;
        double widest = shapes.values().stream().flatMap(List::stream).mapToDouble(t -> max(finite(t))).max().orElse(0);
        for (List<Table> tables : shapes.values()) {
            if (structure) {
                addMeans(tables, widest, builder);
            } else {
                addGrouped(tables, tolerance, builder);
            }
        }
        addWide(model.factors().wide(), structure ? GAP_OF_MEANS : tolerance, builder);
        return builder.build();
    }

    /** The domain sizes, and where the zeros are. */
    private static List<Integer> shape(Table table) {
        List<Integer> shape = new ArrayList<>();
        for (int size : table.sizes()) {
            shape.add(size);
        }
        for (int i = 0; i < table.entryCount(); i++) {
            if (table.entry(i) == Double.NEGATIVE_INFINITY) {
                shape.add(-1 - i);
            }
        }
        return shape;
    }

    /** The finite entries, counted from the smallest. */
    private static double[] finite(Table table) {
        double[] values = Arrays.stream(table.entries()).filter(x -> x != Double.NEGATIVE_INFINITY).toArray();
        double least = Arrays.stream(values).min().orElse(0);
        return Arrays.stream(values).map(x -> x - least).toArray();
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }

    private static void addGrouped(List<Table> tables, double tolerance, ModelBuilder builder) {
        double[] all = tables.stream().flatMapToDouble(t -> Arrays.stream(finite(t))).toArray();
        DoubleUnaryOperator group = grouping(all, tolerance * (max(all) - Arrays.stream(all).min().orElse(0)));
        for (Table table : tables) {
            double[] values = finite(table);
            add(table, Arrays.stream(values).map(group).toArray(), builder);
        }
    }

    private static void addMeans(List<Table> tables, double widest, ModelBuilder builder) {
        double[] means = new double[finite(tables.get(0)).length];
        if (tables.get(0).arity() > 1) {
            for (Table table : tables) {
                double[] values = finite(table);
                for (int i = 0; i < means.length; i++) {
                    means[i] += values[i] / tables.size();
                }
            }
        }
        double[] rounded = Arrays.stream(means).map(grouping(means, GAP_OF_MEANS * widest)).toArray();
        tables.forEach(table -> add(table, rounded, builder));
    }

    /** A table with other finite entries. */
    private static void add(Table table, double[] values, ModelBuilder builder) {
        double[] entries = table.entries();
        int next = 0;
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entries[i] == Double.NEGATIVE_INFINITY ? entries[i] : values[next++];
        }
        builder.table(table.scope(), entries);
    }

    /** Each value's group mean; groups are cut at gaps above the limit. */
    private static DoubleUnaryOperator grouping(double[] values, double gap) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] means = new double[sorted.length];
        for (int from = 0; from < sorted.length;) {
            int to = from + 1;
            double sum = sorted[from];
            while (to < sorted.length && sorted[to] - sorted[to - 1] <= gap) {
                sum += sorted[to++];
            }
            Arrays.fill(means, from, to, sum / (to - from));
            from = to;
        }
        return x -> means[Math.min(Math.abs(Arrays.binarySearch(sorted, x)), means.length - 1)];
    }

    private static void addWide(List<WeightedFeature> wide, double tolerance, ModelBuilder builder) {
        double[] weights = wide.stream().mapToDouble(WeightedFeature::weight).filter(Double::isFinite).toArray();
        DoubleUnaryOperator group = grouping(weights,
                tolerance * (max(weights) - Arrays.stream(weights).min().orElse(0)));
        for (WeightedFeature feature : wide) {
            double weight = Double.isFinite(feature.weight()) ? group.applyAsDouble(feature.weight())
                    : feature.weight();
            builder.add(feature.withWeight(weight));
        }
    }
}
