package org.orbifold.pgm.logic;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.pgm.logic.Sentence.Atom;
import org.orbifold.pgm.logic.Token.Kind;

/** Reads {@code |P(x,A)| <= 3} and {@code \\exists_{=1} x P(x,y)}, each a statement of its own. */
final class CardinalityParser {

    private final TokenCursor in;
    private final MarkovLogic.Builder builder;

    CardinalityParser(TokenCursor in, MarkovLogic.Builder builder) {
        this.in = in;
        this.builder = builder;
    }

    /** Whether such a statement begins here. */
    static boolean begins(TokenCursor in) {
        return in.at(Kind.OR) && in.text(in.peek()).equals("|")
                || in.at(Kind.EXIST) && in.peek(1).kind() == Kind.NAME && in.peek(2).kind() == Kind.OPEN;
    }

    Cardinality parse(double weight) throws LogicParseException {
        Token first = in.peek();
        Set<String> counted = new LinkedHashSet<>();
        int[] bounds;
        Atom atom;
        if (in.skip(Kind.EXIST)) {
            in.take();
            in.take();
            bounds = bounds();
            in.expect(Kind.CLOSE, "'}' after the number");
            do {
                counted.add(in.text(in.expect(Kind.NAME, "a variable to count over")));
            } while (in.skip(Kind.COMMA));
            atom = atom(first);
        } else {
            in.take();
            atom = atom(first);
            counted.addAll(atom.arguments().stream().filter(Term.Variable.class::isInstance).map(Term::toString)
                    .collect(Collectors.toSet()));
            if (!in.at(Kind.OR)) {
                throw in.unexpected("'|' after what is counted");
            }
            in.take();
            bounds = bounds();
        }
        boolean dot = in.skip(Kind.DOT);
        if (dot && weight != Double.POSITIVE_INFINITY) {
            throw in.error(first, "the cardinality has a weight and a final '.'", "one of them");
        }
        in.expectEnd("the end of the line");
        return new Cardinality(weight, atom, counted, bounds[0], bounds[1], in.place(first));
    }

    /** A predicate alone stands for all its atoms. */
    private Atom atom(Token first) throws LogicParseException {
        boolean whole = in.peek(1).kind() != Kind.LEFT;
        Atom atom = new SentenceParser(in).atom();
        Predicate predicate = builder.find(atom.predicate());
        if (predicate == null) {
            throw in.error(first, "the predicate '" + atom.predicate() + "' is not declared",
                    "its declaration before");
        } else if (whole) {
            return Sentence.atom(predicate.name(), IntStream.range(0, predicate.arity())
                    .mapToObj(i -> "x" + i).toArray(String[]::new));
        } else if (atom.arguments().size() != predicate.arity()) {
            throw in.error(first, "'" + predicate.name() + "' has " + atom.arguments().size() + " arguments here",
                    predicate.arity() + " as in its declaration " + predicate);
        } else if (atom.arguments().stream().anyMatch(Term.Application.class::isInstance)) {
            throw in.error(first, "a function stands in a cardinality", "variables and constants");
        }
        return atom;
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
        return switch (in.text(sign)) {
            case "=" -> new int[] {n, n};
            case "<=" -> new int[] {0, n};
            case "<" -> new int[] {0, n - 1};
            case ">" -> new int[] {n + 1, Integer.MAX_VALUE};
            default -> new int[] {n, Integer.MAX_VALUE};
        };
    }
}
