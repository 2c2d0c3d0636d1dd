package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Grounding equals the definition, world by world, on random small networks. */
class NaiveGroundingTest {

    private static final int NETWORKS = 520;

    /** Any weights will do as long as different formulas have different ones. */
    private static final ToDoubleFunction<String> WEIGHTS = text -> Math.floorMod(text.hashCode(), 1000) / 500.0 - 1;

    /** One random case: a network, a database and options. */
    private static final class Case {
        private final RandomNetworks random;
        private final Database database;
        private final List<Set<Atom>> worlds;
        private final GroundingOptions options;

        Case(long seed, boolean allHard) throws IOException {
            random = new RandomNetworks(seed, allHard);
            MarkovLogic network = LogicFiles.parseNetwork(random.text());
            // What is written and what is read back say the same.
            assertThat(network.formulas().stream().map(WeightedSentence::sentence).toList())
                    .isEqualTo(random.formulas().stream().map(WeightedSentence::sentence).toList());
            Map<Atom, TruthValue> listed = random.database();
            Set<String> query = new TreeSet<>(random.some());
            Set<String> open = new TreeSet<>(random.some());
            Set<String> closed = new TreeSet<>(random.some());
            closed.removeAll(query);
            closed.removeAll(open);
            Set<String> isClosed = listed.keySet().stream().map(Atom::predicate).collect(Collectors.toSet());
            isClosed.removeAll(query);
            isClosed.removeAll(open);
            isClosed.addAll(closed);
            worlds = new NaiveGrounding(random).worlds(listed, isClosed);
            database = LogicFiles.parseDatabase(network, listed.entrySet().stream().map(entry -> switch (
                    entry.getValue()) {
                case TRUE -> entry.getKey().toString();
                case FALSE -> "!" + entry.getKey();
                default -> "? " + entry.getKey();
            }).collect(Collectors.joining("\n")));
            options = GroundingOptions.defaults().withQuery(query.toArray(String[]::new))
                    .withOpen(open.toArray(String[]::new)).withClosed(closed.toArray(String[]::new))
                    .withWeights(WEIGHTS::applyAsDouble);
        }
    }

    /** Turns worlds into states of the ground model. */
    private static final class States {
        private final GraphicalModel model;
        private final List<Atom> atoms;
        private final TruthValue[] truths;
        private final int[] variables;
        private final int[] values;

        States(GroundNetwork ground, RandomNetworks random) {
            model = ground.model();
            atoms = random.groundAtoms();
            truths = new TruthValue[atoms.size()];
            variables = new int[atoms.size()];
            values = new int[atoms.size()];
            for (int i = 0; i < truths.length; i++) {
                truths[i] = ground.truth(atoms.get(i).toString());
                if (truths[i] == TruthValue.UNKNOWN) {
                    locate(i, random.predicate(atoms.get(i).predicate()));
                }
            }
        }

        /** Finds the variable by its name, as a user would. */
        private void locate(int i, Predicate predicate) {
            Atom atom = atoms.get(i);
            StringBuilder name = new StringBuilder(predicate.name()).append('(');
            StringBuilder label = new StringBuilder();
            for (int k = 0; k < predicate.arity(); k++) {
                Predicate.Argument argument = predicate.arguments().get(k);
                name.append(k > 0 ? "," : "").append(argument.exactlyOne() ? argument : atom.arguments().get(k));
                label.append(!argument.exactlyOne() ? "" : (label.isEmpty() ? "" : ",") + atom.arguments().get(k));
            }
            Variable variable = model.variable(name.append(')').toString());
            variables[i] = variable.index();
            values[i] = predicate.exactlyOne() ? variable.value(label.toString()) : 1;
            assertThat(values[i]).isNotNegative();
        }

        int[] of(Set<Atom> world) {
            int[] state = new int[model.variableCount()];
            for (int i = 0; i < truths.length; i++) {
                boolean value = world.contains(atoms.get(i));
                if (truths[i] == TruthValue.UNKNOWN && value) {
                    state[variables[i]] = values[i];
                } else if (truths[i] != TruthValue.UNKNOWN) {
                    assertThat(truths[i]).isEqualTo(TruthValue.of(value));
                }
            }
            return state;
        }
    }

    @Test
    void everyWorldHasTheWeightOfTheDefinition() throws IOException {
        int contradictions = 0;
        int features = 0;
        for (int seed = 0; seed < NETWORKS; seed++) {
            Case random = new Case(seed, false);
            NaiveGrounding naive = new NaiveGrounding(random.random);
            GroundNetwork ground;
            try {
                ground = Grounder.ground(random.database, random.options);
            } catch (ContradictionException e) {
                contradictions++;
                assertThat(random.worlds).as("seed %d: %s", seed, e.getMessage()).allMatch(
                        world -> naive.logWeight(world, WEIGHTS) == Double.NEGATIVE_INFINITY);
                continue;
            }
            features += ground.model().features().size();
            assertThat(ground.size().features()).isGreaterThanOrEqualTo(ground.model().features().size());
            long count = 1;
            for (int size : ground.model().sizes()) {
                count *= size;
            }
            assertThat(random.worlds).as("seed %d", seed).hasSize((int) count);
            States states = new States(ground, random.random);
            for (Set<Atom> world : random.worlds) {
                double expected = naive.logWeight(world, WEIGHTS);
                double actual = ground.model().logWeight(states.of(world));
                if (expected == Double.NEGATIVE_INFINITY) {
                    assertThat(actual).as("seed %d", seed).isEqualTo(expected);
                } else {
                    assertThat(actual).as("seed %d\n%s", seed, random.random.text())
                            .isCloseTo(expected, within(1e-9));
                }
            }
        }
        // The cases are not all trivial.
        assertThat(contradictions).isBetween(1, NETWORKS / 3);
        assertThat(features).isGreaterThan(2 * NETWORKS);
    }

    /** Clausal form keeps the meaning: with hard formulas the possible worlds are those of the formulas. */
    @Test
    void clausalFormIsEquivalent() throws IOException {
        int possible = 0;
        for (int seed = 1000; seed < 1200; seed++) {
            Case random = new Case(seed, true);
            NaiveGrounding naive = new NaiveGrounding(random.random);
            GroundNetwork ground;
            try {
                ground = Grounder.ground(random.database, random.options.withSemantics(Semantics.ALCHEMY_CNF));
            } catch (ContradictionException e) {
                assertThat(random.worlds).as("seed %d: %s", seed, e.getMessage()).allMatch(
                        world -> naive.logWeight(world, WEIGHTS) == Double.NEGATIVE_INFINITY);
                continue;
            }
            States states = new States(ground, random.random);
            for (Set<Atom> world : random.worlds) {
                assertThat(ground.model().logWeight(states.of(world))).as("seed %d", seed)
                        .isEqualTo(naive.logWeight(world, WEIGHTS));
                possible++;
            }
        }
        assertThat(possible).isGreaterThan(500);
    }
}
