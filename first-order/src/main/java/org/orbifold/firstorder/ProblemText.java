package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.Term;
import org.orbifold.pgm.io.ModelParseException;

/**
 * A place in a text whose variables begin with capital letters and whose constants do not: what the formats of WFOMC
 * and of Forclift share.
 */
final class ProblemText {

    /** Nested brackets and quantifiers: deeper ones are a mistake. */
    private static final int MAX_DEPTH = 200;
    /** A chain of connectives nests to the left, and what goes through sentences is recursive. */
    private static final int MAX_CONNECTIVES = 1000;

    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?(?:/\\d+)?(?![\\w.(])");

    private final String file;
    private final int firstLine;
    private final String text;
    private int at;
    private int depth;
    private int connectives;
    /** The number of arguments of each predicate that was met. */
    private final Map<String, Integer> arities;

    ProblemText(String file, int firstLine, String text, Map<String, Integer> arities) {
        this.file = file;
        this.firstLine = firstLine;
        this.text = text;
        this.arities = arities;
    }

    ProblemText(String file, int firstLine, String text) {
        this(file, firstLine, text, new LinkedHashMap<>());
    }

    ModelParseException error(String problem, String expected) {
        return new ModelParseException(file, line(), problem, expected);
    }

    /** The line of this place. */
    int line() {
        return firstLine + (int) text.substring(0, Math.min(at, text.length())).chars().filter(c -> c == '\n').count();
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    boolean isAtEnd() {
        skipSpace();
        return at >= text.length();
    }

    /** Goes past a sign if it stands here. */
    boolean skip(String sign) {
        skipSpace();
        boolean found = text.startsWith(sign, at) && !(Character.isLetterOrDigit(sign.charAt(sign.length() - 1))
                && at + sign.length() < text.length() && isNamePart(text.charAt(at + sign.length())));
        at += found ? sign.length() : 0;
        return found;
    }

    void expect(String sign, String after) throws ModelParseException {
        if (!skip(sign)) {
            throw error("unexpected " + here(), "'" + sign + "' " + after);
        }
    }

    /** What stands here, for a message. */
    String here() {
        skipSpace();
        int end = at;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && end < at + 20) {
            end++;
        }
        return at >= text.length() ? "end of the text" : "'" + text.substring(at, end) + "'";
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    /** A name or a number without a sign. */
    String word(String what) throws ModelParseException {
        skipSpace();
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw error("unexpected " + here(), what);
        }
        return text.substring(start, at);
    }

    /** A decimal number or a quotient; null if none stands here. */
    @Nullable String number() {
        skipSpace();
        Matcher matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        at = matcher.end();
        return matcher.group();
    }

    int wholeNumber() throws ModelParseException {
        String found = number();
        if (found == null || !found.matches("\\d{1,9}")) {
            throw error("unexpected " + (found == null ? here() : "'" + found + "'"), "a whole number below 10^9");
        }
        return Integer.parseInt(found);
    }

    /** A sentence: equivalences of implications of disjunctions of conjunctions. */
    Sentence sentence() throws ModelParseException {
        Sentence left = implication();
        while (skipConnective("<->")) {
            left = Sentence.iff(left, implication());
        }
        return left;
    }

    private Sentence implication() throws ModelParseException {
        deeper();
        Sentence left = disjunction();
        Sentence result = skipConnective("->") ? Sentence.implies(left, implication()) : left;
        depth--;
        return result;
    }

    private boolean skipConnective(String sign) throws ModelParseException {
        boolean found = skip(sign);
        if (found && ++connectives > MAX_CONNECTIVES) {
            throw error("the sentence is too long", "at most " + MAX_CONNECTIVES + " connectives");
        }
        return found;
    }

    private void deeper() throws ModelParseException {
        if (++depth > MAX_DEPTH) {
            throw error("the sentence is nested too deeply", "at most " + MAX_DEPTH + " levels");
        }
    }

    private Sentence disjunction() throws ModelParseException {
        Sentence left = conjunction();
        while (skipConnective("|")) {
            left = Sentence.or(left, conjunction());
        }
        return left;
    }

    private Sentence conjunction() throws ModelParseException {
        Sentence left = unary();
        while (skipConnective("&")) {
            if (isAtEnd()) {
                return left;
            }
            left = Sentence.and(left, unary());
        }
        return left;
    }

    Sentence unary() throws ModelParseException {
        deeper();
        Sentence result;
        if (skip("~") || skip("!")) {
            result = Sentence.not(unary());
        } else if (skip("(")) {
            result = sentence();
            expect(")", "or a connective");
        } else if (skip("\\forall")) {
            String variable = bound();
            result = Sentence.forall(variable, unary());
        } else if (skip("\\exists_{")) {
            result = counted();
        } else if (skip("\\exists")) {
            String variable = bound();
            result = Sentence.exists(variable, unary());
        } else {
            result = atom();
        }
        depth--;
        return result;
    }

    private String bound() throws ModelParseException {
        String name = variable(word("a variable after the quantifier"));
        expect(":", "after the variable of a quantifier");
        return name;
    }

    private String variable(String word) throws ModelParseException {
        if (!Character.isUpperCase(word.codePointAt(0))) {
            throw error("'" + word + "' is no variable", "a name that begins with a capital letter");
        }
        return word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1);
    }

    private Sentence counted() throws ModelParseException {
        Bounds bounds = bounds();
        expect("}", "after the number");
        String variable = bound();
        return bounds.of(List.of(variable), unary());
    }

    /** Bounds of a count. */
    record Bounds(int least, int most, boolean negated) {

        Sentence of(List<String> variables, Sentence body) {
            Sentence counted = new Sentence.Counted(least, most, variables, body);
            return negated ? Sentence.not(counted) : counted;
        }
    }

    Bounds bounds() throws ModelParseException {
        String sign = List.of("<=", ">=", "!=", "=", "<", ">").stream().filter(this::skip).findFirst().orElse("");
        if (sign.isEmpty() && number() != null && skip("mod")) {
            throw error("counts modulo a number are not supported", "one of = != <= >= < > and a number");
        } else if (sign.isEmpty()) {
            throw error("unexpected " + here(), "one of = != <= >= < > and a number");
        }
        int number = wholeNumber();
        return switch (sign) {
            case "<=" -> new Bounds(0, number, false);
            case ">=" -> new Bounds(number, Integer.MAX_VALUE, false);
            case ">" -> new Bounds(number + 1, Integer.MAX_VALUE, false);
            case "<" -> number == 0 ? new Bounds(0, Integer.MAX_VALUE, true) : new Bounds(0, number - 1, false);
            default -> new Bounds(number, number, sign.equals("!="));
        };
    }

    /** An atom, or an equality of terms. */
    Sentence atom() throws ModelParseException {
        String name = word("an atom, '~', '(' or a quantifier");
        if (skip("!=")) {
            return Sentence.not(Sentence.equal(term(name), term(word("a variable or a constant"))));
        } else if (skip("=")) {
            return Sentence.equal(term(name), term(word("a variable or a constant")));
        }
        if (name.matches("LEQ|PRED\\d*|CIRCULAR_PRED")) {
            throw error("the linear order '" + name + "' is not supported", "a sentence without an order");
        }
        List<Term> arguments = new ArrayList<>();
        if (skip("(")) {
            do {
                arguments.add(term(word("a variable or a constant")));
            } while (skip(","));
            expect(")", "after an argument");
        }
        Integer arity = arities.putIfAbsent(name, arguments.size());
        if (arity != null && arity != arguments.size()) {
            throw error("'" + name + "' has " + arguments.size() + " arguments here", arity + " as before");
        }
        return new Sentence.Atom(name, arguments);
    }

    private Term term(String word) throws ModelParseException {
        return Character.isUpperCase(word.codePointAt(0)) ? new Term.Variable(variable(word), false)
                : new Term.Constant(word);
    }

    Map<String, Integer> arities() {
        return arities;
    }
}
