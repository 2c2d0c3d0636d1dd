package org.orbifold.fuzz;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs a check on a case and takes what goes wrong as a failure. */
final class Trial {

    /** Lines of a stack trace that a failure shows. */
    private static final int FRAMES = 6;

    static Optional<Failure> run(Check check, long number, Case c, Context context) {
        try {
            check.run(c, context);
            return Optional.empty();
        } catch (Mismatch e) {
            return Optional.of(new Failure(check, number, c, e.aspect(), e.getMessage()));
        } catch (Exception | StackOverflowError | AssertionError | OutOfMemoryError e) {
            String frames = Arrays.stream(e.getStackTrace()).limit(FRAMES).map(frame -> "\n    at " + frame)
                    .collect(Collectors.joining());
            return Optional.of(new Failure(check, number, c, e.getClass().getSimpleName(), e + frames));
        }
    }

    private Trial() { }
}
