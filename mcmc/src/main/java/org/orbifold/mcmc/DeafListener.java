package org.orbifold.mcmc;

import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.pgm.block.BlockPartition;

/** Passes on conditionals, but no changes. */
record DeafListener(ChainListener listener) implements ChainListener {

    @Override
    public void changed(long time, int variable, int before, int after) { }

    @Override
    public boolean wantsConditionals() {
        return listener.wantsConditionals();
    }

    @Override
    public void conditional(long time, int variable, double one) {
        listener.conditional(time, variable, one);
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        listener.conditional(time, variable, probabilities);
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        listener.blockConditional(time, partition, block, probabilities);
    }
}
