package org.orbifold.experiments.cli;

import org.orbifold.mcmc.run.SamplingOptions;
import picocli.CommandLine.Option;

/** How many threads may work. */
final class ThreadsInput {

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads. Default: all processors.")
    private Integer threads;

    SamplingOptions applyTo(SamplingOptions options) {
        return threads == null ? options : options.withThreads(threads);
    }
}
