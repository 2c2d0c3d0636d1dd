package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class EvidenceFilesTest {

    private static final GraphicalModel MODEL = GraphicalModel.builder().variables(2, 2, 3).build();

    @ParameterizedTest
    @ValueSource(strings = {"2 1 0 2 1", "2 1 0 2 1\n", "\n2 1 0\n2 1\n", "1\n2 1 0 2 1\n", "2\n1 0\n2 1\n",
        "2\r\n\r\n1 0\r\n2 1\r\n", "2\n1 0 2 1\n", "c comment\n2 1 0 2 1\n", "1\n2 1 0 2 1\n\n\n", "3 1 0 2 1 1 0\n"})
    void allDialectsSayTheSame(String text) throws IOException {
        assertThat(TestFiles.evidence(text, MODEL)).isEqualTo(Evidence.of(1, 0).and(2, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0\n", "\n0\n", "1\n0\n", "0\n1 0\n", "0 1 0", "# none\n0\n"})
    void noEvidence(String text) throws IOException {
        assertThat(TestFiles.evidence(text, MODEL)).isEqualTo(Evidence.none());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2 2\n", "1\n1 2 2\n", "1\n2 2\n"})
    void oneObservationInEachDialect(String text) throws IOException {
        assertThat(TestFiles.evidence(text, MODEL)).isEqualTo(Evidence.of(2, 2));
    }

    @Test
    void severalCasesOf2010() throws IOException {
        List<Evidence> cases = new EvidenceReader(
                TestFiles.reader("e", "3\n1 0 1\n0\n2 1 1 2 2\n"), MODEL).readAll();
        assertThat(cases).containsExactly(Evidence.of(0, 1), Evidence.none(), Evidence.of(1, 1).and(2, 2));
    }

    /** On one line of a megabyte, as it is written; a file by names is not of one line. */
    @Test
    void manyObservations(@TempDir Path directory) throws IOException {
        ModelBuilder builder = GraphicalModel.builder();
        Map<Integer, Integer> values = new HashMap<>();
        StringBuilder named = new StringBuilder();
        for (int v = 0; v < 100_000; v++) {
            builder.binary("x" + v);
            values.put(v, v % 2);
            named.append("x").append(v).append(" = ").append(v % 2).append('\n');
        }
        GraphicalModel model = builder.build();
        Path file = directory.resolve("many.evid");
        ModelFiles.writeEvidence(Evidence.of(values), file);
        assertThat(ModelFiles.readEvidence(file, model)).isEqualTo(Evidence.of(values));
        Files.writeString(file, named);
        assertTimeout(Duration.ofSeconds(20), () ->
                assertThat(ModelFiles.readEvidence(file, model)).isEqualTo(Evidence.of(values)));
    }

    /** The likelihood of value 0 is e^-921 as well as the model's weight of value 1. */
    @ParameterizedTest
    @ValueSource(strings = {"0\nsoft 0 1e-200 1\nsoft 0 1e-200 1\n", "0\nsoft 0 1e-400 1\n"})
    void likelihoodsDoNotUnderflow(String text, @TempDir Path directory) throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2)
                .table(new int[] {0}, 0, -400 * Math.log(10)).build();
        Evidence evidence = TestFiles.evidence(text, model);
        assertThat(ContractionPlan.solve(model.condition(evidence).model()).marginals().probability(0, 1))
                .isCloseTo(0.5, within(1e-9));
        Path file = directory.resolve("soft.evid");
        ModelFiles.writeEvidence(evidence, file);
        Evidence again = ModelFiles.readEvidence(file, model);
        assertThat(again.logLikelihoods().get(0).get(0)).isCloseTo(-400 * Math.log(10), within(1e-9));
        assertThat(again.logLikelihoods().get(0).get(1)).isZero();
    }

    /** By names, hard and soft evidence may stand in any order; a name may have blanks. */
    @Test
    void softEvidenceByName(@TempDir Path directory) throws IOException {
        GraphicalModel model = GraphicalModel.builder().variable("Rain", Domain.of("yes", "no"))
                .variable("Wet grass", Domain.of("dry", "damp", "wet")).variable("a=b", Domain.binary()).build();
        Evidence expected = Evidence.of(0, 1).withLikelihood(1, 0.5, 0.25, 2).withLikelihood(2, 1, 3);
        assertThat(named(directory, "soft Wet grass 0.5 0.25 2\nRain = no\nsoft a=b 1 3\n", model))
                .isEqualTo(expected);
        assertThat(named(directory, "Rain = no\n# seen twice\nsoft a=b 1 1\nsoft a=b 1 3\nsoft Wet grass 0.5 0.25 2\n",
                model)).isEqualTo(expected);
        assertThatThrownBy(() -> named(directory, "Rain = no\nsoft Wet grass 0.5 0.25\n", model))
                .hasMessageContaining("evidence:2: not 3 likelihoods of variable 'Wet grass', "
                        + "expected one for each of 'dry'");
        assertThatThrownBy(() -> named(directory, "Rain = no\nsoft Snow 0.5 0.25\n", model))
                .hasMessageContaining("evidence:2: unknown variable 'Snow'");
        assertThatThrownBy(() -> named(directory, "Rain = no\nsoft a=b" + " 0.5".repeat(1000), model))
                .hasMessageContaining("evidence:2: not 2 likelihoods of variable 'a=b'");
        assertThat(named(directory, "Rain = no\nsoft\ta=b\t1 3\nsoft Wet grass\t0.5\t0.25 2", model))
                .isEqualTo(expected);
        assertThatThrownBy(() -> named(directory, "Rain = no\nsoft a=b 0 0\n", model))
                .hasMessageContaining("evidence:2: soft evidence on variable 'a=b' leaves no state possible");
        assertThatThrownBy(() -> named(directory, "Rain = no\nsoft a=b x 0\n", model))
                .hasMessageContaining("evidence:2: 'x' is not a number");
    }

    private static Evidence named(Path directory, String text, GraphicalModel model) throws IOException {
        return ModelFiles.readEvidence(Files.writeString(directory.resolve("evidence"), text), model);
    }

    @Test
    void softEvidenceThatContradictsItselfHasAPlace() {
        assertThatThrownBy(() -> TestFiles.evidence("0\nsoft 1 0 1\n\nsoft 1 0.5 0\n", MODEL))
                .isInstanceOf(ModelParseException.class).hasMessageContaining("evidence:4: ");
        assertThatThrownBy(() -> TestFiles.evidence("0\nsoft 1 1 2 3\n", MODEL))
                .isInstanceOf(ModelParseException.class).hasMessageContaining("evidence:2: unexpected '3'");
    }
}
