package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Builds a {@link GraphicalModel}. Every mistake is refused at once, with a message that names it.
 *
 * <p>Variables come first and get the indices 0, 1, … in the order of their addition; features refer to those.
 * <pre>{@code
 * GraphicalModel model = GraphicalModel.builder()
 *         .binary("TakesML", "GetsJob")
 *         .conjunction(1.5, "TakesML=1", "GetsJob=1")
 *         .conjunction(0.7, "TakesML=0", "GetsJob=1")
 *         .build();
 * }</pre>
 */
public final class ModelBuilder {

    private final List<Variable> variables = new ArrayList<>();
    private final Object2IntOpenHashMap<String> indexByName = new Object2IntOpenHashMap<>();
    private final List<Feature> features = new ArrayList<>();
    /** Tables of one shape share one array of sizes: models have many tables and few shapes. */
    private final Object2IntOpenHashMap<List<Integer>> shapeIndex = new Object2IntOpenHashMap<>();
    private final List<int[]> shapes = new ArrayList<>();
    private double constant;
    /** The conditional tables by child, and those of them that are not ended. */
    private final Map<Variable, ConditionalBuilder> conditionals = new LinkedHashMap<>();
    private final Set<ConditionalBuilder> open = new LinkedHashSet<>();

    ModelBuilder() {
        indexByName.defaultReturnValue(-1);
        shapeIndex.defaultReturnValue(-1);
    }

    /**
     * Adds a variable.
     *
     * @param name   its name, not used before
     * @param domain its values
     * @return this builder
     */
    public ModelBuilder variable(String name, Domain domain) {
        return add(new Variable(variables.size(), name, domain));
    }

    /**
     * Adds an auxiliary variable: one that only helps to write a large table as a product of small ones. It is summed
     * out, so the most probable state is about the others, and results leave it out.
     *
     * @param name   its name, not used before
     * @param domain its values
     * @return this builder
     */
    public ModelBuilder auxiliary(String name, Domain domain) {
        return add(new Variable(variables.size(), name, domain, true));
    }

    private ModelBuilder add(Variable variable) {
        String name = variable.name();
        if (indexByName.putIfAbsent(name, variable.index()) != -1) {
            throw new IllegalArgumentException("two variables are named '" + name + "'");
        }
        variables.add(variable);
        return this;
    }

    /**
     * Adds variables with values 0 and 1.
     *
     * @param names their names
     * @return this builder
     */
    public ModelBuilder binary(String... names) {
        for (String name : Objects.requireNonNull(names, "the names of the variables are null")) {
            variable(name, Domain.binary());
        }
        return this;
    }

    /**
     * Adds variables named by their indices.
     *
     * @param sizes their domain sizes
     * @return this builder
     */
    public ModelBuilder variables(int... sizes) {
        for (int size : Objects.requireNonNull(sizes, "the sizes of the variables are null")) {
            variable(Integer.toString(variables.size()), Domain.ofSize(size));
        }
        return this;
    }

    /**
     * Returns the number of variables added so far.
     *
     * @return the number, which is the index of the next one
     */
    public int variableCount() {
        return variables.size();
    }

    /**
     * Returns the number of features added so far.
     *
     * @return the number
     */
    public int featureCount() {
        return features.size();
    }

    /**
     * Returns the domain size of a variable added before.
     *
     * @param variable the variable's index
     * @return the number of its values
     */
    public int size(int variable) {
        return known(variable).size();
    }

    /**
     * Reads a literal such as {@code "TakesML=1"}: the name of a variable, then the label of a value. Spaces around
     * both are ignored; a name may contain '=', a label may not.
     *
     * @param text the literal
     * @return the literal
     */
    public Literal literal(String text) {
        return Literal.parse(text, this::named);
    }

    private Variable named(String name) {
        int index = indexByName.getInt(name);
        if (index < 0) {
            throw new IllegalArgumentException("there is no variable named " + NearestNames.quoted(name)
                    + NearestNames.hint(name, indexByName.keySet()));
        }
        return variables.get(index);
    }

    private int[] indices(List<String> names) {
        return Objects.requireNonNull(names, "the names of the variables are null").stream()
                .mapToInt(name -> named(name).index()).toArray();
    }

    /**
     * Adds a clause.
     *
     * @param weight   its weight; +∞ requires it, −∞ forbids it
     * @param literals of which any one makes it hold
     * @return this builder
     */
    public ModelBuilder clause(double weight, Literal... literals) {
        return add(Clause.of(weight, List.of(literals)));
    }

    /**
     * Adds a clause.
     *
     * @param weight   its weight; +∞ requires it, −∞ forbids it
     * @param literals of which any one makes it hold, as {@link #literal(String)} reads them
     * @return this builder
     */
    public ModelBuilder clause(double weight, String... literals) {
        return add(Clause.of(weight, parse(literals)));
    }

    /**
     * Adds a conjunction.
     *
     * @param weight   its weight; +∞ requires it, −∞ forbids it
     * @param literals which make it hold together
     * @return this builder
     */
    public ModelBuilder conjunction(double weight, Literal... literals) {
        return add(Conjunction.of(weight, List.of(literals)));
    }

    /**
     * Adds a conjunction.
     *
     * @param weight   its weight; +∞ requires it, −∞ forbids it
     * @param literals which make it hold together, as {@link #literal(String)} reads them
     * @return this builder
     */
    public ModelBuilder conjunction(double weight, String... literals) {
        return add(Conjunction.of(weight, parse(literals)));
    }

    private List<Literal> parse(String[] literals) {
        return Arrays.stream(Objects.requireNonNull(literals, "the literals are null")).map(this::literal).toList();
    }

    /**
     * Adds a formula.
     *
     * @param weight  its weight; +∞ requires it, −∞ forbids it
     * @param formula the formula
     * @return this builder
     */
    public ModelBuilder formula(double weight, Formula formula) {
        return add(FormulaFeature.of(weight, formula));
    }

    /**
     * Forbids the states in which all of the literals hold.
     *
     * @param literals as {@link #literal(String)} reads them
     * @return this builder
     */
    public ModelBuilder forbid(String... literals) {
        return conjunction(Double.NEGATIVE_INFINITY, literals);
    }

    /**
     * Adds a table of log-potentials.
     *
     * @param scope         its variables
     * @param logPotentials one per joint assignment, the last variable changing fastest; −∞ forbids an assignment
     * @return this builder
     */
    public ModelBuilder table(int[] scope, double... logPotentials) {
        int[] sizes = sizesOf(scope);
        checkDistinct(scope);
        Objects.requireNonNull(logPotentials, "the log-potentials are null");
        if (logPotentials.length != Table.entries(sizes)) {
            throw new IllegalArgumentException("the table over " + names(scope) + " has " + logPotentials.length
                    + " entries; expected " + Table.entries(sizes) + ", the product of the domain sizes");
        }
        Table.checkEntries(logPotentials, () -> names(scope).toString());
        features.add(new Table(scope.clone(), sizes, logPotentials.clone()));
        return this;
    }

    /**
     * Adds a table of potentials, which are not logarithms: products of them are proportional to probabilities.
     *
     * @param scope      its variables
     * @param potentials one per joint assignment, the last variable changing fastest; 0 forbids an assignment
     * @return this builder
     */
    public ModelBuilder potentials(int[] scope, double... potentials) {
        double[] logs = new double[Objects.requireNonNull(potentials, "the potentials are null").length];
        for (int i = 0; i < logs.length; i++) {
            if (!(potentials[i] >= 0) || potentials[i] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("potential " + i + " of the table over "
                        + names(scope) + " is " + potentials[i] + "; expected a finite number, at least 0");
            }
            logs[i] = Math.log(potentials[i]);
        }
        return table(scope, logs);
    }

    /**
     * As {@link #table(int[], double...)}, with the names of the variables.
     *
     * @param scope         the names of its variables
     * @param logPotentials one per joint assignment, the last variable changing fastest; −∞ forbids an assignment
     * @return this builder
     */
    public ModelBuilder table(List<String> scope, double... logPotentials) {
        return table(indices(scope), logPotentials);
    }

    /**
     * As {@link #potentials(int[], double...)}, with the names of the variables.
     *
     * @param scope      the names of its variables
     * @param potentials one per joint assignment, the last variable changing fastest; 0 forbids an assignment
     * @return this builder
     */
    public ModelBuilder potentials(List<String> scope, double... potentials) {
        return potentials(indices(scope), potentials);
    }

    /**
     * Begins a conditional probability table P(child | parents), whose rows have names:
     * <pre>{@code
     * builder.conditional("Wet", "Rain", "Sprinkler")
     *         .row(List.of("yes", "on"), 0.99, 0.01)
     *         .row(List.of("no", "off"), 0.02, 0.98)
     *         .otherwise(0.9, 0.1)
     *         .end()
     * }</pre>
     *
     * @param child   the name of the variable whose distribution it is
     * @param parents the names of the variables on which it depends
     * @return a builder of the table, whose {@code end()} leads back here
     */
    public ConditionalBuilder conditional(String child, String... parents) {
        Variable variable = named(child);
        List<Variable> given = Arrays.stream(Objects.requireNonNull(parents, "the names of the parents are null"))
               .map(this::named).toList();
        if (conditionals.containsKey(variable)) {
            throw new IllegalArgumentException("the table of '" + child + "' is given twice; expected one conditional "
                    + "table for each variable, and potentials(…) for other factors");
        } else if (given.contains(variable) || given.stream().distinct().count() < given.size()) {
            throw new IllegalArgumentException("'" + child + "' depends on " + given
                    + "; expected other variables, each once");
        }
        ConditionalBuilder conditional = new ConditionalBuilder(this, variable, given);
        conditionals.put(variable, conditional);
        open.add(conditional);
        return conditional;
    }

    void ended(ConditionalBuilder conditional) {
        open.remove(conditional);
    }

    /** Refuses conditional tables that depend on each other in a cycle: those without such parents are taken first. */
    private void checkCycles() {
        int[] waiting = new int[variables.size()];
        List<IntArrayList> children = new ArrayList<>();
        variables.forEach(variable -> children.add(new IntArrayList()));
        for (ConditionalBuilder one : conditionals.values()) {
            for (Variable parent : one.parents()) {
                if (conditionals.containsKey(parent)) {
                    waiting[one.child().index()]++;
                    children.get(parent.index()).add(one.child().index());
                }
            }
        }
        IntArrayList free = new IntArrayList();
        conditionals.keySet().stream().filter(child -> waiting[child.index()] == 0)
                .forEach(child -> free.add(child.index()));
        for (int i = 0; i < free.size(); i++) {
            for (int child : children.get(free.getInt(i))) {
                if (--waiting[child] == 0) {
                    free.add(child);
                }
            }
        }
        if (free.size() < conditionals.size()) {
            throw new IllegalArgumentException("conditional tables depend on each other in a cycle, among or before "
                    + conditionals.keySet().stream().filter(child -> waiting[child.index()] > 0).limit(5).toList()
                    + "; expected a network without cycles, or potentials(…) for factors without a direction");
        }
    }

    /**
     * Adds a feature.
     *
     * @param feature the feature
     * @return this builder
     */
    public ModelBuilder add(Feature feature) {
        Objects.requireNonNull(feature, "the feature is null");
        if (feature instanceof LiteralFeature literals) {
            for (int i = 0; i < literals.literalCount(); i++) {
                check(literals.variable(i), literals.value(i));
            }
        } else if (feature instanceof FormulaFeature formula) {
            formula.formula().literals().forEach(literal -> check(literal.variable(), literal.value()));
        } else if (feature instanceof Table table && !Arrays.equals(table.sizes(), sizesOf(table.scope()))) {
            throw new IllegalArgumentException("the table over variables " + Arrays.toString(table.scope())
                    + " was made for domains of sizes " + Arrays.toString(table.sizes()) + ", but theirs are "
                    + Arrays.toString(sizesOf(table.scope())));
        }
        features.add(feature);
        return this;
    }

    /**
     * Adds to the constant part of every state's log-weight.
     *
     * @param logWeight a finite number
     * @return this builder
     */
    public ModelBuilder constant(double logWeight) {
        if (!Double.isFinite(logWeight)) {
            throw new IllegalArgumentException("the constant is " + logWeight + "; expected a finite number");
        }
        constant += logWeight;
        return this;
    }

    /**
     * Returns the model.
     *
     * @return the model; the builder may go on to build larger ones
     * @throws IllegalArgumentException if a conditional table lacks a row, or some depend on each other in a cycle
     */
    public GraphicalModel build() {
        List.copyOf(open).forEach(ConditionalBuilder::end);
        checkCycles();
        return new GraphicalModel(List.copyOf(variables),
                Collections.unmodifiableList(new ArrayList<>(features)), constant);
    }

    private List<String> names(int[] scope) {
        return Arrays.stream(scope).mapToObj(v -> known(v).name()).toList();
    }

    private void checkDistinct(int[] scope) {
        int[] sorted = scope.clone();
        Arrays.sort(sorted);
        for (int k = 1; k < sorted.length; k++) {
            if (sorted[k] == sorted[k - 1]) {
                throw new IllegalArgumentException("variable '" + variables.get(sorted[k]) + "' stands twice in the "
                        + "scope " + names(scope) + " of a table; expected each once");
            }
        }
    }

    private int[] sizesOf(int[] scope) {
        Integer[] boxed = new Integer[Objects.requireNonNull(scope, "the scope of the table is null").length];
        for (int k = 0; k < scope.length; k++) {
            boxed[k] = known(scope[k]).size();
        }
        List<Integer> shape = List.of(boxed);
        int index = shapeIndex.getInt(shape);
        if (index < 0) {
            index = shapes.size();
            shapes.add(shape.stream().mapToInt(Integer::intValue).toArray());
            shapeIndex.put(shape, index);
        }
        return shapes.get(index);
    }

    private void check(int variable, int value) {
        int size = known(variable).size();
        if (value < 0 || value >= size) {
            throw new IllegalArgumentException("value " + value + " of variable '" + variables.get(variable)
                    + "' is out of range; expected 0 to " + (size - 1));
        }
    }

    private Variable known(int variable) {
        if (variable < 0 || variable >= variables.size()) {
            throw new IllegalArgumentException("variable " + variable + " is unknown; " + (variables.isEmpty()
                    ? "no variables were added yet" : "expected 0 to " + (variables.size() - 1)));
        }
        return variables.get(variable);
    }
}
