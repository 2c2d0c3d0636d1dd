package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.diagnose.HardParts;
import org.orbifold.mcmc.diagnose.UnseenStates;
import org.orbifold.mcmc.run.Diagnosis;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Answers queries: those with the same condition together, exactly where that is affordable, else from chains. */
final class QueryRun {

    /** Cells of a scope, at most; events over larger scopes are answered by quotients of Z. */
    private static final double MOST_CELLS = 1 << 16;
    /** Sweeps between two looks at the errors, at first. */
    private static final int SWEEPS = 8;
    /** Seconds that the sweeps between two looks at the time should take. */
    private static final double QUANTUM = 0.02;
    /** Sweeps before errors may end a run, and of a run that nothing else ends. */
    private static final int FEWEST_SWEEPS = 64;
    private static final int UNTIMED_SWEEPS = 1 << 12;

    private final ConditionedModel given;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final Budget budget;

    QueryRun(ConditionedModel given, InferenceOptions options, Reuse reuse) {
        this.given = given;
        this.options = options;
        this.reuse = reuse;
        this.budget = options.newBudget();
    }

    List<Query.Answer> run(List<Query> queries) {
        Map<Formula, List<Query>> byCondition = new LinkedHashMap<>();
        queries.forEach(query -> byCondition.computeIfAbsent(query.condition(), key -> new ArrayList<>()).add(query));
        Map<Query, Query.Answer> answers = new LinkedHashMap<>();
        Optional<OutOfTimeException> late = Optional.empty();
        int left = byCondition.size();
        for (Map.Entry<Formula, List<Query>> group : byCondition.entrySet()) {
            try {
                // Conditions share the time; what one leaves goes to the next.
                ConditionedModel asked = conditioned(given, group.getKey());
                Budget own = budget.share(1.0 / left--);
                Contradictions.explained(asked, own, () -> {
                    answer(asked, group.getValue(), answers, own);
                    return answers;
                });
            } catch (ContradictionException e) {
                throw group.getKey().equals(Formula.TRUE) ? e : new ContradictionException("the condition of the query "
                        + group.getValue().get(0) + " is impossible: " + e.getMessage());
            } catch (OutOfTimeException e) {
                late = Optional.of(e);
            }
        }
        if (late.isPresent() && !options.maySample()) {
            throw late.get();
        }
        return queries.stream().map(query -> answers.getOrDefault(query, unknown(query))).toList();
    }

    /** The answer to a query for which there was no time: errors that cover everything. */
    private Query.Answer unknown(Query query) {
        GraphicalModel model = given.original();
        double[] values = new double[query.cells(model)];
        double[] errors = new double[values.length];
        Arrays.fill(values, !query.isEvent() ? Double.NaN : 1.0 / Math.max(2, values.length));
        Arrays.fill(errors, query.isEvent() ? UnseenStates.NOTHING_KNOWN : Double.POSITIVE_INFINITY);
        return new Query.Answer(query, cells(model, query, values, errors), Optional.of(new Diagnosis(
                options.sampling().chains(), Double.NaN, false, 0, 0, 0, false, false)));
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
                    boolean observed = given.evidence().observes(literal.variable());
                    throw new ContradictionException((observed ? "the evidence says " : "it says ") + variable.name()
                            + "=" + variable.domain().label(known) + (observed ? "" : " as well as "
                            + variable.name() + "=" + variable.domain().label(literal.value())));
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

    private void answer(ConditionedModel question, List<Query> group, Map<Query, Query.Answer> answers, Budget time) {
        List<Query> sampled = new ArrayList<>();
        group.forEach(query -> query.cells(question.original()));
        if (options.route() == Route.SAMPLE) {
            sampled.addAll(group);
        } else {
            ExactJoints joints = new ExactJoints(question, options, reuse, time);
            joints.prepare(group.stream().map(Query::scope)
                    .filter(scope -> question.original().assignments(scope) <= MOST_CELLS).toList());
            for (Query query : group) {
                double[] values = exact(question, joints, query, time);
                if (values == null && !options.maySample()) {
                    throw refusal(query, joints, time);
                } else if (values == null) {
                    sampled.add(query);
                } else {
                    answers.put(query, exact(question.original(), query, values));
                }
            }
        }
        if (!sampled.isEmpty()) {
            sample(question, sampled, answers, time);
        }
    }

    /** Why a query has no exact answer. */
    private static RuntimeException refusal(Query query, ExactJoints joints, Budget time) {
        time.check();
        return joints.refusal().<RuntimeException>map(why -> why).orElseGet(() -> new IllegalArgumentException(query
                + " is about too many variables for an exact answer; expected a smaller query, or a route that may "
                + "sample"));
    }

    private static Query.Answer exact(GraphicalModel model, Query query, double[] values) {
        return new Query.Answer(query, cells(model, query, values, new double[values.length]), Optional.empty());
    }

    /** Null if that is not affordable. */
    private double @Nullable [] exact(ConditionedModel question, ExactJoints joints, Query query, Budget time) {
        GraphicalModel model = question.original();
        int[] scope = query.scope();
        if (model.assignments(scope) <= MOST_CELLS) {
            double[] joint = joints.joint(scope);
            if (joint != null) {
                return fold(model, query, scope, joint);
            }
        }
        return query.isEvent() && query.variables().length == 0
                ? quotient(question, joints, query.event(), time) : null;
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

    private double @Nullable [] quotient(ConditionedModel question, ExactJoints joints, Formula event, Budget time) {
        OptionalDouble all = joints.logPartition();
        if (all.isEmpty() || time.isOver()) {
            return null;
        }
        try {
            OptionalDouble with = new ExactJoints(conditioned(question, event), options, reuse,
                    time.share(1)).logPartition();
            return with.isEmpty() ? null : new double[] {Math.exp(with.getAsDouble() - all.getAsDouble())};
        } catch (ContradictionException e) {
            return new double[] {0};
        }
    }

    private static String names(GraphicalModel model, Query query, Integer[] values) {
        return String.join(",", StateText.lines(model, query.variables(),
                Arrays.stream(values).mapToInt(Integer::intValue).toArray()));
    }

    private static List<Query.Cell> cells(GraphicalModel model, Query query, double[] values, double[] errors) {
        List<Query.Cell> cells = new ArrayList<>();
        int[] variables = query.variables();
        for (int cell = 0; cell < values.length; cell++) {
            Integer[] parts = new Integer[variables.length];
            int rest = cell;
            for (int k = variables.length - 1; k >= 0; k--) {
                parts[k] = rest % model.size(variables[k]);
                rest /= model.size(variables[k]);
            }
            cells.add(new Query.Cell(List.of(parts), names(model, query, parts), values[cell], errors[cell]));
        }
        return cells;
    }

    /** What chains record: the cells of all queries, and the log-weight, whose autocorrelation counts the draws. */
    private void sample(ConditionedModel question, List<Query> queries, Map<Query, Query.Answer> answers, Budget left) {
        GraphicalModel model = question.original();
        // A budget of its own: the shares of its phases are those of what exact attempts left.
        StateSource source = new StateSource(question, options, reuse, left.share(1));
        if (source.isTooShort()) {
            throw new OutOfTimeException("no chain was set up: " + left.reason());
        }
        // An interrupt of this thread cancels the source's budget, so that its threads end.
        Budget time = source.budget();
        List<StateSource.Sampler> samplers = source.samplers(options.sampling().chains());
        int cells = queries.stream().mapToInt(query -> query.cells(model)).sum();
        double[] ranges = queries.stream().flatMapToDouble(query -> DoubleStream.generate(query::range)
                .limit(query.cells(model))).toArray();
        List<QueryRecord> records = samplers.stream().map(sampler -> new QueryRecord(cells)).toList();
        HardParts parts = source.parts();
        int[][] groups = queries.stream().map(query -> groups(source, parts, query)).toArray(int[][]::new);
        int[] queryOf = IntStream.range(0, queries.size()).flatMap(q -> IntStream.generate(() -> q)
                .limit(queries.get(q).cells(model))).toArray();
        long most = mostSweeps(samplers.get(0).sweep());
        long sweeps = 0;
        long chunk = SWEEPS;
        QueryErrors errors;
        do {
            long steps = Math.min(chunk, most - sweeps);
            Budget round = time.share(1);
            source.map(IntStream.range(0, samplers.size()).boxed().toList(), c -> {
                for (long i = 0; i < steps && (records.get(c).isEmpty() || !time.isOver()); i++) {
                    samplers.get(c).advance(1);
                    record(model, queries, cells, samplers.get(c), records.get(c));
                    if (parts.dividedGroups() > 0) {
                        records.get(c).watch(parts.of(samplers.get(c).core()));
                    }
                }
                return c;
            });
            sweeps += steps;
            long looks = sweeps;
            boolean[] kept = new boolean[parts.dividedGroups()];
            for (int group = 0; group < kept.length; group++) {
                int own = group;
                kept[group] = parts.areKept(group, records.stream().map(record -> record.visited(own)).toList(), looks);
            }
            errors = new QueryErrors(records, ranges, source.mayBeReducible(), source.isTempered(),
                    cell -> Arrays.stream(groups[queryOf[cell]]).anyMatch(group -> kept[group]));
            // Without a time limit, errors are looked at after given numbers of sweeps: the same seed, the same end.
            chunk = !time.isLimited() ? Math.max(SWEEPS, sweeps / 4)
                    : round.elapsed() < QUANTUM ? 2 * chunk : chunk;
        } while (sweeps < most && !time.isOver() && !isPrecise(errors, cells, sweeps));
        int first = 0;
        for (Query query : queries) {
            int count = query.cells(model);
            answers.put(query, errors.answer(query, first, count, (values, own) -> cells(model, query, values, own)));
            first += count;
        }
    }

    /** The divided groups of constraints in the components that a query is about. */
    private static int[] groups(StateSource source, HardParts parts, Query query) {
        return IntStream.range(0, parts.dividedGroups()).filter(group -> {
            int component = source.componentOfCore(parts.variable(group));
            return Arrays.stream(query.scope()).anyMatch(v -> source.component(v) == component);
        }).toArray();
    }

    /** After how many sweeps chains end whatever the errors are. */
    private long mostSweeps(int stepsOfSweep) {
        SamplingOptions sampling = options.sampling();
        if (sampling.hasSamples()) {
            return Math.max(1, sampling.samples() * sampling.unit().steps(stepsOfSweep) / stepsOfSweep);
        }
        return Double.isFinite(sampling.seconds()) || sampling.untilError() > 0 ? Long.MAX_VALUE : UNTIMED_SWEEPS;
    }

    private boolean isPrecise(QueryErrors errors, int cells, long sweeps) {
        double bound = options.sampling().untilError();
        return bound > 0 && sweeps >= FEWEST_SWEEPS && IntStream.range(0, cells)
                .allMatch(cell -> errors.error(cell) < bound);
    }

    private static void record(GraphicalModel model, List<Query> queries, int cells, StateSource.Sampler sampler,
            QueryRecord record) {
        int[] state = sampler.state();
        double[] values = new double[cells];
        int first = 0;
        for (Query query : queries) {
            values[first + query.cell(model, state)] = query.value(state);
            first += query.cells(model);
        }
        record.add(values, sampler.logWeight());
    }
}
