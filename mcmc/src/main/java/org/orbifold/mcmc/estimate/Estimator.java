package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.orbifold.mcmc.chain.ChainListener;

/**
 * Estimates the marginals of all variables from what a chain does. One per chain; the sums of several chains add up.
 *
 * <p>An estimator keeps unnormalised sums: after division by the total of its variable, an entry is an estimate of
 * P(variable = value). Sums only ever grow, so differences over a stretch of time estimate from that stretch.
 */
public interface Estimator extends ChainListener {

    /**
     * Begins to listen.
     *
     * @param state the live state of the chain, which later calls read
     * @param time  the number of the next step
     */
    void start(int[] state, long time);

    /**
     * Adds what was gathered so far.
     *
     * @param now  the number of the next step
     * @param sums an entry for each value of each variable, variable by variable
     */
    void addTo(long now, double[] sums);

    /**
     * Writes what was gathered, for a checkpoint.
     *
     * @param out where to
     * @throws IOException if that fails
     */
    void save(DataOutput out) throws IOException;

    /**
     * Goes on from what {@link #save} wrote.
     *
     * @param in    where from
     * @param state the live state of the chain, already as it was
     * @throws IOException if that fails
     */
    void load(DataInput in, int[] state) throws IOException;
}
