package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Reads Microsoft's {@code .dsc} files as bnlearn and GeNIe write them: {@code node NAME { type : discrete [n] = {
 * "a", "b" }; }} and {@code probability ( CHILD | PARENTS ) { (0, 1) : p, p; }}, rows by the numbers of the parents'
 * states; a node without parents has one row of numbers.
 */
final class DscReader {

    private final SymbolReader symbols;
    private final TokenReader in;
    private final NetworkDraft draft;

    DscReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.symbols = new SymbolReader(in, "{}()[]|,;:=", SymbolReader.NO_MARK);
        this.draft = new NetworkDraft(in, normalise);
    }

    GraphicalModel read() throws IOException {
        while (symbols.next()) {
            if (symbols.is("belief")) {
                symbols.expect("network", "'network' after 'belief'");
                symbols.name("the name of the network");
            } else if (symbols.is("node")) {
                readNode();
            } else if (symbols.is("probability")) {
                readProbability();
            } else {
                throw symbols.unexpected("'belief network', 'node' or 'probability'");
            }
        }
        return draft.build();
    }

    private void readNode() throws IOException {
        String name = symbols.name("the name of a node");
        int line = in.line();
        List<String> states = new ArrayList<>();
        symbols.expect("{", "'{' after the name of a node");
        while (!symbols.accept("}")) {
            String attribute = symbols.name("'type', or '}'");
            if (!attribute.equals("type")) {
                symbols.skipStatement("the attribute " + TokenReader.quote(attribute));
                continue;
            }
            symbols.expect(":", "':' after 'type'");
            symbols.expect("discrete", "'discrete': only finite domains can be read");
            symbols.expect("[", "'[' and the number of states");
            in.require(symbols.next(), "the number of states");
            int size = in.toInt(1, Integer.MAX_VALUE, "the number of states");
            symbols.expect("]", "']' after the number of states");
            symbols.expect("=", "'=' and the names of the states");
            symbols.expect("{", "'{' and the names of the states");
            while (!symbols.accept("}")) {
                states.add(symbols.name("the name of a state, or '}'"));
                symbols.accept(",");
            }
            if (states.size() != size) {
                throw in.error(states.size() + " names of states for a node of " + size, size + " names");
            }
            symbols.expect(";", "';' after the states");
        }
        draft.variable(name, states, line);
    }

    private void readProbability() throws IOException {
        symbols.expect("(", "'(' after 'probability'");
        int child = draft.find(symbols.name("the name of a node"), in.line());
        int line = in.line();
        IntArrayList parents = new IntArrayList();
        symbols.accept("|");
        while (!symbols.accept(")")) {
            parents.add(draft.find(symbols.name("the name of a parent, or ')'"), in.line()));
            symbols.accept(",");
        }
        ConditionalTable table = draft.table(child, parents.toIntArray(), line);
        symbols.expect("{", "'{' and the probabilities");
        for (int next = 0; !symbols.accept("}"); next++) {
            int row = symbols.accept("(") ? readStates(table, next) : 0;
            if (table.has(row)) {
                throw in.error("a second row of " + draft.describe(table, row), "each row once");
            }
            for (int x = 0; x < table.size(); x++) {
                in.require(symbols.next(), table.size() + " probabilities");
                if (symbols.isSign()) {
                    throw symbols.unexpected(table.size() + " probabilities");
                }
                table.put(row, x, in);
                if (x + 1 < table.size()) {
                    symbols.accept(",");
                }
            }
            symbols.expect(";", "';' after " + table.size() + " probabilities");
        }
        for (int row = 0; row < table.rows(); row++) {
            if (!table.has(row)) {
                throw in.error("no probabilities of " + draft.describe(table, row), "a row for each");
            }
        }
    }

    /** Reads the numbers of the parents' states. GeNIe writes one 0 too many, and means the rows in their order. */
    private int readStates(ConditionalTable table, int next) throws IOException {
        int[] states = new int[table.parents().length];
        for (int k = 0; k < states.length; k++) {
            in.require(symbols.next(), "the number of a state for each parent");
            states[k] = in.toInt(0, draft.size(table.parents()[k]) - 1, "the number of a parent's state");
            symbols.accept(",");
        }
        boolean inOrder = Arrays.stream(states).allMatch(state -> state == 0) && symbols.accept("0");
        symbols.expect(")", "')' after a state for each of the " + states.length + " parents");
        symbols.expect(":", "':' and the probabilities");
        return inOrder && next < table.rows() ? next : draft.row(table, states);
    }
}
