package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** Decides which kernel serves each variable, and fills the kernels. */
final class ModelCompiler {

    private final int[] sizes;
    private final Limits limits;
    private final Factors factors;
    private final List<List<Table>> factorsOf;
    private final List<List<Feature>> wideOf;
    private final boolean[] tabulated;
    private final boolean[] soft;
    private final int[] reads;
    private final BlanketKernel.Builder blankets;
    private final DifferenceKernel.Builder differences;
    private final ScoreKernel.Builder scores;
    /** Scratch for filling conditionals; only the blanket's entries mean anything. */
    private final int[] state;

    ModelCompiler(GraphicalModel model, Limits limits) {
        int n = model.variableCount();
        this.sizes = model.sizes();
        this.limits = limits;
        this.factors = model.factors();
        this.factorsOf = lists(n);
        this.wideOf = lists(n);
        this.tabulated = new boolean[n];
        this.soft = new boolean[n];
        this.reads = new int[n];
        this.blankets = new BlanketKernel.Builder(sizes);
        this.differences = new DifferenceKernel.Builder(n);
        this.scores = new ScoreKernel.Builder(n);
        this.state = new int[n];
        collectIncidences();
        for (int v = 0; v < n; v++) {
            choose(v);
        }
    }

    private static <T> List<List<T>> lists(int count) {
        List<List<T>> lists = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>(2));
        }
        return lists;
    }

    private void collectIncidences() {
        Arrays.fill(soft, true);
        for (Table factor : factors.tables()) {
            boolean small = factor.entryCount() <= limits.tableEntries();
            boolean hard = factor.isHard();
            for (int v : factor.scope()) {
                if (small) {
                    factorsOf.get(v).add(factor);
                } else {
                    wideOf.get(v).add(factor);
                }
                soft[v] &= !hard;
            }
        }
        for (WeightedFeature feature : factors.wide()) {
            for (int v : feature.scope()) {
                wideOf.get(v).add(feature);
                soft[v] &= Double.isFinite(feature.weight());
            }
        }
        for (int v = 0; v < sizes.length; v++) {
            soft[v] &= sizes[v] == 2;
        }
    }

    private void choose(int v) {
        int[] blanket = smallBlanket(v);
        tabulated[v] = blanket != null;
        if (tabulated[v]) {
            tabulate(v, blanket);
            reads[v] = blanket.length;
            differences.skip(v);
            scores.skip(v);
            return;
        }
        factorsOf.get(v).forEach(factor -> reads[v] += factor.arity());
        wideOf.get(v).forEach(feature -> reads[v] += feature.scope().length);
        if (soft[v]) {
            differences.add(v, factorsOf.get(v), wideOf.get(v));
            scores.skip(v);
        } else {
            differences.skip(v);
            scores.add(v, factorsOf.get(v), wideOf.get(v));
        }
    }

    /** The Markov blanket of the variable, or null if its conditional is too large to tabulate. */
    private int[] smallBlanket(int v) {
        if (!wideOf.get(v).isEmpty()) {
            return null;
        }
        long entries = sizes[v] == 2 ? 1 : sizes[v];
        IntSortedSet blanket = new IntAVLTreeSet();
        for (Table factor : factorsOf.get(v)) {
            for (int k = 0; k < factor.arity(); k++) {
                int u = factor.variable(k);
                if (u != v && blanket.add(u)) {
                    entries *= sizes[u];
                }
            }
            if (entries > limits.blanketEntries()) {
                return null;
            }
        }
        boolean fits = entries <= limits.blanketEntries() && blankets.entries() + entries <= limits.totalEntries();
        return fits ? blanket.toIntArray() : null;
    }

    private void tabulate(int v, int[] blanket) {
        int[] strides = new int[blanket.length];
        int rows = 1;
        for (int k = blanket.length - 1; k >= 0; k--) {
            strides[k] = rows;
            rows *= sizes[blanket[k]];
        }
        double[][] table = new double[rows][sizes[v]];
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < blanket.length; k++) {
                state[blanket[k]] = r / strides[k] % sizes[blanket[k]];
            }
            for (int x = 0; x < sizes[v]; x++) {
                state[v] = x;
                for (Table factor : factorsOf.get(v)) {
                    table[r][x] += factor.logPotential(state);
                }
            }
        }
        blankets.add(v, blanket, strides, table);
    }

    int[] sizes() {
        return sizes;
    }

    Factors factors() {
        return factors;
    }

    boolean[] tabulated() {
        return tabulated;
    }

    boolean[] soft() {
        return soft;
    }

    int[] reads() {
        return reads;
    }

    BlanketKernel blankets() {
        return blankets.build();
    }

    DifferenceKernel differences() {
        return differences.build();
    }

    ScoreKernel scores() {
        return scores.build();
    }
}
