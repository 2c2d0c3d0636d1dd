package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.orbifold.experiments.domain.Problem;

/**
 * One figure to be made: methods on a problem.
 *
 * @param id      a short name for files and links
 * @param title   what people read
 * @param note    what it is for: one or two sentences
 * @param problem makes the problem; only asked when runs are missing or the report is drawn
 * @param methods the methods to compare
 */
public record Figure(String id, String title, String note, Supplier<Problem> problem, List<Method> methods) {

    /**
     * A figure with its results.
     *
     * @param figure  what was to be made
     * @param problem the problem
     * @param results the results of all its methods, in their order
     */
    public record Result(Figure figure, Problem problem, List<MethodResult> results) {

        /**
         * What other methods are compared with: vanilla Gibbs, or the first method where that is missing.
         *
         * @return the result of one of the methods
         */
        public MethodResult reference() {
            return of(Methods.VANILLA).orElse(results.get(0));
        }

        /**
         * The result of one method.
         *
         * @param id the method's identity
         * @return the result, if the figure has that method
         */
        public Optional<MethodResult> of(String id) {
            return results.stream().filter(r -> r.method().id().equals(id)).findFirst();
        }

        /**
         * The last time of the grid that all methods reached.
         *
         * @return seconds; empty if there is none
         */
        public Optional<Double> lastCommonTime() {
            return results.get(0).overTime().stream().map(MethodResult.Point::seconds)
                    .filter(t -> results.stream().allMatch(r -> r.atTime(t).length > 0))
                    .reduce((a, b) -> b);
        }

        /**
         * The last time of the grid that two methods reached.
         *
         * @param a a method's result
         * @param b another's
         * @return seconds; empty if there is none
         */
        public static Optional<Double> lastCommonTime(MethodResult a, MethodResult b) {
            return a.overTime().stream().map(MethodResult.Point::seconds).filter(t -> b.atTime(t).length > 0)
                    .reduce((first, second) -> second);
        }

        /**
         * The last number of samples of the grid that all methods reached.
         *
         * @return samples; empty if there is none
         */
        public Optional<Long> lastCommonSamples() {
            return results.get(0).overSamples().stream().map(p -> (long) p.samples())
                    .filter(n -> results.stream().allMatch(r -> r.atSamples(n).length > 0))
                    .reduce((a, b) -> b);
        }
    }
}
