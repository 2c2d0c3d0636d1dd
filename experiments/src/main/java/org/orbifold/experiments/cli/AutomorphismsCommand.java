package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.GraphFiles;
import org.orbifold.graph.GraphFormat;
import org.orbifold.graph.detect.Automorphisms;
import org.orbifold.graph.detect.CanonicalLabeling;
import org.orbifold.graph.detect.SearchLimitException;
import org.orbifold.graph.detect.SearchOptions;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.file.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold automorphisms}: the automorphism group and the canonical form of a coloured graph. */
@Command(name = "automorphisms", mixinStandardHelpOptions = true,
        header = "Automorphisms and canonical form of a graph.",
        description = "Automorphism group and canonical form of a coloured graph.",
        footer = {"",
            "GRAPH: DIMACS ('p edge VERTICES EDGES', 'n VERTEX COLOUR', 'e VERTEX VERTEX [COLOUR]', 'a' for arcs; "
                + "counted from 1 as DIMACS does), graph6, sparse6 and digraph6 (many graphs per file), dreadnaut, "
                + "saucy, or a list of edges; plain or .gz; - reads standard input.",
            "Printed vertices are counted from 0, or from 1 with --one-based. The output of --generators is a group "
                + "file: orbifold automorphisms G --generators | orbifold group -",
            "JSON keys: vertices, edges, order (string), generatorCount, generators (lists of cycles), orbitCount "
                + "(with fixed vertices), orbits (those of more than one vertex), nonTrivialOrbits, seconds (best "
                + "time without reading, hashing and printing), cpuSeconds (the same on the thread's clock, which "
                + "other programs disturb less), canonicalHash and canonicalLabeling (the place of each vertex; "
                + "null without --canonical), complete (false if a limit stopped the search; order is then a lower "
                + "bound). Many graphs give one object per line; with --classes it has class, too."})
final class AutomorphismsCommand implements Callable<Integer> {

    /** Generators printed without --generators, and moved points of one that are printed. */
    private static final int LISTED_GENERATORS = 20;
    private static final int LISTED_POINTS = 60;
    private static final int LISTED_DIGITS = 60;

    @Parameters(paramLabel = "GRAPH", description = "The graph, or a file of many.")
    private Path file;

    @Option(names = "--canonical", description = "Also compute the canonical form and print its hash.")
    private boolean canonical;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1",
            description = "Compute N times and report the best time; more than once after a warm-up of at most 3 "
                    + "seconds. Default: 1.")
    private int repeat;

    @Option(names = "--generators", description = "Print a group file: all generators in full, one per line, in "
            + "cycles.")
    private boolean generators;

    @Option(names = "--one-based", description = "Count vertices from 1, in lists of edges and in what is "
            + "printed.")
    private boolean oneBased;

    @Option(names = "--canonical-graph", paramLabel = "OUT",
            description = "Write the canonical graph to OUT: graph6 if it ends in .g6, sparse6 in .s6, else DIMACS. "
                    + "With --classes, one graph of each class.")
    private Path canonicalGraph;

    @Option(names = "--classes", description = "Number the isomorphism classes of the graphs of a file, from 1.")
    private boolean classes;

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
        List<ColoredGraph> graphs = PointsText.read(file, (in, name) -> GraphFiles.read(in, name, oneBased));
        PrintWriter out = spec.commandLine().getOut();
        if (graphs.size() > 1 || classes) {
            many(graphs, out);
        } else {
            one(graphs.get(0), out);
        }
        out.flush();
        return 0;
    }

    private void one(ColoredGraph graph, PrintWriter out) throws IOException {
        BestTime<Result> run = BestTime.of(repeat, () -> compute(graph));
        if (canonicalGraph != null) {
            write(List.of(run.result().labeling().form()));
        }
        if (json) {
            out.println(new ObjectMapper().writeValueAsString(json(graph, run)));
        } else {
            writeText(graph, run.result(), run.seconds(), out);
        }
    }

    /** A line per graph: order, hash with --canonical, number of its class with --classes. */
    private void many(List<ColoredGraph> graphs, PrintWriter out) throws IOException {
        if (canonicalGraph != null && !classes || generators) {
            throw new ParameterException(spec.commandLine(), file + " has " + graphs.size() + " graphs, expected one "
                    + "with --generators, and with --canonical-graph unless there is --classes");
        }
        if (canonicalGraph != null && format() == GraphFormat.DIMACS) {
            throw new ParameterException(spec.commandLine(), "--canonical-graph " + canonicalGraph + " with --classes: "
                    + "expected a name that ends in .g6 or .s6, formats of many graphs");
        }
        Map<ColoredGraph, Integer> numbers = new LinkedHashMap<>();
        ObjectMapper mapper = new ObjectMapper();
        for (ColoredGraph graph : graphs) {
            BestTime<Result> run = BestTime.of(repeat, () -> compute(graph));
            Result result = run.result();
            Integer number = classes ? numbers.computeIfAbsent(result.labeling().form(), form -> numbers.size() + 1)
                    : null;
            if (json) {
                ObjectNode object = json(graph, run);
                object.put("class", number);
                out.println(mapper.writeValueAsString(object));
            } else {
                out.println((number == null ? "" : number + " ") + (canonical ? result.hash() + " " : "")
                        + "vertices " + graph.vertexCount() + " edges " + graph.edgeCount() + " order "
                        + bound(result.group()));
            }
        }
        if (canonicalGraph != null) {
            write(List.copyOf(numbers.keySet()));
        }
        if (classes && !json) {
            out.println("classes     " + numbers.size());
        }
    }

    private GraphFormat format() {
        String name = canonicalGraph.toString();
        return name.matches(".*\\.g6(\\.gz)?") ? GraphFormat.GRAPH6
                : name.matches(".*\\.s6(\\.gz)?") ? GraphFormat.SPARSE6 : GraphFormat.DIMACS;
    }

    private void write(List<ColoredGraph> forms) throws IOException {
        WholeFile.write(canonicalGraph, out -> {
            for (ColoredGraph form : forms) {
                format().write(form, out);
            }
        });
    }

    private void check() {
        if (repeat < 1) {
            throw new ParameterException(spec.commandLine(), "--repeat " + repeat + ": expected at least 1");
        }
        if (maxSeconds != null && !(maxSeconds >= 0 && maxSeconds < 1e9)) {
            throw new ParameterException(spec.commandLine(), "--max-seconds " + maxSeconds + ": expected 0 to 1e9");
        }
        if (json && generators) {
            throw new ParameterException(spec.commandLine(), "--generators prints a group file; --json has them "
                + "anyway");
        }
    }

    private Result compute(ColoredGraph graph) {
        SearchOptions options = maxSeconds == null ? SearchOptions.defaults()
                : SearchOptions.defaults().withMaxTime(Duration.ofNanos((long) (maxSeconds * 1e9)));
        if (!canonical && !classes && canonicalGraph == null) {
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

    private ObjectNode json(ColoredGraph graph, BestTime<Result> run) {
        Result result = run.result();
        Automorphisms group = result.group();
        PointsText points = PointsText.of(oneBased);
        ObjectNode object = new ObjectMapper().createObjectNode();
        object.put("vertices", graph.vertexCount());
        object.put("edges", graph.edgeCount());
        object.put("order", group.order().toString());
        object.put("generatorCount", group.generatorCount());
        ArrayNode list = object.putArray("generators");
        group.generators().forEach(g -> points.addCycles(list, g));
        object.put("orbitCount", group.orbits().count());
        points.addClasses(object.putArray("orbits"), group.orbits(), 2);
        object.put("nonTrivialOrbits", nonTrivialOrbits(group));
        object.put("seconds", run.seconds());
        object.put("cpuSeconds", run.cpuSeconds());
        object.put("canonicalHash", result.hash());
        object.putNull("canonicalLabeling");
        if (result.labeling() != null) {
            points.addAll(object.putArray("canonicalLabeling"), result.labeling().labeling().images());
        }
        object.put("complete", group.isComplete());
        return object;
    }

    private void writeText(ColoredGraph graph, Result result, double seconds, PrintWriter out) {
        Automorphisms group = result.group();
        // What a group file does not have is a comment there.
        String start = generators ? "# " : "";
        out.println(start + "vertices    " + graph.vertexCount());
        out.println(start + "edges       " + graph.edgeCount());
        out.println(start + "order       " + bound(group));
        group.limitReached().ifPresent(reason -> out.println(start + "incomplete  " + reason
                + "; the generators generate a subgroup"));
        out.println(start + "orbits      " + group.orbits().count() + ", of these " + nonTrivialOrbits(group)
                + " with more than one vertex");
        if (result.hash() != null) {
            out.println(start + "canonical   " + result.hash());
        }
        out.println(start + String.format(Locale.ROOT, "seconds     %.6f", seconds));
        List<Permutation> list = group.generators();
        out.println(start + "generators  " + list.size());
        if (generators) {
            out.println("automorphisms " + graph.vertexCount() + (group.isComplete() ? " " + group.order() : ""));
        }
        PointsText points = PointsText.of(oneBased);
        int shown = generators ? list.size() : Math.min(list.size(), LISTED_GENERATORS);
        for (int i = 0; i < shown; i++) {
            out.println(points.cycles(list.get(i), generators ? Integer.MAX_VALUE : LISTED_POINTS));
        }
        if (shown < list.size()) {
            out.println("... and " + (list.size() - shown) + " more; --generators prints all");
        }
    }

    private static String bound(Automorphisms group) {
        return (group.isComplete() ? "" : "at least ") + order(group);
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
}
