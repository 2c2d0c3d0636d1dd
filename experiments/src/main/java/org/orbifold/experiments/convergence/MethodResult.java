package org.orbifold.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.orbifold.experiments.convergence.Statistics.Interval;

/**
 * All runs of one method on one problem.
 *
 * @param method    the method
 * @param discovery what finding its symmetries took and gave
 * @param runs      its runs
 */
public record MethodResult(Method method, Discovery discovery, List<RunResult> runs) {

    /**
     * A point of a mean curve.
     *
     * @param seconds the time: the point's, or the mean
     * @param samples the number of samples: the point's, or the mean
     * @param kl      the mean KL with its confidence band
     */
    public record Point(double seconds, double samples, Interval kl) { }

    /**
     * KL over time, at the times that all runs reached.
     *
     * @return points in order
     */
    public List<Point> overTime() {
        return curve(RunResult::atTimes, Measurement::seconds);
    }

    /**
     * KL over samples, at the numbers that all runs reached.
     *
     * @return points in order
     */
    public List<Point> overSamples() {
        return curve(RunResult::atSamples, m -> m.samples());
    }

    private List<Point> curve(Function<RunResult, List<Measurement>> of, ToDoubleFunction<Measurement> x) {
        List<Point> points = new ArrayList<>();
        for (Measurement first : of.apply(runs.get(0))) {
            List<Measurement> same = at(of, x, x.applyAsDouble(first));
            if (same.size() == runs.size()) {
                points.add(new Point(same.stream().mapToDouble(Measurement::seconds).average().orElseThrow(),
                        same.stream().mapToDouble(Measurement::samples).average().orElseThrow(),
                        Statistics.positiveMean(same.stream().mapToDouble(Measurement::kl).toArray())));
            }
        }
        return points;
    }

    private List<Measurement> at(Function<RunResult, List<Measurement>> of, ToDoubleFunction<Measurement> x,
            double value) {
        return runs.stream().flatMap(run -> of.apply(run).stream().filter(m -> x.applyAsDouble(m) == value).limit(1))
                .toList();
    }

    /**
     * The KL of every run at one time.
     *
     * @param seconds a point of the time grid
     * @return one value per run; empty if not all runs have one
     */
    public double[] atTime(double seconds) {
        List<Measurement> same = at(RunResult::atTimes, Measurement::seconds, seconds);
        return same.size() == runs.size() ? same.stream().mapToDouble(Measurement::kl).toArray() : new double[0];
    }

    /**
     * The KL of every run at one number of samples.
     *
     * @param samples a point of the sample grid
     * @return one value per run; empty if not all runs got there
     */
    public double[] atSamples(long samples) {
        List<Measurement> same = at(RunResult::atSamples, m -> m.samples(), samples);
        return same.size() == runs.size() ? same.stream().mapToDouble(Measurement::kl).toArray() : new double[0];
    }

    /**
     * The mean KL of one kind of variable at a number of samples.
     *
     * @param samples a point of the sample grid
     * @param kind    the index of the kind
     * @return the mean; empty if not all runs have that point
     */
    public OptionalDouble ofKindAtSamples(long samples, int kind) {
        List<Measurement> same = at(RunResult::atSamples, m -> m.samples(), samples);
        return same.size() == runs.size() ? same.stream().mapToDouble(m -> m.byKind().get(kind)).average()
                : OptionalDouble.empty();
    }

    /**
     * Samples per second of sampling, over all runs.
     *
     * @return the mean speed
     */
    public double samplesPerSecond() {
        return runs.stream().mapToDouble(r -> r.end().samples() / (r.end().seconds() - r.discovery())).average()
                .orElseThrow();
    }
}
