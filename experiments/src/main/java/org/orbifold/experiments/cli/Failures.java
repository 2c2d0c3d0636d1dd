package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.model.NearestNames;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line on standard error and an exit code. */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    /** Reports a failure of a command. */
    static int report(PrintWriter err, Throwable failure) {
        Throwable cause = failure instanceof UncheckedIOException io ? io.getCause() : failure;
        LOG.debug("the command failed", cause);
        if (cause instanceof MachineFailure) {
            err.println("orbifold: " + oneLine(cause.getMessage()));
            return Orbifold.INTERNAL_ERROR;
        }
        String message = userMistake(cause);
        err.println("orbifold: " + oneLine(message != null ? message
                : "internal error: " + cause + "; please report it (orbifold.log=debug in JAVA_OPTS shows where)"));
        return message != null ? Orbifold.BAD_INPUT : Orbifold.INTERNAL_ERROR;
    }

    /** What to tell a user who can mend it; null for a fault of ours. */
    private static String userMistake(Throwable cause) {
        if (cause instanceof FileSystemException e) {
            return e.getFile() + ": " + (e.getReason() != null ? e.getReason() : kind(e));
        } else if (cause instanceof IOException) {
            return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        } else if (cause instanceof TooLargeException e && e.leastSeconds().isPresent()) {
            return e.getMessage() + String.format(Locale.ROOT, "; the time is --seconds %.0f or more",
                    Math.ceil(e.leastSeconds().getAsDouble()));
        } else if (cause instanceof UnmatchedArgumentException e && !e.getUnmatched().isEmpty()) {
            return unmatched(e);
        } else if (cause instanceof ParameterException) {
            return cause.getMessage().replaceAll("is not a double$", "is not a number")
                    .replaceAll("is not an? (int|long)$", "is not a whole number")
                    .replaceFirst("^Missing required parameter", "missing argument")
                    .replaceFirst("^Missing required option", "missing option");
        } else if (cause instanceof IllegalArgumentException) {
            return cause.getMessage();
        } else if (cause instanceof OutOfTimeException) {
            String message = String.valueOf(cause.getMessage());
            return "no answer was found: " + message + (message.endsWith("cancelled") ? "" : "; allow more --seconds");
        } else if (cause instanceof OutOfMemoryError) {
            return "out of memory; give the program more, for example JAVA_OPTS=-Xmx8g";
        } else if (cause instanceof StackOverflowError) {
            return "the input is nested too deeply";
        }
        return null;
    }

    /** The first word that is neither a command, nor an option, nor an argument that the command takes. */
    private static String unmatched(UnmatchedArgumentException e) {
        CommandLine command = e.getCommandLine();
        String word = e.getUnmatched().get(0);
        String name = command.getCommandSpec().qualifiedName();
        if (word.startsWith("-")) {
            return "unknown option '" + word + "', expected one that '" + name + " --help' lists"
                    + NearestNames.hint(word, command.getCommandSpec().optionsMap().keySet());
        } else if (!command.getSubcommands().isEmpty()) {
            return "unknown command '" + word + "', expected one that '" + name + " --help' lists"
                    + NearestNames.hint(word, command.getSubcommands().keySet());
        }
        return "unexpected argument '" + word + "'; '" + name + " --help' lists what the command takes";
    }

    private static String kind(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        return e instanceof AccessDeniedException ? "permission denied" : "cannot be used";
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private Failures() { }
}
