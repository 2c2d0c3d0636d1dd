package org.orbifold.pgm.marginal;

/** How far an estimate of marginals is from the truth. */
public enum Divergence {

    /**
     * The measure of the paper's release: the mean over variables of Σ<sub>x</sub> p̂ log(p̂ / p), in nats, where p̂ is
     * the estimate and a true probability of 0 counts as 1e-9.
     */
    KL("KL") {
        @Override
        double term(double estimate, double truth) {
            return entropyTerm(estimate, truth);
        }

        @Override
        double ofVariable(double sumOfTerms) {
            return withoutRounding(sumOfTerms);
        }
    },

    /** KL with the roles exchanged: the mean over variables of Σ p log(p / p̂), an estimate of 0 counting as 1e-9. */
    REVERSE_KL("reverse KL") {
        @Override
        double term(double estimate, double truth) {
            return entropyTerm(truth, estimate);
        }

        @Override
        double ofVariable(double sumOfTerms) {
            return withoutRounding(sumOfTerms);
        }
    },

    /** The mean over variables of the Hellinger distance √(½ Σ (√p̂ − √p)²), between 0 and 1. */
    HELLINGER("Hellinger") {
        @Override
        double term(double estimate, double truth) {
            double difference = Math.sqrt(estimate) - Math.sqrt(truth);
            return difference * difference / 2;
        }

        @Override
        double ofVariable(double sumOfTerms) {
            return Math.sqrt(sumOfTerms);
        }
    },

    /** The largest absolute error of any single probability. */
    MAX_ABSOLUTE_ERROR("maximum absolute error") {
        @Override
        double term(double estimate, double truth) {
            return Math.abs(estimate - truth);
        }

        @Override
        public double of(Marginals estimate, Marginals truth, int variable) {
            double max = 0;
            for (int x = 0; x < commonSize(estimate, truth, variable); x++) {
                max = Math.max(max, term(estimate.probability(variable, x), truth.probability(variable, x)));
            }
            return max;
        }

        @Override
        public double between(Marginals estimate, Marginals truth) {
            double max = 0;
            for (int v = 0; v < commonCount(estimate, truth); v++) {
                max = Math.max(max, of(estimate, truth, v));
            }
            return max;
        }
    };

    private static final double SMOOTHING = 1e-9;

    private final String label;

    Divergence(String label) {
        this.label = label;
    }

    abstract double term(double estimate, double truth);

    double ofVariable(double sumOfTerms) {
        return sumOfTerms;
    }

    /**
     * Returns the divergence of one variable's marginal.
     *
     * @param estimate the estimated marginals
     * @param truth    the true marginals
     * @param variable the variable's index
     * @return the divergence; 0 for equal marginals
     */
    public double of(Marginals estimate, Marginals truth, int variable) {
        double sum = 0;
        for (int x = 0; x < commonSize(estimate, truth, variable); x++) {
            sum += term(estimate.probability(variable, x), truth.probability(variable, x));
        }
        return ofVariable(sum);
    }

    /**
     * Returns the divergence over all variables: the mean, or the largest for {@link #MAX_ABSOLUTE_ERROR}.
     *
     * @param estimate the estimated marginals
     * @param truth    the true marginals, of the same variables
     * @return the divergence; 0 for equal marginals, also of no variables
     */
    public double between(Marginals estimate, Marginals truth) {
        int count = commonCount(estimate, truth);
        double sum = 0;
        for (int v = 0; v < count; v++) {
            sum += of(estimate, truth, v);
        }
        return count == 0 ? 0 : sum / count;
    }

    /** A divergence is never negative; rounding may leave a sum a hair below 0. NaN stays. */
    private static double withoutRounding(double sumOfTerms) {
        return sumOfTerms < 0 ? 0 : sumOfTerms;
    }

    private static double entropyTerm(double p, double q) {
        return p == 0 ? 0 : p * Math.log(p / (q == 0 ? SMOOTHING : q));
    }

    private static int commonCount(Marginals estimate, Marginals truth) {
        if (estimate.variableCount() != truth.variableCount()) {
            throw new IllegalArgumentException("the estimate has " + estimate.variableCount()
                    + " variables, the truth " + truth.variableCount());
        }
        return truth.variableCount();
    }

    private static int commonSize(Marginals estimate, Marginals truth, int variable) {
        if (estimate.size(variable) != truth.size(variable)) {
            throw new IllegalArgumentException("variable " + variable + " has " + estimate.size(variable)
                    + " values in the estimate, " + truth.size(variable) + " in the truth");
        }
        return truth.size(variable);
    }

    @Override
    public String toString() {
        return label;
    }
}
