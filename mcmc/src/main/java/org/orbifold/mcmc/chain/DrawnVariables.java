package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;

/** Notes which variables a base chain draws, whether or not they change, and passes everything on. */
final class DrawnVariables implements ChainListener {

    private final IntArrayList variables = new IntArrayList(2);
    private ChainListener listener = ChainListener.NONE;
    private boolean forward;

    void reset(ChainListener next) {
        listener = next;
        forward = next.wantsConditionals();
        variables.clear();
    }

    int count() {
        return variables.size();
    }

    int variable(int index) {
        return variables.getInt(index);
    }

    @Override
    public boolean wantsConditionals() {
        return true;
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        listener.changed(time, variable, before, after);
    }

    @Override
    public void conditional(long time, int variable, double one) {
        variables.add(variable);
        if (forward) {
            listener.conditional(time, variable, one);
        }
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        variables.add(variable);
        if (forward) {
            listener.conditional(time, variable, probabilities);
        }
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        Block drawn = partition.block(block);
        for (int k = 0; k < drawn.size(); k++) {
            variables.add(drawn.variable(k));
        }
        if (forward) {
            listener.blockConditional(time, partition, block, probabilities);
        }
    }

    /** The variables themselves are reported one by one. */
    @Override
    public void jointConditional(long time, int cover, int joint, double[] probabilities) {
        if (forward) {
            listener.jointConditional(time, cover, joint, probabilities);
        }
    }
}
