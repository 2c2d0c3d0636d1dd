package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.time.Budget;

/**
 * A discrete graphical model: variables, features and a constant, with
 * log P(s) = constant + Σ<sub>j</sub> φ<sub>j</sub>(s) − log Z.
 *
 * <p>Immutable; equal when variables, features (in order) and constant are. For scores in hot loops compile it:
 * {@code CompiledModel}.
 */
public final class GraphicalModel {

    private static final int SHOWN = 20;

    private final List<Variable> variables;
    private final List<Feature> features;
    private final double constant;
    /** Names are looked up by people and files only, so the index is made when first needed. */
    private volatile @Nullable Object2IntMap<String> indexByName;
    private @Nullable Factors factors;

    GraphicalModel(List<Variable> variables, List<Feature> features, double constant) {
        this.variables = variables;
        this.features = features;
        this.constant = constant;
    }

    /**
     * Returns a builder for a new model.
     *
     * @return an empty builder
     */
    public static ModelBuilder builder() {
        return new ModelBuilder();
    }

    /**
     * Returns the number of variables.
     *
     * @return the number
     */
    public int variableCount() {
        return variables.size();
    }

    /**
     * Returns the variables.
     *
     * @return an immutable list, by index
     */
    public List<Variable> variables() {
        return variables;
    }

    /**
     * Returns the variables that are not {@linkplain Variable#auxiliary() auxiliary}: all of them, for most models.
     *
     * @return an immutable list, in order of their indices
     */
    public List<Variable> ownVariables() {
        return variables().stream().filter(variable -> !variable.auxiliary()).toList();
    }

    /**
     * Returns a variable.
     *
     * @param index its index
     * @return the variable
     * @throws IllegalArgumentException if there is none
     */
    public Variable variable(int index) {
        if (index < 0 || index >= variables.size()) {
            throw new IllegalArgumentException("the model has no variable " + index + "; it has " + variables.size()
                    + ", numbered from 0");
        }
        return variables.get(index);
    }

    /**
     * Returns the variable of the given name.
     *
     * @param name a name
     * @return the variable
     * @throws IllegalArgumentException if there is none
     */
    public Variable variable(String name) {
        if (indexByName == null) {
            Object2IntMap<String> index = new Object2IntOpenHashMap<>(variables.size());
            index.defaultReturnValue(-1);
            variables.forEach(variable -> index.put(variable.name(), variable.index()));
            indexByName = index;
        }
        int index = indexByName.getInt(name);
        if (index < 0) {
            throw new IllegalArgumentException("the model has no variable named " + NearestNames.quoted(name)
                    + NearestNames.hint(name, indexByName.keySet()));
        }
        return variables.get(index);
    }

    /**
     * Reads a literal such as {@code "Smoker=yes"}: the name of a variable, then the label of a value. Spaces around
     * both are ignored; a name may contain '=', a label may not.
     *
     * @param text the literal
     * @return the literal
     * @throws IllegalArgumentException if there is no such variable or value
     */
    public Literal literal(String text) {
        return Literal.parse(text, this::variable);
    }

    /**
     * Returns the domain size of a variable.
     *
     * @param index the variable's index
     * @return the number of its values
     */
    public int size(int index) {
        return variable(index).size();
    }

    /**
     * Returns the domain sizes of all variables.
     *
     * @return a fresh array, by index
     */
    public int[] sizes() {
        return variables.stream().mapToInt(Variable::size).toArray();
    }

    /**
     * Returns the features.
     *
     * @return an immutable list, in the order in which they were added
     */
    public List<Feature> features() {
        return features;
    }

    /**
     * Returns the features merged into factors: made when first asked for, then kept.
     *
     * @return the factors
     */
    public Factors factors() {
        return factors(Budget.unlimited());
    }

    /**
     * Returns the features merged into factors, if they are known or can be made in a limited time.
     *
     * @param budget the time for making them
     * @return the factors
     * @throws org.orbifold.pgm.time.OutOfTimeException if they are not made in time
     */
    public synchronized Factors factors(Budget budget) {
        if (factors == null) {
            factors = Factors.of(this, Factors.MAX_ENTRIES, budget);
        }
        return factors;
    }

    /**
     * Returns a feature of this model as a table over its variables in ascending order.
     *
     * @param feature a feature
     * @return the table
     * @throws IllegalArgumentException if it would be too large
     */
    public Table table(Feature feature) {
        int[] scope = Objects.requireNonNull(feature, "the feature is null").scope();
        Arrays.sort(scope);
        return Factors.merge(this, scope, List.of(feature), new int[variables.size()]);
    }

    /**
     * Returns how many joint assignments some variables have.
     *
     * @param scope the variables' indices
     * @return the product of their sizes, which may be beyond the range of whole numbers
     */
    public double assignments(int[] scope) {
        double product = 1;
        for (int v : scope) {
            product *= size(v);
        }
        return product;
    }

    /**
     * Returns the constant part of every state's log-weight; conditioning puts there what evidence decides.
     *
     * @return a finite number
     */
    public double constant() {
        return constant;
    }

    /**
     * Returns the log-weight of a state: its log-probability up to log Z.
     *
     * <p>Cost: O(total size of the features).
     *
     * @param state a value index for every variable
     * @return the constant plus the sum of all log-potentials; −∞ if the state is forbidden
     */
    public double logWeight(int[] state) {
        checkState(state);
        double sum = constant;
        for (Feature feature : features) {
            sum += feature.logPotential(state);
        }
        return sum;
    }

    /**
     * Checks that an array is a state of this model.
     *
     * @param state the array
     * @throws IllegalArgumentException that names the offending variable, if it is not
     */
    public void checkState(int[] state) {
        if (Objects.requireNonNull(state, "the state is null").length != variables.size()) {
            throw new IllegalArgumentException("a state of this model has " + variables.size()
                    + " values, but " + state.length + " were given");
        }
        for (int i = 0; i < state.length; i++) {
            if (state[i] < 0 || state[i] >= size(i)) {
                throw new IllegalArgumentException("value " + state[i] + " of variable '" + variables.get(i)
                        + "' is out of range; expected 0 to " + (size(i) - 1));
            }
        }
    }

    /**
     * Returns the model given evidence: the observed variables are gone, what they decide is in the constant, so that
     * log Z of the result is the log of the total weight of the states that agree with the evidence.
     *
     * @param evidence values of some variables
     * @return the smaller model with the mapping of its variables
     * @throws IllegalArgumentException if the evidence names a variable or value that does not exist
     * @throws ContradictionException   if the evidence alone violates a hard constraint
     */
    public ConditionedModel condition(Evidence evidence) {
        return Conditioning.apply(this, Objects.requireNonNull(evidence, "the evidence is null"));
    }

    /**
     * Describes a feature of this model with the names of its variables and values.
     *
     * @param feature a feature
     * @return one line of text
     */
    public String describe(Feature feature) {
        return FeatureText.of(this, Objects.requireNonNull(feature, "the feature is null"));
    }

    /**
     * Describes a formula over this model with the names of its variables and values.
     *
     * @param formula a formula
     * @return one line of text
     */
    public String describe(Formula formula) {
        return FeatureText.formula(this, Objects.requireNonNull(formula, "the formula is null"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GraphicalModel that
                && Double.doubleToLongBits(constant) == Double.doubleToLongBits(that.constant)
                && variables.equals(that.variables) && features.equals(that.features);
    }

    @Override
    public int hashCode() {
        return Objects.hash(variables, features, constant);
    }

    /** Lists the first variables and features by name. */
    @Override
    public String toString() {
        String first = variables.stream().limit(SHOWN).map(v -> v.name() + " " + v.domain())
                .collect(Collectors.joining(", "));
        StringBuilder text = new StringBuilder("model of ").append(variables.size())
                .append(variables.size() == 1 ? " variable (" : " variables (").append(first)
                .append(variables.size() > SHOWN ? ", …" : "").append(") and ")
                .append(features.size()).append(features.size() == 1 ? " feature" : " features");
        if (constant != 0) {
            text.append(", constant ").append(constant);
        }
        features.stream().limit(SHOWN).forEach(feature -> text.append("\n  ").append(describe(feature)));
        return text.append(features.size() > SHOWN ? "\n  …" : "").toString();
    }
}
