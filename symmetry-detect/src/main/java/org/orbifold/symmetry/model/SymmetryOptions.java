package org.orbifold.symmetry.model;

import java.util.Objects;
import org.orbifold.graph.detect.SearchOptions;
import org.orbifold.pgm.time.Budget;

/** How symmetries of a model are looked for; an immutable value. */
public final class SymmetryOptions {

    private static final double DEFAULT_TOLERANCE = 1e-9;
    private static final long DEFAULT_MAX_ENTRIES = 1L << 26;
    private static final int DEFAULT_PROBES = 2;

    private static final SymmetryOptions DEFAULTS = new SymmetryOptions(DEFAULT_TOLERANCE, DEFAULT_MAX_ENTRIES,
            DEFAULT_PROBES, Runtime.getRuntime().availableProcessors(), Budget.unlimited(),
            SearchOptions.defaults());

    private final double tolerance;
    private final long maxEntries;
    private final int probes;
    private final int threads;
    private final Budget budget;
    private final SearchOptions search;

    private SymmetryOptions(double tolerance, long maxEntries, int probes, int threads, Budget budget,
            SearchOptions search) {
        this.tolerance = tolerance;
        this.maxEntries = maxEntries;
        this.probes = probes;
        this.threads = threads;
        this.budget = budget;
        this.search = search;
    }

    /**
     * Tolerance 1e-9, at most 2^26 table entries, two probes per generator, a thread per processor, no limits of
     * time or search.
     *
     * @return the default options
     */
    public static SymmetryOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets how far apart two log-potentials may be and still count as equal, relative to the range of the tables that
     * they come from.
     *
     * @param relative at least 0 and below 1; by default 1e-9
     * @return options with this tolerance
     * @throws IllegalArgumentException if it is out of range
     */
    public SymmetryOptions withTolerance(double relative) {
        if (!(relative >= 0 && relative < 1)) {
            throw new IllegalArgumentException("a tolerance of " + relative + "; expected at least 0 and below 1");
        }
        return new SymmetryOptions(relative, maxEntries, probes, threads, budget, search);
    }

    /**
     * Limits the table entries that are made for one partition; beyond it the partition is refused before the memory
     * is taken.
     *
     * @param entries the largest number, 8 bytes each; by default 2^26
     * @return options with this limit
     */
    public SymmetryOptions withMaxEntries(long entries) {
        return new SymmetryOptions(tolerance, entries, probes, threads, budget, search);
    }

    /**
     * Sets on how many random states every generator is tried on the features of the model themselves.
     *
     * @param states the number of states; by default 2
     * @return options with this number
     * @throws IllegalArgumentException if it is negative
     */
    public SymmetryOptions withProbes(int states) {
        if (states < 0) {
            throw new IllegalArgumentException(states + " probes; expected 0 or more");
        }
        return new SymmetryOptions(tolerance, maxEntries, states, threads, budget, search);
    }

    /**
     * Sets how many threads search several partitions at once; the result does not depend on it.
     *
     * @param count the number of threads; by default one per processor
     * @return options with this number
     * @throws IllegalArgumentException if it is below 1
     */
    public SymmetryOptions withThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " threads; expected 1 or more");
        }
        return new SymmetryOptions(tolerance, maxEntries, probes, count, budget, search);
    }

    /**
     * Limits the time of discovery: all that a {@link SymmetryFinder} is asked from when it is made on, and what is
     * asked of others with it. When the time is over, groups are those of the generators that were found and certified
     * by then, the trivial one if there are none, and {@link BlockSymmetries#isComplete} is false. The result
     * depends on the machine then.
     *
     * @param limit the time, which runs from the moment the budget was made; by default without a limit
     * @return options with this limit
     */
    public SymmetryOptions withBudget(Budget limit) {
        return new SymmetryOptions(tolerance, maxEntries, probes, threads, limit, search);
    }

    /**
     * Sets limits and listeners of the graph search.
     *
     * @param newSearch by default none
     * @return options with these
     */
    public SymmetryOptions withSearch(SearchOptions newSearch) {
        return new SymmetryOptions(tolerance, maxEntries, probes, threads, budget,
                Objects.requireNonNull(newSearch));
    }

    /**
     * The relative tolerance.
     *
     * @return how far apart equal log-potentials may be
     */
    public double tolerance() {
        return tolerance;
    }

    /**
     * The limit on table entries for one partition.
     *
     * @return the largest number of entries
     */
    public long maxEntries() {
        return maxEntries;
    }

    /**
     * The number of probes per generator.
     *
     * @return on how many states each generator is tried
     */
    public int probes() {
        return probes;
    }

    /**
     * The number of threads.
     *
     * @return how many threads search several partitions at once
     */
    public int threads() {
        return threads;
    }

    /**
     * The limit of time.
     *
     * @return the time that discovery may take
     */
    public Budget budget() {
        return budget;
    }

    /**
     * The limits of the graph search.
     *
     * @return limits and listeners
     */
    public SearchOptions search() {
        return search;
    }
}
