package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Domain;

/**
 * Reads {@code Vars:} files: the names of the variables between commas, a line {@code name=label,label} for each, in
 * any order, then clauses. Names and labels are any text without commas and white space, a label without '=', or texts
 * between double quotes, {@code "Friends(0,0)"}.
 */
final class NamedClauseReader extends ClauseReader {

    /** The values of a domain; the index is null where each label is its own position. */
    private record Values(Domain domain, @Nullable Object2IntOpenHashMap<String> index) { }

    private final List<String> names = new ArrayList<>();
    /** Whether each name is its own position, which is the common case and needs no look-up. */
    private boolean numbered;
    /** Made when first needed. */
    private @Nullable Object2IntOpenHashMap<String> variableByName;
    private final Map<List<String>, Values> knownValues = new HashMap<>();
    private final List<Values> values = new ArrayList<>();

    NamedClauseReader(TokenReader in) {
        super(in);
        in.skipComments("#");
        in.takeQuotes();
    }

    @Override
    void readVariables() throws IOException {
        readNames();
        names.forEach(name -> values.add(null));
        for (int i = 0; i < names.size(); i++) {
            readDomain(i);
        }
        for (int i = 0; i < names.size(); i++) {
            model.variable(names.get(i), values.get(i).domain());
        }
    }

    private void readNames() throws IOException {
        in.require(in.next(':'), "'Vars:' and the names of the variables");
        if (!in.is("Vars") || !in.skip(':')) {
            throw in.error("unknown heading " + in.quoted(), "'Vars:' and the names of the variables");
        }
        while (in.nextInLine(',')) {
            if (in.isEmpty()) {
                throw in.error("a variable without a name", "names between commas");
            }
            names.add(in.text());
            if (!in.skip(',')) {
                break;
            }
        }
        in.endLine("a comma between names, or the end of the line");
        numbered = arePositions(names);
        variableByName = numbered ? null : index(names, "variable");
    }

    private void readDomain(int position) throws IOException {
        String expected = "'name=value,value' for each of the " + names.size() + " variables";
        in.require(in.next(','), expected);
        List<String> labels = new ArrayList<>();
        String first = in.text();
        String name = first;
        boolean quoted = in.isQuoted();
        if (quoted) {
            if (!in.skip('=') || !in.nextInLine(',')) {
                throw in.error("no values of " + TokenReader.quote(name), expected);
            }
            labels.add(in.text());
        } else {
            int equals = first.lastIndexOf('=');
            if (equals < 0) {
                throw in.error("no values in " + in.quoted(), expected);
            }
            name = first.substring(0, equals);
            labels.add(first.substring(equals + 1));
        }
        int variable = name.equals(names.get(position)) ? position : find(name);
        if (values.get(variable) != null) {
            throw in.error("the values of variable " + TokenReader.quote(name) + " are declared twice", expected);
        }
        while (in.skip(',') && in.nextInLine(',')) {
            labels.add(in.text());
        }
        in.endLine("a comma between values, or the end of the line");
        Values known = knownValues.get(labels);
        if (known == null) {
            known = newValues(labels, quoted);
            knownValues.put(labels, known);
        }
        values.set(variable, known);
    }

    private Values newValues(List<String> labels, boolean quoted) throws ModelParseException {
        for (String label : labels) {
            if (label.isEmpty() || !quoted && label.indexOf('=') >= 0) {
                throw in.error("the value " + TokenReader.quote(label),
                        "values between commas, none empty and none with '='");
            }
        }
        Object2IntOpenHashMap<String> index = arePositions(labels) ? null : index(labels, "value");
        return new Values(Domain.of(labels.toArray(new String[0])), index);
    }

    private static boolean arePositions(List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            if (!texts.get(i).equals(Integer.toString(i))) {
                return false;
            }
        }
        return true;
    }

    private Object2IntOpenHashMap<String> index(List<String> texts, String kind) throws ModelParseException {
        Object2IntOpenHashMap<String> index = new Object2IntOpenHashMap<>(texts.size());
        index.defaultReturnValue(-1);
        for (int i = 0; i < texts.size(); i++) {
            if (index.putIfAbsent(texts.get(i), i) >= 0) {
                throw in.error("the " + kind + " " + TokenReader.quote(texts.get(i)) + " is declared twice",
                        kind + "s that differ");
            }
        }
        return index;
    }

    private int find(String name) throws ModelParseException {
        if (variableByName == null) {
            variableByName = index(names, "variable");
        }
        int variable = variableByName.getInt(name);
        if (variable < 0) {
            throw in.error("unknown variable " + TokenReader.quote(name), "a name from the line 'Vars:'");
        }
        return variable;
    }

    @Override
    int variable() throws IOException {
        if (numbered && in.isDigits()) {
            return in.toInt(0, names.size() - 1, "a variable");
        }
        return find(in.text());
    }

    @Override
    int value(int variable) throws IOException {
        Values known = values.get(variable);
        if (known.index() == null) {
            return in.toInt(0, known.domain().size() - 1, "a value of the variable");
        }
        int value = known.index().getInt(in.text());
        if (value < 0) {
            throw in.error("unknown value " + in.quoted(), "one of variable '" + names.get(variable) + "'");
        }
        return value;
    }
}
