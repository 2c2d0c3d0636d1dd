package org.orbifold.experiments.convergence;

/** Hears how an experiment gets on. */
@FunctionalInterface
public interface ProgressListener {

    /**
     * Something was finished.
     *
     * @param what      the current task
     * @param done      seconds of planned work that are done
     * @param remaining seconds that are left, by the plan and the pace so far
     */
    void progress(String what, double done, double remaining);
}
