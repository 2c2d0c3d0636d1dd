package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;

/** Runs the common commands once, so that the JVM can archive the classes that they load; the build starts it. */
public final class WarmUp {

    /**
     * Runs them on a model, quietly.
     *
     * @param args the model's file
     */
    public static void main(String[] args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        String page = Path.of(args[0]).resolveSibling("warm-up-page").toString();
        String[][] commands = {{"--version"}, {"--help"}, {"exact", args[0]}, {"symmetries", args[0]},
            {"symmetries", args[0], "--kind", "variable"}, {"plan", args[0]}, {"map", args[0]},
            {"infer", args[0], "--seconds", "0.2"}, {"explore", args[0], "--out", page},
            {"infer", args[0], "--route", "sample", "--seconds", "0.5"}};
        for (String[] command : commands) {
            Orbifold.run(nowhere, nowhere, command);
        }
    }

    private WarmUp() { }
}
