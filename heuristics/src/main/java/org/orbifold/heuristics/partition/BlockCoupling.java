package org.orbifold.heuristics.partition;

import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * How strongly the variables inside the blocks of a partition depend on each other through features of their own. Of
 * two partitions with about as many symmetries, the one with stronger coupling inside its blocks is the better one to
 * draw whole blocks from: the interactions inside a block are summed exactly, and the rest depends less on them.
 *
 * <p>The log-potentials of all features inside a block add up to a table; what is left of it after its mean and the
 * effects of single variables are taken away is coupling. A block counts with the largest entry of that rest.
 *
 * <p>Cost: O(values of the block) for each feature inside a block, O(1) for each other.
 */
final class BlockCoupling {

    /** A forbidden value counts as one with this log-potential: the coupling of hard constraints is large, not all. */
    private static final double FORBIDDEN = -20;

    private final GraphicalModel model;
    private final BlockPartition partition;

    private BlockCoupling(GraphicalModel model, BlockPartition partition) {
        this.model = model;
        this.partition = partition;
    }

    /** The sum over all blocks of a partition; 0 for single variables. */
    static double of(GraphicalModel model, BlockPartition partition) {
        return new BlockCoupling(model, partition).sum();
    }

    private double sum() {
        double[][] tables = new double[partition.blockCount()][];
        int[] state = new int[model.variableCount()];
        for (Feature feature : model.features()) {
            int b = commonBlock(feature.scope());
            if (b >= 0) {
                Block block = partition.block(b);
                if (tables[b] == null) {
                    tables[b] = new double[block.valueCount(model)];
                }
                for (int value = 0; value < tables[b].length; value++) {
                    block.assign(model, value, state);
                    tables[b][value] = Math.max(FORBIDDEN, tables[b][value] + feature.logPotential(state));
                }
            }
        }
        double sum = 0;
        for (int b = 0; b < tables.length; b++) {
            sum += tables[b] == null ? 0 : coupling(partition.block(b), tables[b], state);
        }
        return sum;
    }

    /** The block that holds a scope of two or more variables; -1 if there is none. */
    private int commonBlock(int[] scope) {
        if (scope.length < 2) {
            return -1;
        }
        int block = partition.blockOf(scope[0]);
        for (int v : scope) {
            if (partition.blockOf(v) != block) {
                return -1;
            }
        }
        return block;
    }

    private double coupling(Block block, double[] table, int[] state) {
        double mean = 0;
        double[][] effects = new double[block.size()][];
        for (int k = 0; k < block.size(); k++) {
            effects[k] = new double[model.size(block.variable(k))];
        }
        for (int value = 0; value < table.length; value++) {
            mean += table[value] / table.length;
            block.assign(model, value, state);
            for (int k = 0; k < block.size(); k++) {
                effects[k][state[block.variable(k)]] += table[value] * effects[k].length / table.length;
            }
        }
        double largest = 0;
        for (int value = 0; value < table.length; value++) {
            block.assign(model, value, state);
            double rest = table[value] - mean;
            for (int k = 0; k < block.size(); k++) {
                rest -= effects[k][state[block.variable(k)]] - mean;
            }
            largest = Math.max(largest, Math.abs(rest));
        }
        return largest;
    }
}
