package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.io.Writer;

/** Runs the common commands once, so that the JVM can archive the classes that they load; the build starts it. */
public final class WarmUp {

    /**
     * Runs them on a model, quietly.
     *
     * @param args the model's file
     */
    public static void main(String[] args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        String[][] commands = {{"--version"}, {"--help"}, {"exact", args[0]}, {"symmetries", args[0]},
            {"symmetries", args[0], "--kind", "variable"}, {"plan", args[0]}, {"map", args[0]},
            {"infer", args[0], "--seconds", "0.2"}, {"infer", args[0], "--route", "sample", "--seconds", "0.5"}};
        for (String[] command : commands) {
            Orbifold.run(nowhere, nowhere, command);
        }
    }

    private WarmUp() { }
}
