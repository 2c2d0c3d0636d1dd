package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.TruthValue;

/**
 * A weighted first-order model counting problem: Markov logic, whose hard formulas restrict the worlds, with weights of
 * atoms and of further formulas that may be any rational numbers, negative ones too. Immutable.
 */
public final class CountingProblem {

    private final Database database;
    private final GroundingOptions options;
    private final Map<String, Weights> weights;
    private final List<Factor> factors;

    private CountingProblem(Database database, GroundingOptions options, Map<String, Weights> weights,
            List<Factor> factors) {
        this.database = database;
        this.options = options;
        this.weights = Map.copyOf(weights);
        this.factors = List.copyOf(factors);
    }

    /**
     * The weights of something that may hold or not.
     *
     * @param ifTrue  its weight where it holds
     * @param ifFalse its weight where it does not
     */
    public record Weights(Weight ifTrue, Weight ifFalse) {

        /** Both weights are 1. */
        public static final Weights NONE = new Weights(Weight.ONE, Weight.ONE);
    }

    /**
     * A formula with weights: a world's weight has one of them as a factor for each grounding.
     *
     * @param sentence what it says; its free variables stand for all constants
     * @param weights  where it holds and where it does not
     */
    public record Factor(Sentence sentence, Weights weights) { }

    /**
     * Returns the problem that a database and its network are.
     *
     * @param database the evidence, and its network
     * @param options  which predicates are open-world or closed-world
     * @return the problem, without weights of atoms
     */
    public static CountingProblem of(Database database, GroundingOptions options) {
        return new CountingProblem(database, options, Map.of(), List.of());
    }

    /**
     * Returns the problem with weights of a predicate's atoms.
     *
     * @param predicate the predicate's name
     * @param value     the weights of a true and of a false atom
     * @return a new problem
     */
    public CountingProblem withWeights(String predicate, Weights value) {
        database.network().predicate(predicate);
        Map<String, Weights> more = new LinkedHashMap<>(weights);
        more.put(predicate, value);
        return new CountingProblem(database, options, more, factors);
    }

    /**
     * Returns the problem with one more weighted formula.
     *
     * @param sentence what it says
     * @param value    the weights of a grounding that holds and of one that does not
     * @return a new problem
     */
    public CountingProblem withFactor(Sentence sentence, Weights value) {
        List<Factor> more = new ArrayList<>(factors);
        more.add(new Factor(sentence, value));
        return new CountingProblem(database, options, weights, more);
    }

    /**
     * Returns the problem with other options.
     *
     * @param value which predicates are open-world or closed-world, and the queries
     * @return a new problem
     */
    public CountingProblem withOptions(GroundingOptions value) {
        return new CountingProblem(database, value, weights, factors);
    }

    /**
     * Returns the evidence, and its network.
     *
     * @return the database
     */
    public Database database() {
        return database;
    }

    /**
     * Returns which predicates are open-world or closed-world, and the queries.
     *
     * @return the options
     */
    public GroundingOptions options() {
        return options;
    }

    /**
     * Returns the weights of a predicate's atoms.
     *
     * @param predicate the predicate's name
     * @return the weights, 1 unless others were given
     */
    public Weights weights(String predicate) {
        return weights.getOrDefault(predicate, Weights.NONE);
    }

    /**
     * Returns the weighted formulas beyond those of the network.
     *
     * @return an immutable list
     */
    public List<Factor> factors() {
        return factors;
    }

    /**
     * Returns the same distribution, and the same log Z, as a database of Markov logic, to be grounded.
     *
     * @return the database of a network with logarithms of all weights
     * @throws IllegalArgumentException if a weight is negative
     */
    public Database toMarkovLogic() {
        MarkovLogic network = database.network();
        MarkovLogic.Builder builder = MarkovLogic.builder();
        network.types().forEach(type -> builder.type(type, database.constants(type)));
        network.predicates().forEach(predicate -> builder.predicate(predicate.name(), predicate.arguments().stream()
                .map(Object::toString).toArray(String[]::new)));
        network.formulas().forEach(formula -> formula.weight().ifPresentOrElse(
                weight -> builder.formula(weight, formula.sentence()), () -> builder.formula(formula.sentence())));
        List<Factor> all = new ArrayList<>(factors);
        network.predicates().forEach(predicate -> all.add(new Factor(Sentence.atom(predicate.name(),
                IntStream.range(0, predicate.arity()).mapToObj(i -> "x" + i).toArray(String[]::new)),
                weights(predicate.name()))));
        for (Factor factor : all) {
            add(builder, factor.weights.ifTrue, factor.sentence);
            add(builder, factor.weights.ifFalse, Sentence.not(factor.sentence));
        }
        MarkovLogic made = builder.build();
        Database.Builder known = Database.builder(made);
        KnownAtoms atoms = KnownAtoms.of(database, options);
        network.predicates().forEach(predicate -> atoms.forEachListed(predicate.name(), (constants, truth) -> {
            if (truth != TruthValue.UNKNOWN) {
                String[] names = new String[constants.length];
                for (int i = 0; i < names.length; i++) {
                    names[i] = database.constants(predicate.arguments().get(i).type()).get(constants[i]);
                }
                known.set(truth, predicate.name(), names);
            }
        }));
        return known.build();
    }

    private static void add(MarkovLogic.Builder builder, Weight weight, Sentence sentence) {
        if (weight.signum() < 0) {
            throw new IllegalArgumentException("the weight " + weight + " of '" + sentence
                    + "' is negative; expected weights of at least 0 for grounding");
        } else if (weight.isZero()) {
            builder.hard(Sentence.not(sentence));
        } else if (!weight.equals(Weight.ONE)) {
            builder.formula(weight.log(), sentence);
        }
    }
}
