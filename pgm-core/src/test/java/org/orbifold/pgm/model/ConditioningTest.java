package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.testing.RandomModels;

class ConditioningTest {

    /** The log-weight of every state that agrees with the evidence is kept, constants included. */
    @Property(tries = 500)
    void logWeightsAreKept(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        Evidence evidence = RandomModels.evidence(model, seed);
        ConditionedModel conditioned = model.condition(evidence);
        assertThat(conditioned.model().variableCount()).isEqualTo(model.variableCount() - evidence.size());
        for (int[] free : RandomModels.states(conditioned.model())) {
            double expected = model.logWeight(conditioned.expand(free));
            double actual = conditioned.model().logWeight(free);
            if (expected == Double.NEGATIVE_INFINITY) {
                assertThat(actual).isEqualTo(expected);
            } else {
                assertThat(actual).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
            }
        }
    }

    @Test
    void noFeatureMentionsAnObservedVariable() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C")
                .clause(1, "A=1", "B=1").conjunction(2, "A=0", "C=1")
                .formula(4, Formula.implies(Formula.is(0, 1), Formula.is(1, 0)))
                .table(new int[] {2, 0}, 1, 2, 3, 4).build();
        ConditionedModel given = model.condition(Evidence.of(0, 1));
        assertThat(given.model()).isEqualTo(GraphicalModel.builder().binary("B", "C")
                .constant(1).formula(4, Formula.is(0, 0)).table(new int[] {1}, 2, 4).build());
        assertThat(given.toOriginal(0)).isEqualTo(1);
        assertThat(given.fromOriginal(0)).isEqualTo(-1);
        assertThat(given.fromOriginal(2)).isEqualTo(1);
        assertThat(given.expand(new int[] {0, 1})).containsExactly(1, 0, 1);
    }

    @Test
    void withoutEvidenceTheModelIsTheSame() {
        GraphicalModel model = RandomModels.hard(7);
        assertThat(model.condition(Evidence.none()).model()).isEqualTo(model);
        GraphicalModel clauses = GraphicalModel.builder().variables(2, 3).clause(1, "0=1", "1=2").constant(2).build();
        ConditionedModel same = clauses.condition(Evidence.none());
        // Nothing to simplify: no copy of what may be very large.
        assertThat(same.model()).isSameAs(clauses);
        assertThat(same.original()).isSameAs(clauses);
        assertThat(same.expand(new int[] {1, 2})).containsExactly(1, 2);
        assertThat(same.toOriginal(1)).isEqualTo(1);
        assertThat(same.fromOriginal(1)).isEqualTo(1);
    }

    @Test
    void constantFormulasAreDecidedWithoutEvidenceToo() {
        GraphicalModel model = GraphicalModel.builder().binary("A")
                .formula(0.5, Formula.or(Formula.is(0, 1), Formula.TRUE)).clause(1, "A=1").build();
        GraphicalModel simplified = model.condition(Evidence.none()).model();
        assertThat(simplified.features()).hasSize(1);
        assertThat(simplified.constant()).isEqualTo(0.5);
        assertThat(simplified.logWeight(new int[] {1})).isEqualTo(1.5);
    }

    @Test
    void impossibleEvidenceIsExplained() {
        GraphicalModel model = GraphicalModel.builder().binary("Rain", "Dry").forbid("Rain=1", "Dry=1")
                .potentials(new int[] {0, 1}, 1, 1, 0, 0).build();
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> model.condition(Evidence.of(0, 1).and(1, 1)))
                .withMessageContaining("Rain=1, Dry=1 is impossible")
                .withMessageContaining("never Rain=1 ∧ Dry=1");
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> model.condition(Evidence.of(0, 1)))
                .withMessageContaining("Rain=1 is impossible")
                .withMessageContaining("the table over (Rain, Dry), which is 0 there");
    }

    @Test
    void evidenceOnWhatDoesNotExistIsRefused() {
        GraphicalModel model = GraphicalModel.builder().binary("A").build();
        assertThatIllegalArgumentException().isThrownBy(() -> model.condition(Evidence.of(1, 0)))
                .withMessageContaining("variable 1").withMessageContaining("only 1");
        assertThatIllegalArgumentException().isThrownBy(() -> model.condition(Evidence.of(0, 2)))
                .withMessageContaining("'A'").withMessageContaining("value 2");
        assertThatIllegalArgumentException().isThrownBy(() -> Evidence.of(3, -1)).withMessageContaining("3 = -1");
    }

    @Test
    void evidenceCannotContradictItself() {
        Evidence evidence = Evidence.of(4, 1).and(2, 0);
        assertThat(evidence.and(4, 1)).isEqualTo(evidence);
        assertThat(evidence).hasToString("{2=0, 4=1}");
        assertThat(evidence.value(3)).isEqualTo(-1);
        assertThatIllegalArgumentException().isThrownBy(() -> evidence.and(4, 0))
                .withMessageContaining("variable 4 is observed twice, as 1 and as 0");
    }
}
