package org.orbifold.mcmc.run;

import java.util.List;
import java.util.function.ToLongFunction;

/** Where the chains of a run go on, for a round at a time: on threads of this machine, or on other machines. */
interface Rounds extends AutoCloseable {

    /** How many chains go at the same time. */
    int width();

    /** How long a round is. */
    long nanos();

    /**
     * Lets each chain go on until its next pause or for a time, whichever is shorter.
     *
     * @return false if the calling thread was interrupted; each chain is then at some step of its way
     */
    boolean advance(List<ChainRun> runs, ToLongFunction<ChainRun> pause, long nanos);

    @Override
    void close();
}
