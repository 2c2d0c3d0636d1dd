package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Properties;
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
 * option, a bad file, a model too large); 1 for a fault of ours.
 */
@Command(name = "orbifold", mixinStandardHelpOptions = true, versionProvider = Orbifold.Version.class,
        description = "Symmetries of discrete graphical models, and inference that uses them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {InferCommand.class, ExactCommand.class, PlanCommand.class, SymmetriesCommand.class,
            AutomorphismsCommand.class, GroupCommand.class, ConvertCommand.class, ExperimentCommand.class,
            CompetitionCommand.class, CommandLine.HelpCommand.class})
final class Orbifold implements Runnable {

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

    /** Runs a command line and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new Orbifold()).setOut(out).setErr(err)
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

    /** The version, as the build wrote it down. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            Properties properties = new Properties();
            try (InputStream in = Orbifold.class.getResourceAsStream("/orbifold.properties")) {
                properties.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new String[] {"orbifold " + properties.getProperty("version")};
        }
    }
}
