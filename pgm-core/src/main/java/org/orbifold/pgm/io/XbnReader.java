package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.xml.sax.Attributes;

/**
 * Reads Microsoft's {@code .xbn} files (MSBN): {@code VAR} with {@code STATENAME}s, and {@code DIST} with the parents
 * in {@code CONDSET}, the variable in {@code PRIVATE} and a {@code DPI} for each row, whose {@code INDEXES} are the
 * numbers of the parents' states.
 */
final class XbnReader extends XmlNetworkReader {

    private record Row(String indexes, String numbers, int line) { }

    private record Distribution(String child, List<String> parents, List<Row> rows, int line) { }

    private final List<Distribution> distributions = new ArrayList<>();
    private List<String> names = new ArrayList<>();
    private List<Row> rows = new ArrayList<>();
    private String variable = "";
    private String indexes = "";
    private int startLine;

    XbnReader(TokenReader in, boolean normalise) {
        super(in, normalise);
    }

    @Override
    void begin(String element, Attributes attributes) throws IOException {
        if (around().isEmpty() && !element.equals("ANALYSISNOTEBOOK")) {
            throw in.error(line(), "the document is a " + TokenReader.quote(element), "'ANALYSISNOTEBOOK'");
        }
        switch (element) {
            case "VAR", "DIST" -> {
                String type = attributes.getValue("TYPE");
                if (type != null && !type.equals("discrete")) {
                    throw in.error(line(), "a " + element + " of type " + TokenReader.quote(type), "'discrete'");
                }
                names = new ArrayList<>();
                rows = new ArrayList<>();
                startLine = line();
                variable = element.equals("VAR") ? required(attributes, "NAME") : "";
            }
            case "CONDELEM" -> names.add(required(attributes, "NAME"));
            case "PRIVATE" -> variable = required(attributes, "NAME");
            case "DPI" -> {
                String given = attributes.getValue("INDEXES");
                indexes = given == null ? "" : given.strip();
            }
            default -> { }
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
        switch (element) {
            case "STATENAME" -> names.add(text());
            case "VAR" -> draft.variable(variable, names, startLine);
            case "DPI" -> rows.add(new Row(indexes, wholeText(), textLine()));
            case "DIST" -> {
                if (variable.isEmpty()) {
                    throw in.error(startLine, "a DIST without the name of its variable", "a PRIVATE in it");
                }
                distributions.add(new Distribution(variable, names, rows, startLine));
            }
            default -> { }
        }
    }

    @Override
    void finish() throws IOException {
        for (Distribution distribution : distributions) {
            int[] parents = new int[distribution.parents.size()];
            for (int k = 0; k < parents.length; k++) {
                parents[k] = draft.find(distribution.parents.get(k), distribution.line);
            }
            ConditionalTable table = draft.table(draft.find(distribution.child, distribution.line), parents,
                    distribution.line);
            for (Row one : distribution.rows) {
                readRow(table, one);
            }
            for (int row = 0; row < table.rows(); row++) {
                if (!table.has(row)) {
                    throw in.error(distribution.line, "no probabilities of " + draft.describe(table, row),
                            "a DPI for each joint state of the parents");
                }
            }
        }
    }

    private void readRow(ConditionalTable table, Row one) throws IOException {
        int[] states = new int[table.parents().length];
        TokenReader numbers = TokenReader.of(in.file(), one.indexes, one.line);
        for (int k = 0; k < states.length; k++) {
            numbers.require(numbers.next(), "the number of a state for each of " + states.length + " parents");
            states[k] = numbers.toInt(0, draft.size(table.parents()[k]) - 1, "the number of a parent's state");
        }
        numbers.endFile(states.length + " numbers of states");
        int row = draft.row(table, states);
        if (table.has(row)) {
            throw in.error(one.line, "a second row of " + draft.describe(table, row), "each row once");
        }
        TokenReader values = TokenReader.of(in.file(), one.numbers, one.line);
        for (int x = 0; x < table.size(); x++) {
            values.require(values.next(), table.size() + " probabilities");
            table.put(row, x, values);
        }
        values.endFile(table.size() + " probabilities");
    }
}
