package org.orbifold.logic;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Token.Kind;

/** Goes through the tokens of a statement, and remembers from which token a part of the result was made. */
final class TokenCursor {

    private final SourceText source;
    private final List<Token> tokens;
    private final @Nullable Map<Object, Token> origins;
    private final Naming naming;
    private int next;

    TokenCursor(SourceText source, List<Token> tokens, Naming naming) {
        this(source, tokens, naming, new IdentityHashMap<>());
    }

    /** A cursor that remembers in a given map; null to remember nothing. */
    TokenCursor(SourceText source, List<Token> tokens, Naming naming, @Nullable Map<Object, Token> origins) {
        this.source = source;
        this.tokens = tokens;
        this.naming = naming;
        this.origins = origins;
    }

    /** Distinguishes variables from constants. */
    Naming naming() {
        return naming;
    }

    /** The next token. */
    Token peek() {
        return peek(0);
    }

    /** A later token; the last one is {@link Kind#END} and stays. */
    Token peek(int ahead) {
        return tokens.get(Math.min(next + ahead, tokens.size() - 1));
    }

    boolean at(Kind kind) {
        return peek().kind() == kind;
    }

    Token take() {
        Token token = peek();
        next = Math.min(next + 1, tokens.size() - 1);
        return token;
    }

    /** Takes the next token if it is of a kind. */
    boolean skip(Kind kind) {
        if (at(kind)) {
            take();
            return true;
        }
        return false;
    }

    Token expect(Kind kind, String expected) throws LogicParseException {
        if (!at(kind)) {
            throw unexpected(expected);
        }
        return take();
    }

    void expectEnd(String expected) throws LogicParseException {
        expect(Kind.END, expected);
    }

    /** Goes back to the beginning. */
    void rewind() {
        next = 0;
    }

    String text(Token token) {
        return source.text().substring(token.start(), token.end());
    }

    LogicParseException unexpected(String expected) {
        Token token = peek();
        if (token.kind() == Kind.END) {
            return error(token, "the statement ends too early", expected);
        }
        if (token.kind() == Kind.COMPARE) {
            return error(token, "this looks like RockIt's or PSL's comparison of numbers",
                    "'=' or '!=', or a count, '|P(x)| <= N'");
        }
        if (token.kind() == Kind.COLON) {
            return error(token, "unexpected ':'", expected + "; a ':' stands only after a weight or a variable at the "
                    + "beginning of a line, as in RockIt's 1.5: P(x) v Q(x), and after the variables of a quantifier");
        }
        String hint = token.kind() == Kind.OR ? " ('v' is the sign of disjunction)" : "";
        return error(token, "unexpected '" + text(token) + "'" + hint, expected);
    }

    LogicParseException error(Token token, String problem, String expected) {
        return source.error(token.start(), problem, expected);
    }

    String place(Token token) {
        return source.place(token.start());
    }

    /** Notes from which token a part was made. */
    <T> T made(T part, Token token) {
        if (origins != null) {
            origins.putIfAbsent(part, token);
        }
        return part;
    }

    /** The token from which a part was made; only for a cursor that remembers, and parts made with it. */
    Token origin(Object part) {
        return Objects.requireNonNull(Objects.requireNonNull(origins).get(part));
    }
}
