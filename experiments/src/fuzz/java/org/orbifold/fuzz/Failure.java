package org.orbifold.fuzz;

/**
 * A case that fails a check.
 *
 * @param check   the check
 * @param number  the number of the case in its run
 * @param c       the case, reduced or not
 * @param aspect  what is wrong, in words that do not depend on the numbers
 * @param message what is wrong
 */
record Failure(Check check, long number, Case c, String aspect, String message) {

    @Override
    public String toString() {
        return check.name() + ", case " + number + ", " + aspect + ": " + message.lines().findFirst().orElse("");
    }
}
