package org.orbifold.heuristics;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.PartitionSampler;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** Discovery as the paper times it: heuristic, graphs, generators, samplers ready; for its two domains. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class DiscoveryBenchmark {

    /** Domain and size: people, or students. */
    @Param({"jobs:50:100", "students:600:10"})
    public String setting;

    private GraphicalModel model;
    private int partitions;

    @Setup
    public void makeModel() {
        String[] parts = setting.split(":");
        int size = Integer.parseInt(parts[1]);
        partitions = Integer.parseInt(parts[2]);
        model = parts[0].equals("jobs") ? jobs(size) : students(size);
    }

    @Benchmark
    public int randomPartitions() {
        List<BlockSymmetries> found = SymmetryFinder.of(model)
                .blockValue(PartitionSampler.of(model, 2).sample(partitions, new SplittableRandom(1)));
        int factors = 0;
        for (BlockSymmetries symmetries : found) {
            factors += symmetries.group().sampler().degree();
        }
        return factors;
    }

    @Benchmark
    public List<ScoredPartition> cover() {
        return PartitionFinder.of(model, 2).cover();
    }

    private static GraphicalModel jobs(int people) {
        SplittableRandom random = new SplittableRandom(1);
        ModelBuilder builder = GraphicalModel.builder().variables(twos(people * (people + 1)));
        int connected = 2 * people;
        for (int i = 0; i < people; i++) {
            builder.clause(random.nextDouble(1, 2), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            builder.clause(random.nextDouble(1, 2), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0));
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    builder.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        return builder.build();
    }

    private static GraphicalModel students(int students) {
        Random random = new Random(1);
        ModelBuilder builder = GraphicalModel.builder().variables(twos(2 * students));
        List<Double> weights = Arrays.asList(1.1, 1.3, 1.5, 1.7, 1.9, 2.1);
        for (int i = 0; i < students; i++) {
            Collections.shuffle(weights, random);
            for (int x = 0; x < 4; x++) {
                builder.clause(weights.get(x), Literal.of(2 * i, x / 2), Literal.of(2 * i + 1, x % 2));
            }
        }
        for (int f = 0; f < students / 6; f++) {
            int p = random.nextInt(students);
            int q = (p + 1 + random.nextInt(students - 1)) % students;
            for (int course = 0; course < 2; course++) {
                builder.clause(0.01, Literal.of(2 * p + course, 0), Literal.of(2 * q + course, 1));
                builder.clause(0.01, Literal.of(2 * q + course, 0), Literal.of(2 * p + course, 1));
            }
        }
        return builder.build();
    }

    private static int[] twos(int count) {
        int[] sizes = new int[count];
        Arrays.fill(sizes, 2);
        return sizes;
    }
}
