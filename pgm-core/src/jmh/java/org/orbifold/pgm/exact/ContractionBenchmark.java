package org.orbifold.pgm.exact;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.BenchmarkModels;

/** Square Ising grids: the plan, and all marginals by it on one thread and on two. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ContractionBenchmark {

    @Param({"10", "15", "20"})
    public int side;

    private GraphicalModel grid;
    private ContractionPlan plan;

    @Setup
    public void setUp() {
        grid = BenchmarkModels.ising(side);
        plan = ContractionPlan.of(grid);
    }

    @Benchmark
    public ContractionPlan plan() {
        return ContractionPlan.of(grid, List.of(), ExactOptions.defaults().withThreads(1));
    }

    @Benchmark
    public ExactResult solve() {
        return plan.solve(ExactOptions.defaults().withThreads(1));
    }

    @Benchmark
    public ExactResult solveOnTwoThreads() {
        return plan.solve(ExactOptions.defaults().withThreads(2));
    }
}
