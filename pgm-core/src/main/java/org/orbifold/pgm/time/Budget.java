package org.orbifold.pgm.time;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The time of one question, and its cancellation. Every long loop asks {@link #isOver} or calls {@link #check}; nothing
 * else reads a clock to decide when to stop.
 *
 * <p>A question is answered in phases. A phase is a budget as well: {@link #until} gives one that ends when a share of
 * the whole time is over, so that what earlier phases did not use is left to it. A budget is cancelled by
 * {@link #cancel}, which ends its phases too; and on an interrupted thread it is cancelled as well.
 * The interrupt status stays set. Threads that work for an interrupted one are told by {@link Workers}.
 *
 * <p>Immutable but for the cancellation; safe for use by several threads. A budget is valid in its own process only.
 */
public final class Budget {

    private static final double NANOS = 1e9;
    /** Longer than a process lives, in seconds; as nanoseconds it does not overflow. */
    private static final double LONGEST = 1e9;
    /** Seconds after the end in which what every answer needs may still be made: nobody waits much longer for it. */
    private static final double LATE_SECONDS = 0.1;

    /** A cancelled budget cancels its phases, not the other way round. */
    private static final class Cancellation {

        private final @Nullable Cancellation parent;
        private volatile boolean requested;

        Cancellation(@Nullable Cancellation parent) {
            this.parent = parent;
        }

        boolean isRequested() {
            return requested || parent != null && parent.isRequested();
        }
    }

    private final Cancellation cancellation;
    private final long start;
    private final long end;
    private final boolean limited;
    /** The time limit that was asked for, in seconds: a share of it has the same. */
    private final double stated;

    private Budget(Cancellation cancellation, long start, long end, boolean limited, double stated) {
        this.stated = stated;
        this.cancellation = cancellation;
        this.start = start;
        this.end = end;
        this.limited = limited;
    }

    /**
     * A budget without a time limit, which can still be cancelled.
     *
     * @return a new budget
     */
    public static Budget unlimited() {
        return new Budget(new Cancellation(null), System.nanoTime(), 0, false, Double.POSITIVE_INFINITY);
    }

    /**
     * A budget that begins now.
     *
     * @param seconds the time, at least 0; infinite for no limit
     * @return a new budget
     * @throws IllegalArgumentException if the time is negative or not a number
     */
    public static Budget ofSeconds(double seconds) {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("a time limit of " + seconds + " s; expected 0 or more");
        }
        long now = System.nanoTime();
        return new Budget(new Cancellation(null), now, now + nanos(Math.min(LONGEST, seconds)), seconds < LONGEST,
                seconds);
    }

    private static long nanos(double seconds) {
        return (long) (seconds * NANOS);
    }

    /**
     * A phase that ends when a share of this budget's whole time is over.
     *
     * @param share of the time since this budget began, from 0 to 1
     * @return the phase, which begins now; without a limit if this budget has none
     */
    public Budget until(double share) {
        return phase(start + (long) (share * (end - start)));
    }

    /**
     * A phase that ends after a share of the time left in this budget.
     *
     * @param share of the time that is left, from 0 to 1
     * @return the phase, which begins now; without a limit if this budget has none
     */
    public Budget share(double share) {
        long now = System.nanoTime();
        // An ended budget keeps its end.
        return phase(end - now <= 0 ? end : now + (long) (share * (end - now)));
    }

    private Budget phase(long phaseEnd) {
        return new Budget(new Cancellation(cancellation), System.nanoTime(), phaseEnd, limited, stated);
    }

    /**
     * A phase of a limited length, which ends no later than this budget.
     *
     * @param seconds the most seconds from now; infinite for those of this budget
     * @return the phase, which begins now
     */
    public Budget atMost(double seconds) {
        if (seconds >= secondsLeft() || seconds >= LONGEST) {
            return phase(end);
        }
        long now = System.nanoTime();
        return new Budget(new Cancellation(cancellation), now, now + nanos(Math.max(0, seconds)), true,
                limited ? stated : Math.max(0, seconds));
    }

    /**
     * The same time with a cancellation of its own: to cancel it leaves this budget as it is.
     *
     * @return a budget that ends with this one, if it is not cancelled before
     */
    public Budget separate() {
        return new Budget(new Cancellation(cancellation), start, end, limited, stated);
    }

    /**
     * The same cancellation without a time limit, for work that must be whole or cancelled.
     *
     * @return a budget without a limit
     */
    public Budget withoutLimit() {
        return new Budget(new Cancellation(cancellation), System.nanoTime(), 0, false, Double.POSITIVE_INFINITY);
    }

    /**
     * The same time and a tenth of a second more, for the least without which there is no answer.
     *
     * @return a budget that ends shortly after this one; without a limit if this one has none
     */
    public Budget late() {
        return new Budget(new Cancellation(cancellation), System.nanoTime(), end + nanos(LATE_SECONDS), limited,
                stated);
    }

    /**
     * Whether there is a time limit.
     *
     * @return false if only a cancellation ends it
     */
    public boolean isLimited() {
        return limited;
    }

    /**
     * Whether to stop.
     *
     * @return whether the time is over or the question was cancelled
     */
    public boolean isOver() {
        return limited && System.nanoTime() - end >= 0 || isCancelled();
    }

    /**
     * Whether the question was cancelled, or the current thread is interrupted.
     *
     * @return whether nobody waits for a full answer any more
     */
    public boolean isCancelled() {
        return Thread.currentThread().isInterrupted() || cancellation.isRequested();
    }

    /** Cancels this budget and its phases. */
    public void cancel() {
        cancellation.requested = true;
    }

    /**
     * Stops the computation if the time is over or the question was cancelled.
     *
     * @throws OutOfTimeException if so
     */
    public void check() {
        if (isOver()) {
            throw new OutOfTimeException(reason());
        }
    }

    /**
     * Why it is over, for people.
     *
     * @return that it was cancelled, or which time limit was reached: for a phase, that of its question
     */
    public String reason() {
        return isCancelled() ? "it was cancelled"
                : String.format(Locale.ROOT, "the time limit of %.3g s was reached", stated);
    }

    /**
     * The time that is left.
     *
     * @return seconds, 0 or more; infinite without a limit, 0 after a cancellation
     */
    public double secondsLeft() {
        if (isCancelled()) {
            return 0;
        }
        return limited ? Math.max(0, end - System.nanoTime()) / NANOS : Double.POSITIVE_INFINITY;
    }

    /**
     * The time since this budget began.
     *
     * @return seconds
     */
    public double elapsed() {
        return (System.nanoTime() - start) / NANOS;
    }

    /**
     * The whole time of this budget.
     *
     * @return seconds from its beginning to its end; infinite without a limit
     */
    public double seconds() {
        return limited ? Math.max(0, end - start) / NANOS : Double.POSITIVE_INFINITY;
    }
}
