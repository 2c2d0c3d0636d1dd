package org.orbifold.inference.chain;

import java.util.Arrays;
import java.util.BitSet;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/** Hard zeros of a model, as a chain meets them that draws whole blocks. */
public final class Zeros {

    private Zeros() { }

    /**
     * Whether there are any.
     *
     * @param model a model
     * @return whether some state has no weight
     */
    public static boolean areIn(GraphicalModel model) {
        return model.factors().wide().stream().anyMatch(feature -> Double.isInfinite(feature.weight()))
                || model.factors().tables().stream().anyMatch(Table::isHard);
    }

    /**
     * Whether zeros forbid combinations of block values that are possible by themselves. A value of a block that is
     * never possible separates nothing: the chain does not draw it.
     *
     * @param model     the model
     * @param partition the blocks
     * @return whether there are such zeros
     */
    static boolean areBetweenBlocks(GraphicalModel model, BlockPartition partition) {
        return model.factors().wide().stream().anyMatch(feature -> Double.isInfinite(feature.weight()))
                || model.factors().tables().stream().anyMatch(table -> table.isHard() && isBetween(table, partition));
    }

    private static boolean isBetween(Table table, BlockPartition partition) {
        int[] blocks = Arrays.stream(table.scope()).map(partition::blockOf).distinct().toArray();
        int count = table.entryCount();
        BitSet explained = new BitSet(count);
        for (int block : blocks) {
            BitSet possible = new BitSet(count);
            for (int e = 0; e < count; e++) {
                if (table.entry(e) != Double.NEGATIVE_INFINITY) {
                    possible.set(valueOf(table, e, block, partition));
                }
            }
            for (int e = 0; e < count; e++) {
                if (!possible.get(valueOf(table, e, block, partition))) {
                    explained.set(e);
                }
            }
        }
        for (int e = 0; e < count; e++) {
            if (table.entry(e) == Double.NEGATIVE_INFINITY && !explained.get(e)) {
                return true;
            }
        }
        return false;
    }

    /** What an entry says of a block: the entry with the same values of its variables, and 0 for all others. */
    private static int valueOf(Table table, int entry, int block, BlockPartition partition) {
        int result = 0;
        for (int k = 0; k < table.arity(); k++) {
            if (partition.blockOf(table.variable(k)) == block) {
                result += entry / table.stride(k) % table.size(k) * table.stride(k);
            }
        }
        return result;
    }
}
