package org.orbifold.learning;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.orbifold.pgm.time.Budget;

/**
 * The counts of true groundings in the data, expected where atoms are missing: known, summed over the missing atoms, or
 * sampled by chains on them. Together with sampled counts of the whole network they make the gradient of EM.
 */
interface ObservedCounts {

    /** Step of central differences of expected counts: their error is about its square. */
    double STEP = 1e-4;

    /**
     * Computes the counts.
     *
     * @param weights by instance
     * @param length  recorded sweeps of each chain
     * @return the means, and batches of them if they are sampled
     */
    PersistentChains.Moments run(double[] weights, int length, Budget budget);

    /**
     * The covariance of the counts that missing atoms leave: what it takes from the information of the data.
     *
     * @param weights those of the last run
     */
    double[] covariance(double[] weights, Budget budget);

    /** Writes the states of chains. */
    default void save(DataOutputStream out) throws IOException { }

    /** Takes the states that {@link #save} wrote. */
    default void load(DataInputStream in) throws IOException { }

    /** No atom is missing. */
    record Known(double[] counts) implements ObservedCounts {
        @Override
        public PersistentChains.Moments run(double[] weights, int length, Budget budget) {
            return new PersistentChains.Moments(counts, new double[0][], new double[0]);
        }

        @Override
        public double[] covariance(double[] weights, Budget budget) {
            return new double[weights.length * weights.length];
        }
    }

    /** Missing atoms are summed out. */
    record Summed(Partition missing) implements ObservedCounts {
        @Override
        public PersistentChains.Moments run(double[] weights, int length, Budget budget) {
            return new PersistentChains.Moments(expected(weights, budget), new double[0][], new double[0]);
        }

        private double[] expected(double[] weights, Budget budget) {
            double[] counts = new double[weights.length];
            missing.evaluate(weights, counts, budget);
            return counts;
        }

        /** The derivatives of the expected counts by the weights. */
        @Override
        public double[] covariance(double[] weights, Budget budget) {
            int n = weights.length;
            double[] matrix = new double[n * n];
            double[] moved = weights.clone();
            for (int i = 0; i < n; i++) {
                double h = STEP * Math.max(1, Math.abs(weights[i]));
                moved[i] = weights[i] + h;
                double[] up = expected(moved, budget);
                moved[i] = weights[i] - h;
                double[] down = expected(moved, budget);
                moved[i] = weights[i];
                for (int j = 0; j < n; j++) {
                    matrix[i * n + j] += (up[j] - down[j]) / (4 * h);
                    matrix[j * n + i] += (up[j] - down[j]) / (4 * h);
                }
            }
            return matrix;
        }
    }

    /** Missing atoms are sampled. */
    final class Sampled implements ObservedCounts {
        private final PersistentChains chains;
        private final double[] complete;
        private double[] last = new double[0];

        /**
         * Makes the counts.
         *
         * @param chains   on the worlds with missing atoms
         * @param complete the counts of the other worlds
         */
        Sampled(PersistentChains chains, double[] complete) {
            this.chains = chains;
            this.complete = complete;
        }

        @Override
        public PersistentChains.Moments run(double[] weights, int length, Budget budget) {
            PersistentChains.Moments moments = chains.run(weights, length, budget);
            last = moments.covariance();
            double[] means = moments.means().clone();
            Arrays.setAll(means, i -> means[i] + complete[i]);
            double[][] batches = Arrays.stream(moments.batches()).map(double[]::clone).toArray(double[][]::new);
            for (double[] batch : batches) {
                Arrays.setAll(batch, i -> batch[i] + complete[i]);
            }
            return new PersistentChains.Moments(means, batches, last);
        }

        @Override
        public double[] covariance(double[] weights, Budget budget) {
            return last;
        }

        @Override
        public void save(DataOutputStream out) throws IOException {
            chains.save(out);
        }

        @Override
        public void load(DataInputStream in) throws IOException {
            chains.load(in);
        }
    }
}
