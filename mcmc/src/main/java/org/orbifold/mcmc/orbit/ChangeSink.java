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

    /**
     * Several variables have taken other values, one after the other; the state already has them all. The same variable
     * may occur more than once.
     *
     * @param time    the number of the step
     * @param changes what changed; only to be read, and not to be kept
     */
    default void changed(long time, Changes changes) {
        for (int i = 0; i < changes.count(); i++) {
            changed(time, changes.variable(i), changes.before(i), changes.after(i));
        }
    }
}
