package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.bound.BranchAndBound;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactCost;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.MiniBuckets;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proved bound on the log-weights of all states, tightened while there is time.
 *
 * <p>{@linkplain MiniBuckets Mini-buckets} shift weight until that gains little, then their tables grow. When a state
 * is known, values that no better state has are excluded: their max-marginals are below its weight (reduced-cost
 * fixing). What is left is simplified, and solved exactly if it has become small; otherwise its bound is tighter, since
 * tables of the same size hold more variables. {@linkplain BranchAndBound Branch and bound} runs in turn with the
 * mini-buckets: it proves models of many constraints, which mini-buckets do not. With a number of passes in place of a
 * time, the result depends on nothing else. For one thread at a time.
 */
final class MapBound {

    private static final Logger LOG = LoggerFactory.getLogger(MapBound.class);

    /** Entries of the first tables: a pass takes milliseconds. */
    private static final double FIRST_ENTRIES = 1 << 8;
    /** By how much tables grow: two to four more variables. */
    private static final double GROWTH = 8;
    /** Entries of the largest tables without a time limit: some seconds in all. */
    private static final double UNTIMED_ENTRIES = 1 << 12;
    /** Passes between two looks at what they gained. */
    private static final int PASSES = 8;
    /** The least that these must gain, as a share of the gap that is left; else tables grow. */
    private static final double LEAST_GAIN = 0.02;
    /** The share of the values left that must be excluded before the model is made anew for that. */
    private static final double MANY_EXCLUDED = 0.2;
    /** Operations of an exact solution that is tried at once: less than a second. */
    private static final double CHEAP_OPERATIONS = 2e8;
    /** The most that annealing saves: linkage models need 2^6 to 2^15 times fewer products than greedy orders. */
    private static final double MOST_SAVED = 1 << 15;
    /** Of the time left: for finding symmetries of a component, before the first node of branch and bound. */
    private static final double SHARE_OF_SYMMETRIES = 0.05;
    /** Nodes of branch and bound in a step without a time limit. */
    private static final long UNTIMED_NODES = 256;
    /** A model is planned again when the logarithm of its number of states has fallen to this share. */
    private static final double REPLANNED = 0.8;
    /** Bytes for each entry of mini-buckets: tables, messages, shifts, and scratch. */
    private static final double BYTES_PER_ENTRY = 24;

    private final GraphicalModel model;
    private final InferenceOptions options;
    /** By variable: the values that a better state than the known one may have. */
    private final boolean[][] allowed;
    private double known = Double.NEGATIVE_INFINITY;
    private @Nullable MostProbableState found;
    private double bound;
    private double entries = FIRST_ENTRIES;
    private @Nullable Simplification left;
    private final List<Part> parts = new ArrayList<>();
    private boolean finished;
    /** No tables larger than now: they would take too much memory, or time without a limit. */
    private boolean largest;
    private long passes;
    /** The logarithm of the number of states of the smallest model that has no affordable tree. */
    private double hopeless = Double.POSITIVE_INFINITY;

    /** A component of what is left. */
    private static final class Part {

        private final GraphicalModel model;
        private @Nullable MiniBuckets buckets;
        private @Nullable BranchAndBound search;
        private double bound = Double.POSITIVE_INFINITY;
        private @Nullable MostProbableState solved;
        private double before = Double.POSITIVE_INFINITY;

        Part(GraphicalModel model) {
            this.model = model;
        }

        /** The best state that an exact route or branch and bound found, if one did. */
        Optional<int[]> state() {
            return Optional.ofNullable(solved).or(() -> Optional.ofNullable(search).flatMap(BranchAndBound::found))
                    .map(MostProbableState::state);
        }
    }

    /** No better than a trivial bound yet. */
    MapBound(GraphicalModel model, InferenceOptions options, double trivial) {
        this.model = model;
        this.options = options;
        this.bound = trivial;
        this.allowed = new boolean[model.variableCount()][];
        Arrays.setAll(allowed, v -> {
            boolean[] all = new boolean[model.size(v)];
            Arrays.fill(all, true);
            return all;
        });
    }

    /** No state has a larger log-weight. */
    double bound() {
        return bound;
    }

    /** A better state than those that were told, if the bound's proof found one. */
    Optional<MostProbableState> found() {
        return Optional.ofNullable(found);
    }

    /** Whether more time would bring nothing. */
    boolean isFinished() {
        return finished;
    }

    /** By variable and value: false only if no better state than the best one known has it. A copy. */
    boolean[][] allowed() {
        return Arrays.stream(allowed).map(boolean[]::clone).toArray(boolean[][]::new);
    }

    /** Tells the weight of a state. */
    void know(double logWeight) {
        if (logWeight > known) {
            known = logWeight;
            finished |= MapResult.isProved(known, bound);
        }
    }

    /** The weight that a better state must have: what differs by less counts as equal. */
    private double threshold() {
        return known + 0.5 * MapResult.tolerance(known);
    }

    /** Tightens the bound, by passes of all mini-buckets. */
    void tighten(long most, Budget time) {
        try {
            for (long last = passes + most; passes < last && !finished && !time.isOver();) {
                step(time);
            }
        } catch (OutOfTimeException e) {
            LOG.trace("cut off after {} passes", passes);
        }
    }

    private void step(Budget time) {
        if (left == null) {
            simplify(time);
        }
        Budget whole = time.share(1);
        boolean[] stalled = new boolean[parts.size()];
        for (int i = 0; i < parts.size() && !finished; i++) {
            Part part = parts.get(i);
            if (part.solved == null) {
                stalled[i] = improve(part, time);
                update();
            }
        }
        double seconds = whole.elapsed();
        if (!finished) {
            decode();
        }
        if (!finished) {
            branch(seconds, time);
        }
        if (finished) {
            return;
        }
        boolean stuck = true;
        for (int i = 0; i < stalled.length; i++) {
            stuck &= stalled[i] || parts.get(i).solved != null;
        }
        if (exclude(stuck, time)) {
            left = null;
        } else if (stuck && !grow(seconds, time)) {
            branch(time.isLimited() ? time.secondsLeft() : 0, time);
            finished |= !time.isLimited();
        }
    }

    /**
     * Branch and bound, for as long as the mini-buckets took, or less if its bound is farther from the weight of the
     * state known: a tree of nodes grows exponentially with that distance.
     */
    private void branch(double seconds, Budget time) {
        if (known == Double.NEGATIVE_INFINITY || left == null) {
            return;
        }
        for (Part part : parts) {
            if (part.solved == null && !finished) {
                double others = left.constant() - part.bound + parts.stream().mapToDouble(one -> one.bound).sum();
                double atLeast = threshold() - others;
                if (part.search == null) {
                    part.search = new BranchAndBound(part.model, time);
                    part.search.run(atLeast, 0, time);
                    if (!part.search.isFinished()) {
                        part.search.useSymmetries(time.share(SHARE_OF_SYMMETRIES));
                        part.search.run(atLeast, 1, time);
                    }
                }
                BranchAndBound search = part.search;
                double share = Double.isInfinite(search.logBound()) ? 1
                        : Math.min(1, Math.max(0, part.bound - atLeast) / (search.logBound() - atLeast));
                if (search.logBound() > atLeast) {
                    search.run(atLeast, time.isLimited() ? Long.MAX_VALUE / 2 : (long) (share * UNTIMED_NODES),
                            time.isLimited() ? time.atMost(share * seconds / parts.size()) : time);
                }
                take(part, search, atLeast);
            }
        }
    }

    private void take(Part part, BranchAndBound search, double atLeast) {
        Optional<MostProbableState> state = search.found();
        double reached = Math.max(Math.max(search.logBound(), atLeast),
                state.map(MostProbableState::logWeight).orElse(atLeast));
        part.bound = Math.min(part.bound, reached);
        if (search.isFinished() && state.isPresent()) {
            part.solved = state.get();
            part.bound = state.get().logWeight();
        }
        if (state.isPresent()) {
            decode();
        }
        update();
    }

    /** Some passes; whether they gained little. */
    private boolean improve(Part part, Budget time) {
        MiniBuckets buckets = part.buckets;
        if (buckets == null) {
            buckets = MiniBuckets.of(part.model, MiniBuckets.Kind.MAXIMUM, entries, time);
            part.buckets = buckets;
            part.before = Double.POSITIVE_INFINITY;
        }
        for (int i = 0; i < PASSES && (i == 0 || !buckets.isExact()); i++) {
            buckets.pass(time);
            passes++;
            part.bound = Math.min(part.bound, buckets.logBound());
        }
        double reached = buckets.logBound();
        boolean stalled = buckets.isExact() || part.before - reached
                < LEAST_GAIN * (known == Double.NEGATIVE_INFINITY ? Math.abs(reached) * LEAST_GAIN : bound - known);
        part.before = reached;
        return stalled;
    }

    /** A state by the tables: often the best one where the bound is nearly reached. */
    private void decode() {
        List<int[]> states = new ArrayList<>();
        for (Part part : parts) {
            MiniBuckets buckets = part.buckets;
            if (part.state().isEmpty() && buckets == null || left == null) {
                return;
            }
            states.add(part.state().orElseGet(() -> buckets.state()));
        }
        int[] state = left.expand(states);
        double weight = model.logWeight(state);
        if (weight > known) {
            LOG.debug("a state of the mini-buckets: {}", weight);
            found = new MostProbableState(state, weight);
            know(weight);
            settle(bound);
        }
    }

    /** The bound of what is left, or what is known if that is more. */
    private void update() {
        double sum = left == null ? Double.POSITIVE_INFINITY : left.constant();
        double sizes = Math.abs(sum);
        boolean solved = true;
        for (Part part : parts) {
            sum += part.bound;
            sizes += Math.abs(part.bound);
            solved &= part.solved != null;
        }
        sum += sizes * parts.size() * 0x1p-52;
        if (solved && left != null) {
            int[] state = left.expand(parts.stream().map(part -> part.solved.state()).toList());
            double weight = model.logWeight(state);
            if (weight > known) {
                found = new MostProbableState(state, weight);
                known = weight;
            }
            sum = weight;
        }
        settle(sum);
    }

    private void settle(double ofBetter) {
        double next = known == Double.NEGATIVE_INFINITY ? ofBetter : Math.max(ofBetter, threshold());
        if (next < bound) {
            bound = Math.max(next, known);
            LOG.debug("pass {}, tables of {} entries: log-weights are at most {}", passes, entries, bound);
        }
        finished |= known > Double.NEGATIVE_INFINITY && MapResult.isProved(known, bound);
    }

    /** Excludes values that only worse states have; whether the model is to be made anew. */
    private boolean exclude(boolean stuck, Budget time) {
        if (known == Double.NEGATIVE_INFINITY || left == null) {
            return false;
        }
        int open = 0;
        int gone = 0;
        double all = left.constant() + parts.stream().mapToDouble(part -> part.bound).sum();
        for (int c = 0; c < parts.size(); c++) {
            Part part = parts.get(c);
            for (int v = 0; v < part.model.variableCount(); v++) {
                open += part.model.size(v);
            }
            if (part.solved == null && part.buckets != null) {
                // The others have their bounds at most.
                boolean[][] excluded = part.buckets.excluded(threshold() - (all - part.bound), time);
                for (int v = 0; v < excluded.length; v++) {
                    int original = left.toOriginal(c, v);
                    int[] values = left.values(c, v);
                    for (int x = 0; x < values.length; x++) {
                        gone += excluded[v][x] && allowed[original][values[x]] ? 1 : 0;
                        allowed[original][values[x]] &= !excluded[v][x];
                    }
                }
            }
        }
        LOG.debug("{} of {} values are excluded", gone, open);
        return gone > 0 && (stuck || gone > MANY_EXCLUDED * open);
    }

    /** Makes tables larger; whether there is memory and time for that. */
    private boolean grow(double seconds, Budget time) {
        double next = entries * GROWTH;
        largest |= !time.isLimited() && next > UNTIMED_ENTRIES;
        // Time grows with the tables; a few passes at least are needed.
        if (largest || time.isLimited() && seconds * GROWTH > time.secondsLeft()) {
            return false;
        }
        List<MiniBuckets> larger = new ArrayList<>();
        for (Part part : parts) {
            if (part.solved == null) {
                larger.add(MiniBuckets.of(part.model, MiniBuckets.Kind.MAXIMUM, next, time));
            }
        }
        largest = larger.stream().mapToDouble(one -> BYTES_PER_ENTRY * one.entries()).sum() > options.memory();
        if (largest) {
            return false;
        }
        entries = next;
        int at = 0;
        for (Part part : parts) {
            if (part.solved == null) {
                part.buckets = larger.get(at++);
                part.before = Double.POSITIVE_INFINITY;
            }
        }
        return true;
    }

    /** Makes what is left of the model, and solves what is small. */
    private void simplify(Budget time) {
        parts.clear();
        ModelBuilder builder = GraphicalModel.builder().constant(model.constant());
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        model.features().forEach(builder::add);
        for (int v = 0; v < allowed.length; v++) {
            boolean[] values = allowed[v];
            double[] logs = new double[values.length];
            boolean any = false;
            boolean all = true;
            for (int x = 0; x < logs.length; x++) {
                logs[x] = values[x] ? 0 : Double.NEGATIVE_INFINITY;
                any |= values[x];
                all &= values[x];
            }
            if (!any) {
                settle(Double.NEGATIVE_INFINITY);
                return;
            }
            if (!all) {
                builder.table(new int[] {v}, logs);
            }
        }
        Simplification now;
        try {
            now = Simplification.of(builder.build().condition(Evidence.none()), time);
        } catch (ContradictionException e) {
            if (known == Double.NEGATIVE_INFINITY) {
                throw e;
            }
            settle(Double.NEGATIVE_INFINITY);
            return;
        }
        for (GraphicalModel component : now.components()) {
            parts.add(new Part(component));
        }
        left = now;
        LOG.debug("what is left: {} components, {} variables", parts.size(),
                parts.stream().mapToInt(part -> part.model.variableCount()).sum());
        try {
            for (Part part : parts) {
                solve(part, time);
            }
        } catch (ContradictionException e) {
            if (known == Double.NEGATIVE_INFINITY) {
                throw e;
            }
            settle(Double.NEGATIVE_INFINITY);
            return;
        }
        update();
    }

    private void solve(Part part, Budget time) {
        if (known == Double.NEGATIVE_INFINITY) {
            // Nothing is excluded: its exact routes were tried before.
            return;
        }
        double states = part.model.variables().stream().mapToDouble(v -> Math.log(v.size())).sum();
        if (states > REPLANNED * hopeless) {
            return;
        }
        ExactOptions limits = options.exact(time).withThreads(1);
        ContractionPlan greedy = ContractionPlan.greedy(part.model, List.of(), limits);
        boolean near = !greedy.cost().lowerBound() && greedy.cost().operations() < CHEAP_OPERATIONS * MOST_SAVED;
        ContractionPlan plan = near ? greedy.improved(limits) : greedy;
        ExactCost cost = plan.cost(limits.memoryBytes(), time);
        if (cost.lowerBound() || cost.operations() > CHEAP_OPERATIONS) {
            hopeless = states;
            return;
        }
        try {
            part.solved = plan.maximize(limits);
            // The sum of a state's weights is rounded as a bound's.
            part.bound = part.solved.logWeight();
        } catch (TooLargeException e) {
            LOG.trace("not solved: {}", e.getMessage());
        }
    }
}
