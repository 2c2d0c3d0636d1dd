package org.orbifold.graph.detect;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits and listeners of a search; an immutable value. By default there is no limit and nobody listens.
 *
 * <p>The limit on nodes is deterministic: the same graph with the same limit gives the same result. Parts of the graph
 * that need no search are not interrupted by it. The time, the cancellation and the interrupt status of the thread are
 * looked at all the time.
 */
public final class SearchOptions {

    /** The cancellation that never comes. */
    static final BooleanSupplier NEVER = () -> false;

    private static final SearchOptions DEFAULTS = new SearchOptions(Long.MAX_VALUE, null, NEVER, null);

    private final long maxNodes;
    private final @Nullable Duration maxTime;
    private final BooleanSupplier cancellation;
    private final @Nullable Consumer<SearchProgress> progress;

    private SearchOptions(long maxNodes, @Nullable Duration maxTime, BooleanSupplier cancellation,
            @Nullable Consumer<SearchProgress> progress) {
        this.maxNodes = maxNodes;
        this.maxTime = maxTime;
        this.cancellation = cancellation;
        this.progress = progress;
    }

    /**
     * No limits, no listener.
     *
     * @return the default options
     */
    public static SearchOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Limits the number of nodes of the search tree, that is of individualisations with their refinement. Many graphs
     * need none at all.
     *
     * @param nodes the largest number of nodes; by default unlimited
     * @return options with this limit
     * @throws IllegalArgumentException if the number is negative
     */
    public SearchOptions withMaxNodes(long nodes) {
        if (nodes < 0) {
            throw new IllegalArgumentException("a limit of " + nodes + " nodes; it must be 0 or more");
        }
        return new SearchOptions(nodes, maxTime, cancellation, progress);
    }

    /**
     * Limits the time of the search.
     *
     * @param time the longest time; by default unlimited
     * @return options with this limit
     * @throws IllegalArgumentException if the time is negative
     */
    public SearchOptions withMaxTime(Duration time) {
        if (Objects.requireNonNull(time, "the time is null").isNegative()) {
            throw new IllegalArgumentException("a time limit of " + time + "; it must not be negative");
        }
        return new SearchOptions(maxNodes, time, cancellation, progress);
    }

    /**
     * Limits the time of the search, unless it is limited to less already.
     *
     * @param time the longest time
     * @return options with this limit or the one there is
     * @throws IllegalArgumentException if the time is negative
     */
    public SearchOptions withinTime(Duration time) {
        return maxTime == null || maxTime.compareTo(time) > 0 ? withMaxTime(time) : this;
    }

    /**
     * Lets another thread stop the search.
     *
     * @param cancelled asked now and then; true stops the search. By default never
     * @return options with this question
     */
    public SearchOptions withCancellation(BooleanSupplier cancelled) {
        return new SearchOptions(maxNodes, maxTime,
            Objects.requireNonNull(cancelled, "the cancellation is null"), progress);
    }

    /**
     * Adds a reason to stop to the one that is set.
     *
     * @param cancelled asked often whether to stop; true ends the search with what it found
     * @return new options
     */
    public SearchOptions orCancelledBy(BooleanSupplier cancelled) {
        BooleanSupplier before = cancellation;
        return withCancellation(before == NEVER ? cancelled : () -> before.getAsBoolean() || cancelled.getAsBoolean());
    }

    /**
     * Listens to long searches, about five times a second, on the searching thread.
     *
     * @param listener receives the progress of the search; by default none
     * @return options with this listener
     */
    public SearchOptions withProgress(Consumer<SearchProgress> listener) {
        return new SearchOptions(maxNodes, maxTime, cancellation,
            Objects.requireNonNull(listener, "the listener is null"));
    }

    /** A budget that starts now. */
    SearchBudget startBudget() {
        long nanos = maxTime == null || maxTime.getSeconds() > Long.MAX_VALUE / 2_000_000_000L
            ? Long.MAX_VALUE : maxTime.toNanos();
        return new SearchBudget(maxNodes, nanos, cancellation, progress);
    }
}
