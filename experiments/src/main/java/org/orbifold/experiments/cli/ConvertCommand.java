package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ModelFormat;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orbifold convert}: from one model format to another. */
@Command(name = "convert", mixinStandardHelpOptions = true,
        header = "A model in another format.",
        description = "Writes a model in another format; the distribution and log Z stay the same. With --evidence "
                + "the observed variables are removed.")
final class ConvertCommand implements Callable<Integer> {

    @Mixin
    private ModelInput input;

    @Parameters(index = "1", paramLabel = "OUT",
            description = "Where to write; the format follows from the name: .uai, .clauses, .num, .fg, .bif or "
                    + ".xmlbif, and .gz.")
    private Path out;

    @Option(names = "--format", paramLabel = "FORMAT", description = "UAI, UAI_BAYES, CLAUSES, NUM, FG, BIF or XMLBIF; "
            + "UAI_BAYES, BIF and XMLBIF are for Bayesian networks only. Default: that of OUT's name.")
    private ModelFormat format;

    @Override
    public Integer call() throws IOException {
        GraphicalModel model = input.readForWriting();
        if (format == null) {
            ModelFiles.write(model, out);
        } else {
            ModelFiles.write(model, out, format);
        }
        return 0;
    }
}
