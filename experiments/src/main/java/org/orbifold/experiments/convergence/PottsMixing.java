package org.orbifold.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.orbifold.experiments.domain.BrokenDomains;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.MovingChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * How fast chains mix on the critical 3-state Potts torus in binary clothes: integrated autocorrelation times of the
 * energy (the number of equal neighbours) and of the magnetisation (the share of the most common value), which no
 * symmetry of the whole state changes, and of the share of one value.
 */
public final class PottsMixing {

    /** The chains that are compared. */
    public enum Chain {
        /** Sites in turn. */
        BLOCK_GIBBS,
        /** The same, and after each sweep a uniform permutation of the three values, at all sites at once. */
        ORBIT_MOVES,
        /** The same, and three times per sweep a cluster move by the exchange of two values. */
        CLUSTERS
    }

    /**
     * What came out.
     *
     * @param sweeps        how many there were
     * @param seconds       processor time of a sweep, with its move
     * @param energy        the integrated autocorrelation time of the energy, in sweeps
     * @param magnetisation that of the share of the most common value
     * @param oneValue      that of the share of one value, which moves of the whole state change at once
     */
    public record Outcome(long sweeps, double seconds, double energy, double magnetisation, double oneValue) {

        /**
         * Whether the run is long enough for its autocorrelation times to be trusted.
         *
         * @return whether it is at least 50 times as long as the longest one
         */
        public boolean isLongEnough() {
            return sweeps >= 50 * Math.max(energy, Math.max(magnetisation, oneValue));
        }
    }

    private static final double CRITICAL = Math.log(1 + Math.sqrt(3));
    private static final double SHARE_OF_BURN_IN = 0.1;
    /** Sokal's window: autocorrelations are summed up to so many autocorrelation times. */
    private static final double WINDOW = 6;

    private final int side;
    private final GraphicalModel model;
    private final BlockPartition sites;
    private final CompiledModel compiled;

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
            case CLUSTERS -> {
                List<Move> moves = new ArrayList<>();
                for (int[] two : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
                    moves.add(Involution.of(model, sites, exchange(two[0], two[1])).move());
                }
                yield MovingChain.of(gibbs, moves, sweep / 3);
            }
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
        DoubleStream.Builder energy = DoubleStream.builder();
        DoubleStream.Builder magnetisation = DoubleStream.builder();
        DoubleStream.Builder oneValue = DoubleStream.builder();
        long sweep = 0;
        long begin = CpuClock.nanos();
        long spent = 0;
        while (spent < seconds * 1e9) {
            chain.advance(state, sweep * side * side, (sweep + 1) * side * side, random, ChainListener.NONE);
            sweep++;
            spent = CpuClock.nanos() - begin;
            if (spent > SHARE_OF_BURN_IN * seconds * 1e9) {
                observe(state, energy, magnetisation, oneValue);
                // What measuring takes does not count.
                begin += CpuClock.nanos() - begin - spent;
            }
        }
        double[] energies = energy.build().toArray();
        return new Outcome(energies.length, spent / 1e9 / sweep, time(energies), time(magnetisation.build().toArray()),
                time(oneValue.build().toArray()));
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
