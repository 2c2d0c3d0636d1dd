package org.orbifold.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.LogPartitionEstimate;
import org.orbifold.mcmc.run.SamplingOptions;

/** The same seed gives the same bits: with two threads, and resumed from a checkpoint. */
final class RepeatCheck implements Check {

    private static final int BURN_IN = 100;

    private final boolean checkpoint;

    RepeatCheck(boolean checkpoint) {
        this.checkpoint = checkpoint;
    }

    @Override
    public String name() {
        return checkpoint ? "checkpoint" : "threads";
    }

    @Override
    public boolean isSampled() {
        return true;
    }

    @Override
    public int maxStates() {
        return 1 << 9;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        if (Truth.of(c).isEmpty()) {
            return;
        }
        SamplingOptions whole = c.settings().sampling().withBurnIn(BURN_IN);
        InferenceResult first = run(c, whole, context);
        if (!checkpoint) {
            requireSame(c, first, run(c, whole.withThreads(2), context));
            return;
        }
        Path file = Files.createTempFile(context.folder(), "run", ".checkpoint");
        try {
            Files.delete(file);
            run(c, whole.withSamples(c.settings().samples() / 2).withCheckpoint(file, 100), context);
            requireSame(c, first, run(c, whole.withCheckpoint(file, 100), context));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static InferenceResult run(Case c, SamplingOptions sampling, Context context) throws IOException {
        return context.engine().on(c).withSampling(sampling).run();
    }

    private static void requireSame(Case c, InferenceResult a, InferenceResult b) throws Mismatch {
        if (!a.marginals().equals(b.marginals())) {
            throw new Mismatch("bits", "the marginals differ: " + a.marginals() + " and " + b.marginals());
        }
        for (int v = 0; v < c.model().variableCount(); v++) {
            for (int x = 0; x < c.model().size(v); x++) {
                if (Double.compare(a.standardError(v, x), b.standardError(v, x)) != 0) {
                    throw new Mismatch("bits of errors", "standard errors of variable " + v + " differ: "
                            + a.standardError(v, x) + " and " + b.standardError(v, x));
                }
            }
        }
        if (!a.logPartitionEstimate().map(LogPartitionEstimate::value)
                .equals(b.logPartitionEstimate().map(LogPartitionEstimate::value))) {
            throw new Mismatch("bits of log Z", "log Z differs: " + a.logPartitionEstimate() + " and "
                    + b.logPartitionEstimate());
        }
    }

    @Override
    public String command(Case c) {
        return "infer MODEL " + c.settings().command() + " --burn-in " + BURN_IN;
    }
}
