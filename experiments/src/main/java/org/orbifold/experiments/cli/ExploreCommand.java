package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbifold.experiments.explore.Answers;
import org.orbifold.experiments.explore.Explorer;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.symmetry.model.SymmetryOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold explore}: a page to look at a model. */
@Command(name = "explore", mixinStandardHelpOptions = true,
        header = "A page to look at a model.",
        description = "Writes a page to look at a model: its graph with blocks and orbits, its symmetries, which can "
                + "be applied to states, marginals with errors and routes, and a short run. The page needs no network "
                + "and no other file.")
final class ExploreCommand implements Callable<Integer> {

    @Mixin
    private ModelInput input;

    @Mixin
    private MemoryInput memory;

    @Mixin
    private ThreadsInput threads;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "orbifold-explore",
            description = "Folder of the page, index.html. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "2",
            description = "Seconds for the answers, as of 'orbifold infer'. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--block-size", paramLabel = "R|auto", defaultValue = "2", converter = BlockSize.class,
            description = "Most variables in a block; auto: 2, or 3 where features are wider and blocks of three have "
                    + "more symmetries. Default: ${DEFAULT-VALUE}.")
    private int blockSize;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
            description = "Seed of the run that is shown, and of sampled answers. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--browse", description = "Show the page in the browser.")
    private boolean browse;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ConditionedModel given = input.read().given();
        SamplingOptions sampling = threads.applyTo(SamplingOptions.defaults().withSeconds(seconds).withSeed(seed));
        InferenceOptions options = memory.applyTo(InferenceOptions.defaults().withSampling(sampling)
                .withBlockSize(blockSize));
        Files.createDirectories(out);
        Path page = out.resolve("index.html");
        Explorer.write(page, given, () -> answers(given, options), new Explorer.Setup(input.name(), blockSize, seed,
                SymmetryOptions.defaults().withThreads(sampling.threads())));
        spec.commandLine().getOut().println(page);
        if (browse) {
            show(page);
        }
        return 0;
    }

    private static Answers answers(ConditionedModel given, InferenceOptions options) {
        return Answers.of(Inference.on(given).withOptions(options).run());
    }

    /** Asks the system to open the page as it opens files of its kind. */
    private static void show(Path page) throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        List<String> opener = system.contains("win") ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : List.of(system.contains("mac") ? "open" : "xdg-open");
        try {
            new ProcessBuilder(java.util.stream.Stream.concat(opener.stream(),
                    java.util.stream.Stream.of(page.toAbsolutePath().toString())).toList()).start();
        } catch (IOException e) {
            throw new IOException("no browser could be started with " + opener.get(0) + "; open " + page
                    + " in one by hand", e);
        }
    }
}
