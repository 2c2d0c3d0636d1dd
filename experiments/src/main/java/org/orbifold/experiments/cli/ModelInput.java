package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The model, and the evidence on it, that a command works on. */
final class ModelInput {

    @Parameters(index = "0", paramLabel = "MODEL",
            description = "Model file: UAI (.uai), clauses (.clauses, .num) or libDAI (.fg); may be gzipped (.gz).")
    private Path file;

    @Option(names = "--evidence", paramLabel = "FILE", description = "UAI evidence file (.evid).")
    private Path evidence;

    /** Reads the model and puts the evidence in. */
    ConditionedModel read() throws IOException {
        GraphicalModel model = ModelFiles.read(file);
        Evidence observed = evidence == null ? Evidence.none() : ModelFiles.readEvidence(evidence, model);
        return model.condition(observed);
    }
}
