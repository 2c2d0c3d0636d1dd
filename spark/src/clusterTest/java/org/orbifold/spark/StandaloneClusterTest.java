package org.orbifold.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.spark.StandaloneCluster.Command;

/** A real cluster, from the command line; machines and drivers are lost on the way. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StandaloneClusterTest {

    /** Many rounds of a fifth of a second, on any machine. */
    private static final long SAMPLES = 20_000;

    @TempDir
    private static Path folder;
    private static StandaloneCluster cluster;
    private static Path model;
    private static String expected;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        model = folder.resolve("job-search.clauses");
        ModelFiles.write(Models.jobSearch(30), model);
        cluster = new StandaloneCluster(folder);
        Path here = folder.resolve("here.MAR");
        ModelFiles.writeMarginals(Inference.on(ModelFiles.read(model)).withOptions(InferenceOptions.defaults()
                .withRoute(Route.SAMPLE).withChain(ChainKind.BLOCK_GIBBS).withSampling(SamplingOptions.defaults()
                        .withSamples(SAMPLES))).run().marginals(), here);
        expected = Files.readString(here);
    }

    @AfterAll
    static void end() throws InterruptedException {
        cluster.stop();
    }

    private static String[] infer(Path out, String... more) {
        return Stream.concat(Stream.of("infer", model.toUri().toString(), "--spark", cluster.master(), "--chain",
                "block-gibbs",
                "--samples", "" + SAMPLES, "--out", out.toString()), Stream.of(more)).toArray(String[]::new);
    }

    private static void requireSameBits(Command command, Path out) throws IOException, InterruptedException {
        assertThat(command.await()).as(Files.readString(command.err())).isZero();
        assertThat(Files.readString(out)).isEqualTo(expected);
    }

    private static void awaitCheckpoint(Path file, Command command) throws IOException, InterruptedException {
        while (!Files.exists(file)) {
            assertThat(command.process().isAlive()).as(Files.readString(command.err())).isTrue();
            Thread.sleep(20);
        }
    }

    /** How long the run took that a checkpoint is of. */
    private static double seconds(Path checkpoint) throws IOException {
        return Double.parseDouble(Files.readAllLines(checkpoint).get(2));
    }

    @Test
    @Order(1)
    void sameBits() throws IOException, InterruptedException {
        Path out = folder.resolve("there.MAR");
        Command command = cluster.orbifold("", infer(out));

        requireSameBits(command, out);
        assertThat(Files.readAllLines(command.err())).as("nothing of Spark's").noneMatch(line ->
                line.contains("spark") || line.startsWith("WARN") || line.startsWith("ERROR"));
    }

    /** Samples per second, from when the run is two seconds old. */
    private static double rate(Machines machines) throws IOException {
        // Made anew each time: an inference that has converged keeps what it found.
        Inference inference = Inference.on(Models.jobSearch(30)).withOptions(InferenceOptions.defaults()
                .withRoute(Route.SAMPLE).withChain(ChainKind.BLOCK_GIBBS)
                .withSampling(SamplingOptions.defaults().withChains(2).withThreads(2).withSeconds(8)));
        List<double[]> reports = new ArrayList<>();
        Progress progress = (seconds, samples, share, now) -> {
            if (seconds > 2) {
                reports.add(new double[] {seconds, samples});
            }
        };
        if (machines == null) {
            inference.run(progress);
        } else {
            inference.run(progress, machines);
        }
        double[] first = reports.get(0);
        double[] last = reports.get(reports.size() - 1);
        return (last[1] - first[1]) / (last[0] - first[0]);
    }

    /**
     * Rounds of a second on two executors beside two threads of this JVM; the best of three counts. Only with
     * {@code -Ptiming}: where other programs run, the ratio says nothing.
     */
    @Test
    @Order(2)
    void theClusterCostsLittle() throws IOException {
        assumeTrue(Boolean.getBoolean("orbifold.timing"), "measured with -Ptiming, on an idle machine");
        try (JavaSparkContext context = cluster.context()) {
            Machines machines = SparkMachines.of(context);
            rate(null);
            rate(machines);
            double best = 0;
            for (int i = 0; i < 3 && best < 0.85; i++) {
                double here = rate(null);
                double there = rate(machines);
                System.out.printf(Locale.ROOT, "%.0f samples/s on two threads, %.0f on two executors: %.3f%n", here,
                        there, there / here);
                best = Math.max(best, there / here);
            }
            assertThat(best).isGreaterThan(0.85);
        }
    }

    @Test
    @Order(3)
    void executorsThatNobodyHas() throws IOException, InterruptedException {
        Command command = cluster.orbifold("-Dspark.executor.memory=100g -Dspark.orbifold.patience=5",
                infer(folder.resolve("none.MAR")));

        assertThat(command.await()).isEqualTo(1);
        assertThat(Files.readAllLines(command.err())).singleElement().asString()
                .startsWith("orbifold: no executor came within 5 s").contains("100g");
        assertThat(folder.resolve("none.MAR")).doesNotExist();
    }

    /** The driver may have 1 GB, and plans tables that executors have no room for. */
    @Test
    @Order(3)
    void anExecutorWithoutMemory() throws IOException, InterruptedException {
        Path grid = folder.resolve("grid.uai");
        ModelFiles.write(Models.grid(25), grid);
        Command command = cluster.orbifold("-Dspark.executor.memory=460m", "infer", grid.toString(), "--route", "exact",
                "--spark", cluster.master(), "--memory", "8000", "--out", folder.resolve("grid.MAR").toString());

        assertThat(command.await()).isEqualTo(1);
        assertThat(Files.readAllLines(command.err())).singleElement().asString().startsWith("orbifold: Spark gave up: ")
                .contains("OutOfMemoryError", "spark.executor.memory");
        assertThat(folder.resolve("grid.MAR")).doesNotExist();
    }

    @Test
    @Order(4)
    void aDriverThatIsKilledGoesOn() throws IOException, InterruptedException {
        Path out = folder.resolve("resumed.MAR");
        Path checkpoint = folder.resolve("driver.checkpoint");
        Command first = cluster.orbifold("", infer(out, "--checkpoint", checkpoint.toString()));
        awaitCheckpoint(checkpoint, first);
        first.process().destroyForcibly().waitFor();
        assertThat(out).doesNotExist();
        double before = seconds(checkpoint);

        Command second = cluster.orbifold("", infer(out, "--checkpoint", checkpoint.toString()));
        requireSameBits(second, out);
        assertThat(seconds(checkpoint)).isGreaterThan(before);
    }

    @Test
    @Order(5)
    void aWorkerThatIsKilledChangesNothing() throws IOException, InterruptedException {
        Path out = folder.resolve("lost.MAR");
        Path checkpoint = folder.resolve("worker.checkpoint");
        Command command = cluster.orbifold("", infer(out, "--checkpoint", checkpoint.toString()));
        awaitCheckpoint(checkpoint, command);
        cluster.killWorker(0);

        requireSameBits(command, out);
    }
}
