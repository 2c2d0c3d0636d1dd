package org.orbifold.logic;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.logic.Token.Kind;

/**
 * A declaration of a type, {@code person = {Anna, Bob}} or {@code hour = {1,...,24}}.
 *
 * @param name      the type's name
 * @param constants its constants
 */
record TypeDeclaration(String name, List<String> constants) {

    private static final long MAX_RANGE = 10_000_000;

    /** Parses a declaration; the cursor stands at the name, and {@code = {} follows. */
    static TypeDeclaration parse(TokenCursor in) throws LogicParseException {
        Token name = in.take();
        String type = in.text(name);
        in.take();
        in.take();
        List<String> constants = new ArrayList<>();
        if (!in.at(Kind.CLOSE)) {
            do {
                if (in.at(Kind.ELLIPSIS)) {
                    range(in, constants);
                } else {
                    constants.add(constant(in));
                }
            } while (in.skip(Kind.COMMA));
        }
        in.expect(Kind.CLOSE, "',' or '}' after a constant");
        in.expectEnd("nothing after the declaration of a type");
        return new TypeDeclaration(in.made(type, name), constants);
    }

    private static String constant(TokenCursor in) throws LogicParseException {
        Token token = in.peek();
        if (token.kind() == Kind.OR) {
            throw in.error(token, "'v' is the sign of disjunction", "another name, or \"v\" in double quotes");
        } else if (token.kind() == Kind.NAME && !in.naming().isConstant(in.text(token))) {
            declare(in, token);
        }
        Term term = new SentenceParser(in).term();
        if (!(term instanceof Term.Constant constant)) {
            throw in.error(token, "'" + term + "' is no constant", "a constant");
        }
        return in.made(constant.name(), token);
    }

    /** Listing a word in a type makes it a constant, if files of this kind have words that could be either. */
    private static void declare(TokenCursor in, Token token) throws LogicParseException {
        String word = in.text(token);
        if (in.naming().style() != ConstantNames.UPPER) {
            throw in.error(token, "'" + word + "' is a variable", in.naming().expected());
        } else if (in.naming().isFrozen()) {
            throw in.error(token, "the constant '" + word + "' begins in lower case",
                    "a capital letter or a digit first, double quotes around it, or the declaration in the network");
        } else if (!in.naming().declare(word)) {
            throw in.error(token, "'" + word + "' is listed as a constant here and was a variable in a formula before",
                    "types before formulas, or another name for the variable");
        }
    }

    /** {@code 1,...,20}: the numbers after the last constant up to the next one. */
    private static void range(TokenCursor in, List<String> constants) throws LogicParseException {
        Token dots = in.take();
        in.expect(Kind.COMMA, "',' and the last number of the range");
        Token token = in.expect(Kind.NUMBER, "the last number of the range");
        long from = constants.isEmpty() ? -1 : number(constants.get(constants.size() - 1));
        long to = number(in.text(token));
        if (from < 0 || to < 0) {
            throw in.error(dots, "the range has no whole number before and after '...'", "for example {1,...,20}");
        } else if (to <= from || to - from > MAX_RANGE) {
            throw in.error(token, "the range from " + from + " to " + to + " is empty or too large",
                    "a larger last number, at most " + MAX_RANGE + " constants");
        }
        for (long i = from + 1; i <= to; i++) {
            constants.add(Long.toString(i));
        }
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }
}
