package org.orbifold.pgm.simplify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * A question in its smallest parts: the model given evidence, without the values that hard zeros rule out, divided into
 * models that have nothing to do with each other. Immutable.
 *
 * <p>Hard zeros are propagated to a fixed point (generalised arc consistency), variables with one value left are
 * fixed, tables over the same variables are merged, constant features go into {@link #constant()}, and
 * connected components become models of their own; small ones are put together into one. Where nothing of this changes
 * anything, the only component is the given model itself.
 *
 * <p>Cost: near-linear in the size of the model.
 */
public final class Simplification {

    private final ConditionedModel given;
    private final List<GraphicalModel> components;
    private final double constant;
    private final int separateParts;
    private final int mergedTables;
    private final LiveValues live;
    /** By free variable: its component, −1 if it is fixed, and its number there. */
    private final int[] componentOf;
    private final int[] indexOf;
    /** By component and number there: the free variable. */
    private final int[][] members;

    private Simplification(ConditionedModel given, LiveValues live, Components parts) {
        this.given = given;
        this.live = live;
        this.mergedTables = parts.mergedTables();
        this.components = parts.models();
        this.constant = parts.constant();
        this.separateParts = parts.separateParts();
        this.componentOf = parts.componentOf();
        this.indexOf = parts.indexOf();
        this.members = parts.members();
    }

    /**
     * Simplifies a question.
     *
     * @param given the model with its evidence
     * @return its parts
     * @throws ContradictionException if no state is possible and propagation finds it; it names the observation and
     *                                the factor against which it stands
     */
    public static Simplification of(ConditionedModel given) {
        return of(given, Budget.unlimited());
    }

    /**
     * Simplifies a question in a limited time.
     *
     * @param given  the model with its evidence
     * @param budget when it is over, zeros are not propagated further; a cancellation ends all
     * @return its parts
     * @throws ContradictionException                   as above
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is cancelled
     */
    public static Simplification of(ConditionedModel given, Budget budget) {
        GraphicalModel model = given.model();
        Budget whole = budget.withoutLimit();
        MergedTables tables = new MergedTables(model.features(), whole);
        LiveValues live = new LiveValues(model);
        int empty = ZeroPropagation.run(model, tables.features(), live, budget);
        if (empty >= 0) {
            throw Contradiction.explain(given, tables, live, empty);
        }
        return new Simplification(given, live, Components.of(model, tables, live, whole));
    }

    /**
     * Returns what was simplified.
     *
     * @return the model with its evidence
     */
    public ConditionedModel given() {
        return given;
    }

    /**
     * Returns the parts, models that share no variable; those of few states are one part together, the last.
     *
     * @return an immutable list, empty if every variable is observed or fixed
     */
    public List<GraphicalModel> components() {
        return components;
    }

    /**
     * Returns the logarithm of the weight that every state has beside its weights in the components.
     *
     * @return a finite number
     */
    public double constant() {
        return constant;
    }

    /**
     * Returns log Z of the question.
     *
     * @param parts log Z of each component
     * @return their sum with the constant
     */
    public double logPartition(double... parts) {
        if (parts.length != components.size()) {
            throw new IllegalArgumentException(
                    parts.length + " values of log Z for " + components.size() + " components");
        }
        return constant + Arrays.stream(parts).sum();
    }

    /**
     * Returns the variable of the original model that a component's variable stands for.
     *
     * @param component the component
     * @param variable  the variable's index in the component's model
     * @return its index in the original model
     */
    public int toOriginal(int component, int variable) {
        return given.toOriginal(members[component][variable]);
    }

    /**
     * Returns the values of the original variable that are left, which the component's variable numbers from 0.
     *
     * @param component the component
     * @param variable  the variable's index in the component's model
     * @return a fresh array, ascending
     */
    public int[] values(int component, int variable) {
        return live.values(members[component][variable]);
    }

    /**
     * Returns the component that a variable of the original model is in.
     *
     * @param original the variable's index in the original model
     * @return the component, or −1 if the variable is observed or fixed
     */
    public int component(int original) {
        int v = given.fromOriginal(original);
        return v < 0 ? -1 : componentOf[v];
    }

    /**
     * Returns the index of a variable of the original model in its component.
     *
     * @param original the variable's index in the original model
     * @return its index in the component's model, or −1 if the variable is observed or fixed
     */
    public int fromOriginal(int original) {
        return component(original) < 0 ? -1 : indexOf[given.fromOriginal(original)];
    }

    /**
     * Returns the value that a variable of the original model must have.
     *
     * @param original the variable's index in the original model
     * @return the value observed or the only one left, or −1 if several are left
     */
    public int fixedValue(int original) {
        int v = given.fromOriginal(original);
        if (v < 0) {
            return given.evidence().value(original);
        }
        return live.count(v) == 1 ? live.only(v) : -1;
    }

    /**
     * Returns the original model's state that goes with states of the components.
     *
     * @param states a state of each component
     * @return a fresh state of the original model
     */
    public int[] expand(List<int[]> states) {
        int[] state = new int[given.original().variableCount()];
        for (int v = 0; v < state.length; v++) {
            int component = component(v);
            state[v] = component < 0 ? fixedValue(v)
                    : values(component, fromOriginal(v))[states.get(component)[fromOriginal(v)]];
        }
        return state;
    }

    /**
     * Returns the marginals of the original model.
     *
     * @param parts the marginals of each component
     * @return the marginals of all variables; values that are observed away or excluded have probability 0
     */
    public Marginals marginals(List<Marginals> parts) {
        double[][] all = new double[given.original().variableCount()][];
        for (int v = 0; v < all.length; v++) {
            all[v] = new double[given.original().size(v)];
            int component = component(v);
            if (component < 0) {
                all[v][fixedValue(v)] = 1;
            } else {
                double[] part = parts.get(component).distribution(fromOriginal(v));
                int[] values = values(component, fromOriginal(v));
                for (int i = 0; i < values.length; i++) {
                    all[v][values[i]] = part[i];
                }
            }
        }
        return Marginals.of(all);
    }

    /**
     * Returns how many values hard zeros excluded.
     *
     * @return the number
     */
    public int excludedValues() {
        return live.excludedCount();
    }

    /**
     * Returns how many variables that are not observed have one value left.
     *
     * @return the number
     */
    public int fixedVariables() {
        return (int) Arrays.stream(componentOf).filter(c -> c < 0).count();
    }

    /**
     * Returns how many tables were added to another one over the same variables.
     *
     * @return the number
     */
    public int mergedTables() {
        return mergedTables;
    }

    /**
     * Returns how many connected components there are, small ones counted singly.
     *
     * @return the number, which may be more than that of {@link #components()}
     */
    public int separateParts() {
        return separateParts;
    }

    private static void count(int number, String what, String how, List<String> counts) {
        if (number > 0) {
            counts.add(number + " " + what + (number == 1 ? " " : "s ") + how);
        }
    }

    @Override
    public String toString() {
        List<String> counts = new ArrayList<>();
        count(excludedValues(), "value", "excluded", counts);
        count(fixedVariables(), "variable", "fixed", counts);
        count(mergedTables, "table", "merged", counts);
        counts.add(separateParts + (separateParts == 1 ? " component" : " components"));
        return String.join(", ", counts);
    }
}
