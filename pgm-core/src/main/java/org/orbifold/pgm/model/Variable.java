package org.orbifold.pgm.model;

import java.util.Objects;

/**
 * A variable of a model.
 *
 * @param index  its position in the model and in every state, from 0
 * @param name   its name, unique in the model
 * @param domain its values
 */
public record Variable(int index, String name, Domain domain) {

    /**
     * Checks the parts.
     *
     * @param index  its position in the model
     * @param name   its name
     * @param domain its values
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

    @Override
    public String toString() {
        return name;
    }
}
