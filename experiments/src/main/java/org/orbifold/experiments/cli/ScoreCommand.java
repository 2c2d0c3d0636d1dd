package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Route;
import org.orbifold.learning.LearningOptions;
import org.orbifold.learning.WorldScore;
import org.orbifold.learning.WorldScoring;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.io.Json;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold score}: the log-likelihood of given states or worlds. */
@Command(name = "score", mixinStandardHelpOptions = true,
        header = "Log-likelihoods of states or databases.",
        description = "The log-weight and the log-likelihood of given states, one by one and together. Variables "
                + "without a value are summed out. Of a Markov logic network without STATES: the log-likelihood and "
                + "pseudo-log-likelihood of databases, each a world of its own, and how well it predicts predicates.",
        footer = {"", "STATES is CSV as 'orbifold sample' writes it: names of variables, then a line of values for "
                + "each state; an empty value is unknown. CSV 'state,log_weight,log_probability' goes to standard "
                + "output. Probabilities are given the evidence, and left out where log Z cannot be computed.", "",
                "For worlds, CSV 'predicate,atoms,true,cll,error,auc' goes to standard output: the mean conditional "
                + "log-likelihood of the atoms, its error where marginals are sampled, and the area under the "
                + "precision-recall curve. Predicates of --query are predicted together given the others; without "
                + "--query, each given all others."})
final class ScoreCommand implements Callable<Integer> {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder()
            .setHeader("state", "log_weight", "log_probability").setRecordSeparator("\n").get();

    private static final CSVFormat PREDICATES = CSVFormat.DEFAULT.builder()
            .setHeader("predicate", "atoms", "true", "cll", "error", "auc").setRecordSeparator("\n").get();

    @Mixin
    private ModelInput input;

    @Parameters(index = "1", arity = "0..1", paramLabel = "STATES",
            description = "CSV file with the states; none to score the databases of a Markov logic network.")
    private Path states;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Time limit in seconds for scoring worlds. Default: 10 for each question that is sampled.")
    private Double seconds;

    @Option(names = "--threads", paramLabel = "N",
            description = "Number of threads for scoring worlds. Default: the number of processors.")
    private Integer threads;

    @Mixin
    private MemoryInput memory;

    @Mixin
    private JsonInput json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (states == null) {
            return scoreWorlds();
        } else if (seconds != null || threads != null) {
            throw new IllegalArgumentException("--seconds and --threads are for scoring databases, but STATES are "
                    + "given; expected one of them");
        }
        ConditionedModel given = input.read().given();
        GraphicalModel model = given.original();
        List<int[]> worlds = StatesFile.read(model, states);
        OptionalDouble logZ = logPartition(given);
        double[] weights = new double[worlds.size()];
        double total = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = logWeight(given, worlds.get(i), i + 1);
            total += weights[i] - logZ.orElse(0);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.isAsked()) {
            out.println(asJson(weights, logZ, total));
        } else {
            writeCsv(weights, logZ, out);
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        err.println(logZ.isPresent() ? "log Z            " + logZ.getAsDouble()
                : "log Z            cannot be computed: the model is too wide");
        err.println((logZ.isPresent() ? "log-likelihood   " : "sum of weights   ") + total + " of " + worlds.size()
                + " states");
        return 0;
    }

    private static void writeCsv(double[] weights, OptionalDouble logZ, PrintWriter out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSV);
        for (int i = 0; i < weights.length; i++) {
            csv.printRecord(i + 1, weights[i], logZ.isPresent() ? weights[i] - logZ.getAsDouble() : "");
        }
        csv.flush();
    }

    private static String asJson(double[] weights, OptionalDouble logZ, double total) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (double weight : weights) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("possible", weight > Double.NEGATIVE_INFINITY);
            row.put("logWeight", weight);
            row.put("logProbability", logZ.isPresent() ? OptionalDouble.of(weight - logZ.getAsDouble()) : logZ);
            rows.add(row);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "scores");
        all.put("logPartition", logZ);
        all.put("logLikelihood", logZ.isPresent() ? OptionalDouble.of(total) : logZ);
        all.put("states", rows);
        return Json.text(all);
    }

    private int scoreWorlds() throws IOException {
        if (!LogicFiles.isNetwork(input.file()) || input.logic().databases().isEmpty()) {
            throw new IllegalArgumentException("there is nothing to score; expected STATES.csv, or --db FILE for a "
                    + "Markov logic network");
        } else if (json.isAsked()) {
            throw new IllegalArgumentException("--json is for STATES; expected no --json, databases are scored as CSV");
        }
        input.requireWorlds();
        MarkovLogic network = input.logic().names().read(input.file());
        List<Database> worlds = new ArrayList<>();
        for (Path database : input.logic().databases()) {
            worlds.add(world(network, database));
        }
        LearningOptions options = LearningOptions.defaults().withMaxGround(input.logic().maxGround())
                .withQuery(input.logic().predicatesAsked().toArray(String[]::new));
        options = seconds == null ? options : options.withSeconds(seconds);
        options = threads == null ? options : options.withThreads(threads);
        WorldScore score = WorldScoring.on(network, worlds).withOptions(options).run();
        PrintWriter out = spec.commandLine().getOut();
        CSVPrinter csv = new CSVPrinter(out, PREDICATES);
        for (WorldScore.Predicted one : score.predicates()) {
            csv.printRecord(one.predicate(), one.atoms(), one.positives() < 0 ? "" : one.positives(),
                    known(one.conditionalLogLikelihood()), known(one.error()), known(one.area()));
        }
        csv.flush();
        print(score, spec.commandLine().getErr());
        return 0;
    }

    /** Reads a database that is a world of its own. */
    static Database world(MarkovLogic network, Path file) throws IOException {
        Database database = LogicFiles.readDatabase(network, List.of(file));
        if (network.predicates().stream().allMatch(predicate -> database.listedAtoms(predicate.name()) == 0)) {
            throw new IllegalArgumentException(file + ": the database lists no atom; expected a world");
        }
        return database;
    }

    /** Refuses a database that is no world of a network, or one that is impossible. */
    static void checkWorld(MarkovLogic network, Path file, long maxGround) throws IOException {
        Database database = world(network, file);
        Set<String> modelled = network.predicates().stream().map(Predicate::name)
                .filter(name -> !network.isClosedWorld(name)).collect(Collectors.toSet());
        try {
            FormulaCounter.of(database, FormulaInstances.of(network, List.of(database)), modelled,
                    maxGround).counts();
        } catch (ContradictionException e) {
            throw new ContradictionException(e.getMessage() + ", in " + file);
        }
    }

    /** Prints the likelihoods of worlds, and which answers are sampled. */
    static void print(WorldScore score, PrintWriter err) {
        err.println(score.logLikelihood().isEmpty() ? "log-likelihood   " + score.method()
                : "log-likelihood   " + number(score.logLikelihood().getAsDouble())
                + (score.logLikelihoodError() > 0 ? " ± " + number(score.logLikelihoodError()) : "")
                + " of " + score.atoms() + " atoms: " + score.method());
        err.println("pseudo           " + (score.pseudoLogLikelihood().isPresent()
                ? number(score.pseudoLogLikelihood().getAsDouble()) : "atoms are missing"));
        score.predicates().forEach(one -> one.verdict().ifPresent(verdict ->
                err.println((one.positives() < 0 ? "not predicted    " : "sampled          ") + one.predicate() + ": "
                        + verdict)));
        err.flush();
    }

    private static String known(double value) {
        return Double.isNaN(value) ? "" : number(value);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }

    /** The log-weight of the states that agree with a line and with the evidence. */
    private double logWeight(ConditionedModel given, int[] world, int number) throws IOException {
        GraphicalModel model = given.original();
        Map<Integer, Integer> observed = new HashMap<>();
        boolean whole = true;
        for (int v = 0; v < world.length; v++) {
            int known = given.evidence().value(v);
            if (known >= 0 && world[v] >= 0 && known != world[v]) {
                return Double.NEGATIVE_INFINITY;
            }
            int value = known >= 0 ? known : world[v];
            whole &= value >= 0;
            if (value >= 0) {
                observed.put(v, value);
                world[v] = value;
            }
        }
        if (whole) {
            int[] free = new int[given.model().variableCount()];
            for (int v = 0; v < free.length; v++) {
                free[v] = world[given.toOriginal(v)];
            }
            return given.model().logWeight(free);
        }
        try {
            return logPartition(model.condition(given.evidence().withValues(observed))).orElseThrow(() ->
                    new IllegalArgumentException("state " + number + " of " + states + " leaves variables open that "
                            + "are too many to be summed out; expected a value for each"));
        } catch (ContradictionException e) {
            return Double.NEGATIVE_INFINITY;
        }
    }

    private OptionalDouble logPartition(ConditionedModel question) throws IOException {
        try {
            return Inference.on(question).withOptions(memory.applyTo(InferenceOptions.defaults()
                    .withRoute(Route.EXACT))).run().logPartition();
        } catch (TooLargeException e) {
            return OptionalDouble.empty();
        }
    }
}
