package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;

/**
 * Reads XMLBIF 0.3, as Weka, JavaBayes, pgmpy and aGrUM write it: {@code VARIABLE} with {@code NAME} and {@code
 * OUTCOME}s, {@code DEFINITION} (in older files {@code PROBABILITY}) with {@code FOR}, {@code GIVEN}s and a {@code
 * TABLE} in which the variable's own state changes fastest.
 */
final class XmlBifReader extends XmlNetworkReader {

    /** A definition may stand before the variables it is about. */
    private record Definition(String child, List<String> parents, String table, int line) { }

    private final List<Definition> definitions = new ArrayList<>();
    private List<String> names = new ArrayList<>();
    private String child = "";
    private @Nullable String table;
    private int startLine;
    private int tableLine;
    /** As aGrUM writes them, and nobody else. */
    private boolean emptyProperties;

    XmlBifReader(TokenReader in, boolean normalise) {
        super(in, normalise);
    }

    @Override
    void begin(String element, Attributes attributes) throws IOException {
        if (element.equals("VARIABLE") || element.equals("DEFINITION") || element.equals("PROBABILITY")) {
            names = new ArrayList<>();
            child = "";
            table = null;
            startLine = line();
            String type = attributes.getValue("TYPE");
            if (type != null && !type.equals("nature") && !type.equals("discrete")) {
                throw in.error(line(), "a variable of type " + TokenReader.quote(type), "'nature'");
            }
        } else if (around().isEmpty() && !element.equals("BIF")) {
            throw in.error(line(), "the document is a " + TokenReader.quote(element), "'BIF'");
        }
    }

    @Override
    void end(String element) throws IOException {
        switch (element) {
            case "NAME", "FOR" -> {
                if (!around().equals("NETWORK")) {
                    if (!child.isEmpty()) {
                        throw in.error(line(), "a second " + element, "one; tables over several are not read");
                    }
                    child = text();
                }
            }
            case "OUTCOME", "VALUE", "GIVEN" -> names.add(text());
            case "PROPERTY" -> emptyProperties |= around().equals("VARIABLE") && text().isEmpty();
            case "TABLE" -> {
                table = wholeText();
                tableLine = textLine();
            }
            case "VARIABLE" -> {
                requireName();
                draft.variable(child, names, startLine);
            }
            case "DEFINITION", "PROBABILITY" -> {
                requireName();
                if (table == null) {
                    throw in.error(startLine, "no probabilities of " + TokenReader.quote(child), "a TABLE");
                }
                definitions.add(new Definition(child, names, table, tableLine));
            }
            default -> { }
        }
    }

    private void requireName() throws ModelParseException {
        if (child.isEmpty()) {
            throw in.error(startLine, "an element without the name of its variable", "a NAME or FOR in it");
        }
    }

    @Override
    void finish() throws IOException {
        for (Definition definition : definitions) {
            PlainTable.read(draft, draft.find(definition.child, definition.line), definition.parents,
                    TokenReader.of(in.file(), definition.table, definition.line));
        }
        if (emptyProperties) {
            draft.warnOfAgrum();
        }
    }
}
