package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Table;

/**
 * Log-odds of binary variables as sums of differences φ(x=1) − φ(x=0), one per factor. Only for variables without
 * hard constraints, because ∞ − ∞ is no number.
 *
 * <p>Factors with one or two other variables, by far the most common, have their differences tabulated; others read
 * two entries of their table.
 */
final class DifferenceKernel {

    /** The sum of the factors that depend on the variable alone. */
    private final double[] field;
    private final double[] differences;
    /** Per factor with one other variable u: u, base; the difference is at base + state[u]. */
    private final int[] pairStart;
    private final int[] pairs;
    /** Per factor with two others a, b: a, stride of a, b, base. */
    private final int[] tripleStart;
    private final int[] triples;
    private final FactorPrograms programs;
    private final Feature[][] wide;

    private DifferenceKernel(Builder builder) {
        this.field = builder.field;
        this.differences = builder.differences.toArray();
        this.pairStart = builder.pairStart;
        this.pairs = builder.pairs.toIntArray();
        this.tripleStart = builder.tripleStart;
        this.triples = builder.triples.toIntArray();
        this.programs = builder.programs.build();
        this.wide = builder.wide;
    }

    double logOdds(int[] state, int v) {
        double sum = field[v];
        for (int i = pairStart[v], end = pairStart[v + 1]; i < end; i += 2) {
            sum += differences[pairs[i + 1] + state[pairs[i]]];
        }
        for (int i = tripleStart[v], end = tripleStart[v + 1]; i < end; i += 4) {
            sum += differences[triples[i + 3] + triples[i + 1] * state[triples[i]] + state[triples[i + 2]]];
        }
        sum += programs.difference(state, v);
        if (wide[v] != null) {
            for (Feature feature : wide[v]) {
                sum += feature.logPotential(state, v, 1) - feature.logPotential(state, v, 0);
            }
        }
        return sum;
    }

    /** Collects the factors, variable by variable. */
    static final class Builder {

        private final double[] field;
        private final TablePool differences = new TablePool();
        private final int[] pairStart;
        private final IntArrayList pairs = new IntArrayList();
        private final int[] tripleStart;
        private final IntArrayList triples = new IntArrayList();
        private final FactorPrograms.Builder programs;
        private final Feature[][] wide;

        Builder(int variables) {
            field = new double[variables];
            pairStart = new int[variables + 1];
            tripleStart = new int[variables + 1];
            programs = new FactorPrograms.Builder(variables);
            wide = new Feature[variables][];
        }

        /** Adds the next variable with its factors and features. */
        void add(int v, List<Table> factors, List<Feature> features) {
            List<Table> larger = new ArrayList<>();
            for (Table factor : factors) {
                switch (factor.arity()) {
                    case 1 -> field[v] += factor.entry(1) - factor.entry(0);
                    case 2 -> addPair(v, factor);
                    case 3 -> addTriple(v, factor);
                    default -> larger.add(factor);
                }
            }
            programs.add(v, larger);
            if (!features.isEmpty()) {
                wide[v] = features.toArray(Feature[]::new);
            }
            end(v);
        }

        /** Passes over the next variable. */
        void skip(int v) {
            programs.add(v, List.of());
            end(v);
        }

        private void end(int v) {
            pairStart[v + 1] = pairs.size();
            tripleStart[v + 1] = triples.size();
        }

        private void addPair(int v, Table factor) {
            int own = factor.variable(0) == v ? 0 : 1;
            int other = 1 - own;
            double[] table = new double[factor.size(other)];
            for (int x = 0; x < table.length; x++) {
                table[x] = difference(factor, own, x * factor.stride(other));
            }
            pairs.add(factor.variable(other));
            pairs.add(differences.add(table));
        }

        private void addTriple(int v, Table factor) {
            int own = factor.variable(0) == v ? 0 : factor.variable(1) == v ? 1 : 2;
            int a = own == 0 ? 1 : 0;
            int b = own == 2 ? 1 : 2;
            double[] table = new double[factor.size(a) * factor.size(b)];
            for (int i = 0; i < table.length; i++) {
                int x = i / factor.size(b);
                int y = i % factor.size(b);
                table[i] = difference(factor, own, x * factor.stride(a) + y * factor.stride(b));
            }
            triples.add(factor.variable(a));
            triples.add(factor.size(b));
            triples.add(factor.variable(b));
            triples.add(differences.add(table));
        }

        private static double difference(Table factor, int own, int index) {
            return factor.entry(index + factor.stride(own)) - factor.entry(index);
        }

        DifferenceKernel build() {
            return new DifferenceKernel(this);
        }
    }
}
