package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.orbifold.firstorder.CountingProblem;
import org.orbifold.firstorder.ProblemFiles;
import org.orbifold.inference.Query;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.LogicFiles;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The model, and the evidence on it, that a command works on. */
final class ModelInput {

    /** Seconds that are kept for the answer, however long reading takes. */
    private static final double LEAST_SECONDS = 0.1;
    /** Letters of an option's value that an error shows. */
    private static final int MOST_SHOWN = 120;
    /** Seconds that are kept for summing up, writing and printing in a cold JVM, and those for each variable. */
    private static final double WRITING_SECONDS = 0.15;
    private static final double WRITING_SECONDS_PER_VARIABLE = 4e-6;

    @Parameters(index = "0", paramLabel = "MODEL", converter = InputFile.class,
            description = "Model file: UAI (.uai), clauses (.clauses, .num), DIMACS CNF (.cnf), libDAI (.fg), a "
                    + "Bayesian network (.bif, .xmlbif, .net, .xdsl, .dsl, .dsc, .xbn, .erg), Markov logic (.mln), a "
                    + "counting problem of WFOMC (.wfomcs) or a parfactor graph of Forclift (.fg); may be gzipped "
                    + "(.gz).")
    private Path file;

    @Option(names = "--evidence", paramLabel = "FILE", converter = InputFile.class,
            description = "Evidence file: UAI (.evid), or lines NAME = STATE and soft NAME LIKELIHOOD….")
    private Path evidence;

    @Option(names = "--given", paramLabel = "NAME=STATE", description = "An observation by names; may be repeated.")
    private List<String> given = List.of();

    @Option(names = "--likelihood", paramLabel = "NAME=L,…",
            description = "Soft evidence by names: a likelihood for each state of a variable; may be repeated.")
    private List<String> likelihoods = List.of();

    @Option(names = "--normalise", description = "Divide each row of a Bayesian network's tables by its sum. Default: "
            + "refuse rows whose sum is not 1 up to rounding.")
    private boolean normalise;

    @Mixin
    private LogicInput logic;

    /** The ground atoms that queries name: decided ones are constants, some are a value of a variable. */
    private final Map<String, Formula> atoms = new HashMap<>();

    /**
     * What a command is asked.
     *
     * @param given   the model, ground if it was first-order, with the evidence put in
     * @param queried what marginals are wanted; empty for all
     */
    record Question(ConditionedModel given, Optional<List<GroundNetwork.Queried>> queried) { }

    private double readingSeconds;
    private double writingSeconds;
    /** The first-order model, once it was read; null for other models. */
    private CountingProblem problem;

    private boolean isFirstOrder() throws IOException {
        return LogicFiles.isNetwork(file) || ProblemFiles.isProblem(file);
    }

    /**
     * A way to answer without grounding, for a first-order model; a limit of ground features asks for grounding.
     *
     * @param threads how many may work
     * @param seconds the time that it may take; infinite for no limit
     * @return the way, or why there is none; empty for models that are not first-order
     */
    Optional<LiftedRoute> lifted(int threads, double seconds) throws IOException {
        if (!isFirstOrder() || evidence != null || isGiven() || logic.isGroundingAsked()) {
            return Optional.empty();
        }
        long began = System.nanoTime();
        problem = logic.read(file);
        LiftedRoute route = LiftedRoute.of(problem, logic.isCounting(file), logic.probabilities(),
                logic.named(), threads, seconds);
        readingSeconds = (System.nanoTime() - began) / 1e9;
        return Optional.of(route);
    }

    /** Subtracts the time of an attempt from the remaining time. */
    void spend(double seconds) {
        readingSeconds += seconds;
    }

    /** Reads the model for a command that answers no queries for probabilities: refuses them. */
    Question read() throws IOException {
        Question question = readForQueries();
        if (!logic.probabilities().isEmpty()) {
            throw new IllegalArgumentException("--query '" + logic.probabilities().get(0)
                    + "' is answered by 'orbifold infer' and 'orbifold exact' only, expected one of these "
                    + "commands or no such query");
        }
        return question;
    }

    /** Reads the model, grounds it if it is first-order, and puts the evidence in. */
    Question readForQueries() throws IOException {
        long began = System.nanoTime();
        Question question = readQuestion();
        readingSeconds += (System.nanoTime() - began) / 1e9;
        writingSeconds = WRITING_SECONDS
                + WRITING_SECONDS_PER_VARIABLE * question.given().original().variableCount();
        return question;
    }

    /**
     * What reading the model and writing the answer leave of the time that was asked for; a little in any case, so that
     * a file that takes long to read still gets an answer.
     */
    double left(double seconds) {
        return Math.max(Math.min(seconds, LEAST_SECONDS), seconds - readingSeconds - writingSeconds);
    }

    private Question readQuestion() throws IOException {
        boolean firstOrder = isFirstOrder();
        if (firstOrder && isGiven()) {
            throw new IllegalArgumentException((given.isEmpty() ? "--likelihood" : "--given")
                    + " is for models without a database, expected --db FILE");
        } else if (firstOrder && evidence != null) {
            throw new IllegalArgumentException("--evidence counts variables from 0, but " + file
                    + " names ground atoms; expected --db FILE");
        } else if (!firstOrder && logic.isUsed()) {
            throw new IllegalArgumentException("--db, --query with atoms and the other options of Markov logic need "
                    + "a .mln file or another first-order model, but the model is "
                    + file + "; expected --query 'P(…)'");
        } else if (firstOrder) {
            GroundNetwork ground = LogicInput.ground(problem == null ? logic.read(file) : problem);
            for (String atom : logic.named()) {
                atoms.put(atom, ground.formula(atom));
            }
            return new Question(ground.model().condition(Evidence.none()),
                    logic.hasQuery() ? Optional.of(ground.queried()) : Optional.empty());
        }
        GraphicalModel model = readModel();
        Evidence observed = evidence == null ? Evidence.none() : ModelFiles.readEvidence(evidence, model);
        observed = observed.and(model, given.toArray(String[]::new));
        for (String text : likelihoods) {
            observed = weighed(observed, model, text);
        }
        return new Question(model.condition(observed), Optional.empty());
    }

    /** Refuses options that databases, each a world of its own, leave no room for. */
    void requireWorlds() {
        String option = evidence != null ? "--evidence" : !given.isEmpty() ? "--given"
                : !likelihoods.isEmpty() ? "--likelihood" : normalise ? "--normalise" : "";
        if (!option.isEmpty()) {
            throw new IllegalArgumentException(option + " is not for scoring databases; expected no " + option);
        }
        logic.requireWorlds();
    }

    private boolean isGiven() {
        return !given.isEmpty() || !likelihoods.isEmpty();
    }

    private static Evidence weighed(Evidence before, GraphicalModel model, String text) {
        int equals = text.lastIndexOf('=');
        try {
            double[] numbers = Stream.of(text.substring(equals + 1).split(",")).mapToDouble(Double::parseDouble)
                    .toArray();
            return before.withLikelihood(model, text.substring(0, Math.max(0, equals)).strip(), numbers);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--likelihood " + shown(text) + " is no list of numbers, expected a "
                    + "likelihood for each state, as in Rain=0.2,0.8", e);
        }
    }

    /** A text for a message of one line. */
    private static String shown(String text) {
        String plain = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
        return plain.replaceAll("\\p{Cc}", "?");
    }

    /** The probabilities and expectations that are asked for, of the model that was read. */
    List<Query> queries(GraphicalModel model) {
        return logic.probabilities().stream().map(text -> Query.parse(text, model, atoms)).toList();
    }

    /** Reads the model; it is conditioned only if there is evidence, so that an impossible one can be written too. */
    GraphicalModel readForWriting() throws IOException {
        if (isFirstOrder() || evidence != null || isGiven() || logic.isUsed()
                || !logic.probabilities().isEmpty()) {
            return read().given().model();
        }
        return readModel();
    }

    private GraphicalModel readModel() throws IOException {
        return normalise ? ModelFiles.readNormalised(file) : ModelFiles.read(file);
    }

    Path file() {
        return file;
    }

    LogicInput logic() {
        return logic;
    }

    /** The name of the model's file, without folders. */
    String name() {
        return file.getFileName().toString();
    }
}
