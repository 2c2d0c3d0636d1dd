package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * Reads evidence in the three dialects of the UAI competitions.
 * <ul>
 * <li>2014 and later: {@code k (var val){k}} on one line;
 * <li>2010: the number of cases alone on a line, then such a line for each;
 * <li>2006 and 2008: {@code k} alone on a line, then {@code var val} on lines of their own.
 * </ul>
 * A 0 at the beginning is no evidence. Otherwise a first line with one number is of 2010 if the second line has an odd
 * number of numbers, else of 2006: their total alone would not tell the dialects apart.
 *
 * <p>Our own extension: {@code soft var likelihood…} after the observations, with a likelihood for each value of the
 * variable, is soft evidence, in every case of the file.
 */
final class EvidenceReader {

    private final TokenReader in;
    private final GraphicalModel model;
    private final IntArrayList numbers = new IntArrayList();
    private final IntArrayList lines = new IntArrayList();
    private final IntArrayList softVariables = new IntArrayList();
    private final IntArrayList softLines = new IntArrayList();
    /** Logarithms of likelihoods. */
    private final List<double[]> soft = new ArrayList<>();
    private int next;

    EvidenceReader(TokenReader in, GraphicalModel model) {
        this.in = in;
        this.model = model;
        in.skipComments("c#");
        in.skipCommentsWithinLines();
    }

    Evidence readOne() throws IOException {
        List<Evidence> cases = readAll();
        if (cases.size() != 1) {
            throw in.error(1, "the file has " + cases.size() + " cases of evidence", "one");
        }
        return cases.get(0);
    }

    List<Evidence> readAll() throws IOException {
        while (in.next()) {
            if (in.is("soft")) {
                readLikelihoods();
                continue;
            }
            if (!soft.isEmpty()) {
                throw in.error("unexpected " + in.quoted(), "'soft variable likelihood…' or the end of the file");
            }
            numbers.add(in.toInt(0, Integer.MAX_VALUE, "a number of observations, a variable or a value"));
            lines.add(in.line());
        }
        in.require(!numbers.isEmpty() || !soft.isEmpty(), "the number of observed variables");
        if (numbers.isEmpty()) {
            numbers.add(0);
            lines.add(1);
        }
        if (numbers.getInt(0) == 0) {
            // Whatever numbers follow: files are found that go on with observations of another model.
            numbers.size(1);
            lines.size(1);
        }
        List<Evidence> cases = new ArrayList<>();
        int count = 1;
        if (isCaseCount()) {
            count = number("the number of cases");
        }
        for (int i = 0; i < count; i++) {
            cases.add(readCase());
        }
        if (next < numbers.size()) {
            throw in.error(lines.getInt(next), "unexpected '" + numbers.getInt(next) + "'",
                    "the end of the file after the last observation");
        }
        for (int i = 0; i < soft.size(); i++) {
            for (int c = 0; c < count; c++) {
                try {
                    cases.set(c, cases.get(c).withLogLikelihood(softVariables.getInt(i), soft.get(i)));
                } catch (IllegalArgumentException e) {
                    throw in.error(softLines.getInt(i), "soft evidence on variable " + softVariables.getInt(i)
                            + " leaves no value possible", "likelihoods that agree with those before");
                }
            }
        }
        return cases;
    }

    private void readLikelihoods() throws IOException {
        in.require(in.next(), "a variable after 'soft'");
        int variable = in.toInt(0, model.variableCount() - 1, "one of the model's variables, counted from 0");
        int line = in.line();
        double[] logs = new double[model.size(variable)];
        double most = Double.NEGATIVE_INFINITY;
        for (int x = 0; x < logs.length; x++) {
            in.require(in.next(), logs.length + " likelihoods of variable " + variable);
            logs[x] = in.toLogPotential("a likelihood, a number that is not negative");
            most = Math.max(most, logs[x]);
        }
        if (most == Double.NEGATIVE_INFINITY) {
            throw in.error("all likelihoods of variable " + variable + " are 0", "one that is positive");
        }
        softVariables.add(variable);
        softLines.add(line);
        soft.add(logs);
    }

    /** Whether the first number counts cases, as in 2010, and not observations. */
    private boolean isCaseCount() {
        return lengthOfLine(0) == 1 && numbers.getInt(0) != 0 && lengthOfLine(1) % 2 == 1;
    }

    private int lengthOfLine(int start) {
        int end = start;
        while (end < lines.size() && lines.getInt(end) == lines.getInt(start)) {
            end++;
        }
        return end - start;
    }

    private Evidence readCase() throws ModelParseException {
        int count = number("the number of observed variables");
        Int2IntLinkedOpenHashMap observed = new Int2IntLinkedOpenHashMap();
        observed.defaultReturnValue(-1);
        for (int i = 0; i < count; i++) {
            int variable = number("'variable value' " + count + " times");
            if (variable >= model.variableCount()) {
                throw wrong("variable " + variable + " is unknown", "one of the model's " + model.variableCount()
                        + " variables, counted from 0");
            }
            int value = number("a value for variable " + variable);
            if (value >= model.size(variable)) {
                throw wrong("value " + value + " of variable " + variable + " is out of range",
                        "0 to " + (model.size(variable) - 1));
            }
            int before = observed.put(variable, value);
            if (before >= 0 && before != value) {
                throw wrong("variable " + variable + " is observed as " + before + " and as " + value, "one value");
            }
        }
        return Evidence.of(observed);
    }

    private int number(String expected) throws ModelParseException {
        in.require(next < numbers.size(), expected);
        return numbers.getInt(next++);
    }

    private ModelParseException wrong(String problem, String expected) {
        return in.error(lines.getInt(next - 1), problem, expected);
    }
}
