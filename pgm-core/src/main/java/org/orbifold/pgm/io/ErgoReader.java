package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the {@code .erg} files of Noetic Systems' Ergo, which the UAI evaluations of 2006 and 2008 used: the number of
 * nodes, their sizes, for each node the number of its parents and these, then for each node the size of its table and
 * the table, in which the node's own state changes fastest. Sections of names of nodes and of labels of states may
 * follow, and one of centers, which is passed over. Their headings, {@code /* Names *}{@code /}, look like comments.
 *
 * <p>Parents are numbered from 0 in the evaluations' files and from 1 in GeNIe's. Which it is follows from the numbers,
 * the sizes of the tables and the absence of cycles; where both fit, a section of centers is GeNIe's.
 */
final class ErgoReader {

    private static final Logger LOG = LoggerFactory.getLogger(ErgoReader.class);

    private final TokenReader in;
    private final NetworkDraft draft;
    /** The heading that was read last, in lower case. */
    private String heading = "";
    private boolean kept;
    private boolean more = true;

    ErgoReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.draft = new NetworkDraft(in, normalise);
    }

    /** A table before it is known which nodes are its parents. */
    private record Numbers(double[] logs, int[] decimals, int line) { }

    GraphicalModel read() throws IOException {
        int count = number(1, Integer.MAX_VALUE, "the number of nodes");
        // Grows as it is read: the number may be a slip of the pen.
        IntArrayList read = new IntArrayList();
        for (int v = 0; v < count; v++) {
            read.add(number(1, Integer.MAX_VALUE, "the number of states of each of " + count + " nodes"));
        }
        int[] sizes = read.toIntArray();
        int[][] parents = new int[count][];
        for (int v = 0; v < count; v++) {
            parents[v] = new int[number(0, count - 1, "the number of parents of node " + v)];
            for (int k = 0; k < parents[v].length; k++) {
                parents[v][k] = number(0, count, "a parent of node " + v);
            }
        }
        List<Numbers> tables = new ArrayList<>();
        for (int v = 0; v < count; v++) {
            tables.add(readTable(v, sizes, parents[v]));
        }
        List<String> names = IntStream.range(0, count).mapToObj(Integer::toString).toList();
        List<List<String>> labels = new ArrayList<>();
        boolean centers = false;
        while (next()) {
            kept = true;
            if (heading.equals("labels")) {
                for (int v = 0; v < count; v++) {
                    labels.add(words(sizes[v], "the labels of the states of node " + v));
                }
            } else if (heading.equals("centers")) {
                centers = true;
                words(2 * count, "two coordinates of each of " + count + " nodes");
            } else {
                names = words(count, "the names of " + count + " nodes");
            }
            heading = "";
            if (next()) {
                kept = true;
                if (heading.isEmpty()) {
                    throw in.error("unexpected " + in.quoted(),
                            "the end of the file, '/* Labels */' or '/* Centers */'");
                }
            }
        }
        for (int v = 0; v < count; v++) {
            draft.variable(names.get(v), labels.isEmpty() ? IntStream.range(0, sizes[v]).mapToObj(Integer::toString)
                    .toList() : labels.get(v), tables.get(v).line);
        }
        fill(parents, first(sizes, parents, tables, centers), tables);
        return draft.build();
    }

    /** The number of the first node in lists of parents: 0 or 1. */
    private int first(int[] sizes, int[][] parents, List<Numbers> tables, boolean centers) throws ModelParseException {
        boolean fromZero = fits(0, sizes, parents, tables);
        boolean fromOne = fits(1, sizes, parents, tables);
        if (fromZero && fromOne) {
            boolean edges = IntStream.range(0, parents.length).anyMatch(v -> parents[v].length > 0);
            if (edges && !centers) {
                LOG.warn("{}: the numbers of the parents fit nodes numbered from 0 and from 1; read as numbered "
                        + "from 0, as in the UAI evaluations", in.file());
            }
            return centers ? 1 : 0;
        } else if (fromOne) {
            return 1;
        }
        // With a mistake in it, the file is taken for one of the evaluations.
        for (int v = 0; v < parents.length; v++) {
            for (int parent : parents[v]) {
                if (parent >= sizes.length) {
                    throw in.error(tables.get(v).line, "node " + v + " has the parent " + parent, "0 to "
                            + (sizes.length - 1));
                }
            }
        }
        return 0;
    }

    /** The entries of a node's table with parents numbered from 0 or 1; 0 if one of them is no node. */
    private static double entries(int first, int node, int[] sizes, int[] parents) {
        double entries = sizes[node];
        for (int parent : parents) {
            entries *= parent < first || parent - first >= sizes.length ? 0 : sizes[parent - first];
        }
        return entries;
    }

    private boolean fits(int first, int[] sizes, int[][] parents, List<Numbers> tables) {
        int[][] shifted = new int[parents.length][];
        for (int v = 0; v < parents.length; v++) {
            int node = v;
            shifted[v] = IntStream.of(parents[v]).map(parent -> parent - first).toArray();
            if (entries(first, v, sizes, parents[v]) != tables.get(v).logs.length
                    || IntStream.of(shifted[v]).anyMatch(parent -> parent == node)) {
                return false;
            }
        }
        return BayesNetworks.belowCycles(shifted).length == 0;
    }

    private void fill(int[][] parents, int first, List<Numbers> tables) throws ModelParseException {
        for (int v = 0; v < parents.length; v++) {
            Numbers numbers = tables.get(v);
            ConditionalTable table = draft.table(v, IntStream.of(parents[v]).map(p -> p - first).toArray(),
                    numbers.line);
            for (int i = 0; i < numbers.logs.length; i++) {
                table.put(i / table.size(), i % table.size(), numbers.logs[i], numbers.decimals[i], numbers.line);
            }
        }
    }

    private Numbers readTable(int node, int[] sizes, int[] parents) throws IOException {
        int entries = number(0, Table.MAX_ENTRIES, "the size of the table of node " + node);
        int line = Math.max(1, in.line());
        double expected = entries(0, node, sizes, parents);
        if (entries != expected && entries != entries(1, node, sizes, parents)) {
            throw in.error("the table of node " + node + " has " + entries + " entries", (expected > 0
                    && expected <= Table.MAX_ENTRIES ? (long) expected + ", by" : "what follows from")
                    + " the sizes of the node and its parents");
        }
        double[] logs = new double[Math.min(entries, UaiReader.FIRST_ENTRIES)];
        int[] decimals = new int[logs.length];
        for (int i = 0; i < entries; i++) {
            if (i == logs.length) {
                logs = Arrays.copyOf(logs, (int) Math.min(entries, 2L * i));
                decimals = Arrays.copyOf(decimals, logs.length);
            }
            in.require(next(), entries + " probabilities of node " + node);
            logs[i] = in.toLogPotential("a probability from 0 to 1");
            decimals[i] = in.decimals();
        }
        return new Numbers(logs, decimals, line);
    }

    /** Reads the next word; headings between words are noted and passed over. */
    private boolean next() throws IOException {
        if (kept) {
            kept = false;
            return more;
        }
        more = in.next();
        while (more && in.contains('*') && in.text().startsWith("/*")) {
            int line = in.line();
            StringBuilder comment = new StringBuilder(in.text());
            while (!in.text().endsWith("*/")) {
                if (!in.next()) {
                    throw in.error(line, "a comment that begins here has no end", "'*/'");
                }
                comment.append(' ').append(in.text());
            }
            heading = comment.substring(2, Math.max(2, comment.length() - 2)).strip().toLowerCase(Locale.ROOT);
            more = in.next();
        }
        return more;
    }

    private int number(int least, int most, String what) throws IOException {
        in.require(next(), what);
        return in.toInt(least, most, what);
    }

    private List<String> words(int count, String what) throws IOException {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            in.require(next(), what);
            words.add(in.text());
        }
        return words;
    }
}
