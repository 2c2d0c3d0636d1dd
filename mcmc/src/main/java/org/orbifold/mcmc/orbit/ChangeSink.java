package org.orbifold.mcmc.orbit;

/** Hears of every variable that an orbit move changes. */
@FunctionalInterface
public interface ChangeSink {

    /**
     * A variable has taken another value; the state already has it.
     *
     * @param time     the number of the step
     * @param variable the variable
     * @param before   its old value
     * @param after    its new value
     */
    void changed(long time, int variable, int before, int after);
}
