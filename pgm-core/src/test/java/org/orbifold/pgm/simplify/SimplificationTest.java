package org.orbifold.pgm.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.testing.RandomModels;

class SimplificationTest {

    private static final double HARD = Double.NEGATIVE_INFINITY;

    @Property(tries = 1000, seed = "20191")
    void theAnswerIsThatOfTheWhole(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        ConditionedModel given = model.condition(RandomModels.evidence(model, seed));
        ExactResult expected = BruteForce.solve(given.model());
        Simplification simple = Simplification.of(given);
        List<ExactResult> parts = simple.components().stream().map(BruteForce::solve).toList();
        assertThat(simple.logPartition(parts.stream().mapToDouble(ExactResult::logPartition).toArray()))
                .isCloseTo(expected.logPartition(), within(1e-9 * (1 + Math.abs(expected.logPartition()))));
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(
                simple.marginals(parts.stream().map(ExactResult::marginals).toList()),
                expected.marginals().extendTo(given))).isLessThan(1e-10);
    }

    /** Many tables with many zeros: values are excluded, and models become impossible. */
    @Property(tries = 1000, seed = "20192")
    void zerosArePropagatedAndContradictionsAreReal(@ForAll long seed) {
        ConditionedModel given = zeros(new SplittableRandom(seed)).condition(Evidence.none());
        boolean possible = isPossible(given.model());
        Simplification simple;
        try {
            simple = Simplification.of(given);
        } catch (ContradictionException e) {
            assertThat(possible).as(e.getMessage()).isFalse();
            assertThat(e).hasMessageContaining("allows no value of");
            return;
        }
        if (possible) {
            ExactResult expected = BruteForce.solve(given.model());
            List<ExactResult> parts = simple.components().stream().map(BruteForce::solve).toList();
            assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(
                    simple.marginals(parts.stream().map(ExactResult::marginals).toList()),
                    expected.marginals())).isLessThan(1e-10);
        }
        isConsistent(given.model(), simple);
    }

    private static boolean isPossible(GraphicalModel model) {
        for (int[] state : RandomModels.states(model)) {
            if (model.logWeight(state) > HARD) {
                return true;
            }
        }
        return false;
    }

    private static GraphicalModel zeros(SplittableRandom random) {
        ModelBuilder model = GraphicalModel.builder().variables(random.ints(random.nextInt(2, 8), 1, 4).toArray());
        for (int f = random.nextInt(1, 9); f > 0; f--) {
            int[] scope = random.ints(random.nextInt(1, 4), 0, model.variableCount()).distinct().toArray();
            double[] logs = new double[Arrays.stream(scope).map(model::size).reduce(1, (a, b) -> a * b)];
            Arrays.setAll(logs, i -> random.nextInt(5) < 3 ? HARD : random.nextInt(2));
            model.table(scope, logs);
        }
        return model.build();
    }

    /** Every value left has a support in every table. */
    private static void isConsistent(GraphicalModel model, Simplification simple) {
        for (Feature feature : model.features()) {
            for (int v : feature.scope()) {
                for (int x : left(simple, v)) {
                    boolean supported = false;
                    for (int[] state : RandomModels.states(model)) {
                        boolean live = state[v] == x;
                        for (int u : feature.scope()) {
                            int value = state[u];
                            live &= Arrays.stream(left(simple, u)).anyMatch(y -> y == value);
                        }
                        supported |= live && feature.logPotential(state) > HARD;
                    }
                    assertThat(supported).as("%d=%d in %s", v, x, feature).isTrue();
                }
            }
        }
    }

    private static int[] left(Simplification simple, int v) {
        return simple.component(v) < 0 ? new int[] {simple.fixedValue(v)}
                : simple.values(simple.component(v), simple.fromOriginal(v));
    }

    /** A clause is the table of its zeros, and so is a conjunction. */
    @Property(tries = 500, seed = "20193")
    void unitPropagationIsAsStrongAsTables(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = random.ints(random.nextInt(2, 6), 2, 4).toArray();
        ModelBuilder clauses = GraphicalModel.builder().variables(sizes);
        for (int f = random.nextInt(1, 9); f > 0; f--) {
            // One is wide: tables over the same variables would be merged, which is stronger.
            Literal[] literals = new Literal[f == 1 ? 4 : 1];
            Arrays.setAll(literals, i -> {
                int v = random.nextInt(sizes.length);
                return Literal.of(v, random.nextInt(sizes[v]));
            });
            double weight = random.nextBoolean() ? HARD : -HARD;
            if (random.nextBoolean()) {
                clauses.clause(weight, literals);
            } else {
                clauses.conjunction(weight, literals);
            }
        }
        GraphicalModel model = clauses.build();
        ModelBuilder tables = GraphicalModel.builder().variables(sizes);
        model.features().forEach(feature -> tables.add(model.table(feature)));
        assertThat(leftOrNone(model)).isEqualTo(leftOrNone(tables.build()));
    }

    private static List<String> leftOrNone(GraphicalModel model) {
        List<String> all = new ArrayList<>();
        try {
            Simplification simple = Simplification.of(model.condition(Evidence.none()));
            for (int v = 0; v < model.variableCount(); v++) {
                all.add(Arrays.toString(left(simple, v)));
            }
        } catch (ContradictionException e) {
            all.add("none");
        }
        return all;
    }

    @Test
    void whereNothingChangesTheModelIsItsOwnComponent() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C").constant(2)
                .conjunction(1, "A=1", "B=1").clause(1, "B=0", "C=1").clause(0.5, "B=0", "C=1").build();
        Simplification simple = Simplification.of(model.condition(Evidence.none()));
        assertThat(simple.components()).singleElement().isSameAs(model);
        assertThat(simple.constant()).isZero();
        assertThat(simple.expand(List.of(new int[] {1, 0, 1}))).containsExactly(1, 0, 1);
        assertThat(simple).hasToString("1 component");
    }

    @Test
    void domainsShrinkAndKeepTheirLabels() {
        GraphicalModel model = GraphicalModel.builder().variable("A", Domain.of("red", "green", "blue"))
                .variable("B", Domain.of("no", "yes")).variable("C", Domain.binary())
                .table(new int[] {0, 1}, 1, HARD, HARD, HARD, 2, HARD)
                .table(new int[] {2, 0}, 1, 2, 3, 4, 5, 7)
                .table(new int[] {0, 2}, 1, 1, 1, 1, 1, 2)
                .build();
        Simplification simple = Simplification.of(model.condition(Evidence.none()));
        assertThat(simple.components()).hasSize(1);
        GraphicalModel left = simple.components().get(0);
        assertThat(left.variable(0).domain()).isEqualTo(Domain.of("red", "blue"));
        assertThat(left.features()).containsExactlyInAnyOrder(Table.of(new int[] {1, 0}, new int[] {2, 2},
                new double[] {2, 4, 5, 9}), Table.of(new int[] {0}, new int[] {2}, new double[] {1, 2}));
        assertThat(simple.values(0, 0)).containsExactly(0, 2);
        assertThat(simple.fixedValue(1)).isZero();
        assertThat(simple.fixedValue(0)).isEqualTo(-1);
        assertThat(simple.toOriginal(0, 1)).isEqualTo(2);
        assertThat(simple).hasToString("2 values excluded, 1 variable fixed, 1 table merged, 1 component");
        assertThat(simple.expand(List.of(new int[] {1, 0}))).containsExactly(2, 0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> simple.logPartition(1, 2));
    }

    @Test
    void componentsAreSeparatedAndSmallOnesPutTogether() {
        ModelBuilder rings = GraphicalModel.builder();
        for (int part = 0; part < 2; part++) {
            for (int i = 0; i < 12; i++) {
                rings.binary(part + "/" + i);
            }
        }
        rings.binary("single").binary("pair").binary("other").conjunction(1, "pair=1", "other=1");
        for (int part = 0; part < 2; part++) {
            for (int i = 0; i < 12; i++) {
                rings.conjunction(0.3, part + "/" + i + "=1", part + "/" + (i + 1) % 12 + "=1");
            }
        }
        Simplification simple = Simplification.of(rings.build().condition(Evidence.none()));
        assertThat(simple.components()).extracting(GraphicalModel::variableCount).containsExactly(12, 12, 3);
        assertThat(simple.separateParts()).isEqualTo(4);
        assertThat(simple.component(13)).isEqualTo(1);
        assertThat(simple.fromOriginal(13)).isEqualTo(1);
        assertThat(simple.toOriginal(2, 0)).isEqualTo(24);
    }

    /** A clause of thousands of variables does not make a message of as many words. */
    @Test
    void contradictionsOfLongClausesAreShort() {
        int n = 2000;
        ModelBuilder builder = GraphicalModel.builder();
        List<Literal> all = new ArrayList<>();
        for (int v = 0; v < n; v++) {
            builder.variable("variable" + v, Domain.ofSize(2));
            all.add(Literal.of(v, 1));
        }
        builder.add(Clause.of(Double.POSITIVE_INFINITY, all));
        for (int v = 0; v < n; v++) {
            builder.add(Clause.of(Double.POSITIVE_INFINITY, List.of(Literal.of(v, 0))));
        }
        ConditionedModel given = builder.build().condition(Evidence.none());
        assertThatExceptionOfType(ContradictionException.class).isThrownBy(() -> Simplification.of(given))
                .withMessageContaining("allows no value of variable").withMessageContaining("more")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(2000));
    }

    @Test
    void aContradictionTellsWhichObservationStandsAgainstWhichFactor() {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C", "D")
                .table(new int[] {1, 3}, 0, HARD, HARD, 0)
                .table(new int[] {0, 1, 2}, 0, 0, 0, 0, HARD, HARD, 0, 0)
                .build();
        Evidence evidence = Evidence.of(0, 1).and(3, 0);
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> Simplification.of(model.condition(evidence)))
                .withMessage("no state is possible (Z is 0): the table over (A, B, C) allows no value of B (of B=0), "
                        + "given A=1 (observed); the table over (B, D) leaves only B=0, given D=0 (observed)");
        GraphicalModel chain = GraphicalModel.builder().binary("A", "B", "C")
                .formula(-HARD, Formula.iff(Formula.is(0, 1), Formula.is(1, 1)))
                .clause(-HARD, "B=0", "C=1").conjunction(HARD, "A=1", "C=1").build();
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> Simplification.of(chain.condition(Evidence.of(0, 1))))
                .withMessageContaining("'never A=1 ∧ C=1'").withMessageContaining("A=1 (observed)")
                .withMessageContaining("'always B=0 ∨ C=1'");
    }

    /** A formula over many variables is passed over until few values are left. */
    @Test
    void wideFormulasWaitUntilTheyAreNarrow() {
        Formula[] all = new Formula[20];
        Arrays.setAll(all, v -> Formula.is(v, 1));
        ModelBuilder wide = GraphicalModel.builder();
        for (int v = 0; v < 20; v++) {
            wide.variables(2);
        }
        wide.formula(-HARD, Formula.iff(Formula.and(all), Formula.is(0, 1)));
        assertThat(Simplification.of(wide.build().condition(Evidence.none())).excludedValues()).isZero();
        wide.clause(-HARD, "0=1");
        Simplification still = Simplification.of(wide.build().condition(Evidence.none()));
        assertThat(still.fixedVariables()).isEqualTo(1);
        for (int v = 1; v < 10; v++) {
            wide.clause(-HARD, v + "=1");
        }
        Simplification narrow = Simplification.of(wide.build().condition(Evidence.none()));
        assertThat(narrow.fixedVariables()).isEqualTo(20);
        assertThat(narrow.components()).isEmpty();
        assertThat(narrow.marginals(List.<Marginals>of()).probability(15, 1)).isEqualTo(1);
    }
}
