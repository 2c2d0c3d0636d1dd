package org.orbifold.pgm.marginal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

class DivergenceTest {

    private static final Marginals TRUTH = Marginals.of(new double[][] {{0.5, 0.5}, {1, 0, 0}});
    private static final Marginals ESTIMATE = Marginals.of(new double[][] {{0.25, 0.75}, {0.9, 0.1, 0}});

    @Test
    void klIsThatOfTheRelease() {
        double first = 0.25 * Math.log(0.5) + 0.75 * Math.log(1.5);
        double second = 0.9 * Math.log(0.9) + 0.1 * Math.log(0.1 / 1e-9);
        assertThat(Divergence.KL.of(ESTIMATE, TRUTH, 0)).isCloseTo(first, within(1e-15));
        assertThat(Divergence.KL.between(ESTIMATE, TRUTH)).isCloseTo((first + second) / 2, within(1e-15));
    }

    @Test
    void reverseKlExchangesTheRoles() {
        double first = 0.5 * Math.log(2) + 0.5 * Math.log(0.5 / 0.75);
        assertThat(Divergence.REVERSE_KL.between(ESTIMATE, TRUTH))
                .isCloseTo((first - Math.log(0.9)) / 2, within(1e-15));
        assertThat(Divergence.REVERSE_KL.between(TRUTH, ESTIMATE))
                .isEqualTo(Divergence.KL.between(ESTIMATE, TRUTH));
    }

    @Test
    void hellingerAndMaximum() {
        double first = Math.sqrt((Math.pow(0.5 - Math.sqrt(0.5), 2)
                + Math.pow(Math.sqrt(0.75) - Math.sqrt(0.5), 2)) / 2);
        double second = Math.sqrt((Math.pow(Math.sqrt(0.9) - 1, 2) + 0.1) / 2);
        assertThat(Divergence.HELLINGER.between(ESTIMATE, TRUTH)).isCloseTo((first + second) / 2, within(1e-15));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(ESTIMATE, TRUTH)).isEqualTo(0.25);
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.of(ESTIMATE, TRUTH, 1)).isCloseTo(0.1, within(1e-15));
        Marginals opposite = Marginals.of(new double[][] {{1, 0}});
        assertThat(Divergence.HELLINGER.between(opposite, Marginals.of(new double[][] {{0, 1}}))).isEqualTo(1);
    }

    @Test
    void equalMarginalsAreAtDistanceZero() {
        for (Divergence divergence : Divergence.values()) {
            assertThat(divergence.between(TRUTH, TRUTH)).isZero();
            assertThat(divergence.between(Marginals.of(new double[0][]), Marginals.of(new double[0][]))).isZero();
        }
    }

    @Test
    void differentShapesAreRefused() {
        Marginals other = Marginals.of(new double[][] {{0.5, 0.5}, {0.5, 0.5}});
        assertThatIllegalArgumentException().isThrownBy(() -> Divergence.KL.between(other, TRUTH))
                .withMessageContaining("variable 1 has 2 values in the estimate, 3 in the truth");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Divergence.MAX_ABSOLUTE_ERROR.between(Marginals.of(new double[0][]), TRUTH))
                .withMessageContaining("0 variables");
    }

    @Test
    void marginalsAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> Marginals.of(new double[][] {{1}, {0.5, 0.4}}))
                .withMessageContaining("variable 1 sum to 0.9");
        assertThatIllegalArgumentException().isThrownBy(() -> Marginals.of(new double[][] {{Double.NaN}}))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> Marginals.of(new double[][] {{-0.5, 1.5}}))
                .withMessageContaining("-0.5");
    }

    @Test
    void observedVariablesGetTheirValue() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3, 2).build();
        Marginals free = Marginals.of(new double[][] {{0.5, 0.5}, {0.25, 0.75}});
        assertThat(free.extendTo(model.condition(Evidence.of(1, 2))))
                .isEqualTo(Marginals.of(new double[][] {{0.5, 0.5}, {0, 0, 1}, {0.25, 0.75}}));
        assertThatIllegalArgumentException().isThrownBy(() -> free.extendTo(model.condition(Evidence.none())))
                .withMessageContaining("2 variables").withMessageContaining("has 3");
    }

    /** Sums of terms of both signs: without care, some of these are a hair below 0. */
    @Test
    void klIsNeverNegative() {
        for (int k = 1; k < 500; k++) {
            double p = k / 503.0;
            double q = p + 3e-16 * k / 500;
            Marginals estimate = Marginals.of(new double[][] {{p, 1 - p}});
            Marginals truth = Marginals.of(new double[][] {{q, 1 - q}});
            assertThat(Divergence.KL.between(estimate, truth)).as("p = " + p).isNotNegative().isLessThan(1e-15);
            assertThat(Divergence.REVERSE_KL.of(estimate, truth, 0)).as("p = " + p).isNotNegative();
        }
    }
}
