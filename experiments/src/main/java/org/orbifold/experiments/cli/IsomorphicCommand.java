package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.GraphFiles;
import org.orbifold.graph.detect.Isomorphism;
import org.orbifold.group.element.Permutation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold isomorphic}: whether two graphs are the same but for the names of their vertices. */
@Command(name = "isomorphic", mixinStandardHelpOptions = true,
        header = "Whether two graphs are isomorphic.",
        description = "Whether two coloured graphs are isomorphic, and the map between them.",
        footer = {"", "Prints 'isomorphic' and the image of each vertex of the first graph, in the order of the "
            + "vertices, or 'not isomorphic'. Colours of vertices and edges must agree in value. Vertices are "
            + "counted from 0, or from 1 with --one-based.",
            "Files: as for 'orbifold automorphisms'. Exit code: 0 in both cases.",
            "JSON keys: isomorphic, map (null if there is none)."})
final class IsomorphicCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "GRAPH", description = "A graph; - reads standard input.")
    private Path first;

    @Parameters(index = "1", paramLabel = "OTHER", description = "Another one.")
    private Path second;

    @Option(names = "--one-based", description = "Count vertices from 1, in lists of edges and in the map.")
    private boolean oneBased;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Optional<Permutation> map = Isomorphism.find(graph(first), graph(second));
        PrintWriter out = spec.commandLine().getOut();
        int shift = oneBased ? 1 : 0;
        if (json) {
            ObjectMapper mapper = new ObjectMapper();
            ObjectNode object = mapper.createObjectNode();
            object.put("isomorphic", map.isPresent());
            object.putNull("map");
            map.ifPresent(p -> PointsText.of(oneBased).addAll(object.putArray("map"), p.images()));
            out.println(mapper.writeValueAsString(object));
        } else {
            out.println(map.isPresent() ? "isomorphic" : "not isomorphic");
            map.ifPresent(p -> {
                StringBuilder text = new StringBuilder();
                for (int image : p.images()) {
                    text.append(text.length() == 0 ? "" : " ").append(image + shift);
                }
                out.println(text);
            });
        }
        out.flush();
        return 0;
    }

    private ColoredGraph graph(Path file) throws IOException {
        List<ColoredGraph> graphs = PointsText.read(file, (in, name) -> GraphFiles.read(in, name, oneBased));
        if (graphs.size() != 1) {
            throw new ParameterException(spec.commandLine(), file + " has " + graphs.size()
                    + " graphs, expected one; 'orbifold automorphisms --classes' sorts many");
        }
        return graphs.get(0);
    }
}
