package org.orbifold.experiments.cli;

import org.orbifold.inference.InferenceOptions;
import picocli.CommandLine.Option;

/** How much memory the tables of exact routes may take. */
final class MemoryInput {

    @Option(names = "--memory", paramLabel = "MIB",
            description = "Most memory for exact tables, in MiB. Default: two thirds of what the JVM may have.")
    private Long mebibytes;

    InferenceOptions applyTo(InferenceOptions options) {
        return mebibytes == null ? options : options.withMemory(Math.multiplyExact(mebibytes, 1L << 20));
    }
}
