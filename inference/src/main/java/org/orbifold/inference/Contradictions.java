package org.orbifold.inference;

import java.util.Optional;
import java.util.function.Supplier;
import org.orbifold.pgm.hard.HardCore;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.time.Budget;

/** Says which constraints and observations contradict each other, where a search proved only that some do. */
final class Contradictions {

    /** Seconds for a core after the contradiction is proved, at most: the answer itself is known. */
    private static final double MOST_SECONDS = 2;

    private Contradictions() { }

    /** Runs a question; a contradiction without an explanation gets its core, in the remaining time. */
    static <T> T explained(ConditionedModel given, Budget budget, Supplier<T> question) {
        try {
            return question.get();
        } catch (ContradictionException e) {
            Optional<HardCore> core = e.isExplained() ? Optional.empty()
                    : HardCore.of(given, budget.atMost(MOST_SECONDS));
            throw core.map(found -> new ContradictionException("no state is possible (Z is 0): these contradict each "
                    + "other" + (found.isMinimal() ? ", and none can be left out" : "") + ": "
                    + found.describe(given))).orElse(e);
        }
    }
}
