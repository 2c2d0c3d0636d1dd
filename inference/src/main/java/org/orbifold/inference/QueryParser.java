package org.orbifold.inference;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.NearestNames;
import org.orbifold.pgm.model.Variable;

/**
 * Reads queries. Names of variables may contain commas, brackets and blanks: at each place the longest name of the
 * model that fits is taken.
 */
final class QueryParser {

    private static final int MAX_DEPTH = 200;
    /** Characters of a query in a message. */
    private static final int MAX_SHOWN = 200;

    private final String text;
    private final GraphicalModel model;
    private final Map<String, Variable> names = new HashMap<>();
    private final Map<String, Formula> formulas;
    private int longest;
    private int at;
    private int depth;

    QueryParser(String text, GraphicalModel model, Map<String, Formula> formulas) {
        this.text = text.strip();
        this.model = model;
        this.formulas = formulas;
        for (Variable variable : model.variables()) {
            names.put(variable.name(), variable);
            longest = Math.max(longest, variable.name().length());
        }
    }

    /** A list of formulas and of variables that stand alone. */
    private record Items(IntArrayList variables, List<Formula> formulas) {

        Formula all() {
            return formulas.isEmpty() ? Formula.TRUE : formulas.size() == 1 ? formulas.get(0)
                    : Formula.and(formulas.toArray(Formula[]::new));
        }
    }

    Query parse() {
        boolean expectation = take("E") || take("e");
        if (!expectation && !take("P") && !take("p")) {
            throw error("P(…) or E(…)");
        }
        expect("(");
        Query query;
        if (expectation && take("#")) {
            query = Query.expectation(model.features().get(featureNumber())).named(text);
        } else {
            Items target = items();
            if (target.variables.isEmpty() && target.formulas.isEmpty()) {
                throw error("a variable or an event");
            } else if (expectation) {
                throw new IllegalArgumentException(shown(text) + ": E(#n) is the expectation of feature n; for "
                        + "probabilities of variables and formulas expected P(…)");
            }
            query = Query.of(target.variables.toIntArray(), target.all(), text);
        }
        if (take("|")) {
            Items given = items();
            for (int v : given.variables) {
                given.formulas.add(isTrue(model.variable(v)));
            }
            query = query.given(given.all());
        }
        expect(")");
        skip();
        if (at < text.length()) {
            throw error("the end of the query");
        }
        return query;
    }

    private int featureNumber() {
        int begin = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        String digits = text.substring(begin, at);
        if (digits.isEmpty() || digits.length() > 9 || Integer.parseInt(digits) >= model.features().size()) {
            at = begin;
            throw error("the number of one of the model's " + model.features().size() + " features, from 0");
        }
        return Integer.parseInt(digits);
    }

    private Items items() {
        Items items = new Items(new IntArrayList(), new ArrayList<>());
        do {
            int begin = at;
            Variable alone = name();
            skip();
            if (alone != null && (at == text.length() || ",|)".indexOf(text.charAt(at)) >= 0 && !isNext("||"))) {
                items.variables.add(alone.index());
            } else {
                at = begin;
                items.formulas.add(iff());
            }
        } while (take(","));
        return items;
    }

    private Formula iff() {
        Formula left = implication();
        while (take("<=>")) {
            left = Formula.iff(left, implication());
        }
        return left;
    }

    private Formula implication() {
        Formula left = or();
        // From left to right, as in files of Markov logic.
        while (take("=>")) {
            left = Formula.implies(left, or());
        }
        return left;
    }

    private Formula or() {
        Formula left = and();
        while (take("||") || takeWord("v")) {
            left = Formula.or(left, and());
        }
        return left;
    }

    private Formula and() {
        Formula left = unary();
        while (take("^") || take("&")) {
            left = Formula.and(left, unary());
        }
        return left;
    }

    private Formula unary() {
        if (++depth > MAX_DEPTH) {
            throw error("at most " + MAX_DEPTH + " nested brackets and negations");
        }
        Formula result = operand();
        depth--;
        return result;
    }

    private Formula operand() {
        int begin = at;
        Variable variable = name();
        if (variable == null) {
            at = begin;
            Formula named = formula();
            if (named != null) {
                return named;
            } else if (take("!") || take("~")) {
                return Formula.not(unary());
            } else if (take("(")) {
                Formula inner = iff();
                expect(")");
                return inner;
            }
            throw error("the name of a variable, '!' or '('" + NearestNames.hint(word(), names.keySet()));
        }
        if (take("!=")) {
            return Formula.not(Formula.is(variable.index(), label(variable)));
        }
        skip();
        if (!isNext("=>") && take("=")) {
            return Formula.is(variable.index(), label(variable));
        }
        return isTrue(variable);
    }

    private Formula isTrue(Variable variable) {
        if (variable.size() != 2) {
            throw error("'" + variable.name() + "=VALUE', one of " + variable.domain() + ": the variable is not "
                    + "binary");
        }
        return Formula.is(variable.index(), 1);
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean isNext(String what) {
        return text.startsWith(what, at);
    }

    private boolean take(String what) {
        skip();
        boolean found = isNext(what);
        at += found ? what.length() : 0;
        return found;
    }

    private boolean takeWord(String word) {
        skip();
        boolean found = isNext(word) && isEnd(at + word.length());
        at += found ? word.length() : 0;
        return found;
    }

    private void expect(String what) {
        if (!take(what)) {
            throw error("'" + what + "'");
        }
    }

    /** Whether no name goes on here. */
    private boolean isEnd(int place) {
        return place >= text.length() || !Character.isLetterOrDigit(text.charAt(place)) && text.charAt(place) != '_';
    }

    /** What the longest name of a formula that fits here stands for, or its negation if {@code =0} follows. */
    private @Nullable Formula formula() {
        skip();
        String best = null;
        for (String name : formulas.keySet()) {
            best = isNext(name) && (best == null || name.length() > best.length()) ? name : best;
        }
        if (best == null) {
            return null;
        }
        at += best.length();
        Formula found = formulas.get(best);
        skip();
        boolean negated = take("!=");
        if (negated || !isNext("=>") && take("=")) {
            boolean one = takeWord("1");
            if (!one && !takeWord("0")) {
                throw error("0 or 1 as the value of '" + best + "'");
            }
            return one == negated ? Formula.not(found) : found;
        }
        return found;
    }

    /** The longest name that fits here; null if none does. */
    private @Nullable Variable name() {
        skip();
        for (int end = Math.min(text.length(), at + longest); end > at; end--) {
            Variable found = isEnd(end) ? names.get(text.substring(at, end)) : null;
            if (found != null) {
                at = end;
                return found;
            }
        }
        return null;
    }

    /** What stands here up to the next sign: perhaps a name that is misspelt. */
    private String word() {
        int end = at;
        int open = 0;
        while (end < text.length() && (open > 0 || ",|)=!^&~ \t\n".indexOf(text.charAt(end)) < 0)) {
            open += text.charAt(end) == '(' ? 1 : text.charAt(end) == ')' ? -1 : 0;
            end++;
        }
        return text.substring(at, end);
    }

    private int label(Variable variable) {
        skip();
        int best = -1;
        for (int x = 0; x < variable.size(); x++) {
            String label = variable.domain().label(x);
            if (isNext(label) && isEnd(at + label.length())
                    && (best < 0 || label.length() > variable.domain().label(best).length())) {
                best = x;
            }
        }
        if (best < 0) {
            throw error("a value of '" + variable.name() + "', one of " + variable.domain());
        }
        at += variable.domain().label(best).length();
        return best;
    }

    private IllegalArgumentException error(String expected) {
        String rest = at < text.length() ? "'" + shown(text.substring(at)) + "'" : "its end";
        return new IllegalArgumentException("query '" + shown(text) + "', at " + rest + ": expected " + expected);
    }

    /** For a message of one line. */
    private static String shown(String text) {
        String line = text.replaceAll("[\\p{Cc}\\s]+", " ");
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…";
    }
}
