package org.orbifold.mcmc.run;

/** A wish to end the run, seen by all threads. */
final class Stop {

    private volatile boolean requested;

    void request() {
        requested = true;
    }

    boolean isRequested() {
        return requested;
    }
}
