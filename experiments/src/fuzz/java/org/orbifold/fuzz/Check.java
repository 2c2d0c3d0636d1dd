package org.orbifold.fuzz;

import java.util.List;
import org.orbifold.pgm.model.ContradictionException;

/** A promise that holds for every case. */
interface Check {

    /** What is checked, in a few words that can be a file name. */
    String name();

    /** Whether its cases are sampled. */
    boolean isSampled();

    /** The most states of its models. */
    int maxStates();

    /**
     * Checks one case; whatever it draws comes from the seed of the case.
     *
     * @throws Mismatch if the promise is broken
     */
    void run(Case c, Context context) throws Exception;

    /** The arguments of the {@code orbifold} command that shows the answer, without files; empty if there is none. */
    default String command(Case c) {
        return "";
    }

    /** Lines for the summary of a run, beside the number of cases. */
    default List<String> notes() {
        return List.of();
    }

    /** An answer, or an exception. */
    interface Answer<T> {
        T get() throws Exception;
    }

    /**
     * Checks that a question without possible states is refused. Chains look for a state in vain and may say that.
     *
     * @throws Mismatch if an answer comes
     */
    static void requireRefusal(Answer<?> answer, boolean sampled) throws Exception {
        Object given;
        try {
            given = answer.get();
        } catch (ContradictionException e) {
            return;
        } catch (IllegalArgumentException e) {
            if (sampled) {
                return;
            }
            throw e;
        }
        throw new Mismatch("contradiction", "no state is possible, but the answer is " + given);
    }
}
