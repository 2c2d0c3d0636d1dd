package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How a stabiliser chain is built. An immutable value; start from {@link #defaults()}. */
public final class ChainOptions {

    /** The ways to build a chain. */
    public enum Method {
        /** Random elements build the chain, then it is proved: the default. */
        RANDOM_VERIFIED,
        /** Random elements only: {@link Proof#NONE}, unless an order certifies the result for free. */
        MONTE_CARLO
    }

    private static final ChainOptions DEFAULTS = new ChainOptions(Method.RANDOM_VERIFIED, null, null,
        new int[0], 8, 1L, () -> false);

    private final Method method;
    private final @Nullable BigInteger knownOrder;
    private final @Nullable BigInteger largestOrder;
    private final int[] base;
    private final int trivialSifts;
    private final long seed;
    private final BooleanSupplier cancelled;

    private ChainOptions(Method method, @Nullable BigInteger knownOrder, @Nullable BigInteger largestOrder, int[] base,
            int trivialSifts, long seed, BooleanSupplier cancelled) {
        this.method = method;
        this.knownOrder = knownOrder;
        this.largestOrder = largestOrder;
        this.base = base;
        this.trivialSifts = trivialSifts;
        this.seed = seed;
        this.cancelled = cancelled;
    }

    /**
     * Randomised and verified, no known order, no prescribed base, 8 trivial sifts before the proof, seed 1.
     *
     * @return the defaults
     */
    public static ChainOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The way to build the chain.
     *
     * @return the method
     */
    public Method method() {
        return method;
    }

    /**
     * Changes the method.
     *
     * @param value the method
     * @return new options
     */
    public ChainOptions withMethod(Method value) {
        return new ChainOptions(Objects.requireNonNull(value), knownOrder, largestOrder, base, trivialSifts, seed,
            cancelled);
    }

    /**
     * The order that the caller knows.
     *
     * @return the order, if stated
     */
    public Optional<BigInteger> knownOrder() {
        return Optional.ofNullable(knownOrder);
    }

    /**
     * States the group's order: a short cut past the proof. A wrong statement leads to an exception or, if it names a
     * divisor that the chain passes through, to {@link Proof#KNOWN_ORDER} for a chain that is too small.
     *
     * @param value the order, at least 1
     * @return new options
     * @throws IllegalArgumentException if the order is not positive
     */
    public ChainOptions withKnownOrder(BigInteger value) {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("a group cannot have order " + value);
        }
        return new ChainOptions(method, value, largestOrder, base, trivialSifts, seed, cancelled);
    }

    /**
     * The first base points.
     *
     * @return a new array, empty if the base is free
     */
    public int[] base() {
        return base.clone();
    }

    /**
     * Prescribes the first base points, in order, redundant ones included; more are appended where needed.
     *
     * @param points distinct points
     * @return new options
     */
    public ChainOptions withBase(int... points) {
        return new ChainOptions(method, knownOrder, largestOrder, points.clone(), trivialSifts, seed, cancelled);
    }

    /**
     * How many random elements in a row must sift to the identity before the random phase ends.
     *
     * @return the number
     */
    public int trivialSifts() {
        return trivialSifts;
    }

    /**
     * Changes when the random phase ends. With {@link Method#MONTE_CARLO} an incomplete chain survives with a
     * probability of about 2 to the minus this number; with verification it only shifts work between the phases.
     *
     * @param value at least 1
     * @return new options
     * @throws IllegalArgumentException if the value is below 1
     */
    public ChainOptions withTrivialSifts(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("at least one trivial sift is needed, not " + value);
        }
        return new ChainOptions(method, knownOrder, largestOrder, base, value, seed, cancelled);
    }

    /**
     * The seed of all random choices.
     *
     * @return the seed
     */
    public long seed() {
        return seed;
    }

    /**
     * Changes the seed. It decides which base and strong generators are found, never the group.
     *
     * @param value any number
     * @return new options
     */
    public ChainOptions withSeed(long value) {
        return new ChainOptions(method, knownOrder, largestOrder, base, trivialSifts, value, cancelled);
    }

    /**
     * An order that the group cannot exceed.
     *
     * @return the bound, if stated
     */
    public Optional<BigInteger> largestOrder() {
        return Optional.ofNullable(largestOrder);
    }

    /**
     * States an upper bound of the group's order, such as the order that a search for automorphisms has proved. A long
     * chain that reaches it is complete, which saves the strong generating test. Unlike a known order it may be above
     * the truth, but a bound below the truth leads to a chain that is too small.
     *
     * @param value the bound, at least 1
     * @return new options
     * @throws IllegalArgumentException if the bound is not positive
     */
    public ChainOptions withLargestOrder(BigInteger value) {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("a group cannot have order " + value);
        }
        return new ChainOptions(method, knownOrder, value, base, trivialSifts, seed, cancelled);
    }

    /**
     * Lets a caller stop the computation, which then ends with a {@link CancellationException}.
     *
     * @param question asked often by the computing thread; true stops it. By default never
     * @return new options
     */
    public ChainOptions withCancellation(BooleanSupplier question) {
        return new ChainOptions(method, knownOrder, largestOrder, base, trivialSifts, seed,
            Objects.requireNonNull(question));
    }

    /**
     * Stops the computation if the caller wants that.
     *
     * @throws CancellationException if so
     */
    public void checkCancelled() {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("the computation of a group was cancelled");
        }
    }
}
