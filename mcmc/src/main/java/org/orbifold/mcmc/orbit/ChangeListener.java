package org.orbifold.mcmc.orbit;

/** Receives every change of a variable's value. */
@FunctionalInterface
public interface ChangeListener {

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
     * @param changes what changed; only to be read, and not to be kept
     */
    default void changed(Changes changes) {
        for (int i = 0, count = changes.count(); i < count; i++) {
            changed(changes.time(i), changes.variable(i), changes.before(i), changes.after(i));
        }
    }
}
