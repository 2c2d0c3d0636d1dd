package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.LogPartitionEstimate;
import org.orbifold.inference.Query;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ResultFiles;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import picocli.CommandLine.Option;

/** Where a command's marginals go: CSV on standard output or in a file, or a UAI result file. */
final class MarginalsOutput {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder()
            .setHeader("variable", "value", "probability").setRecordSeparator("\n").get();

    @Option(names = "--out", paramLabel = "FILE",
            description = "Write the marginals there: UAI MAR (all variables) if the name ends in .MAR, log Z as UAI "
                    + "PR if it ends in .PR, else CSV. "
                    + "Default: CSV on standard output.")
    private Path file;

    /** Whether standard output is free for other things. */
    boolean isFile() {
        return file != null;
    }

    /** Refuses a file of marginals or of log Z, which cannot hold answers to queries; before they are computed. */
    void requireCsv() {
        if (file != null && (file.toString().endsWith(".MAR") || file.toString().endsWith(".PR"))) {
            throw new IllegalArgumentException("--out " + file + ": answers to queries are CSV, expected another name, "
                    + "such as answers.csv, or no --query");
        }
    }

    /** Writes answers to queries, in place of marginals. */
    void write(GraphicalModel model, List<Query.Answer> answers, PrintWriter standardOutput) throws IOException {
        if (file == null) {
            AnswersOutput.write(model, answers, standardOutput);
        } else {
            WholeFile.write(file, writer -> AnswersOutput.write(model, answers, writer));
        }
    }

    /** Writes log Z if a file for that is asked for, and else the marginals. */
    void write(ModelInput.Question question, InferenceResult result, PrintWriter standardOutput) throws IOException {
        if (file != null && file.toString().endsWith(".PR")) {
            double log = result.logPartition().orElseGet(() -> result.logPartitionEstimate()
                    .map(LogPartitionEstimate::value).orElseThrow(() -> new IllegalArgumentException(
                            "log Z was neither computed nor estimated in the time; expected more --seconds")));
            ResultFiles.writePartition(log, file);
        } else {
            write(question, result.marginals(), standardOutput);
        }
    }

    /** Writes the marginals that were asked for. */
    void write(ModelInput.Question question, Marginals marginals, PrintWriter standardOutput) throws IOException {
        if (file == null) {
            writeCsv(question, marginals, standardOutput);
        } else if (file.toString().endsWith(".MAR")) {
            ModelFiles.writeMarginals(marginals, file);
        } else {
            WholeFile.write(file, writer -> writeCsv(question, marginals, writer));
        }
    }

    private static void writeCsv(ModelInput.Question question, Marginals marginals, Appendable target)
            throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, CSV);
        GraphicalModel model = question.given().original();
        if (question.queried().isPresent()) {
            for (GroundNetwork.Queried wanted : question.queried().get()) {
                writeQueried(csv, model, marginals, wanted);
            }
        } else {
            for (Variable variable : model.variables()) {
                writeVariable(csv, variable, marginals);
            }
        }
        csv.flush();
    }

    private static void writeVariable(CSVPrinter csv, Variable variable, Marginals marginals) throws IOException {
        for (int x = 0; x < variable.size(); x++) {
            csv.printRecord(variable.name(), variable.domain().label(x), marginals.probability(variable.index(), x));
        }
    }

    private static void writeQueried(CSVPrinter csv, GraphicalModel model, Marginals marginals,
            GroundNetwork.Queried wanted) throws IOException {
        if (wanted.variable() < 0) {
            csv.printRecord(wanted.name(), 0, wanted.truth() == TruthValue.FALSE ? 1.0 : 0.0);
            csv.printRecord(wanted.name(), 1, wanted.truth() == TruthValue.TRUE ? 1.0 : 0.0);
        } else if (wanted.value() < 0) {
            writeVariable(csv, model.variable(wanted.variable()), marginals);
        } else {
            csv.printRecord(wanted.name(), model.variable(wanted.variable()).domain().label(wanted.value()),
                    marginals.probability(wanted.variable(), wanted.value()));
        }
    }
}
