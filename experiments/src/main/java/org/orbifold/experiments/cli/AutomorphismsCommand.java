package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Permutation;
import org.orbifold.symmetry.detect.Automorphisms;
import org.orbifold.symmetry.detect.CanonicalLabeling;
import org.orbifold.symmetry.detect.SearchLimitException;
import org.orbifold.symmetry.detect.SearchOptions;
import org.orbifold.symmetry.graph.ColoredGraph;
import org.orbifold.symmetry.graph.Dimacs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold automorphisms}: the automorphism group and the canonical form of a coloured graph. */
@Command(name = "automorphisms", mixinStandardHelpOptions = true,
        description = "Automorphism group and canonical form of a coloured graph.",
        footer = {"",
            "GRAPH: coloured DIMACS, plain or .gz: 'p edge VERTICES EDGES', 'n VERTEX COLOUR', 'e VERTEX VERTEX'. "
                + "Vertices are counted from 1, in the file and in printed generators.",
            "JSON keys: vertices, edges, order (string), generators and orbits (their numbers; orbits counts fixed "
                + "vertices, nonTrivialOrbits does not), seconds (best time without reading, hashing and printing), "
                + "cpuSeconds (the same on the thread's clock, which other programs disturb less), canonicalHash (null "
                + "without --canonical), complete (false if a limit stopped the search; order is "
                + "then a lower bound)."})
final class AutomorphismsCommand implements Callable<Integer> {

    /** Generators printed without --generators, and moved points of one that are printed. */
    private static final int LISTED_GENERATORS = 20;
    private static final int LISTED_POINTS = 60;
    private static final int LISTED_DIGITS = 60;

    @Parameters(paramLabel = "GRAPH", description = "The graph.")
    private Path file;

    @Option(names = "--canonical", description = "Also compute the canonical form and print its hash.")
    private boolean canonical;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1",
            description = "Compute N times and report the best time; more than once after a warm-up of 3 seconds. "
                    + "Default: 1.")
    private int repeat;

    @Option(names = "--generators", description = "Print all generators in full, one per line, in cycles.")
    private boolean generators;

    @Option(names = "--max-seconds", paramLabel = "T",
            description = "Stop the search after T seconds with the subgroup found so far. Default: no limit.")
    private Double maxSeconds;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** One computation; the labeling is null if not asked for. */
    private record Result(Automorphisms group, CanonicalLabeling labeling) {

        /** Made at the first call, hence outside the time that is measured: it only prints the form. */
        String hash() {
            return labeling == null ? null : labeling.hash();
        }
    }

    @Override
    public Integer call() throws IOException {
        check();
        ColoredGraph graph = Dimacs.read(file);
        BestTime<Result> run = BestTime.of(repeat, () -> compute(graph));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            writeJson(graph, run.result(), run.seconds(), run.cpuSeconds(), out);
        } else {
            writeText(graph, run.result(), run.seconds(), out);
        }
        out.flush();
        return 0;
    }

    private void check() {
        if (repeat < 1) {
            throw new ParameterException(spec.commandLine(), "--repeat " + repeat + ": expected at least 1");
        }
        if (maxSeconds != null && !(maxSeconds >= 0 && maxSeconds < 1e9)) {
            throw new ParameterException(spec.commandLine(), "--max-seconds " + maxSeconds + ": expected 0 to 1e9");
        }
        if (json && generators) {
            throw new ParameterException(spec.commandLine(), "--generators prints text; leave out --json");
        }
    }

    private Result compute(ColoredGraph graph) {
        SearchOptions options = maxSeconds == null ? SearchOptions.defaults()
                : SearchOptions.defaults().withMaxTime(Duration.ofNanos((long) (maxSeconds * 1e9)));
        if (!canonical) {
            return new Result(Automorphisms.of(graph, options), null);
        }
        try {
            CanonicalLabeling labeling = CanonicalLabeling.of(graph, options);
            return new Result(labeling.automorphisms(), labeling);
        } catch (SearchLimitException e) {
            throw new ParameterException(spec.commandLine(),
                    "--max-seconds " + maxSeconds + " is too short for a canonical form of " + file
                    + ", expected a larger limit or none", e);
        }
    }

    private static int nonTrivialOrbits(Automorphisms group) {
        int count = 0;
        for (int size : group.orbits().sizes()) {
            count += size > 1 ? 1 : 0;
        }
        return count;
    }

    private static void writeJson(ColoredGraph graph, Result result, double seconds, double cpuSeconds,
            PrintWriter out) throws IOException {
        Automorphisms group = result.group();
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode object = mapper.createObjectNode();
        object.put("vertices", graph.vertexCount());
        object.put("edges", graph.edgeCount());
        object.put("order", group.order().toString());
        object.put("generators", group.generatorCount());
        object.put("orbits", group.orbits().count());
        object.put("nonTrivialOrbits", nonTrivialOrbits(group));
        object.put("seconds", seconds);
        object.put("cpuSeconds", cpuSeconds);
        object.put("canonicalHash", result.hash());
        object.put("complete", group.isComplete());
        out.println(mapper.writeValueAsString(object));
    }

    private void writeText(ColoredGraph graph, Result result, double seconds, PrintWriter out) {
        Automorphisms group = result.group();
        out.println("vertices    " + graph.vertexCount());
        out.println("edges       " + graph.edgeCount());
        out.println("order       " + (group.isComplete() ? "" : "at least ") + order(group));
        group.limitReached().ifPresent(reason -> out.println("incomplete  " + reason
                + "; the generators generate a subgroup"));
        out.println("orbits      " + group.orbits().count() + ", of these " + nonTrivialOrbits(group)
                + " with more than one vertex");
        if (result.hash() != null) {
            out.println("canonical   " + result.hash());
        }
        out.println(String.format(Locale.ROOT, "seconds     %.6f", seconds));
        List<Permutation> list = group.generators();
        out.println("generators  " + list.size());
        int shown = generators ? list.size() : Math.min(list.size(), LISTED_GENERATORS);
        for (int i = 0; i < shown; i++) {
            out.println(cycles(list.get(i)));
        }
        if (shown < list.size()) {
            out.println("... and " + (list.size() - shown) + " more; --generators prints all");
        }
    }

    private static String order(Automorphisms group) {
        if (group.log10Order() < LISTED_DIGITS) {
            return group.order().toString();
        }
        // Seven leading digits of a number that may have a million: divide first, then print.
        int digits = (int) Math.floor(group.log10Order());
        BigInteger leading = group.order().divide(BigInteger.TEN.pow(digits - 9));
        String text = leading.toString();
        int exponent = digits - 9 + text.length() - 1;
        return text.charAt(0) + "." + text.substring(1, 7) + "...e" + exponent;
    }

    /** Cycles of 1-based vertices, cut off after some points unless all were asked for. */
    private String cycles(Permutation p) {
        StringBuilder text = new StringBuilder();
        int points = 0;
        Cycles cycles = p.cycles();
        for (int k = 0; k < cycles.count(); k++) {
            int[] cycle = cycles.cycle(k);
            if (!generators && points + cycle.length > LISTED_POINTS) {
                return text + "... (moves " + p.supportSize() + " vertices)";
            }
            points += cycle.length;
            text.append('(');
            for (int i = 0; i < cycle.length; i++) {
                text.append(i == 0 ? "" : " ").append(cycle[i] + 1);
            }
            text.append(')');
        }
        return text.toString();
    }
}
