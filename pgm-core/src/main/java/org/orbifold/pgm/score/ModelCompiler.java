package org.orbifold.pgm.score;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/** Decides for each unit whether its conditional is tabulated, and fills the tables or lists its factors. */
final class ModelCompiler {

    private static final int LARGEST_BLOCK = 1 << 16;
    private static final double READS_PER_EXPONENTIAL = 10;

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final Limits limits;
    private final int[] sizes;
    private final List<List<Table>> factorsOf;
    private final List<List<Feature>> wideOf;
    private final double[] reads;
    private final ConditionalTables.Builder tables;
    private final FactorSums.Builder sums;
    /** Scratch for filling conditionals; only the entries of a unit and its neighbours mean anything. */
    private final int[] state;

    ModelCompiler(GraphicalModel model, BlockPartition partition, Limits limits, Budget budget) {
        if (partition.variableCount() != model.variableCount()) {
            throw new IllegalArgumentException("a partition of " + partition.variableCount()
                    + " variables does not fit a model of " + model.variableCount());
        }
        int units = partition.blockCount();
        this.model = model;
        this.partition = partition;
        this.limits = limits;
        this.sizes = partition.blocks().stream().mapToInt(block -> sizeOf(block, model)).toArray();
        this.factorsOf = lists(units);
        this.wideOf = lists(units);
        this.reads = new double[units];
        this.tables = new ConditionalTables.Builder(units);
        this.sums = new FactorSums.Builder(model, partition);
        this.state = new int[model.variableCount()];
        collectIncidences(model.factors(), budget);
        for (int u = 0; u < units; u++) {
            budget.check();
            compile(u);
        }
    }

    private static int sizeOf(Block block, GraphicalModel model) {
        int size = block.valueCount(model);
        if (block.size() > 1 && size > LARGEST_BLOCK) {
            throw new IllegalArgumentException("block " + block + " has " + size + " values; at most " + LARGEST_BLOCK
                    + " can be drawn at once; take smaller blocks");
        }
        return size;
    }

    private static <T> List<List<T>> lists(int count) {
        List<List<T>> lists = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>(2));
        }
        return lists;
    }

    private void collectIncidences(Factors factors, Budget budget) {
        for (Table factor : factors.tables()) {
            budget.check();
            if (factor.entryCount() <= limits.factorEntries()) {
                addTo(factorsOf, factor);
            } else {
                addTo(wideOf, factor);
            }
        }
        factors.wide().forEach(feature -> addTo(wideOf, feature));
    }

    private <T extends Feature> void addTo(List<List<T>> lists, T feature) {
        Arrays.stream(feature.scope()).map(partition::blockOf).distinct().forEach(u -> lists.get(u).add(feature));
    }

    private void compile(int u) {
        int[] neighbours = fewNeighbours(u);
        if (neighbours != null) {
            tabulate(u, neighbours);
            reads[u] = neighbours.length + (sizes[u] == 2 ? 0 : sizes[u]);
            sums.add(u, sizes[u], List.of(), List.of());
        } else {
            sums.add(u, sizes[u], factorsOf.get(u), wideOf.get(u));
            reads[u] = readsOfSum(u);
        }
    }

    private double readsOfSum(int u) {
        int values = sizes[u] == 2 ? 1 : sizes[u];
        double sum = sizes[u] == 2 ? 0 : READS_PER_EXPONENTIAL * values;
        for (Table factor : factorsOf.get(u)) {
            sum += factor.arity() - 1 + (sums.isQuick(u, sizes[u], factor) ? 1 : values);
        }
        for (Feature feature : wideOf.get(u)) {
            sum += (double) values * feature.scope().length;
        }
        return sum;
    }

    /** The variables around a unit, or null if they have too many joint values to tabulate its conditional. */
    private int @Nullable [] fewNeighbours(int u) {
        if (!wideOf.get(u).isEmpty()) {
            return null;
        }
        int limit = sizes[u] == 2 ? limits.binaryEntries() : limits.largerEntries();
        long entries = sizes[u] == 2 ? 1 : sizes[u];
        IntSortedSet neighbours = new IntAVLTreeSet();
        for (Table factor : factorsOf.get(u)) {
            for (int k = 0; k < factor.arity(); k++) {
                int v = factor.variable(k);
                if (partition.blockOf(v) != u && neighbours.add(v)) {
                    entries *= factor.size(k);
                }
            }
            if (entries > limit) {
                return null;
            }
        }
        return entries <= limit && tables.entries() + entries <= limits.totalEntries() ? neighbours.toIntArray() : null;
    }

    private void tabulate(int u, int[] neighbours) {
        int[] strides = new int[neighbours.length];
        int rows = 1;
        for (int k = neighbours.length - 1; k >= 0; k--) {
            strides[k] = rows;
            rows *= model.size(neighbours[k]);
        }
        boolean binary = sizes[u] == 2;
        double[] table = new double[binary ? rows : rows * sizes[u]];
        double[] scores = new double[sizes[u]];
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < neighbours.length; k++) {
                state[neighbours[k]] = r / strides[k] % model.size(neighbours[k]);
            }
            score(u, scores);
            if (binary) {
                table[r] = CompiledModel.logistic(scores[1] - scores[0]);
            } else {
                CompiledModel.normalize(scores, 0, scores.length);
                System.arraycopy(scores, 0, table, r * scores.length, scores.length);
            }
        }
        tables.add(u, neighbours, strides, table);
    }

    private void score(int u, double[] scores) {
        for (int x = 0; x < scores.length; x++) {
            partition.block(u).assign(model, x, state);
            scores[x] = 0;
            for (Table factor : factorsOf.get(u)) {
                scores[x] += factor.logPotential(state);
            }
        }
    }

    BlockPartition partition() {
        return partition;
    }

    int[] sizes() {
        return sizes;
    }

    double[] reads() {
        return reads;
    }

    ConditionalTables tables() {
        return tables.build();
    }

    FactorSums sums() {
        return sums.build();
    }
}
