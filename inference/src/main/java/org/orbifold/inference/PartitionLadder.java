package org.orbifold.inference;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.RoundTrips;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates log Z over a ladder of temperatures, from λ = 1, the model, down to λ = 0, where all states weigh the same
 * and Z is their number. The ratio of Z at neighbouring temperatures comes from bridge sampling (Bennett 1976; Meng and
 * Wong 1996): the samples of both see each other's weights. Temperatures are inserted until neighbours overlap well, as
 * far as there is time for enough rounds on them.
 *
 * <p>Eight independent ladders run. The estimate pools the later halves of them, and its standard error is the
 * jackknife's over them, widened by the quotient of Student's and the normal quantile, so that ± 1.96 of it covers 95%.
 * Ladders that have not settled agree on a log Z that is wrong, so that three more things are in the error:
 * <ul>
 * <li>half of the ladders begin hot, their replicas anywhere, and half cold, all replicas in one state that max-product
 * found; hot starts underestimate log Z, cold starts overestimate it, and half of their difference beyond chance is
 * added;</li>
 * <li>so is what the estimate has risen since the quarter before, beyond chance;</li>
 * <li>ladders estimate Z, of which rare visits to good states are a large part: if log Z of single ladders has the
 * standard deviation σ, then their typical mean is below it by about σ² / 2.</li>
 * </ul>
 */
final class PartitionLadder {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionLadder.class);

    /** Where no time is asked for: the steps of the estimate, as a share of those of the chains. */
    static final double SHARE_OF_STEPS = 0.15;

    /** Independent ladders, whose scatter gives the error. */
    private static final int LADDERS = 8;
    /** The 97.5% quantile of Student's distribution with 7 degrees of freedom over the normal one. */
    private static final double WIDENED = 2.3646 / 1.96;
    /** Temperatures of a ladder, at most. */
    private static final int MOST_RUNGS = 48;
    /** Trials in which temperatures are inserted, at most. */
    private static final int ADAPTATIONS = 8;
    /** Rounds of such a trial. */
    private static final int TRIAL = 40;
    /** The least overlap of neighbours, where two equal distributions overlap by a half. */
    private static final double OVERLAP = 0.2;
    /** Rounds of a ladder below which its equations are noise. */
    private static final int FEWEST_ROUNDS = 24;
    /** Without a round trip the replicas are still correlated with their initial states. */
    private static final int FEWEST_TRIPS = 1;
    /** Rounds that must be left for a longer ladder. */
    private static final int GOOD_ROUNDS = 60;
    /** Rounds of a ladder where steps are counted, at most; and records of a ladder that enter the equations. */
    private static final int ROUNDS = 400;
    /** Nanoseconds of a draw in a trial, compilation included. */
    private static final double NANOS = 100;
    /** The inverse temperatures of the first trial. */
    private static final double[] FIRST = {1, 0.8, 0.6, 0.45, 0.3, 0.2, 0.12, 0.06, 0};
    /** Rounds of the search for a state where half of the ladders begin, where steps are counted. */
    private static final int CLIMBS = 20;
    /** Share of the remaining time for this search. */
    private static final double SHARE_OF_CLIMB = 0.15;
    /** The share of the time after which ladders end; the rest is for the equations. */
    private static final double SHARE_OF_LADDERS = 0.9;

    private final GraphicalModel model;
    private final InferenceOptions options;
    private final Budget budget;
    private final double steps;
    /** The model at each λ, which eight ladders and all trials share. */
    private final Map<Double, GraphicalModel> heated = new HashMap<>();
    private final Map<GraphicalModel, CompiledModel> compiled = new IdentityHashMap<>();

    /**
     * Sets an estimate up.
     *
     * @param model   a model
     * @param options threads, seed and memory
     * @param budget  the time it may take
     * @param steps   without a time limit, the most single draws of variables, about
     */
    PartitionLadder(GraphicalModel model, InferenceOptions options, Budget budget, double steps) {
        this.model = model;
        this.options = options;
        this.budget = budget.share(1);
        this.steps = steps;
    }

    /**
     * An estimate, or why there is none.
     *
     * @param estimate the estimate
     * @param reason   why there is none, in words
     */
    record Outcome(Optional<LogPartitionEstimate> estimate, String reason) {

        /** Log Z is exact. */
        static final Outcome NOT_NEEDED = none("log Z is exact");

        static Outcome none(String reason) {
            return new Outcome(Optional.empty(), reason);
        }

        /** The same with a constant added. */
        Outcome plus(double constant) {
            return new Outcome(estimate.map(one -> new LogPartitionEstimate(one.value() + constant,
                    one.standardError())), reason);
        }
    }

    /** How many rounds a number of steps makes. */
    private int rounds(int rungs) {
        return (int) Math.min(ROUNDS, steps / LADDERS / rungs / model.variableCount());
    }

    /** As many as fit into memory: each has the model's tables, and compiled ones about as large. */
    private int mostRungs() {
        double entries = model.factors().tables().stream().mapToDouble(Table::entryCount).sum();
        return (int) Math.min(MOST_RUNGS, options.memory() / (2 * Double.BYTES * Math.max(1, entries)));
    }

    private boolean isTimed() {
        return budget.isLimited();
    }

    /** The estimate, or why there was none. */
    Outcome estimate() {
        if (model.variableCount() == 0) {
            return new Outcome(Optional.of(new LogPartitionEstimate(model.logWeight(new int[0]), 0)), "");
        }
        double trial = NANOS * TRIAL * FIRST.length * model.variableCount() / 1e9;
        if (isTimed() ? trial > budget.secondsLeft() / 2 : rounds(FIRST.length) < FEWEST_ROUNDS) {
            return Outcome.none("the run is too short for a ladder of temperatures");
        }
        if (mostRungs() < FIRST.length) {
            return Outcome.none("the tables of a ladder of temperatures do not fit the memory");
        }
        try {
            int[] possible = FeasibleStart.find(model, stream(2 * LADDERS + ADAPTATIONS + 1), budget);
            return estimate(adapted(possible), possible);
        } catch (OutOfTimeException e) {
            return Outcome.none(budget.isCancelled() ? "the run was interrupted"
                    : "the time was over while temperatures were chosen");
        }
    }

    private Outcome estimate(Tempering.Ladder ladder, int[] possible) {
        int[] good = climbed(possible);
        budget.check();
        int rungs = ladder.lambdas().size();
        Budget time = budget.until(SHARE_OF_LADDERS);
        double slice = time.secondsLeft() / Math.ceil((double) LADDERS / options.sampling().threads());
        List<Records> all;
        try (Workers workers = new Workers(options.sampling().threads(), budget)) {
            all = workers.map(LADDERS, i -> run(ladder, stream(i), isCold(i) ? good : possible, isCold(i),
                    rounds(rungs), isTimed() ? time.atMost(slice) : time));
        }
        if (budget.isCancelled()) {
            return Outcome.none("the run was interrupted");
        }
        if (all.stream().anyMatch(one -> one.rounds() < FEWEST_ROUNDS)) {
            return Outcome.none("the time is too short for " + rungs + " temperatures");
        }
        double trips = all.stream().mapToLong(one -> one.roundTrips).average().orElse(0);
        if (trips < FEWEST_TRIPS) {
            return Outcome.none("states did not travel between the " + rungs + " temperatures in the time");
        }
        return pooled(all, ladder);
    }

    private static boolean isCold(int ladder) {
        return ladder % 2 == 1;
    }

    private Outcome pooled(List<Records> all, Tempering.Ladder ladder) {
        List<Records> late = all.stream().map(one -> one.part(0.5, 1)).toList();
        double[] ratios = ratios(late, new double[ladder.lambdas().size() - 1]);
        double pooled = logPartition(ratios);
        double jackknife = jackknife(late, ratios);
        double rise = Math.abs(pooled - logPartition(ratios(all.stream().map(one -> one.part(0.25, 0.5)).toList(),
                ratios)));
        double[] ofStart = new double[2];
        for (int start = 0; start < 2; start++) {
            boolean cold = start == 1;
            ofStart[start] = logPartition(ratios(IntStream.range(0, LADDERS).filter(i -> isCold(i) == cold)
                    .mapToObj(late::get).toList(), ratios));
        }
        double gap = Math.abs(ofStart[1] - ofStart[0]) / 2;
        // The quarter before has twice the variance; each half of the ladders too, and half their difference once.
        double unsettled = Math.hypot(Math.max(0, rise - Math.sqrt(3) * jackknife), Math.max(0, gap - jackknife));
        // The variance of a ladder's logarithm is that of the mean times their number; no more than twice the error.
        double rare = Math.min(LADDERS * jackknife * jackknife / 2, 2 * jackknife);
        double error = WIDENED * Math.hypot(Math.hypot(jackknife, rare), unsettled);
        LOG.debug("log Z about {} ± {}, jackknife {}, risen by {}, half a gap of {}, {} rungs, {} rounds", pooled,
                error, jackknife, rise, gap, ladder.lambdas().size(), all.get(0).rounds());
        if (!Double.isFinite(pooled) || !Double.isFinite(error)) {
            return Outcome.none("hard zeros forbid all samples of a temperature");
        }
        return new Outcome(Optional.of(new LogPartitionEstimate(pooled, error)), "");
    }

    /** A state of large weight, searched for as far as there is time. */
    private int[] climbed(int[] possible) {
        MapSearcher search = new MapSearcher(model, possible.clone(), stream(2 * LADDERS + ADAPTATIONS), budget);
        search.run(isTimed() ? Long.MAX_VALUE / 2 : CLIMBS, Double.POSITIVE_INFINITY, budget.share(SHARE_OF_CLIMB));
        return search.best().state();
    }

    private double jackknife(List<Records> all, double[] ratios) {
        double squares = 0;
        double mean = 0;
        double[] without = new double[LADDERS];
        for (int i = 0; i < LADDERS; i++) {
            List<Records> others = new ArrayList<>(all);
            others.remove(i);
            without[i] = logPartition(ratios(others, ratios));
            mean += without[i] / LADDERS;
        }
        for (double one : without) {
            squares += (one - mean) * (one - mean);
        }
        return Math.sqrt((LADDERS - 1.0) / LADDERS * squares);
    }

    private Xoshiro256 stream(int number) {
        return Streams.LOG_PARTITION.of(options.sampling().seed(), number);
    }

    /** What the samples of each rung weigh there and at the next ones, as differences of logarithms. */
    private static final class Records {

        /** By pair of neighbours: log-weight at the colder minus that at the hotter, of the colder's samples. */
        private final DoubleArrayList[] ofCold;
        private final DoubleArrayList[] ofHot;
        private long roundTrips;

        Records(int pairs) {
            this.ofCold = new DoubleArrayList[pairs];
            this.ofHot = new DoubleArrayList[pairs];
            Arrays.setAll(ofCold, r -> new DoubleArrayList());
            Arrays.setAll(ofHot, r -> new DoubleArrayList());
        }

        int rounds() {
            return ofCold[0].size();
        }

        /** Those of a part of the time. */
        Records part(double from, double to) {
            Records part = new Records(ofCold.length);
            int first = (int) (from * rounds());
            int last = (int) (to * rounds());
            int step = (last - first + ROUNDS - 1) / ROUNDS;
            for (int pair = 0; pair < ofCold.length; pair++) {
                for (int i = first; i < last; i += step) {
                    part.ofCold[pair].add(ofCold[pair].getDouble(i));
                    part.ofHot[pair].add(ofHot[pair].getDouble(i));
                }
            }
            return part;
        }
    }

    /**
     * Runs a ladder that begins in a state: all of its replicas if it begins cold, else the hot ones anywhere. It ends
     * after the rounds where steps are counted, else with its time.
     */
    private Records run(Tempering.Ladder ladder, Xoshiro256 random, int[] start, boolean cold, int rounds,
            Budget time) {
        int every = model.variableCount();
        Tempering chain = new Tempering(ladder, this::gibbs, every);
        int[] state = start.clone();
        if (cold) {
            chain.beginAt(start);
        }
        Records records = new Records(ladder.lambdas().size() - 1);
        for (long round = 0; (isTimed() || round < rounds) && !time.isOver(); round++) {
            chain.advance(state, round * every, (round + 1) * every, random, ChainListener.NONE);
            record(ladder, chain, state, records);
        }
        records.roundTrips = chain.roundTrips().map(RoundTrips::observed).orElse(0L);
        return records;
    }

    private Gibbs gibbs(GraphicalModel at) {
        CompiledModel known;
        synchronized (compiled) {
            known = compiled.computeIfAbsent(at, one -> CompiledModel.of(one,
                    BlockPartition.singletons(one.variableCount()), budget));
        }
        return Gibbs.of(known, Scan.SYSTEMATIC);
    }

    private Tempering.Ladder ladder(double[] lambdas) {
        List<Double> all = Arrays.stream(lambdas).boxed().toList();
        return new Tempering.Ladder(all, all.stream().map(lambda -> heated.computeIfAbsent(lambda, l -> l == 1 ? model
                : Tempering.Ladder.of(model, 1, l).models().get(1))).toList());
    }

    private static void record(Tempering.Ladder ladder, Tempering chain, int[] state, Records records) {
        int rungs = ladder.lambdas().size();
        double soft = ladder.lambdas().get(1);
        for (int r = 0; r < rungs; r++) {
            int[] replica = r == 0 ? state : chain.replica(r);
            // The log-weight at λ = 1 with soft zeros: at every other rung it is multiplied by λ.
            double weight = ladder.models().get(1).logWeight(replica) / soft;
            if (r > 0) {
                double colder = r == 1 ? ladder.models().get(0).logWeight(replica)
                        : ladder.lambdas().get(r - 1) * weight;
                records.ofHot[r - 1].add(colder - ladder.lambdas().get(r) * weight);
            }
            if (r < rungs - 1) {
                double own = r == 0 ? ladder.models().get(0).logWeight(replica) : ladder.lambdas().get(r) * weight;
                records.ofCold[r].add(own - ladder.lambdas().get(r + 1) * weight);
            }
        }
    }

    /** Rungs that overlap, found by short trials of one ladder. */
    private Tempering.Ladder adapted(int[] possible) {
        double[] lambdas = FIRST;
        int most = mostRungs();
        for (int i = 0; i < ADAPTATIONS && lambdas.length < most; i++) {
            Budget trial = budget.share(1);
            Records records = trial(ladder(lambdas), stream(LADDERS + i), possible);
            double secondsPerRung = trial.elapsed() / TRIAL / lambdas.length;
            DoubleArrayList next = new DoubleArrayList();
            for (int r = 0; r < lambdas.length; r++) {
                next.add(lambdas[r]);
                // Not a number where there is no overlap at all.
                if (r < lambdas.length - 1 && !(overlap(records, r) >= OVERLAP) && next.size() + lambdas.length - r
                        < most) {
                    next.add((lambdas[r] + lambdas[r + 1]) / 2);
                }
            }
            // One thread makes the next trial, all of them the ladders.
            double left = budget.secondsLeft() - secondsPerRung * next.size() * TRIAL;
            if (next.size() == lambdas.length || left * options.sampling().threads()
                    < secondsPerRung * next.size() * LADDERS * GOOD_ROUNDS) {
                break;
            }
            lambdas = next.toDoubleArray();
        }
        return ladder(lambdas);
    }

    /** The later half of the rounds of a trial. */
    private Records trial(Tempering.Ladder ladder, Xoshiro256 random, int[] possible) {
        int every = model.variableCount();
        Tempering chain = new Tempering(ladder, this::gibbs, every);
        int[] state = possible.clone();
        Records records = new Records(ladder.lambdas().size() - 1);
        for (long round = 0; round < TRIAL; round++) {
            budget.check();
            chain.advance(state, round * every, (round + 1) * every, random, ChainListener.NONE);
            record(ladder, chain, state, records);
        }
        return records.part(0.5, 1);
    }

    private static double overlap(Records records, int pair) {
        List<Records> one = List.of(records);
        double c = ratio(one, pair, 0);
        double sum = 0;
        for (double difference : records.ofHot[pair]) {
            sum += 1 / (1 + Math.exp(c - difference));
        }
        return sum / records.rounds();
    }

    private double logPartition(double[] ratios) {
        return Arrays.stream(model.sizes()).mapToDouble(Math::log).sum() + Arrays.stream(ratios).sum();
    }

    /** The logarithms of the quotients of neighbouring Z, sought from where others were found. */
    private static double[] ratios(List<Records> records, double[] from) {
        double[] found = new double[from.length];
        Arrays.setAll(found, pair -> ratio(records, pair, from[pair]));
        return found;
    }

    /**
     * The logarithm of a quotient of neighbouring Z: the c where Σ 1 / (1 + e^(difference − c)) over the colder's
     * samples is Σ 1 / (1 + e^(c − difference)) over the hotter's. Their difference grows with c, so Newton's steps are
     * taken within an interval that holds the root, and where they leave it, it is halved. NaN if all of the hotter's
     * samples are impossible for the colder: then nothing bounds c from below.
     */
    private static double ratio(List<Records> records, int pair, double from) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        boolean bridged = false;
        for (Records one : records) {
            for (double difference : one.ofCold[pair]) {
                low = Math.min(low, difference);
                high = Math.max(high, difference);
            }
            for (double difference : one.ofHot[pair]) {
                low = Double.isInfinite(difference) ? low : Math.min(low, difference);
                high = Math.max(high, difference);
                bridged |= !Double.isInfinite(difference);
            }
        }
        if (!bridged) {
            return Double.NaN;
        }
        // Zeros that forbid most of the hotter's samples make the quotient smaller than any difference.
        low -= 40;
        double c = from > low && from < high ? from : (low + high) / 2;
        for (int i = 0; i < 200; i++) {
            double excess = 0;
            double slope = 0;
            for (Records one : records) {
                for (double difference : one.ofCold[pair]) {
                    double share = 1 / (1 + Math.exp(difference - c));
                    excess += share;
                    slope += share * (1 - share);
                }
                for (double difference : one.ofHot[pair]) {
                    double share = 1 / (1 + Math.exp(c - difference));
                    excess -= share;
                    slope += share * (1 - share);
                }
            }
            low = excess < 0 ? c : low;
            high = excess < 0 ? high : c;
            double next = c - excess / slope;
            next = next > low && next < high ? next : (low + high) / 2;
            if (Math.abs(next - c) <= 1e-12 * (1 + Math.abs(c))) {
                return next;
            }
            c = next;
        }
        return c;
    }
}
