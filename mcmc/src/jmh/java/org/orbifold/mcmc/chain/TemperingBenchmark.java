package org.orbifold.mcmc.chain;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.score.CompiledModel;

/** A sweep of Gibbs at twelve temperatures of a 20×20 grid with strong couplings, with exchanges and without. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TemperingBenchmark {

    private static final int SIDE = 20;
    private static final int RUNGS = 12;

    private final Xoshiro256 random = Xoshiro256.of(1, 0);
    private Tempering tempering;
    private Gibbs[] gibbs;
    private int[][] states;
    private int[] state;
    private long step;

    @Setup
    public void prepare() {
        SplittableRandom couplings = new SplittableRandom(7);
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < SIDE * SIDE; i++) {
            builder.binary("x" + i);
            for (int j : new int[] {i % SIDE > 0 ? i - 1 : -1, i - SIDE}) {
                if (j >= 0) {
                    double coupling = couplings.nextDouble(-6, 6);
                    builder.table(new int[] {j, i}, coupling, 0, 0, coupling);
                }
            }
        }
        GraphicalModel model = builder.build();
        Tempering.Ladder ladder = Tempering.Ladder.of(model, IntStream.range(0, RUNGS)
                .mapToDouble(r -> Math.pow(0.1, r / (RUNGS - 1.0))).toArray());
        tempering = new Tempering(ladder, at -> Gibbs.of(CompiledModel.of(at), Scan.SYSTEMATIC), SIDE * SIDE);
        gibbs = ladder.models().stream().map(at -> Gibbs.of(CompiledModel.of(at), Scan.SYSTEMATIC))
                .toArray(Gibbs[]::new);
        state = new int[SIDE * SIDE];
        states = new int[RUNGS][SIDE * SIDE];
    }

    @Benchmark
    public void withExchanges() {
        tempering.advance(state, step, step + state.length, random, ChainListener.NONE);
        step += state.length;
    }

    @Benchmark
    public void withoutExchanges() {
        for (int r = 0; r < RUNGS; r++) {
            gibbs[r].advance(states[r], step, step + state.length, random, ChainListener.NONE);
        }
        step += state.length;
    }
}
