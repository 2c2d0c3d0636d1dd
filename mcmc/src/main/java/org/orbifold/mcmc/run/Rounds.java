package org.orbifold.mcmc.run;

import java.util.List;
import java.util.function.ToLongFunction;
import org.orbifold.pgm.time.Budget;

/** Where the chains of a run go on, for a round at a time: on threads of this machine, or on other machines. */
interface Rounds extends AutoCloseable {

    /** How many chains go at the same time. */
    int width();

    /** Whether a round costs next to nothing, so that many short ones are no loss. */
    boolean mayBeShort();

    /** The length of a round, in seconds. */
    double seconds();

    /**
     * Lets each chain go on until its next pause, for a time, or until the budget is over, whichever comes first. If
     * the calling thread is interrupted meanwhile, the budget is cancelled and the interrupt status is set.
     */
    void advance(List<ChainRun> runs, ToLongFunction<ChainRun> pause, double seconds, Budget budget);

    @Override
    void close();
}
