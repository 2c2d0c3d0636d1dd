package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Ĝ, the model over blocks (section 3 of the paper): one variable Y<sub>l</sub> per block B<sub>l</sub>, whose values
 * are the joint assignments of the block; every feature in its partition-consistent form f̂<sub>j</sub>, over whole
 * blocks; features of one scope merged into one table. By Theorem 3 corresponding states have the same probability.
 *
 * <p>The tables of Ĝ are exponential in the size of blocks; their number of entries is known before any is made
 * ({@link #tableEntries()}). The search for symmetries does not need them (see {@link ModelGraph}): this is for people,
 * for tests, and for whoever wants to run something else on Ĝ.
 */
public final class BlockModel {

    private final GraphicalModel original;
    private final BlockPartition partition;
    private final Map<int[], List<Feature>> byScope =
            new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
    private final int[] valueCounts;
    private final double tableEntries;

    private BlockModel(GraphicalModel original, BlockPartition partition) {
        this.original = original;
        this.partition = partition;
        valueCounts = partition.blocks().stream().mapToInt(block -> block.valueCount(original)).toArray();
        for (Feature feature : original.features()) {
            byScope.computeIfAbsent(blocksOf(feature), scope -> new ArrayList<>(2)).add(feature);
        }
        double entries = 0;
        for (int[] scope : byScope.keySet()) {
            entries += entries(scope);
        }
        tableEntries = entries;
    }

    /**
     * The model over the blocks of a partition.
     *
     * @param model     a model
     * @param partition a partition of its variables
     * @return Ĝ; its tables are made when asked for
     * @throws IllegalArgumentException if the partition is of another number of variables
     */
    public static BlockModel of(GraphicalModel model, BlockPartition partition) {
        if (partition.variableCount() != model.variableCount()) {
            throw new IllegalArgumentException("a partition of " + partition.variableCount() + " variables, but the "
                    + "model has " + model.variableCount());
        }
        return new BlockModel(model, partition);
    }

    private int[] blocksOf(Feature feature) {
        return Arrays.stream(feature.scope()).map(partition::blockOf).sorted().distinct().toArray();
    }

    private double entries(int[] scope) {
        double product = 1;
        for (int block : scope) {
            product *= valueCounts[block];
        }
        return product;
    }

    /**
     * The model that this was made from.
     *
     * @return G
     */
    public GraphicalModel original() {
        return original;
    }

    /**
     * The partition.
     *
     * @return Δ
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * How many entries the tables of Ĝ have together; each takes 8 bytes.
     *
     * @return the number, known without making them
     */
    public double tableEntries() {
        return tableEntries;
    }

    /**
     * Makes Ĝ as a model in its own right.
     *
     * @param maxEntries the most table entries to make
     * @return a model with one variable per block and one table per set of blocks that features touch together
     * @throws IllegalArgumentException if more entries are needed
     */
    public GraphicalModel transformed(long maxEntries) {
        if (tableEntries > maxEntries) {
            throw new IllegalArgumentException("the tables over blocks have " + tableEntries + " entries, more than "
                    + "the limit of " + maxEntries + "; use smaller blocks, or raise the limit");
        }
        ModelBuilder builder = GraphicalModel.builder().constant(original.constant());
        for (int b = 0; b < valueCounts.length; b++) {
            builder.variable(nameOf(partition.block(b)), domainOf(b));
        }
        int[] state = new int[original.variableCount()];
        byScope.forEach((scope, features) -> builder.table(scope, merge(scope, features, state)));
        return builder.build();
    }

    private double[] merge(int[] scope, List<Feature> features, int[] state) {
        double[] logs = new double[(int) entries(scope)];
        int[] values = new int[scope.length];
        for (int block : scope) {
            partition.block(block).assign(original, 0, state);
        }
        for (int i = 0; i < logs.length; i++) {
            for (Feature feature : features) {
                logs[i] += feature.logPotential(state);
            }
            for (int k = scope.length - 1; k >= 0; k--) {
                boolean carry = ++values[k] == valueCounts[scope[k]];
                values[k] = carry ? 0 : values[k];
                partition.block(scope[k]).assign(original, values[k], state);
                if (!carry) {
                    break;
                }
            }
        }
        return logs;
    }

    private String nameOf(Block block) {
        StringJoiner names = new StringJoiner(",", "(", ")");
        for (int v : block.variables()) {
            names.add(original.variable(v).name());
        }
        return names.toString();
    }

    private Domain domainOf(int block) {
        if (partition.block(block).size() == 1) {
            return original.variable(partition.block(block).variable(0)).domain();
        }
        String[] labels = new String[valueCounts[block]];
        int[] state = new int[original.variableCount()];
        for (int value = 0; value < labels.length; value++) {
            partition.block(block).assign(original, value, state);
            StringJoiner label = new StringJoiner(",", "(", ")");
            for (int v : partition.block(block).variables()) {
                label.add(original.variable(v).domain().label(state[v]));
            }
            labels[value] = label.toString();
        }
        return Domain.of(labels);
    }

    /**
     * The state ŝ of Ĝ that corresponds to a state of G.
     *
     * @param state a state of the original model
     * @return the value of each block
     */
    public int[] toBlocks(int[] state) {
        original.checkState(state);
        return partition.blocks().stream().mapToInt(block -> block.value(original, state)).toArray();
    }

    /**
     * The state of G that corresponds to a state ŝ of Ĝ.
     *
     * @param blockValues the value of each block
     * @return a state of the original model
     * @throws IllegalArgumentException if there are more or fewer values than blocks, or one is out of range
     */
    public int[] toVariables(int[] blockValues) {
        if (blockValues.length != valueCounts.length) {
            throw new IllegalArgumentException(blockValues.length + " values for " + valueCounts.length + " blocks");
        }
        int[] state = new int[original.variableCount()];
        for (int b = 0; b < blockValues.length; b++) {
            if (blockValues[b] < 0 || blockValues[b] >= valueCounts[b]) {
                throw new IllegalArgumentException("value " + blockValues[b] + " of block " + partition.block(b)
                        + " is out of range; expected 0 to " + (valueCounts[b] - 1));
            }
            partition.block(b).assign(original, blockValues[b], state);
        }
        return state;
    }
}
