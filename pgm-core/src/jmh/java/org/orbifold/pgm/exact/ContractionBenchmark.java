package org.orbifold.pgm.exact;

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

/** Planning and calibrating square Ising grids. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ContractionBenchmark {

    @Param({"10", "15"})
    public int side;

    private GraphicalModel grid;

    @Setup
    public void setUp() {
        grid = BenchmarkModels.ising(side);
    }

    @Benchmark
    public ExactResult calibrate() {
        return ContractionPlan.solve(grid);
    }
}
