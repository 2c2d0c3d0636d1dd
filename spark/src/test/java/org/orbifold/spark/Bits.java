package org.orbifold.spark;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.inference.InferenceResult;
import org.orbifold.mcmc.run.SamplingResult;

/** All numbers of a result that do not tell time, as their bits. */
final class Bits {

    /** Their number, and a digest of them all. */
    static String of(InferenceResult result) {
        List<Long> all = list(result);
        return all.size() + " numbers, " + Hashing.sha256().hashString(all.toString(), StandardCharsets.UTF_8);
    }

    private static List<Long> list(InferenceResult result) {
        List<Long> bits = new ArrayList<>();
        for (int v = 0; v < result.model().variableCount(); v++) {
            for (int x = 0; x < result.model().size(v); x++) {
                add(bits, result.marginals().probability(v, x), result.standardError(v, x));
            }
        }
        add(bits, result.logPartition().orElse(-1));
        result.logPartitionEstimate().ifPresent(log -> add(bits, log.value(), log.standardError()));
        result.sampled().ifPresent(sampled -> add(bits, sampled.sampling(), sampled.variables().size()));
        return bits;
    }

    private static void add(List<Long> bits, SamplingResult sampling, int variables) {
        add(bits, sampling.samples(), sampling.steps(), sampling.worstRhat(), sampling.history().moments());
        for (int v = 0; v < variables; v++) {
            add(bits, sampling.rHat(v));
            for (int c = 0; c < sampling.history().chains(); c++) {
                for (int i = 0; i < sampling.history().moments(); i++) {
                    add(bits, sampling.history().estimate(c, i, v));
                }
            }
        }
        sampling.statistics().forEach(one -> add(bits, one.mean(), one.error(), one.rHat(), one.ess()));
    }

    private static void add(List<Long> bits, double... values) {
        for (double value : values) {
            bits.add(Double.doubleToLongBits(value));
        }
    }

    private Bits() { }
}
