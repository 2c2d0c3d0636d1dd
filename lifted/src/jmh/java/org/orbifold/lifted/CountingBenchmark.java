package org.orbifold.lifted;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** A clique of exchangeable variables, planned and solved; their own weights are alike or all different. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CountingBenchmark {

    @Param({"100", "300"})
    public int people;

    @Param({"0", "0.01"})
    public double field;

    private GraphicalModel model;
    private Counting planned;

    @Setup
    public void prepare() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < people; i++) {
            builder.binary("x" + i);
            builder.table(new int[] {i}, 0, field * i);
            for (int j = 0; j < i; j++) {
                builder.table(new int[] {j, i}, 0.02, 0, 0, 0.02);
            }
        }
        model = builder.build();
        planned = Counting.plan(model, ExactOptions.defaults()).orElseThrow();
    }

    @Benchmark
    public Counting plan() {
        return Counting.plan(model, ExactOptions.defaults()).orElseThrow();
    }

    @Benchmark
    public ExactResult solve() {
        return planned.solve(ExactOptions.defaults());
    }
}
