package org.orbifold.logic;

/**
 * An error about an object whose place in a file the thrower does not know. The parser adds the place; for objects made
 * in Java the message has none.
 */
final class UnlocatedError extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final transient Object where;
    private final String problem;
    private final String expected;

    UnlocatedError(Object where, String problem, String expected) {
        super(problem + ", expected " + expected);
        this.where = where;
        this.problem = problem;
        this.expected = expected;
    }

    /** The sentence, term or atom in question. */
    Object where() {
        return where;
    }

    String problem() {
        return problem;
    }

    String expected() {
        return expected;
    }
}
