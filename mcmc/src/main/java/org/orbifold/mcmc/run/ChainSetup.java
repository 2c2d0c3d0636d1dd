package org.orbifold.mcmc.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.orbifold.mcmc.estimate.MarginalSums;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

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
     * @param number  the chain's number
     * @param saved   the chain, but for the rows of its series
     * @param target  the step that it goes to
     * @param seconds how long it may go; a budget is valid in its own process only
     */
    record Leg(int number, byte[] saved, long target, double seconds) { }

    /**
     * A chain at its start.
     *
     * @throws OutOfTimeException if none is found in time
     */
    ChainRun chain(int number, Budget budget) {
        try {
            return new ChainRun(model, statistics, parts, options, number, entries, Optional.of(budget));
        } catch (OutOfTimeException e) {
            throw new OutOfTimeException("no start for chain " + (number + 1) + " of " + options.chains() + ": "
                    + e.getMessage() + "; give more time, or fewer chains");
        }
    }

    /** A chain that is loaded next. */
    ChainRun chainToLoad(int number) {
        return new ChainRun(model, statistics, parts, options, number, entries, Optional.empty());
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
        ChainRun run = chainToLoad(leg.number);
        load(run, leg.saved);
        long known = run.samplingSteps();
        run.advance(leg.target, Budget.ofSeconds(leg.seconds));
        return save(run, known);
    }
}
