package org.orbifold.experiments.cli;

import org.orbifold.mcmc.run.SamplingOptions;
import picocli.CommandLine.Option;

/** The seed of a command's randomness. */
final class SeedInput {

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
            description = "Seed of all randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    long seed() {
        return seed;
    }

    SamplingOptions applyTo(SamplingOptions options) {
        return options.withSeed(seed);
    }
}
