package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbifold.learning.LearnedFormula;
import org.orbifold.learning.LearningObjective;
import org.orbifold.learning.LearningOptions;
import org.orbifold.learning.LearningResult;
import org.orbifold.learning.Prior;
import org.orbifold.learning.WeightLearning;
import org.orbifold.logic.Database;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.file.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold learn}: weights of a Markov logic network from databases. */
@Command(name = "learn", mixinStandardHelpOptions = true,
        description = "Weights of a Markov logic network from databases: by the exact likelihood where it is "
                + "affordable, else by pseudo-likelihood.",
        footer = {"", "Learned are the weights of formulas that have none, one for each constant of '+x'. Each "
                + "database is a world of its own; what it does not list is false, '?P(A)' is missing. CSV "
                + "'formula,weight,error,data,expected' goes to standard output, the method to standard error."})
final class LearnCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "NETWORK", description = "A Markov logic network (.mln).",
            converter = InputFile.class)
    private Path network;

    @Option(names = "--db", paramLabel = "FILE", required = true, converter = InputFile.class,
            description = "Database to learn from (.db), a world of its own; may be repeated.")
    private List<Path> databases = new ArrayList<>();

    @Option(names = "--query", paramLabel = "PREDICATES", split = ",",
            description = "Predicates to be predicted, separated by commas; the others are given. Default: all are "
                    + "modelled but those declared with '*'.")
    private List<String> query = new ArrayList<>();

    @Option(names = "--objective", paramLabel = "OBJECTIVE", defaultValue = "auto",
            description = "auto, likelihood, pseudo or conditional. Default: ${DEFAULT-VALUE}.")
    private LearningObjective objective;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the network with its weights there.")
    private Path out;

    @Option(names = "--prior", paramLabel = "SIGMA",
            description = "Standard deviation of a Gaussian prior with mean 0. Default: no prior.")
    private Double prior;

    @Option(names = "--l1", paramLabel = "LAMBDA", defaultValue = "0",
            description = "Factor of an L1 penalty, which makes weights 0 that the data do not need. Default: none.")
    private double l1;

    @Option(names = "--from-weights", description = "Learn also the weights that formulas have, beginning with them. "
            + "Default: they stay as they are.")
    private boolean fromWeights;

    @Option(names = "--seconds", paramLabel = "T", description = "Time limit in seconds. Default: none.")
    private Double seconds;

    @Option(names = "--threads", paramLabel = "N", description = "Most threads. Default: the number of processors.")
    private Integer threads;

    @Option(names = "--max-ground", paramLabel = "N", defaultValue = "10000000",
            description = "At most this many ground features and variables. Default: ${DEFAULT-VALUE}.")
    private long maxGround;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!LogicFiles.isNetwork(network)) {
            throw new IllegalArgumentException(network + " is no Markov logic network; expected a .mln file");
        }
        MarkovLogic logic = LogicFiles.readNetwork(network);
        List<Database> worlds = new ArrayList<>();
        for (Path database : databases) {
            worlds.add(LogicFiles.readDatabase(logic, List.of(database)));
        }
        LearningOptions options = LearningOptions.defaults().withQuery(query.toArray(String[]::new))
                .withObjective(objective).withFromWeights(fromWeights).withMaxGround(maxGround)
                .withPrior(new Prior(prior == null ? Double.POSITIVE_INFINITY : prior, l1));
        options = seconds == null ? options : options.withSeconds(seconds);
        options = threads == null ? options : options.withThreads(threads);
        LearningResult result = WeightLearning.on(logic, worlds).withOptions(options).run();
        if (out != null) {
            String text = LogicFiles.withWeights(network, logic, result.instances(), result.weights());
            WholeFile.write(out, writer -> writer.write(text));
        }
        print(result);
        return 0;
    }

    private void print(LearningResult result) {
        PrintWriter table = spec.commandLine().getOut();
        table.println("formula,weight,error,data,expected");
        for (LearnedFormula formula : result.formulas()) {
            table.println("\"" + formula.text().replace("\"", "\"\"") + "\"," + String.join(",",
                    Arrays.asList(number(formula.weight()), number(formula.standardError()),
                            number(formula.dataCount()), number(formula.expectedCount()))));
        }
        table.flush();
        PrintWriter err = spec.commandLine().getErr();
        err.println("objective        " + result.objective().name().toLowerCase(Locale.ROOT) + ": " + result.method());
        err.println(String.format(Locale.ROOT, "value            %.6f after %d steps, gradient %.1e%s", result.value(),
                result.iterations(), result.gradientNorm(), result.converged() ? "" : ", not converged"));
        result.logLikelihood().ifPresent(value -> err.println(String.format(Locale.ROOT,
                "log-likelihood   %.6f; %.6f without learned weights", value,
                result.logLikelihoodAtZero().orElseThrow())));
        result.remarks().forEach(remark -> err.println("note             " + remark));
        if (out != null) {
            err.println("network          " + out);
        }
        err.flush();
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
    }
}
