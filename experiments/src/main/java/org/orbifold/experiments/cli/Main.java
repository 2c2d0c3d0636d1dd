package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The entry point of the program {@code orbifold}. */
public final class Main {

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(out, err, args);
        out.flush();
        err.flush();
        GracefulEnd.commandEnded();
        System.exit(code);
    }

    /**
     * Runs a command inside this JVM.
     *
     * @param out  the standard output
     * @param err  the standard error
     * @param args the command line
     * @return its exit code
     */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return Orbifold.run(out, err, args);
    }

    private Main() { }
}
