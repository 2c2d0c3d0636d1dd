package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.logic.GroundNetwork;
import org.orbifold.pgm.logic.LogicFiles;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The model, and the evidence on it, that a command works on. */
final class ModelInput {

    @Parameters(index = "0", paramLabel = "MODEL",
            description = "Model file: UAI (.uai), clauses (.clauses, .num), libDAI (.fg) or Markov logic (.mln); may "
                    + "be gzipped (.gz).")
    private Path file;

    @Option(names = "--evidence", paramLabel = "FILE", description = "UAI evidence file (.evid).")
    private Path evidence;

    @Mixin
    private LogicInput logic;

    /**
     * What a command is asked.
     *
     * @param given   the model, ground if it was first-order, with the evidence put in
     * @param queried what marginals are wanted; empty for all
     */
    record Question(ConditionedModel given, Optional<List<GroundNetwork.Queried>> queried) { }

    /** Reads the model, grounds it if it is first-order, and puts the evidence in. */
    Question read() throws IOException {
        boolean firstOrder = LogicFiles.isNetwork(file);
        if (firstOrder && evidence != null) {
            throw new IllegalArgumentException("--evidence counts variables from 0, but " + file
                    + " names ground atoms; expected --db FILE");
        } else if (!firstOrder && logic.isUsed()) {
            throw new IllegalArgumentException("--db, --query and the other options of Markov logic need a .mln file, "
                    + "but the model is " + file);
        } else if (firstOrder) {
            GroundNetwork ground = logic.ground(file);
            return new Question(ground.model().condition(Evidence.none()),
                    logic.hasQuery() ? Optional.of(ground.queried()) : Optional.empty());
        }
        GraphicalModel model = ModelFiles.read(file);
        Evidence observed = evidence == null ? Evidence.none() : ModelFiles.readEvidence(evidence, model);
        return new Question(model.condition(observed), Optional.empty());
    }

    /** The name of the model's file, without folders. */
    String name() {
        return file.getFileName().toString();
    }
}
