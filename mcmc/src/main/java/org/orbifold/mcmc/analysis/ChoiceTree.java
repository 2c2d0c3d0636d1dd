package org.orbifold.mcmc.analysis;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.random.Chance;

/**
 * Follows every random choice of a procedure, and so computes the exact distribution of its outcome.
 *
 * <p>The procedure gets a generator that plays a script of choices. A bounded integer is a choice among its values. A
 * uniform double is a choice among intervals: the outcome's distribution is taken to be piecewise constant in it, as
 * it is when a chain compares it with probabilities, and the ends of the pieces are found by bisection down to 2^−53,
 * the resolution of {@code nextDouble}. Of 64 raw bits, those are followed that make a difference on their own, as they
 * do when each decides one swap. An event of a given probability ({@link Chance}) has two outcomes. So the result is
 * exact up to rounding, with no help from the procedure.
 */
final class ChoiceTree {

    private static final long DOUBLES = 1L << 53;
    /** Inner points looked at, besides the ends. */
    private static final int PROBES = 4;
    private static final double SAME = 1e-14;
    private static final long RAW_BITS = -1;
    private static final long EVENT = -2;
    private static final int MAX_RAW_BITS = 16;

    private final int outcomes;
    private final ToIntFunction<RandomGenerator> procedure;
    private final LongArrayList script = new LongArrayList();
    private final Player player = new Player();

    private final int[] memory;

    private ChoiceTree(int outcomes, int[] memory, ToIntFunction<RandomGenerator> procedure) {
        this.outcomes = outcomes;
        this.memory = memory;
        this.procedure = procedure;
    }

    /**
     * Where a script ends.
     *
     * @param memory      what the memory holds there
     * @param bound       the choice that comes next; 0 if the procedure has ended
     * @param probability of the event, if that is the choice
     * @param outcome     of the procedure, if it has ended
     */
    private record End(int[] memory, long bound, double probability, int outcome) {

        boolean isSame(End other) {
            return bound == other.bound && probability == other.probability && outcome == other.outcome
                    && Arrays.equals(memory, other.memory);
        }
    }

    /** Where a script ends, and the distribution of the outcome from there on. */
    private record Branch(End end, double[] distribution) {

        boolean isSame(Branch other) {
            if (!end.isSame(other.end)) {
                return false;
            }
            for (int i = 0; i < distribution.length; i++) {
                if (Math.abs(distribution[i] - other.distribution[i]) > SAME) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * The probabilities of the outcomes 0 to {@code outcomes − 1} of a procedure. Its memory distinguishes choices that
     * lead to the same distribution, so that no piece between them is missed.
     */
    static double[] distribution(int outcomes, int[] memory, ToIntFunction<RandomGenerator> procedure) {
        return new ChoiceTree(outcomes, memory, procedure).follow().distribution;
    }

    /** The distribution of the outcome given the script so far. */
    private Branch follow() {
        End end = play();
        if (end.bound != 0) {
            return new Branch(end, end.bound == RAW_BITS ? overBits() : end.bound == EVENT ? overEvent(end.probability)
                    : end.bound == DOUBLES ? overDoubles() : overValues(end.bound));
        }
        double[] result = new double[outcomes];
        result[end.outcome] = 1;
        return new Branch(end, result);
    }

    private End play() {
        player.next = 0;
        try {
            int outcome = procedure.applyAsInt(player);
            return new End(memory.clone(), 0, 0, outcome);
        } catch (OpenChoice e) {
            return new End(memory.clone(), player.openBound, player.openBound == EVENT ? player.openProbability : 0,
                    -1);
        }
    }

    private double[] overValues(long bound) {
        double[] sum = new double[outcomes];
        for (long value = 0; value < bound; value++) {
            add(sum, with(value).distribution, 1.0 / bound);
        }
        return sum;
    }

    private double[] overEvent(double probability) {
        double[] sum = new double[outcomes];
        add(sum, with(1).distribution, probability);
        add(sum, with(0).distribution, 1 - probability);
        return sum;
    }

    private double[] overBits() {
        Branch none = with(0);
        Branch all = with(-1);
        LongArrayList masks = new LongArrayList();
        for (int i = 0; i < Long.SIZE; i++) {
            if (!none.isSame(with(1L << i)) || !all.isSame(with(~(1L << i)))) {
                masks.add(1L << i);
            }
        }
        if (masks.size() > MAX_RAW_BITS) {
            throw new IllegalArgumentException("the chain uses " + masks.size() + " raw random bits at once; exact "
                    + "analysis follows at most " + MAX_RAW_BITS);
        }
        double[] sum = new double[outcomes];
        int combinations = 1 << masks.size();
        for (int c = 0; c < combinations; c++) {
            long bits = 0;
            for (int i = 0; i < masks.size(); i++) {
                bits |= (c >> i & 1) == 1 ? masks.getLong(i) : 0;
            }
            add(sum, with(bits).distribution, 1.0 / combinations);
        }
        return sum;
    }

    private Branch with(long choice) {
        script.add(choice);
        Branch result = follow();
        script.removeLong(script.size() - 1);
        return result;
    }

    private End endWith(long choice) {
        script.add(choice);
        End result = play();
        script.removeLong(script.size() - 1);
        return result;
    }

    private double[] overDoubles() {
        double[] sum = new double[outcomes];
        long low = 0;
        Branch atLow = with(low);
        for (int i = 1; i <= PROBES; i++) {
            long high = i == PROBES ? DOUBLES - 1 : DOUBLES / PROBES * i;
            Branch atHigh = with(high);
            // A threshold such as α = 1/4 is a probe itself: its whole subtree need not be followed at each bisection.
            if (!atLow.isSame(atHigh) && atLow.isSame(with(high - 1))) {
                add(sum, atLow.distribution, (double) (high - low) / DOUBLES);
            } else {
                addPieces(sum, low, atLow, high, atHigh);
            }
            low = high;
            atLow = atHigh;
        }
        add(sum, atLow.distribution, 1.0 / DOUBLES);
        return sum;
    }

    /** Adds the integral over the doubles from low up to but not including high. */
    private void addPieces(double[] sum, long low, Branch atLow, long high, Branch atHigh) {
        if (high - low <= 1 || atLow.isSame(atHigh)) {
            add(sum, atLow.distribution, (double) (high - low) / DOUBLES);
            return;
        }
        if (!atLow.end.isSame(atHigh.end)) {
            // The next choice distinguishes them, so later choices need not be followed here.
            long last = low;
            long next = high;
            while (next - last > 1) {
                long middle = (last + next) >>> 1;
                if (endWith(middle).isSame(atLow.end)) {
                    last = middle;
                } else {
                    next = middle;
                }
            }
            Branch atLast = with(last);
            addPieces(sum, low, atLow, last, atLast);
            add(sum, atLast.distribution, 1.0 / DOUBLES);
            addPieces(sum, next, with(next), high, atHigh);
            return;
        }
        long middle = (low + high) >>> 1;
        Branch atMiddle = with(middle);
        addPieces(sum, low, atLow, middle, atMiddle);
        addPieces(sum, middle, atMiddle, high, atHigh);
    }

    private static void add(double[] sum, double[] part, double weight) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += weight * part[i];
        }
    }

    /** Says that the script has ended. */
    private static final class OpenChoice extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private static final OpenChoice INSTANCE = new OpenChoice();

        OpenChoice() {
            super(null, null, false, false);
        }
    }

    /** Plays the script. */
    private final class Player implements Chance {

        private int next;
        private long openBound;
        private double openProbability;

        @Override
        public boolean occurs(double probability) {
            if (probability <= 0 || probability >= 1) {
                return probability >= 1;
            }
            if (next < script.size()) {
                return script.getLong(next++) == 1;
            }
            openBound = EVENT;
            openProbability = probability;
            throw OpenChoice.INSTANCE;
        }

        private long choose(long bound) {
            if (bound <= 0) {
                throw new IllegalArgumentException("bound must be positive, not " + bound);
            }
            if (bound == 1) {
                return 0;
            }
            if (next < script.size()) {
                return script.getLong(next++);
            }
            openBound = bound;
            throw OpenChoice.INSTANCE;
        }

        @Override
        public int nextInt(int bound) {
            return (int) choose(bound);
        }

        @Override
        public long nextLong(long bound) {
            return choose(bound);
        }

        @Override
        public boolean nextBoolean() {
            return choose(2) == 1;
        }

        @Override
        public double nextDouble() {
            return choose(DOUBLES) * 0x1.0p-53;
        }

        @Override
        public long nextLong() {
            if (next < script.size()) {
                return script.getLong(next++);
            }
            openBound = RAW_BITS;
            throw OpenChoice.INSTANCE;
        }
    }
}
