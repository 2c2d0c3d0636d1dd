package org.orbifold.symmetry.refine;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * What a refinement saw, one hash per splitter, in an order that does not depend on the names of the vertices.
 *
 * <p>Two refinements that correspond under an isomorphism write the same trace; so a refinement that reads something
 * else than the recorded one can stop at once (McKay and Piperno, <i>Practical graph isomorphism II</i>, 2014,
 * section 2.4). Hash collisions only cost time: equal nodes always have equal traces.
 */
public final class Trace {

    /** What happens to each hash that the refinement produces. */
    private enum Mode { RECORD, COMPARE, IMPROVE, SAMPLE, RECOGNIZE, IGNORE }

    /** After how many splitters the hash so far is looked at: samples are enough to stop most wrong refinements. */
    private static final int[] SAMPLED_AT = {2, 6, 20};

    private long[] recorded = new long[64];
    private int length;
    private int cursor;
    private int end;
    private long hash;
    private Mode mode = Mode.IGNORE;
    private int order;
    private final long[] samples = new long[SAMPLED_AT.length];
    private int sampleCount;
    private int accepted;
    private LongPredicate known;

    /** An empty trace that ignores what it is told. */
    public Trace() {
    }

    /**
     * Appends what comes to the record.
     *
     * @return where in the record it starts
     */
    public int record() {
        mode = Mode.RECORD;
        hash = 0;
        order = 0;
        return length;
    }

    /**
     * Compares what comes with a part of the record.
     *
     * @param from where the part starts
     * @param to where it ends
     */
    public void compare(int from, int to) {
        mode = Mode.COMPARE;
        cursor = from;
        end = to;
        hash = 0;
        order = 0;
    }

    /** Compares what comes with the whole record, and replaces the record from the first place where it is larger. */
    public void improve() {
        mode = Mode.IMPROVE;
        cursor = 0;
        end = length;
        hash = 0;
        order = 0;
    }

    /** Only hashes what comes. */
    public void ignore() {
        mode = Mode.IGNORE;
        hash = 0;
        order = 0;
    }

    /** Hashes what comes, and keeps the hash after some splitters. */
    public void sample() {
        mode = Mode.SAMPLE;
        hash = 0;
        order = 0;
        accepted = 0;
        sampleCount = 0;
    }

    /**
     * The samples since {@link #sample}.
     *
     * @return the hashes after some splitters; fewer if the refinement was short
     */
    public long[] samples() {
        return Arrays.copyOf(samples, sampleCount);
    }

    /**
     * Hashes what comes, and stops a refinement whose samples are not known.
     *
     * @param knownSamples whether a sample is one of {@link #samples} of a wanted refinement
     */
    public void recognize(LongPredicate knownSamples) {
        mode = Mode.RECOGNIZE;
        known = knownSamples;
        hash = 0;
        order = 0;
        accepted = 0;
        sampleCount = 0;
    }

    /** Forgets the record. */
    public void clear() {
        length = 0;
    }

    /**
     * The length of the record.
     *
     * @return the number of recorded hashes
     */
    public int length() {
        return length;
    }

    /**
     * Forgets the record from a place on.
     *
     * @param newLength the number of hashes to keep
     */
    public void truncate(int newLength) {
        length = Math.min(length, newLength);
    }

    /**
     * A hash of everything told since the mode was set.
     *
     * @return the hash
     */
    public long hash() {
        return hash;
    }

    /**
     * After {@link #improve}: how what came compares with the record as it was before.
     *
     * @return negative if smaller (and the refinement was stopped), zero if equal, positive if larger (and recorded)
     */
    public int order() {
        return order;
    }

    /** Takes one hash; false means that the refinement should stop. */
    boolean accept(long value) {
        hash = Mixing.combine(hash, value);
        switch (mode) {
            case RECORD:
                append(value);
                return true;
            case COMPARE:
                return cursor < end && recorded[cursor++] == value;
            case IMPROVE:
                return improveBy(value);
            case SAMPLE:
            case RECOGNIZE:
                return takeSample();
            default:
                return true;
        }
    }

    /** Told at the end of a refinement; false means that the record goes on where this one ended. */
    boolean finish() {
        if (mode == Mode.COMPARE) {
            return cursor == end;
        }
        if (mode == Mode.IMPROVE && cursor < end) {
            order = -1;
            return false;
        }
        return true;
    }

    private boolean takeSample() {
        if (sampleCount == SAMPLED_AT.length || ++accepted < SAMPLED_AT[sampleCount]) {
            return true;
        }
        samples[sampleCount++] = hash;
        return mode == Mode.SAMPLE || known.test(hash);
    }

    private boolean improveBy(long value) {
        if (cursor < end && recorded[cursor] == value) {
            cursor++;
            return true;
        }
        if (cursor < end && value < recorded[cursor]) {
            order = -1;
            return false;
        }
        order = 1;
        length = cursor;
        mode = Mode.RECORD;
        append(value);
        return true;
    }

    private void append(long value) {
        if (length == recorded.length) {
            recorded = Arrays.copyOf(recorded, 2 * length);
        }
        recorded[length++] = value;
    }
}
