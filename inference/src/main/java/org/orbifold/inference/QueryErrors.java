package org.orbifold.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.diagnose.UnseenStates;
import org.orbifold.mcmc.run.Diagnosis;

/**
 * Values and standard errors of queries from what chains recorded. An event that never happened, or always, is covered
 * by {@link UnseenStates}, and so are the parts of the states in which no chain began, where hard constraints keep
 * chains in the part of their start.
 */
final class QueryErrors {

    private final List<QueryRecord> records;
    private final double[] ranges;
    private final boolean reducible;
    private final boolean tempered;
    private final IntPredicate divided;
    private final int batches;
    private final long sweeps;
    private final UnseenStates unseen;

    /**
     * Computes errors.
     *
     * @param records   of each chain
     * @param ranges    by how much the value of each cell may differ between two states
     * @param reducible whether the chains may be unable to reach all states
     * @param tempered  whether the chains have several temperatures
     * @param divided   whether hard constraints divide what a cell is about into parts that chains keep to
     */
    QueryErrors(List<QueryRecord> records, double[] ranges, boolean reducible, boolean tempered,
            IntPredicate divided) {
        this.divided = divided;
        this.ranges = ranges;
        this.tempered = tempered;
        this.records = records;
        this.reducible = reducible;
        this.batches = records.stream().mapToInt(QueryRecord::wholeBatches).min().orElseThrow();
        this.sweeps = records.stream().mapToLong(QueryRecord::sweeps).sum();
        this.unseen = UnseenStates.after(draws());
    }

    private double[][] means(int cell) {
        return records.stream().map(record -> record.means(cell, batches)).toArray(double[][]::new);
    }

    /** Independent draws that the sweeps are worth: the variance of the log-weight over that of its mean. */
    private double draws() {
        double mean = records.stream().mapToDouble(one -> one.meanLogWeight() * one.sweeps()).sum() / sweeps;
        double squares = records.stream().mapToDouble(one -> one.squaresOfLogWeight()
                + one.sweeps() * (one.meanLogWeight() - mean) * (one.meanLogWeight() - mean)).sum();
        double error = Convergence.standardErrorOfMean(means(records.get(0).cells()));
        double draws = squares / sweeps / (error * error);
        return draws > 0 ? Math.min(sweeps, draws) : UnseenStates.after(sweeps).ofConstant(sweeps).draws();
    }

    double value(int cell) {
        return records.stream().mapToDouble(record -> record.total(cell)).sum() / sweeps;
    }

    private boolean isConstant(int cell) {
        return Arrays.stream(means(cell)).flatMapToDouble(Arrays::stream).distinct().limit(2).count() < 2;
    }

    /**
     * The standard error of a cell: that of batches, {@linkplain UnseenStates#widened widened} for few events; where
     * chains disagree, how far they are apart, of which batches of chains that are stuck say nothing.
     */
    double error(int cell) {
        UnseenStates own = divided.test(cell) || reducible && isConstant(cell) ? unseen.ofStarts(records.size())
                : isConstant(cell) ? unseen.ofConstant(sweeps) : unseen;
        double[][] means = means(cell);
        double range = ranges[cell];
        double batchError = Convergence.standardErrorOfMean(means);
        double least = range * own.leastError(1);
        if (Double.isNaN(batchError)) {
            return Math.max(least, range / 2);
        }
        if (range == 0) {
            return Math.max(batchError, least);
        }
        // A single batch that differs from the others is one event.
        double part = Math.max(batchError, UnseenStates.partOfEvents(value(cell), means));
        double apart = Math.min(range / 2, Diagnosis.ofEvent(means, tempered).disagreement());
        return Math.max(least, range * Math.max(UnseenStates.widened(part / range, batchError / range),
                UnseenStates.widened(part / range, apart / range)));
    }

    /** Hard constraints may hold an event in place that never changed. */
    private Diagnosis diagnosis(int cell) {
        Diagnosis own = Diagnosis.ofEvent(means(cell), tempered);
        if (divided.test(cell)) {
            return own.ofDivided();
        }
        return reducible && isConstant(cell) ? new Diagnosis(own.chains(), own.rHat(), own.isKnown(),
                own.disagreement(), own.approach(), 1, own.tempered(),
                false) : own;
    }

    /** The answer to a query, whose cells are some of those recorded; it is as good as its worst cell. */
    Query.Answer answer(Query query, int first, int count, BiFunction<double[], double[], List<Query.Cell>> cells) {
        double[] values = new double[count];
        double[] errors = new double[count];
        Diagnosis worst = null;
        for (int i = 0; i < count; i++) {
            values[i] = value(first + i);
            errors[i] = error(first + i);
            Diagnosis own = diagnosis(first + i);
            worst = worst == null || own.verdict().compareTo(worst.verdict()) > 0 ? own : worst;
        }
        return new Query.Answer(query, cells.apply(values, errors), Optional.ofNullable(worst));
    }
}
