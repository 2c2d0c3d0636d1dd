package org.orbifold.experiments.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.WeightedFeature;

/** The paper's domains as Markov logic ground to the models that the paper's release generates directly. */
class GeneratedDomainTest {

    @TempDir
    private Path folder;

    private GroundNetwork ground(GeneratedDomain domain, GroundingOptions options) throws IOException {
        Path file = domain.write(folder);
        MarkovLogic network = LogicFiles.readNetwork(file);
        Database database = LogicFiles.readDatabase(network, List.of(folder.resolve(domain.name() + ".db")));
        return Grounder.ground(database,
                options.withWeights(LogicFiles.readWeights(folder.resolve(domain.name() + ".weights"))));
    }

    /** The features as text, sorted, so that the order of variables and features does not matter. */
    private static List<String> features(GraphicalModel model) {
        return model.features().stream().map(feature -> ((WeightedFeature) feature).weight() + " "
                + ((LiteralFeature) feature).literals().stream()
                .map(literal -> model.variable(literal.variable()).name() + "=" + literal.value()).sorted().toList())
                .sorted().toList();
    }

    private static void same(GraphicalModel one, GraphicalModel other) {
        assertThat(one.variables().stream().map(v -> v.name() + v.domain()).sorted().toList())
                .isEqualTo(other.variables().stream().map(v -> v.name() + v.domain()).sorted().toList());
        assertThat(features(one)).isEqualTo(features(other));
    }

    /** Variables 2i and 2i + 1 per person, then the connections; clauses that hold when any literal does. */
    private static GraphicalModel jobSearch(int people, RandomGenerator random) {
        ModelBuilder model = GraphicalModel.builder();
        for (int i = 0; i < people; i++) {
            model.binary("TakesML(P" + i + ")", "GetsJob(P" + i + ")");
        }
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    model.binary("Connected(P" + i + ",P" + j + ")");
                }
            }
        }
        for (int i = 0; i < people; i++) {
            for (int g = 1; g >= 0; g--) {
                double weight = Math.round(100 * random.nextDouble(1, 2)) / 100.0;
                model.clause(weight, "TakesML(P" + i + ")=0", "GetsJob(P" + i + ")=" + g);
            }
        }
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    model.clause(0.1, "Connected(P" + i + ",P" + j + ")=0", "TakesML(P" + i + ")=0",
                            "TakesML(P" + j + ")=1");
                }
            }
        }
        return model.build();
    }

    @Test
    void jobSearchIsTheGeneratedModel() throws IOException {
        GroundNetwork ground = ground(GeneratedDomain.jobSearch(12, new SplittableRandom(3)),
                GroundingOptions.defaults().withOpen("Connected"));
        same(ground.model(), jobSearch(12, new SplittableRandom(3)));
        // The twelve groundings with p = q hold always; the generated model leaves them out.
        assertThat(ground.model().constant()).isCloseTo(12 * 0.1, within(1e-12));
    }

    @Test
    void studentCurriculumIsTheGeneratedModel() throws IOException {
        int students = 40;
        GeneratedDomain domain = GeneratedDomain.studentCurriculum(students, 15, new SplittableRandom(5));
        GroundNetwork ground = ground(domain, GroundingOptions.defaults());
        ModelBuilder model = GraphicalModel.builder();
        for (int s = 0; s < students; s++) {
            model.binary("Maths(S" + s + ")", "CS(S" + s + ")");
        }
        String[] weights = domain.weights().split("\n");
        for (int s = 0; s < students; s++) {
            List<Double> four = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                four.add(Double.parseDouble(weights[4 * s + k].split(" ")[0]));
                model.clause(four.get(k), "Maths(S" + s + ")=" + k / 2, "CS(S" + s + ")=" + k % 2);
            }
            assertThat(four).doesNotHaveDuplicates().isSubsetOf(1.1, 1.3, 1.5, 1.7, 1.9, 2.1);
        }
        int pairs = 0;
        for (String line : domain.database().split("\n")) {
            if (line.startsWith("Friends")) {
                String[] pair = line.substring("Friends(".length(), line.indexOf(')')).split(",");
                pairs++;
                for (String course : List.of("Maths", "CS")) {
                    model.clause(0.01, course + "(" + pair[0] + ")=0", course + "(" + pair[1] + ")=1");
                    model.clause(0.01, course + "(" + pair[1] + ")=0", course + "(" + pair[0] + ")=1");
                }
            }
        }
        assertThat(pairs).isEqualTo(15);
        same(ground.model(), model.build());
        // All pairs that are no friends satisfy both rules.
        assertThat(ground.model().constant()).isCloseTo(2 * 0.01 * (students * students - 2 * pairs), within(1e-9));
        assertThatThrownBy(() -> GeneratedDomain.studentCurriculum(3, 4, new SplittableRandom(1)))
                .hasMessageContaining("fewer than 4 pairs");
    }

    /** The small files among the resources are what the generator writes. */
    @Test
    void shippedFilesAreGenerated() {
        GeneratedDomain jobs = GeneratedDomain.jobSearch(10, new SplittableRandom(1));
        assertThat(GeneratedDomain.resource("job-search-10.db")).isEqualTo(jobs.database());
        assertThat(GeneratedDomain.resource("job-search-10.weights")).isEqualTo(jobs.weights());
        GeneratedDomain students = GeneratedDomain.studentCurriculum(20, 5, new SplittableRandom(1));
        assertThat(GeneratedDomain.resource("student-curriculum-20.db")).isEqualTo(students.database());
        assertThat(GeneratedDomain.resource("student-curriculum-20.weights")).isEqualTo(students.weights());
    }

    /** In the tests' small heap; docs/reference/markov-logic.md has the times. */
    @Test
    @Timeout(60)
    void largeDomainsGround() throws IOException {
        GroundNetwork jobs = ground(GeneratedDomain.jobSearch(300, new SplittableRandom(1)),
                GroundingOptions.defaults().withOpen("Connected"));
        assertThat(jobs.model().variableCount()).isEqualTo(600 + 300 * 299);
        assertThat(jobs.model().features()).hasSize(600 + 300 * 299);
        GroundNetwork students = ground(GeneratedDomain.studentCurriculum(100_000, 12_500, new SplittableRandom(1)),
                GroundingOptions.defaults());
        assertThat(students.model().variableCount()).isEqualTo(200_000);
        assertThat(students.model().features()).hasSize(400_000 + 4 * 12_500);
    }

    private GroundNetwork resource(String name, GroundingOptions options) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".mln"), GeneratedDomain.resource(name + ".mln"));
        Path database = Files.writeString(folder.resolve(name + ".db"), GeneratedDomain.resource(name + ".db"));
        return Grounder.ground(LogicFiles.readDatabase(LogicFiles.readNetwork(file), List.of(database)), options);
    }

    @Test
    void friendsAndSmokersIsTheGeneratedModel() throws IOException {
        GroundNetwork ground = resource("friends-and-smokers",
                GroundingOptions.defaults().withQuery("Smokes", "Cancer"));
        String[] people = {"Anna", "Bob", "Chris", "Dan"};
        ModelBuilder model = GraphicalModel.builder().binary("Smokes(Bob)", "Smokes(Chris)", "Smokes(Dan)",
                "Cancer(Anna)", "Cancer(Bob)", "Cancer(Dan)");
        for (String person : people) {
            if (!person.equals("Anna")) {
                model.clause(1.4, "Smokes(" + person + ")=0");
            }
            if (!person.equals("Chris")) {
                model.clause(2.3, "Cancer(" + person + ")=0");
            }
        }
        model.clause(1.5, "Cancer(Anna)=1");
        model.clause(1.5, "Smokes(Bob)=0", "Cancer(Bob)=1");
        model.clause(1.5, "Smokes(Chris)=0");
        model.clause(1.5, "Smokes(Dan)=0", "Cancer(Dan)=1");
        for (int direction = 0; direction < 2; direction++) {
            model.clause(1.1, "Smokes(Bob)=1");
            model.table(new int[] {0, 1}, 1.1, 0, 0, 1.1);
        }
        GraphicalModel expected = model.build();
        // Cancer(Chris) is false; 12 pairs are no friends, and of those Friends(x,y) => … holds.
        double constant = 2.3 + 12 * 4.6 + 12 * 1.1;
        for (int bits = 0; bits < 64; bits++) {
            int[] state = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1, bits >> 4 & 1, bits >> 5};
            assertThat(ground.model().logWeight(state)).isCloseTo(expected.logWeight(state) + constant, within(1e-9));
        }
    }

    @Test
    void sameAuthorIsAnEquivalenceRelation() throws IOException {
        GroundNetwork ground = resource("same-author", GroundingOptions.defaults().withQuery("Same"));
        assertThat(ground.model().variableCount()).isEqualTo(16);
        var exact = ContractionPlan.solve(ground.model());
        assertThat(ground.probability("Same(R1,R1)", exact.marginals())).isCloseTo(1, within(1e-12));
        double there = ground.probability("Same(R1,R2)", exact.marginals());
        assertThat(there).isCloseTo(ground.probability("Same(R2,R1)", exact.marginals()), within(1e-12));
        assertThat(there).isGreaterThan(ground.probability("Same(R1,R3)", exact.marginals()));
        // Fifteen partitions of four records: the possible worlds.
        int possible = 0;
        for (int bits = 0; bits < 1 << 16; bits++) {
            int[] state = new int[16];
            for (int v = 0; v < 16; v++) {
                state[v] = bits >> v & 1;
            }
            possible += ground.model().logWeight(state) > Double.NEGATIVE_INFINITY ? 1 : 0;
        }
        assertThat(possible).isEqualTo(15);
    }

    @Test
    void webPagesHaveTopics() throws IOException {
        Path weights = Files.writeString(folder.resolve("w"), GeneratedDomain.resource("web-pages.weights"));
        GroundNetwork ground = resource("web-pages",
                GroundingOptions.defaults().withWeights(LogicFiles.readWeights(weights)));
        assertThat(ground.model().variables()).extracting("name")
                .containsExactly("Topic(P1,topic!)", "Topic(P2,topic!)", "Topic(P4,topic!)");
        var marginals = ContractionPlan.solve(ground.model()).marginals();
        assertThat(ground.probability("Topic(P3,Science)", marginals)).isEqualTo(1);
        assertThat(ground.probability("Topic(P1,Sports)", marginals)).isGreaterThan(0.5);
        Files.writeString(weights,
                GeneratedDomain.resource("web-pages.weights") + "1 HasWord(p,\"x\") => Topic(p,Science)\n");
        assertThatThrownBy(() -> resource("web-pages",
                GroundingOptions.defaults().withWeights(LogicFiles.readWeights(weights))))
                .hasMessageContaining(":13:1: the weight belongs to no formula");
    }
}
