package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs the common commands once, so that the JVM can list the classes that they load; {@code bin/orbifold-archive}
 * starts it.
 */
public final class WarmUp {

    /** Sites along each side of the torus. */
    private static final int SIDE = 4;
    /** Weight of an edge between sites in equal states. */
    private static final String EQUAL = "4.5";

    /**
     * Runs them, quietly.
     *
     * @param args a folder for the models and what the commands write
     * @throws IOException if a file cannot be written there
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Path two = Files.writeString(folder.resolve("two.uai"), "MARKOV\n2\n2 2\n1\n2 0 1\n4 1 2 3 4\n");
        Path torus = Files.writeString(folder.resolve("torus.uai"), potts());
        String potts = torus.toString();
        String page = folder.resolve("page").toString();
        List<List<String>> commands = List.of(List.of("--version"), List.of("--help"), List.of("infer", "--help"),
                List.of("infer", two.toString()), List.of("infer", two.toString(), "--json"),
                List.of("infer", two.toString(), "--given", "0=1"),
                List.of("exact", potts), List.of("symmetries", potts),
                List.of("symmetries", potts, "--kind", "variable"), List.of("plan", potts), List.of("map", potts),
                List.of("infer", potts, "--seconds", "0.2"), List.of("explore", potts, "--out", page),
                List.of("infer", potts, "--route", "sample", "--seconds", "0.5"));
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        for (List<String> command : commands) {
            Orbifold.run(nowhere, nowhere, command.toArray(String[]::new));
        }
    }

    /** A binary-encoded Potts torus of three states: hard tables, a graph search and a group. */
    private static String potts() {
        int sites = SIDE * SIDE;
        List<String> scopes = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        for (int i = 0; i < sites; i++) {
            scopes.add("2 " + 2 * i + " " + (2 * i + 1));
            tables.add("4 1 1 1 0");
        }
        String edge = IntStream.range(0, 16).mapToObj(x -> x / 4 == x % 4 && x < 15 ? EQUAL : "1")
                .collect(Collectors.joining(" "));
        for (int i = 0; i < sites; i++) {
            for (int j : new int[] {i / SIDE * SIDE + (i + 1) % SIDE, (i + SIDE) % sites}) {
                scopes.add("4 " + 2 * i + " " + (2 * i + 1) + " " + 2 * j + " " + (2 * j + 1));
                tables.add("16 " + edge);
            }
        }
        return "MARKOV\n" + 2 * sites + "\n" + "2 ".repeat(2 * sites) + "\n" + scopes.size() + "\n"
                + String.join("\n", scopes) + "\n" + String.join("\n", tables) + "\n";
    }

    private WarmUp() { }
}
