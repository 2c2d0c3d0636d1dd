package org.orbifold.pgm.score;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.BenchmarkModels;

/** Draws of single variables, in millions per second (ops/us). */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ScoreBenchmark {

    private static final int BATCH = 100_000;

    @Param({"ising100", "jobSearch50"})
    public String model;

    private CompiledModel compiled;
    private int[] state;
    private int[] scan;
    private SplittableRandom random;

    @Setup
    public void setUp() {
        GraphicalModel graphical = model.equals("ising100")
                ? BenchmarkModels.ising(100) : BenchmarkModels.jobSearch(50);
        compiled = CompiledModel.of(graphical);
        random = new SplittableRandom(2);
        state = random.ints(graphical.variableCount(), 0, 2).toArray();
        scan = random.ints(BATCH, 0, graphical.variableCount()).toArray();
    }

    /** Draws from the conditional, variables in random order. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int updateRandomScan() {
        int ones = 0;
        for (int v : scan) {
            state[v] = random.nextDouble() < compiled.probabilityOfOne(state, v) ? 1 : 0;
            ones += state[v];
        }
        return ones;
    }

    /** Draws from the conditional, variables in turn. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int updateSystematicScan() {
        int ones = 0;
        for (int i = 0, v = 0; i < BATCH; i++) {
            state[v] = random.nextDouble() < compiled.probabilityOfOne(state, v) ? 1 : 0;
            ones += state[v];
            v = v + 1 == state.length ? 0 : v + 1;
        }
        return ones;
    }
}
