package org.orbifold.logic;

import java.util.HashSet;
import java.util.Set;

/** Distinguishes variables from constants in a network's files. Variables are stored with a lower-case first letter. */
final class Naming {

    private final ConstantNames style;
    /** Lower-case words that the declaration of a type lists as constants. */
    private final Set<String> declared = new HashSet<>();
    /** Lower-case words that were read as variables. */
    private final Set<String> used = new HashSet<>();

    /** Whether the network is complete: databases and queries change nothing. */
    private boolean frozen;

    Naming(ConstantNames style) {
        this.style = style;
    }

    void freeze() {
        frozen = true;
    }

    boolean isFrozen() {
        return frozen;
    }

    ConstantNames style() {
        return style;
    }

    /** Declares a word as a constant; false if it was read as a variable before. */
    boolean declare(String word) {
        return isConstant(word) || !frozen && !used.contains(word) && declared.add(word);
    }

    /** Whether a bare word without a mark is a constant. */
    boolean isConstant(String word) {
        boolean lower = Term.isVariable(word);
        return switch (style) {
            case UPPER -> !lower || declared.contains(word);
            case LOWER -> lower && word.charAt(0) != '_' || Character.isDigit(word.codePointAt(0));
            case ANY -> true;
        };
    }

    /** A bare word, a number or a text in quotes as a term; a word after {@code ?} is a variable. */
    Term term(String text, boolean marked) {
        boolean word = Character.isLetter(text.codePointAt(0)) || text.charAt(0) == '_';
        if (word && (marked || !isConstant(text))) {
            return new Term.Variable(bound(text), false);
        }
        return word ? new Term.Constant(text) : Term.of(text);
    }

    /** How a variable is called inside: its first letter is small, so that texts of formulas read back the same. */
    private static String variable(String word) {
        int first = word.codePointAt(0);
        String lower = Character.toString(Character.toLowerCase(first)) + word.substring(Character.charCount(first));
        // 'v' would be read as the sign of disjunction.
        return Term.isVariable(word) ? word : lower.equals("v") || !Term.isVariable(lower) ? "_" + word : lower;
    }

    /** The name of a variable after a quantifier. */
    String bound(String word) {
        if (!frozen) {
            used.add(word);
        }
        return variable(word);
    }

    /** A constant as files of this network write it: in quotes if it would be read as something else. */
    String text(String constant) {
        if (declared.contains(constant) || style != ConstantNames.UPPER && isPlain(constant) && isConstant(constant)) {
            return constant;
        }
        String text = new Term.Constant(constant).toString();
        return text.equals(constant) && !isConstant(constant) ? '"' + constant + '"' : text;
    }

    /** A variable as files of this network write it. */
    String variableText(String name) {
        return switch (style) {
            case UPPER -> name;
            case LOWER -> Character.toString(Character.toUpperCase(name.codePointAt(0)))
                    + name.substring(Character.charCount(name.codePointAt(0)));
            case ANY -> "?" + name;
        };
    }

    /** How a message says what constants look like. */
    String expected() {
        return switch (style) {
            case UPPER -> "a constant: a capital letter or a digit first, or double quotes around it";
            case LOWER -> "a constant: a small letter or a digit first, or double quotes around it";
            case ANY -> "a constant: a word without '?'";
        };
    }

    /** Whether a name can stand without quotes: a word that is no sign. */
    static boolean isPlain(String name) {
        return isWord(name) && !name.equalsIgnoreCase("forall") && !name.equalsIgnoreCase("exist")
                && !name.equalsIgnoreCase("exists") && !name.equals("v");
    }

    /** Whether a name consists of letters, digits and underscores; it is asked very often. */
    private static boolean isWord(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')) {
                return name.codePoints().allMatch(p -> Character.isLetterOrDigit(p) || p == '_');
            }
        }
        return true;
    }
}
