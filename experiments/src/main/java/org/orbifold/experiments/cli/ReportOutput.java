package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.orbifold.experiments.report.InferenceReport;
import org.orbifold.experiments.report.Manifest;
import org.orbifold.inference.InferenceResult;
import org.orbifold.pgm.marginal.Marginals;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the report of an inference goes, if one is wanted. */
final class ReportOutput {

    @Option(names = "--report", paramLabel = "DIR",
            description = "Write a report there: index.html with marginals, diagnostics, the convergence of the chains "
                    + "and the symmetries, and every number as CSV and JSON. With --truth it shows KL as well.")
    private Path folder;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Whether a report is wanted. */
    boolean isUsed() {
        return folder != null;
    }

    /** Makes the folder, so that a name that cannot be used is known before the run. */
    void makeFolder() throws IOException {
        if (folder != null) {
            Files.createDirectories(folder);
        }
    }

    /** Writes the report and says where. */
    void write(InferenceResult result, Optional<Marginals> truth, InferenceReport.Setup setup) throws IOException {
        if (folder != null) {
            InferenceReport.write(folder, result, truth,
                    Manifest.of(command.commandLine().getParseResult().originalArgs(), setup));
            command.commandLine().getErr().println("report           " + folder.resolve("index.html"));
        }
    }
}
