package org.orbifold.pgm.logic;

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
import org.orbifold.pgm.logic.Sentence.Atom;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;

/** Grounding equals the definition, world by world, on random small networks. */
class NaiveGroundingTest {

    private static final int NETWORKS = 600;

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
            Map<Atom, Truth> listed = random.database();
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

    /** The state of the model that a world is; null if the world contradicts what the database decided. */
    private static int[] state(GroundNetwork ground, RandomNetworks random, Set<Atom> world) {
        GraphicalModel model = ground.model();
        int[] state = new int[model.variableCount()];
        for (Atom atom : random.groundAtoms()) {
            boolean value = world.contains(atom);
            Predicate predicate = random.predicate(atom.predicate());
            if (ground.truth(atom.toString()) != Truth.UNKNOWN) {
                assertThat(ground.truth(atom.toString())).isEqualTo(Truth.of(value));
            } else if (predicate.exactlyOne()) {
                if (value) {
                    StringBuilder name = new StringBuilder(predicate.name()).append('(');
                    StringBuilder label = new StringBuilder();
                    for (int i = 0; i < predicate.arity(); i++) {
                        boolean one = predicate.arguments().get(i).exactlyOne();
                        name.append(i > 0 ? "," : "").append(one ? predicate.arguments().get(i)
                                : atom.arguments().get(i));
                        label.append(!one ? "" : (label.isEmpty() ? "" : ",") + atom.arguments().get(i));
                    }
                    var variable = model.variable(name.append(')').toString());
                    state[variable.index()] = variable.domain().indexOf(label.toString());
                }
            } else {
                state[model.variable(atom.toString()).index()] = value ? 1 : 0;
            }
        }
        return state;
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
            long states = 1;
            for (int size : ground.model().sizes()) {
                states *= size;
            }
            assertThat(random.worlds).as("seed %d", seed).hasSize((int) states);
            for (Set<Atom> world : random.worlds) {
                double expected = naive.logWeight(world, WEIGHTS);
                double actual = ground.model().logWeight(state(ground, random.random, world));
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
            for (Set<Atom> world : random.worlds) {
                assertThat(ground.model().logWeight(state(ground, random.random, world))).as("seed %d", seed)
                        .isEqualTo(naive.logWeight(world, WEIGHTS));
                possible++;
            }
        }
        assertThat(possible).isGreaterThan(500);
    }
}
