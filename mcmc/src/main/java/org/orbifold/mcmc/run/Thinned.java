package org.orbifold.mcmc.run;

import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.pgm.block.BlockPartition;

/** Passes on only every so many steps: time becomes the number of the sample that a step belongs to. */
record Thinned(ChainListener listener, long begin, int thinning) implements ChainListener {

    private long sample(long time) {
        return (time - begin) / thinning;
    }

    private boolean isLast(long time) {
        return (time - begin) % thinning == thinning - 1;
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
        if (isLast(time)) {
            listener.conditional(sample(time), variable, one);
        }
    }

    @Override
    public void conditional(long time, int variable, double[] probabilities) {
        if (isLast(time)) {
            listener.conditional(sample(time), variable, probabilities);
        }
    }

    @Override
    public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
        if (isLast(time)) {
            listener.blockConditional(sample(time), partition, block, probabilities);
        }
    }
}
