package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.firstorder.AtomPattern;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.LogPartitionEstimate;
import org.orbifold.inference.Query;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ResultFiles;
import org.orbifold.pgm.marginal.MarginalBounds;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a command's marginals go: CSV on standard output or in a file, or a UAI result file. */
final class MarginalsOutput {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder()
            .setHeader("variable", "value", "probability").setRecordSeparator("\n").get();

    private static final CSVFormat BOUNDS_CSV = CSVFormat.DEFAULT.builder()
            .setHeader("variable", "value", "probability", "lower", "upper").setRecordSeparator("\n").get();

    /** Up to as many atoms are listed one by one unless the user says otherwise: a file that people can look at. */
    private static final double MOST_LISTED = 10_000;

    private static final CSVFormat PATTERNS_CSV = CSVFormat.DEFAULT.builder()
            .setHeader("atoms", "example", "count", "probability").setRecordSeparator("\n").get();

    @Option(names = "--out", paramLabel = "FILE",
            description = "Write the marginals there: UAI MAR (all variables) if the name ends in .MAR, log Z as UAI "
                    + "PR if it ends in .PR, else CSV. "
                    + "Default: CSV on standard output.")
    private Path file;

    @Option(names = "--atoms", paramLabel = "KIND",
            description = "Atoms of a first-order model that is answered without grounding: 'ground' lists each, "
                    + "'patterns' one line for each class of equivalent atoms. Default: ground for up to "
                    + "10,000 atoms.")
    private AtomLines atoms;

    @Mixin
    private JsonInput json;

    /** How atoms are listed. */
    enum AtomLines { GROUND, PATTERNS }

    /** Refuses --json together with a form of its own. */
    void check() {
        json.requireNoOther(file, ".MAR", ".PR");
    }

    /** Whether the file numbers the variables of a ground model. */
    boolean needsGroundModel() {
        return file != null && file.toString().endsWith(".MAR");
    }

    /** Refuses what only an answer without grounding can do. */
    void requireGrounding(String why) {
        if (atoms == AtomLines.PATTERNS) {
            throw new IllegalArgumentException("--atoms patterns is for models that are not grounded, but this one is: "
                    + why + "; expected a run without it");
        }
    }

    /** Writes log Z or marginals of a first-order model that was not grounded. */
    void write(LiftedRoute route, LiftedResult result, double seconds, PrintWriter standardOutput) throws IOException {
        if (json.isAsked()) {
            JsonInput.write(isGround(route) ? MarginalsJson.ground(route, result, seconds)
                    : MarginalsJson.patterns(route, result, seconds), file, standardOutput);
        } else if (file != null && file.toString().endsWith(".PR")) {
            ResultFiles.writePartition(result.logPartition(), file);
        } else if (file == null) {
            writeLifted(route, result, standardOutput);
        } else {
            WholeFile.write(file, writer -> writeLifted(route, result, writer));
        }
    }

    private boolean isGround(LiftedRoute route) {
        return atoms == null ? route.plan().atoms() <= MOST_LISTED : atoms == AtomLines.GROUND;
    }

    private void writeLifted(LiftedRoute route, LiftedResult result, Appendable target) throws IOException {
        boolean ground = isGround(route);
        CSVPrinter csv = new CSVPrinter(target, ground ? CSV : PATTERNS_CSV);
        for (String predicate : route.predicates()) {
            if (ground) {
                result.forEachAtom(predicate, (name, probability) -> print(csv, name, probability));
            } else {
                for (AtomPattern pattern : result.patterns(predicate)) {
                    csv.printRecord(pattern.pattern(), pattern.example(), pattern.atoms(), pattern.probability());
                }
            }
        }
        for (Sentence.Atom atom : route.queriedAtoms()) {
            double probability = MarginalsJson.probability(result, atom);
            if (ground) {
                print(csv, LiftedRoute.name(atom), probability);
            } else {
                csv.printRecord(LiftedRoute.name(atom), LiftedRoute.name(atom), 1, probability);
            }
        }
        csv.flush();
    }

    private static void print(CSVPrinter csv, String name, double probability) {
        try {
            csv.printRecord(name, 0, 1 - probability);
            csv.printRecord(name, 1, probability);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
        if (json.isAsked()) {
            JsonInput.write(Query.Answer.toJson(model, answers), file, standardOutput);
        } else if (file == null) {
            AnswersOutput.write(answers, standardOutput);
        } else {
            WholeFile.write(file, writer -> AnswersOutput.write(answers, writer));
        }
    }

    /** Writes log Z if a file for that is asked for, and else the marginals. */
    void write(ModelInput.Question question, InferenceResult result, PrintWriter standardOutput) throws IOException {
        if (json.isAsked()) {
            JsonInput.write(MarginalsJson.of(question, result), file, standardOutput);
        } else if (file != null && file.toString().endsWith(".PR")) {
            double log = result.logPartition().orElseGet(() -> result.logPartitionEstimate()
                    .map(LogPartitionEstimate::value).orElseThrow(() -> new IllegalArgumentException(
                            "log Z was neither computed nor estimated in the time; expected more --seconds")));
            ResultFiles.writePartition(log, file);
        } else {
            write(question, result.marginals(), result.marginalBounds(), standardOutput);
        }
    }

    /** Writes the marginals that were asked for. */
    void write(ModelInput.Question question, Marginals marginals, PrintWriter standardOutput) throws IOException {
        write(question, marginals, Optional.empty(), standardOutput);
    }

    private void write(ModelInput.Question question, Marginals marginals, Optional<MarginalBounds> bounds,
            PrintWriter standardOutput) throws IOException {
        if (file == null) {
            writeCsv(question, marginals, bounds, standardOutput);
        } else if (file.toString().endsWith(".MAR")) {
            ModelFiles.writeMarginals(own(question.given().original(), marginals), file);
        } else {
            WholeFile.write(file, writer -> writeCsv(question, marginals, bounds, writer));
        }
    }

    /** Auxiliary variables are the last ones, so that the others keep their numbers. */
    private static Marginals own(GraphicalModel model, Marginals all) {
        return model.ownVariables().size() == model.variableCount() ? all : Marginals.of(model.ownVariables().stream()
                .map(variable -> all.distribution(variable.index())).toArray(double[][]::new));
    }

    /** Intervals are columns of their own; an atom that evidence decides has its truth value for certain. */
    private static void writeCsv(ModelInput.Question question, Marginals marginals, Optional<MarginalBounds> bounds,
            Appendable target) throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, bounds.isPresent() ? BOUNDS_CSV : CSV);
        GraphicalModel model = question.given().original();
        if (question.queried().isPresent()) {
            for (GroundNetwork.Queried wanted : question.queried().get()) {
                writeQueried(csv, model, marginals, bounds, wanted);
            }
        } else {
            for (Variable variable : model.ownVariables()) {
                for (int x = 0; x < variable.size(); x++) {
                    writeValue(csv, variable.name(), variable, x, marginals, bounds);
                }
            }
        }
        csv.flush();
    }

    private static void writeValue(CSVPrinter csv, String name, Variable variable, int value, Marginals marginals,
            Optional<MarginalBounds> bounds) throws IOException {
        double p = marginals.probability(variable.index(), value);
        if (bounds.isPresent()) {
            csv.printRecord(name, variable.domain().label(value), p, bounds.get().lower(variable.index(), value),
                    bounds.get().upper(variable.index(), value));
        } else {
            csv.printRecord(name, variable.domain().label(value), p);
        }
    }

    private static void writeQueried(CSVPrinter csv, GraphicalModel model, Marginals marginals,
            Optional<MarginalBounds> bounds, GroundNetwork.Queried wanted) throws IOException {
        if (wanted.variable() < 0) {
            for (int truth = 0; truth < 2; truth++) {
                double p = wanted.truth() == (truth == 0 ? TruthValue.FALSE : TruthValue.TRUE) ? 1 : 0;
                if (bounds.isPresent()) {
                    csv.printRecord(wanted.name(), truth, p, p, p);
                } else {
                    csv.printRecord(wanted.name(), truth, p);
                }
            }
        } else if (wanted.value() < 0) {
            Variable variable = model.variable(wanted.variable());
            for (int x = 0; x < variable.size(); x++) {
                writeValue(csv, variable.name(), variable, x, marginals, bounds);
            }
        } else {
            writeValue(csv, wanted.name(), model.variable(wanted.variable()), wanted.value(), marginals, bounds);
        }
    }
}
