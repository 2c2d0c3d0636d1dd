package org.orbifold.mcmc.chain;

import org.orbifold.mcmc.orbit.ChangeListener;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.block.BlockPartition;

/**
 * Receives the events of a chain. Estimators and diagnostics are listeners, so a step costs only what is asked for:
 * changes are reported only when they happen, conditionals only to listeners that want them.
 *
 * <p>Time is the number of the step: the state after step t is sample t. One step may change a variable more than
 * once, always with the same time.
 */
public interface ChainListener extends ChangeListener {

    /** Ignores everything. */
    ChainListener NONE = new ChainListener() {
        @Override
        public void changed(long time, int variable, int before, int after) { }

        @Override
        public boolean acceptsBatches() {
            return true;
        }

        @Override
        public void changed(Changes changes) { }
    };

    /**
     * Whether the changes of many steps may be reported together, in order, and all before the chain's {@code advance}
     * returns. That is quicker; but the live state is then ahead of what is reported.
     *
     * @return true if the listener does not look at the state when it receives a change
     */
    default boolean acceptsBatches() {
        return false;
    }

    /**
     * Whether the chain should report conditionals.
     *
     * @return true to get calls of the methods below
     */
    default boolean wantsConditionals() {
        return false;
    }

    /**
     * A binary variable is about to be drawn from its conditional distribution.
     *
     * @param time     the number of the step
     * @param variable the variable, chosen without regard to the state
     * @param one      the probability of value 1 given all other variables
     */
    default void conditional(long time, int variable, double one) { }

    /**
     * A variable of any size is about to be drawn from its conditional distribution.
     *
     * @param time          the number of the step
     * @param variable      the variable, chosen without regard to the state
     * @param probabilities the probability of each value given all other variables, from index 0; only to be read
     */
    default void conditional(long time, int variable, double[] probabilities) { }

    /**
     * A block is about to be drawn from its joint conditional distribution.
     *
     * @param time          the number of the step
     * @param partition     the partition that the block belongs to
     * @param block         the block's index, chosen without regard to the state
     * @param probabilities the probability of each block value given all variables outside, from index 0; only to
     *                      be read
     */
    default void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) { }

    /**
     * Variables of a set are about to be drawn jointly, as part of a {@linkplain WideBlocks cover}. The state's values
     * outside of the cover are those that the conditional is given.
     *
     * @param time          the number of the step
     * @param cover         the number of the cover
     * @param joint         which of {@link WideBlocks#joints}
     * @param probabilities the probability of each joint value given all variables outside of the cover, from index 0;
     *                      only to be read
     */
    default void jointConditional(long time, int cover, int joint, double[] probabilities) { }
}
