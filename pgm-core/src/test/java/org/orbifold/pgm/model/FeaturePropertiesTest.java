package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.orbifold.pgm.testing.RandomModels;

/** What every feature promises, whatever its kind, seen in all states of random models. */
class FeaturePropertiesTest {

    /** A value other than the state's is looked at without changing the state. */
    @Property(tries = 200)
    void aChangedValueIsAChangedState(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        for (int[] state : RandomModels.states(model)) {
            int[] before = state.clone();
            for (Feature feature : model.features()) {
                for (int v = 0; v < state.length; v++) {
                    for (int x = 0; x < model.size(v); x++) {
                        int[] changed = state.clone();
                        changed[v] = x;
                        assertThat(feature.logPotential(state, v, x)).isEqualTo(feature.logPotential(changed));
                    }
                }
            }
            assertThat(state).isEqualTo(before);
        }
    }

    /** Variables outside the scope make no difference; the scope names none twice. */
    @Property(tries = 200)
    void onlyTheScopeMatters(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            assertThat(Arrays.stream(scope).distinct().count()).isEqualTo(scope.length);
            List<Integer> inside = Arrays.stream(scope).boxed().toList();
            for (int[] state : RandomModels.states(model)) {
                for (int v = 0; v < state.length; v++) {
                    if (!inside.contains(v)) {
                        assertThat(feature.logPotential(state, v, 0)).isEqualTo(feature.logPotential(state));
                    }
                }
            }
        }
    }

    /** A table of a feature's values over its scope is the same feature. */
    @Property(tries = 200)
    void everyFeatureIsATable(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            int[] sizes = Arrays.stream(scope).map(model::size).toArray();
            double[] entries = new double[Table.entries(sizes)];
            int[] state = new int[model.variableCount()];
            for (int index = 0; index < entries.length; index++) {
                int rest = index;
                for (int k = scope.length - 1; k >= 0; k--) {
                    state[scope[k]] = rest % sizes[k];
                    rest /= sizes[k];
                }
                entries[index] = feature.logPotential(state);
            }
            Table table = Table.of(scope, sizes, entries);
            for (int[] any : RandomModels.states(model)) {
                assertThat(table.logPotential(any)).isEqualTo(feature.logPotential(any));
            }
        }
    }

    /** A clause fails where the conjunction of its negated literals holds; of binary variables those are literals. */
    @Property(tries = 200)
    void deMorgan(@ForAll long seed) {
        GraphicalModel model = RandomModels.soft(seed);
        for (Feature feature : model.features()) {
            if (feature instanceof Clause clause
                    && clause.literals().stream().allMatch(literal -> model.size(literal.variable()) == 2)) {
                Conjunction opposite = Conjunction.of(-clause.weight(), clause.literals().stream()
                        .map(literal -> Literal.of(literal.variable(), 1 - literal.value())).toList());
                for (int[] state : RandomModels.states(model)) {
                    assertThat(clause.holds(state)).isNotEqualTo(opposite.holds(state));
                    assertThat(clause.logPotential(state))
                            .isCloseTo(clause.weight() + opposite.logPotential(state), within(1e-12));
                }
            }
        }
    }

    /** Putting truth values in the place of some literals keeps what a formula says where they have them. */
    @Property(tries = 200)
    void replacedLiteralsKeepTheTruth(@ForAll long seed) {
        GraphicalModel model = RandomModels.soft(seed);
        for (Feature feature : model.features()) {
            if (feature instanceof FormulaFeature formula) {
                for (int[] state : RandomModels.states(model)) {
                    Formula left = formula.formula().replace(literal -> (literal.variable() + seed) % 2 != 0
                            ? Formula.is(literal.variable(), literal.value())
                            : state[literal.variable()] == literal.value() ? Formula.TRUE : Formula.FALSE);
                    assertThat(left.holds(state)).isEqualTo(formula.formula().holds(state));
                    assertThat(Arrays.stream(left.variables()).allMatch(v -> (v + seed) % 2 != 0)).isTrue();
                }
            }
        }
    }
}
