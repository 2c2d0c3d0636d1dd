package org.orbifold.inference;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MovingChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.cluster.ClusterSchedule;
import org.orbifold.mcmc.cluster.Involution;
import org.orbifold.mcmc.cluster.Involutions;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.ContextSymmetries;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.orbit.NearMove;
import org.orbifold.mcmc.orbit.NearSymmetries;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.CoarseModel;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/** A chain that moves by near-symmetries, by clusters or in contexts, set up once; threads share it. */
final class SymmetryChain implements Candidate.Source {

    /**
     * The tolerances that are tried while there is time: 0 for exact symmetries, 1 for the structure only. A coarse one
     * comes first, as its groups are large and soon found.
     */
    private static final double[] TOLERANCES = {0, 0.3, 0.1, 1, 0.02};
    private static final int INVOLUTIONS = 8;
    private static final int CONTEXTS = 64;
    /** The share of the time in which hubs are looked for. */
    private static final double SHARE_OF_HUBS = 0.03;
    /** The share of the time in which groups show what they bring. */
    private static final double SHARE_OF_GROUPS = 0.1;
    /** Another group is taken if its moves change so many times more. */
    private static final double CLEARLY = 1.1;
    /** Moves of another group come along if they change at least so much of what the best group's do. */
    private static final double ALONG = 0.02;
    /** Sweeps in which near-symmetries show whether they pay. */
    private static final int TRIAL_SWEEPS = 40;

    private final GraphicalModel model;
    private final CompiledModel compiled;
    /** Exact symmetries of the partition whose blocks are drawn, to average over; null if there are none. */
    private final @Nullable BlockSymmetries averaged;
    private final List<Involution> involutions;
    private final List<NearSymmetries> near;
    private final @Nullable ContextSymmetries contexts;
    private final int every;
    /** When clusters are moved, and how many; null for other moves. */
    private final @Nullable ClusterSchedule schedule;
    private final String text;

    private SymmetryChain(Base base, List<Involution> involutions, List<NearSymmetries> near,
            @Nullable ContextSymmetries contexts, @Nullable ClusterSchedule schedule, String text) {
        this.model = base.model;
        this.compiled = base.compiled;
        this.averaged = base.averaged;
        this.involutions = involutions;
        this.near = near;
        this.contexts = contexts;
        this.schedule = schedule;
        // A move per sweep, if it is none of clusters; fewer if a move costs more than that.
        this.every = schedule != null ? schedule.every() : (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2,
                Math.max(compiled.unitCount(), workOfMove() / base().work())));
        this.text = text;
    }

    /**
     * What is drawn between the moves, whatever they are.
     *
     * @param model    the model
     * @param compiled the same, with blocks
     * @param averaged exact symmetries of these blocks, to average over; null if there are none
     */
    private record Base(GraphicalModel model, CompiledModel compiled, @Nullable BlockSymmetries averaged) {

        ClusterSchedule schedule(List<Involution> involutions, RandomGenerator random) {
            return ClusterSchedule.of(involutions, Gibbs.of(compiled, Scan.SYSTEMATIC), compiled.unitCount(),
                    FeasibleStart.find(model, random), random);
        }
    }

    /**
     * Symmetries to move by.
     *
     * @param label what they are symmetries of
     * @param group exact or near ones
     */
    record Group(String label, BlockSymmetries group) { }

    /**
     * All that there are to choose from.
     *
     * @param exact the exact symmetries, of the partition whose blocks are drawn whatever moves; null for contexts
     * @param all   none or more, with the exact ones
     */
    record Groups(@Nullable BlockSymmetries exact, List<Group> all) {

        /** Contexts have their own. */
        static final Groups NONE = new Groups(null, List.of());
    }

    /**
     * The groups of all tolerances, each once.
     *
     * @param model   the model
     * @param options what was asked for
     * @param exact   its exact symmetries
     * @param search  how symmetries are looked for; a limit of time is one for all of them
     * @return none or more, and the exact symmetries
     */
    static Groups groups(GraphicalModel model, InferenceOptions options, BlockSymmetries exact,
            SymmetryOptions search) {
        double[] tolerances = options.symmetries().tolerance().isPresent()
                ? new double[] {options.symmetries().tolerance().getAsDouble()} : TOLERANCES;
        List<Group> found = new ArrayList<>();
        double known = 0;
        double longest = Double.MIN_VALUE;
        for (double tolerance : tolerances) {
            long now = System.nanoTime();
            double left = Math.max(0, search.budget().secondsLeft());
            if (left < longest) {
                break;
            }
            BlockSymmetries group = tolerance == 0 ? exact : PartitionFinder.of(SymmetryFinder.of(
                    CoarseModel.of(model, tolerance), search), options.blockSize()).strongest()
                    .symmetries();
            if (group.log10Order() != known) {
                known = group.log10Order();
                found.add(new Group(tolerance == 0 ? "exact" : "tolerance " + tolerance, group));
            }
            // Not all of a search ends in time, so none is begun for which the time will hardly do.
            longest = Math.max(longest, (System.nanoTime() - now) / 1e9);
        }
        return new Groups(exact, found);
    }

    /**
     * Sets a chain up.
     *
     * @param kind       near-symmetries, clusters or contexts
     * @param model      the model
     * @param options    what was asked for
     * @param groups     the groups to choose from; contexts have their own
     * @param random     for what is tried
     * @return the chain; empty if there is nothing to move by
     */
    static Optional<SymmetryChain> of(ChainKind kind, GraphicalModel model, InferenceOptions options,
            Groups groups, RandomGenerator random) {
        return kind == ChainKind.CONTEXTS ? ofContexts(model, options) : ofGroups(kind, model, options, groups, random);
    }

    private static Optional<SymmetryChain> ofContexts(GraphicalModel model, InferenceOptions options) {
        int[] context = options.symmetries().context().isEmpty()
                ? few(model, ContextSymmetries.hubs(model, options.discovery(SHARE_OF_HUBS)))
                : model.variables().stream().filter(v -> options.symmetries().context().contains(v.name()))
                        .mapToInt(Variable::index).toArray();
        if (context.length == 0) {
            return Optional.empty();
        }
        String names = Arrays.stream(context).mapToObj(v -> model.variable(v).name())
                .collect(Collectors.joining(", "));
        return Optional.of(new SymmetryChain(new Base(model, CompiledModel.of(model), null), List.of(), List.of(),
                ContextSymmetries.of(model, context, CONTEXTS), null, "contexts of " + names));
    }

    /** The first of the hubs, so many that the groups of all their contexts are kept. */
    private static int[] few(GraphicalModel model, int[] hubs) {
        int count = 0;
        for (long contexts = 1; count < hubs.length && contexts * model.size(hubs[count]) <= CONTEXTS; count++) {
            contexts *= model.size(hubs[count]);
        }
        return Arrays.copyOf(hubs, count);
    }

    /**
     * Of the groups that give moves, the one whose moves change most for their work. Those of other groups come along,
     * since each may join modes that others do not.
     */
    private static Optional<SymmetryChain> ofGroups(ChainKind kind, GraphicalModel model, InferenceOptions options,
            Groups groups, RandomGenerator random) {
        long began = System.nanoTime();
        double nanos = options.discovery(SHARE_OF_GROUPS).budget().secondsLeft() * 1e9;
        BlockSymmetries exact = Objects.requireNonNull(groups.exact);
        Base base = new Base(model, CompiledModel.of(model, exact.partition()), exact.log10Order() > 0 ? exact : null);
        List<SymmetryChain> chains = new ArrayList<>();
        DoubleArrayList paid = new DoubleArrayList();
        List<String> tried = new ArrayList<>();
        int best = -1;
        BooleanSupplier late = () -> System.nanoTime() - began > nanos;
        for (Group candidate : groups.all) {
            if (late.getAsBoolean()) {
                break;
            }
            Optional<SymmetryChain> chain = kind == ChainKind.CLUSTERS ? clusters(base, candidate, random, late)
                    : near(base, candidate, random);
            double changed = chain.map(c -> c.changedPerWork(random)).orElse(0.0);
            tried.add(String.format(Locale.ROOT, "%s %.2g", candidate.label, changed));
            if (changed > 0) {
                chains.add(chain.orElseThrow());
                paid.add(changed);
                best = best < 0 || changed > CLEARLY * paid.getDouble(best) ? chains.size() - 1 : best;
            }
        }
        if (best < 0) {
            return Optional.empty();
        }
        SymmetryChain chosen = chains.get(best);
        Set<Involution> involutions = new LinkedHashSet<>(chosen.involutions);
        Set<NearSymmetries> near = new LinkedHashSet<>(chosen.near);
        for (int i = 0; i < chains.size(); i++) {
            if (paid.getDouble(i) > ALONG * paid.getDouble(best)) {
                involutions.addAll(chains.get(i).involutions);
                near.addAll(chains.get(i).near);
            }
        }
        int more = involutions.size() + near.size() - chosen.involutions.size() - chosen.near.size();
        List<Involution> all = List.copyOf(involutions);
        ClusterSchedule schedule = more == 0 || all.isEmpty() ? chosen.schedule : base.schedule(all, random);
        return Optional.of(new SymmetryChain(base, all, List.copyOf(near), null, schedule, chosen.text
                + (more == 0 ? "" : " and " + more + " of other groups")
                + (tried.size() == 1 ? "" : " (changes per read: " + String.join(", ", tried) + ")")));
    }

    private static Optional<SymmetryChain> clusters(Base base, Group candidate, RandomGenerator random,
            BooleanSupplier late) {
        List<Involution> found = Involutions.of(base.model, candidate.group, INVOLUTIONS, random, Budget.unlimited());
        return found.isEmpty() ? Optional.empty() : Optional.of(new SymmetryChain(base, found, List.of(), null,
                base.schedule(found, random), "clusters of " + found.size() + " involutions, " + candidate.label));
    }

    private static Optional<SymmetryChain> near(Base base, Group candidate, RandomGenerator random) {
        NearSymmetries all = NearSymmetries.of(base.model, candidate.group);
        if (all.factorCount() == 0) {
            return Optional.empty();
        }
        NearMove move = all.move();
        int[] state = FeasibleStart.find(base.model, random);
        Gibbs gibbs = Gibbs.of(base.compiled, Scan.SYSTEMATIC);
        for (long sweep = 0, n = base.compiled.unitCount(); sweep < TRIAL_SWEEPS; sweep++) {
            gibbs.advance(state, sweep * n, (sweep + 1) * n, random, ChainListener.NONE);
            move.apply(state, sweep, random, ChainListener.NONE);
        }
        BitSet paying = move.paying();
        return paying.isEmpty() ? Optional.empty() : Optional.of(new SymmetryChain(base, List.of(),
                List.of(all.only(paying)), null, null, String.format(Locale.ROOT,
                        "near-symmetries, %s, %d of %d factors pay", candidate.label, paying.cardinality(),
                        all.factorCount())));
    }

    /** How many variables the moves change for their work, in a short run. */
    private double changedPerWork(RandomGenerator random) {
        if (schedule != null) {
            return schedule.changedPerWork();
        }
        int[] state = FeasibleStart.find(model, random);
        Gibbs gibbs = base();
        List<Move> moves = moves();
        long[] changed = new long[1];
        double work = 0;
        for (long sweep = 0, n = compiled.unitCount(); sweep < TRIAL_SWEEPS; sweep++) {
            gibbs.advance(state, sweep * n, (sweep + 1) * n, random, ChainListener.NONE);
            Move move = moves.get(random.nextInt(moves.size()));
            move.apply(state, sweep, random, (time, variable, before, after) -> changed[0]++);
            work += move.work();
        }
        return changed[0] / work;
    }

    private Gibbs base() {
        return Gibbs.of(compiled, Scan.SYSTEMATIC);
    }

    private List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        near.forEach(one -> moves.add(one.move()));
        if (contexts != null) {
            moves.add(contexts.move());
        }
        return moves;
    }

    Candidate candidate() {
        return new Candidate(toString(), estimatorText(), this, nanosOfSweep());
    }

    @Override
    public MarkovChain chain() {
        return schedule != null ? schedule.chain(base(), involutions) : MovingChain.of(base(), moves(), every);
    }

    @Override
    public Estimator estimator() {
        if (contexts != null) {
            return Estimator.contextConditionals(model, contexts);
        }
        return averaged == null ? Estimator.conditionals(model) : Estimator.orbitConditionals(model, averaged);
    }

    private String estimatorText() {
        return contexts != null ? "conditionals averaged over the orbits of each context"
                : averaged != null ? "block conditionals averaged over orbits" : "block conditionals";
    }

    /** About how long a sweep takes, in nanoseconds, by counting. */
    private double nanosOfSweep() {
        double steps = base().sweep();
        return BarrierChain.READ * steps * (base().work() + workOfMove() / every);
    }

    private double workOfMove() {
        return schedule != null ? schedule.work() : moves().stream().mapToDouble(Move::work).average().orElseThrow();
    }

    @Override
    public String toString() {
        return text + (schedule == null ? "" : ", " + schedule.clusters() + " at a time") + ", every " + every
                + " steps of systematic " + (contexts != null ? "Gibbs" : "block Gibbs");
    }
}
