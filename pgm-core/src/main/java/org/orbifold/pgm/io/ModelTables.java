package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** A model as formats of tables see it: every feature is a table, the constant one more of them. */
final class ModelTables {

    /** How many entries clauses, conjunctions and formulas may grow to: about a gigabyte of text. */
    private static final long MAX_EXPANDED = 1L << 27;
    private static final int MAX_CONSTANT_TABLE = 1 << 10;

    /** Takes the log-potentials of a table in turn. */
    interface Entries {
        void entry(long index, double logPotential) throws IOException;
    }

    private final int[] sizes;
    private final int[] state;
    private final List<Feature> features = new ArrayList<>();

    ModelTables(GraphicalModel model) {
        sizes = model.sizes();
        state = new int[sizes.length];
        double constant = model.constant();
        long expanded = 0;
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            if (scope.length == 0) {
                constant += feature.logPotential(state);
                continue;
            }
            features.add(feature);
            if (feature instanceof WeightedFeature) {
                expanded += Math.min(MAX_EXPANDED + 1, entries(feature));
            }
            if (expanded > MAX_EXPANDED) {
                throw new IllegalArgumentException("a feature of " + scope.length + " variables makes the tables"
                        + " of this model too large, more than " + MAX_EXPANDED + " entries; write a clause file");
            }
        }
        if (constant != 0) {
            features.add(constantTable(constant));
        }
    }

    /** Over the smallest variable, because other programs expect one; over none if there is no small one. */
    private Table constantTable(double constant) {
        int smallest = -1;
        for (int v = 0; v < sizes.length; v++) {
            if (sizes[v] <= MAX_CONSTANT_TABLE && (smallest < 0 || sizes[v] < sizes[smallest])) {
                smallest = v;
            }
        }
        int[] scope = smallest < 0 ? new int[0] : new int[] {smallest};
        int[] scopeSizes = smallest < 0 ? new int[0] : new int[] {sizes[smallest]};
        double[] entries = new double[smallest < 0 ? 1 : sizes[smallest]];
        // In every entry: whatever the variable's value is, the constant counts once.
        Arrays.fill(entries, constant);
        return Table.of(scope, scopeSizes, entries);
    }

    /** The features, each over at least one variable but for a constant. */
    List<Feature> features() {
        return features;
    }

    long entries(Feature feature) {
        return Odometer.count(feature.scope(), sizes);
    }

    /** Runs through a feature's table, in the order of its scope, with the first or the last variable fastest. */
    void forEachEntry(Feature feature, boolean firstFastest, Entries entries) throws IOException {
        Odometer odometer = new Odometer(feature.scope(), sizes, state, firstFastest);
        long index = 0;
        do {
            entries.entry(index++, feature.logPotential(state));
        } while (odometer.advance());
    }
}
