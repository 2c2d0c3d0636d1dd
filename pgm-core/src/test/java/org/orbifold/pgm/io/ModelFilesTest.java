package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** The front door: formats by name and by content, and files that are written whole or not at all. */
class ModelFilesTest {

    private static final GraphicalModel MODEL = GraphicalModel.builder().variables(2, 3)
            .potentials(new int[] {0, 1}, 0.25, 1, 2, 3, 0, 5).build();

    @TempDir
    Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.uai", "m.UAI", "m.clauses", "m.clause", "m.num", "m.fg", "m.uai.gz", "m.clauses.gz",
        "m.num.gz", "m.fg.GZ"})
    void theExtensionChoosesTheFormat(String name) throws IOException {
        Path path = folder.resolve(name);
        ModelFiles.write(MODEL, path);
        States.assertSameWeights(ModelFiles.read(path), MODEL);
        assertThat(names()).containsExactly(name);
        boolean packed = Files.readAllBytes(path)[0] == 0x1f;
        assertThat(packed).isEqualTo(name.toLowerCase(Locale.ROOT).endsWith(".gz"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UAI", "CLAUSES", "NUM", "FG"})
    void otherwiseTheContentDoes(ModelFormat format) throws IOException {
        for (String name : new String[] {"model", "model.txt", "model.gz", ".hidden"}) {
            Path path = folder.resolve(name);
            ModelFiles.write(MODEL, path, format);
            States.assertSameWeights(ModelFiles.read(path), MODEL);
            States.assertSameWeights(ModelFiles.read(path, format), MODEL);
        }
    }

    @ParameterizedTest
    @CsvSource({"a.uai, UAI", "a.b.uai.gz, UAI", "a.clauses, CLAUSES", "a.num, NUM", "a.fg, FG", "uai, ", "a.csv, "})
    void formatsByName(String name, ModelFormat format) {
        assertThat(ModelFormat.ofName(Path.of(name)).orElse(null)).isEqualTo(format);
    }

    @Test
    void commentsAByteOrderMarkAndAPipeDoNotConfuseTheSniffing() throws IOException {
        Path path = folder.resolve("model.dat");
        Files.writeString(path, "\ufeffc made by hand\nMARKOV\n1\n2\n1\n1 0\n2\n0.5 0.5\n");
        assertThat(ModelFiles.read(path).variableCount()).isEqualTo(1);
        Files.writeString(path, "# libDAI\n0\n");
        assertThat(ModelFiles.read(path).variableCount()).isZero();
    }

    @Test
    void packedFilesOfSeveralMembersAreReadWhole() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String part : new String[] {"MARKOV\n1\n2\n", "1\n1 0\n2\n0.5 0.5\n"}) {
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(part.getBytes(StandardCharsets.UTF_8));
            }
        }
        Path path = folder.resolve("m.uai.gz");
        Files.write(path, bytes.toByteArray());
        assertThat(ModelFiles.read(path).features()).hasSize(1);
    }

    @Test
    void anUnknownExtensionIsRefusedOnWriting() throws IOException {
        Path path = folder.resolve("m.json");
        assertThatIllegalArgumentException().isThrownBy(() -> ModelFiles.write(MODEL, path))
                .withMessage("the extension of " + path + " is unknown, expected one of .uai, .clauses, .clause, .num, "
                        + ".fg, .bif, .xmlbif, .bifxml, .xbif, each with or without .gz");
        assertThat(names()).isEmpty();
    }

    @Test
    void missingFilesAndFoldersAreNamed() throws IOException {
        Path missing = folder.resolve("none.uai");
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> ModelFiles.read(missing))
                .withMessage(missing + ": no such file, expected one that exists");
        assertThatExceptionOfType(FileSystemException.class).isThrownBy(() -> ModelFiles.read(folder))
                .withMessage(folder + ": is a directory, expected a file");
        Path nowhere = folder.resolve("no/such/m.uai");
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> ModelFiles.write(MODEL, nowhere))
                .withMessageContaining("the folder " + nowhere.getParent() + " does not exist");
        Path directory = Files.createDirectory(folder.resolve("dir.uai"));
        assertThatExceptionOfType(FileSystemException.class).isThrownBy(() -> ModelFiles.write(MODEL, directory))
                .withMessageContaining("is a directory, expected the name of a file");
    }

    @Test
    void aFailedWriteLeavesTheOldFileAndNothingElse() throws IOException {
        Path path = folder.resolve("m.uai");
        Files.writeString(path, "old");
        GraphicalModel huge = GraphicalModel.builder().binary("a", "b")
                .clause(1, "a=1").clause(1e300, "b=1").build();
        assertThatIllegalArgumentException().isThrownBy(() -> ModelFiles.write(huge, path));
        assertThat(Files.readString(path)).isEqualTo("old");
        assertThatThrownBy(() -> WholeFile.write(path, out -> {
            out.write("half");
            out.flush();
            throw new IOException("disk full");
        })).isInstanceOf(IOException.class).hasMessage("disk full");
        assertThat(Files.readString(path)).isEqualTo("old");
        assertThat(names()).containsExactly("m.uai");
    }

    @Test
    void aWriteReplacesTheOldFile() throws IOException {
        Path path = folder.resolve("m.num");
        Files.writeString(path, "old".repeat(10_000));
        ModelFiles.write(MODEL, path);
        States.assertSameWeights(ModelFiles.read(path), MODEL);
        assertThat(names()).containsExactly("m.num");
    }

    @Test
    void devicesAreWrittenToAndNotReplaced() throws IOException {
        Path device = Path.of("/dev/null");
        if (Files.exists(device)) {
            ModelFiles.write(MODEL, device, ModelFormat.UAI);
            assertThat(Files.isRegularFile(device)).isFalse();
        }
    }

    @Test
    void evidenceAndMarginalsSurvive() throws IOException {
        Evidence evidence = Evidence.of(1, 2).and(0, 1);
        ModelFiles.writeEvidence(evidence, folder.resolve("m.evid"));
        assertThat(ModelFiles.readEvidence(folder.resolve("m.evid"), MODEL)).isEqualTo(evidence);
        assertThat(ModelFiles.readEvidenceCases(folder.resolve("m.evid"), MODEL)).containsExactly(evidence);
        assertThat(Files.readString(folder.resolve("m.evid"))).isEqualTo("2 0 1 1 2\n");
        ModelFiles.writeEvidence(Evidence.none(), folder.resolve("none.evid.gz"));
        assertThat(ModelFiles.readEvidence(folder.resolve("none.evid.gz"), MODEL)).isEqualTo(Evidence.none());

        Marginals marginals = Marginals.of(new double[][] {{1.0 / 3, 2.0 / 3}, {0.1, 0.2, 0.7}, {1}});
        ModelFiles.writeMarginals(marginals, folder.resolve("m.MAR"));
        assertThat(ModelFiles.readMarginals(folder.resolve("m.MAR"))).isEqualTo(marginals);
    }

    /** The example of FORMATS.md, whose ln Z = ln 2 libDAI's junction tree confirms. */
    @Test
    void theExampleOfTheFormatPage() throws IOException {
        Path path = folder.resolve("example.uai");
        Files.writeString(path, "MARKOV\n3\n2 2 3\n2\n2 0 1\n2 1 2\n4\n 0.128 0.872 0.920 0.080\n6\n"
                + " 0.210 0.333 0.457 0.811 0.000 0.189\n");
        GraphicalModel model = ModelFiles.read(path);
        assertThat(States.logZ(model)).isCloseTo(Math.log(2), within(1e-12));
        for (String name : new String[] {"x.fg", "x.num", "x.clauses"}) {
            ModelFiles.write(model, folder.resolve(name));
            assertThat(States.logZ(ModelFiles.read(folder.resolve(name)))).isCloseTo(Math.log(2), within(1e-12));
        }
    }

    /** The formats of programs for Bayesian networks say so by their names; others do not. */
    @ParameterizedTest
    @CsvSource({"bif, true", "xmlbif, true", "net, true", "xdsl, true", "dsl, true", "dsc, true", "xbn, true",
        "erg, true", "clauses, false", "num, false", "fg, false", "cnf, false"})
    void bayesianByFormat(String extension, boolean bayesian, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("model." + extension);
        Files.writeString(file, "");
        assertThat(ModelFiles.declaresBayesian(file)).isEqualTo(bayesian);
    }
}
