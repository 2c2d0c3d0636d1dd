package org.orbifold.group;

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
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/** One chain over all points, without splitting or recognition: construction by each method, and sifting. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChainBenchmark {

    @Param({"M24", "rubik", "hypercube8"})
    String name;

    private PermutationGroup group;
    private StabilizerChain chain;
    private Permutation element;

    @Setup
    public void setUp() {
        group = GroupBenchmark.make(name);
        chain = group.chain();
        element = group.random(new SplittableRandom(1));
    }

    private StabilizerChain build(ChainOptions options) {
        return StabilizerChain.of(group.degree(), group.generators(), options);
    }

    @Benchmark
    public StabilizerChain verified() {
        return build(ChainOptions.defaults());
    }

    @Benchmark
    public StabilizerChain monteCarlo() {
        return build(ChainOptions.defaults().withMethod(ChainOptions.Method.MONTE_CARLO));
    }

    @Benchmark
    public StabilizerChain knownOrder() {
        return build(ChainOptions.defaults().withKnownOrder(group.order()));
    }

    @Benchmark
    public StabilizerChain.SiftResult sift() {
        return chain.sift(element);
    }
}
