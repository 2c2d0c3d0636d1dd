package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.orbifold.experiments.report.LearningReport;
import org.orbifold.experiments.report.Manifest;
import org.orbifold.learning.DataLikelihood;
import org.orbifold.learning.LearnedFormula;
import org.orbifold.learning.LearningObjective;
import org.orbifold.learning.LearningOptions;
import org.orbifold.learning.LearningResult;
import org.orbifold.learning.ParameterOptions;
import org.orbifold.learning.ParameterResult;
import org.orbifold.learning.Prior;
import org.orbifold.learning.WeightLearning;
import org.orbifold.learning.WorldScore;
import org.orbifold.learning.WorldScoring;
import org.orbifold.logic.Database;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.WeightedSentence;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold learn}: weights of a Markov logic network from databases, parameters of a network from CSV. */
@Command(name = "learn", mixinStandardHelpOptions = true,
        header = "Weights or tables from data.",
        description = "Weights of a Markov logic network from databases: by the exact likelihood where it is "
                + "affordable, else by pseudo-likelihood. Tables of a Bayesian network from CSV: by counts, or EM "
                + "where values are missing. Weights of a Markov network from CSV: by likelihood.",
        footer = {"", "Markov logic: formulas without a weight get one, those with '+x' one for each constant. Each "
                + "database is a world of its own; atoms that it does not list are false, '?P(A)' is missing. CSV "
                + "'formula,weight,error,data,expected' goes to standard output, the method to standard error.", "",
                "DATA is CSV as 'orbifold sample' writes it: names of variables, then a line of values for each row; "
                + "an empty value, '?' or 'NA' is missing. Learned tables go to --out, else as CSV to standard "
                + "output."})
final class LearnCommand implements Callable<Integer> {

    private static final String DIRICHLET = "dirichlet:";
    /** Share of a limited time for learning where test data are scored afterwards. */
    private static final double LEARNING_SHARE = 0.85;

    @Parameters(index = "0", paramLabel = "NETWORK", description = "A Markov logic network (.mln), or a model file of "
            + "another format (.bif, .uai, .num, …).", converter = InputFile.class)
    private Path network;

    @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", converter = InputFile.class,
            description = "CSV file to learn a network from that is not Markov logic; may be gzipped (.gz).")
    private Path data;

    @Option(names = "--db", paramLabel = "FILE", converter = InputFile.class,
            description = "Database to learn Markov logic from (.db), a world of its own; may be repeated.")
    private List<Path> databases = new ArrayList<>();

    @Option(names = "--query", paramLabel = "PREDICATES", split = ",",
            description = "Predicates to be predicted, separated by commas; the others are given. Default: all are "
                    + "modelled but those declared with '*'.")
    private List<String> query = new ArrayList<>();

    @Option(names = "--objective", paramLabel = "OBJECTIVE", defaultValue = "auto",
            description = "What is maximised: likelihood (expected counts are sampled where exact ones are too "
                    + "expensive), pseudo (the pseudo-likelihood), conditional (the likelihood of --query given all "
                    + "others), or auto: the likelihood where it is exact, else the pseudo-likelihood. Default: "
                    + "${DEFAULT-VALUE}.")
    private LearningObjective objective;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the network with its weights there.")
    private Path out;

    @Option(names = "--prior", paramLabel = "PRIOR",
            description = "SIGMA: standard deviation of a Gaussian prior of weights, with mean 0. dirichlet:ALPHA: "
                    + "pseudo-count of each entry of a Bayesian network's tables. Default: no prior.")
    private String prior;

    @Option(names = "--units", description = "Add a formula for each predicate of a Markov logic network that has none "
            + "of its own, such as Friends(x1,x2), as Alchemy does. Default: the formulas of the file alone.")
    private boolean units;

    @Option(names = "--tie", paramLabel = "orbits",
            description = "orbits: parameters that a symmetry of the structure (the network without its numbers) maps "
                    + "to each other are one. Default: all are different.")
    private String tie;

    @Option(names = "--test", paramLabel = "FILE", converter = InputFile.class,
            description = "Print the log-likelihood of these data too: a database, or CSV for a network.")
    private Path test;

    @Option(names = "--l1", paramLabel = "LAMBDA", defaultValue = "0",
            description = "Factor of an L1 penalty, which makes weights 0 that the data do not need. Default: none.")
    private double l1;

    @Option(names = "--from-weights", description = "Learn also the weights that formulas have, beginning with them. "
            + "Default: they stay as they are.")
    private boolean fromWeights;

    @Option(names = "--seconds", paramLabel = "T", description = "Time limit in seconds. Default: none.")
    private Double seconds;

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads. Default: all processors.")
    private Integer threads;

    @Option(names = "--max-ground", paramLabel = "N", defaultValue = "10000000",
            description = "At most this many ground features and variables. Default: ${DEFAULT-VALUE}.")
    private long maxGround;

    @Option(names = "--report", paramLabel = "DIR",
            description = "Write a report there: index.html with the curve of the objective, parameters with errors, "
                    + "counts and likelihoods, and every number as CSV and JSON.")
    private Path report;

    @Option(names = "--checkpoint", paramLabel = "FILE",
            description = "Resume from this file if it exists, and keep it up to date; resumed learning ends with the "
                    + "same bits.")
    private Path checkpoint;

    @Option(names = "--checkpoint-seconds", paramLabel = "T", defaultValue = "10",
            description = "Least seconds between two checkpoints. Default: ${DEFAULT-VALUE}.")
    private double checkpointSeconds;

    @Mixin
    private NamesInput names;

    @Mixin
    private ClusterInput cluster;

    @Mixin
    private SeedInput seed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (tie != null && !tie.equals("orbits")) {
            throw new IllegalArgumentException("--tie " + tie + " is unknown; expected orbits");
        }
        // An impossible limit is refused before anything is read.
        LearningOptions whole = seconds == null ? LearningOptions.defaults()
                : LearningOptions.defaults().withSeconds(seconds);
        Budget budget = seconds == null ? Budget.unlimited() : Budget.ofSeconds(seconds);
        if (!LogicFiles.isNetwork(network)) {
            return learnNetwork(budget);
        } else if (data != null || databases.isEmpty()) {
            throw new IllegalArgumentException("Markov logic is learned from databases; expected --db FILE"
                    + (data == null ? "" : " instead of " + data));
        } else if (prior != null && prior.startsWith(DIRICHLET)) {
            throw new IllegalArgumentException("--prior dirichlet is for networks that are not Markov logic; expected "
                    + "--prior SIGMA");
        }
        MarkovLogic read = names.read(network);
        MarkovLogic logic = units ? read.withUnits() : read;
        if (names.isExtending() && logic.formulas().stream().anyMatch(WeightedSentence::perConstant)) {
            throw new IllegalArgumentException("--extend-domains is not for formulas with '+x': the learned ones would "
                    + "name constants that the declaration of a type does not list; expected all constants there");
        }
        List<Database> worlds = new ArrayList<>();
        for (Path database : databases) {
            worlds.add(ScoreCommand.world(logic, database));
        }
        LearningOptions options = whole.withQuery(query.toArray(String[]::new))
                .withObjective(objective).withFromWeights(fromWeights).withMaxGround(maxGround)
                .withSeed(seed.seed()).withTied(tie != null)
                .withPrior(new Prior(prior == null ? Double.POSITIVE_INFINITY : number("--prior", prior), l1));
        options = threads == null ? options : options.withThreads(threads);
        options = checkpoint == null ? options : options.withCheckpoint(checkpoint, checkpointSeconds);
        checkOutput();
        if (test != null) {
            // Read first, so that a mistake in it does not cost the time of learning.
            ScoreCommand.checkWorld(logic, test, maxGround);
        }
        options = seconds == null ? options : options.withSeconds(learningSeconds(budget));
        try (GracefulEnd end = new GracefulEnd()) {
            LearningResult result = learn(WeightLearning.on(logic, worlds).withOptions(options));
            Budget rest = end.clearInterrupt() ? Budget.ofSeconds(0) : budget;
            return show(logic, result, options, rest);
        }
    }

    /** At least a millisecond: what was read is tried. */
    private double learningSeconds(Budget budget) {
        return Math.max(1e-3, budget.secondsLeft() * (test == null ? 1 : LEARNING_SHARE));
    }

    private LearningResult learn(WeightLearning learning) {
        try (ProgressBars bar = ProgressBars.ofLearning()) {
            Optional<Machines> found = cluster.connect();
            if (found.isEmpty()) {
                return learning.run(bar::show);
            }
            try (Machines machines = found.get()) {
                return learning.run(bar::show, machines);
            }
        }
    }

    /** Writes and prints what was learned, and scores the test data in the time that is left. */
    private int show(MarkovLogic logic, LearningResult result, LearningOptions options, Budget rest)
            throws IOException {
        String text = LogicFiles.withWeights(network, logic, result.instances(), result.weights())
                + added(logic, result);
        print(result);
        PrintWriter err = spec.commandLine().getErr();
        if (out != null) {
            WholeFile.write(out, writer -> writer.write(text));
            err.println("network          " + out);
        }
        Optional<WorldScore> score = Optional.empty();
        Optional<WorldScore> before = Optional.empty();
        if (test != null) {
            try {
                score = Optional.of(score(text, options, rest));
                err.println("test             " + test);
                ScoreCommand.print(score.get(), err);
                if (report != null && score.get().logLikelihood().isPresent() && !result.sampled()) {
                    double[] none = result.formulas().stream().mapToDouble(one -> one.learned() ? 0 : one.weight())
                            .toArray();
                    before = Optional.of(score(LogicFiles.withWeights(network, logic, result.instances(), none),
                            options, rest));
                }
            } catch (OutOfTimeException e) {
                err.println("test             " + (score.isPresent() ? "without learned weights " : "")
                        + "not scored: the time was over");
            }
        }
        if (report != null) {
            LearningReport.write(report, LearnedRows.of(result, score, before), Manifest.of(
                    spec.commandLine().getParseResult().originalArgs(), new LearningReport.Setup(network.toString(),
                    databases.stream().map(Path::toString).toList(), test == null ? "" : test.toString(),
                    seed.seed())));
            err.println("report           " + report.resolve("index.html"));
        }
        err.flush();
        return 0;
    }

    /** The likelihoods of the test data by a network. */
    private WorldScore score(String text, LearningOptions options, Budget rest) throws IOException {
        rest.check();
        MarkovLogic learned = names.parse(text);
        return WorldScoring.on(learned, List.of(LogicFiles.readDatabase(learned, List.of(test))))
                .withOptions(rest.isLimited() ? options.withSeconds(Math.max(1e-3, rest.secondsLeft())) : options)
                .likelihoods();
    }

    /** Refuses names that cannot be used before the run; the report's folder is made when there is one to write. */
    private void checkOutput() throws IOException {
        for (Path file : Stream.of(out, checkpoint).filter(Objects::nonNull).toList()) {
            WholeFile.check(file);
        }
        if (report != null && Files.exists(report) && !Files.isDirectory(report)) {
            throw new IllegalArgumentException("--report " + report + " is a file; expected a folder");
        }
    }

    private static double number(String option, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " " + text + " is no number; expected SIGMA, for example 2, or "
                    + "dirichlet:ALPHA, for example dirichlet:1", e);
        }
    }

    /** The lines of formulas that stand in no file. */
    private static String added(MarkovLogic logic, LearningResult result) {
        StringBuilder lines = new StringBuilder();
        for (LearnedFormula formula : result.formulas()) {
            if (logic.formulas().get(formula.formula()).origin().isEmpty()) {
                lines.append(lines.isEmpty() ? "\n" : "").append(formula.weight()).append("  ")
                        .append(logic.text(logic.formulas().get(formula.formula()).sentence())).append('\n');
            }
        }
        return lines.toString();
    }

    private int learnNetwork(Budget budget) throws IOException {
        if (data == null || !databases.isEmpty()) {
            throw new IllegalArgumentException(network + " is no Markov logic network, so it is learned from CSV; "
                    + "expected DATA, 'orbifold learn " + network.getFileName() + " DATA.csv', and no --db");
        } else if (!query.isEmpty() || objective != LearningObjective.AUTO || units || names.isUsed()) {
            throw new IllegalArgumentException("--query, --objective, --units, --constants and --extend-domains are "
                    + "for Markov logic, but the model is " + network);
        }
        boolean dirichlet = prior != null && prior.startsWith(DIRICHLET);
        ParameterOptions options = ParameterOptions.defaults().withTied(tie != null).withFromWeights(fromWeights)
                .withPrior(new Prior(prior == null || dirichlet ? Double.POSITIVE_INFINITY
                        : number("--prior", prior), l1))
                .withDirichlet(dirichlet ? number("--prior", prior.substring(DIRICHLET.length())) : 0);
        options = threads == null ? options : options.withThreads(threads);
        options = checkpoint == null ? options : options.withCheckpoint(checkpoint, checkpointSeconds);
        checkOutput();
        NetworkLearning learning = new NetworkLearning(network);
        if (test != null) {
            // Read first, so that a mistake in it does not cost the time of learning.
            learning.check(test);
        }
        options = seconds == null ? options : options.withSeconds(learningSeconds(budget));
        try (GracefulEnd end = new GracefulEnd()) {
            ParameterResult result;
            try (ProgressBars bar = ProgressBars.ofLearning()) {
                result = learning.learn(data, options, bar::show, cluster);
            }
            Budget rest = end.clearInterrupt() ? Budget.ofSeconds(0) : budget;
            return show(learning, result, options, rest);
        }
    }

    /** Writes and prints what was learned, and scores the test data in the time that is left. */
    private int show(NetworkLearning learning, ParameterResult result, ParameterOptions options, Budget rest)
            throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        if (out == null) {
            learning.print(result, spec.commandLine().getOut());
        } else {
            try {
                learning.write(result, out);
            } catch (IOException | IllegalArgumentException e) {
                // What was learned is not lost with the file.
                learning.print(result, spec.commandLine().getOut());
                throw e;
            }
        }
        learning.summarise(result, err);
        Optional<DataLikelihood> score = Optional.empty();
        if (test != null) {
            try {
                DataLikelihood found = learning.score(result, test, options, rest);
                err.println(String.format(Locale.ROOT, "test             %.6f, %.6f for each of %d rows", found.value(),
                        found.value() / found.rows(), found.rows()));
                score = Optional.of(found);
            } catch (OutOfTimeException e) {
                err.println("test             not scored: the time was over");
            }
        }
        if (report != null) {
            LearningReport.write(report, learning.report(result, score), Manifest.of(
                    spec.commandLine().getParseResult().originalArgs(), new LearningReport.Setup(network.toString(),
                    List.of(data.toString()), test == null ? "" : test.toString(), seed.seed())));
            err.println("report           " + report.resolve("index.html"));
        }
        if (out != null) {
            err.println("network          " + out);
        }
        err.flush();
        return 0;
    }

    private void print(LearningResult result) {
        PrintWriter table = spec.commandLine().getOut();
        table.println("formula,weight,error,data,expected" + (result.sampled() ? ",sampling_error" : ""));
        for (LearnedFormula formula : result.formulas()) {
            table.println("\"" + formula.text().replace("\"", "\"\"") + "\"," + String.join(",",
                    Arrays.asList(number(formula.weight()), number(formula.standardError()),
                            number(formula.dataCount()), number(formula.expectedCount())))
                    + (result.sampled() ? "," + number(formula.samplingError()) : ""));
        }
        table.flush();
        PrintWriter err = spec.commandLine().getErr();
        if (!result.converged()) {
            err.println("NOT CONVERGED    the optimum was not reached; allow more --seconds");
        }
        if (tie != null) {
            err.println("parameters       " + result.classes() + " of " + result.parameters()
                    + ", by symmetries of the structure");
        }
        err.println("objective        " + result.objective().name().toLowerCase(Locale.ROOT) + ": " + result.method());
        if (result.sampled()) {
            err.println(String.format(Locale.ROOT, "sampled          %s; sampling leaves errors of up to %.3g in "
                    + "weights", steps(result.iterations()), result.formulas().stream()
                            .mapToDouble(LearnedFormula::samplingError).max().orElse(0)));
        } else {
            err.println(String.format(Locale.ROOT, "value            %.6f after %s, gradient %.1e",
                    result.value(), steps(result.iterations()), result.gradientNorm()));
        }
        logLikelihoods(result).ifPresent(text -> err.println("log-likelihood   " + text));
        result.remarks().forEach(remark -> err.println("note             " + remark));
        err.flush();
    }

    /** With and without learned weights; the second is unknown if the time was over. */
    static Optional<String> logLikelihoods(LearningResult result) {
        return result.logLikelihood().isEmpty() ? Optional.empty()
                : Optional.of(number(result.logLikelihood().getAsDouble())
                + (result.logLikelihoodAtZero().isEmpty() ? ""
                : "; " + number(result.logLikelihoodAtZero().getAsDouble()) + " without learned weights"));
    }

    static String steps(int count) {
        return count == 1 ? "1 step" : count + " steps";
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
    }
}
