package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Reads {@code .dsl} files as aGrUM and old versions of GeNIe write them: {@code net NAME { node NAME { TYPE = CPT;
 * PARENTS = (…); DEFINITION = { NAMESTATES = (…); PROBABILITIES = (…); }; }; }}. The first parent's state changes
 * slowest, the node's own fastest. Other attributes mean nothing here.
 */
final class DslReader {

    /** A node, whose parents may be declared after it. */
    private record Node(int variable, List<String> parents, String numbers, int line) { }

    private final SymbolReader symbols;
    private final TokenReader in;
    private final NetworkDraft draft;
    private final List<Node> nodes = new ArrayList<>();
    private List<String> parents = List.of();
    private List<String> states = List.of();
    private String numbers = "";
    private int numbersLine;
    /** GeNIe says more about a network than its nodes; aGrUM does not. */
    private boolean onlyNodes = true;

    DslReader(TokenReader in, boolean normalise) {
        this.in = in;
        this.symbols = new SymbolReader(in, "{}(),;=", SymbolReader.NO_MARK);
        this.draft = new NetworkDraft(in, normalise);
    }

    GraphicalModel read() throws IOException {
        symbols.expect("net", "'net'");
        symbols.name("the name of the network");
        symbols.expect("{", "'{' after the name of the network");
        while (!symbols.accept("}")) {
            in.require(symbols.next(), "'node' or '}'");
            if (symbols.is("node")) {
                readNode();
            } else if (!symbols.is(";")) {
                onlyNodes = false;
                skipAttribute();
            }
        }
        symbols.accept(";");
        if (symbols.next()) {
            throw symbols.unexpected("the end of the file after the network");
        }
        for (Node node : nodes) {
            PlainTable.read(draft, node.variable, node.parents, TokenReader.of(in.file(), node.numbers, node.line));
        }
        if (onlyNodes) {
            draft.warnOfAgrum();
        }
        return draft.build();
    }

    private void readNode() throws IOException {
        String name = symbols.name("the name of a node");
        int line = in.line();
        parents = List.of();
        states = List.of();
        numbers = "";
        numbersLine = line;
        readAttributes();
        symbols.accept(";");
        nodes.add(new Node(draft.variable(name, states, line), parents, numbers, numbersLine));
    }

    /** The attributes of a node and of its definition, which are told apart by their names alone. */
    private void readAttributes() throws IOException {
        symbols.expect("{", "'{'");
        while (!symbols.accept("}")) {
            String attribute = symbols.name("an attribute, or '}'");
            symbols.expect("=", "'=' after the attribute " + TokenReader.quote(attribute));
            switch (attribute) {
                case "TYPE" -> {
                    in.require(symbols.next(), "'CPT'");
                    if (!symbols.is("CPT")) {
                        throw in.error("a node of type " + in.quoted(), "'CPT': other types cannot be read");
                    }
                }
                case "PARENTS" -> parents = readList();
                case "NAMESTATES" -> states = readList();
                case "PROBABILITIES" -> {
                    numbersLine = in.line();
                    numbers = readNumbers();
                }
                case "DEFINITION" -> {
                    readAttributes();
                }
                default -> {
                    skipValue();
                    continue;
                }
            }
            symbols.expect(";", "';' after the attribute " + TokenReader.quote(attribute));
        }
    }

    private List<String> readList() throws IOException {
        List<String> list = new ArrayList<>();
        symbols.expect("(", "'(' and a list");
        while (!symbols.accept(")")) {
            list.add(symbols.name("a name, or ')'"));
            symbols.accept(",");
        }
        return list;
    }

    /** Keeps the lines, so that a later error can name its line. */
    private String readNumbers() throws IOException {
        StringBuilder text = new StringBuilder();
        symbols.expect("(", "'(' and probabilities");
        int line = numbersLine;
        while (!symbols.accept(")")) {
            String number = symbols.name("a probability, or ')'");
            for (; line < in.line(); line++) {
                text.append('\n');
            }
            text.append(number).append(' ');
            symbols.accept(",");
        }
        return text.toString();
    }

    private void skipAttribute() throws IOException {
        symbols.expect("=", "'=' after an attribute");
        skipValue();
    }

    private void skipValue() throws IOException {
        int line = in.line();
        int depth = 0;
        while (symbols.next()) {
            if (symbols.is("{") || symbols.is("(")) {
                depth++;
            } else if (symbols.is("}") || symbols.is(")")) {
                depth--;
            } else if (symbols.is(";") && depth <= 0) {
                return;
            }
        }
        throw in.error(line, "an attribute has no end", "a ';' after it");
    }
}
