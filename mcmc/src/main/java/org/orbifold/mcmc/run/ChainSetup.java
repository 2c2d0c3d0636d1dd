package org.orbifold.mcmc.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.pgm.model.GraphicalModel;

/** What all chains of a run are made from; shared by threads, and by machines. */
final class ChainSetup {

    private final GraphicalModel model;
    private final ModelStatistics statistics;
    private final ChainParts parts;
    private final SamplingOptions options;
    private final int entries;

    ChainSetup(GraphicalModel model, ModelStatistics statistics, ChainParts parts, SamplingOptions options) {
        this.model = model;
        this.statistics = statistics;
        this.parts = parts;
        this.options = options;
        this.entries = MarginalSums.of(parts.estimated(model)).entries();
    }

    /**
     * A chain on its way, for another machine.
     *
     * @param number the chain's number
     * @param saved  the chain, but for the rows of its series
     * @param target the step that it goes to
     * @param nanos  how long it may go
     */
    record Leg(int number, byte[] saved, long target, long nanos) { }

    /** A chain at its beginning, or one that is loaded next. */
    ChainRun chain(int number, boolean atBeginning) {
        return new ChainRun(model, statistics, parts, options, number, entries, atBeginning);
    }

    /** The chain as it is; rows of its series that are not later than a step after burn-in are left out. */
    static byte[] save(ChainRun run, long known) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            run.save(new DataOutputStream(bytes), known);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void load(ChainRun run, byte[] saved) {
        try {
            run.load(new DataInputStream(new ByteArrayInputStream(saved)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes on with a chain, on whatever machine this is; what comes back has the new rows of the series. */
    byte[] advance(Leg leg) {
        ChainRun run = chain(leg.number, false);
        load(run, leg.saved);
        long known = run.samplingSteps();
        run.advance(leg.target, System.nanoTime() + leg.nanos, new Stop());
        return save(run, known);
    }
}
