package org.orbifold.mcmc;

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
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MovingChain;
import org.orbifold.mcmc.chain.Scan;
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
    /** Another group is taken if its moves change so many times more. */
    private static final double CLEARLY = 1.1;
    /** Moves of another group come along if they change at least so much of what the best group's do. */
    private static final double ALONG = 0.02;
    /** Sweeps in which near-symmetries show whether they pay. */
    private static final int TRIAL_SWEEPS = 40;

    private final GraphicalModel model;
    private final CompiledModel compiled;
    private final List<Involution> involutions;
    private final List<NearSymmetries> near;
    private final @Nullable ContextSymmetries contexts;
    /** Exact symmetries of the partition whose blocks are drawn, to average over; null if there are none. */
    private final @Nullable BlockSymmetries averaged;
    private final int every;
    private final String text;

    private SymmetryChain(GraphicalModel model, CompiledModel compiled, List<Involution> involutions,
            List<NearSymmetries> near, @Nullable ContextSymmetries contexts, @Nullable BlockSymmetries averaged,
            String text) {
        this.model = model;
        this.compiled = compiled;
        this.involutions = involutions;
        this.near = near;
        this.contexts = contexts;
        this.averaged = averaged;
        double step = base().work();
        double work = moves().stream().mapToDouble(Move::work).average().orElseThrow();
        // A move per sweep; fewer if a move costs more than that.
        this.every = (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2, Math.max(compiled.unitCount(), work / step)));
        this.text = text;
    }

    /**
     * Symmetries to move by.
     *
     * @param label what they are symmetries of
     * @param group exact or near ones
     * @param exact whether they are exact
     */
    record Group(String label, BlockSymmetries group, boolean exact) { }

    /**
     * The groups of all tolerances, each once.
     *
     * @param model   the model
     * @param options what was asked for
     * @param exact   its exact symmetries
     * @param search  how symmetries are looked for; a limit of time is one for all of them
     * @return none or more
     */
    static List<Group> groups(GraphicalModel model, InferenceOptions options, BlockSymmetries exact,
            SymmetryOptions search) {
        long began = System.nanoTime();
        double[] tolerances = options.symmetries().tolerance().isPresent()
                ? new double[] {options.symmetries().tolerance().getAsDouble()} : TOLERANCES;
        List<Group> found = new ArrayList<>();
        double known = 0;
        for (double tolerance : tolerances) {
            double left = Math.max(0, search.seconds() - (System.nanoTime() - began) / 1e9);
            if (left == 0) {
                break;
            }
            BlockSymmetries group = tolerance == 0 ? exact : PartitionFinder.of(SymmetryFinder.of(
                    CoarseModel.of(model, tolerance), search.withSeconds(left)), options.blockSize()).strongest()
                    .symmetries();
            if (group.log10Order() != known) {
                known = group.log10Order();
                found.add(new Group(tolerance == 0 ? "exact" : "tolerance " + tolerance, group, tolerance == 0));
            }
        }
        return found;
    }

    /**
     * Sets a chain up.
     *
     * @param kind       near-symmetries, clusters or contexts
     * @param model      the model
     * @param options    what was asked for
     * @param candidates the groups to choose from; not for contexts
     * @param random     for what is tried
     * @return the chain; empty if there is nothing to move by
     */
    static Optional<SymmetryChain> of(ChainKind kind, GraphicalModel model, InferenceOptions options,
            List<Group> candidates, RandomGenerator random) {
        return kind == ChainKind.CONTEXTS ? ofContexts(model, options) : ofGroups(kind, model, candidates, random);
    }

    private static Optional<SymmetryChain> ofContexts(GraphicalModel model, InferenceOptions options) {
        int[] context = options.symmetries().context().isEmpty()
                ? ContextSymmetries.hubs(model, options.discovery(SHARE_OF_HUBS))
                : model.variables().stream().filter(v -> options.symmetries().context().contains(v.name()))
                        .mapToInt(Variable::index).toArray();
        if (context.length == 0) {
            return Optional.empty();
        }
        String names = Arrays.stream(context).mapToObj(v -> model.variable(v).name())
                .collect(Collectors.joining(", "));
        return Optional.of(new SymmetryChain(model, CompiledModel.of(model), List.of(), List.of(),
                ContextSymmetries.of(model, context, CONTEXTS), null, "contexts of " + names));
    }

    /**
     * Of the groups that give moves, the one whose moves change most for their work. Those of other groups come along,
     * since each may join modes that others do not.
     */
    private static Optional<SymmetryChain> ofGroups(ChainKind kind, GraphicalModel model, List<Group> candidates,
            RandomGenerator random) {
        List<SymmetryChain> chains = new ArrayList<>();
        DoubleArrayList paid = new DoubleArrayList();
        List<String> tried = new ArrayList<>();
        int best = -1;
        for (Group candidate : candidates) {
            Optional<SymmetryChain> chain = kind == ChainKind.CLUSTERS ? clusters(model, candidate, random)
                    : near(model, candidate, random);
            double changed = chain.map(c -> c.distancePerWork(random)).orElse(0.0);
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
        return Optional.of(new SymmetryChain(model, chosen.compiled, List.copyOf(involutions), List.copyOf(near), null,
                chosen.averaged, chosen.text + (more == 0 ? "" : " and " + more + " of other groups")
                + (tried.size() == 1 ? "" : " (changes per read: " + String.join(", ", tried) + ")")));
    }

    private static Optional<SymmetryChain> clusters(GraphicalModel model, Group candidate,
            RandomGenerator random) {
        BlockSymmetries group = candidate.group;
        List<Involution> found = Involutions.of(model, group, INVOLUTIONS, random);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SymmetryChain(model, CompiledModel.of(model, group.partition()), found, List.of(), null,
                candidate.exact ? group : null, "clusters of " + found.size() + " involutions, " + candidate.label));
    }

    private static Optional<SymmetryChain> near(GraphicalModel model, Group candidate, RandomGenerator random) {
        BlockSymmetries group = candidate.group;
        NearSymmetries all = NearSymmetries.of(model, group);
        if (all.factorCount() == 0) {
            return Optional.empty();
        }
        CompiledModel compiled = CompiledModel.of(model, group.partition());
        NearMove move = all.move();
        int[] state = FeasibleStart.find(model, random);
        Gibbs gibbs = Gibbs.of(compiled, Scan.SYSTEMATIC);
        for (long sweep = 0, n = compiled.unitCount(); sweep < TRIAL_SWEEPS; sweep++) {
            gibbs.advance(state, sweep * n, (sweep + 1) * n, random, ChainListener.NONE);
            move.apply(state, sweep, random, ChainListener.NONE);
        }
        BitSet paying = move.paying();
        if (paying.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SymmetryChain(model, compiled, List.of(), List.of(all.only(paying)), null,
                candidate.exact ? group : null, String.format(Locale.ROOT,
                        "near-symmetries, %s, %d of %d factors pay", candidate.label, paying.cardinality(),
                        all.factorCount())));
    }

    /** How many variables the moves change for their work, in a short run. */
    private double distancePerWork(RandomGenerator random) {
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
        involutions.forEach(one -> moves.add(one.move()));
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
        return MovingChain.of(base(), moves(), every);
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
        double move = moves().stream().mapToDouble(Move::work).average().orElseThrow();
        return BarrierChain.READ * steps * (base().work() + move / every);
    }

    @Override
    public String toString() {
        return text + ", every " + every + " steps of systematic " + (contexts != null ? "Gibbs" : "block Gibbs");
    }
}
