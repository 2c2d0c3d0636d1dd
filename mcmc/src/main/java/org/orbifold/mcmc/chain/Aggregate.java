package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The aggregate chain M* (section 4 of the paper): each step is a step of one of K chains, chosen uniformly. With
 * BV-MCMC chains of K partitions it uses the symmetries of all.
 */
public final class Aggregate implements MarkovChain {

    private final MarkovChain[] chains;
    private final int period;

    private Aggregate(MarkovChain[] chains, int period) {
        this.chains = chains;
        this.period = period;
    }

    /**
     * Aggregates chains.
     *
     * @param chains at least one chain, all with the same target
     * @return a new chain for one thread
     * @throws IllegalArgumentException if there is none
     */
    public static Aggregate of(List<? extends MarkovChain> chains) {
        if (chains.isEmpty()) {
            throw new IllegalArgumentException("an aggregate needs at least one chain");
        }
        int period = 1;
        for (MarkovChain chain : chains) {
            period = Periods.common(period, chain.period());
        }
        return new Aggregate(chains.toArray(MarkovChain[]::new), period);
    }

    @Override
    public int period() {
        return period;
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        for (long t = from; t < to; t++) {
            chains[random.nextInt(chains.length)].advance(state, t, t + 1, random, listener);
        }
    }

    @Override
    public double work() {
        return Arrays.stream(chains).mapToDouble(MarkovChain::work).average().orElseThrow();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (MarkovChain chain : chains) {
            chain.save(out);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        for (MarkovChain chain : chains) {
            chain.load(in);
        }
    }
}
