package org.orbifold.group;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.group.element.Permutation;

/** Products of permutations, dense and sparse. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ElementBenchmark {

    @Param({"100", "1000000"})
    int degree;

    @Param({"8", "90"})
    int moved;

    private Permutation first;
    private Permutation second;

    @Setup
    public void setUp() {
        Random random = new Random(1);
        first = cycle(random);
        second = cycle(random);
    }

    private Permutation cycle(Random random) {
        return Permutation.ofCycles(degree, random.ints(0, degree).distinct().limit(moved).toArray());
    }

    @Benchmark
    public Permutation compose() {
        return first.then(second);
    }

    @Benchmark
    public Permutation inverse() {
        return first.inverse();
    }
}
