package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code orbifold}, under which all others stand.
 *
 * <p>Exit codes: 0 when all went well; 2, with one line on standard error, when the user can mend it (a wrong
 * option, a bad file, a model too large); 1 for a fault of ours, or of a cluster.
 */
@Command(name = "orbifold", mixinStandardHelpOptions = true, versionProvider = Orbifold.Version.class,
        description = "Symmetries of discrete graphical models, and inference that uses them.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "'orbifold COMMAND --help' explains a command. To begin: 'orbifold infer MODEL' answers, "
            + "'orbifold plan MODEL' says how it would, 'orbifold symmetries MODEL' shows the symmetries."})
final class Orbifold implements Runnable {

    private static final List<Class<?>> COMMANDS = List.of(InferCommand.class, ExactCommand.class, MapCommand.class,
            SampleCommand.class, ScoreCommand.class, PlanCommand.class, LearnCommand.class, ConvertCommand.class,
            ExploreCommand.class, SymmetriesCommand.class, CompareCommand.class, CensusCommand.class,
            AutomorphismsCommand.class, IsomorphicCommand.class, GroupCommand.class,
            ExperimentCommand.class, CompetitionCommand.class, MixingCommand.class, PartsCommand.class,
            CommandLine.HelpCommand.class, AutoComplete.GenerateCompletion.class);

    /** The user can mend it. */
    static final int BAD_INPUT = 2;
    /** We must mend it. */
    static final int INTERNAL_ERROR = 1;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given; 'orbifold --help' lists them");
    }

    /** The one command that is named first, since looking at the options of all takes longer than many commands do. */
    private static List<Class<?>> needed(String... args) {
        return COMMANDS.stream().filter(c -> args.length > 0 && c.getAnnotation(Command.class).name().equals(args[0])
                && c != CommandLine.HelpCommand.class && c != AutoComplete.GenerateCompletion.class)
                .findFirst().map(c -> List.<Class<?>>of(c)).orElse(COMMANDS);
    }

    /** Runs a command line and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            // Without picocli's classes, which are too old for class-data sharing.
            out.println(version());
            out.flush();
            return 0;
        }
        CommandLine line = new CommandLine(new Orbifold());
        needed(args).forEach(line::addSubcommand);
        line.setOut(out).setErr(err).setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, ignored) -> Failures.report(err, e))
                .setExecutionExceptionHandler((e, command, ignored) -> Failures.report(err, e));
        try {
            return line.execute(args);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return Failures.report(err, e);
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream in = Orbifold.class.getResourceAsStream("/orbifold.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "orbifold " + properties.getProperty("version");
    }

    /** The version, as the build wrote it down. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {version()};
        }
    }
}
