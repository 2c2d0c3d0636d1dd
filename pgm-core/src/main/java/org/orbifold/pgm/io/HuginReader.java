package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Reads Hugin's {@code .net} files: {@code node NAME { states = ("a" "b"); … }} and {@code potential (CHILD | PARENTS)
 * { data = ((…)(…)); }}, in which the child's state changes fastest and brackets only group. Other attributes mean
 * nothing here. A potential without data is uniform. {@code %} begins a comment.
 */
final class HuginReader {

    private final SymbolReader symbols;
    private final TokenReader in;
    private final NetworkDraft draft;

    HuginReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.symbols = new SymbolReader(in, "{}()|;=", '%');
        this.draft = new NetworkDraft(in, normalise);
    }

    GraphicalModel read() throws IOException {
        boolean inClass = false;
        while (symbols.next()) {
            if (symbols.is("net")) {
                symbols.skipBlock("'net'");
            } else if (symbols.is("class") && !inClass) {
                symbols.name("the name of a class");
                symbols.expect("{", "'{' after the name of a class");
                inClass = true;
            } else if (symbols.is("}") && inClass) {
                inClass = false;
            } else if (symbols.is("discrete") || symbols.is("node")) {
                if (symbols.is("discrete")) {
                    symbols.expect("node", "'node' after 'discrete'");
                }
                readNode();
            } else if (symbols.is("potential")) {
                readPotential();
            } else if (symbols.is("continuous") || symbols.is("decision") || symbols.is("utility")
                    || symbols.is("instance") || symbols.is("function")) {
                throw in.error("a node of kind " + in.quoted(), "discrete chance nodes only");
            } else if (inClass) {
                symbols.skipStatement("an attribute");
            } else {
                throw symbols.unexpected("'net', 'node' or 'potential'");
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
            String attribute = symbols.name("an attribute, or '}'");
            symbols.expect("=", "'=' after an attribute");
            if (!attribute.equals("states")) {
                symbols.skipStatement("the attribute " + TokenReader.quote(attribute));
                continue;
            }
            symbols.expect("(", "'(' and the names of the states");
            while (!symbols.accept(")")) {
                states.add(symbols.name("the name of a state, or ')'"));
            }
            symbols.expect(";", "';' after the states");
        }
        draft.variable(name, states, line);
    }

    /** Passes over an expression; returns its first word, which is the name of a function or a number. */
    private String firstWord() throws IOException {
        String found = "";
        while (symbols.next() && !symbols.is(";")) {
            found = found.isEmpty() && !symbols.isSign() ? symbols.toName("an expression") : found;
        }
        in.require(symbols.is(";"), "';' after an expression");
        return found;
    }

    private void readPotential() throws IOException {
        symbols.expect("(", "'(' after 'potential'");
        String name = symbols.name("the name of a node");
        int child = draft.find(name, in.line());
        int line = in.line();
        IntArrayList parents = new IntArrayList();
        boolean given = symbols.accept("|");
        while (!symbols.accept(")")) {
            int parent = draft.find(symbols.name("the name of a node, or ')'"), in.line());
            if (!given) {
                throw in.error("a potential of two nodes", "'|' between a node and its parents");
            }
            parents.add(parent);
        }
        ConditionalTable table = draft.table(child, parents.toIntArray(), line);
        int expression = 0;
        String function = "";
        symbols.expect("{", "'{' and the data");
        while (!symbols.accept("}")) {
            String attribute = symbols.name("'data', or '}'");
            if (attribute.startsWith("model") && expression == 0) {
                expression = in.line();
            }
            symbols.expect("=", "'=' after an attribute");
            if (attribute.equals("data")) {
                readData(table);
            } else if (attribute.equals("model_data")) {
                function = firstWord();
            } else {
                symbols.skipStatement("the attribute " + TokenReader.quote(attribute));
            }
        }
        // The table that an expression such as NoisyOR stands for may be given beside it.
        if (!table.has(0) && expression > 0) {
            throw in.error(expression, "the table of " + TokenReader.quote(name) + " is given by an expression"
                    + (function.isEmpty() ? "" : " (" + function + ")") + " only",
                    "'data' beside it, which Hugin writes once the network was compiled; or a noisy node of GeNIe's "
                    + ".xdsl");
        } else if (!table.has(0)) {
            for (int i = 0; i < table.rows() * table.size(); i++) {
                table.put(i / table.size(), i % table.size(), -Math.log(table.size()), 0, line);
            }
        }
    }

    private void readData(ConditionalTable table) throws IOException {
        String expected = table.rows() * table.size() + " probabilities";
        int read = 0;
        int depth = 0;
        do {
            in.require(symbols.next(), expected);
            if (symbols.is("(")) {
                depth++;
            } else if (symbols.is(")")) {
                depth--;
            } else if (symbols.isSign() || depth == 0 || read == table.rows() * table.size()) {
                throw symbols.unexpected(expected + " in brackets");
            } else {
                if (symbols.is("normal")) {
                    throw in.error("a normal distribution", "probabilities: only finite domains can be read");
                }
                table.put(read / table.size(), read % table.size(), in);
                read++;
            }
        } while (depth > 0);
        if (read < table.rows() * table.size()) {
            throw in.error(read + " probabilities", expected);
        }
        symbols.expect(";", "';' after the data");
    }
}
