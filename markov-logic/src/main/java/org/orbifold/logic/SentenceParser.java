package org.orbifold.logic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.BothSigns;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Sentence.Equal;
import org.orbifold.logic.Sentence.Joined;
import org.orbifold.logic.Sentence.Not;
import org.orbifold.logic.Sentence.Quantified;
import org.orbifold.logic.Token.Kind;

/**
 * Parses sentences by recursive descent. From tight to loose: {@code !}, {@code ^}, {@code v}, {@code =>}, {@code <=>};
 * equals from left to right; a quantifier reaches as far to the right as it can.
 */
final class SentenceParser {

    private static final int MAX_DEPTH = 500;
    /** A chain of connectives nests to the left, and what goes through sentences is recursive. */
    private static final int MAX_CONNECTIVES = 1000;
    private static final Kind[] SIGNS = {Kind.AND, Kind.OR, Kind.IMPLIES, Kind.IFF};
    /** Premises with commas between them hold conjunctions and disjunctions. */
    private static final int OF_PREMISE = 2;
    private static final String OPERAND = "an atom, '(', '!', a quantifier or an equality";

    private final TokenCursor in;
    private final Function<String, @Nullable Predicate> predicates;
    private int depth;
    private int connectives;
    /** The variables between bars, which bind them, and elsewhere. */
    private final Set<String> barred = new HashSet<>();
    private final Set<String> others = new HashSet<>();
    private boolean betweenBars;
    private boolean inSentence;

    SentenceParser(TokenCursor in) {
        this(in, name -> null);
    }

    /** For sentences in which {@code |P|} stands for all atoms of a predicate that can be looked up. */
    SentenceParser(TokenCursor in, Function<String, @Nullable Predicate> predicates) {
        this.in = in;
        this.predicates = predicates;
    }

    /** A sentence; {@code A :- B, C} and {@code A <= B} say the premise last, {@code B, C => A} as Tuffy says it. */
    Sentence sentence() throws LogicParseException {
        inSentence = true;
        Token first = in.peek();
        Sentence left = level(OF_PREMISE);
        if (in.at(Kind.COMMA)) {
            if (first.kind() == Kind.FORALL || first.kind() == Kind.EXIST) {
                throw in.error(first, "the quantifier may reach to the comma or beyond it",
                        "brackets around what it reaches");
            }
            left = premises(left);
            if (!in.at(Kind.IMPLIES)) {
                throw in.unexpected("',' or '=>' after premises with commas between them");
            }
        }
        return rest(left, first);
    }

    /** What a quantifier reaches: a sentence that ends before a comma, which belongs to a rule around it. */
    Sentence body() throws LogicParseException {
        Token first = in.peek();
        return rest(level(OF_PREMISE), first);
    }

    /** Goes on with a sentence after its first conjunctions and disjunctions. */
    private Sentence rest(Sentence begun, Token first) throws LogicParseException {
        Sentence left = begun;
        for (int level = OF_PREMISE + 1; level <= SIGNS.length; level++) {
            left = joined(left, level);
        }
        if (!in.at(Kind.REVERSE)) {
            checkBarred(first);
            return left;
        }
        Token sign = in.take();
        boolean rule = in.text(sign).equals(":-");
        Sentence premise = level(SIGNS.length);
        premise = rule ? premises(premise) : premise;
        checkBarred(first);
        return in.made(new Joined(Connective.IMPLIES, premise, left), sign);
    }

    private Sentence premises(Sentence first) throws LogicParseException {
        Sentence all = first;
        while (in.at(Kind.COMMA)) {
            Token comma = in.take();
            count(comma);
            all = in.made(new Joined(Connective.AND, all, level(OF_PREMISE)), comma);
        }
        return all;
    }

    /** {@code P(x) => |Q(x,y)| <= 2} could mean two things. */
    private void checkBarred(Token first) throws LogicParseException {
        for (String variable : barred) {
            if (others.contains(variable)) {
                throw in.error(first, "the variable '" + variable + "' stands between bars and outside",
                        "another name for it, or \\exists_{…} and the variables that are counted over");
            }
        }
    }

    /** An atom between bars. */
    Atom barred() throws LogicParseException {
        betweenBars = true;
        Atom atom = atom();
        betweenBars = false;
        return atom;
    }

    /** A sentence whose connectives outside brackets are among the first ones. */
    private Sentence level(int level) throws LogicParseException {
        return level == 0 ? unary() : joined(level(level - 1), level);
    }

    /** Goes on with a sentence while connectives of a level follow. */
    private Sentence joined(Sentence first, int level) throws LogicParseException {
        Sentence left = first;
        while (in.at(SIGNS[level - 1])) {
            Token sign = in.take();
            count(sign);
            left = in.made(new Joined(Connective.values()[level - 1], left, level(level - 1)), sign);
        }
        return left;
    }

    private void count(Token connective) throws LogicParseException {
        if (++connectives > MAX_CONNECTIVES) {
            throw in.error(connective, "the formula is too long", "at most " + MAX_CONNECTIVES + " connectives");
        }
    }

    private Sentence unary() throws LogicParseException {
        if (++depth > MAX_DEPTH) {
            throw in.error(in.peek(), "the formula is nested too deeply", "at most " + MAX_DEPTH + " levels");
        }
        Token token = in.peek();
        Sentence result = CountParser.begins(in) ? new CountParser(in, this, predicates).parse()
                : switch (token.kind()) {
            case NOT -> negation();
            case FORALL, EXIST -> quantified();
            case LEFT -> brackets();
            case STAR -> {
                in.take();
                yield in.made(new BothSigns(atom()), token);
            }
            default -> primary();
        };
        depth--;
        return result;
    }

    private Sentence negation() throws LogicParseException {
        Token sign = in.take();
        return in.made(new Not(unary()), sign);
    }

    private Sentence brackets() throws LogicParseException {
        in.take();
        Sentence inner = sentence();
        in.expect(Kind.RIGHT, "')' or a connective");
        return inner;
    }

    private Sentence quantified() throws LogicParseException {
        Token quantifier = in.take();
        List<String> variables = variables();
        // WFOMC and textbooks write a colon after the variables.
        in.skip(Kind.COLON);
        return in.made(new Quantified(quantifier.kind() == Kind.FORALL, variables, body()), quantifier);
    }

    /** The variables after a quantifier. */
    List<String> variables() throws LogicParseException {
        List<String> variables = new ArrayList<>();
        do {
            boolean marked = skipMark();
            Token name = in.expect(Kind.NAME, "a variable after the quantifier");
            if (!marked && in.naming().isConstant(in.text(name))) {
                throw in.error(name, "'" + in.text(name) + "' is a constant", switch (in.naming().style()) {
                    case UPPER -> "a variable, which begins in lower case";
                    case LOWER -> "a variable, which begins with a capital letter";
                    case ANY -> "a variable, '?" + in.text(name) + "'";
                });
            }
            String variable = in.naming().bound(in.text(name));
            if (variables.contains(variable)) {
                throw in.error(name, "the variable '" + variable + "' stands twice here", "different variables");
            }
            variables.add(variable);
        } while (in.skip(Kind.COMMA));
        return variables;
    }

    private Sentence primary() throws LogicParseException {
        Kind after = in.peek(in.at(Kind.PLUS) || in.at(Kind.QUESTION) ? 2 : 1).kind();
        if (after == Kind.EQUAL || after == Kind.UNEQUAL || after == Kind.PLUS || after == Kind.MINUS) {
            return equality(term());
        }
        Token name = in.peek();
        Atom atom = atom();
        if (!in.at(Kind.EQUAL) && !in.at(Kind.UNEQUAL)) {
            return atom;
        }
        return equality(in.made(new Term.Application(atom.predicate(), atom.arguments()), name));
    }

    private Sentence equality(Term left) throws LogicParseException {
        if (!in.at(Kind.EQUAL) && !in.at(Kind.UNEQUAL)) {
            throw in.unexpected("'=' or '!=' after a term");
        }
        Token sign = in.take();
        Sentence equal = in.made(new Equal(left, term()), sign);
        return sign.kind() == Kind.EQUAL ? equal : in.made(new Not(equal), sign);
    }

    /** An atom; without arguments it needs no brackets. */
    Atom atom() throws LogicParseException {
        Token name = in.peek();
        if (name.kind() != Kind.NAME) {
            throw in.unexpected(OPERAND);
        }
        in.take();
        return in.made(new Atom(in.text(name), arguments()), name);
    }

    /** Arguments in brackets, if there are any. */
    private List<Term> arguments() throws LogicParseException {
        List<Term> arguments = new ArrayList<>();
        if (in.skip(Kind.LEFT) && !in.skip(Kind.RIGHT)) {
            do {
                arguments.add(term());
            } while (in.skip(Kind.COMMA));
            in.expect(Kind.RIGHT, "',' or ')' after an argument");
        }
        return arguments;
    }

    private Term application(Token name) throws LogicParseException {
        if (++depth > MAX_DEPTH) {
            throw in.error(name, "the term is nested too deeply", "at most " + MAX_DEPTH + " levels");
        }
        Term term = in.made(new Term.Application(in.text(name), arguments()), name);
        depth--;
        return term;
    }

    /** A term; {@code t + 1}, {@code t - 1}, {@code t++}, {@code t--} and {@code succ(t)} count from an integer. */
    Term term() throws LogicParseException {
        Token first = in.peek();
        Term term = simpleTerm();
        while (in.at(Kind.PLUS) || in.at(Kind.MINUS)) {
            Token sign = in.take();
            int step = 1;
            if (in.at(Kind.NUMBER)) {
                Token number = in.take();
                if (!in.text(number).matches("[0-9]{1,9}")) {
                    throw in.error(number, "'" + in.text(number) + "' is no whole number", "a step such as 1");
                }
                step = Integer.parseInt(in.text(number));
            } else if (!in.skip(sign.kind())) {
                throw in.unexpected("a whole number, as in t + 1, or the sign twice, as in t++");
            }
            if (!(term instanceof Term.Variable)) {
                throw in.error(sign, "only a variable can be counted on", "for example t + 1");
            }
            term = in.made(Arithmetic.step(term, sign.kind() == Kind.PLUS ? step : -step), first);
        }
        return term;
    }

    /** pracmln and ProbCog write variables as {@code ?x}. */
    private boolean skipMark() {
        if (in.at(Kind.QUESTION) && in.peek(1).kind() == Kind.NAME
                && (in.naming().style() == ConstantNames.ANY || !in.naming().isConstant(in.text(in.peek(1))))) {
            in.take();
            return true;
        }
        return false;
    }

    private Term simpleTerm() throws LogicParseException {
        Token first = in.peek();
        boolean perConstant = in.skip(Kind.PLUS);
        boolean marked = skipMark();
        boolean negative = !perConstant && in.at(Kind.MINUS) && in.peek(1).kind() == Kind.NUMBER && in.skip(Kind.MINUS);
        Token token = in.peek();
        switch (token.kind()) {
            case NAME, STRING, NUMBER -> { }
            default -> throw in.unexpected("a variable or a constant");
        }
        in.take();
        if (negative) {
            return in.made(new Term.Constant("-" + in.text(token)), first);
        } else if (in.at(Kind.LEFT) && token.kind() == Kind.NAME && in.text(token).equals("succ")
                && in.peek(1).kind() == Kind.NAME && !in.naming().isConstant(in.text(in.peek(1)))
                && in.peek(2).kind() == Kind.RIGHT) {
            in.take();
            Term before = simpleTerm();
            in.take();
            return in.made(Arithmetic.step(before, 1), first);
        } else if (in.at(Kind.LEFT) && token.kind() == Kind.NAME) {
            if (perConstant) {
                throw in.error(first, "'+' stands before the function " + in.text(token), "'+' before a variable");
            }
            return application(token);
        }
        String name = in.text(token);
        int minus = minus(token, name);
        Term term = in.naming().term(name.substring(0, minus), marked);
        if (term instanceof Term.Variable variable) {
            (betweenBars ? barred : others).add(variable.name());
        }
        if (perConstant && term instanceof Term.Variable variable) {
            term = new Term.Variable(variable.name(), true);
        } else if (perConstant) {
            throw in.error(first, "'+' stands before the constant " + in.text(token), "'+' before a variable");
        }
        return in.made(minus == name.length() ? term : Arithmetic.step(term, Integer.parseInt(name, minus,
                name.length(), 10)), first);
    }

    /** Where the step of {@code t-1} begins, which is one name elsewhere; at the end of a name without one. */
    private int minus(Token token, String name) {
        int hyphen = name.lastIndexOf('-');
        return inSentence && token.kind() == Kind.NAME && !in.naming().isConstant(name) && hyphen > 0
                && name.substring(hyphen).matches("-[0-9]{1,9}") ? hyphen : name.length();
    }
}
