package org.orbifold.fuzz;

import java.util.random.RandomGenerator;

/** Kinds of random log-potentials. */
enum Weights {

    /** Between −1 and 1. */
    MILD,
    /** Few different ones, so that models have symmetries. */
    FEW,
    /** 0.3 and 0.1 + 0.2, which differ by rounding only. */
    NEARLY_EQUAL,
    /** Weights from 1e-300 to 1e300. */
    EXTREME,
    /** Mostly 1, some down to 1e-6. */
    RARE,
    /** Few different ones, a fifth of them forbidden. */
    FORBIDDEN,
    /** All equal. */
    CONSTANT;

    private static final double LOG_1E300 = 690.7;

    double next(RandomGenerator random) {
        return switch (this) {
            case MILD -> 2 * random.nextDouble() - 1;
            case FEW -> random.nextInt(3) * 0.5 - 0.5;
            case NEARLY_EQUAL -> new double[] {0.3, 0.1 + 0.2, -0.7}[random.nextInt(3)];
            case EXTREME -> (2 * random.nextDouble() - 1) * LOG_1E300;
            case RARE -> random.nextInt(3) > 0 ? 0 : -13.8 * random.nextDouble();
            case FORBIDDEN -> random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : random.nextInt(3) * 0.5 - 0.5;
            case CONSTANT -> 0.25;
        };
    }

    /** A weight of a clause or formula: forbidden or required where this kind forbids. */
    double nextOfFeature(RandomGenerator random) {
        if (this == FORBIDDEN && random.nextInt(4) == 0) {
            return random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        double weight = next(random);
        return Double.isInfinite(weight) ? 0.5 : weight;
    }

    double[] table(int entries, RandomGenerator random) {
        double[] logs = new double[entries];
        for (int i = 0; i < entries; i++) {
            logs[i] = next(random);
        }
        return logs;
    }
}
