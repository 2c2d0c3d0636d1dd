package org.orbifold.mcmc.chain;

import org.orbifold.pgm.block.BlockPartition;

/** Two listeners as one. */
record PairOfListeners(ChainListener first, ChainListener second) implements ChainListener {

    @Override
    public void changed(long time, int variable, int before, int after) {
        first.changed(time, variable, before, after);
        second.changed(time, variable, before, after);
    }

    @Override
    public boolean hearsLate() {
        return first.hearsLate() && second.hearsLate();
    }

    @Override
    public boolean wantsConditionals() {
        return first.wantsConditionals() || second.wantsConditionals();
    }

    @Override
    public void conditional(long time, int variable, double one) {
        first.conditional(time, variable, one);
        second.conditional(time, variable, one);
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        first.conditional(time, variable, probabilities);
        second.conditional(time, variable, probabilities);
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        first.blockConditional(time, partition, block, probabilities);
        second.blockConditional(time, partition, block, probabilities);
    }
}
