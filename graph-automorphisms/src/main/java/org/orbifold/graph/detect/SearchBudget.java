package org.orbifold.graph.detect;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Trace;

/**
 * Counts the nodes of the search and stops it when a limit is reached. One budget serves one computation.
 */
final class SearchBudget {

    /** Thrown inside the search when a limit is reached; without a stack trace, because it is control flow. */
    static final class Exhausted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exhausted(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Nodes or splitters between two looks at the clock, and vertices if these are many. */
    private static final int CHECK_INTERVAL = 64;
    private static final int CHECK_VERTICES = 1 << 19;
    private static final int LOOP_INTERVAL = 1 << 10;
    private static final long REPORT_INTERVAL_NANOS = 200_000_000L;

    private final long maxNodes;
    private final long maxNanos;
    private final BooleanSupplier cancelled;
    private final @Nullable Consumer<SearchProgress> listener;
    private final long startNanos = System.nanoTime();
    private long nodes;
    private int generators;
    private long nextReport = REPORT_INTERVAL_NANOS;
    /** The nodes of the last report: a refinement alone is no progress. */
    private long reportedNodes = -1;

    /** A budget that starts now. */
    SearchBudget(long maxNodes, long maxNanos, BooleanSupplier cancelled,
            @Nullable Consumer<SearchProgress> listener) {
        this.maxNodes = maxNodes;
        this.maxNanos = maxNanos;
        this.cancelled = cancelled;
        this.listener = listener;
    }

    long nodes() {
        return nodes;
    }

    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** One more node; throws when it is one too many. */
    void node() {
        if (++nodes > maxNodes) {
            throw new Exhausted("the limit of " + maxNodes + " search nodes was reached");
        }
        // A node may be a refinement of the whole graph, or next to nothing.
        if (maxNanos != Long.MAX_VALUE || cancelled != SearchOptions.NEVER || nodes % CHECK_INTERVAL == 1) {
            check();
        }
    }

    /**
     * A trace that checks now and then during a refinement.
     *
     * @param vertices of the graph that is refined: a splitter may take time linear in them
     */
    Trace watching(int vertices) {
        int[] splitters = {0};
        int interval = Math.max(1, Math.min(CHECK_INTERVAL, CHECK_VERTICES / (vertices + 1)));
        return value -> {
            if (++splitters[0] % interval == 0) {
                check();
            }
            return true;
        };
    }

    /** Checks at some of the vertices of a loop over all of them. */
    void atVertex(int v) {
        if (v % LOOP_INTERVAL == 0) {
            check();
        }
    }

    void generator() {
        generators++;
    }

    /** Looks at the clock, at the cancellation and at the interrupt status of the thread, which stays set. */
    void check() {
        long nanos = System.nanoTime() - startNanos;
        if (nanos > maxNanos) {
            throw new Exhausted("the time limit of " + maxNanos / 1_000_000 + " ms was reached");
        }
        if (cancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new Exhausted("the search was cancelled");
        }
        if (listener != null && nanos >= nextReport && nodes > reportedNodes) {
            reportedNodes = nodes;
            nextReport = nanos + REPORT_INTERVAL_NANOS;
            listener.accept(new SearchProgress(nodes, generators, Duration.ofNanos(nanos)));
        }
    }
}
