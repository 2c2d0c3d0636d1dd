package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;

/** Models, evidence and marginals by names. */
class NamesTest {

    private static final GraphicalModel SPRINKLER = GraphicalModel.builder()
            .variable("Rain", Domain.of("yes", "no"))
            .variable("Sprinkler", Domain.of("on", "off"))
            .variable("Wet", Domain.of("wet", "dry"))
            .conditional("Rain").row(0.2, 0.8).end()
            .conditional("Sprinkler", "Rain").row(List.of("yes"), 0.01, 0.99).row(List.of("no"), 0.4, 0.6).end()
            .conditional("Wet", "Sprinkler", "Rain").row(List.of("on", "yes"), 0.99, 0.01)
            .row(List.of("off", "no"), 0, 1).row(List.of("off", "yes"), 0.8, 0.2).otherwise(0.9, 0.1).end()
            .build();

    /** The textbook's network (Wikipedia, "Bayesian network"): P(rain | wet) = 0.3577. */
    @Test
    void aNetworkByNamesAnswersByNames() {
        Evidence evidence = Evidence.of(SPRINKLER, "Wet=wet");
        ConditionedModel given = SPRINKLER.condition(evidence);
        Marginals marginals = BruteForce.solve(given.model()).marginals().extendTo(given);
        assertThat(marginals.probability("Rain", "yes")).isEqualTo(0.3577, within(5e-5));
        assertThat(marginals.distribution("Wet")).containsExactly(1, 0);
        assertThat(marginals.toString()).startsWith("Rain: yes 0.357688, no 0.642312\n");
        assertThat(BruteForce.solve(SPRINKLER).logPartition()).isEqualTo(0, within(1e-12));
    }

    @Test
    void softEvidenceByNameIsThatByIndex() {
        assertThat(Evidence.none().withLikelihood(SPRINKLER, "Wet", 0.3, 0.7))
                .isEqualTo(Evidence.none().withLikelihood(2, 0.3, 0.7));
        assertThatThrownBy(() -> Evidence.none().withLikelihood(SPRINKLER, "Wet", 0.3))
                .hasMessage("variable 'Wet' has 1 likelihoods; expected one for each of {wet,dry}");
    }

    @Test
    void tablesByNamesAreThoseByIndices() {
        GraphicalModel byName = GraphicalModel.builder().binary("A", "B").potentials(List.of("B", "A"), 1, 2, 3, 4)
                .table(List.of("A"), 0, 1).build();
        GraphicalModel byIndex = GraphicalModel.builder().binary("A", "B").potentials(new int[] {1, 0}, 1, 2, 3, 4)
                .table(new int[] {0}, 0, 1).build();
        assertThat(byName).isEqualTo(byIndex);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).hasMessageContaining(message);
    }

    /** What a program may hand over by mistake is refused in words of the model, not of an array. */
    @Test
    void mistakesAreNamed() {
        ModelBuilder builder = GraphicalModel.builder().binary("A", "B");
        refused(() -> builder.potentials(List.of("A", "A"), 1, 2, 3, 4),
                "variable 'A' stands twice in the scope [A, A]");
        refused(() -> builder.table(List.of("A"), Double.NaN, 0), "entry 0 of the table over [A] is NaN");
        refused(() -> builder.clause(1, (String) null), "null is not a literal; expected NAME=VALUE");
        refused(() -> builder.conditional("A", (String) null), "there is no variable named null");
        refused(() -> builder.potentials(List.of("A"), (double[]) null), "the potentials are null");
        refused(() -> builder.add(null), "the feature is null");
        refused(() -> builder.formula(1, null), "the formula is null");
        refused(() -> Evidence.of(SPRINKLER, (String[]) null), "the observations are null");
        refused(() -> SPRINKLER.variable((String) null), "the model has no variable named null");
        refused(() -> SPRINKLER.condition(Evidence.none().withLikelihood(2, 1, 2, 3)),
                "soft evidence has 3 likelihoods for variable 'Wet'; expected one for each of {wet,dry}");
        refused(() -> SPRINKLER.condition(Evidence.of(SPRINKLER, "Wet=wet").withLikelihood(SPRINKLER, "Wet", 0, 1)),
                "the evidence Wet=wet is impossible: its likelihood in the soft evidence is 0");
        refused(() -> SPRINKLER.condition(Evidence.of(SPRINKLER, "Sprinkler=off", "Rain=no", "Wet=wet")),
                "it contradicts the table over (Sprinkler, Rain, Wet), which is 0 there");
    }

    @Test
    void conditionalTablesThatNobodyCouldHoldAreRefused() {
        ModelBuilder builder = GraphicalModel.builder().binary("child");
        String[] parents = IntStream.range(0, 40).mapToObj(i -> "p" + i).toArray(String[]::new);
        builder.binary(parents);
        refused(() -> builder.conditional("child", parents), "entries; expected at most 134217728");
    }

    @Test
    void boundsByNames() {
        MarginalBounds bounds = MarginalBounds.of(new double[][] {{0.2, 0.5}, {0, 0}, {0, 0}},
                new double[][] {{0.5, 0.8}, {1, 1}, {1, 1}});
        refused(() -> bounds.lower("Rain", "yes"), "these bounds have no names");
        MarginalBounds named = bounds.named(SPRINKLER);
        assertThat(named.lower("Rain", "yes")).isEqualTo(0.2);
        assertThat(named.upper("Rain", "no")).isEqualTo(0.8);
        assertThat(named.toString()).startsWith("Rain: yes 0.200000 to 0.500000, no 0.500000 to 0.800000\n");
        refused(() -> named.lower("Rain", "maybe"), "variable 'Rain' has no value 'maybe'");
        refused(() -> named.upper(3, 0), "variable 3 of 3; expected 0 to 2");
    }

    @Test
    void unknownNamesSuggestTheNearest() {
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, "rian=yes"))
                .hasMessage("the model has no variable named 'rian'; did you mean 'Rain'?");
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, "Cloudy=yes"))
                .hasMessage("the model has no variable named 'Cloudy'");
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, "rain=yes"))
                .hasMessage("the model has no variable named 'rain'; did you mean 'Rain'?");
        assertThatThrownBy(() -> SPRINKLER.variable("Sprinkel"))
                .hasMessage("the model has no variable named 'Sprinkel'; did you mean 'Sprinkler'?");
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, "Rain=yess"))
                .hasMessage("variable 'Rain' has no value 'yess'; its values are {yes,no}; did you mean 'yes'?");
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, "Rain=yes", "Rain=no"))
                .hasMessage("variable 'Rain' is observed twice, as yes and as no");
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, "Rain=yes").and(SPRINKLER, "Rain=no"))
                .hasMessage("variable 'Rain' is observed twice, as yes and as no");
        assertThat(Evidence.of(SPRINKLER, Map.of("Rain", "yes"))).isEqualTo(Evidence.of(SPRINKLER, "Rain=yes"));
        assertThatThrownBy(() -> Evidence.of(SPRINKLER, Map.of("Rian", "yes"))).hasMessageContaining("'Rain'?");
        assertThatThrownBy(() -> Evidence.none().withLikelihood(SPRINKLER, "Rain", 0.5, -1))
                .hasMessageContaining("the likelihood of Rain=");
        assertThatThrownBy(() -> GraphicalModel.builder().binary("Anna").potentials(List.of("Ana"), 1, 2))
                .hasMessage("there is no variable named 'Ana'; did you mean 'Anna'?");
        assertThatThrownBy(() -> SPRINKLER.variable(6))
                .hasMessage("the model has no variable 6; it has 3, numbered from 0");
        assertThatThrownBy(() -> Marginals.of(new double[][] {{1}}).probability("A", "0"))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("named(model)");
    }

    private static ModelBuilder rain() {
        return GraphicalModel.builder().variable("Rain", Domain.of("yes", "no")).binary("Wet");
    }

    @Test
    void tablesThatAreNotWholeAreRefused() {
        assertThatThrownBy(() -> rain().conditional("Wet", "Rain").row("no", 0.1, 0.9).end())
                .hasMessageContaining("P(Wet | Rain): the row [yes] is missing");
        assertThatThrownBy(() -> rain().conditional("Wet", "Rain").row("no", 0.1, 0.8)).hasMessage("P(Wet | Rain): the "
                + "probabilities of the row [no] are [0.1, 0.8], with the sum 0.9; expected the sum 1");
        assertThatThrownBy(() -> rain().conditional("Wet", "Rain").row("no", 1.1, -0.1))
                .hasMessageContaining("expected numbers from 0 to 1");
        assertThatThrownBy(() -> rain().conditional("Wet").row(0.1, 0.2, 0.7)).hasMessage("P(Wet): the probabilities "
                + "are [0.1, 0.2, 0.7]; expected 2, one for each of {0,1}");
        assertThatThrownBy(() -> rain().conditional("Wet", "Rain").row(0.1, 0.9))
                .hasMessageContaining("a row is given []; expected a value of each of [Rain]");
        assertThatThrownBy(() -> rain().conditional("Wet", "Rain").row("no", 0.1, 0.9).row(List.of("no"), 0.1, 0.9))
                .hasMessageContaining("the row [no] is given twice");
    }

    /** A table whose end() was forgotten is added by build(), and not lost. */
    @Test
    void tablesNeedNoEnd() {
        ModelBuilder builder = rain().binary("Slippery");
        builder.conditional("Rain").row(0.2, 0.8);
        builder.conditional("Slippery", "Rain", "Wet").row("yes, 1", 0.1, 0.9).otherwise(1, 0);
        builder.conditional("Wet", "Rain").row("yes", 0.3, 0.7).row("no", 0.6, 0.4).end();
        GraphicalModel model = builder.build();
        assertThat(model.features()).hasSize(3);
        assertThat(Math.exp(model.logWeight(new int[] {0, 1, 1}))).isCloseTo(0.2 * 0.7 * 0.9, within(1e-12));
        assertThat(builder.build().features()).hasSize(3);
        ModelBuilder lacking = rain();
        lacking.conditional("Wet", "Rain").row("no", 0.1, 0.9);
        assertThatThrownBy(lacking::build).hasMessageContaining("the row [yes] is missing");
    }

    @Test
    void tablesFormANetwork() {
        assertThatThrownBy(() -> rain().conditional("Wet").row(0.5, 0.5).end().conditional("Wet"))
                .hasMessageContaining("the table of 'Wet' is given twice");
        assertThatThrownBy(() -> rain().conditional("Wet", "Wet")).hasMessageContaining("'Wet' depends on [Wet]");
        ModelBuilder cycle = rain().binary("C", "D").conditional("C").row(0.5, 0.5).end()
                .conditional("Wet", "Rain", "C").otherwise(0.5, 0.5).end()
                .conditional("Rain", "Wet").otherwise(0.5, 0.5).end()
                .conditional("D", "C").otherwise(0.5, 0.5).end();
        assertThatThrownBy(cycle::build).hasMessageContaining("in a cycle, among or before [Wet, Rain];");
    }

    @Test
    void factorsAreNamed() {
        assertThatThrownBy(() -> rain().potentials(List.of("Rain", "Wet"), 1, 2, 3))
                .hasMessage("the table over [Rain, Wet] has 3 entries; expected 4, the product of the domain sizes");
        assertThatThrownBy(() -> rain().potentials(List.of("Rain", "Wet"), 1, -2, 3, 4))
                .hasMessageContaining("potential 1 of the table over [Rain, Wet] is -2.0");
        assertThatThrownBy(() -> rain().build().size(9)).hasMessageContaining("the model has no variable 9");
        assertThatThrownBy(() -> Evidence.none().withLikelihood(SPRINKLER, "Rain", 0, 0))
                .hasMessage("the likelihoods of variable 'Rain' are all 0; expected one that is positive");
    }
}
