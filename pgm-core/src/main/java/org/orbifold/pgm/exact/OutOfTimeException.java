package org.orbifold.pgm.exact;

import java.util.Locale;

/** Thrown when exact inference was not done within the time it was given. */
public final class OutOfTimeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutOfTimeException(double seconds) {
        super(String.format(Locale.ROOT, "exact inference was not done within %s s; allow more time, or sample instead",
                seconds));
    }
}
