package org.orbifold.pgm.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Reading a model of 100,000 pairwise features over 50,000 variables from a file of a few megabytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ModelReadingBenchmark {

    private static final int VARIABLES = 50_000;
    private static final int FEATURES = 100_000;

    @Param({"uai", "clauses", "num", "fg"})
    String extension;

    /** Three digits take the fast path of number parsing, seventeen the slow one. */
    @Param({"3", "17"})
    int digits;

    private Path file;

    @Setup
    public void write() throws IOException {
        RandomGenerator random = new SplittableRandom(1);
        ModelBuilder model = GraphicalModel.builder();
        for (int v = 0; v < VARIABLES; v++) {
            model.variables(2);
        }
        for (int f = 0; f < FEATURES; f++) {
            int first = random.nextInt(VARIABLES - 1);
            int second = random.nextInt(first + 1, VARIABLES);
            if (extension.equals("uai") || extension.equals("fg")) {
                model.potentials(new int[] {first, second}, number(random), number(random), number(random), 1);
            } else {
                model.clause(number(random), Literal.of(first, 1), Literal.of(second, 0));
            }
        }
        file = Files.createTempFile("benchmark", "." + extension);
        ModelFiles.write(model.build(), file);
    }

    private double number(RandomGenerator random) {
        return digits == 3 ? random.nextInt(1, 1000) / 1000.0 : random.nextDouble();
    }

    @TearDown
    public void delete() throws IOException {
        Files.delete(file);
    }

    @Benchmark
    public GraphicalModel read() throws IOException {
        return ModelFiles.read(file);
    }
}
