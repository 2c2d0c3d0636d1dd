package org.orbifold.mcmc.chain;

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
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/**
 * A draw of everything in one wide block, beside exact inference on the same model: a grid of ten
 * rows, with tables of 2,048 entries.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WideBlocksBenchmark {

    private static final int ROWS = 10;

    @Param("40")
    public int columns;

    private final SplittableRandom random = new SplittableRandom(1);
    private GraphicalModel model;
    private MarkovChain chain;
    private Estimator estimator;
    private int[] state;
    private long step;

    @Setup
    public void prepare() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < ROWS * columns; i++) {
            builder.binary("x" + i);
            for (int j : new int[] {i % ROWS > 0 ? i - 1 : -1, i - ROWS}) {
                if (j >= 0) {
                    builder.table(new int[] {j, i}, random.nextGaussian(), 0, 0, random.nextGaussian());
                }
            }
        }
        model = builder.build();
        chain = WideBlocks.of(model, 1 << 12, 4, random, Budget.unlimited()).chain();
        estimator = Estimator.conditionals(model);
        state = new int[model.variableCount()];
    }

    @Benchmark
    public void draw() {
        chain.advance(state, step, ++step, random, ChainListener.NONE);
    }

    @Benchmark
    public void drawWithMarginals() {
        chain.advance(state, step, ++step, random, estimator);
    }

    @Benchmark
    public ExactResult junctionTree() {
        return ContractionPlan.solve(model);
    }
}
