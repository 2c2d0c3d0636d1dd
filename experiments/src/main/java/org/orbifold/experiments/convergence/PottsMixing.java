package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbifold.experiments.domain.BrokenDomains;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.cluster.ClusterSchedule;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * How fast chains mix on the critical binary-encoded 3-state Potts torus: integrated autocorrelation times of the
 * energy (the number of equal neighbours) and of the magnetisation (the share of the most common value), which no
 * symmetry of the whole state changes, and of the share of one value.
 */
public final class PottsMixing {

    /** The chains that are compared. */
    public enum Chain {
        /** Systematic scan. */
        BLOCK_GIBBS,
        /** The same, and after each sweep a uniform permutation of the three values, at all sites at once. */
        ORBIT_MOVES,
        /** The same, and between the steps clusters that exchange two values. */
        CLUSTERS
    }

    /**
     * What came out.
     *
     * @param rounds        how many there were: sweeps, or with clusters some steps and the clusters between them
     * @param steps         how many of a sweep's steps a round has
     * @param clusters      how many clusters it has
     * @param seconds       processor time of a round
     * @param energy        the integrated autocorrelation time of the energy, in rounds
     * @param magnetisation that of the share of the most common value
     * @param oneValue      that of the share of one value, which moves of the whole state change at once
     */
    public record Outcome(long rounds, int steps, int clusters, double seconds, double energy, double magnetisation,
            double oneValue) {

        /**
         * Whether the run is long enough for its autocorrelation times to be trusted.
         *
         * @return whether it is at least 50 times as long as the longest one
         */
        public boolean isLongEnough() {
            return rounds >= 50 * Math.max(energy, Math.max(magnetisation, oneValue));
        }
    }

    private static final double CRITICAL = Math.log(1 + Math.sqrt(3));
    private static final double SHARE_OF_BURN_IN = 0.1;
    private static final double SHARE_OF_TIMING = 0.3;
    /** Sokal's window, in autocorrelation times: sums of autocorrelations end there. */
    private static final double WINDOW = 6;

    private final int side;
    private final GraphicalModel model;
    private final BlockPartition sites;
    private final CompiledModel compiled;
    private final List<Involution> exchanges;
    /** That of {@code --chain clusters}, from a short run of its own. */
    private final ClusterSchedule schedule;

    /**
     * The critical torus.
     *
     * @param side its side, at least 3
     */
    public PottsMixing(int side) {
        this.side = side;
        this.model = BrokenDomains.potts(side, side, true, CRITICAL, 0, 1);
        this.sites = BlockPartition.of(2 * side * side, IntStream.range(0, side * side)
                .mapToObj(s -> Block.of(2 * s, 2 * s + 1)).toList());
        this.compiled = CompiledModel.of(model, sites);
        this.exchanges = Stream.of(exchange(0, 1), exchange(0, 2), exchange(1, 2))
                .map(one -> Involution.of(model, sites, one)).toList();
        this.schedule = ClusterSchedule.of(exchanges, Gibbs.of(compiled, Scan.SYSTEMATIC), side * side,
                new int[2 * side * side], Xoshiro256.of(1, -1));
    }

    /** Exchanges two of the three values at all sites. */
    private Permutation exchange(int a, int b) {
        int[] images = Permutation.identity(4 * side * side).images();
        for (int s = 0; s < side * side; s++) {
            images[4 * s + a] = 4 * s + b;
            images[4 * s + b] = 4 * s + a;
        }
        return Permutation.ofImages(images);
    }

    private MarkovChain chain(Chain kind) {
        MarkovChain gibbs = Gibbs.of(compiled, Scan.SYSTEMATIC);
        int sweep = side * side;
        return switch (kind) {
            case BLOCK_GIBBS -> gibbs;
            case ORBIT_MOVES -> BlockValueChain.regular(gibbs, List.of(OrbitAction.of(BlockSymmetries.of(model, sites,
                    List.of(exchange(0, 1), exchange(1, 2))))), sweep, MoveExtent.ALL, ElementDraw.EXACT);
            case CLUSTERS -> schedule.chain(gibbs, exchanges);
        };
    }

    /**
     * Runs a chain.
     *
     * @param kind    which one
     * @param seconds the processor time to run for
     * @param seed    the seed
     * @return what came out
     */
    public Outcome run(Chain kind, double seconds, long seed) {
        MarkovChain chain = chain(kind);
        Xoshiro256 random = Xoshiro256.of(seed, kind.ordinal());
        int[] state = new int[2 * side * side];
        for (int s = 0; s < side * side; s++) {
            int value = random.nextInt(3);
            state[2 * s] = value / 2;
            state[2 * s + 1] = value % 2;
        }
        int interval = interval(kind);
        long time = 0;
        // Burn-in, then what an interval costs, then the series: what measuring takes does not count.
        time = advance(chain, state, time, interval, SHARE_OF_BURN_IN * seconds, random);
        long from = time;
        long begin = CpuClock.nanos();
        time = advance(chain, state, time, interval, SHARE_OF_TIMING * seconds, random);
        double cost = (CpuClock.nanos() - begin) / 1e9 / (time - from) * interval;
        DoubleStream.Builder energy = DoubleStream.builder();
        DoubleStream.Builder magnetisation = DoubleStream.builder();
        DoubleStream.Builder oneValue = DoubleStream.builder();
        long count = (long) ((1 - SHARE_OF_BURN_IN - SHARE_OF_TIMING) * seconds / cost);
        for (long i = 0; i < count; i++, time += interval) {
            chain.advance(state, time, time + interval, random, ChainListener.NONE);
            observe(state, energy, magnetisation, oneValue);
        }
        return new Outcome(count, interval, kind == Chain.CLUSTERS ? schedule.clusters() : 0, cost,
                time(energy.build().toArray()), time(magnetisation.build().toArray()),
                time(oneValue.build().toArray()));
    }

    private static long advance(MarkovChain chain, int[] state, long from, int interval, double seconds,
            Xoshiro256 random) {
        long time = from;
        long begin = CpuClock.nanos();
        while (CpuClock.nanos() - begin < seconds * 1e9) {
            for (int i = 0; i < 64; i++, time += interval) {
                chain.advance(state, time, time + interval, random, ChainListener.NONE);
            }
        }
        return time;
    }

    private int interval(Chain kind) {
        return kind == Chain.CLUSTERS ? schedule.every() : side * side;
    }

    private void observe(int[] state, DoubleStream.Builder energy, DoubleStream.Builder magnetisation,
            DoubleStream.Builder oneValue) {
        int equal = 0;
        int[] counts = new int[3];
        for (int s = 0; s < side * side; s++) {
            int value = 2 * state[2 * s] + state[2 * s + 1];
            counts[value]++;
            int below = s / side * side + (s + 1) % side;
            int right = (s + side) % (side * side);
            equal += 2 * state[2 * below] + state[2 * below + 1] == value ? 1 : 0;
            equal += 2 * state[2 * right] + state[2 * right + 1] == value ? 1 : 0;
        }
        energy.add(equal);
        magnetisation.add(Math.max(counts[0], Math.max(counts[1], counts[2])));
        oneValue.add(counts[0]);
    }

    /** The integrated autocorrelation time 1/2 + Σ ρ(t), summed up to Sokal's window. */
    static double time(double[] series) {
        double mean = 0;
        for (double x : series) {
            mean += x / series.length;
        }
        double variance = 0;
        for (double x : series) {
            variance += (x - mean) * (x - mean) / series.length;
        }
        if (variance == 0) {
            return series.length;
        }
        double tau = 0.5;
        for (int lag = 1; lag < series.length / 2; lag++) {
            double sum = 0;
            for (int i = 0; i + lag < series.length; i++) {
                sum += (series[i] - mean) * (series[i + lag] - mean);
            }
            tau += sum / (series.length - lag) / variance;
            if (lag >= WINDOW * tau) {
                break;
            }
        }
        return Math.max(0.5, tau);
    }
}
