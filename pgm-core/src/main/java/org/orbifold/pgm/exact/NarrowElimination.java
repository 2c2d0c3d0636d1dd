package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Bounded-width variable elimination: removes low-width subtrees, leaving a core with the same log Z.
 *
 * <p>Variables are eliminated one by one, the one with the smallest table first, as long as a table has at most a given
 * number of entries. The marginals of what was eliminated follow exactly from the joint marginals of the core's
 * {@linkplain #separators separators}, and linearly: from averages of those over samples as well.
 *
 * <p>Cost: about linear in the features, and in the entries of the tables made.
 */
public final class NarrowElimination {

    private final GraphicalModel model;
    private final GraphicalModel core;
    private final int[] toOriginal;
    private final int[] sizes;
    /** The eliminated variables in their order. */
    private final List<Step> steps;
    private final List<int[]> separators = new ArrayList<>();
    /** By step: the one that eliminated another of its variables first; −1 if all others are in the core. */
    private final int[] parents;
    /** By step: the number of its separator; −1 if there is none. */
    private final int[] separatorOf;

    /**
     * One elimination.
     *
     * @param scope       the variables of its table: the neighbours, ascending, and the eliminated one
     * @param conditional the probabilities of its values given theirs
     */
    private record Step(int[] scope, double[] conditional) {

        int[] neighbours() {
            return Arrays.copyOf(scope, scope.length - 1);
        }

        int variable() {
            return scope[scope.length - 1];
        }
    }

    private NarrowElimination(GraphicalModel model, GraphicalModel core, int[] toOriginal, List<Step> steps) {
        this.model = model;
        this.core = core;
        this.toOriginal = toOriginal;
        this.sizes = model.sizes();
        this.steps = steps;
        this.parents = new int[steps.size()];
        this.separatorOf = new int[steps.size()];
        int[] inCore = new int[sizes.length];
        int[] stepOf = new int[sizes.length];
        Arrays.fill(stepOf, Integer.MAX_VALUE);
        for (int v = 0; v < toOriginal.length; v++) {
            inCore[toOriginal[v]] = v;
        }
        for (int s = 0; s < parents.length; s++) {
            stepOf[steps.get(s).variable()] = s;
        }
        Object2IntMap<int[]> numbers = new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (int s = 0; s < parents.length; s++) {
            int[] around = steps.get(s).neighbours();
            int first = Arrays.stream(around).map(u -> stepOf[u]).min().orElse(Integer.MAX_VALUE);
            parents[s] = first == Integer.MAX_VALUE ? -1 : first;
            separatorOf[s] = -1;
            if (parents[s] < 0 && around.length > 0) {
                int[] scope = TableMath.pick(inCore, around);
                separatorOf[s] = numbers.computeIfAbsent(scope, key -> separators.size());
                if (separatorOf[s] == separators.size()) {
                    separators.add(scope);
                }
            }
        }
    }

    /**
     * Eliminates.
     *
     * @param model      a model
     * @param maxEntries the most entries of a table, over an eliminated variable and its neighbours
     * @param budget     when it is over, what is left is the core
     * @return the core and the way back
     * @throws ContradictionException if no state is possible, as far as that is seen
     */
    public static NarrowElimination of(GraphicalModel model, int maxEntries, Budget budget) {
        return of(model, maxEntries, List.of(), budget);
    }

    /**
     * Eliminates, but none of some variables.
     *
     * @param model      a model
     * @param maxEntries the most entries of a table, over an eliminated variable and its neighbours
     * @param kept       variables that stay in the core
     * @param budget     when it is over, what is left is the core
     * @return the core and the way back
     * @throws ContradictionException if no state is possible, as far as that is seen
     */
    public static NarrowElimination of(GraphicalModel model, int maxEntries, Collection<Integer> kept, Budget budget) {
        return run(model, maxEntries, false, kept, budget);
    }

    /**
     * Eliminates by maxima in place of sums: the core's largest weight is the model's, and {@link #complete} gives what
     * was eliminated its best values.
     *
     * @param model      a model
     * @param maxEntries the most entries of a table, over an eliminated variable and its neighbours
     * @param budget     when it is over, what is left is the core
     * @return the core and the way back
     * @throws ContradictionException if no state is possible, as far as that is seen
     */
    public static NarrowElimination byMaxima(GraphicalModel model, int maxEntries, Budget budget) {
        return run(model, maxEntries, true, List.of(), budget);
    }

    private static NarrowElimination run(GraphicalModel model, int maxEntries, boolean byMaxima,
            Collection<Integer> kept, Budget budget) {
        try {
            return new Work(model, maxEntries, byMaxima, kept, budget).run(budget);
        } catch (OutOfTimeException e) {
            // Nothing was eliminated in time.
            return new NarrowElimination(model, model, IntStream.range(0, model.variableCount()).toArray(), List.of());
        }
    }

    /**
     * Completes a state of the core: what was eliminated is drawn from its conditional distribution, or gets its best
     * values if it was eliminated {@linkplain #byMaxima by maxima}.
     *
     * @param ofCore a possible state of the core
     * @param random the source of randomness
     * @return a fresh state of the whole model
     */
    public int[] complete(int[] ofCore, RandomGenerator random) {
        int[] state = new int[model.variableCount()];
        for (int v = 0; v < toOriginal.length; v++) {
            state[toOriginal[v]] = ofCore[v];
        }
        for (int s = steps.size() - 1; s >= 0; s--) {
            int[] scope = steps.get(s).scope;
            int v = scope[scope.length - 1];
            int row = TableMath.index(sizes, scope, scope.length - 1, state);
            state[v] = TableMath.drawn(steps.get(s).conditional, row * sizes[v], sizes[v], random.nextDouble());
        }
        return state;
    }

    /**
     * The whole model.
     *
     * @return the model given
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * What is left.
     *
     * @return a model over some of the variables, which keep their names and order
     */
    public GraphicalModel core() {
        return core;
    }

    /**
     * The variable that a variable of the core is.
     *
     * @param variable a variable of the core
     * @return its index in the model given
     */
    public int toOriginal(int variable) {
        return toOriginal[variable];
    }

    /**
     * The sets of the core's variables that the eliminated parts hang on.
     *
     * @return scopes in the core, ascending, none empty; a fresh list
     */
    public List<int[]> separators() {
        return separators.stream().map(int[]::clone).toList();
    }

    /**
     * Completes the core's marginals.
     *
     * @param ofCore the marginals of the core
     * @param joints the joint probabilities of each separator, its last variable changing fastest
     * @return the marginals of the whole model
     */
    public Marginals marginals(Marginals ofCore, List<double[]> joints) {
        double[][] all = ofEliminated(joints, 1);
        for (Step step : steps) {
            TableMath.normalized(all[step.variable()]);
        }
        for (int v = 0; v < toOriginal.length; v++) {
            all[toOriginal[v]] = ofCore.distribution(v);
        }
        return Marginals.of(all);
    }

    /**
     * Computes weights of what was eliminated, linearly in weights of the separators' states.
     *
     * @param joints the weight of each state of each separator, its last variable changing fastest
     * @param total  the sum of the weights of a separator
     * @return for each eliminated variable the weights of its values; null for those in the core
     */
    public double[][] ofEliminated(List<double[]> joints, double total) {
        double[][] all = new double[model.variableCount()][];
        double[][] cliques = new double[steps.size()][];
        for (int s = steps.size() - 1; s >= 0; s--) {
            double[] given = separatorOf[s] >= 0 ? joints.get(separatorOf[s]) : new double[] {total};
            if (parents[s] >= 0) {
                double[] clique = cliques[parents[s]];
                int[] around = steps.get(s).neighbours();
                given = new double[TableMath.entries(sizes, around)];
                Broadcast.of(sizes, steps.get(parents[s]).scope, around).sumInto(clique, given, 0, clique.length);
            }
            double[] conditional = steps.get(s).conditional;
            double[] joint = new double[conditional.length];
            double[] own = new double[joint.length / given.length];
            for (int i = 0; i < joint.length; i++) {
                joint[i] = given[i / own.length] * conditional[i];
                own[i % own.length] += joint[i];
            }
            cliques[s] = joint;
            all[steps.get(s).variable()] = own;
        }
        return all;
    }

    /** The elimination under way. */
    private static final class Work {

        private final GraphicalModel model;
        private final int[] sizes;
        private final int maxEntries;
        private final boolean byMaxima;
        private final List<@Nullable Live> tables = new ArrayList<>();
        /** The tables of each variable, dead ones among them until they are met. */
        private final IntArrayList[] incident;
        private final Object2IntMap<int[]> byScope = new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        private final boolean[] kept;
        private final boolean[] eliminated;
        private final List<Step> steps = new ArrayList<>();
        private double constant;
        /** The time it took to collect the tables, in seconds. */
        private final double collecting;

        private record Live(int[] scope, double[] logs) { }

        Work(GraphicalModel model, int maxEntries, boolean byMaxima, Collection<Integer> keep, Budget budget) {
            double start = budget.elapsed();
            this.model = model;
            this.sizes = model.sizes();
            this.maxEntries = maxEntries;
            this.byMaxima = byMaxima;
            this.incident = new IntArrayList[sizes.length];
            this.kept = new boolean[sizes.length];
            this.eliminated = new boolean[sizes.length];
            keep.forEach(v -> kept[v] = true);
            byScope.defaultReturnValue(-1);
            Arrays.setAll(incident, v -> new IntArrayList(4));
            Factors factors = model.factors(budget);
            constant = factors.constant();
            for (Table table : factors.tables()) {
                budget.check();
                add(table.scope(), table.entries());
            }
            factors.wide().forEach(feature -> Arrays.stream(feature.scope()).forEach(v -> kept[v] = true));
            collecting = budget.elapsed() - start;
        }

        private void add(int[] scope, double[] logs) {
            int known = byScope.getInt(scope);
            if (known >= 0) {
                double[] sum = tables.get(known).logs;
                Kernels.addScaled(sum, 0, logs, 0, 1, sum.length);
                return;
            }
            byScope.put(scope, tables.size());
            for (int v : scope) {
                incident[v].add(tables.size());
            }
            tables.add(new Live(scope, logs));
        }

        NarrowElimination run(Budget budget) {
            EliminationGraph graph = new EliminationGraph(sizes, tables.stream().map(Live::scope).toList(),
                    this::key, budget);
            // The core takes about as long to make as the tables took to collect.
            Budget eliminating = budget.atMost(budget.secondsLeft() - collecting);
            for (int v = graph.first(); v >= 0 && !eliminating.isOver(); v = graph.first()) {
                eliminate(v, graph.neighbours(v));
                graph.eliminate(v);
            }
            if (steps.isEmpty()) {
                budget.check();
            }
            return result();
        }

        /** The smallest table first; infinite if it is too large. */
        private double key(EliminationGraph graph, int v) {
            double entries = kept[v] ? Double.POSITIVE_INFINITY : graph.entries(v, maxEntries);
            return entries <= maxEntries ? entries : Double.POSITIVE_INFINITY;
        }

        private void eliminate(int v, int[] around) {
            int[] clique = TableMath.concat(around, new int[] {v});
            double[] logs = new double[TableMath.entries(sizes, clique)];
            for (int t : incident[v]) {
                Live table = tables.get(t);
                if (table != null) {
                    Broadcast.of(sizes, clique, table.scope).add(table.logs, 0, logs, 0, logs.length);
                    byScope.removeInt(table.scope);
                    tables.set(t, null);
                }
            }
            int size = sizes[v];
            double[] message = new double[logs.length / size];
            for (int i = 0; i < message.length; i++) {
                message[i] = byMaxima ? toBest(logs, i * size, size) : toProbabilities(logs, i * size, size);
            }
            eliminated[v] = true;
            steps.add(new Step(clique, logs));
            if (around.length == 0) {
                constant += message[0];
            } else {
                add(around, message);
            }
        }

        /** Turns logarithms into probabilities and returns the logarithm of their sum. */
        private static double toProbabilities(double[] logs, int from, int size) {
            double sum = Logs.sum(logs, from, size);
            for (int i = from; i < from + size; i++) {
                logs[i] = logs[i] == Double.NEGATIVE_INFINITY ? 0 : Math.exp(logs[i] - sum);
            }
            return sum;
        }

        /** Gives the first of the largest probability 1 and returns its logarithm. */
        private static double toBest(double[] logs, int from, int size) {
            int best = from;
            for (int i = from + 1; i < from + size; i++) {
                best = logs[i] > logs[best] ? i : best;
            }
            double max = logs[best];
            Arrays.fill(logs, from, from + size, 0);
            logs[best] = max == Double.NEGATIVE_INFINITY ? 0 : 1;
            return max;
        }

        private NarrowElimination result() {
            if (constant == Double.NEGATIVE_INFINITY) {
                throw ContractionPlan.contradiction();
            }
            int[] toOriginal = IntStream.range(0, sizes.length).filter(v -> !eliminated[v]).toArray();
            int[] inCore = new int[sizes.length];
            ModelBuilder builder = GraphicalModel.builder().constant(constant);
            for (int v : toOriginal) {
                inCore[v] = builder.variableCount();
                builder.variable(model.variable(v).name(), model.variable(v).domain());
            }
            for (Live table : tables) {
                if (table != null) {
                    builder.table(TableMath.pick(inCore, table.scope), table.logs);
                }
            }
            model.factors().wide().forEach(feature -> builder.add(feature.renumbered(v -> inCore[v])));
            return new NarrowElimination(model, builder.build(), toOriginal, steps);
        }
    }
}
