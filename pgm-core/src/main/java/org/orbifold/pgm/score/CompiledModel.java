package org.orbifold.pgm.score;

import java.util.Arrays;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * A model compiled for samplers: the conditional distribution of each of its units given all other variables, from flat
 * arrays, with no allocation. A unit is what a sampler draws at once: a variable, or a block of variables; the block
 * model Ĝ is never built.
 *
 * <p>Where the variables around a unit have few joint values its conditional is tabulated, and a query is one look-up.
 * Elsewhere it is a sum over the unit's factors. Cost of a query: O(variables around the unit) for the first, O(factors
 * of the unit · values of the unit) for the second.
 *
 * <p>Immutable, so chains on several threads share one. States are not checked: an out-of-range value gives an
 * {@link IndexOutOfBoundsException} or a wrong number; check once with {@link GraphicalModel#checkState}.
 */
public final class CompiledModel {

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final int[] sizes;
    private final ConditionalTables tables;
    private final FactorSums sums;
    private final double[] reads;

    private CompiledModel(GraphicalModel model, ModelCompiler compiler) {
        this.model = model;
        this.partition = compiler.partition();
        this.sizes = compiler.sizes();
        this.tables = compiler.tables();
        this.sums = compiler.sums();
        this.reads = compiler.reads();
    }

    /**
     * Compiles a model for drawing one variable at a time: unit i is variable i.
     *
     * @param model the model
     * @return its compiled form
     */
    public static CompiledModel of(GraphicalModel model) {
        return of(model, BlockPartition.singletons(model.variableCount()));
    }

    /**
     * Compiles a model for drawing the blocks of a partition: unit i is block i.
     *
     * @param model     the model
     * @param partition a partition of its variables
     * @return its compiled form
     * @throws IllegalArgumentException if a block of several variables has more than 65536 values
     */
    public static CompiledModel of(GraphicalModel model, BlockPartition partition) {
        return of(model, partition, Budget.unlimited());
    }

    /**
     * Compiles a model for drawing the blocks of a partition, in a limited time.
     *
     * @param model     the model
     * @param partition a partition of its variables
     * @param budget    the time it may take
     * @return its compiled form
     * @throws IllegalArgumentException                 as {@link #of(GraphicalModel, BlockPartition)}
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static CompiledModel of(GraphicalModel model, BlockPartition partition, Budget budget) {
        return new CompiledModel(model, new ModelCompiler(model, partition, Limits.DEFAULT, budget));
    }

    /** As {@link #of(GraphicalModel, BlockPartition)}, with limits that make tests reach everything. */
    static CompiledModel of(GraphicalModel model, BlockPartition partition, Limits limits) {
        return new CompiledModel(model, new ModelCompiler(model, partition, limits, Budget.unlimited()));
    }

    /**
     * Returns the model.
     *
     * @return what was compiled
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * Returns the partition whose blocks are the units.
     *
     * @return a partition of the model's variables
     */
    public BlockPartition partition() {
        return partition;
    }

    /**
     * Returns the number of units.
     *
     * @return the number
     */
    public int unitCount() {
        return sizes.length;
    }

    /**
     * Returns the number of values of a unit; those of a block are numbered as {@code Block} says.
     *
     * @param unit the unit's index
     * @return the number of its values
     */
    public int size(int unit) {
        return sizes[unit];
    }

    /**
     * Returns about how many numbers a query of a unit reads: what it costs, on any machine. An exponential counts as
     * ten.
     *
     * @param unit the unit's index
     * @return the number
     */
    public double reads(int unit) {
        return reads[unit];
    }

    /**
     * Writes the conditional distribution of a unit, given the values of all other variables.
     *
     * @param state a value index for every variable; the unit's own do not matter, and are the same afterwards
     * @param unit  the unit's index
     * @param out   receives the probabilities, from index 0; all 0 if no value is possible
     * @return whether some value is possible
     */
    public boolean conditional(int[] state, int unit, double[] out) {
        if (sizes[unit] == 2) {
            double one = probabilityOfOne(state, unit);
            boolean possible = !Double.isNaN(one);
            out[0] = possible ? 1 - one : 0;
            out[1] = possible ? one : 0;
            return possible;
        } else if (tables.has(unit)) {
            return tables.conditional(state, unit, sizes[unit], out);
        }
        Arrays.fill(out, 0, sizes[unit], 0);
        sums.addScores(state, unit, sizes[unit], out);
        return normalize(out, 0, sizes[unit]);
    }

    /** Turns scores into probabilities in place, in log space so that nothing overflows; all 0 if none is possible. */
    static boolean normalize(double[] scores, int from, int to) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i++) {
            max = Math.max(max, scores[i]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            Arrays.fill(scores, from, to, 0);
            return false;
        }
        double sum = 0;
        for (int i = from; i < to; i++) {
            scores[i] = Math.exp(scores[i] - max);
            sum += scores[i];
        }
        for (int i = from; i < to; i++) {
            scores[i] /= sum;
        }
        return true;
    }

    /**
     * Returns the conditional probability of value 1 of a unit of two values, given the values of all other variables:
     * what a Gibbs sampler asks for.
     *
     * @param state a value index for every variable; the unit's own do not matter, and are the same afterwards
     * @param unit  the index of a unit with two values
     * @return the probability; NaN if both values are forbidden
     */
    public double probabilityOfOne(int[] state, int unit) {
        return tables.has(unit) ? tables.probabilityOfOne(state, unit) : logistic(sums.logOdds(state, unit));
    }

    static double logistic(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }

    /**
     * Draws a unit of two values from its conditional distribution.
     *
     * @param state   a value index for every variable; the unit's own do not matter, and are the same afterwards
     * @param unit    the index of a unit with two values
     * @param uniform a random number from 0 up to 1
     * @return 1 if the number is below {@link #probabilityOfOne}, else 0
     */
    public int drawBinary(int[] state, int unit, double uniform) {
        // By the sign, since no branch can foresee it.
        return (int) (Double.doubleToLongBits(uniform - probabilityOfOne(state, unit)) >>> 63);
    }
}
