package org.orbifold.pgm.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A conditional probability table P(child | parents) while it is written, row by row, with the names of values; see
 * {@link ModelBuilder#conditional}.
 */
public final class ConditionalBuilder {

    /** How far the probabilities of a row may be from 1 in all: rounded decimals, not mistakes. */
    private static final double SUM_TOLERANCE = 1e-6;

    /** Entries of a table that is written row by row, at most: 1 GB of doubles. */
    private static final int MOST_ENTRIES = 1 << 27;

    private final ModelBuilder model;
    private final Variable child;
    private final List<Variable> parents;
    private final double @Nullable [] [] rows;

    ConditionalBuilder(ModelBuilder model, Variable child, List<Variable> parents) {
        this.model = model;
        this.child = child;
        this.parents = parents;
        double entries = child.size();
        for (Variable parent : parents) {
            entries *= parent.size();
        }
        if (entries > MOST_ENTRIES) {
            throw new IllegalArgumentException(name() + " would have " + entries + " entries; expected at most "
                    + MOST_ENTRIES + ": write it as a product of smaller tables, with auxiliary variables");
        }
        this.rows = new double[(int) entries / child.size()][];
    }

    /**
     * Sets the distribution of the child for one joint value of the parents.
     *
     * @param given         the label of a value of each parent, in the order of the parents
     * @param probabilities one for each value of the child, in the order of its domain; they sum to 1
     * @return this builder
     */
    public ConditionalBuilder row(List<String> given, double... probabilities) {
        if (Objects.requireNonNull(given, "the values of the parents are null").size() != parents.size()) {
            throw new IllegalArgumentException(name() + ": a row is given " + given + "; expected "
                    + (parents.isEmpty() ? "no value, as there are no parents" : "a value of each of " + parents));
        }
        int row = 0;
        for (int k = 0; k < parents.size(); k++) {
            row = row * parents.get(k).size() + parents.get(k).value(given.get(k));
        }
        if (rows[row] != null) {
            throw new IllegalArgumentException(name() + ": the row " + given + " is given twice");
        }
        rows[row] = checked(given.isEmpty() ? "" : " of the row " + given, probabilities);
        return this;
    }

    /**
     * As {@link #row(List, double...)}, with the labels in one text, separated by commas where there are several.
     *
     * @param given         such as {@code "yes"}, or {@code "yes, on"} for two parents
     * @param probabilities one for each value of the child, in the order of its domain; they sum to 1
     * @return this builder
     */
    public ConditionalBuilder row(String given, double... probabilities) {
        Objects.requireNonNull(given, "the values of the parents are null");
        return row(parents.size() == 1 ? List.of(given) : List.of(given.split("\\s*,\\s*")), probabilities);
    }

    /**
     * Sets the distribution of a child without parents.
     *
     * @param probabilities one for each value of the child; they sum to 1
     * @return this builder
     */
    public ConditionalBuilder row(double... probabilities) {
        return row(List.of(), probabilities);
    }

    /**
     * Sets the distribution of the child for all rows that are not given so far.
     *
     * @param probabilities one for each value of the child; they sum to 1
     * @return this builder
     */
    public ConditionalBuilder otherwise(double... probabilities) {
        double[] row = checked(" of all other rows", probabilities);
        for (int r = 0; r < rows.length; r++) {
            rows[r] = rows[r] == null ? row : rows[r];
        }
        return this;
    }

    private double[] checked(String row, double[] probabilities) {
        Objects.requireNonNull(probabilities, "the probabilities are null");
        String what = name() + ": the probabilities" + row + " are " + Arrays.toString(probabilities);
        double sum = Arrays.stream(probabilities).sum();
        if (probabilities.length != child.size()) {
            throw new IllegalArgumentException(what + "; expected " + child.size() + ", one for each of "
                    + child.domain());
        } else if (!Arrays.stream(probabilities).allMatch(p -> p >= 0)) {
            throw new IllegalArgumentException(what + "; expected numbers from 0 to 1");
        } else if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException(what + ", with the sum " + (float) sum + "; expected the sum 1");
        }
        return probabilities.clone();
    }

    /**
     * Adds the table to the model. What is not ended is added by {@link ModelBuilder#build()}.
     *
     * @return the model's builder
     * @throws IllegalArgumentException if a row is missing
     */
    public ModelBuilder end() {
        double[] flat = new double[rows.length * child.size()];
        for (int r = 0; r < rows.length; r++) {
            if (rows[r] == null) {
                throw new IllegalArgumentException(name() + ": the row " + labels(r) + " is missing; add it, or set "
                        + "all missing rows with otherwise(…)");
            }
            System.arraycopy(rows[r], 0, flat, r * child.size(), child.size());
        }
        int[] scope = new int[parents.size() + 1];
        Arrays.setAll(scope, k -> (k < parents.size() ? parents.get(k) : child).index());
        model.ended(this);
        return model.potentials(scope, flat);
    }

    Variable child() {
        return child;
    }

    List<Variable> parents() {
        return parents;
    }

    private List<String> labels(int row) {
        List<String> labels = new ArrayList<>();
        int rest = row;
        for (int k = parents.size() - 1; k >= 0; k--) {
            labels.add(0, parents.get(k).domain().label(rest % parents.get(k).size()));
            rest /= parents.get(k).size();
        }
        return labels;
    }

    private String name() {
        return "P(" + child.name() + (parents.isEmpty() ? "" : " | " + String.join(", ",
                parents.stream().map(Variable::name).toList())) + ")";
    }
}
