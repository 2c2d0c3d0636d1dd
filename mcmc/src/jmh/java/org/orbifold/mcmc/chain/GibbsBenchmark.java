package org.orbifold.mcmc.chain;

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
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.testing.BenchmarkModels;

/** Single-variable updates with counting, beside a plain loop over the compiled model in the same run. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class GibbsBenchmark {

    private static final int UPDATES = 100_000;

    @Param({"grid", "jobSearch"})
    public String model;

    @Param({"RANDOM", "SYSTEMATIC"})
    public Scan scan;

    private CompiledModel compiled;
    private MarkovChain chain;
    private Estimator counts;
    private Estimator conditionals;
    private int[] state;
    private long[] since;
    private long[] plainCounts;
    private long time;
    private final Xoshiro256 random = Xoshiro256.of(1, 0);

    @Setup
    public void prepare() {
        GraphicalModel built = model.equals("grid") ? BenchmarkModels.ising(100) : BenchmarkModels.jobSearch(50);
        compiled = CompiledModel.of(built);
        chain = Gibbs.of(compiled, scan);
        state = FeasibleStart.find(built, random);
        counts = Estimator.counts(built);
        counts.start(state, 0);
        conditionals = Estimator.conditionals(built);
        since = new long[state.length];
        plainCounts = new long[2 * state.length];
    }

    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void gibbsWithCounts() {
        chain.advance(state, time, time + UPDATES, random, counts);
        time += UPDATES;
    }

    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void gibbsWithConditionals() {
        chain.advance(state, time, time + UPDATES, random, conditionals);
        time += UPDATES;
    }

    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void plainLoopWithCounts() {
        int n = state.length;
        for (long end = time + UPDATES; time < end; time++) {
            int v = scan == Scan.RANDOM ? random.nextInt(n) : (int) (time % n);
            int value = random.nextDouble() < compiled.probabilityOfOne(state, v) ? 1 : 0;
            if (value != state[v]) {
                plainCounts[2 * v + state[v]] += time - since[v];
                since[v] = time;
                state[v] = value;
            }
        }
    }
}
