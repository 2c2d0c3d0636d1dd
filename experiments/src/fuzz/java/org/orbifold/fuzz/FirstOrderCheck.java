package org.orbifold.fuzz;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbifold.firstorder.LiftedComparison;
import org.orbifold.firstorder.LiftedComparison.Outcome;
import org.orbifold.firstorder.RandomTheories;

/**
 * Lifted answers about random Markov logic with 2 to 12 people: log Z and all marginals are those of the ground model,
 * which a contraction tree solves. The network comes from the seed of the case; its model is not used.
 */
final class FirstOrderCheck implements Check {

    private static final int FEWEST = 2;
    private static final int MOST = 12;
    /** Operations of a lifted answer, some seconds at most; those of the ground one are cheaper. */
    private static final double MOST_OPERATIONS = 1e9;

    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);

    @Override
    public String name() {
        return "first-order";
    }

    @Override
    public boolean isSampled() {
        return false;
    }

    @Override
    public int maxStates() {
        return 1 << 4;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        SplittableRandom random = new SplittableRandom(c.settings().seed());
        int people = FEWEST + random.nextInt(MOST - FEWEST + 1);
        int things = random.nextBoolean() ? 0 : 1 + random.nextInt(3);
        RandomTheories theory = new RandomTheories(random.nextLong(), people, things, random.nextInt(4) > 0);
        try {
            Outcome outcome = LiftedComparison.compare(theory, MOST_OPERATIONS, MOST_OPERATIONS / 3);
            synchronized (outcomes) {
                outcomes.merge(outcome, 1, Integer::sum);
            }
        } catch (AssertionError e) {
            throw new Mismatch("lifted", e.getMessage());
        }
    }

    @Override
    public List<String> notes() {
        synchronized (outcomes) {
            return outcomes.isEmpty() ? List.of() : List.of(name() + ": " + outcomes);
        }
    }
}
