package org.orbifold.fuzz;

/** A promise that was broken. */
final class Mismatch extends Exception {

    private static final long serialVersionUID = 1L;

    private final String aspect;

    /** The aspect names what is wrong, whatever the numbers are: reduction keeps it. */
    Mismatch(String aspect, String message) {
        super(message);
        this.aspect = aspect;
    }

    String aspect() {
        return aspect;
    }
}
