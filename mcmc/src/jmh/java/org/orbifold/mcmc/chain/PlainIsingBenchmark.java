package org.orbifold.mcmc.chain;

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

/**
 * What one would write by hand for the 100×100 Ising grid (J = 0.3, fields N(0, 0.5)) and nothing else, with no part of
 * this library: what {@link GibbsBenchmark} on the grid is to be compared with.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PlainIsingBenchmark {

    private static final int UPDATES = 100_000;
    private static final int SIDE = 100;
    private static final double COUPLING = 0.3;

    @Param({"RANDOM", "SYSTEMATIC"})
    public Scan scan;

    private final SplittableRandom random = new SplittableRandom(1);
    private final int[] spins = new int[SIDE * SIDE];
    private final double[] fields = new double[SIDE * SIDE];
    private final long[] since = new long[SIDE * SIDE];
    private final long[] ups = new long[SIDE * SIDE];
    private long time;

    @Setup
    public void prepare() {
        for (int v = 0; v < spins.length; v++) {
            spins[v] = random.nextBoolean() ? 1 : -1;
            fields[v] = random.nextGaussian() * 0.5;
        }
    }

    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void byHandWithCounts() {
        int next = 0;
        for (long end = time + UPDATES; time < end; time++) {
            int v = scan == Scan.RANDOM ? random.nextInt(spins.length) : next;
            next = next + 1 == spins.length ? 0 : next + 1;
            int row = v / SIDE;
            int column = v - row * SIDE;
            int sum = (row > 0 ? spins[v - SIDE] : 0) + (row < SIDE - 1 ? spins[v + SIDE] : 0)
                    + (column > 0 ? spins[v - 1] : 0) + (column < SIDE - 1 ? spins[v + 1] : 0);
            double one = 1 / (1 + Math.exp(-2 * (fields[v] + COUPLING * sum)));
            int spin = random.nextDouble() < one ? 1 : -1;
            if (spin != spins[v]) {
                ups[v] += spin < 0 ? time - since[v] : 0;
                since[v] = time;
                spins[v] = spin;
            }
        }
    }
}
