package org.orbifold.mcmc.run;

import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.pgm.block.BlockPartition;

/**
 * Reports sample indices instead of step indices, so that counts use every k-th state. Conditionals are all passed on:
 * a systematic scan may draw some variables in other steps only.
 */
record Thinned(ChainListener listener, long begin, long perSample) implements ChainListener {

    private long sample(long time) {
        return (time - begin) / perSample;
    }

    @Override
    public void changed(long time, int variable, int before, int after) {
        listener.changed(sample(time), variable, before, after);
    }

    @Override
    public boolean acceptsBatches() {
        return listener.acceptsBatches();
    }

    @Override
    public boolean wantsConditionals() {
        return listener.wantsConditionals();
    }

    @Override
    public void conditional(long time, int variable, double one) {
        listener.conditional(sample(time), variable, one);
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        listener.conditional(sample(time), variable, probabilities);
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        listener.blockConditional(sample(time), partition, block, probabilities);
    }

    @Override
    public void jointConditional(long time, int cover, int joint, double[] probabilities) {
        listener.jointConditional(sample(time), cover, joint, probabilities);
    }
}
