package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orbifold.pgm.io.ModelFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orbifold convert}: from one model format to another. */
@Command(name = "convert", mixinStandardHelpOptions = true,
        description = "Writes a model in another format; the distribution and log Z stay the same. With --evidence "
                + "the observed variables are gone from the result.")
final class ConvertCommand implements Callable<Integer> {

    @Mixin
    private ModelInput input;

    @Parameters(index = "1", paramLabel = "OUT",
            description = "Where to write; the format follows from the name: .uai, .clauses, .num or .fg, and .gz.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        ModelFiles.write(input.read().model(), out);
        return 0;
    }
}
