package org.orbifold.experiments.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.orbifold.firstorder.CountingProblem;
import org.orbifold.firstorder.LiftedInference;
import org.orbifold.firstorder.LiftedPlan;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.firstorder.NotLiftableException;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Query;
import org.orbifold.inference.Route;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingTooLargeException;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.Term;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Answers about a first-order model without grounding it, or why that cannot be done. */
final class LiftedRoute {

    /** Operations of a second, about: sums over histograms with their exponentials. */
    private static final double OPERATIONS_PER_SECOND = 1e8;
    /** Without a time limit, sums above this many operations (a day) are left to other routes. */
    private static final double MOST_OPERATIONS = 1e13;

    /** Operations of a second: with fewer, the ground model is not looked at. */
    private static final double CHEAP_OPERATIONS = OPERATIONS_PER_SECOND;
    /** Atoms up to which the ground model is planned as well: some hundredths of a second. */
    private static final double MOST_COMPARED = 1000;
    /** Atoms of a contradictory model up to which it is grounded, to say what contradicts what: about a second. */
    private static final double MOST_EXPLAINED = 1e5;
    /** Share of the time for a plan: without one, grounding and chains have the rest. */
    private static final double PLANNING_SHARE = 0.25;

    private final CountingProblem problem;
    private final KnownAtoms known;
    private final LiftedInference inference;
    private final LiftedPlan plan;
    private final List<String> queries;
    private final List<String> named;

    private LiftedRoute(CountingProblem problem, KnownAtoms known, LiftedInference inference, LiftedPlan plan,
            List<String> queries, List<String> named) {
        this.problem = problem;
        this.known = known;
        this.inference = inference;
        this.plan = plan;
        this.queries = queries;
        this.named = named;
    }

    /** Plans the route; where worlds are to be counted, nothing else will do. */
    static LiftedRoute of(CountingProblem problem, boolean counted, List<String> queries, List<String> named,
            int threads, double seconds) {
        Budget budget = Double.isInfinite(seconds) ? Budget.unlimited() : Budget.ofSeconds(seconds);
        LiftedInference inference = LiftedInference.on(problem).withThreads(threads).withBudget(budget);
        LiftedPlan plan;
        try {
            plan = (counted ? inference : inference.withBudget(budget.share(PLANNING_SHARE))).plan();
        } catch (OutOfTimeException e) {
            plan = new LiftedPlan(false, "its time was over before there was a plan", Double.POSITIVE_INFINITY,
                    Double.NaN, 0);
        }
        double most = Double.isInfinite(seconds) ? MOST_OPERATIONS : seconds * OPERATIONS_PER_SECOND * threads;
        String why = plan.alike() < 2 && !counted ? "no two constants are alike"
                : plan.operations() > most ? String.format(Locale.ROOT, "%s would take %.1e operations",
                plan.description(), plan.operations()) : counted ? "" : cheaperGround(problem, plan, budget);
        if (plan.lifted() && !why.isEmpty()) {
            plan = new LiftedPlan(false, why, plan.operations(), plan.atoms(), plan.alike());
        }
        return new LiftedRoute(problem, KnownAtoms.of(problem.database(), problem.options()), inference, plan, queries,
                named);
    }

    /**
     * Says so if the ground model takes fewer operations: nested counts of a few elements have more states than these
     * have worlds.
     */
    private static String cheaperGround(CountingProblem problem, LiftedPlan plan, Budget budget) {
        if (!plan.lifted() || plan.operations() < CHEAP_OPERATIONS || plan.atoms() > MOST_COMPARED) {
            return "";
        }
        try {
            GraphicalModel ground = Grounder.ground(problem.database(), problem.options()).model();
            double operations = ContractionPlan.greedy(ground, List.of(), ExactOptions.defaults().withBudget(budget))
                    .cost().operations();
            return operations >= plan.operations() ? "" : String.format(Locale.ROOT,
                    "%s would take %.1e operations, the ground model %.1e", plan.description(), plan.operations(),
                    operations);
        } catch (GroundingTooLargeException | ContradictionException | OutOfTimeException e) {
            return "";
        }
    }

    boolean isPossible() {
        return plan.lifted();
    }

    LiftedPlan plan() {
        return plan;
    }

    boolean hasQueries() {
        return !queries.isEmpty();
    }

    /** The answer; empty if there is a contradiction that grounding can explain. */
    Optional<LiftedResult> run() {
        try {
            return Optional.of(inference.run());
        } catch (ContradictionException e) {
            if (plan.atoms() > MOST_EXPLAINED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** The predicates whose atoms are listed: the queried ones, or all if there is no query for atoms. */
    List<String> predicates() {
        boolean all = known.queriedPredicates().isEmpty() && queriedAtoms().isEmpty();
        return all ? problem.database().network().predicates().stream().map(Predicate::name).toList()
                : known.queriedPredicates();
    }

    /** The atoms that are queried one by one. */
    List<Sentence.Atom> queriedAtoms() {
        return known.queriedAtoms().stream().filter(atom -> !named.contains(name(atom))).toList();
    }

    static String name(Sentence.Atom atom) {
        return atom.arguments().stream().map(Term::toString)
                .collect(Collectors.joining(",", atom.predicate() + "(", ")"));
    }

    /** Answers queries for probabilities from the joint distribution of the atoms that they name. */
    Optional<Answers> ask() {
        ModelBuilder builder = GraphicalModel.builder();
        List<Sentence.Atom> atoms = new ArrayList<>();
        for (String text : named) {
            builder.variable(text, Domain.binary());
            int open = text.indexOf('(');
            atoms.add(Sentence.atom(text.substring(0, open).strip(), Arrays.stream(
                    text.substring(open + 1, text.lastIndexOf(')')).split(",")).map(String::strip)
                    .toArray(String[]::new)));
        }
        GraphicalModel names = builder.build();
        try {
            queries.forEach(text -> Query.parse(text, names));
            double[] logs = Arrays.stream(inference.joint(atoms)).map(Math::log).toArray();
            int[] scope = new int[atoms.size()];
            Arrays.setAll(scope, i -> i);
            GraphicalModel joint = builder.table(scope, logs).build();
            List<Query> parsed = queries.stream().map(text -> Query.parse(text, joint)).toList();
            return Optional.of(new Answers(joint, Inference.on(joint.condition(Evidence.none()))
                    .withOptions(InferenceOptions.defaults().withRoute(Route.EXACT)).ask(parsed)));
        } catch (NotLiftableException | IllegalArgumentException e) {
            // Grounding answers it, or says what is wrong with the query.
            return Optional.empty();
        }
    }

    /** Answers to queries, and the model of the atoms that they name. */
    record Answers(GraphicalModel model, List<Query.Answer> answers) { }
}
