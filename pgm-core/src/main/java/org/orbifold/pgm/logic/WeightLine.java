package org.orbifold.pgm.logic;

import java.util.List;

/**
 * A line of a file of weights, taken apart without tokens: a plain number, a space, and a formula. Its shape is the
 * formula with its constants left out. Whether a formula is right, and whether it stands there as we would write it,
 * depends on its shape only.
 */
final class WeightLine {

    private static final char HOLE = '\u0000';

    private final String text;
    private final StringBuilder shape = new StringBuilder();
    private int start;
    private int formulaStart;
    private int end;

    WeightLine(String text) {
        this.text = text;
    }

    /** Reads the line that begins at an offset, or the next one; false if its shape cannot be told so simply. */
    boolean read(int offset) {
        start = offset;
        while (start < text.length() && text.charAt(start) == '\n') {
            start++;
        }
        int at = start < text.length() && text.charAt(start) == '-' ? start + 1 : start;
        int digits = digits(at);
        if (digits == at) {
            return false;
        }
        if (digits < text.length() && text.charAt(digits) == '.') {
            at = digits + 1;
            digits = digits(at);
            if (digits == at) {
                return false;
            }
        }
        formulaStart = digits + 1;
        return digits < text.length() && text.charAt(digits) == ' ' && readFormula();
    }

    private int digits(int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private boolean readFormula() {
        shape.setLength(0);
        int at = formulaStart;
        while (at < text.length() && text.charAt(at) != '\n') {
            char c = text.charAt(at);
            if (c >= 128 || c == '"' || c == '/' || c == '\r' || c == '\t') {
                return false;
            }
            int word = isConstantStart(at) ? wordEnd(at) : at;
            boolean isArgument = word > at && word < text.length()
                    && (text.charAt(word) == ',' || text.charAt(word) == ')');
            shape.append(isArgument ? HOLE : c);
            at = isArgument ? word : at + 1;
        }
        end = at;
        return true;
    }

    /** An argument that begins with a capital letter or a digit; the words of quantifiers never stand there alone. */
    private boolean isConstantStart(int at) {
        char before = text.charAt(at - 1);
        char c = text.charAt(at);
        return (before == '(' || before == ',')
                && (c >= 'A' && c <= 'Z' && c != 'F' && c != 'E' || c >= '0' && c <= '9');
    }

    private int wordEnd(int from) {
        int at = from;
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isWordPart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    }

    String shape() {
        return shape.toString();
    }

    /** Whether the line is of one of some shapes. */
    boolean hasShape(List<String> shapes) {
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i).contentEquals(shape)) {
                return true;
            }
        }
        return false;
    }

    double weight() {
        return Double.parseDouble(text.substring(start, formulaStart - 1));
    }

    String formula() {
        return text.substring(formulaStart, end);
    }

    /** The offset of the line. */
    int start() {
        return start;
    }

    /** The offset of its end. */
    int end() {
        return end;
    }
}
