package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What has been observed: a value for some of the variables (hard evidence), and for some a likelihood of each of their
 * values (soft evidence: how probable the observation would be, were the value true). Immutable.
 */
public final class Evidence {

    private static final Evidence NONE = new Evidence(new Int2IntLinkedOpenHashMap(), new TreeMap<>(),
            new TreeMap<>());

    private final Int2IntMap observed;
    /** The likelihoods of the values, by variable. */
    private final SortedMap<Integer, List<Double>> soft;
    /** Their logarithms: products of several may underflow. */
    private final SortedMap<Integer, List<Double>> logSoft;

    private Evidence(Int2IntLinkedOpenHashMap observed, SortedMap<Integer, List<Double>> soft,
            SortedMap<Integer, List<Double>> logSoft) {
        observed.defaultReturnValue(-1);
        this.observed = observed;
        this.soft = soft;
        this.logSoft = logSoft;
    }

    /**
     * Returns the evidence that observes nothing.
     *
     * @return no evidence
     */
    public static Evidence none() {
        return NONE;
    }

    /**
     * Returns the evidence "variable = value".
     *
     * @param variable the variable's index
     * @param value    its value
     * @return the evidence
     */
    public static Evidence of(int variable, int value) {
        return NONE.and(variable, value);
    }

    /**
     * Returns evidence by names.
     *
     * @param model        the model whose names these are
     * @param observations such as {@code "Rain=yes"}: the name of a variable, then the label of a value
     * @return the evidence
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable or value
     */
    public static Evidence of(GraphicalModel model, String... observations) {
        return NONE.and(model, observations);
    }

    /**
     * Returns evidence by names, as a request brings it.
     *
     * @param model        the model whose names these are
     * @param observations labels of values by the names of variables
     * @return the evidence
     * @throws IllegalArgumentException that suggests the nearest name, if there is no such variable or value
     */
    public static Evidence of(GraphicalModel model, Map<String, String> observations) {
        Int2IntLinkedOpenHashMap observed = new Int2IntLinkedOpenHashMap();
        Objects.requireNonNull(model, "the model is null");
        Objects.requireNonNull(observations, "the observations are null").forEach((name, label) -> {
            Variable variable = model.variable(name);
            observed.put(variable.index(), variable.value(label));
        });
        return new Evidence(observed, new TreeMap<>(), new TreeMap<>());
    }

    /**
     * Returns evidence from a map.
     *
     * @param values values by variable index
     * @return the evidence
     */
    public static Evidence of(Map<Integer, Integer> values) {
        Int2IntLinkedOpenHashMap observed = new Int2IntLinkedOpenHashMap();
        Objects.requireNonNull(values, "the values are null");
        values.forEach((variable, value) -> put(observed, variable, value));
        return new Evidence(observed, new TreeMap<>(), new TreeMap<>());
    }

    /**
     * Returns this evidence with other observed values; likelihoods stay.
     *
     * @param values values by variable index, in place of the observed ones
     * @return the evidence
     */
    public Evidence withValues(Map<Integer, Integer> values) {
        Int2IntLinkedOpenHashMap other = new Int2IntLinkedOpenHashMap();
        values.forEach((variable, value) -> put(other, variable, value));
        return new Evidence(other, soft, logSoft);
    }

    /**
     * Returns this evidence with soft evidence on one more variable: every state's weight is multiplied by the
     * likelihood of the variable's value. With likelihoods 0.3 and 0.7, value 1 becomes 7/3 times as probable beside
     * value 0 as it was. A second one on the same variable multiplies the first.
     *
     * @param variable    the variable's index
     * @param likelihoods one for each of its values, not negative, not all 0; only their ratios matter for
     *                    probabilities
     * @return the evidence
     */
    public Evidence withLikelihood(int variable, double... likelihoods) {
        Objects.requireNonNull(likelihoods, "the likelihoods are null");
        for (int x = 0; x < likelihoods.length; x++) {
            if (!(likelihoods[x] >= 0) || Double.isInfinite(likelihoods[x])) {
                throw new IllegalArgumentException("the likelihood of value " + x + " of variable " + variable + " is "
                        + likelihoods[x] + "; expected a number that is not negative");
            }
        }
        return with(variable, likelihoods, Arrays.stream(likelihoods).map(Math::log).toArray());
    }

    /**
     * As {@link #withLikelihood(int, double...)}, with the name of the variable.
     *
     * @param model       the model whose names these are
     * @param variable    the variable's name
     * @param likelihoods one for each of its values
     * @return the evidence
     */
    public Evidence withLikelihood(GraphicalModel model, String variable, double... likelihoods) {
        Variable named = Objects.requireNonNull(model, "the model is null").variable(variable);
        Objects.requireNonNull(likelihoods, "the likelihoods are null");
        if (likelihoods.length != named.size()) {
            throw new IllegalArgumentException("variable '" + variable + "' has " + likelihoods.length
                    + " likelihoods; expected one for each of " + named.domain());
        }
        for (int x = 0; x < likelihoods.length; x++) {
            if (!(likelihoods[x] >= 0) || Double.isInfinite(likelihoods[x])) {
                throw new IllegalArgumentException("the likelihood of " + variable + "=" + named.domain().label(x)
                        + " is " + likelihoods[x] + "; expected a number that is not negative");
            }
        }
        if (Arrays.stream(likelihoods).allMatch(p -> p == 0)) {
            throw new IllegalArgumentException("the likelihoods of variable '" + variable
                    + "' are all 0; expected one that is positive");
        }
        return withLikelihood(named.index(), likelihoods);
    }

    /**
     * As {@link #withLikelihood}, for likelihoods that may be too small for plain numbers.
     *
     * @param variable       the variable's index
     * @param logLikelihoods the logarithm of one for each of its values; −∞ for 0, not all of them
     * @return the evidence
     */
    public Evidence withLogLikelihood(int variable, double... logLikelihoods) {
        for (int x = 0; x < logLikelihoods.length; x++) {
            if (!(logLikelihoods[x] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("the log-likelihood of value " + x + " of variable " + variable
                        + " is " + logLikelihoods[x] + "; expected a finite number or -Infinity");
            }
        }
        return with(variable, Arrays.stream(logLikelihoods).map(Math::exp).toArray(), logLikelihoods);
    }

    private Evidence with(int variable, double[] likelihoods, double[] logs) {
        List<Double> before = soft.getOrDefault(variable, List.of());
        List<Double> logsBefore = logSoft.getOrDefault(variable, List.of());
        List<Double> product = new ArrayList<>();
        List<Double> sum = new ArrayList<>();
        boolean positive = false;
        for (int x = 0; x < logs.length; x++) {
            product.add(x < before.size() ? before.get(x) * likelihoods[x] : likelihoods[x]);
            // 0 is added because lists distinguish -0 from 0.
            sum.add((x < logsBefore.size() ? logsBefore.get(x) : 0) + logs[x] + 0.0);
            positive |= sum.get(x) > Double.NEGATIVE_INFINITY;
        }
        if (variable < 0 || !positive) {
            throw new IllegalArgumentException("the likelihoods of variable " + variable + " are "
                    + Arrays.toString(likelihoods) + (before.isEmpty() ? "" : " after " + before) + "; expected "
                    + (variable < 0 ? "a variable's index" : "one that is positive"));
        }
        SortedMap<Integer, List<Double>> more = new TreeMap<>(soft);
        more.put(variable, List.copyOf(product));
        SortedMap<Integer, List<Double>> moreLogs = new TreeMap<>(logSoft);
        moreLogs.put(variable, List.copyOf(sum));
        return new Evidence(new Int2IntLinkedOpenHashMap(observed), more, moreLogs);
    }

    /**
     * Returns the soft evidence as plain numbers, which are 0 where they are too small for a double.
     *
     * @return the likelihoods of the values of each variable that has such, by ascending index; immutable
     */
    public SortedMap<Integer, List<Double>> likelihoods() {
        return Collections.unmodifiableSortedMap(soft);
    }

    /**
     * Returns the soft evidence as logarithms, of which none is too small.
     *
     * @return the logarithms of {@link #likelihoods}; immutable
     */
    public SortedMap<Integer, List<Double>> logLikelihoods() {
        return Collections.unmodifiableSortedMap(logSoft);
    }

    /**
     * Returns this evidence with one more observation. For many, use {@link #of(Map)}.
     *
     * @param variable the variable's index
     * @param value    its value
     * @return the evidence
     * @throws IllegalArgumentException if the variable is observed already with another value
     */
    public Evidence and(int variable, int value) {
        Int2IntLinkedOpenHashMap more = new Int2IntLinkedOpenHashMap(observed);
        more.defaultReturnValue(-1);
        int before = put(more, variable, value);
        if (before != -1 && before != value) {
            throw new IllegalArgumentException(
                    "variable " + variable + " is observed twice, as " + before + " and as " + value);
        }
        return new Evidence(more, soft, logSoft);
    }

    /**
     * Returns this evidence with more observations by names.
     *
     * @param model        the model whose names these are
     * @param observations such as {@code "Rain=yes"}: the name of a variable, then the label of a value
     * @return the evidence
     * @throws IllegalArgumentException if there is no such variable or value, with the nearest name, or if a variable
     *                                  is observed already with another value
     */
    public Evidence and(GraphicalModel model, String... observations) {
        Int2IntLinkedOpenHashMap more = new Int2IntLinkedOpenHashMap(observed);
        more.defaultReturnValue(-1);
        Objects.requireNonNull(model, "the model is null");
        for (String observation : Objects.requireNonNull(observations, "the observations are null")) {
            Literal literal = model.literal(observation);
            int before = more.put(literal.variable(), literal.value());
            if (before != -1 && before != literal.value()) {
                Variable variable = model.variable(literal.variable());
                throw new IllegalArgumentException("variable '" + variable + "' is observed twice, as "
                        + variable.domain().label(before) + " and as " + variable.domain().label(literal.value()));
            }
        }
        return new Evidence(more, soft, logSoft);
    }

    private static int put(Int2IntLinkedOpenHashMap observed, int variable, int value) {
        if (variable < 0 || value < 0) {
            throw new IllegalArgumentException("evidence " + variable + " = " + value
                    + " is negative; expected a variable index and a value index");
        }
        return observed.put(variable, value);
    }

    /**
     * Returns the number of observed variables.
     *
     * @return the number
     */
    public int size() {
        return observed.size();
    }

    /**
     * Returns whether nothing is observed.
     *
     * @return whether nothing is
     */
    public boolean isEmpty() {
        return observed.isEmpty() && soft.isEmpty();
    }

    /**
     * Returns whether a variable is observed.
     *
     * @param variable the variable's index
     * @return whether it is
     */
    public boolean observes(int variable) {
        return observed.containsKey(variable);
    }

    /**
     * Returns the observed value of a variable.
     *
     * @param variable the variable's index
     * @return its value, or −1 if it is not observed
     */
    public int value(int variable) {
        return observed.get(variable);
    }

    /**
     * Returns the observed variables.
     *
     * @return a fresh array, ascending
     */
    public int[] variables() {
        int[] variables = observed.keySet().toIntArray();
        IntArrays.quickSort(variables);
        return variables;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Evidence that && observed.equals(that.observed)
                && logSoft.equals(that.logSoft);
    }

    @Override
    public int hashCode() {
        return 31 * observed.hashCode() + logSoft.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int variable : variables()) {
            text.append(text.length() > 1 ? ", " : "").append(variable).append('=').append(value(variable));
        }
        soft.forEach((variable, likelihoods) -> text.append(text.length() > 1 ? ", " : "").append(variable).append('~')
                .append(likelihoods));
        return text.append('}').toString();
    }
}
