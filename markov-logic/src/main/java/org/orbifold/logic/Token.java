package org.orbifold.logic;

/**
 * A token: what it is, and the offsets in the source where it begins and ends.
 *
 * @param kind  what it is
 * @param start its first character
 * @param end   one past its last character
 */
record Token(Kind kind, int start, int end) {

    /** The kinds of tokens. */
    enum Kind {
        NAME("a name"), NUMBER("a number"), STRING("a quoted constant"), LEFT("'('"), RIGHT("')'"), OPEN("'{'"),
        CLOSE("'}'"), COMMA("','"), DOT("'.'"), ELLIPSIS("'...'"), NOT("'!'"), AND("'^'"), OR("'v'"),
        IMPLIES("'=>'"), IFF("'<=>'"), EQUAL("'='"), UNEQUAL("'!='"), PLUS("'+'"), MINUS("'-'"), STAR("'*'"),
        QUESTION("'?'"), SLASH("'/'"), COMPARE("a comparison"), COLON("':'"),
        REVERSE("':-'"), FORALL("FORALL"), EXIST("EXIST"), INCLUDE("#include"), END("the end of the line");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** How a message calls it. */
        String words() {
            return words;
        }

        /** Whether what follows may stand on the next line. */
        boolean continues() {
            return switch (this) {
                case AND, OR, IMPLIES, IFF, REVERSE, COMMA, LEFT, OPEN -> true;
                default -> false;
            };
        }
    }
}
