package org.orbifold.mcmc.chain;

import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.score.CompiledModel;

/**
 * Gibbs sampling: a step draws one variable from its conditional distribution given all others.
 *
 * <p>Works in log space ({@link CompiledModel}), for any domain sizes. With hard constraints it must start from a
 * possible state ({@link FeasibleStart}) and then never leaves the possible ones. Cost of a step: one query of the
 * compiled model and one or two random numbers.
 */
public final class Gibbs implements MarkovChain {

    private static final double WORK_OF_DRAW = 8;

    private final CompiledModel model;
    private final Scan scan;
    private final int variables;
    private final boolean allBinary;
    private final double[] probabilities;
    private final Changes changes = new Changes();

    private Gibbs(CompiledModel model, Scan scan) {
        this.model = model;
        this.scan = scan;
        this.variables = model.unitCount();
        int largest = 1;
        boolean binary = true;
        for (int v = 0; v < variables; v++) {
            largest = Math.max(largest, model.size(v));
            binary &= model.size(v) == 2;
        }
        this.allBinary = binary;
        this.probabilities = new double[largest];
    }

    /**
     * A Gibbs sampler.
     *
     * @param model the compiled model; may be shared between threads
     * @param scan  the order of updates
     * @return a new chain for one thread
     */
    public static Gibbs of(CompiledModel model, Scan scan) {
        return new Gibbs(model, scan);
    }

    @Override
    public int period() {
        return scan == Scan.RANDOM ? 1 : Math.max(variables, 1);
    }

    /**
     * About how much work a step is, on average: in reads of memory. A count and no time, so that what is chosen by it
     * is the same on every machine.
     *
     * @return the mean work of a step
     */
    public double work() {
        double reads = 0;
        for (int v = 0; v < variables; v++) {
            reads += model.reads(v);
        }
        return WORK_OF_DRAW + reads / Math.max(1, variables);
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (variables == 0) {
            return;
        }
        if (!allBinary || listener.wantsConditionals() || !listener.acceptsBatches()) {
            advanceAny(state, from, to, random, listener);
        } else {
            for (long t = from; t < to; t += Changes.CAPACITY) {
                int steps = (int) Math.min(Changes.CAPACITY, to - t);
                changes.begin(t);
                if (scan == Scan.RANDOM) {
                    randomly(state, steps, random);
                } else {
                    inTurn(state, (int) (t % variables), steps, random);
                }
                if (changes.count() > 0) {
                    listener.changed(changes);
                }
            }
        }
    }

    private void randomly(int[] state, int steps, RandomGenerator random) {
        for (int i = 0; i < steps; i++) {
            int v = random.nextInt(variables);
            // All over memory, so the smaller table is quicker; in turn, the one that takes no second look.
            int after = model.drawBinary(state, v, random.nextDouble());
            changes.add(i, v, state[v], after);
            state[v] = after;
        }
    }

    private void inTurn(int[] state, int first, int steps, RandomGenerator random) {
        int v = first;
        for (int i = 0; i < steps; i++) {
            int after = Draws.below(random.nextDouble(), model.probabilityOfOne(state, v));
            changes.add(i, v, state[v], after);
            state[v] = after;
            if (++v == variables) {
                v = 0;
            }
        }
    }

    private void advanceAny(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        boolean report = listener.wantsConditionals();
        int next = (int) (from % variables);
        for (long t = from; t < to; t++) {
            int v = scan == Scan.RANDOM ? random.nextInt(variables) : next;
            next = next + 1 == variables ? 0 : next + 1;
            if (model.size(v) == 2) {
                Draws.binary(model, state, t, v, random, listener, report);
            } else {
                model.conditional(state, v, probabilities);
                if (report) {
                    listener.conditional(t, v, probabilities);
                }
                Draws.assign(state, t, v, Draws.index(probabilities, model.size(v), random), listener);
            }
        }
    }
}
