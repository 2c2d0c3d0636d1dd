package org.orbifold.inference;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.run.Diagnosis;
import org.orbifold.pgm.io.Json;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * A question about several variables of a model: the joint distribution of some, the probability of an event, or the
 * expectation of a feature; given a condition, if there is one. Immutable.
 * <pre>{@code
 * Query.parse("P(Smokes(Anna) | Friends(Anna,Bob)=1)", model);
 * Query.event(Formula.or(Formula.is(0, 1), Formula.is(3, 1))).given(Formula.is(2, 0));
 * }</pre>
 */
public final class Query {

    private final int[] variables;
    private final Formula event;
    private final Formula condition;
    private final @Nullable Feature feature;
    /** As it was asked, or null for one that was made of indices. */
    private final @Nullable String text;

    private Query(int[] variables, Formula event, Formula condition, @Nullable Feature feature,
            @Nullable String text) {
        this.variables = variables;
        this.event = event;
        this.condition = condition;
        this.feature = feature;
        this.text = text;
    }

    /**
     * The joint distribution of some variables.
     *
     * @param variables their indices, no two the same
     * @return the query
     */
    public static Query distribution(int... variables) {
        return of(Objects.requireNonNull(variables, "the variables are null").clone(), Formula.TRUE, null);
    }

    /**
     * The joint distribution of some variables, by names.
     *
     * @param model     the model whose names these are
     * @param variables their names, no two the same
     * @return the query
     */
    public static Query distribution(GraphicalModel model, String... variables) {
        Objects.requireNonNull(model, "the model is null");
        Objects.requireNonNull(variables, "the names of the variables are null");
        return of(Arrays.stream(variables).mapToInt(name -> model.variable(name).index()).toArray(), Formula.TRUE,
                "P(" + String.join(",", variables) + ")");
    }

    /**
     * The probability of an event.
     *
     * @param event a formula over the variables
     * @return the query
     */
    public static Query event(Formula event) {
        return of(new int[0], Objects.requireNonNull(event, "the event is null"), null);
    }

    /**
     * The expectation of a feature: how probable it is that a weighted one holds, or the mean entry of a table.
     *
     * @param feature a feature over the model's variables
     * @return the query
     */
    public static Query expectation(Feature feature) {
        return new Query(new int[0], Formula.TRUE, Formula.TRUE,
                Objects.requireNonNull(feature, "the feature is null"), null);
    }

    static Query of(int[] variables, Formula event, @Nullable String text) {
        if (IntStream.of(variables).distinct().count() != variables.length) {
            throw new IllegalArgumentException((text == null ? "the variables " + Arrays.toString(variables)
                    : text.replaceAll("\\s+", " ")) + ": a variable is asked for twice; expected each once");
        }
        return new Query(variables, event, Formula.TRUE, null, text);
    }

    /**
     * Reads a query: {@code P(A)}, {@code P(A,B)} (distributions), {@code P(A=1,B=2)}, {@code P(A ^ !B v C)} (events;
     * of a binary variable, its value 1), {@code P(A | B=1)}, {@code E(#3)} (the model's feature number 3, from 0).
     *
     * @param text  the query
     * @param model the model, whose names of variables and values it uses
     * @return the query
     * @throws IllegalArgumentException with the error and its position
     */
    public static Query parse(String text, GraphicalModel model) {
        return parse(text, model, Map.of());
    }

    /**
     * Reads a query that has names for formulas as well, such as ground atoms that are decided or are a value of a
     * variable.
     *
     * @param text  the query
     * @param model the model, whose names of variables and values it uses
     * @param names more names, and the formulas over the model's variables that they stand for
     * @return the query
     * @throws IllegalArgumentException with the error and its position
     */
    public static Query parse(String text, GraphicalModel model, Map<String, Formula> names) {
        Objects.requireNonNull(model, "the model is null");
        return new QueryParser(Objects.requireNonNull(text, "the query is null"), model, names).parse();
    }

    /**
     * Whether a text has the form of a query, whatever it says.
     *
     * @param text a text
     * @return whether it is {@code P(…)} or {@code E(…)}
     */
    public static boolean looksLike(String text) {
        return text.strip().toUpperCase(Locale.ROOT).matches("(?s)[PE]\\s*\\(.*\\)");
    }

    /**
     * The same given a condition.
     *
     * @param given a formula over the variables, in place of the condition there was
     * @return a new query
     */
    public Query given(Formula given) {
        return new Query(variables, event, Objects.requireNonNull(given, "the condition is null"), feature, text);
    }

    Query named(String name) {
        return new Query(variables, event, condition, feature, name);
    }

    /** The variables whose values are told apart. */
    int[] variables() {
        return variables;
    }

    Formula event() {
        return event;
    }

    Formula condition() {
        return condition;
    }

    /** All that must be known to evaluate it. */
    int[] scope() {
        IntStream others = feature != null ? IntStream.of(feature.scope()) : IntStream.of(event.variables());
        return IntStream.concat(IntStream.of(variables), others).distinct().toArray();
    }

    /**
     * This query with the names of a model, if it was made of indices.
     *
     * @throws IllegalArgumentException if the model does not have its variables or values
     */
    Query in(GraphicalModel model) {
        IntStream.concat(IntStream.of(scope()), IntStream.of(condition.variables())).forEach(v -> {
            if (v < 0 || v >= model.variableCount()) {
                throw new IllegalArgumentException(this + " is about variable " + v + "; expected 0 to "
                        + (model.variableCount() - 1));
            }
        });
        Stream.of(event, condition, feature instanceof FormulaFeature of ? of.formula() : Formula.TRUE)
                .flatMap(formula -> formula.literals().stream()).forEach(literal -> check(literal, model));
        if (feature instanceof LiteralFeature literals) {
            literals.literals().forEach(literal -> check(literal, model));
        }
        return text != null ? this : named(text(v -> model.variable(v).name(), model::describe, model::describe));
    }

    private void check(Literal literal, GraphicalModel model) {
        Variable variable = model.variable(literal.variable());
        if (literal.value() < 0 || literal.value() >= variable.size()) {
            throw new IllegalArgumentException(this + " is about value " + literal.value() + " of variable '"
                    + variable + "'; expected 0 to " + (variable.size() - 1));
        }
    }

    private String text(IntFunction<String> name, Function<Formula, String> formula,
            Function<Feature, String> described) {
        String what = feature != null ? described.apply(feature) : variables.length == 0 ? formula.apply(event)
                : IntStream.of(variables).mapToObj(name).collect(Collectors.joining(","));
        return (feature != null ? "E(" : "P(") + what
                + (condition.equals(Formula.TRUE) ? "" : " | " + formula.apply(condition)) + ")";
    }

    /** What a state contributes: 1 if it is in the event, or the value of the feature. */
    double value(int[] state) {
        if (feature instanceof WeightedFeature weighted) {
            return weighted.holds(state) ? 1 : 0;
        }
        return feature != null ? feature.logPotential(state) : event.holds(state) ? 1 : 0;
    }

    /** By how much its value may differ between two states: 1 for events, the spread of its entries for a table. */
    double range() {
        if (!(feature instanceof Table table)) {
            return 1;
        }
        DoubleSummaryStatistics finite = Arrays.stream(table.entries()).filter(Double::isFinite).summaryStatistics();
        return finite.getCount() == 0 ? 0 : finite.getMax() - finite.getMin();
    }

    /** Whether it is about an event, whose probability is a quotient of two Z. */
    boolean isEvent() {
        return feature == null;
    }

    /** The cell of a state: the number of the variables' joint value, the last changing fastest. */
    int cell(GraphicalModel model, int[] state) {
        int cell = 0;
        for (int v : variables) {
            cell = cell * model.size(v) + state[v];
        }
        return cell;
    }

    int cells(GraphicalModel model) {
        double cells = model.assignments(variables);
        if (cells > 1 << 16) {
            throw new IllegalArgumentException(this + " asks for " + cells + " probabilities; expected at most 65536");
        }
        return (int) cells;
    }

    /**
     * An answer.
     *
     * @param query     the query
     * @param cells     a value for each joint value of the variables asked for, the last changing fastest; one if there
     *                  are none
     * @param diagnosis of the chains; empty if the answer is exact
     */
    public record Answer(Query query, List<Cell> cells, Optional<Diagnosis> diagnosis) {

        /**
         * Whether nothing was sampled.
         *
         * @return whether the numbers are exact
         */
        public boolean exact() {
            return diagnosis.isEmpty();
        }

        /** The query and its verdict, then a line for each number. */
        @Override
        public String toString() {
            String verdict = diagnosis.map(found -> found.verdict().name()).orElse("EXACT");
            return query + ", " + verdict + cells.stream().map(cell -> "\n" + (cell.names.isEmpty() ? query
                    : cell.names) + ": " + cell.value + (exact() ? "" : " ± " + cell.standardError))
                    .collect(Collectors.joining());
        }

        /**
         * Answers as JSON, on one line; the schema is docs/schema/answers.json.
         *
         * @param model   the model that was asked about
         * @param answers its answers
         * @return for each query its verdict, and its numbers with their standard errors
         */
        public static String toJson(GraphicalModel model, List<Answer> answers) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("question", "queries");
            all.put("answers", answers.stream().map(answer -> answer.fields(model)).toList());
            return Json.text(all);
        }

        private Map<String, Object> fields(GraphicalModel model) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("query", query.toString());
            fields.put("verdict", diagnosis.map(found -> found.verdict().name()).orElse("EXACT"));
            fields.put("cells", cells.stream().map(cell -> {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("values", StateText.map(model, query.variables, cell.values().stream()
                        .mapToInt(Integer::intValue).toArray()));
                one.put("value", cell.value());
                one.put("error", exact() ? 0.0 : cell.standardError());
                return one;
            }).toList());
            return fields;
        }
    }

    /**
     * One number.
     *
     * @param values        the values of the query's variables, in its order
     * @param names         the same by names, such as {@code A=yes,B=no}; empty if the query asks for no variables
     * @param value         the probability or expectation
     * @param standardError 0 where it is exact
     */
    public record Cell(List<Integer> values, String names, double value, double standardError) { }

    @Override
    public String toString() {
        return text != null ? text : text(v -> "x" + v, Formula::toString, Feature::toString);
    }
}
