package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Semantics;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.WeightedSentence;
import org.orbifold.pgm.time.Budget;

/**
 * Exact inference and counting in first-order models whose formulas have at most two logical variables, without
 * grounding. Immutable.
 *
 * <p>The truth of an element's own atoms is its cell. Given the cells of two elements, the atoms between them are
 * summed out: a weight for each pair of cells. So the weight of all worlds is a sum over the histograms of the cells,
 * whose number is polynomial in the size of the domain (Van den Broeck 2011; Beame et al. 2015; van Bremen and Kuželka
 * 2021).
 * Quantifiers are states of elements with weights of both signs, counts are degrees of polynomials
 * ({@link CountStates}).
 * <pre>{@code
 * LiftedResult result = LiftedInference.on(network).run();
 * result.logPartition();
 * result.probability("Smokes", "Anna");
 * }</pre>
 */
public final class LiftedInference {

    /** Atoms of a joint distribution: it has 2^MAX_JOINT entries, each a sum of its own. */
    private static final int MAX_JOINT = 10;

    /** The largest weight: with 10^10 groundings its exponential still has an exponent of 62 bits. */
    private static final double MAX_WEIGHT = 1e8;

    private final CountingProblem problem;
    private final int threads;
    private final Budget budget;

    private LiftedInference(CountingProblem problem, int threads, Budget budget) {
        this.problem = problem;
        this.threads = threads;
        this.budget = budget;
    }

    /**
     * Asks about a network that names all its constants.
     *
     * @param network the network
     * @return the question, with as many threads as processors and no time limit
     */
    public static LiftedInference on(MarkovLogic network) {
        return on(Database.empty(network), GroundingOptions.defaults());
    }

    /**
     * Asks about a network with evidence.
     *
     * @param database the evidence, and its network
     * @param options  which predicates are open-world or closed-world, and the queries
     * @return the question, with as many threads as processors and no time limit
     */
    public static LiftedInference on(Database database, GroundingOptions options) {
        return on(CountingProblem.of(database, options));
    }

    /**
     * Asks about a counting problem.
     *
     * @param problem the problem
     * @return the question, with as many threads as processors and no time limit
     */
    public static LiftedInference on(CountingProblem problem) {
        return new LiftedInference(problem, Runtime.getRuntime().availableProcessors(), Budget.unlimited());
    }

    /**
     * The same question with another number of threads; the answer does not depend on it.
     *
     * @param value at least 1
     * @return a new question
     */
    public LiftedInference withThreads(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("threads: " + value + "; expected at least 1");
        }
        return new LiftedInference(problem, value, budget);
    }

    /**
     * The same question with a time limit.
     *
     * @param value the time
     * @return a new question
     */
    public LiftedInference withBudget(Budget value) {
        return new LiftedInference(problem, threads, value);
    }

    /**
     * Plans: whether the model can be computed without grounding, and what that costs.
     *
     * @return the plan; making it computes no marginal
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    public LiftedPlan plan() {
        try {
            Computation computation = computation(List.of());
            double atoms = IntStream.range(0, computation.elements().theory().symbols().size())
                    .mapToDouble(computation::unknownAtoms).sum();
            return new LiftedPlan(true, computation.description(), computation.operations(), atoms,
                    computation.elements().classes().stream().mapToInt(Elements.ElementClass::size).max().orElse(0));
        } catch (NotLiftableException e) {
            return new LiftedPlan(false, e.getMessage(), Double.POSITIVE_INFINITY, Double.NaN, 0);
        }
    }

    /**
     * Computes log Z, the probability of every atom and, if all weights are rational, the exact count.
     *
     * @return the answer
     * @throws NotLiftableException if {@link #plan} says that it cannot be computed
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     * @throws org.orbifold.pgm.model.ContradictionException if no world is possible
     */
    public LiftedResult run() {
        Computation computation = computation(List.of());
        Probabilities probabilities = computation.solve();
        Optional<ModelCount> count = computation.isCountExact() ? Optional.of(computation.count()) : Optional.empty();
        return new LiftedResult(computation.elements(), probabilities, count);
    }

    /**
     * Counts the worlds, each with its weight; no marginal is computed.
     *
     * @return the exact count, 0 if no world is possible
     * @throws NotLiftableException     if {@link #plan} says that it cannot be computed
     * @throws IllegalArgumentException if a weight is not rational
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    public ModelCount count() {
        Computation computation = computation(List.of());
        if (!computation.isRational()) {
            throw new IllegalArgumentException("weights of Markov logic are exponentials, so the count is no rational "
                    + "number; expected hard formulas and rational weights, or run() for log Z");
        }
        return computation.count();
    }

    /**
     * Computes the joint distribution of some atoms.
     *
     * @param atoms ground atoms, at most 10
     * @return the probabilities of their truth values, false before true, the last atom changing fastest
     * @throws NotLiftableException if it cannot be computed
     */
    public double[] joint(List<Sentence.Atom> atoms) {
        if (atoms.size() > MAX_JOINT) {
            throw new NotLiftableException("a joint distribution of " + atoms.size() + " atoms, more than "
                    + MAX_JOINT);
        }
        double[] logs = new double[1 << atoms.size()];
        for (int value = 0; value < logs.length; value++) {
            budget.check();
            List<CountingProblem.Factor> given = new ArrayList<>();
            for (int a = 0; a < atoms.size(); a++) {
                boolean holds = (value >> atoms.size() - 1 - a & 1) == 1;
                given.add(new CountingProblem.Factor(atoms.get(a), new CountingProblem.Weights(
                        holds ? Weight.ONE : Weight.ZERO, holds ? Weight.ZERO : Weight.ONE)));
            }
            logs[value] = computation(given).logTotal();
        }
        double largest = Arrays.stream(logs).max().orElseThrow();
        double sum = Arrays.stream(logs).map(log -> Math.exp(log - largest)).sum();
        return Arrays.stream(logs).map(log -> Math.exp(log - largest) / sum).toArray();
    }

    private Computation computation(List<CountingProblem.Factor> given) {
        if (problem.options().semantics() != Semantics.FORMULA) {
            throw new NotLiftableException("weights of clauses (the semantics alchemy-cnf)");
        }
        if (problem.options().weights().isPresent()) {
            throw new NotLiftableException("weights that a file or a seed gives");
        }
        KnownAtoms known = KnownAtoms.of(problem.database(), problem.options());
        Theory theory = new Theory();
        problem.database().network().predicates().forEach(predicate -> {
            CountingProblem.Weights weights = problem.weights(predicate.name());
            theory.add(predicate, weights.ifTrue(), weights.ifFalse());
        });
        Translator translator = new Translator(theory, known);
        for (WeightedSentence formula : problem.database().network().formulas()) {
            if (formula.weight().isEmpty()) {
                throw new NotLiftableException("the formula '" + formula.sentence()
                        + "' has no weight of its own");
            }
            if (!formula.hard() && Math.abs(formula.weight().getAsDouble()) > MAX_WEIGHT) {
                throw new NotLiftableException("a weight of " + formula.weight().getAsDouble() + ", beyond "
                        + MAX_WEIGHT + ", of the formula '" + formula.sentence() + "'");
            }
            if (formula.hard()) {
                translator.add(formula.sentence(), Weight.ONE, Weight.ZERO);
            } else {
                translator.add(formula.sentence(), Weight.exp(formula.weight().getAsDouble()), Weight.ONE);
            }
        }
        for (CountingProblem.Factor factor : problem.factors()) {
            translator.add(factor.sentence(), factor.weights().ifTrue(), factor.weights().ifFalse());
        }
        for (CountingProblem.Factor factor : given) {
            translator.add(factor.sentence(), factor.weights().ifTrue(), factor.weights().ifFalse());
        }
        return new Computation(new Elements(theory, known), threads, budget);
    }
}
