package org.orbifold.pgm.model;

import java.util.Objects;

/**
 * A variable of a model.
 *
 * @param index     its position in the model and in every state, from 0
 * @param name      its name, unique in the model
 * @param domain    its values
 * @param auxiliary whether it only helps to write a large table as a product of small ones: what it stands for is to be
 *                  summed out, and results leave it out
 */
public record Variable(int index, String name, Domain domain, boolean auxiliary) {

    /**
     * A variable that stands for something.
     *
     * @param index  its position in the model
     * @param name   its name
     * @param domain its values
     */
    public Variable(int index, String name, Domain domain) {
        this(index, name, domain, false);
    }

    /**
     * Checks the parts.
     *
     * @param index     its position in the model
     * @param name      its name
     * @param domain    its values
     * @param auxiliary whether results leave it out
     */
    public Variable {
        Objects.requireNonNull(domain, "domain");
        if (index < 0) {
            throw new IllegalArgumentException("the index of variable '" + name + "' is negative: " + index);
        }
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("variable " + index + " has an empty name");
        }
    }

    /**
     * Returns the number of values.
     *
     * @return the size of the domain
     */
    public int size() {
        return domain.size();
    }

    /**
     * Returns the value of the given label.
     *
     * @param label a label of the domain
     * @return the value's index
     * @throws IllegalArgumentException that lists the labels, if there is no such value
     */
    public int value(String label) {
        return domain.find(label).orElseThrow(() -> new IllegalArgumentException("variable '" + name
                + "' has no value " + NearestNames.quoted(label) + "; its values are " + domain
                + NearestNames.hint(label, domain.labels())));
    }

    @Override
    public String toString() {
        return name;
    }
}
