package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import org.orbifold.pgm.model.Table;

/**
 * For each variable, how to read the tables of its factors: one flat sequence of numbers per variable, so that the
 * loop touches no object.
 *
 * <p>Per factor: base of its table, stride of the variable itself, the number k of other variables, then k times a
 * variable and its stride.
 */
final class FactorPrograms {

    private static final int HEADER = 3;

    private final int[] start;
    private final int[] code;
    private final double[] tables;

    private FactorPrograms(int[] start, int[] code, double[] tables) {
        this.start = start;
        this.code = code;
        this.tables = tables;
    }

    /** The sum over the variable's factors of φ(x=1) − φ(x=0). */
    double difference(int[] state, int v) {
        double sum = 0;
        for (int i = start[v], end = start[v + 1]; i < end; i += HEADER + 2 * code[i + 2]) {
            int index = index(state, i);
            sum += tables[index + code[i + 1]] - tables[index];
        }
        return sum;
    }

    /** The sum over the variable's factors of φ(x=value). */
    double score(int[] state, int v, int value) {
        double sum = 0;
        for (int i = start[v], end = start[v + 1]; i < end; i += HEADER + 2 * code[i + 2]) {
            sum += tables[index(state, i) + code[i + 1] * value];
        }
        return sum;
    }

    /** Adds, for each value of the variable, the sum of its factors. */
    void addScores(int[] state, int v, int size, double[] out) {
        for (int i = start[v], end = start[v + 1]; i < end; i += HEADER + 2 * code[i + 2]) {
            int index = index(state, i);
            int stride = code[i + 1];
            for (int x = 0; x < size; x++) {
                out[x] += tables[index + stride * x];
            }
        }
    }

    /** Where the factor's entry stands when the variable itself has value 0. */
    private int index(int[] state, int i) {
        int index = code[i];
        for (int j = i + HEADER, end = j + 2 * code[i + 2]; j < end; j += 2) {
            index += code[j + 1] * state[code[j]];
        }
        return index;
    }

    /** Collects the programs, variable by variable. */
    static final class Builder {

        private final int[] start;
        private final IntArrayList code = new IntArrayList();
        private final TablePool tables = new TablePool();

        Builder(int variables) {
            start = new int[variables + 1];
        }

        /** Adds the next variable. */
        void add(int v, List<Table> factors) {
            for (Table factor : factors) {
                code.add(tables.add(factor.entries()));
                int own = code.size();
                code.add(0);
                code.add(factor.arity() - 1);
                for (int k = 0; k < factor.arity(); k++) {
                    if (factor.variable(k) == v) {
                        code.set(own, factor.stride(k));
                    } else {
                        code.add(factor.variable(k));
                        code.add(factor.stride(k));
                    }
                }
            }
            start[v + 1] = code.size();
        }

        FactorPrograms build() {
            return new FactorPrograms(start, code.toIntArray(), tables.toArray());
        }
    }
}
