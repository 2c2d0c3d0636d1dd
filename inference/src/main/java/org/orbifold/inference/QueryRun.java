package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.diagnose.Convergence;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Variable;

/** Answers queries: those with the same condition together, exactly where that is affordable, else from chains. */
final class QueryRun {

    /** Larger scopes of events are answered by quotients of Z. */
    private static final double MOST_CELLS = 1 << 16;
    private static final int SWEEPS = 8;
    private static final double QUANTUM = 0.02;
    private static final int FEWEST_SWEEPS = 64;
    private static final int UNTIMED_SWEEPS = 1 << 12;
    private static final int MOST_AT_ONCE = 1 << 16;
    /** So many batches are kept of each chain: when there are twice as many, pairs are put together. */
    private static final int BATCHES = 256;

    private final ConditionedModel given;
    private final InferenceOptions options;
    private int groups;
    private int groupsLeft;
    private final long began = System.nanoTime();

    QueryRun(ConditionedModel given, InferenceOptions options) {
        this.given = given;
        this.options = options;
    }

    List<Query.Answer> run(List<Query> queries) {
        Map<Formula, List<Query>> byCondition = new LinkedHashMap<>();
        queries.forEach(query -> byCondition.computeIfAbsent(query.condition(), key -> new ArrayList<>()).add(query));
        Map<Query, Query.Answer> answers = new LinkedHashMap<>();
        groups = byCondition.size();
        groupsLeft = groups;
        byCondition.forEach((condition, group) -> {
            try {
                answer(conditioned(given, condition), group, answers);
            } catch (ContradictionException e) {
                throw condition.equals(Formula.TRUE) ? e : new ContradictionException("the condition of the query "
                        + group.get(0) + " is impossible: " + e.getMessage());
            }
            groupsLeft--;
        });
        return queries.stream().map(answers::get).toList();
    }

    private double elapsed() {
        return (System.nanoTime() - began) / 1e9;
    }

    /** What is left of the time, divided among the conditions. Whatever happens, they have a tenth of it for chains. */
    private InferenceOptions inTime() {
        double all = options.sampling().seconds();
        return options.within(Math.max(all / 10 / groups, (all - elapsed()) / groupsLeft));
    }

    /** The question with a condition put in: as evidence if it is a conjunction, else as a hard formula. */
    private static ConditionedModel conditioned(ConditionedModel given, Formula condition) {
        if (condition.equals(Formula.TRUE)) {
            return given;
        }
        List<Literal> literals = new ArrayList<>();
        if (isConjunction(condition, literals)) {
            Evidence evidence = given.evidence();
            for (Literal literal : literals) {
                int known = evidence.value(literal.variable());
                if (known >= 0 && known != literal.value()) {
                    Variable variable = given.original().variable(literal.variable());
                    throw new ContradictionException("the evidence says " + variable.name() + "="
                            + variable.domain().label(known));
                }
                evidence = evidence.and(literal.variable(), literal.value());
            }
            return given.original().condition(evidence);
        }
        GraphicalModel model = given.original();
        ModelBuilder builder = GraphicalModel.builder().constant(model.constant());
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        model.features().forEach(builder::add);
        return builder.formula(Double.POSITIVE_INFINITY, condition).build().condition(given.evidence());
    }

    private static boolean isConjunction(Formula formula, List<Literal> literals) {
        if (formula instanceof Formula.Atom atom) {
            return literals.add(atom.literal());
        }
        return formula instanceof Formula.And and
                && and.parts().stream().allMatch(part -> isConjunction(part, literals));
    }

    private void answer(ConditionedModel question, List<Query> group, Map<Query, Query.Answer> answers) {
        ExactJoints joints = new ExactJoints(question, inTime());
        List<Query> sampled = new ArrayList<>();
        for (Query query : group) {
            query.cells(question.original());
            double[] values = options.route() == Route.SAMPLE ? null : exact(question, joints, query);
            if (values == null) {
                sampled.add(query);
            } else {
                answers.put(query, result(question.original(), query, values, new double[values.length], true));
            }
        }
        if (!sampled.isEmpty() && (options.route() == Route.EXACT || options.route() == Route.COUNTING)) {
            throw new IllegalArgumentException(sampled.get(0) + " is about too many variables for an exact answer; "
                    + "expected a smaller query, or a route that may sample");
        }
        if (!sampled.isEmpty()) {
            sample(question, sampled, answers);
        }
    }

    /** Null if that is not affordable. */
    private double @Nullable [] exact(ConditionedModel question, ExactJoints joints,
            Query query) {
        GraphicalModel model = question.original();
        int[] scope = query.scope();
        if (model.assignments(scope) <= MOST_CELLS) {
            double[] joint = joints.joint(scope);
            if (joint != null) {
                return fold(model, query, scope, joint);
            }
        }
        return query.isEvent() && query.variables().length == 0 ? quotient(question, query.event()) : null;
    }

    private static double[] fold(GraphicalModel model, Query query, int[] scope, double[] joint) {
        double[] values = new double[query.cells(model)];
        int[] state = new int[model.variableCount()];
        for (int i = 0; i < joint.length; i++) {
            int rest = i;
            for (int k = scope.length - 1; k >= 0; k--) {
                state[scope[k]] = rest % model.size(scope[k]);
                rest /= model.size(scope[k]);
            }
            // A table's entry may be −∞ where the probability is 0.
            values[query.cell(model, state)] += joint[i] == 0 ? 0 : joint[i] * query.value(state);
        }
        return values;
    }

    private double @Nullable [] quotient(ConditionedModel question, Formula event) {
        OptionalDouble all = ExactJoints.logPartition(question, inTime());
        if (all.isEmpty()) {
            return null;
        }
        try {
            OptionalDouble with = ExactJoints.logPartition(conditioned(question, event), inTime());
            return with.isEmpty() ? null : new double[] {Math.exp(with.getAsDouble() - all.getAsDouble())};
        } catch (ContradictionException e) {
            return new double[] {0};
        }
    }

    private static Query.Answer result(GraphicalModel model, Query query, double[] values, double[] errors,
            boolean exact) {
        List<Query.Cell> cells = new ArrayList<>();
        int[] variables = query.variables();
        for (int cell = 0; cell < values.length; cell++) {
            Integer[] parts = new Integer[variables.length];
            int rest = cell;
            for (int k = variables.length - 1; k >= 0; k--) {
                parts[k] = rest % model.size(variables[k]);
                rest /= model.size(variables[k]);
            }
            cells.add(new Query.Cell(List.of(parts), values[cell], errors[cell]));
        }
        return new Query.Answer(query, cells, exact);
    }

    /** The sums of batches of one chain, for all cells of all queries. */
    private static final class Batches {

        private final List<double[]> sums = new ArrayList<>();
        private int perBatch = 1;
        private int inLast;

        void add(double[] values) {
            if (inLast == 0) {
                sums.add(new double[values.length]);
            }
            double[] last = sums.get(sums.size() - 1);
            for (int i = 0; i < values.length; i++) {
                last[i] += values[i];
            }
            inLast = (inLast + 1) % perBatch;
            if (inLast == 0 && sums.size() == 2 * BATCHES) {
                for (int b = 0; b < BATCHES; b++) {
                    double[] first = sums.get(2 * b);
                    double[] second = sums.get(2 * b + 1);
                    Arrays.setAll(first, i -> first[i] + second[i]);
                    sums.set(b, first);
                }
                sums.subList(BATCHES, 2 * BATCHES).clear();
                perBatch *= 2;
            }
        }

        /** The means of the whole batches of a cell. */
        double[] means(int cell) {
            int whole = sums.size() - (inLast > 0 ? 1 : 0);
            return IntStream.range(0, whole).mapToDouble(b -> sums.get(b)[cell] / perBatch).toArray();
        }
    }

    private void sample(ConditionedModel question, List<Query> queries, Map<Query, Query.Answer> answers) {
        GraphicalModel model = question.original();
        boolean timed = options.sampling().seconds() > 0;
        StateSource source = new StateSource(question, inTime());
        List<StateSource.Walker> walkers = source.walkers(options.sampling().chains());
        List<Batches> batches = walkers.stream().map(walker -> new Batches()).toList();
        int total = queries.stream().mapToInt(query -> query.cells(model)).sum();
        // The time asked for is the time until the answer.
        double until = elapsed() + inTime().sampling().seconds();
        long most = mostSweeps(walkers.get(0).sweep());
        long sweeps = 0;
        int chunk = SWEEPS;
        do {
            int steps = (int) Math.min(chunk, most - sweeps);
            double before = elapsed();
            source.map(IntStream.range(0, walkers.size()).boxed().toList(), c -> {
                for (int i = 0; i < steps; i++) {
                    walkers.get(c).advance(1);
                    batches.get(c).add(values(model, queries, total, walkers.get(c).state()));
                }
                return c;
            });
            sweeps += steps;
            // What is done between two looks at the clock should take some time; without a clock, errors are looked at
            // after given numbers of sweeps, so that the same seed ends at the same place.
            chunk = !timed ? (int) Math.min(MOST_AT_ONCE, Math.max(SWEEPS, sweeps / 4))
                    : elapsed() - before < QUANTUM ? 2 * chunk : chunk;
        } while (sweeps < most && !(timed && elapsed() >= until) && !isPrecise(batches, total, sweeps)
                && !Thread.currentThread().isInterrupted());
        int cell = 0;
        for (Query query : queries) {
            double[] values = new double[query.cells(model)];
            double[] errors = new double[values.length];
            for (int i = 0; i < values.length; i++, cell++) {
                double[][] draws = draws(batches, cell);
                values[i] = Arrays.stream(draws).flatMapToDouble(Arrays::stream).average().orElseThrow();
                errors[i] = error(draws, sweeps);
            }
            answers.put(query, result(model, query, values, errors, false));
        }
    }

    /**
     * After how many sweeps chains end whatever the errors are. A sample is a step, as in other runs; but states are
     * asked only once in a sweep, so that small numbers of samples are taken for sweeps.
     */
    private long mostSweeps(int stepsOfSweep) {
        SamplingOptions sampling = options.sampling();
        if (sampling.samples() > 0) {
            return Math.max(Math.min(UNTIMED_SWEEPS, Math.max(FEWEST_SWEEPS, sampling.samples())),
                    sampling.samples() / stepsOfSweep);
        }
        return sampling.seconds() > 0 || sampling.untilError().isPresent() ? Long.MAX_VALUE : UNTIMED_SWEEPS;
    }

    private static double[][] draws(List<Batches> batches, int cell) {
        return batches.stream().map(one -> one.means(cell)).toArray(double[][]::new);
    }

    /** What never changed is not known better than one in all draws. */
    private static double error(double[][] draws, long sweeps) {
        return Math.max(1.0 / (sweeps * draws.length), Convergence.standardErrorOfMean(draws));
    }

    private boolean isPrecise(List<Batches> batches, int cells, long sweeps) {
        OptionalDouble bound = options.sampling().untilError();
        return bound.isPresent() && sweeps >= FEWEST_SWEEPS && IntStream.range(0, cells)
                .allMatch(cell -> error(draws(batches, cell), sweeps) < bound.getAsDouble());
    }

    private static double[] values(GraphicalModel model, List<Query> queries, int total, int[] state) {
        double[] values = new double[total];
        int first = 0;
        for (Query query : queries) {
            values[first + query.cell(model, state)] = query.value(state);
            first += query.cells(model);
        }
        return values;
    }
}
