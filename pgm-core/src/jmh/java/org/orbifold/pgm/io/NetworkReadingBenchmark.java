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
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Reading a Bayesian network, each variable with two parents of four states, from a file of a megabyte. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class NetworkReadingBenchmark {

    private static final int VARIABLES = 1300;

    @Param({"bif", "xmlbif"})
    String extension;

    private Path file;

    @Setup
    public void write() throws IOException {
        RandomGenerator random = new SplittableRandom(1);
        ModelBuilder model = GraphicalModel.builder();
        for (int v = 0; v < VARIABLES; v++) {
            model.variable("VARIABLE_" + v, Domain.of("LOW", "NORMAL", "HIGH", "VERY_HIGH"));
        }
        for (int v = 0; v < VARIABLES; v++) {
            int[] scope = v < 2 ? new int[] {v} : new int[] {v - 2, v - 1, v};
            double[] table = new double[v < 2 ? 4 : 64];
            for (int row = 0; row < table.length; row += 4) {
                int first = random.nextInt(1, 997);
                table[row] = first / 1000.0;
                table[row + 1] = 0.001;
                table[row + 2] = 0.001;
                table[row + 3] = (998 - first) / 1000.0;
            }
            model.potentials(scope, table);
        }
        file = Files.createTempFile("benchmark", "." + extension);
        ModelFiles.write(model.build(), file);
        System.out.println("bytes: " + Files.size(file));
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
