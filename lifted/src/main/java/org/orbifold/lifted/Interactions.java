package org.orbifold.lifted;

import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;

/**
 * The same model with the terms of single variables moved out of wider tables: the rest of those has mean 0 over
 * all but one variable. Terms of single variables need not be alike for blocks to be exchangeable, wherever they are
 * written. Tables with a forbidden state are left as they are; those without an interaction are dropped.
 *
 * <p>Cost: linear in the entries of the tables.
 */
final class Interactions {

    /** Entries below this, relative to the largest one, are rounding errors. */
    private static final double ROUNDING = 0x1p-48;

    private final ModelBuilder builder = GraphicalModel.builder();
    private final double[][] single;

    private Interactions(GraphicalModel model) {
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        this.single = new double[model.variableCount()][];
    }

    /** The model, or one with the same weights. */
    static GraphicalModel of(GraphicalModel model) {
        if (model.factors().tables().stream().allMatch(table -> table.arity() == 1 || table.isHard())) {
            return model;
        }
        return new Interactions(model).separated(model);
    }

    private GraphicalModel separated(GraphicalModel model) {
        double constant = model.factors().constant();
        for (Table table : model.factors().tables()) {
            if (table.arity() > 1 && !table.isHard()) {
                double[] entries = table.entries();
                constant += separate(table, entries);
                if (Arrays.stream(entries).anyMatch(entry -> entry != 0)) {
                    builder.table(table.scope(), entries);
                }
            } else {
                builder.add(table);
            }
        }
        for (int v = 0; v < single.length; v++) {
            if (single[v] != null) {
                builder.table(new int[] {v}, single[v]);
            }
        }
        model.factors().wide().forEach(builder::add);
        return builder.constant(constant).build();
    }

    /** Takes the terms of single variables out of some entries; returns their mean. */
    private double separate(Table table, double[] entries) {
        double largest = Arrays.stream(entries).map(Math::abs).max().orElse(0);
        double mean = Arrays.stream(entries).sum() / entries.length;
        double[][] means = new double[table.arity()][];
        for (int k = 0; k < means.length; k++) {
            int size = table.size(k);
            means[k] = new double[size];
            for (int i = 0; i < entries.length; i++) {
                means[k][i / table.stride(k) % size] += entries[i];
            }
            double[] own = single(table.variable(k), size);
            for (int x = 0; x < size; x++) {
                means[k][x] = means[k][x] * size / entries.length - mean;
                own[x] += means[k][x];
            }
        }
        for (int i = 0; i < entries.length; i++) {
            entries[i] -= mean;
            for (int k = 0; k < means.length; k++) {
                entries[i] -= means[k][i / table.stride(k) % table.size(k)];
            }
            if (Math.abs(entries[i]) <= ROUNDING * largest) {
                entries[i] = 0;
            }
        }
        return mean;
    }

    private double[] single(int variable, int size) {
        if (single[variable] == null) {
            single[variable] = new double[size];
        }
        return single[variable];
    }
}
