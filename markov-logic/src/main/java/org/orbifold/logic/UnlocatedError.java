package org.orbifold.logic;

/**
 * A mistake found where its place in a file is not known. Whoever knows the place of the object in question says it;
 * for what was made in Java the message stands alone.
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
