package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;

/**
 * Reads GeNIe's {@code .xdsl} files: {@code cpt} with {@code state}s, {@code parents} and {@code probabilities}, the
 * node's own state changing fastest; {@code deterministic} with {@code resultingstates}; and {@code noisymax} with
 * {@code strengths} and {@code parameters}, whose table is written out. The extensions, which
 * describe the drawing, are ignored; other kinds of nodes are refused.
 */
final class XdslReader extends XmlNetworkReader {

    private record Node(int variable, List<String> parents, String numbers, int line, String kind, String strengths) { }

    private final List<Node> nodes = new ArrayList<>();
    private List<String> states = new ArrayList<>();
    private List<String> parents = List.of();
    private @Nullable String numbers;
    private String id = "";
    private String strengths = "";
    private int startLine;
    private int numbersLine;

    XdslReader(TokenReader in, boolean normalise) {
        super(in, normalise);
    }

    @Override
    void begin(String element, Attributes attributes) throws IOException {
        if (around().isEmpty() && !element.equals("smile")) {
            throw in.error(line(), "the document is a " + TokenReader.quote(element), "'smile'");
        } else if (element.equals("dynamic")) {
            throw in.error(line(), "a dynamic network", "one without time: unroll it before export");
        } else if (around().equals("nodes")) {
            id = required(attributes, "id");
            if (!element.equals("cpt") && !element.equals("deterministic") && !element.equals("noisymax")) {
                throw in.error(line(), "node " + TokenReader.quote(id) + " is of kind " + TokenReader.quote(element),
                        element.startsWith("noisy") ? "'cpt', 'deterministic' or 'noisymax': in GeNIe change its type "
                                + "to General, which writes the table out" : "'cpt', 'deterministic' or 'noisymax'");
            }
            strengths = "";
            states = new ArrayList<>();
            parents = List.of();
            numbers = null;
            startLine = line();
        } else if (element.equals("state")) {
            states.add(required(attributes, "id"));
        }
    }

    private String required(Attributes attributes, String name) throws ModelParseException {
        String value = attributes.getValue(name);
        if (value == null || value.isEmpty()) {
            throw in.error(line(), "an element without " + name, "the attribute '" + name + "'");
        }
        return value;
    }

    @Override
    void end(String element) throws IOException {
        if (element.equals("parents")) {
            parents = List.of(text().split("\\s+"));
        } else if (element.equals("strengths")) {
            strengths = text();
        } else if (element.equals("probabilities") || element.equals("resultingstates")
                || element.equals("parameters")) {
            numbers = wholeText();
            numbersLine = textLine();
        } else if (around().equals("nodes")) {
            if (numbers == null) {
                throw in.error(startLine, "no probabilities of node " + TokenReader.quote(id),
                        "'probabilities', 'resultingstates' of a deterministic node, or 'parameters' of a noisy one");
            }
            nodes.add(new Node(draft.variable(id, states, startLine), parents, numbers, numbersLine,
                    element, strengths));
        }
    }

    @Override
    void finish() throws IOException {
        for (Node node : nodes) {
            TokenReader numbersIn = TokenReader.of(in.file(), node.numbers, node.line);
            if (node.kind.equals("deterministic")) {
                readResults(node, numbersIn);
            } else if (node.kind.equals("noisymax")) {
                NoisyMax.read(draft, node.variable, node.parents, TokenReader.of(in.file(), node.strengths, node.line),
                        numbersIn);
            } else {
                PlainTable.read(draft, node.variable, node.parents, numbersIn);
            }
        }
    }

    private void readResults(Node node, TokenReader results) throws IOException {
        int[] indices = new int[node.parents.size()];
        for (int k = 0; k < indices.length; k++) {
            indices[k] = draft.find(node.parents.get(k), node.line);
        }
        ConditionalTable table = draft.table(node.variable, indices, node.line);
        for (int row = 0; row < table.rows(); row++) {
            results.require(results.next(), table.rows() + " resulting states");
            int state = draft.state(node.variable, results.text(), results.line());
            table.put(row, state, 0, 0, results.line());
        }
        results.endFile(table.rows() + " resulting states");
    }
}
