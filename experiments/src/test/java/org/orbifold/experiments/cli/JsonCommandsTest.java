package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands print with --json follows the schemas of the guide. */
class JsonCommandsTest {

    private static final String MODEL = "MARKOV\n3\n2 2 3\n2\n2 0 1\n2 1 2\n\n4\n0.128 0.872 0.920 0.080\n6\n"
            + "0.210 0.333 0.457 0.811 0.000 0.189\n";
    private static final String LOGIC = "person = {A, B, C}\nFriends(person, person)\nSmokes(person)\n"
            + "1.5 Smokes(x) ^ Friends(x,y) => Smokes(y)\n";

    @TempDir
    private Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static String good(Object... args) {
        Outcome outcome = Outcome.of(args);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.out();
    }

    @Test
    void marginals() throws IOException {
        Path model = file("m.uai", MODEL);
        JsonNode exact = SchemaCheck.read("marginals", good("exact", model, "--json"));
        assertThat(exact.get("verdict").asText()).isEqualTo("EXACT");
        assertThat(exact.get("marginals")).hasSize(3);
        assertThat(exact.at("/marginals/1/probabilities/0").asDouble()).isEqualTo(0.524, within(1e-3));
        JsonNode sampled = SchemaCheck.read("marginals", good("infer", model, "--json", "--route", "sample",
                "--samples", 200, "--seed", 1));
        assertThat(sampled.get("verdict").asText()).isNotEqualTo("EXACT");
        assertThat(sampled.get("largestError").asDouble()).isPositive();
        Path out = folder.resolve("answer.json");
        assertThat(good("infer", model, "--json", "--out", out)).isEmpty();
        SchemaCheck.read("marginals", Files.readString(out));
        Outcome.of("infer", model, "--json", "--out", folder.resolve("m.MAR")).isBadInput("--json", "m.MAR");
    }

    @Test
    void boundsOnLogZAndMarginals() throws IOException {
        Path model = file("m.uai", MODEL);
        double exact = SchemaCheck.read("marginals", good("exact", model, "--json")).get("logPartition").asDouble();
        JsonNode sampled = SchemaCheck.read("marginals", good("infer", model, "--json", "--route", "sample",
                "--samples", 50, "--bounds"));
        assertThat(sampled.at("/logPartitionBounds/0").asDouble()).isBetween(exact - 1e-6, exact);
        assertThat(sampled.at("/logPartitionBounds/1").asDouble()).isBetween(exact, exact + 1e-6);
        assertThat(Outcome.of("infer", model, "--route", "sample", "--samples", 50, "--bounds").err())
                .contains("log Z            between ");
        JsonNode ends = sampled.at("/marginals/1/bounds/0");
        assertThat(ends.get(0).asDouble()).isBetween(0.523, 0.524006);
        assertThat(ends.get(1).asDouble()).isBetween(0.523994, 0.525);
        assertThat(good("infer", model, "--route", "sample", "--samples", 50, "--bounds"))
                .startsWith("variable,value,probability,lower,upper\n");
        assertThat(good("infer", model, "--bounds")).startsWith("variable,value,probability\n");
        Outcome.of("infer", model, "--bounds", "--query", "P(0)").isBadInput("--bounds", "--query");
    }

    @Test
    void temperingReportsItsQuality() throws IOException {
        Path model = file("soft.uai", MODEL.replace("0.000", "0.100"));
        JsonNode tempered = SchemaCheck.read("marginals", good("infer", model, "--json", "--chain", "tempered",
                "--samples", 200, "--seed", 1));
        assertThat(tempered.at("/tempering/barrier").asDouble(-1)).isNotNegative();
        assertThat(tempered.at("/tempering/roundTrips").asLong(-1)).isPositive();
        assertThat(tempered.at("/tempering/predictedRoundTrips").asDouble(-1)).isPositive();
        assertThat(SchemaCheck.read("marginals", good("infer", model, "--json", "--chain", "gibbs", "--samples", 50))
                .has("tempering")).isFalse();
    }

    @Test
    void counts() throws IOException {
        assertThat(good("exact", file("a.cnf", "p cnf 4 2\n1 2 0\n-3 4 0\n"), "--count")).isEqualTo(
                "s SATISFIABLE\nc s type mc\nc s log10-estimate 0.954242509439325\nc s exact arb int 9\n");
        assertThat(good("exact", file("b.cnf", "p cnf 1 2\n1 0\n-1 0\n"), "--count")).isEqualTo(
                "s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n");
        assertThat(good("exact", file("c.txt", "c t wmc\np cnf 1 0\nc p weight 1 0.5 0\nc p weight -1 2 0\n"),
                "--count")).contains("c s type wmc", "2.5000000000e+0");
    }

    @Test
    void atomsOfMarkovLogic() throws IOException {
        Path model = file("m.mln", LOGIC);
        JsonNode all = SchemaCheck.read("marginals", good("exact", model, "--json"));
        assertThat(all.get("marginals")).hasSize(12);
        JsonNode patterns = SchemaCheck.read("marginals", good("exact", model, "--json", "--atoms", "patterns"));
        assertThat(patterns.get("patterns")).isNotEmpty();
        JsonNode ground = SchemaCheck.read("marginals", good("infer", model, "--json", "--route", "sample",
                "--samples", 50, "--query", "Smokes(A)"));
        assertThat(ground.get("marginals")).hasSize(1);
        assertThat(ground.at("/marginals/0/variable").asText()).isEqualTo("Smokes(A)");
    }

    @Test
    void theMostProbableState() throws IOException {
        Path model = file("m.uai", MODEL);
        JsonNode all = SchemaCheck.read("map", good("map", model, "--json"));
        assertThat(all.get("state").toString()).isEqualTo("{\"0\":\"0\",\"1\":\"1\",\"2\":\"0\"}");
        assertThat(all.get("proved").asBoolean()).isTrue();
        JsonNode some = SchemaCheck.read("map", good("map", model, "--json", "--maximize", "1,0"));
        assertThat(some.get("question").asText()).isEqualTo("marginal-map");
        assertThat(some.get("state").toString()).isEqualTo("{\"1\":\"0\",\"0\":\"1\"}");
    }

    @Test
    void statesAndScores() throws IOException {
        Path model = file("m.uai", MODEL);
        JsonNode drawn = SchemaCheck.read("samples", good("sample", model, "--json", "--count", 7));
        assertThat(drawn.get("states")).hasSize(7).allMatch(state -> state.size() == 3);
        SchemaCheck.read("samples", good("sample", model, "--json", "--count", 3, "--route", "sample"));
        JsonNode scores = SchemaCheck.read("scores", good("score", model, file("s.csv", "0,1,2\n0,0,0\n1,1,1\n"),
                "--json"));
        assertThat(scores.at("/states/0/possible").asBoolean()).isTrue();
        assertThat(scores.at("/states/1/possible").asBoolean()).isFalse();
        assertThat(scores.get("logLikelihood").isNull()).isTrue();
    }

    @Test
    void queries() throws IOException {
        Path model = file("m.uai", MODEL);
        JsonNode answers = SchemaCheck.read("answers", good("infer", model, "--json", "--query", "P(0,2)", "--query",
                "P(1=0 | 2=1)"));
        assertThat(answers.at("/answers/0/cells")).hasSize(6);
        assertThat(answers.at("/answers/0/cells/1/values").toString()).isEqualTo("{\"0\":\"0\",\"2\":\"1\"}");
        assertThat(answers.at("/answers/1/cells/0/value").asDouble()).isEqualTo(1, within(1e-12));
        SchemaCheck.read("answers", good("infer", model, "--json", "--query", "P(0)", "--route", "sample", "--samples",
                100));
    }

    @Test
    void theCheckFindsErrors() throws IOException {
        ObjectNode wrong = (ObjectNode) new ObjectMapper().readTree("{\"question\":\"samples\",\"exact\":1,"
                + "\"routes\":[],\"variables\":[2],\"states\":[],\"more\":0}");
        assertThat(SchemaCheck.errors("samples", wrong)).hasSize(4);
    }
}
