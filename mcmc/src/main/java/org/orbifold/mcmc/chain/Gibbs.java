package org.orbifold.mcmc.chain;

import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.orbit.Changes;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Gibbs sampling: a step draws one unit of the compiled model from its conditional distribution given all others. A
 * unit is a variable, or a block of variables that is drawn from its joint conditional (block Gibbs).
 *
 * <p>Works in log space ({@link CompiledModel}), for any domain sizes. With hard constraints it must start from a
 * possible state ({@link FeasibleStart}) and then never leaves the possible ones; blocks cross constraints inside them.
 * A unit of one variable is reported as that variable. Cost of a step: one query of the compiled model and one or two
 * random numbers.
 */
public final class Gibbs implements MarkovChain {

    /** The work of a draw, beside reading, for each value. */
    private static final double WORK_OF_VALUE = 4;

    private final CompiledModel model;
    private final BlockPartition partition;
    private final Scan scan;
    private final int units;
    /** Whether unit i is the binary variable i, for all of them. */
    private final boolean allBinary;
    /** The variable of a unit that has but one, else −1. */
    private final int[] variableOf;
    /** What the values of blocks are; null if all units are variables. */
    private final @Nullable BlockValuePairs blocks;
    private final double[] probabilities;
    private final Changes changes = new Changes();

    private Gibbs(CompiledModel model, Scan scan) {
        this.model = model;
        this.partition = model.partition();
        this.scan = scan;
        this.units = model.unitCount();
        this.variableOf = partition.blocks().stream().mapToInt(b -> b.size() == 1 ? b.variable(0) : -1).toArray();
        this.allBinary = IntStream.range(0, units).allMatch(i -> variableOf[i] == i && model.size(i) == 2);
        this.blocks = partition.blocks().stream().mapToInt(Block::size).allMatch(size -> size == 1) ? null
                : BlockValuePairs.of(model.model(), partition);
        this.probabilities = new double[IntStream.range(0, units).map(model::size).max().orElse(1)];
    }

    /**
     * A Gibbs sampler.
     *
     * @param model the model, compiled for variables or for blocks; may be shared between threads
     * @param scan  the order of updates
     * @return a new chain for one thread
     */
    public static Gibbs of(CompiledModel model, Scan scan) {
        return new Gibbs(model, scan);
    }

    @Override
    public int sweep() {
        return Math.max(1, units);
    }

    @Override
    public boolean drawsWholeState() {
        return units <= 1;
    }

    @Override
    public int period() {
        return scan == Scan.RANDOM ? 1 : Math.max(units, 1);
    }

    /**
     * The average cost of a step, in reads of memory. It is counted, not timed, so that a choice based on it
     * is the same on every machine.
     *
     * @return the mean work of a step
     */
    public double work() {
        return IntStream.range(0, units).mapToDouble(unit -> WORK_OF_VALUE * model.size(unit) + model.reads(unit))
                .average().orElse(0);
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (units == 0) {
            return;
        }
        if (allBinary && listener.acceptsBatches() && !listener.wantsConditionals()) {
            for (long t = from; t < to; t += Changes.CAPACITY) {
                changes.begin(t);
                drawBinaries(state, (int) (t % units), (int) Math.min(Changes.CAPACITY, to - t), random);
                if (changes.count() > 0) {
                    listener.changed(changes);
                }
            }
        } else {
            drawAny(state, from, to, random, listener);
        }
    }

    private void drawBinaries(int[] state, int first, int steps, RandomGenerator random) {
        int next = first;
        for (int i = 0; i < steps; i++) {
            int v = scan == Scan.RANDOM ? random.nextInt(units) : next;
            next = next + 1 == units ? 0 : next + 1;
            int after = model.drawBinary(state, v, random.nextDouble());
            changes.add(i, v, state[v], after);
            state[v] = after;
        }
    }

    private void drawAny(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        int next = (int) (from % units);
        for (long t = from; t < to; t++) {
            int unit = scan == Scan.RANDOM ? random.nextInt(units) : next;
            next = next + 1 == units ? 0 : next + 1;
            if (variableOf[unit] < 0) {
                drawBlock(state, t, unit, random, listener);
            } else if (model.size(unit) == 2) {
                drawBinary(state, t, unit, random, listener);
            } else {
                drawVariable(state, t, unit, random, listener);
            }
        }
    }

    private void drawBinary(int[] state, long time, int unit, RandomGenerator random, ChainListener listener) {
        double one = model.probabilityOfOne(state, unit);
        if (listener.wantsConditionals()) {
            listener.conditional(time, variableOf[unit], one);
        }
        // 1 if the number is below the probability, by the sign, since no branch can foresee it.
        int after = (int) (Double.doubleToLongBits(random.nextDouble() - one) >>> 63);
        assign(state, time, variableOf[unit], after, listener);
    }

    private void drawVariable(int[] state, long time, int unit, RandomGenerator random, ChainListener listener) {
        model.conditional(state, unit, probabilities);
        if (listener.wantsConditionals()) {
            listener.conditional(time, variableOf[unit], probabilities);
        }
        assign(state, time, variableOf[unit], index(model.size(unit), random), listener);
    }

    private void drawBlock(int[] state, long time, int unit, RandomGenerator random, ChainListener listener) {
        model.conditional(state, unit, probabilities);
        if (listener.wantsConditionals()) {
            listener.blockConditional(time, partition, unit, probabilities);
        }
        int value = index(model.size(unit), random);
        BlockValuePairs pairs = Objects.requireNonNull(blocks);
        for (int i = pairs.firstPlace(unit); i < pairs.firstPlace(unit + 1); i++) {
            assign(state, time, pairs.variable(i), pairs.variableValue(i, value), listener);
        }
    }

    /** Draws an index with the probabilities, of which some is positive; never one with probability 0. */
    private int index(int size, RandomGenerator random) {
        double u = random.nextDouble();
        int last = 0;
        for (int x = 0; x < size; x++) {
            double p = probabilities[x];
            if (p > 0) {
                if (u < p) {
                    return x;
                }
                u -= p;
                last = x;
            }
        }
        // Rounding left a little of the unit interval over.
        return last;
    }

    private static void assign(int[] state, long time, int variable, int after, ChainListener listener) {
        int before = state[variable];
        if (after != before) {
            state[variable] = after;
            listener.changed(time, variable, before, after);
        }
    }
}
