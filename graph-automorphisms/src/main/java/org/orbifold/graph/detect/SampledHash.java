package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.Trace;

/**
 * The hash of a trace, with samples of it on the way: a refinement whose samples are not among known ones is stopped.
 * Planes and Latin squares take a fifth to a third longer without (docs/results/graphs.md).
 */
final class SampledHash implements Trace {

    /** After how many splitters the hash so far is looked at. */
    private static final int[] SAMPLED_AT = {2, 6, 20};

    private final long[] samples = new long[SAMPLED_AT.length];
    private int sampleCount;
    private int accepted;
    private long hash;
    private @Nullable LongSet known;

    /** Gets ready for a refinement; no known samples mean that all go on. */
    SampledHash start(@Nullable LongSet knownSamples) {
        known = knownSamples;
        hash = 0;
        accepted = 0;
        sampleCount = 0;
        return this;
    }

    long hash() {
        return hash;
    }

    /** The hashes after some splitters; fewer if the refinement was short. */
    long[] samples() {
        return Arrays.copyOf(samples, sampleCount);
    }

    @Override
    public boolean accept(long value) {
        hash = Mixing.combine(hash, value);
        if (sampleCount == SAMPLED_AT.length || ++accepted < SAMPLED_AT[sampleCount]) {
            return true;
        }
        samples[sampleCount++] = hash;
        return known == null || known.contains(hash);
    }
}
