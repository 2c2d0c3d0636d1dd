package org.orbifold.inference.chain;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.cluster.ClusterSchedule;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.cluster.Involutions;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.orbit.NearMove;
import org.orbifold.mcmc.orbit.NearSymmetries;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.CoarseModel;
import org.orbifold.symmetry.model.SymmetryFinder;

/**
 * Sets up chains whose moves use approximate symmetries, clusters or contexts.
 * The groups of all tolerances are found once for all of them.
 */
final class PartialSymmetries {

    /**
     * Tolerances of quantised weights, tried while there is time: 0 for exact symmetries, 1 for the structure only. A
     * coarse one comes first, as its groups are large and soon found.
     */
    private static final double[] TOLERANCES = {0, 0.3, 0.1, 1, 0.02};
    /** Involutions of a group that are used: enough to join its modes, few enough to be set up quickly. */
    private static final int INVOLUTIONS = 8;
    /** Contexts whose groups are kept. */
    private static final int CONTEXTS = 64;
    /** The group with the most changes per work is replaced only by one that is better by this factor. */
    private static final double CLEARLY = 1.1;
    /** Moves of other groups are added if they change at least this share of what the best group's do. */
    private static final double WORTH_ADDING = 0.02;
    /** Sweeps in which moves show what they change. */
    private static final int TRIAL_SWEEPS = 40;

    private final ChainContext context;
    private final GraphicalModel model;
    private final InferenceOptions options;
    private final Budget budget;
    private @Nullable List<Group> groups;

    PartialSymmetries(ChainContext context, Budget budget) {
        this.context = context;
        this.model = context.model();
        this.options = context.options();
        this.budget = budget;
    }

    /** Symmetries of the model at a tolerance. */
    private record Group(String label, BlockSymmetries symmetries) { }

    /** The plan of a kind; empty if there is nothing to move by. */
    Optional<ChainPlan> plan(ChainKind kind) {
        return kind == ChainKind.CONTEXTS ? contexts() : byGroups(kind);
    }

    private Optional<ChainPlan> contexts() {
        int[] variables = options.context().isEmpty()
                ? few(ContextSymmetries.hubs(model, context.discovery(budget.share(0.25))))
                : model.variables().stream().filter(v -> options.context().contains(v.name()))
                        .mapToInt(Variable::index).toArray();
        if (variables.length == 0) {
            return Optional.empty();
        }
        ContextSymmetries found = ContextSymmetries.of(model, variables, CONTEXTS, context.budget());
        String names = Arrays.stream(variables).mapToObj(v -> model.variable(v).name())
                .collect(Collectors.joining(", "));
        ChainPlan base = context.gibbs(Scan.SYSTEMATIC);
        Moves moves = partial("symmetries in contexts of " + names, List.of(), Optional.of(found), base);
        Estimates estimates = options.estimator() == EstimatorKind.AUTO ? new Estimates(
                Estimates.Kind.CONTEXT_CONDITIONALS, List.of(), List.of(), Optional.of(found)) : base.estimates();
        return Optional.of(new ChainPlan(model, base.units(), null, moves, estimates));
    }

    /** The first of the high-degree variables, as many as have all their contexts kept. */
    private int[] few(int[] hubs) {
        int count = 0;
        for (long contexts = 1; count < hubs.length && contexts * model.size(hubs[count]) <= CONTEXTS; count++) {
            contexts *= model.size(hubs[count]);
        }
        return Arrays.copyOf(hubs, count);
    }

    /** Moves once in a sweep; less often if a move costs more than a sweep. */
    private static Moves.Partial partial(String name, List<NearSymmetries> near, Optional<ContextSymmetries> contexts,
            ChainPlan base) {
        Moves.Partial once = new Moves.Partial(name, near, contexts, 1);
        Gibbs gibbs = ((Units.Blocks) base.units()).gibbs(base.model());
        return new Moves.Partial(name, near, contexts, (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2,
                Math.max(base.units().exchangeInterval(), once.workPerStep() / gibbs.work()))));
    }

    /** The groups of all tolerances, each once. */
    private List<Group> groups() {
        List<Group> found = groups;
        if (found != null) {
            return found;
        }
        found = new ArrayList<>();
        double[] tolerances = options.tolerance().isPresent()
                ? new double[] {options.tolerance().getAsDouble()} : TOLERANCES;
        double known = 0;
        double longest = 0;
        Budget time = budget.share(0.5);
        for (double tolerance : tolerances) {
            // The time is only polled, so a search that is likely to exceed it is not begun.
            if (time.isOver() || time.secondsLeft() < longest) {
                break;
            }
            Budget own = time.share(1);
            BlockSymmetries group = tolerance == 0 ? context.symmetries().groups().get(0)
                    : PartitionFinder.of(SymmetryFinder.of(CoarseModel.of(model, tolerance),
                            context.discovery(own)), options.blockSize()).strongest().symmetries();
            if (group.log10Order() != known) {
                known = group.log10Order();
                found.add(new Group(tolerance == 0 ? "exact" : "tolerance " + tolerance, group));
            }
            longest = Math.max(longest, own.elapsed());
        }
        groups = found;
        return found;
    }

    /** A group's moves, and how many variables they change for their work. */
    private record Candidate(Moves moves, double changes) { }

    /**
     * Of the groups that give moves, the one whose moves change most for their work. Those of other groups are added,
     * since each may join modes that others do not.
     */
    private Optional<ChainPlan> byGroups(ChainKind kind) {
        RandomGenerator random = context.random(Streams.MOVES, kind.ordinal());
        ChainPlan base = context.blockGibbs(Scan.SYSTEMATIC);
        List<Candidate> candidates = new ArrayList<>();
        DoubleArrayList changes = new DoubleArrayList();
        int best = -1;
        for (Group group : groups()) {
            if (budget.isOver()) {
                break;
            }
            Optional<Moves> moves;
            try {
                moves = kind == ChainKind.CLUSTERS ? clusters(base, group, random) : near(base, group, random);
            } catch (OutOfTimeException e) {
                break;
            }
            double changed = moves.map(m -> changesPerWork(base, m, random)).orElse(0.0);
            if (changed > 0) {
                candidates.add(new Candidate(moves.orElseThrow(), changed));
                changes.add(changed);
                best = best < 0 || changed > CLEARLY * changes.getDouble(best) ? candidates.size() - 1 : best;
            }
        }
        if (best < 0) {
            return Optional.empty();
        }
        double least = WORTH_ADDING * changes.getDouble(best);
        List<Moves> kept = new ArrayList<>(List.of(candidates.get(best).moves));
        candidates.stream().filter(one -> one.changes > least && one.moves != kept.get(0))
                .forEach(one -> kept.add(one.moves));
        return Optional.of(new ChainPlan(model, base.units(), null, joined(base, kept, random), base.estimates()));
    }

    /** Moves of several groups as one, the best first; that one alone if there is no time to join them. */
    private Moves joined(ChainPlan base, List<Moves> kept, RandomGenerator random) {
        if (kept.size() == 1 || budget.isOver()) {
            return kept.get(0);
        }
        Set<Involution> involutions = new LinkedHashSet<>();
        Set<NearSymmetries> near = new LinkedHashSet<>();
        for (Moves moves : kept) {
            if (moves instanceof Moves.Clusters clusters) {
                involutions.addAll(clusters.involutions());
            } else {
                near.addAll(((Moves.Partial) moves).near());
            }
        }
        String name = (kept.get(0) instanceof Moves.Clusters first ? first.name()
                : ((Moves.Partial) kept.get(0)).name()) + " and those of " + (kept.size() - 1) + " more groups";
        List<Involution> all = List.copyOf(involutions);
        try {
            return all.isEmpty() ? partial(name, List.copyOf(near), Optional.empty(), base)
                    : new Moves.Clusters(name, all, schedule(base, all, random));
        } catch (OutOfTimeException e) {
            return kept.get(0);
        }
    }

    private ClusterSchedule schedule(ChainPlan base, List<Involution> involutions, RandomGenerator random) {
        Units.Blocks units = (Units.Blocks) base.units();
        return ClusterSchedule.of(involutions, units.gibbs(model), units.partition().blockCount(), context.start(0),
                random, budget);
    }

    private Optional<Moves> clusters(ChainPlan base, Group group, RandomGenerator random) {
        List<Involution> found = Involutions.of(model, group.symmetries, INVOLUTIONS, random, budget);
        return found.isEmpty() ? Optional.empty() : Optional.of(new Moves.Clusters("clusters of " + found.size()
                + " involutions, " + group.label, found, schedule(base, found, random)));
    }

    private Optional<Moves> near(ChainPlan base, Group group, RandomGenerator random) {
        NearSymmetries all = NearSymmetries.of(model, group.symmetries, budget);
        if (all.factorCount() == 0) {
            return Optional.empty();
        }
        NearMove move = all.move();
        alternate(base, random, (state, sweep) -> move.apply(state, sweep, random, ChainListener.NONE));
        BitSet paying = move.paying();
        return paying.isEmpty() ? Optional.empty() : Optional.of(partial(String.format(Locale.ROOT,
                "approximate symmetries, %s, %d of %d factors", group.label, paying.cardinality(), all.factorCount()),
                List.of(all.only(paying)), Optional.empty(), base));
    }

    /** What is done after a sweep. */
    private interface AfterSweep {

        void run(int[] state, long sweep);
    }

    /** Sweeps of the base chain with a move after each. */
    private void alternate(ChainPlan base, RandomGenerator random, AfterSweep move) {
        int[] state = context.start(0);
        Gibbs gibbs = ((Units.Blocks) base.units()).gibbs(model);
        for (long sweep = 0, n = base.units().exchangeInterval(); sweep < TRIAL_SWEEPS && !budget.isOver(); sweep++) {
            gibbs.advance(state, sweep * n, (sweep + 1) * n, random, ChainListener.NONE);
            move.run(state, sweep);
        }
    }

    private double changesPerWork(ChainPlan base, Moves moves, RandomGenerator random) {
        if (moves instanceof Moves.Clusters clusters) {
            return clusters.schedule().changedPerWork();
        }
        List<Move> all = ((Moves.Partial) moves).moves();
        long[] changed = new long[1];
        double[] work = new double[1];
        alternate(base, random, (state, sweep) -> {
            Move move = all.get(random.nextInt(all.size()));
            move.apply(state, sweep, random, (time, variable, before, after) -> changed[0]++);
            work[0] += move.work();
        });
        return changed[0] / work[0];
    }
}
