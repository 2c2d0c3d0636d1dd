package org.orbifold.inference.chain;

import org.orbifold.pgm.model.GraphicalModel;

/**
 * Nanoseconds of the parts of a chain's work on a machine of 2024, measured by the benchmarks of {@code mcmc}. Work is
 * counted and multiplied by these, never timed, so that decisions are the same on every machine.
 */
final class Cost {

    /** A read of memory by a Gibbs step or an exchange of replicas. */
    static final double READ = 2;
    /** An entry of the tables of tree-width-bounded blocks, for a draw. */
    static final double ENTRY = 1.2;
    /** The same with the conditional marginals of all variables, which the target's replica reports. */
    static final double ENTRY_WITH_MARGINALS = 2;
    /** Planning a tree-width-bounded block: each variable. */
    private static final double PLAN_VARIABLE = 50_000;
    /** Planning a tree-width-bounded block: each two variables in one table. */
    private static final double PLAN_PAIR = 1_000;

    private Cost() { }

    /** Nanoseconds to plan tree-width-bounded blocks. */
    static double ofPlanning(GraphicalModel model) {
        double pairs = model.factors().tables().stream().mapToDouble(table -> table.arity() * table.arity()).sum();
        return PLAN_VARIABLE * model.variableCount() + PLAN_PAIR * pairs;
    }
}
