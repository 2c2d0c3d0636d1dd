package org.orbifold.pgm.io;

import java.io.IOException;
import java.io.Writer;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Writes the two kinds of clause files. Weights are written with all their digits. */
final class ClauseWriter {

    /** A domain's labels are all written out. */
    private static final long MAX_LABELS = 1L << 27;

    /** How a file writes that a variable has a value. */
    private interface Literals {
        void append(StringBuilder line, int variable, int value);
    }

    static void writeNamed(GraphicalModel model, Writer out) throws IOException {
        out.write("Vars:");
        long labels = 0;
        for (Variable variable : model.variables()) {
            out.write((variable.index() > 0 ? "," : "") + quoted(variable.name()));
            labels += variable.size();
        }
        if (labels > MAX_LABELS) {
            throw new IllegalArgumentException("the " + labels
                    + " values of the variables are too many to be listed; write a .num file");
        }
        out.write("\n\n");
        for (Variable variable : model.variables()) {
            Domain domain = variable.domain();
            boolean plain = isPlain(variable.name());
            for (int x = 0; x < domain.size(); x++) {
                plain &= isPlain(domain.label(x)) && domain.label(x).indexOf('=') < 0;
            }
            // A quoted name shows that a label may hold '='.
            out.write(plain ? variable.name() : inQuotes(variable.name()));
            for (int x = 0; x < domain.size(); x++) {
                out.write((x > 0 ? "," : "=") + quoted(domain.label(x)));
            }
            out.write("\n");
        }
        out.write("\n");
        writeClauses(model, out, "", (line, variable, value) ->
                line.append(quoted(model.variable(variable).name())).append(' ')
                        .append(quoted(model.variable(variable).domain().label(value))));
    }

    static void writeNumbered(GraphicalModel model, Writer out) throws IOException {
        out.write(model.variableCount() + "\n\n");
        for (Variable variable : model.variables()) {
            out.write(variable.index() + 1 + ":" + variable.size() + "\n");
        }
        out.write("\n");
        // The release's own files end each line with a comma, and its programs may count on it.
        writeClauses(model, out, ",", (line, variable, value) ->
                line.append(variable + 1).append(' ').append(value));
    }

    private static void writeClauses(GraphicalModel model, Writer out, String end, Literals names) throws IOException {
        StringBuilder line = new StringBuilder();
        ModelClauses.forEach(model, (weight, literals) -> {
            line.setLength(0);
            if (Double.isInfinite(weight)) {
                line.append(weight > 0 ? "inf" : "-inf");
            } else {
                line.append(weight);
            }
            for (int i = 0; i < literals.size(); i += 2) {
                line.append(i == 0 ? '\t' : ',');
                names.append(line, literals.getInt(i), literals.getInt(i + 1));
            }
            out.append(line.append(end).append('\n'));
        });
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c <= ' ' || Character.isWhitespace(c) || Character.isISOControl(c)) {
                return false;
            }
        }
        return text.charAt(0) != '"' && text.charAt(0) != '#';
    }

    private static String quoted(String text) {
        return isPlain(text) ? text : inQuotes(text);
    }

    private static String inQuotes(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name '" + ModelParseException.oneLine(text)
                    + "' cannot stand in a clause file because of a control character; write a .num or .uai file");
        }
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private ClauseWriter() { }
}
