package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Rattle;

/**
 * Finds the orbits on which a group acts as the alternating or symmetric group, and proves it.
 *
 * <p>A transitive group of degree n ≥ 8 with an element that has a cycle of prime length p, n/2 < p < n - 2, contains
 * A_n (Jordan: a power is a p-cycle, and p > n/2 makes the group primitive). Random elements of a giant show one
 * about once in 1.44 ln n. Giant orbits of equal size are linked if one bijection carries one action to the other;
 * linked orbits become one tile with several rows. Unlinked giants are independent of each other, because alternating
 * groups are simple and, from degree 8 on, natural actions differ only by a renaming of points; of the other orbits
 * they are independent as soon as one element acts trivially there and not on the giant. Those that fail that test
 * stay with the other orbits.
 */
final class GiantFinder {

    private static final int SMALLEST = 8;
    private static final int EXTRA_SLOTS = 8;
    private static final int EARLY_LOOK = 6;

    private final int degree;
    private final List<int[]> generators;
    private final RandomGenerator random;
    private final Rattle rattle;
    private final Orbits orbits;
    private final SmallCycles smallCycles;
    private final boolean[] giant;

    GiantFinder(int degree, List<int[]> generators, Orbits orbits, SmallCycles smallCycles, RandomGenerator random) {
        this.degree = degree;
        this.generators = generators;
        this.random = random;
        this.smallCycles = smallCycles;
        this.orbits = orbits;
        giant = new boolean[orbits.count()];
        rattle = new Rattle(degree, generators, generators.size() + EXTRA_SLOTS);
    }

    /** The tiles of independent giants; null if there are none, or if a short cycle turned up that serves better. */
    Tiling find() {
        if (!searchGiants() || smallCycles.foundAny()) {
            return null;
        }
        List<int[][]> tiles = independent(linked());
        return tiles.isEmpty() ? null : new Tiling(degree, tiles, true);
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
        rattle.run(40 + 4 * generators.size(), random);
        for (int trial = 0; trial < trials && !open.isEmpty() && !smallCycles.foundAny(); trial++) {
            int[] element = rattle.step(random);
            smallCycles.inspect(Permutation.fromTrustedImages(element.clone()));
            for (int k = open.size() - 1; k >= 0; k--) {
                int o = open.get(k);
                fewestCycles[o] = Math.min(fewestCycles[o], look(element, points[o], seen, o));
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
    private int look(int[] element, int[] points, boolean[] seen, int orbit) {
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

    /** Classes of linked giant orbits, as tiles with one row per orbit. */
    private List<int[][]> linked() {
        List<int[]> probes = new ArrayList<>(generators.subList(0, Math.min(generators.size(), 4)));
        for (int i = 0; i < 3; i++) {
            probes.add(rattle.step(random).clone());
        }
        long[] fingerprint = fingerprints(probes);
        List<List<int[]>> classes = new ArrayList<>();
        for (int o = 0; o < giant.length; o++) {
            if (!giant[o]) {
                continue;
            }
            int[] points = orbits.points(o);
            boolean placed = false;
            for (int c = 0; c < classes.size() && !placed; c++) {
                int[] row = link(classes.get(c).get(0), points, fingerprint);
                if (row != null) {
                    classes.get(c).add(row);
                    placed = true;
                }
            }
            if (!placed) {
                List<int[]> rows = new ArrayList<>();
                rows.add(points);
                classes.add(rows);
            }
        }
        List<int[][]> tiles = new ArrayList<>();
        for (List<int[]> rows : classes) {
            tiles.add(rows.toArray(new int[0][]));
        }
        return tiles;
    }

    /** Per point, a hash of the lengths of its cycles in some elements: linked points have equal ones. */
    private long[] fingerprints(List<int[]> elements) {
        long[] hash = new long[degree];
        int[] cycle = new int[degree];
        for (int[] element : elements) {
            boolean[] seen = new boolean[degree];
            for (int x = 0; x < degree; x++) {
                int length = 0;
                for (int y = x; !seen[y]; y = element[y]) {
                    seen[y] = true;
                    cycle[length++] = y;
                }
                for (int i = 0; i < length; i++) {
                    hash[cycle[i]] = (hash[cycle[i]] + length) * 0x9E3779B97F4A7C15L;
                    hash[cycle[i]] ^= hash[cycle[i]] >>> 29;
                }
            }
        }
        return hash;
    }

    /** The points of another orbit in the order that a link gives them, or null if there is no link. */
    private int[] link(int[] row, int[] points, long[] fingerprint) {
        if (row.length != points.length) {
            return null;
        }
        long[] a = new long[row.length];
        long[] b = new long[row.length];
        for (int i = 0; i < row.length; i++) {
            a[i] = fingerprint[row[i]];
            b[i] = fingerprint[points[i]];
        }
        Arrays.sort(a);
        Arrays.sort(b);
        if (!Arrays.equals(a, b)) {
            return null;
        }
        long rarest = rarest(a);
        int from = -1;
        for (int x : row) {
            if (fingerprint[x] == rarest) {
                from = x;
                break;
            }
        }
        int[] image = new int[degree];
        for (int y : points) {
            if (fingerprint[y] == rarest && extend(from, y, image)) {
                int[] aligned = new int[row.length];
                for (int i = 0; i < row.length; i++) {
                    aligned[i] = image[row[i]];
                }
                return aligned;
            }
        }
        return null;
    }

    private static long rarest(long[] sorted) {
        int best = Integer.MAX_VALUE;
        long value = 0;
        for (int i = 0; i < sorted.length;) {
            int j = i;
            while (j < sorted.length && sorted[j] == sorted[i]) {
                j++;
            }
            if (j - i < best) {
                best = j - i;
                value = sorted[i];
            }
            i = j;
        }
        return value;
    }

    /** Tries to extend x -> y to a map that commutes with all generators. */
    private boolean extend(int x, int y, int[] image) {
        Arrays.fill(image, -1);
        int[] queue = new int[orbits.size(orbits.orbitOf(x))];
        int tail = 0;
        image[x] = y;
        queue[tail++] = x;
        for (int head = 0; head < tail; head++) {
            int point = queue[head];
            for (int[] generator : generators) {
                int next = generator[point];
                int target = generator[image[point]];
                if (image[next] < 0) {
                    image[next] = target;
                    queue[tail++] = next;
                } else if (image[next] != target) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Keeps the tiles for which some element acts trivially on everything that is not in a kept tile. */
    private List<int[][]> independent(List<int[][]> tiles) {
        List<int[][]> kept = new ArrayList<>(tiles);
        while (!kept.isEmpty()) {
            int[] tileOf = new int[degree];
            Arrays.fill(tileOf, -1);
            for (int t = 0; t < kept.size(); t++) {
                for (int[] row : kept.get(t)) {
                    for (int x : row) {
                        tileOf[x] = t;
                    }
                }
            }
            boolean[] proved = new boolean[kept.size()];
            int missing = proved.length;
            boolean free = true;
            for (int x = 0; x < degree; x++) {
                free &= tileOf[x] >= 0 || orbits.size(orbits.orbitOf(x)) == 1;
            }
            for (int trial = 0; trial < 40 && missing > 0 && !free; trial++) {
                int[] element = rattle.step(random);
                missing -= markProved(element, tileOf, kept, proved);
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

    private int markProved(int[] element, int[] tileOf, List<int[][]> kept, boolean[] proved) {
        BigInteger outside = BigInteger.ONE;
        boolean[] seen = new boolean[degree];
        for (int x = 0; x < degree; x++) {
            if (tileOf[x] < 0 && !seen[x] && element[x] != x) {
                BigInteger length = BigInteger.valueOf(cycleLength(element, x, seen));
                outside = outside.divide(outside.gcd(length)).multiply(length);
            }
        }
        int marked = 0;
        for (int t = 0; t < proved.length; t++) {
            for (int x : kept.get(t)[0]) {
                if (!proved[t] && !seen[x]
                    && outside.mod(BigInteger.valueOf(cycleLength(element, x, seen))).signum() != 0) {
                    proved[t] = true;
                    marked++;
                }
            }
        }
        return marked;
    }

    private static int cycleLength(int[] element, int x, boolean[] seen) {
        int length = 0;
        for (int y = x; !seen[y]; y = element[y]) {
            seen[y] = true;
            length++;
        }
        return length;
    }
}
