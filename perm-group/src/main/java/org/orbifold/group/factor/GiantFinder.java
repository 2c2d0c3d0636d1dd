package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ProductReplacement;

/**
 * Finds the orbits on which a group acts as the alternating or symmetric group, and proves it.
 *
 * <p>A transitive group of degree n ≥ 8 with an element that has a cycle of prime length p, n/2 < p < n - 2, contains
 * A_n (Jordan: a power is a p-cycle, and p > n/2 makes the group primitive). Random elements of a giant show one
 * about once in 1.44 ln n. Two giants are independent of each other as soon as one element has different cycle lengths
 * on them: alternating groups are simple and, from degree 8 on, their natural actions differ only by a renaming of
 * points, which keeps cycle lengths; and simple groups that are independent in pairs are so together. Of the other
 * orbits giants are independent as soon as one element acts trivially there and not on the giant. Those that fail a
 * test stay with the other orbits.
 */
final class GiantFinder {

    private static final int SMALLEST = 8;
    private static final int EXTRA_SLOTS = 8;
    private static final int BURN_IN = 40;
    private static final int EARLY_LOOK = 6;
    private static final int TELLING_ELEMENTS = 12;

    private final int degree;
    private final RandomGenerator random;
    private final ProductReplacement elements;

    /** The last element drawn. */
    private final int[] element;

    private final Orbits orbits;
    private final SmallCycles smallCycles;
    private final boolean[] giant;
    private final ChainOptions options;

    GiantFinder(List<Permutation> generators, Orbits orbits, SmallCycles smallCycles, RandomGenerator random,
            ChainOptions options) {
        this.options = options;
        this.degree = generators.get(0).degree();
        this.random = random;
        this.smallCycles = smallCycles;
        this.orbits = orbits;
        giant = new boolean[orbits.count()];
        element = new int[degree];
        elements = ProductReplacement.of(degree, generators,
            ProductReplacement.Options.defaults().withSlots(generators.size() + EXTRA_SLOTS)
                .withBurnIn(BURN_IN + 4 * generators.size()), random);
    }

    /** Independent giants as blocks; null if there are none, or if a short cycle turned up that serves better. */
    @Nullable GiantBlockSystem find() {
        if (!searchGiants() || smallCycles.foundAny()) {
            return null;
        }
        List<int[]> blocks = independentOfOthers(independentInPairs());
        return blocks.isEmpty() ? null : new GiantBlockSystem(degree, blocks, true);
    }

    private boolean searchGiants() {
        List<Integer> open = new ArrayList<>();
        int largest = 0;
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) >= SMALLEST) {
                open.add(o);
                largest = Math.max(largest, orbits.size(o));
            }
        }
        if (open.isEmpty()) {
            return false;
        }
        // After this many elements a giant goes unseen with a probability of about exp(-12); for small ones a chain
        // is cheap.
        int trials = (int) (17 * Math.log(largest)) / (largest < 50 ? 2 : 1);
        int[][] points = new int[orbits.count()][];
        for (int o : open) {
            points[o] = orbits.points(o);
        }
        int[] fewestCycles = new int[orbits.count()];
        Arrays.fill(fewestCycles, Integer.MAX_VALUE);
        boolean found = false;
        boolean[] seen = new boolean[degree];
        for (int trial = 0; trial < trials && !open.isEmpty() && !smallCycles.foundAny(); trial++) {
            options.checkCancelled();
            elements.sampleInto(random, element);
            smallCycles.inspect(Permutation.ofImages(element));
            for (int k = open.size() - 1; k >= 0; k--) {
                int o = open.get(k);
                fewestCycles[o] = Math.min(fewestCycles[o], look(points[o], seen, o));
                // A random element of a giant has about ln n cycles; many more, time and again, tell another group.
                boolean hopeless = trial >= EARLY_LOOK && fewestCycles[o] > 3 * Math.log(points[o].length) + 8;
                if (giant[o] || hopeless) {
                    open.remove(k);
                    found |= giant[o];
                }
            }
        }
        return found;
    }

    /** Counts the cycles of an element on an orbit and marks the orbit if one proves it a giant. */
    private int look(int[] points, boolean[] seen, int orbit) {
        int size = points.length;
        int cycles = 0;
        for (int x : points) {
            if (seen[x]) {
                continue;
            }
            int length = 0;
            for (int y = x; !seen[y]; y = element[y]) {
                seen[y] = true;
                length++;
            }
            cycles++;
            if (2 * length > size && length < size - 2 && isPrime(length)) {
                giant[orbit] = true;
            }
        }
        for (int x : points) {
            seen[x] = false;
        }
        return cycles;
    }

    static boolean isPrime(int n) {
        for (int d = 2; (long) d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return n > 1;
    }

    /** Leaves out giants that no element distinguishes from another by its cycle lengths. */
    private List<int[]> independentInPairs() {
        List<int[]> giants = IntStream.range(0, giant.length).filter(o -> giant[o]).mapToObj(orbits::points).toList();
        long[] signature = new long[giants.size()];
        boolean[] seen = new boolean[degree];
        for (int i = 0; i < TELLING_ELEMENTS && giants.size() > 1; i++) {
            elements.sampleInto(random, element);
            for (int g = 0; g < signature.length; g++) {
                long lengths = 0;
                for (int x : giants.get(g)) {
                    lengths += seen[x] ? 0 : SparseAction.mix(cycleLength(x, seen));
                }
                signature[g] = SparseAction.mix(signature[g] + lengths);
            }
            Arrays.fill(seen, false);
        }
        return IntStream.range(0, signature.length)
            .filter(g -> signature.length == 1 || Arrays.stream(signature).filter(s -> s == signature[g]).count() == 1)
            .mapToObj(giants::get).toList();
    }

    /** Keeps the giants for which some element acts trivially on everything that is not in a kept giant. */
    private List<int[]> independentOfOthers(List<int[]> giants) {
        List<int[]> kept = new ArrayList<>(giants);
        while (!kept.isEmpty()) {
            int[] giantOf = new int[degree];
            Arrays.fill(giantOf, -1);
            for (int t = 0; t < kept.size(); t++) {
                for (int x : kept.get(t)) {
                    giantOf[x] = t;
                }
            }
            boolean[] proved = new boolean[kept.size()];
            int missing = proved.length;
            boolean free = true;
            for (int x = 0; x < degree; x++) {
                free &= giantOf[x] >= 0 || orbits.size(orbits.orbitOf(x)) == 1;
            }
            for (int trial = 0; trial < 40 && missing > 0 && !free; trial++) {
                elements.sampleInto(random, element);
                missing -= markProved(giantOf, kept, proved);
            }
            if (free || missing == 0) {
                return kept;
            }
            for (int t = proved.length - 1; t >= 0; t--) {
                if (!proved[t]) {
                    kept.remove(t);
                }
            }
        }
        return kept;
    }

    private int markProved(int[] giantOf, List<int[]> kept, boolean[] proved) {
        BigInteger outside = BigInteger.ONE;
        boolean[] seen = new boolean[degree];
        for (int x = 0; x < degree; x++) {
            if (giantOf[x] < 0 && !seen[x] && element[x] != x) {
                BigInteger length = BigInteger.valueOf(cycleLength(x, seen));
                outside = outside.divide(outside.gcd(length)).multiply(length);
            }
        }
        int marked = 0;
        for (int t = 0; t < proved.length; t++) {
            for (int x : kept.get(t)) {
                if (!proved[t] && !seen[x]
                    && outside.mod(BigInteger.valueOf(cycleLength(x, seen))).signum() != 0) {
                    proved[t] = true;
                    marked++;
                }
            }
        }
        return marked;
    }

    private int cycleLength(int x, boolean[] seen) {
        int length = 0;
        for (int y = x; !seen[y]; y = element[y]) {
            seen[y] = true;
            length++;
        }
        return length;
    }
}
