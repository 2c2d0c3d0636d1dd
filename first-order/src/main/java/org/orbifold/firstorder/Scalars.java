package org.orbifold.firstorder;

import java.math.BigInteger;

/**
 * Arithmetic of weights: integers, which are exact, or {@linkplain Balls numbers with error bounds}.
 *
 * @param <S> the numbers, immutable
 */
interface Scalars<S> {

    S zero();

    S of(BigInteger value);

    /** The value of a weight. */
    S of(Weight weight);

    S add(S left, S right);

    S multiply(S left, S right);

    boolean isZero(S value);

    /** Exact integers; a weight must be one. */
    Scalars<BigInteger> INTEGERS = new Scalars<>() {

        @Override
        public BigInteger zero() {
            return BigInteger.ZERO;
        }

        @Override
        public BigInteger of(BigInteger value) {
            return value;
        }

        @Override
        public BigInteger of(Weight weight) {
            return weight.integer();
        }

        @Override
        public BigInteger add(BigInteger left, BigInteger right) {
            return left.add(right);
        }

        @Override
        public BigInteger multiply(BigInteger left, BigInteger right) {
            return left.multiply(right);
        }

        @Override
        public boolean isZero(BigInteger value) {
            return value.signum() == 0;
        }
    };
}
