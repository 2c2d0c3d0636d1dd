package org.orbifold.pgm.model;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The finite set of values of a variable: its size, and a label for each value.
 *
 * <p>Values are indices from 0; labels are for people and files. A domain made from a size labels its values with
 * their indices and stores none of them, so a domain of a million values costs nothing.
 */
public final class Domain {

    private static final Domain BINARY = new Domain(2, null);

    private final int size;
    /** Null when every label is the decimal form of its index. */
    private final String @Nullable [] labels;

    private Domain(int size, String @Nullable [] labels) {
        this.size = size;
        this.labels = labels;
    }

    /**
     * Returns the domain {0, 1}.
     *
     * @return the domain of a binary variable
     */
    public static Domain binary() {
        return BINARY;
    }

    /**
     * Returns the domain {0, …, size−1}.
     *
     * @param size the number of values, at least 1
     * @return the domain
     */
    public static Domain ofSize(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a domain needs at least one value, but its size is " + size);
        }
        return size == 2 ? BINARY : new Domain(size, null);
    }

    /**
     * Returns a domain with the given labels.
     *
     * @param labels one label per value, all different, none empty
     * @return the domain
     */
    public static Domain of(String... labels) {
        if (Objects.requireNonNull(labels, "the labels are null").length == 0) {
            throw new IllegalArgumentException("a domain needs at least one value, but no label was given");
        }
        boolean decimal = true;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] == null || labels[i].isEmpty()) {
                throw new IllegalArgumentException("the label of value " + i + " is empty");
            }
            if (!seen.add(labels[i])) {
                throw new IllegalArgumentException("the label '" + labels[i] + "' names two values of one domain");
            }
            decimal &= labels[i].equals(Integer.toString(i));
        }
        return decimal ? ofSize(labels.length) : new Domain(labels.length, labels.clone());
    }

    /**
     * Returns the number of values.
     *
     * @return the size, at least 1
     */
    public int size() {
        return size;
    }

    /**
     * Returns the label of a value.
     *
     * @param value the value's index
     * @return its label
     */
    public String label(int value) {
        if (value < 0 || value >= size) {
            throw new IndexOutOfBoundsException("value " + value + " of a domain of size " + size);
        }
        return labels == null ? Integer.toString(value) : labels[value];
    }

    /**
     * Returns the value with the given label.
     *
     * @param label a label
     * @return the value's index; empty if no value has this label
     */
    public OptionalInt find(String label) {
        if (labels != null) {
            int value = Arrays.asList(labels).indexOf(label);
            return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
        }
        // Only the canonical decimal form is a label: "01" is not "1".
        int value;
        try {
            value = Integer.parseInt(label);
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
        return value >= 0 && value < size && Integer.toString(value).equals(label) ? OptionalInt.of(value)
                : OptionalInt.empty();
    }

    /** The labels, if people chose them; numbers resemble each other too much to suggest one. */
    List<String> labels() {
        return labels == null ? List.of() : List.of(labels);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Domain that && size == that.size && Arrays.equals(labels, that.labels);
    }

    @Override
    public int hashCode() {
        return 31 * size + Arrays.hashCode(labels);
    }

    @Override
    public String toString() {
        if (labels != null) {
            return "{" + String.join(",", labels) + "}";
        }
        return size == 1 ? "{0}" : size == 2 ? "{0,1}" : "{0.." + (size - 1) + "}";
    }
}
