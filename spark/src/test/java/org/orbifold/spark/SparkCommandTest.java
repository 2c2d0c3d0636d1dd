package org.orbifold.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.experiments.cli.Cluster;
import org.orbifold.experiments.convergence.Comparison;
import org.orbifold.experiments.convergence.Experiment;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Measurement;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.PaperFigures;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.inference.PartitionSpread;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkCommandTest {

    @Test
    void submittedCommandsGetTheMasterOfTheSubmission() {
        assertThat(Main.withMaster(new String[] {"infer", "m.uai"}, "yarn")).containsExactly("infer", "--spark=yarn",
                "m.uai");
        assertThat(Main.withMaster(new String[] {"infer", "--spark", "local"}, "yarn")).containsExactly("infer",
                "--spark", "local");
        assertThat(Main.withMaster(new String[] {"learn", "m.mln"}, "yarn")).containsExactly("learn", "--spark=yarn",
                "m.mln");
        assertThat(Main.withMaster(new String[] {"compare", "m.uai"}, "yarn")).containsExactly("compare",
                "--spark=yarn", "m.uai");
        assertThat(Main.withMaster(new String[] {"plan", "m.uai"}, "yarn")).containsExactly("plan", "m.uai");
    }

    @Test
    void filesComeFromHadoopsFileSystems(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("m.uai"), "MARKOV 1 2 0");
        Path copy = Cluster.find("a test").fetch(file.toUri().toString());

        assertThat(copy).hasFileName("m.uai").hasContent("MARKOV 1 2 0").isNotEqualTo(file);
        assertThatThrownBy(() -> Cluster.find("a test").fetch("file:/none/at/all")).isInstanceOf(IOException.class)
                .hasMessageContaining("/none/at/all");
    }

    @Test
    void aMasterThatIsNotThere() {
        Cluster cluster = Cluster.find("a test");

        assertThatThrownBy(() -> cluster.connect("spark://127.0.0.1:9")).isInstanceOf(MachineFailure.class)
                .hasMessage("no Spark master answers at spark://127.0.0.1:9; start one, or use local[*]");
        assertThatThrownBy(() -> cluster.connect("spark://here")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected spark://HOST:PORT");
    }

    @Test
    void whatTheWorkThrowsIsThrownHereAndNotTriedAgain() {
        Machines machines = SparkMachines.of(LocalSpark.context());
        try (Machines.Shared<String> shared = machines.share("shared")) {
            assertThatThrownBy(() -> machines.map(shared, List.of(1, 2), SparkCommandTest::fails))
                    .isInstanceOf(IllegalArgumentException.class).hasMessage("shared 1");
        }
    }

    private static Integer fails(String shared, int item) {
        throw new IllegalArgumentException(shared + " " + item);
    }

    @Test
    void whatFailsAgainAndAgainIsTheClustersFault() {
        Machines machines = SparkMachines.of(LocalSpark.context());
        try (Machines.Shared<String> shared = machines.share("shared")) {
            assertThatThrownBy(() -> machines.map(shared, List.of(1), SparkCommandTest::runsOut))
                    .isInstanceOf(MachineFailure.class).hasMessageStartingWith("Spark gave up: ")
                    .message().hasLineCount(1);
        }
    }

    private static Integer runsOut(String shared, int item) {
        throw new AssertionError(shared + item);
    }

    @Test
    void anInterruptedCallIsGivenUp() throws InterruptedException {
        Machines machines = SparkMachines.of(LocalSpark.context());
        try (Machines.Shared<String> shared = machines.share("shared")) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> machines.map(shared, List.of(1), SparkCommandTest::sleeps))
                    .isInstanceOf(InterruptedException.class);
        }
    }

    private static Integer sleeps(String shared, int item) {
        try {
            TimeUnit.MILLISECONDS.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return item;
    }

    @Test
    void symmetriesOfAListOfPartitions() throws InterruptedException {
        GraphicalModel model = Models.jobSearch(6);
        List<BlockPartition> partitions = IntStream.range(0, 20).mapToObj(i -> BlockPartition.completedBySingletons(
                model.variableCount(), List.of(Block.of(2 * (i % 6), 2 * (i % 6) + 1)))).toList();
        List<BlockSymmetries> there = PartitionSpread.blockValue(model, SymmetryOptions.defaults(), partitions,
                SparkMachines.of(LocalSpark.context()));
        List<BlockSymmetries> here = SymmetryFinder.of(model).blockValue(partitions);

        assertThat(there).extracting(BlockSymmetries::partition).isEqualTo(partitions);
        assertThat(there).extracting(BlockSymmetries::order).isEqualTo(here.stream().map(BlockSymmetries::order)
                .toList());
        assertThat(there).extracting(BlockSymmetries::generators).isEqualTo(here.stream()
                .map(BlockSymmetries::generators).toList());
    }

    /** What depends on the seed alone: the KL after given numbers of samples. */
    private static String atSamples(Figure.Result result, int common) {
        return result.results().stream().flatMap(method -> method.runs().stream()).map(run -> run.method() + run.run()
                + run.atSamples().stream().limit(common).map(Measurement::kl).toList())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void sweepsGiveTheSameRuns(@TempDir Path folder) throws IOException, InterruptedException {
        Settings settings = new Settings(2, 0.02, 3, 2, 0.001);
        List<Figure> figures = List.of(new PaperFigures(3, 1000, EvidenceWay.CONDITION)
                .jobSearch(4, 0, JobSearch.PAPER_COUPLING));
        Figure.Result here = new Experiment(settings, folder.resolve("here"), (what, done, left) -> { }).run(figures)
                .get(0);
        Figure.Result there = new Experiment(settings, folder.resolve("there"), (what, done, left) -> { },
                SparkMachines.of(LocalSpark.context())).run(figures).get(0);

        assertThat(there.results()).extracting(MethodResult::method).isEqualTo(here.results().stream()
                .map(MethodResult::method).toList());
        assertThat(atSamples(there, 2)).isEqualTo(atSamples(here, 2)).contains("[0.");
        assertThat(names(folder.resolve("there"))).isEqualTo(names(folder.resolve("here")));
    }

    @Test
    void comparisonsGiveTheSameRuns(@TempDir Path folder) throws IOException, InterruptedException {
        Comparison comparison = Comparison.on(Models.jobSearch(3)).withChains("gibbs", "bv:0.5", "aggregate")
                .withSettings(new Settings(2, 0.02, 3, 2, 0.001));
        Figure.Result here = comparison.run(folder.resolve("here"));
        Figure.Result there = comparison.run(folder.resolve("there"), (what, done, left) -> { },
                SparkMachines.of(LocalSpark.context()));

        assertThat(atSamples(there, 2)).isEqualTo(atSamples(here, 2)).contains("vanilla", "bv-0.5", "[0.");
        assertThat(there.problem().truth().method()).isEqualTo(here.problem().truth().method()).contains("exact");
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString()).sorted().toList();
        }
    }
}
