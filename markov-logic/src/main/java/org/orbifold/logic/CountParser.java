package org.orbifold.logic;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.Counted;
import org.orbifold.logic.Token.Kind;

/** Reads {@code |P(x,A)| <= 3}, {@code \\exists_{=1} x P(x,y)} and RockIt's {@code |x| P(x,y) <= 1}. */
final class CountParser {

    private final TokenCursor in;
    private final SentenceParser sentences;
    private final Function<String, @Nullable Predicate> predicates;

    /** A predicate that is counted without arguments is looked up. */
    CountParser(TokenCursor in, SentenceParser sentences, Function<String, @Nullable Predicate> predicates) {
        this.in = in;
        this.sentences = sentences;
        this.predicates = predicates;
    }

    /** Whether a count begins here, where a formula is expected. */
    static boolean begins(TokenCursor in) {
        return in.at(Kind.OR) && in.text(in.peek()).equals("|")
                || in.at(Kind.EXIST) && in.peek(1).kind() == Kind.NAME && in.peek(2).kind() == Kind.OPEN;
    }

    Sentence parse() throws LogicParseException {
        Token first = in.take();
        if (first.kind() == Kind.EXIST) {
            in.take();
            in.take();
            int[] bounds = bounds();
            in.expect(Kind.CLOSE, "'}' after the number");
            List<String> variables = sentences.variables();
            return in.made(new Counted(bounds[0], bounds[1], variables, sentences.body()), first);
        }
        if (variablesAreBarred()) {
            List<String> variables = sentences.variables();
            in.take();
            Atom atom = sentences.atom();
            int[] bounds = bounds();
            return in.made(new Counted(bounds[0], bounds[1], variables, atom), first);
        }
        Atom atom = atom();
        if (atom.arguments().stream().anyMatch(Term.Application.class::isInstance)) {
            throw in.error(first, "a function stands between the bars of a count", "variables and constants");
        }
        List<String> variables = atom.arguments().stream().filter(Term.Variable.class::isInstance)
                .map(term -> ((Term.Variable) term).name()).distinct().toList();
        if (variables.isEmpty()) {
            throw in.error(first, "there is nothing to count in |" + atom + "|", "a variable among the arguments");
        }
        if (!in.at(Kind.OR)) {
            throw in.unexpected("'|' after what is counted");
        }
        in.take();
        int[] bounds = bounds();
        return in.made(new Counted(bounds[0], bounds[1], variables, atom), first);
    }

    /** Whether names, a bar and an atom follow. */
    private boolean variablesAreBarred() {
        int i = 0;
        while (in.peek(i).kind() == Kind.NAME && in.peek(i + 1).kind() == Kind.COMMA) {
            i += 2;
        }
        return in.peek(i).kind() == Kind.NAME && in.peek(i + 1).kind() == Kind.OR
                && in.peek(i + 2).kind() == Kind.NAME && in.peek(i + 3).kind() == Kind.LEFT;
    }

    /** A predicate alone stands for all its atoms. */
    private Atom atom() throws LogicParseException {
        Token name = in.peek();
        boolean whole = in.peek(1).kind() != Kind.LEFT;
        Atom atom = sentences.barred();
        if (!whole) {
            return atom;
        }
        Predicate predicate = predicates.apply(atom.predicate());
        if (predicate == null) {
            throw in.error(name, "the predicate '" + atom.predicate() + "' is not declared",
                    "its declaration before, or its arguments, as in |" + atom.predicate() + "(x)|");
        }
        return in.made(Sentence.atom(predicate.name(), IntStream.range(0, predicate.arity())
                .mapToObj(i -> "x" + i).toArray(String[]::new)), name);
    }

    private int[] bounds() throws LogicParseException {
        Token sign = in.peek();
        if (sign.kind() != Kind.EQUAL && sign.kind() != Kind.REVERSE && sign.kind() != Kind.COMPARE) {
            throw in.unexpected("one of = <= >= < > and a number");
        }
        in.take();
        Token number = in.expect(Kind.NUMBER, "a whole number");
        if (!in.text(number).matches("[0-9]{1,9}")) {
            throw in.error(number, "'" + in.text(number) + "' is no whole number", "a whole number");
        }
        int n = Integer.parseInt(in.text(number));
        if (n == 0 && in.text(sign).equals("<")) {
            throw in.error(number, "a count is never less than 0", "a larger number");
        }
        return switch (in.text(sign)) {
            case "=" -> new int[] {n, n};
            case "<=" -> new int[] {0, n};
            case "<" -> new int[] {0, n - 1};
            case ">" -> new int[] {n + 1, Integer.MAX_VALUE};
            default -> new int[] {n, Integer.MAX_VALUE};
        };
    }
}
