package org.orbifold.mcmc.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program that {@link KillTest} kills: a run with a checkpoint that writes its result at the end. */
public final class KilledRun {

    private static final long SAMPLES = 25_000_000;

    /**
     * Runs.
     *
     * @param args the checkpoint and the file for the result
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of(args[1]), result(options().withCheckpoint(Path.of(args[0]), 0)));
    }

    static SamplingOptions options() {
        return SamplingOptions.defaults().withUnit(SampleUnit.STEP).withSamples(SAMPLES).withChains(2).withThreads(2)
                .withSeed(5).withBurnIn(100);
    }

    /** All that must be the same bit for bit. */
    static String result(SamplingOptions options) throws IOException {
        SamplingResult result = Sampling.run(SamplingTest.MODEL, new SamplingTest.Parts(false), options,
                (seconds, samples, share, now) -> { });
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < result.marginals().variableCount(); v++) {
            text.append(Double.doubleToLongBits(result.marginals().probability(v, 1))).append(' ')
                    .append(Double.doubleToLongBits(result.standardError(v, 1))).append('\n');
        }
        return text.append(result.statistics()).append(result.samples()).toString();
    }

    private KilledRun() { }
}
