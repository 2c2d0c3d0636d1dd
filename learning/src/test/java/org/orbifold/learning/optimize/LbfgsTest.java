package org.orbifold.learning.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.time.Budget;

class LbfgsTest {

    private static Lbfgs.State maximise(Objective objective, double l1, int size) {
        Lbfgs lbfgs = new Lbfgs(objective, l1, 1e-9);
        return lbfgs.run(lbfgs.start(new double[size]), 1000, Budget.unlimited(), state -> { });
    }

    /** Minus Rosenbrock's function, whose optimum is (1, 1). */
    private static double rosenbrock(double[] x, double[] gradient) {
        double a = x[1] - x[0] * x[0];
        gradient[0] = 400 * a * x[0] + 2 * (1 - x[0]);
        gradient[1] = -200 * a;
        return -100 * a * a - (1 - x[0]) * (1 - x[0]);
    }

    @Test
    void findsTheOptimumOfRosenbrocksFunction() {
        Lbfgs.State end = maximise(LbfgsTest::rosenbrock, 0, 2);
        assertThat(end.done()).isTrue();
        assertThat(end.point()[0]).isCloseTo(1, within(1e-8));
        assertThat(end.point()[1]).isCloseTo(1, within(1e-8));
        assertThat(end.iteration()).isLessThan(60);
    }

    /** Separable logistic problems have closed forms: logit of the mean. */
    @Property(tries = 30, seed = "33")
    void findsClosedForms(@ForAll @IntRange(min = 1, max = 50) int size, @ForAll long seed) {
        Random random = new Random(seed);
        double[] trials = random.doubles(size, 1, 1000).toArray();
        double[] share = random.doubles(size, 0.01, 0.99).toArray();
        Lbfgs.State end = maximise((x, gradient) -> {
            double value = 0;
            for (int i = 0; i < size; i++) {
                value += trials[i] * (share[i] * x[i] - Math.log1p(Math.exp(x[i])));
                gradient[i] = trials[i] * (share[i] - 1 / (1 + Math.exp(-x[i])));
            }
            return value;
        }, 0, size);
        for (int i = 0; i < size; i++) {
            assertThat(end.point()[i]).isCloseTo(Math.log(share[i] / (1 - share[i])), within(1e-7));
        }
    }

    /** With an L1 penalty the optimum of −(x − a)²/2 is a moved towards 0 by λ. */
    @Property(tries = 30, seed = "34")
    void penaltyMovesTowardsZero(@ForAll @DoubleRange(min = -3, max = 3) double a,
            @ForAll @DoubleRange(min = -3, max = 3) double b, @ForAll @DoubleRange(min = 0.01, max = 2) double l1) {
        double[] centre = {a, b};
        double[] curvature = {1, 7};
        Lbfgs.State end = maximise((x, gradient) -> {
            double value = 0;
            for (int i = 0; i < 2; i++) {
                gradient[i] = curvature[i] * (centre[i] - x[i]);
                value -= curvature[i] * (centre[i] - x[i]) * (centre[i] - x[i]) / 2;
            }
            return value;
        }, l1, 2);
        for (int i = 0; i < 2; i++) {
            double expected = Math.signum(centre[i]) * Math.max(0, Math.abs(centre[i]) - l1 / curvature[i]);
            assertThat(end.point()[i]).isCloseTo(expected, within(1e-7));
        }
    }

    /** A run that goes on from a saved state takes the same steps. */
    @Test
    void statesAreAllThatARunNeeds() {
        Lbfgs lbfgs = new Lbfgs(LbfgsTest::rosenbrock, 0, 1e-9);
        List<Lbfgs.State> states = new ArrayList<>();
        Lbfgs.State end = lbfgs.run(lbfgs.start(new double[2]), 1000, Budget.unlimited(), states::add);
        Lbfgs.State again = lbfgs.run(states.get(states.size() / 2), 1000, Budget.unlimited(), state -> { });
        assertThat(again.point()).isEqualTo(end.point());
        assertThat(again.iteration()).isEqualTo(end.iteration());
    }

    @Test
    void valuesNeverFall() {
        List<Double> values = new ArrayList<>();
        Lbfgs lbfgs = new Lbfgs(LbfgsTest::rosenbrock, 0, 1e-9);
        lbfgs.run(lbfgs.start(new double[] {-1.2, 1}), 1000, Budget.unlimited(), s -> values.add(s.value()));
        assertThat(values).isSorted();
    }

    @Test
    void endsWithItsSteps() {
        Lbfgs lbfgs = new Lbfgs(LbfgsTest::rosenbrock, 0, 1e-9);
        Lbfgs.State first = lbfgs.start(new double[2]);
        assertThat(lbfgs.run(first, 0, Budget.unlimited(), s -> { })).isSameAs(first);
    }
}
