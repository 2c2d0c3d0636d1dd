package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Reads the {@code .erg} files of Noetic Systems' Ergo, which the UAI evaluations of 2006 and 2008 used: the number of
 * nodes, their sizes, for each node the number of its parents and these, then for each node the size of its table and
 * the table, in which the node's own state changes fastest. Names of nodes and labels of states may follow. The marks
 * {@code /* Probabilities *}{@code /}, {@code /* Names *}{@code /} and {@code /* Labels *}{@code /} are comments.
 */
final class ErgoReader {

    private final SymbolReader symbols;
    private final TokenReader in;
    private final NetworkDraft draft;

    ErgoReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.symbols = new SymbolReader(in, "", SymbolReader.NO_MARK);
        this.draft = new NetworkDraft(in, normalise);
    }

    /** A node before its names are known: where its table begins among all numbers. */
    private record Node(int size, int[] parents, double[] logs, int[] decimals, int line) { }

    GraphicalModel read() throws IOException {
        int count = number(1, Integer.MAX_VALUE, "the number of nodes");
        int[] sizes = new int[count];
        for (int v = 0; v < count; v++) {
            sizes[v] = number(1, Integer.MAX_VALUE, "the number of states of each of " + count + " nodes");
        }
        int[][] parents = new int[count][];
        for (int v = 0; v < count; v++) {
            parents[v] = new int[number(0, count - 1, "the number of parents of node " + v)];
            for (int k = 0; k < parents[v].length; k++) {
                parents[v][k] = number(0, count - 1, "a parent of node " + v);
            }
        }
        List<Node> nodes = new ArrayList<>();
        for (int v = 0; v < count; v++) {
            nodes.add(readTable(v, sizes, parents[v]));
        }
        List<String> names = IntStream.range(0, count).mapToObj(Integer::toString).toList();
        boolean named = symbols.next();
        if (named) {
            symbols.keep();
            names = words(count, "the names of " + count + " nodes");
        }
        boolean labelled = named && symbols.next();
        if (labelled) {
            symbols.keep();
        }
        for (int v = 0; v < count; v++) {
            draft.variable(names.get(v), labelled ? words(sizes[v], "the labels of the states of node " + v)
                    : IntStream.range(0, sizes[v]).mapToObj(Integer::toString).toList(), nodes.get(v).line);
        }
        if (symbols.next()) {
            throw symbols.unexpected("nothing more");
        }
        for (int v = 0; v < count; v++) {
            Node node = nodes.get(v);
            ConditionalTable table = draft.table(v, node.parents, node.line);
            for (int i = 0; i < node.logs.length; i++) {
                table.put(i / node.size, i % node.size, node.logs[i], node.decimals[i], node.line);
            }
        }
        return draft.build();
    }

    private Node readTable(int node, int[] sizes, int[] parents) throws IOException {
        int entries = TableSizes.product(in, parents.length + 1, k -> sizes[k < parents.length ? parents[k] : node]);
        int line = in.line();
        int promised = number(0, Integer.MAX_VALUE, "the size of the table of node " + node);
        if (promised != entries) {
            throw in.error("the table of node " + node + " has " + promised + " entries", entries
                    + ", by the sizes of the node and its parents");
        }
        double[] logs = new double[entries];
        int[] decimals = new int[entries];
        for (int i = 0; i < entries; i++) {
            in.require(symbols.next(), entries + " probabilities of node " + node);
            logs[i] = in.toLogPotential("a probability from 0 to 1");
            decimals[i] = in.decimals();
        }
        return new Node(sizes[node], parents, logs, decimals, Math.max(1, line));
    }

    private int number(int least, int most, String what) throws IOException {
        in.require(symbols.next(), what);
        return in.toInt(least, most, what);
    }

    private List<String> words(int count, String what) throws IOException {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(symbols.name(what));
        }
        return words;
    }
}
