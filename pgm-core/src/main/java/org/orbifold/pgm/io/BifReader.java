package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Reads the Bayesian Interchange Format (Cozman 1996) as bnlearn, pgmpy and aGrUM write it: {@code variable NAME { type
 * discrete [n] { states }; }} and {@code probability ( CHILD | PARENTS ) { … }}, in JavaBayes without the bar. Of
 * probabilities there are rows {@code (states of the parents) p p p;}, a {@code default} row for those not listed, or
 * one {@code table}, in which the child's state changes slowest; a {@code default} with as many numbers as a table is
 * one. Names and numbers stand between commas or blanks.
 */
final class BifReader {

    private static final String ENTRY = "'table', 'default', a row '(states) probabilities;' or '}'";

    private final SymbolReader symbols;
    private final TokenReader in;
    private final NetworkDraft draft;
    private final IntArrayList parents = new IntArrayList();

    BifReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.symbols = new SymbolReader(in, "{}()[]|,;", SymbolReader.NO_MARK);
        this.draft = new NetworkDraft(in, normalise);
    }

    GraphicalModel read() throws IOException {
        while (symbols.next()) {
            if (symbols.is("network")) {
                symbols.name("the name of the network");
                symbols.skipBlock("the network");
            } else if (symbols.is("variable")) {
                readVariable();
            } else if (symbols.is("probability")) {
                readProbability();
            } else if (symbols.is("property")) {
                symbols.skipStatement("a property");
            } else {
                throw symbols.unexpected("'network', 'variable' or 'probability'");
            }
        }
        return draft.build();
    }

    private void readVariable() throws IOException {
        String name = symbols.name("the name of a variable");
        int line = in.line();
        List<String> states = new ArrayList<>();
        symbols.expect("{", "'{' after the name of a variable");
        while (!symbols.accept("}")) {
            in.require(symbols.next(), "'type' or '}'");
            if (symbols.is("type")) {
                readType(states);
            } else if (symbols.is("property")) {
                symbols.skipStatement("a property");
            } else {
                throw symbols.unexpected("'type', 'property' or '}'");
            }
        }
        draft.variable(name, states, line);
    }

    private void readType(List<String> states) throws IOException {
        in.require(symbols.next(), "'discrete'");
        if (!symbols.is("discrete")) {
            throw in.error("a variable of type " + in.quoted(), "'discrete': only finite domains can be read");
        }
        symbols.expect("[", "'[' and the number of states");
        in.require(symbols.next(), "the number of states");
        int size = in.toInt(1, Integer.MAX_VALUE, "the number of states");
        symbols.expect("]", "']' after the number of states");
        symbols.expect("{", "'{' and the names of the states");
        while (!symbols.accept("}")) {
            states.add(symbols.name("the name of a state, or '}'"));
            symbols.accept(",");
        }
        if (states.size() != size) {
            throw in.error(states.size() + " names of states for a variable of " + size,
                    size + " names; a name with commas, blanks or brackets must stand in double quotes");
        }
        symbols.expect(";", "';' after the states");
    }

    private void readProbability() throws IOException {
        symbols.expect("(", "'(' after 'probability'");
        int child = draft.find(symbols.name("the name of a variable"), in.line());
        int line = in.line();
        parents.clear();
        // JavaBayes lists the variable and its parents with blanks or commas between them.
        if (!symbols.accept("|")) {
            symbols.accept(",");
        }
        while (!symbols.accept(")")) {
            parents.add(draft.find(symbols.name("the name of a parent, or ')'"), in.line()));
            symbols.accept(",");
        }
        ConditionalTable table = draft.table(child, parents.toIntArray(), line);
        ConditionalTable fallback = null;
        symbols.expect("{", "'{' and the probabilities");
        while (!symbols.accept("}")) {
            in.require(symbols.next(), ENTRY);
            if (symbols.is("table")) {
                readTable(table);
            } else if (symbols.is("default")) {
                fallback = readDefault(table);
            } else if (symbols.is("(")) {
                readRow(table, readStates(table));
            } else if (symbols.is("property")) {
                symbols.skipStatement("a property");
            } else {
                throw symbols.unexpected(ENTRY);
            }
        }
        for (int row = 0; row < table.rows(); row++) {
            if (!table.has(row)) {
                if (fallback == null) {
                    throw in.error("no probabilities of " + draft.describe(table, row), "a row, or a default");
                }
                table.copy(fallback, row);
            }
        }
    }

    /** The row for those not listed; the table itself if there are numbers for all of it. */
    private ConditionalTable readDefault(ConditionalTable table) throws IOException {
        int whole = table.size() * table.rows();
        ConditionalTable numbers = new ConditionalTable(table.child(), 1, new int[0], whole);
        int count = 0;
        while (!symbols.accept(";")) {
            if (count == whole) {
                throw in.error("more than " + whole + " probabilities", "';' after " + expectedDefault(table));
            }
            nextNumber(whole);
            numbers.put(count++, 0, in);
        }
        if (count == whole && whole > table.size()) {
            for (int row = 0; row < table.rows(); row++) {
                if (table.has(row)) {
                    throw in.error("a default for the whole table after a row of " + draft.describe(table, row),
                            "a default of " + table.size() + " probabilities, or no rows");
                }
            }
            for (int i = 0; i < whole; i++) {
                table.take(numbers, i, i % table.rows(), i / table.rows());
            }
            return table;
        } else if (count != table.size()) {
            throw in.error(count + " probabilities", expectedDefault(table));
        }
        ConditionalTable row = new ConditionalTable(table.child(), table.size(), new int[0], 1);
        for (int x = 0; x < count; x++) {
            row.take(numbers, x, 0, x);
        }
        return row;
    }

    private static String expectedDefault(ConditionalTable table) {
        return table.size() + " probabilities" + (table.rows() > 1 ? ", or " + table.size() * table.rows()
                + " for the whole table" : "");
    }

    private int readStates(ConditionalTable table) throws IOException {
        int[] states = new int[table.parents().length];
        for (int k = 0; k < states.length; k++) {
            states[k] = draft.state(table.parents()[k], symbols.name("a state for each parent"), in.line());
            symbols.accept(",");
        }
        symbols.expect(")", "')' after a state for each of the " + states.length + " parents");
        return draft.row(table, states);
    }

    private void readRow(ConditionalTable table, int row) throws IOException {
        if (table.has(row)) {
            throw in.error("a second row of " + draft.describe(table, row), "each row once");
        }
        for (int x = 0; x < table.size(); x++) {
            nextNumber(table.size());
            table.put(row, x, in);
        }
        endNumbers(table.size());
    }

    /** The child's state changes slowest, the last parent's fastest. */
    private void readTable(ConditionalTable table) throws IOException {
        if (table.has(0)) {
            throw in.error("a second table of " + draft.describe(table, 0), "one");
        }
        int count = table.size() * table.rows();
        for (int x = 0; x < table.size(); x++) {
            for (int row = 0; row < table.rows(); row++) {
                nextNumber(count);
                table.put(row, x, in);
            }
        }
        endNumbers(count);
    }

    private void nextNumber(int count) throws IOException {
        boolean found = symbols.next() && (!symbols.is(",") || symbols.next());
        if (!found || symbols.isSign()) {
            in.require(found, count + " probabilities");
            throw symbols.unexpected(count + " probabilities");
        }
    }

    private void endNumbers(int count) throws IOException {
        symbols.expect(";", "';' after " + count + " probabilities");
    }
}
