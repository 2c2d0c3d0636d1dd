package org.orbifold.logic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Token.Kind;

/**
 * Splits a source into statements, and those into tokens. A statement ends with its line, unless a connective, a comma
 * or an opening bracket says that it goes on.
 */
final class Lexer {

    private static final int END_OF_LINE = '\n';

    private final SourceText source;
    private final String text;
    private int position;

    Lexer(SourceText source) {
        this.source = source;
        this.text = source.text();
    }

    /**
     * The tokens of the next statement, the last one being {@link Kind#END}; null at the end of the source.
     */
    @Nullable List<Token> statement() throws LogicParseException {
        List<Token> tokens = new ArrayList<>();
        int braces = 0;
        while (true) {
            skipBlanks();
            int c = peek(0);
            boolean goesOn = !tokens.isEmpty() && (braces > 0 || tokens.get(tokens.size() - 1).kind().continues());
            if (c == END_OF_LINE && (tokens.isEmpty() || goesOn)) {
                position++;
            } else if (c == END_OF_LINE || c < 0) {
                return end(tokens);
            } else {
                Token token = token(c);
                braces += token.kind() == Kind.OPEN ? 1 : token.kind() == Kind.CLOSE ? -1 : 0;
                tokens.add(token);
            }
        }
    }

    private @Nullable List<Token> end(List<Token> tokens) {
        if (tokens.isEmpty()) {
            return null;
        }
        int end = tokens.get(tokens.size() - 1).end();
        tokens.add(new Token(Kind.END, end, end));
        return tokens;
    }

    private int peek(int ahead) {
        return position + ahead < text.length() ? text.charAt(position + ahead) : -1;
    }

    private void skipBlanks() throws LogicParseException {
        while (true) {
            int c = peek(0);
            if (c == '/' && peek(1) == '/' || c == '#' && !text.startsWith("#include", position)) {
                int end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end;
            } else if (c == '/' && peek(1) == '*') {
                int end = text.indexOf("*/", position + 2);
                if (end < 0) {
                    throw source.error(position, "the comment is not closed", "'*/' after it");
                }
                position = end + 2;
            } else if (c >= 0 && c != END_OF_LINE && Character.isWhitespace(c)) {
                position++;
            } else {
                return;
            }
        }
    }

    private Token token(int c) throws LogicParseException {
        if (isDigit(c) || c == '.' && isDigit(peek(1))) {
            return number();
        } else if (c == '"') {
            return string();
        } else if (c == '#') {
            return include();
        } else if (isNamePart(position)) {
            return name();
        }
        return sign(c);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private boolean isNamePart(int offset) {
        if (offset >= text.length()) {
            return false;
        }
        char c = text.charAt(offset);
        if (c < 128) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
        }
        return Character.isLetterOrDigit(text.codePointAt(offset));
    }

    private int nameEnd(int from) {
        int end = from;
        while (isNamePart(end)) {
            end += Character.charCount(text.codePointAt(end));
        }
        return end;
    }

    private int digitsEnd(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private Token number() {
        int end = digitsEnd(position);
        if (end + 1 < text.length() && text.charAt(end) == '.' && isDigit(text.charAt(end + 1))) {
            end = digitsEnd(end + 1);
        }
        if (end < text.length() && (text.charAt(end) | ' ') == 'e') {
            int sign = end + 1 < text.length() && "+-".indexOf(text.charAt(end + 1)) >= 0 ? 1 : 0;
            int exponent = digitsEnd(end + 1 + sign);
            end = exponent > end + 1 + sign ? exponent : end;
        }
        // A constant may begin with a digit: 2nd.
        int word = nameEnd(end);
        return take(word > end ? Kind.NAME : Kind.NUMBER, word - position);
    }

    private Token string() throws LogicParseException {
        int end = position + 1;
        while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\n') {
            boolean escape = text.charAt(end) == '\\' && end + 1 < text.length() && text.charAt(end + 1) != '\n';
            end += escape ? 2 : 1;
        }
        if (end >= text.length() || text.charAt(end) != '"') {
            throw source.error(position, "the quoted text is not closed", "'\"' before the end of the line");
        } else if (end == position + 1) {
            throw source.error(position, "the quoted text is empty", "a name between the quotes");
        }
        return take(Kind.STRING, end + 1 - position);
    }

    private Token include() {
        return take(Kind.INCLUDE, nameEnd(position + 1) - position);
    }

    private Token name() {
        int end = nameEnd(position);
        // As in Alchemy, a name may go on after an apostrophe or a hyphen.
        while (end < text.length() && (text.charAt(end) == '\'' || text.charAt(end) == '-' && isNamePart(end + 1))) {
            end = nameEnd(end + 1);
        }
        int length = end - position;
        return take(switch (length) {
            case 1 -> text.charAt(position) == 'v' ? Kind.OR : Kind.NAME;
            case 5 -> isWord("EXIST") ? Kind.EXIST : Kind.NAME;
            case 6 -> isWord("EXISTS") ? Kind.EXIST : isWord("FORALL") ? Kind.FORALL : Kind.NAME;
            default -> Kind.NAME;
        }, length);
    }

    private boolean isWord(String word) {
        return text.regionMatches(true, position, word, 0, word.length());
    }

    private Token sign(int c) throws LogicParseException {
        if (text.startsWith("...", position)) {
            return take(Kind.ELLIPSIS, 3);
        } else if (text.startsWith("<=>", position)) {
            return take(Kind.IFF, 3);
        } else if (text.startsWith("=>", position)) {
            return take(Kind.IMPLIES, 2);
        } else if (text.startsWith("!=", position)) {
            return take(Kind.UNEQUAL, 2);
        } else if (text.startsWith("->", position)) {
            return take(Kind.IMPLIES, 2);
        } else if (text.startsWith("<->", position)) {
            return take(Kind.IFF, 3);
        } else if (text.startsWith("<=", position) || text.startsWith(":-", position)) {
            return take(Kind.REVERSE, 2);
        } else if (text.startsWith("&&", position) || text.startsWith("||", position)) {
            return take(c == '&' ? Kind.AND : Kind.OR, 2);
        }
        if (text.startsWith(">=", position) || c == '<' || c == '>') {
            return take(Kind.COMPARE, text.startsWith(">=", position) ? 2 : 1);
        } else if (text.startsWith("\\exists", position) || text.startsWith("\\forall", position)) {
            return take(text.charAt(position + 1) == 'e' ? Kind.EXIST : Kind.FORALL, 7);
        }
        Dialects.refuse(source, position);
        return switch (c) {
            case '(' -> take(Kind.LEFT, 1);
            case ')' -> take(Kind.RIGHT, 1);
            case '{' -> take(Kind.OPEN, 1);
            case '}' -> take(Kind.CLOSE, 1);
            case ',' -> take(Kind.COMMA, 1);
            case '.' -> take(Kind.DOT, 1);
            case '!', '~', '¬' -> take(Kind.NOT, 1);
            case '^', '&', '∧' -> take(Kind.AND, 1);
            case '|', '∨' -> take(Kind.OR, 1);
            case '/' -> take(Kind.SLASH, 1);
            case ':' -> take(Kind.COLON, 1);
            case '=' -> take(Kind.EQUAL, 1);
            case '+' -> take(Kind.PLUS, 1);
            case '-' -> take(Kind.MINUS, 1);
            case '*' -> take(Kind.STAR, 1);
            case '?' -> take(Kind.QUESTION, 1);
            default -> throw source.error(position, "'" + Character.toString(text.codePointAt(position))
                    + "' has no meaning here", "a name, a bracket or one of ! ^ v => <=> = !=");
        };
    }

    private Token take(Kind kind, int length) {
        Token token = new Token(kind, position, position + length);
        position += length;
        return token;
    }
}
