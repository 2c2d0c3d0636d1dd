package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.score.CompiledModel;

/**
 * The joint conditional of every block of a partition, from the model's own factors: the block model Ĝ is never built.
 *
 * <p>A factor that touches a block is read with one index for its variables outside and one offset per block value, so
 * a query costs O(factors of the block · block values). Where the variables around a block have few joint
 * values the distributions are tabulated, and a query is one look-up. Blocks of one variable are left to the compiled
 * model. Immutable; threads share it.
 */
public final class BlockConditionals {

    private static final int TABULATED_ENTRIES = 1 << 10;
    private static final int TABULATED_IN_ALL = 1 << 22;
    private static final int LARGEST_BLOCK = 1 << 16;

    private final GraphicalModel model;
    private final CompiledModel compiled;
    private final BlockPartition partition;
    /** The variable of a block that has but one, else −1. */
    private final int[] single;
    private final int[] valueCounts;
    private final int largest;
    /** Per block: its factors as base, offsets, k, then k times an outside variable and its stride. */
    private final int[] start;
    private final int[] code;
    private final double[] tables;
    /** Per factor of a block, the offset of its entry for each block value. */
    private final int[] offsets;
    private final Feature[][] wide;
    /** Per block: −1 or where its tabulated distributions begin. */
    private final int[] tabulated;
    private final int[] aroundStart;
    private final int[] around;
    private final double[] distributions;

    private BlockConditionals(CompiledModel compiled, Builder builder) {
        this.model = builder.model;
        this.compiled = compiled;
        this.partition = builder.partition;
        this.single = builder.single;
        this.valueCounts = builder.valueCounts;
        this.largest = Arrays.stream(valueCounts).max().orElse(1);
        this.start = builder.start;
        this.code = builder.code.toIntArray();
        this.tables = builder.tables.toDoubleArray();
        this.offsets = builder.offsets.toIntArray();
        this.wide = builder.wide;
        this.tabulated = new int[partition.blockCount()];
        this.aroundStart = new int[partition.blockCount() + 1];
        IntArrayList neighbours = new IntArrayList();
        this.distributions = tabulate(neighbours);
        this.around = neighbours.toIntArray();
    }

    /**
     * Compiles the blocks of a partition.
     *
     * @param model     the model
     * @param partition a partition of its variables
     * @return the conditionals
     * @throws IllegalArgumentException if a block has more than 65536 values
     */
    public static BlockConditionals of(GraphicalModel model, BlockPartition partition) {
        return of(model, CompiledModel.of(model), partition);
    }

    /**
     * Compiles the blocks of a partition of a model whose single variables have been compiled.
     *
     * @param model     the model
     * @param compiled  the same model, compiled
     * @param partition a partition of its variables
     * @return the conditionals
     * @throws IllegalArgumentException if a block has more than 65536 values
     */
    public static BlockConditionals of(GraphicalModel model, CompiledModel compiled, BlockPartition partition) {
        if (partition.variableCount() != model.variableCount()) {
            throw new IllegalArgumentException("a partition of " + partition.variableCount()
                    + " variables does not fit a model of " + model.variableCount());
        }
        return new BlockConditionals(compiled, new Builder(model, partition));
    }

    /**
     * The partition.
     *
     * @return as given
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * The number of values of a block.
     *
     * @param block the block's index
     * @return the product of its variables' sizes
     */
    public int valueCount(int block) {
        return valueCounts[block];
    }

    /**
     * The largest number of values of any block.
     *
     * @return what scratch space must hold
     */
    public int largestValueCount() {
        return largest;
    }

    /** The variable of a block that has but one, else −1. */
    int single(int block) {
        return single[block];
    }

    CompiledModel compiled() {
        return compiled;
    }

    /** About how many reads a query of a block is; an exponential counts as ten. */
    double work(int block) {
        if (single[block] >= 0) {
            return compiled.reads(single[block]);
        }
        if (tabulated[block] >= 0) {
            return (aroundStart[block + 1] - aroundStart[block]) / 2 + valueCounts[block];
        }
        double reads = 10.0 * valueCounts[block];
        for (int i = start[block]; i < start[block + 1]; i += 3 + 2 * code[i + 2]) {
            reads += code[i + 2] + valueCounts[block];
        }
        for (int w = 0; wide[block] != null && w < wide[block].length; w++) {
            reads += (double) valueCounts[block] * wide[block][w].scope().length;
        }
        return reads;
    }

    /**
     * Writes the joint distribution of a block given all variables outside.
     *
     * @param state a value for every variable; the block's own do not matter and stay as they are
     * @param block the block's index
     * @param out   receives a probability per block value, from index 0; all 0 if none is possible
     */
    public void distribution(int[] state, int block, double[] out) {
        if (single[block] >= 0) {
            compiled.conditional(state, single[block], out);
        } else if (tabulated[block] >= 0) {
            int row = 0;
            for (int i = aroundStart[block], end = aroundStart[block + 1]; i < end; i += 2) {
                row += around[i + 1] * state[around[i]];
            }
            System.arraycopy(distributions, tabulated[block] + row * valueCounts[block], out, 0, valueCounts[block]);
        } else {
            compute(state, block, out);
        }
    }

    private void compute(int[] state, int block, double[] out) {
        int values = valueCounts[block];
        Arrays.fill(out, 0, values, 0);
        for (int i = start[block]; i < start[block + 1]; i += 3 + 2 * code[i + 2]) {
            int index = code[i];
            for (int j = i + 3, end = j + 2 * code[i + 2]; j < end; j += 2) {
                index += code[j + 1] * state[code[j]];
            }
            int offset = code[i + 1];
            for (int b = 0; b < values; b++) {
                out[b] += tables[index + offsets[offset + b]];
            }
        }
        if (wide[block] != null) {
            addWide(state, block, out);
        }
        normalize(out, values);
    }

    private void addWide(int[] state, int block, double[] out) {
        Block variables = partition.block(block);
        int own = variables.value(model, state);
        for (int b = 0; b < valueCounts[block]; b++) {
            variables.assign(model, b, state);
            for (Feature feature : wide[block]) {
                out[b] += feature.logPotential(state);
            }
        }
        variables.assign(model, own, state);
    }

    private static void normalize(double[] scores, int size) {
        double max = Double.NEGATIVE_INFINITY;
        for (int b = 0; b < size; b++) {
            max = Math.max(max, scores[b]);
        }
        double sum = 0;
        for (int b = 0; b < size; b++) {
            scores[b] = max == Double.NEGATIVE_INFINITY ? 0 : Math.exp(scores[b] - max);
            sum += scores[b];
        }
        for (int b = 0; b < size && sum > 0; b++) {
            scores[b] /= sum;
        }
    }

    private double[] tabulate(IntArrayList neighbours) {
        DoubleArrayList all = new DoubleArrayList();
        int[] state = new int[model.variableCount()];
        double[] row = new double[largest];
        for (int b = 0; b < valueCounts.length; b++) {
            int[] outside = outside(b);
            long rows = 1;
            for (int v : outside) {
                rows = Math.min(rows * model.size(v), TABULATED_ENTRIES + 1L);
            }
            long entries = rows * valueCounts[b];
            boolean fits = single[b] < 0 && wide[b] == null && entries <= TABULATED_ENTRIES
                    && all.size() + entries <= TABULATED_IN_ALL;
            tabulated[b] = -1;
            if (fits) {
                int stride = 1;
                for (int v : outside) {
                    neighbours.add(v);
                    neighbours.add(stride);
                    stride *= model.size(v);
                }
                int from = all.size();
                for (int r = 0; r < rows; r++) {
                    int rest = r;
                    for (int v : outside) {
                        state[v] = rest % model.size(v);
                        rest /= model.size(v);
                    }
                    compute(state, b, row);
                    all.addElements(all.size(), row, 0, valueCounts[b]);
                }
                tabulated[b] = from;
            }
            aroundStart[b + 1] = neighbours.size();
        }
        return all.toDoubleArray();
    }

    /** The variables outside the block that share a factor with it. */
    private int[] outside(int block) {
        IntLinkedOpenHashSet outside = new IntLinkedOpenHashSet();
        for (int i = start[block]; i < start[block + 1]; i += 3 + 2 * code[i + 2]) {
            for (int j = i + 3, end = j + 2 * code[i + 2]; j < end; j += 2) {
                outside.add(code[j]);
            }
        }
        return outside.toIntArray();
    }

    /** Collects the factors block by block. */
    private static final class Builder {

        private final GraphicalModel model;
        private final BlockPartition partition;
        private final int[] single;
        private final int[] valueCounts;
        private final int[] start;
        private final IntArrayList code = new IntArrayList();
        private final DoubleArrayList tables = new DoubleArrayList();
        private final IntArrayList offsets = new IntArrayList();
        private final Feature[][] wide;

        Builder(GraphicalModel model, BlockPartition partition) {
            this.model = model;
            this.partition = partition;
            int blocks = partition.blockCount();
            this.single = new int[blocks];
            for (int b = 0; b < blocks; b++) {
                single[b] = partition.block(b).size() == 1 ? partition.block(b).variable(0) : -1;
            }
            this.valueCounts = new int[blocks];
            this.start = new int[blocks + 1];
            this.wide = new Feature[blocks][];
            Factors factors = model.factors();
            List<List<Table>> factorsOf = byBlock(factors);
            Map<Table, Integer> baseOf = new IdentityHashMap<>();
            for (Table factor : factors.tables()) {
                baseOf.put(factor, tables.size());
                tables.addElements(tables.size(), factor.entries());
            }
            for (int b = 0; b < blocks; b++) {
                valueCounts[b] = partition.block(b).valueCount(model);
                if (valueCounts[b] > LARGEST_BLOCK) {
                    throw new IllegalArgumentException("block " + partition.block(b) + " has " + valueCounts[b]
                            + " values; at most " + LARGEST_BLOCK + " can be drawn at once; take smaller blocks");
                }
                for (Table factor : factorsOf.get(b)) {
                    add(b, factor, baseOf.get(factor));
                }
                start[b + 1] = code.size();
            }
            addWide(factors);
        }

        private List<List<Table>> byBlock(Factors factors) {
            List<List<Table>> factorsOf = new ArrayList<>();
            for (int b = 0; b < partition.blockCount(); b++) {
                factorsOf.add(new ArrayList<>(2));
            }
            for (Table factor : factors.tables()) {
                larger(factor.scope()).forEach(b -> factorsOf.get(b).add(factor));
            }
            return factorsOf;
        }

        /** The blocks of several variables that a scope touches. */
        private IntStream larger(int[] scope) {
            return Arrays.stream(scope).map(partition::blockOf).filter(b -> single[b] < 0).distinct();
        }

        private void add(int b, Table factor, int base) {
            Block block = partition.block(b);
            code.add(base);
            code.add(offsets.size());
            int count = code.size();
            code.add(0);
            int[] strideOf = new int[block.size()];
            for (int k = 0; k < factor.arity(); k++) {
                int own = Arrays.binarySearch(block.variables(), factor.variable(k));
                if (own >= 0) {
                    strideOf[own] = factor.stride(k);
                } else {
                    code.add(factor.variable(k));
                    code.add(factor.stride(k));
                    code.set(count, code.getInt(count) + 1);
                }
            }
            for (int value = 0; value < valueCounts[b]; value++) {
                int rest = value;
                int offset = 0;
                for (int k = block.size() - 1; k >= 0; k--) {
                    int size = model.size(block.variable(k));
                    offset += strideOf[k] * (rest % size);
                    rest /= size;
                }
                offsets.add(offset);
            }
        }

        private void addWide(Factors factors) {
            for (Feature feature : factors.wide()) {
                larger(feature.scope()).forEach(b -> {
                    Feature[] more = wide[b] == null ? new Feature[1] : Arrays.copyOf(wide[b], wide[b].length + 1);
                    more[more.length - 1] = feature;
                    wide[b] = more;
                });
            }
        }
    }
}
