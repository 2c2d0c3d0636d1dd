package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A feature made of literals only: a {@link Clause} or a {@link Conjunction}.
 *
 * <p>A variable may occur in several literals, each with another value.
 */
public abstract sealed class LiteralFeature implements WeightedFeature permits Clause, Conjunction {

    /** Literals up to which a linear search finds repeated variables fastest; a file may have a million. */
    private static final int FEW = 16;

    private final double weight;
    /** Variable and value of each literal in turn: one array, because models have millions of these. */
    private final int[] literals;

    LiteralFeature(double weight, int[] variablesAndValues) {
        this.weight = weight;
        this.literals = variablesAndValues;
    }

    static int[] flatten(List<Literal> literals) {
        int[] flat = new int[2 * literals.size()];
        for (int i = 0; i < literals.size(); i++) {
            flat[2 * i] = literals.get(i).variable();
            flat[2 * i + 1] = literals.get(i).value();
        }
        return flat;
    }

    final int[] renumberedLiterals(IntUnaryOperator numbers) {
        int[] result = literals.clone();
        for (int i = 0; i < result.length; i += 2) {
            result[i] = numbers.applyAsInt(result[i]);
        }
        return result;
    }

    @Override
    public final double weight() {
        return weight;
    }

    /**
     * Returns the number of literals.
     *
     * @return the number, at least 1
     */
    public final int literalCount() {
        return literals.length / 2;
    }

    /**
     * Returns the variable of a literal.
     *
     * @param i the literal's position
     * @return the variable's index
     */
    public final int variable(int i) {
        return literals[2 * i];
    }

    /**
     * Returns the value of a literal.
     *
     * @param i the literal's position
     * @return the value's index
     */
    public final int value(int i) {
        return literals[2 * i + 1];
    }

    /**
     * Returns the literals.
     *
     * @return an immutable list, in the order given when the feature was made
     */
    public final List<Literal> literals() {
        Literal[] all = new Literal[literalCount()];
        Arrays.setAll(all, i -> new Literal(variable(i), value(i)));
        return List.of(all);
    }

    @Override
    public final int[] scope() {
        int[] scope = new int[literalCount()];
        IntSet seen = scope.length > FEW ? new IntOpenHashSet(scope.length) : null;
        int size = 0;
        for (int i = 0; i < scope.length; i++) {
            int variable = variable(i);
            if (seen == null ? !contains(scope, size, variable) : seen.add(variable)) {
                scope[size++] = variable;
            }
        }
        return size == scope.length ? scope : Arrays.copyOf(scope, size);
    }

    private static boolean contains(int[] array, int length, int element) {
        for (int i = 0; i < length; i++) {
            if (array[i] == element) {
                return true;
            }
        }
        return false;
    }

    /** Whether some literal agrees with {@code wanted}: true asks for one that holds, false for one that does not. */
    final boolean someLiteral(boolean wanted, int[] state) {
        for (int i = 0; i < literals.length; i += 2) {
            if ((state[literals[i]] == literals[i + 1]) == wanted) {
                return true;
            }
        }
        return false;
    }

    final boolean someLiteral(boolean wanted, int[] state, int variable, int value) {
        for (int i = 0; i < literals.length; i += 2) {
            int actual = literals[i] == variable ? value : state[literals[i]];
            if ((actual == literals[i + 1]) == wanted) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof LiteralFeature that && getClass() == that.getClass()
                && Double.doubleToLongBits(weight) == Double.doubleToLongBits(that.weight)
                && Arrays.equals(literals, that.literals);
    }

    @Override
    public final int hashCode() {
        return 31 * Arrays.hashCode(literals) + Double.hashCode(weight);
    }
}
