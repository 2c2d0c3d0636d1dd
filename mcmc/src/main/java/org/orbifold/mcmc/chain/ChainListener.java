package org.orbifold.mcmc.chain;

import org.orbifold.mcmc.orbit.ChangeSink;
import org.orbifold.pgm.block.BlockPartition;

/**
 * Hears what a chain does. Everything that watches a chain hangs here, so a step costs nothing that nobody asked for:
 * changes are reported only when they happen, conditionals only to those who want them.
 *
 * <p>Time is the number of the step: the state after step t is sample t. One step may change a variable more than
 * once, always with the same time.
 */
public interface ChainListener extends ChangeSink {

    /** Hears nothing. */
    ChainListener NONE = new ChainListener() {
        @Override
        public void changed(long time, int variable, int before, int after) { }

        @Override
        public boolean hearsLate() {
            return true;
        }

        @Override
        public void flipped(Flips flips) { }
    };

    /**
     * Whether the listener may hear of changes some steps later, many at a time, though in order, and of all before the
     * chain's {@code advance} returns. That is quicker; but the live state is then ahead of what is told.
     *
     * @return true if the listener does not look at the state when it hears of a change
     */
    default boolean hearsLate() {
        return false;
    }

    /**
     * Binary variables took their other values in the last steps; only those who hear late are told in this way.
     *
     * @param flips what changed; only to be read, and not to be kept
     */
    default void flipped(Flips flips) {
        for (int i = 0, count = flips.count(); i < count; i++) {
            changed(flips.time(i), flips.variable(i), 1 - flips.after(i), flips.after(i));
        }
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
     * Joins two listeners.
     *
     * @param first  hears everything first
     * @param second hears everything second
     * @return a listener that passes everything on to both
     */
    static ChainListener both(ChainListener first, ChainListener second) {
        return first == NONE ? second : second == NONE ? first : new PairOfListeners(first, second);
    }
}
