package org.orbifold.pgm.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;

class FactorsTest {

    @Property(tries = 300)
    void factorsAndWideFeaturesSumToTheLogWeight(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        for (int limit : new int[] {1, 4, 1 << 20}) {
            Factors factors = Factors.of(model, limit);
            for (int[] state : RandomModels.states(model)) {
                double sum = factors.constant();
                for (Factor factor : factors.tables()) {
                    assertThat(factor.entryCount()).isLessThanOrEqualTo(limit);
                    sum += factor.logPotential(state);
                }
                sum += factors.wide().stream().mapToDouble(feature -> feature.logPotential(state)).sum();
                double expected = model.logWeight(state);
                if (expected == Double.NEGATIVE_INFINITY) {
                    assertThat(sum).isEqualTo(expected);
                } else {
                    assertThat(sum).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
                }
            }
        }
    }

    @Test
    void sameScopeMeansOneFactorWhateverTheOrder() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3)
                .table(new int[] {1, 0}, 1, 2, 3, 4, 5, 6)
                .conjunction(10, "0=1", "1=2")
                .formula(0.5, Formula.TRUE).build();
        Factors factors = Factors.of(model, 100);
        assertThat(factors.tables()).hasSize(1);
        assertThat(factors.constant()).isEqualTo(0.5);
        Factor factor = factors.tables().get(0);
        assertThat(factor.scope()).containsExactly(0, 1);
        assertThat(factor.entries()).containsExactly(1, 3, 5, 2, 4, 16);
        assertThat(factor.stride(0)).isEqualTo(3);
        assertThat(factor.isHard()).isFalse();
    }

    @Property(tries = 100)
    void productsAddLogPotentials(@ForAll long seed) {
        GraphicalModel model = RandomModels.soft(seed);
        List<Factor> factors = Factors.of(model, 1 << 20).tables();
        for (int i = 1; i < factors.size(); i++) {
            Factor product = factors.get(i - 1).times(factors.get(i));
            for (int[] state : RandomModels.states(model)) {
                assertThat(product.logPotential(state))
                        .isEqualTo(factors.get(i - 1).logPotential(state) + factors.get(i).logPotential(state));
            }
        }
    }

    @Test
    void aFalseFormulaWithoutVariablesForbidsEverything() {
        GraphicalModel model = GraphicalModel.builder().binary("A")
                .formula(Double.POSITIVE_INFINITY, Formula.FALSE).build();
        assertThat(Factors.of(model, 100).constant()).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
