package org.orbifold.mcmc.run;

import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.pgm.block.BlockPartition;

/**
 * Makes time the number of the sample that a step belongs to, so that what is counted is counted in every so manyeth
 * state. Conditionals are all passed on: a chain that goes in turn may draw some variables in other steps only.
 */
record Thinned(ChainListener listener, long begin, int thinning) implements ChainListener {

    private long sample(long time) {
        return (time - begin) / thinning;
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
}
