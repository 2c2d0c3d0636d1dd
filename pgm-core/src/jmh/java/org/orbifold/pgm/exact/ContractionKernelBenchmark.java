package org.orbifold.pgm.exact;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.pgm.time.Budget;

/**
 * One contraction of 2^24 products: tables of 2^16 entries with eight common variables of two values, some of them
 * kept.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ContractionKernelBenchmark {

    private static final int VARIABLES = 24;

    /** Common variables that are kept; the other common ones are summed. */
    @Param({"0", "4", "8"})
    public int kept;

    @Param({"1", "2"})
    public int threads;

    private Contraction contraction;
    private double[] first;
    private double[] second;
    private double[] out;
    private TaskThreads workers;

    @Setup
    public void setUp() {
        int[] sizes = IntStream.range(0, VARIABLES).map(v -> 2).toArray();
        contraction = Contraction.of(sizes, new int[VARIABLES], IntStream.range(0, 16).toArray(),
                IntStream.range(8, VARIABLES).toArray(),
                IntStream.range(0, VARIABLES).filter(v -> v < 8 + kept || v >= 16).toArray());
        first = new SplittableRandom(1).doubles(1 << 16).toArray();
        second = new SplittableRandom(2).doubles(1 << 16).toArray();
        out = new double[contraction.entries()];
        workers = new TaskThreads(threads, Budget.unlimited());
    }

    @Benchmark
    public double[] contract() {
        contraction.apply(first, second, Contraction.Semiring.SUM, workers, out);
        return out;
    }
}
