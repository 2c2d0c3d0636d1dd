package org.orbifold.mcmc.random;

/**
 * The random streams of a seed, by what they are for. Streams of one seed are independent; no two purposes share one,
 * so what one phase draws does not depend on whether another phase ran.
 */
public enum Streams {

    /** The chains of a run, by their number. */
    CHAINS,
    /** Random block partitions. */
    PARTITIONS,
    /** States that show which orbits are likely, for estimators that choose among partitions. */
    TYPICAL_STATES,
    /** Covers of tree-width-bounded blocks, by table size. */
    COVERS,
    /** Adaptation of temperatures. */
    TEMPERATURES,
    /** The runs of trials, by their number. */
    TRIALS,
    /** Possible states in which chains and trials begin, by their number. */
    STARTS,
    /** Approximate symmetries and cluster moves: what they are chosen by. */
    MOVES,
    /** The ladders that estimate log Z, by their number. */
    LOG_PARTITION,
    /** The searches for the most probable state, by their number. */
    MAXIMUM,
    /** Drawn states, by sampler. */
    STATES,
    /** Walks that diagnose a run. */
    DIAGNOSIS;

    /** Streams of one purpose; more than any purpose uses. */
    private static final long SPAN = 1L << 40;

    /**
     * The number of a stream.
     *
     * @param index which of the streams of this purpose, from 0
     * @return a number that no other purpose and index have
     * @throws IllegalArgumentException if the index is out of range
     */
    public long number(long index) {
        if (index < 0 || index >= SPAN) {
            throw new IllegalArgumentException("stream " + index + " of " + this + "; expected 0 to " + (SPAN - 1));
        }
        return ordinal() * SPAN + index;
    }

    /**
     * A generator.
     *
     * @param seed  the seed of the question
     * @param index which of the streams of this purpose, from 0
     * @return a new generator at the beginning of its stream
     */
    public Xoshiro256 of(long seed, long index) {
        return Xoshiro256.of(seed, number(index));
    }
}
