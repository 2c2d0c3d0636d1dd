package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.MapResult;
import org.orbifold.inference.MarginalMapResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ResultFiles;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold map}: the most probable state, or the most probable values of some variables. */
@Command(name = "map", mixinStandardHelpOptions = true,
        header = "The most probable state; marginal MAP.",
        description = "The most probable state given the evidence (MAP, MPE): exact by max-product on a contraction "
                + "tree, or by counting where blocks are exchangeable; else the best that a search finds in the time, "
                + "with the bound that it proved. With --maximize or --query-file, the most probable values of some "
                + "variables, summed over the others (marginal MAP).",
        footer = {"", "The state goes to standard output or to --out; its log-weight, what is proved and how many "
                + "symmetric states there are go to standard error. Ctrl-C ends the search with the best state."})
final class MapCommand implements Callable<Integer> {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder().setHeader("variable", "value")
            .setRecordSeparator("\n").get();

    @Mixin
    private ModelInput input;

    @Mixin
    private MemoryInput memory;

    @Option(names = "--maximize", paramLabel = "A,B,…",
            description = "Maximise these variables and sum over all others (marginal MAP); may be repeated.")
    private List<String> maximize = List.of();

    @Option(names = "--query-file", paramLabel = "FILE",
            description = "The variables to maximise as a UAI query file: their number, then their indices from 0.")
    private Path queryFile;

    @Option(names = "--route", paramLabel = "ROUTE", defaultValue = "auto",
            description = "auto, exact, counting or sample (search). Default: ${DEFAULT-VALUE}.")
    private Route route;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds for reading the model and answering; an exact answer may come sooner. Default: 10 "
                    + "without --rounds; exact routes that are asked for then take the time they need, up to 10^12 "
                    + "operations.")
    private Double seconds;

    @Option(names = "--rounds", paramLabel = "N",
            description = "Rounds of each search, in place of a time: the same seed gives the same state.")
    private Long rounds;

    @Option(names = "--searches", paramLabel = "C", defaultValue = "4",
            description = "Independent searches. Default: ${DEFAULT-VALUE}.")
    private int searches;

    @Mixin
    private ThreadsInput threads;

    @Mixin
    private SeedInput seed;

    @Option(names = "--out", paramLabel = "FILE",
            description = "Write the state there: UAI MAP if the name ends in .MAP (.MMAP for marginal MAP), else CSV "
                    + "'variable,value'. Default: CSV on standard output.")
    private Path out;

    @Mixin
    private JsonInput json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        json.requireNoOther(out, ".MAP", ".MMAP");
        ModelInput.Question question = input.read();
        Optional<int[]> query = query(question.given().original());
        checkOut(query.isPresent());
        SamplingOptions sampling = seed.applyTo(SamplingOptions.defaults().withChains(searches));
        sampling = rounds == null ? sampling : sampling.withSamples(rounds);
        sampling = seconds == null ? sampling : sampling.withSeconds(input.left(seconds));
        InferenceOptions options = memory.applyTo(InferenceOptions.defaults().withRoute(route)
                .withSampling(threads.applyTo(sampling)));
        try (GracefulEnd end = new GracefulEnd()) {
            Inference inference = Inference.on(question.given()).withOptions(options);
            GraphicalModel model = question.given().original();
            if (query.isPresent()) {
                MarginalMapResult result = inference.mostProbable(query.get());
                end.clearInterrupt();
                write(model, result.variables(), result.values(), result::toJson);
                print(result);
            } else {
                MapResult result = inference.mostProbable();
                end.clearInterrupt();
                write(model, IntStream.range(0, model.variableCount()).toArray(), result.state(), result::toJson);
                print(result);
            }
            spec.commandLine().getOut().flush();
            spec.commandLine().getErr().flush();
        }
        return 0;
    }

    /** The variables to maximise; empty for all, without sums. */
    private Optional<int[]> query(GraphicalModel model) throws IOException {
        if (!maximize.isEmpty() && queryFile != null) {
            throw new IllegalArgumentException("--maximize and --query-file exclude each other; expected one of them");
        }
        if (queryFile != null) {
            return Optional.of(ModelFiles.readQuery(queryFile, model));
        }
        boolean whole = model.ownVariables().size() == model.variableCount();
        if (maximize.isEmpty() && !whole) {
            // The most probable state of the network is one of its own variables.
            return Optional.of(model.ownVariables().stream().mapToInt(Variable::index).toArray());
        }
        return maximize.isEmpty() ? Optional.empty() : Optional.of(maximize.stream().flatMap(MapCommand::names)
                .mapToInt(name -> model.variable(name).index()).toArray());
    }

    /** Splits at commas outside of brackets: ground atoms have commas in their names. */
    private static Stream<String> names(String list) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                names.add(list.substring(from, i));
                from = i + 1;
            }
        }
        names.add(list.substring(from));
        return names.stream().map(String::strip);
    }

    /** A result is not written in the form of another task. */
    private void checkOut(boolean marginal) {
        String wrong = marginal ? ".MAP" : ".MMAP";
        if (out != null && out.toString().endsWith(wrong)) {
            throw new IllegalArgumentException("--out " + out + ": " + (marginal
                    ? "marginal MAP is written to a name that ends in .MMAP; expected that, or another name for CSV"
                    : ".MMAP needs --maximize or --query-file; expected one of them, or a name that ends in .MAP"));
        }
    }

    private void write(GraphicalModel model, int[] variables, int[] values, Supplier<String> asJson)
            throws IOException {
        if (json.isAsked()) {
            JsonInput.write(asJson.get(), out, spec.commandLine().getOut());
        } else if (out == null) {
            writeCsv(model, variables, values, spec.commandLine().getOut());
        } else if (out.toString().endsWith(".MMAP")) {
            ResultFiles.writeQueryState(variables, values, out);
        } else if (out.toString().endsWith(".MAP")) {
            ResultFiles.writeState(values, out);
        } else {
            WholeFile.write(out, writer -> writeCsv(model, variables, values, writer));
        }
    }

    private static void writeCsv(GraphicalModel model, int[] variables, int[] values, Appendable target)
            throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, CSV);
        for (int i = 0; i < variables.length; i++) {
            Variable variable = model.variable(variables[i]);
            csv.printRecord(variable.name(), variable.domain().label(values[i]));
        }
        csv.flush();
    }

    private void print(MarginalMapResult result) {
        PrintWriter err = spec.commandLine().getErr();
        result.routes().forEach(line -> err.println(InferenceSummary.aligned(line)));
        err.println("log-weight       " + result.logWeight() + (result.isProved() ? ", exact"
                : ", exact for these values: a lower bound of the largest"));
        printBound("values are", result.isProved(), result.logWeight(), result.logBound(), result.seconds());
    }

    private void printBound(String what, boolean proved, double logWeight, double bound, double time) {
        spec.commandLine().getErr().println(proved
                ? String.format(Locale.ROOT, "bound            proved: no %s more probable, in %.2f s", what, time)
                : String.format(Locale.ROOT, "bound            no %s above %s: at most %.6f more, in %.2f s", what,
                        bound, bound - logWeight, time));
    }

    private void print(MapResult result) {
        PrintWriter err = spec.commandLine().getErr();
        result.routes().forEach(line -> err.println(InferenceSummary.aligned(line)));
        err.println("log-weight       " + result.logWeight());
        printBound("state is", result.isProved(), result.logWeight(), result.logBound(), result.seconds());
        result.images().ifPresent(count -> {
            if (count.signum() > 0 && count.bitLength() > 1) {
                err.println(String.format(Locale.ROOT, "symmetry         %,d symmetric states of equal probability",
                        count));
            }
        });
        if (result.images().isEmpty()) {
            err.println("symmetry         symmetric states are not counted: the search for symmetries was cut off");
        }
    }
}
