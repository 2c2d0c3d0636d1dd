package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.MapResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.io.ResultFiles;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold map}: the most probable state. */
@Command(name = "map", mixinStandardHelpOptions = true,
        description = "The most probable state given the evidence (MAP, MPE): exact by max-product on the junction "
                + "tree, or by counting where blocks are exchangeable; else the best that a search finds in the time, "
                + "with the bound that it proved.",
        footer = {"", "The state goes to standard output or to --out; its log-weight, what is proved and how many "
                + "symmetric states there are go to standard error. Ctrl-C ends the search with the best state."})
final class MapCommand implements Callable<Integer> {

    private static final CSVFormat CSV = CSVFormat.DEFAULT.builder().setHeader("variable", "value")
            .setRecordSeparator("\n").get();

    @Mixin
    private ModelInput input;

    @Mixin
    private MemoryInput memory;

    @Option(names = "--route", paramLabel = "ROUTE", defaultValue = "auto",
            description = "auto, exact, counting or sample (search). Default: ${DEFAULT-VALUE}.")
    private Route route;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds for reading the model and answering; an exact answer may come sooner. Default: 10 "
                    + "without --rounds.")
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
            description = "Write the state there: UAI MAP if the name ends in .MAP, else CSV 'variable,value'. "
                    + "Default: CSV on standard output.")
    private Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ModelInput.Question question = input.read();
        SamplingOptions sampling = seed.applyTo(SamplingOptions.defaults().withChains(searches));
        sampling = rounds == null ? sampling : sampling.withSamples(rounds);
        sampling = seconds == null ? sampling : sampling.withSeconds(input.left(seconds));
        InferenceOptions options = memory.applyTo(InferenceOptions.defaults().withRoute(route)
                .withSampling(threads.applyTo(sampling)));
        try (GracefulEnd end = new GracefulEnd()) {
            MapResult result = Inference.on(question.given()).withOptions(options).mostProbable();
            end.clearInterrupt();
            write(question.given().original(), result.state());
            print(result);
            spec.commandLine().getOut().flush();
            spec.commandLine().getErr().flush();
        }
        return 0;
    }

    private void write(GraphicalModel model, int[] state) throws IOException {
        if (out == null) {
            writeCsv(model, state, spec.commandLine().getOut());
        } else if (out.toString().endsWith(".MAP")) {
            ResultFiles.writeState(state, out);
        } else {
            WholeFile.write(out, writer -> writeCsv(model, state, writer));
        }
    }

    private static void writeCsv(GraphicalModel model, int[] state, Appendable target) throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, CSV);
        for (Variable variable : model.variables()) {
            csv.printRecord(variable.name(), variable.domain().label(state[variable.index()]));
        }
        csv.flush();
    }

    private void print(MapResult result) {
        PrintWriter err = spec.commandLine().getErr();
        result.lines().forEach(line -> err.println(InferenceSummary.aligned(line)));
        err.println("log-weight       " + result.logWeight());
        err.println(result.isProved() ? String.format(Locale.ROOT, "bound            proved: no state is more "
                + "probable, in %.2f s", result.seconds())
                : String.format(Locale.ROOT, "bound            no state is above %s: at most %.6f more, in %.2f s",
                        result.logBound(), result.logBound() - result.logWeight(), result.seconds()));
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
