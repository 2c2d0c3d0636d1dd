package org.orbifold.firstorder;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Polynomials in several variables whose degrees are cut off: terms of higher degree are never asked for. Without
 * variables they are numbers.
 *
 * @param <S> the coefficients
 */
final class Polynomials<S> {

    private final Scalars<S> scalars;
    private final int[] degrees;
    private final int size;
    private final Poly<S> zero;
    private final Poly<S> one;

    /**
     * A polynomial: the coefficients, the degree of the last variable changing fastest.
     *
     * @param coefficients immutable by convention
     */
    record Poly<S>(S[] coefficients) {

        /** The constant term; generic arrays are arrays of objects. */
        @SuppressWarnings("unchecked")
        S constant() {
            return (S) ((Object[]) coefficients)[0];
        }
    }

    /**
     * Makes a ring.
     *
     * @param scalars the coefficients
     * @param degrees the largest degree of each variable that is kept
     */
    Polynomials(Scalars<S> scalars, int... degrees) {
        this.scalars = scalars;
        this.degrees = degrees.clone();
        long product = 1;
        for (int degree : degrees) {
            product = Math.min(Integer.MAX_VALUE, product * (degree + 1));
        }
        this.size = (int) product;
        this.zero = new Poly<>(zeros());
        this.one = constant(scalars.of(BigInteger.ONE));
    }

    @SuppressWarnings("unchecked")
    private S[] zeros() {
        S[] coefficients = (S[]) new Object[size];
        Arrays.fill(coefficients, scalars.zero());
        return coefficients;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    Poly<S>[] array(int length, IntFunction<Poly<S>> value) {
        Poly<S>[] array = new Poly[length];
        Arrays.setAll(array, value);
        return array;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    Poly<S>[][] matrix(int length, IntFunction<Poly<S>[]> row) {
        Poly<S>[][] matrix = new Poly[length][];
        Arrays.setAll(matrix, row);
        return matrix;
    }

    Scalars<S> scalars() {
        return scalars;
    }

    /** How many coefficients a polynomial has. */
    int size() {
        return size;
    }

    Poly<S> zero() {
        return zero;
    }

    Poly<S> one() {
        return one;
    }

    Poly<S> constant(S value) {
        S[] coefficients = zeros();
        coefficients[0] = value;
        return new Poly<>(coefficients);
    }

    Poly<S> of(Weight weight) {
        return constant(scalars.of(weight));
    }

    Poly<S> of(BigInteger value) {
        return constant(scalars.of(value));
    }

    /** A power of a variable; 0 if its degree is cut off. */
    Poly<S> variable(int variable, int degree) {
        if (degree > degrees[variable]) {
            return zero;
        }
        int index = degree;
        for (int i = variable + 1; i < degrees.length; i++) {
            index *= degrees[i] + 1;
        }
        S[] coefficients = zeros();
        coefficients[index] = scalars.of(BigInteger.ONE);
        return new Poly<>(coefficients);
    }

    boolean isZero(Poly<S> value) {
        if (value == zero) {
            return true;
        }
        for (S coefficient : value.coefficients) {
            if (!scalars.isZero(coefficient)) {
                return false;
            }
        }
        return true;
    }

    Poly<S> add(Poly<S> left, Poly<S> right) {
        if (left == zero) {
            return right;
        } else if (right == zero) {
            return left;
        }
        S[] sum = left.coefficients.clone();
        for (int i = 0; i < size; i++) {
            sum[i] = scalars.add(sum[i], right.coefficients[i]);
        }
        return new Poly<>(sum);
    }

    Poly<S> multiply(Poly<S> left, Poly<S> right) {
        if (left == zero || right == zero) {
            return zero;
        } else if (left == one) {
            return right;
        } else if (right == one) {
            return left;
        }
        S[] product = zeros();
        if (size == 1) {
            product[0] = scalars.multiply(left.coefficients[0], right.coefficients[0]);
            return new Poly<>(product);
        }
        int[] terms = new int[size];
        int count = 0;
        for (int j = 0; j < size; j++) {
            if (!scalars.isZero(right.coefficients[j])) {
                terms[count++] = j;
            }
        }
        for (int i = 0; i < size; i++) {
            if (!scalars.isZero(left.coefficients[i])) {
                for (int t = 0; t < count && terms[t] + i < size; t++) {
                    int j = terms[t];
                    if (fits(i, j)) {
                        product[i + j] = scalars.add(product[i + j],
                                scalars.multiply(left.coefficients[i], right.coefficients[j]));
                    }
                }
            }
        }
        return new Poly<>(product);
    }

    /** Whether the degrees of a product of two monomials are kept, so that their numbers add up. */
    private boolean fits(int i, int j) {
        int left = i;
        int right = j;
        for (int v = degrees.length - 1; v > 0; v--) {
            int base = degrees[v] + 1;
            if (left % base + right % base >= base) {
                return false;
            }
            left /= base;
            right /= base;
        }
        return true;
    }

    /** A power by squarings. */
    Poly<S> power(Poly<S> base, long exponent) {
        Poly<S> result = one;
        Poly<S> square = base;
        for (long left = exponent; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                result = multiply(result, square);
            }
            square = left > 1 ? multiply(square, square) : square;
        }
        return result;
    }

    /** The coefficient of a monomial. */
    S coefficient(Poly<S> value, int... exponents) {
        int index = 0;
        for (int i = 0; i < degrees.length; i++) {
            index = index * (degrees[i] + 1) + exponents[i];
        }
        return value.coefficients[index];
    }
}
