package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.testing.RandomModels;

class FactorsTest {

    @Property(tries = 300)
    void factorsAndWideFeaturesSumToTheLogWeight(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        for (int limit : new int[] {1, 4, 1 << 20}) {
            Factors factors = Factors.of(model, limit);
            for (int[] state : RandomModels.states(model)) {
                double sum = factors.constant();
                for (Table factor : factors.tables()) {
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
        Table factor = factors.tables().get(0);
        assertThat(factor.scope()).containsExactly(0, 1);
        assertThat(factor.entries()).containsExactly(1, 3, 5, 2, 4, 16);
        assertThat(factor.stride(0)).isEqualTo(3);
        assertThat(factor.isHard()).isFalse();
    }

    @Property(tries = 300)
    void onlyFeaturesThatAreNoTablesYetStayWide(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        Factors factors = Factors.of(model, 4);
        assertThat(factors.wide()).allMatch(feature -> model.assignments(feature.scope()) > 4);
        for (Table table : factors.tables()) {
            assertThat(table.scope()).isSorted().isNotEmpty();
            assertThat(table.entryCount() <= 4 || model.features().stream().anyMatch(
                    feature -> feature instanceof Table && Set.of(boxed(feature.scope())).equals(
                            Set.of(boxed(table.scope()))))).isTrue();
        }
    }

    private static Integer[] boxed(int[] array) {
        return Arrays.stream(array).boxed().toArray(Integer[]::new);
    }

    @Test
    void areMadeOnceAndDoNotCopyTables() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3)
                .table(new int[] {0, 1}, 1, 2, 3, 4, 5, 6).conjunction(10, "0=1").build();
        assertThat(model.factors()).isSameAs(model.factors());
        assertThat(model.factors().tables().get(0)).isSameAs(model.features().get(0));
        assertThat(model.factors().tables().get(1)).isEqualTo(model.table(model.features().get(1)));
    }

    @Test
    void aFalseFormulaWithoutVariablesForbidsEverything() {
        GraphicalModel model = GraphicalModel.builder().binary("A")
                .formula(Double.POSITIVE_INFINITY, Formula.FALSE).build();
        assertThat(Factors.of(model, 100).constant()).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
