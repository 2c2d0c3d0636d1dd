package org.orbifold.mcmc.estimate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * Estimates the marginals of all variables from what a chain does. One per chain; the sums of several chains add up.
 *
 * <p>An estimator keeps unnormalised sums: after division by the total of its variable, an entry is an estimate of
 * P(variable = value). Sums only ever grow, so differences over a stretch of time estimate from that stretch.
 */
public interface Estimator extends ChainListener {

    /**
     * {@code counts}: the share of samples in which a variable had a value, as in the paper.
     *
     * @param model the model
     * @return a new estimator
     */
    static Estimator counts(GraphicalModel model) {
        return new CountEstimator(model);
    }

    /**
     * {@code conditional}: the mean of the conditionals that Gibbs draws from. Needs a base chain that reports them.
     *
     * @param model the model
     * @return a new estimator
     */
    static Estimator conditionals(GraphicalModel model) {
        return new ConditionalEstimator(model);
    }

    /**
     * {@code orbit}: counts averaged over whole orbits of symmetries, each variable by the partition that serves it
     * best.
     *
     * @param model      the model
     * @param symmetries its symmetries, for one or several partitions
     * @param typical    a few states of a short run, which guide the choice of partitions and are not counted; may be
     *                   empty
     * @return a new estimator
     * @throws IllegalArgumentException if there are no symmetries
     */
    static Estimator orbitCounts(GraphicalModel model, List<BlockSymmetries> symmetries, List<int[]> typical) {
        return new OrbitEstimator(model, symmetries, typical);
    }

    /**
     * {@code auto}: conditionals averaged over whole orbits of symmetries. Reads orbits only: the group is never
     * decomposed.
     *
     * @param model      the model
     * @param symmetries for the partition that the chain draws blocks of; may be trivial
     * @return a new estimator
     */
    static Estimator orbitConditionals(GraphicalModel model, BlockSymmetries symmetries) {
        return new OrbitConditionalEstimator(model, symmetries);
    }

    /**
     * {@code auto} within contexts: conditionals averaged over the orbits of the context that the chain is in.
     * Needs a base chain that draws single variables.
     *
     * @param model    the model
     * @param contexts its symmetries in contexts
     * @return a new estimator
     */
    static Estimator contextConditionals(GraphicalModel model, ContextSymmetries contexts) {
        return new ContextEstimator(model, contexts);
    }

    /**
     * Estimates of a whole model whose core alone is sampled, by single variables or blocks: those of the core come
     * from another estimator, those of what was eliminated from its exact conditionals given the samples.
     *
     * @param fringe what was eliminated, and the core
     * @param core   estimates the marginals of the core
     * @return a new estimator, with entries for all variables of the whole model
     */
    static Estimator withFringe(NarrowElimination fringe, Estimator core) {
        return new FringeEstimator(fringe, core, null);
    }

    /**
     * The same where the core is drawn by tree-width-bounded blocks, which report the joint conditionals of the
     * {@linkplain NarrowElimination#separators separators} of several variables. Those of single variables are given
     * what is outside of the block, not given the rest of a separator, so they do not do.
     *
     * @param fringe what was eliminated, and the core
     * @param core   estimates the marginals of the core
     * @param covers the blocks, made with these separators as sets
     * @return a new estimator, with entries for all variables of the whole model
     */
    static Estimator withFringe(NarrowElimination fringe, Estimator core, WideBlocks covers) {
        return new FringeEstimator(fringe, core, covers);
    }

    /**
     * Begins.
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
