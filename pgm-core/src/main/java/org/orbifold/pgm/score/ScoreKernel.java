package org.orbifold.pgm.score;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Table;

/** One score per value: for variables with more than two values or with hard constraints. */
final class ScoreKernel {

    private final FactorPrograms programs;
    private final Feature[][] wide;

    private ScoreKernel(FactorPrograms programs, Feature[][] wide) {
        this.programs = programs;
        this.wide = wide;
    }

    double score(int[] state, int v, int value) {
        double sum = programs.score(state, v, value);
        if (wide[v] != null) {
            for (Feature feature : wide[v]) {
                sum += feature.logPotential(state, v, value);
            }
        }
        return sum;
    }

    void scores(int[] state, int v, int size, double[] out) {
        Arrays.fill(out, 0, size, 0);
        programs.addScores(state, v, size, out);
        if (wide[v] != null) {
            for (Feature feature : wide[v]) {
                for (int x = 0; x < size; x++) {
                    out[x] += feature.logPotential(state, v, x);
                }
            }
        }
    }

    /** Collects the factors, variable by variable. */
    static final class Builder {

        private final FactorPrograms.Builder programs;
        private final Feature[][] wide;

        Builder(int variables) {
            programs = new FactorPrograms.Builder(variables);
            wide = new Feature[variables][];
        }

        /** Adds the next variable with its factors and features. */
        void add(int v, List<Table> factors, List<Feature> features) {
            programs.add(v, factors);
            if (!features.isEmpty()) {
                wide[v] = features.toArray(Feature[]::new);
            }
        }

        /** Passes over the next variable. */
        void skip(int v) {
            programs.add(v, List.of());
        }

        ScoreKernel build() {
            return new ScoreKernel(programs.build(), wide);
        }
    }
}
