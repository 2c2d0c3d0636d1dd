package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.orbifold.pgm.logic.Sentence.and;
import static org.orbifold.pgm.logic.Sentence.atom;
import static org.orbifold.pgm.logic.Sentence.implies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.JunctionTree;
import org.orbifold.pgm.logic.Database;
import org.orbifold.pgm.logic.GroundNetwork;
import org.orbifold.pgm.logic.Grounder;
import org.orbifold.pgm.logic.GroundingOptions;
import org.orbifold.pgm.logic.GroundingSize;
import org.orbifold.pgm.logic.MarkovLogic;

/** The commands in {@code docs/markov-logic.md} print what the guide says, and its Java code runs. */
class MarkovLogicGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "markov-logic.md");
    private static final Path DOMAINS = Path.of("src", "main", "resources", "org", "orbifold", "experiments", "domain");

    /** The blocks of the guide that begin with a command: the command, and the lines that it prints. */
    static Stream<Arguments> commands() throws IOException {
        List<Arguments> found = new ArrayList<>();
        for (String block : Files.readString(GUIDE).split("```")) {
            List<String> lines = block.strip().lines().toList();
            if (!lines.isEmpty() && lines.get(0).startsWith("$ orbifold ")) {
                found.add(Arguments.of(lines.get(0).substring("$ orbifold ".length()), lines.subList(1, lines.size())));
            }
        }
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsWhatTheGuideSays(String command, List<String> expected) {
        Object[] arguments = Arrays.stream(command.replace("'", "").split(" ")).map(word ->
                word.matches(".*\\.(mln|db|weights)") ? DOMAINS.resolve(word).toString() : word).toArray();
        Outcome outcome = Outcome.of(arguments);
        List<String> printed = Stream.concat(outcome.out().lines(), outcome.err().lines()).toList();
        assertThat(printed).as(String.join("\n", printed)).hasSameSizeAs(expected);
        for (int i = 0; i < printed.size(); i++) {
            int number = 1 + Math.max(printed.get(i).lastIndexOf(','), printed.get(i).lastIndexOf("= ") + 1);
            if (i > 0 && printed.get(i).substring(number).matches("[0-9.]+(E-[0-9]+)?")) {
                assertThat(expected.get(i)).startsWith(printed.get(i).substring(0, number));
                assertThat(Double.parseDouble(expected.get(i).substring(number)))
                        .isCloseTo(Double.parseDouble(printed.get(i).substring(number)), within(1e-9));
            } else {
                assertThat(printed.get(i)).isEqualTo(expected.get(i));
            }
        }
    }

    @Test
    void theGuideHasExamples() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(5);
    }

    @Test
    void theJavaCodeRuns() {
        MarkovLogic network = MarkovLogic.builder()
                .type("person", "Guy", "Nima", "Wannes", "Jesse", "Luc")
                .predicate("friends", "person", "person")
                .predicate("smokes", "person")
                .formula(2, implies(and(atom("friends", "x", "y"), atom("smokes", "x")), atom("smokes", "y")))
                .build();
        Database database = Database.builder(network).add("smokes", "Guy").build();
        Grounder grounder = Grounder.plan(database, GroundingOptions.defaults().withQuery("smokes"));
        GroundingSize size = grounder.size();
        GroundNetwork ground = grounder.ground();
        ExactResult exact = JunctionTree.solve(ground.model());
        double p = ground.probability("smokes(Luc)", exact.marginals());
        assertThat(size.variableCount()).isEqualTo(29);
        assertThat(p).isBetween(0.5, 1.0);
    }
}
