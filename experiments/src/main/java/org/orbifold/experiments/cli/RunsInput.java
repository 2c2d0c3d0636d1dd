package org.orbifold.experiments.cli;

import picocli.CommandLine.Option;

/** Which models a measurement runs on, and how often. */
final class RunsInput {

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "3",
            description = "Runs of each, with the seeds 1 to N. Default: ${DEFAULT-VALUE}.")
    private int seeds;

    @Option(names = "--only", paramLabel = "PREFIX", defaultValue = "", description = "Only names with this prefix.")
    private String only;

    int seeds() {
        return seeds;
    }

    /** How the names begin that are wanted. */
    String only() {
        return only;
    }
}
