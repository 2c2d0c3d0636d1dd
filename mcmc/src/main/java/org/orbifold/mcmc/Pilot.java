package org.orbifold.mcmc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A short trial that decides which chain runs. Two runs of the usual chain from different starts, and two of Gibbs with
 * tempering: if all agree, the usual chain is taken. If not there are barriers (two chains that fell into the same mode
 * agree with each other, but not with tempering). Then it is wide blocks if they hold nearly everything, and else
 * tempering, with wide blocks if two runs of that, with equal work, agree better. Wide blocks of less than nearly
 * everything without tempering are not taken: their runs may agree because all are stuck at one place. Work is counted,
 * so that the choice does not depend on the machine's speed or the threads.
 */
final class Pilot {

    private static final Logger LOG = LoggerFactory.getLogger(Pilot.class);

    private static final long STREAM = -4;
    /** The share of the time asked for that two runs of a chain take, about: to see whether there are barriers. */
    private static final double FIRST_SHARE = 0.006;
    /** And to choose among chains that cross them. */
    private static final double SHARE = 0.015;
    /** Runs of the usual chain that agree so well, on average over variables, need nothing else. */
    private static final double AGREEMENT = 0.04;
    /** Tempering, whose estimates are rough after so short a time, may be so far from them. */
    private static final double APART = 0.05;
    /** And none may be so far apart. */
    private static final double FAR = 0.2;
    /** A cover of so much of the model leaves no barriers to speak of, and needs no tempering. */
    private static final double NEARLY_ALL = 0.97;
    /**
     * In a short trial runs differ mostly because samples are few, of which wide blocks draw fewer. Hard zeros make
     * Gibbs slow at all temperatures, so there wide blocks may differ more by this, and else must differ less.
     */
    private static final double WIDER = 1.5;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final double nanos;

    Pilot(GraphicalModel model, InferenceOptions options) {
        this.model = model;
        this.options = options;
        this.nanos = options.plannedSeconds() * 1e9 * Math.min(2, options.sampling().chains());
    }

    /**
     * Two runs of a chain.
     *
     * @param marginals what each found
     * @param mean      the mean over variables of the largest difference of a probability
     * @param farthest  the largest
     */
    private record Trial(List<Marginals> marginals, double mean, double farthest) { }

    /** The chain for barriers that is to be used; empty if the usual one mixes. */
    Optional<BarrierChain> decide(PreparedInference usual) {
        if (model.variableCount() == 0) {
            return Optional.empty();
        }
        BarrierChain rough = BarrierChain.rough(model, Xoshiro256.of(options.sampling().seed(), STREAM));
        List<Trial> first = map(List.of(false, true), barrier -> barrier ? trial(rough, FIRST_SHARE)
                : trial(usual::chain, usual::estimator, usual.nanosOfSweep(), FIRST_SHARE));
        Trial plain = first.get(0);
        double apart = meanDifference(plain.marginals, first.get(1).marginals);
        LOG.debug("two runs of the usual chain differ by {}, at most {}; {} by {}; the two chains by {}", plain.mean,
                plain.farthest, rough, first.get(1).mean, apart);
        if (plain.farthest < FAR && plain.mean < AGREEMENT
                && apart < APART + 2 * (plain.mean + first.get(1).mean)) {
            return Optional.empty();
        }
        BarrierChain tempered = made(ChainKind.TEMPERED, 0);
        BarrierChain wide = made(ChainKind.WIDE, 8 * BarrierChain.USUAL_ENTRIES);
        if (wide.smallestCover() >= NEARLY_ALL * model.variableCount()) {
            return Optional.of(wide);
        }
        BarrierChain both = tempered.withWideBlocks(BarrierChain.USUAL_ENTRIES,
                Xoshiro256.of(options.sampling().seed(), STREAM));
        List<BarrierChain> chains = List.of(tempered, both);
        List<Trial> second = map(chains, chain -> trial(chain, SHARE));
        LOG.debug("two runs of {} differ by {}, of {} by {}", tempered, second.get(0).mean, both, second.get(1).mean);
        boolean hard = model.factors().tables().stream().anyMatch(Table::isHard);
        return Optional.of(chains.get(second.get(1).mean < (hard ? WIDER : 1 / WIDER) * second.get(0).mean ? 1 : 0));
    }

    private BarrierChain made(ChainKind kind, int entries) {
        return new BarrierChain(kind, model, entries,
                Xoshiro256.of(options.sampling().seed(), STREAM * (kind.ordinal() + 2) - entries));
    }

    private Trial trial(BarrierChain chain, double share) {
        return trial(chain::chain, () -> Estimator.conditionals(model), chain.nanosOfSweep(), share);
    }

    private <T, R> List<R> map(List<T> items, Function<T, R> function) {
        ForkJoinPool pool = new ForkJoinPool(options.sampling().threads());
        try {
            return pool.submit(() -> items.parallelStream().<R>map(function).toList()).join();
        } finally {
            pool.shutdown();
        }
    }

    private interface Maker<T> {
        T make();
    }

    /** Runs a chain twice, each for half of the work, a quarter of it not counted. */
    private Trial trial(Maker<MarkovChain> chain, Maker<Estimator> estimator, double nanosOfSweep, double share) {
        long sweeps = Math.max(4, (long) (share * nanos / 2 / nanosOfSweep));
        List<Marginals> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Xoshiro256 random = Xoshiro256.of(options.sampling().seed(), STREAM * 16 + i);
            MarkovChain one = chain.make();
            Estimator gathered = estimator.make();
            int[] state = FeasibleStart.find(model, random);
            long begin = sweeps / 4 * one.sweep();
            long end = sweeps * one.sweep();
            one.advance(state, 0, begin, random, ChainListener.NONE);
            gathered.start(state, begin);
            one.advance(state, begin, end, random, gathered);
            double[] sums = new double[MarginalSums.of(model).entries()];
            gathered.addTo(end, sums);
            runs.add(MarginalSums.of(model).marginals(sums, state));
        }
        double farthest = IntStream.range(0, model.variableCount())
                .mapToDouble(v -> difference(runs.get(0), runs.get(1), v)).max().orElse(0);
        return new Trial(runs, meanDifference(runs.subList(0, 1), runs.subList(1, 2)), farthest);
    }

    /** The largest difference of a probability. */
    private double difference(Marginals a, Marginals b, int variable) {
        double most = 0;
        for (int x = 0; x < model.size(variable); x++) {
            most = Math.max(most, Math.abs(a.probability(variable, x) - b.probability(variable, x)));
        }
        return most;
    }

    /** The mean over variables and pairs of runs. */
    private double meanDifference(List<Marginals> a, List<Marginals> b) {
        double sum = 0;
        for (Marginals one : a) {
            for (Marginals other : b) {
                sum += IntStream.range(0, model.variableCount()).mapToDouble(v -> difference(one, other, v)).sum();
            }
        }
        return sum / a.size() / b.size() / model.variableCount();
    }
}
