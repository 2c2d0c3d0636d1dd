package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.WholeFile;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import picocli.CommandLine.Option;

/** Where a command's marginals go: CSV on standard output or in a file, or a UAI result file. */
final class MarginalsOutput {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder()
            .setHeader("variable", "value", "probability").setRecordSeparator("\n").get();

    @Option(names = "--out", paramLabel = "FILE",
            description = "Write the marginals there: UAI MAR if the name ends in .MAR, else CSV. "
                    + "Default: CSV on standard output.")
    private Path file;

    /** Whether standard output is free for other things. */
    boolean isFile() {
        return file != null;
    }

    /** Writes the marginals of a model. */
    void write(GraphicalModel model, Marginals marginals, PrintWriter standardOutput) throws IOException {
        if (file == null) {
            writeCsv(model, marginals, standardOutput);
        } else if (file.toString().endsWith(".MAR")) {
            ModelFiles.writeMarginals(marginals, file);
        } else {
            WholeFile.write(file, writer -> writeCsv(model, marginals, writer));
        }
    }

    private static void writeCsv(GraphicalModel model, Marginals marginals, Appendable target) throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, CSV);
        for (Variable variable : model.variables()) {
            for (int x = 0; x < variable.size(); x++) {
                csv.printRecord(variable.name(), variable.domain().label(x),
                        marginals.probability(variable.index(), x));
            }
        }
        csv.flush();
    }
}
