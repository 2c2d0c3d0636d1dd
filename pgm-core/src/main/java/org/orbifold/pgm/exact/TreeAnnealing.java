package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.orbifold.pgm.time.Budget;

/**
 * Improves a contraction tree by simulated annealing: rotations of two neighbouring inner nodes, accepted by
 * Metropolis' rule with a falling temperature (Kalachev, Panteleev and Yung, "Multi-tensor contraction for XEB
 * verification of quantum circuits", 2021).
 *
 * <p>A node ((a, b), c) becomes ((a, c), b) or ((b, c), a). Only the scope of its inner child changes, so a move takes
 * a few operations on bit sets. The energy of a move is the change of the binary logarithm of the work of the two
 * nodes, and of the bits by which the changed table exceeds the memory. Work is counted in moves: the same
 * problem and seed give the same tree on every machine. Each run begins with the best tree so far.
 */
final class TreeAnnealing {

    /** The inverse temperature at the end, per bit of work: trees change only for the better. */
    private static final double LAST_BETA = 15;
    private static final int WORD = 6;
    private static final double LN2 = Math.log(2);
    /** Moves between two looks at the clock: some milliseconds. */
    private static final int CHECK_MOVES = 1 << 14;
    /** Numbers of entries are bounded by this, so that sums of their products with the memory's excess are finite. */
    private static final double MOST_ENTRIES = 1e150;

    private final ContractionTree start;
    private final int leaves;
    private final int nodes;
    private final int words;
    /** The domain sizes, by number among the variables that are open somewhere. */
    private final double[] sizes;
    /** If all sizes are equal: their powers; else empty. */
    private final double[] powers;
    private final double target;
    private final SplittableRandom random;

    private final State now;
    private final State best;
    private double bestWork;
    private final long[] changed;

    /** A tree under way: by node its children, its scope as a bit set, the entries of its table, and its work. */
    private record State(int[] left, int[] right, long[] scopes, double[] entries, double[] works) {

        State(int nodes, int words) {
            this(new int[nodes], new int[nodes], new long[nodes * words], new double[nodes], new double[nodes]);
        }

        void set(State other) {
            System.arraycopy(other.left, 0, left, 0, left.length);
            System.arraycopy(other.right, 0, right, 0, right.length);
            System.arraycopy(other.scopes, 0, scopes, 0, scopes.length);
            System.arraycopy(other.entries, 0, entries, 0, entries.length);
            System.arraycopy(other.works, 0, works, 0, works.length);
        }
    }

    /**
     * Begins with a tree.
     *
     * @param start  the tree
     * @param target the entries that a table may have
     * @param seed   of the random moves
     */
    TreeAnnealing(ContractionTree start, double target, long seed) {
        this.start = start;
        this.leaves = start.leafCount();
        this.nodes = start.nodeCount();
        this.target = target;
        this.random = new SplittableRandom(seed);
        int[] number = new int[start.sizes().length];
        Arrays.fill(number, -1);
        int count = 0;
        double[] found = new double[number.length];
        boolean same = true;
        for (int node = 0; node < nodes; node++) {
            for (int v : start.scope(node)) {
                if (number[v] < 0) {
                    found[count] = start.sizes()[v];
                    same &= found[count] == found[0];
                    number[v] = count++;
                }
            }
        }
        this.sizes = Arrays.copyOf(found, count);
        this.powers = new double[same ? count + 1 : 0];
        Arrays.setAll(powers, k -> Math.min(MOST_ENTRIES, Math.pow(found[0], k)));
        this.words = Math.max(1, (count + (1 << WORD) - 1) >> WORD);
        this.changed = new long[words];
        this.now = new State(nodes, words);
        this.best = new State(nodes, words);
        for (int node = 0; node < nodes; node++) {
            for (int v : start.scope(node)) {
                now.scopes[node * words + (number[v] >> WORD)] |= 1L << number[v];
            }
            now.entries[node] = entries(now.scopes, node * words, now.scopes, node * words);
            if (node >= leaves) {
                now.left[node] = start.left(node);
                now.right[node] = start.right(node);
                now.works[node] = work(entries(now.scopes, now.left[node] * words, now.scopes, now.right[node] * words),
                        now.entries[node]);
            }
        }
        best.set(now);
        this.bestWork = work();
    }

    /** The number of joint values of the variables of two sets. */
    private double entries(long[] a, int fromA, long[] b, int fromB) {
        if (powers.length > 0) {
            int count = 0;
            for (int w = 0; w < words; w++) {
                count += Long.bitCount(a[fromA + w] | b[fromB + w]);
            }
            return powers[count];
        }
        double product = 1;
        for (int w = 0; w < words; w++) {
            for (long bits = a[fromA + w] | b[fromB + w]; bits != 0; bits &= bits - 1) {
                product *= sizes[(w << WORD) + Long.numberOfTrailingZeros(bits)];
            }
        }
        return Math.min(MOST_ENTRIES, product);
    }

    /**
     * Anneals, from the best tree so far.
     *
     * @param firstBeta the inverse temperature to begin with, per bit of work
     * @param sweeps    moves per node
     * @param budget    ends it early
     */
    void run(double firstBeta, int sweeps, Budget budget) {
        int inner = nodes - leaves;
        int checked = 0;
        for (int sweep = 0; sweep < sweeps && inner > 1; sweep++) {
            double beta = firstBeta * Math.pow(LAST_BETA / firstBeta, sweep / (double) Math.max(1, sweeps - 1));
            for (int i = 0; i < inner; i++) {
                move(random.nextLong(), beta / LN2);
            }
            checked += inner;
            if (checked > CHECK_MOVES) {
                checked = 0;
                if (budget.isOver()) {
                    break;
                }
            }
        }
        double work = work();
        if (work < bestWork) {
            bestWork = work;
            best.set(now);
        } else {
            now.set(best);
        }
    }

    /** Goes on from the best tree of another search of the same network. */
    void take(TreeAnnealing other) {
        best.set(other.best);
        now.set(best);
        bestWork = other.bestWork;
    }

    private void move(long choice, double exponent) {
        int[] left = now.left;
        int[] right = now.right;
        long[] scopes = now.scopes;
        double[] works = now.works;
        int z = leaves + (int) ((choice >>> Integer.SIZE) * (nodes - leaves) >>> Integer.SIZE);
        int x = (choice & 1) == 0 ? left[z] : right[z];
        if (x < leaves) {
            return;
        }
        int c = (choice & 1) == 0 ? right[z] : left[z];
        boolean first = (choice & 2) == 0;
        // The child of x that changes places with c, and the one that stays.
        int out = first ? left[x] : right[x];
        int stay = first ? right[x] : left[x];
        int outAt = out * words;
        int stayAt = stay * words;
        int cAt = c * words;
        int zAt = z * words;
        for (int w = 0; w < words; w++) {
            changed[w] = (scopes[stayAt + w] | scopes[cAt + w]) & (scopes[outAt + w] | scopes[zAt + w]);
        }
        double newEntries = entries(changed, 0, changed, 0);
        double newX = work(entries(scopes, stayAt, scopes, cAt), newEntries);
        double newZ = work(entries(changed, 0, scopes, outAt), now.entries[z]);
        double before = (works[x] + works[z]) * excess(now.entries[x]);
        double after = (newX + newZ) * excess(newEntries);
        if (after > before && !accepts(before / after, exponent)) {
            return;
        }
        System.arraycopy(changed, 0, scopes, x * words, words);
        now.entries[x] = newEntries;
        works[x] = newX;
        works[z] = newZ;
        left[x] = stay;
        right[x] = c;
        left[z] = x;
        right[z] = out;
    }

    /** Whether a move is accepted that makes the work 1/ratio times as much. */
    private boolean accepts(double ratio, double exponent) {
        double uniform = random.nextDouble();
        // The power of a number below 1 is below it if the exponent is above 1.
        return (exponent < 1 || uniform < ratio) && uniform < Math.exp(exponent * Math.log(ratio));
    }

    /** The work of a node: its products, and its entries, each of which takes as long as some products. */
    private static double work(double products, double entries) {
        return products + ContractionTree.ENTRY_WORK * entries;
    }

    private double excess(double table) {
        return Math.max(1, table / target);
    }

    /** All work, as many times as the largest table exceeds the memory: slices would take about that. */
    private double work() {
        double sum = 0;
        double largest = 0;
        for (int node = leaves; node < nodes; node++) {
            sum += now.works[node];
            largest = Math.max(largest, now.entries[node]);
        }
        return sum * excess(largest);
    }

    /** The work of the best tree so far; for each bit above the memory twice as much. */
    double bestWork() {
        return bestWork;
    }

    /** The best tree so far. */
    ContractionTree best(int[][] tables) {
        if (nodes == leaves) {
            return start;
        }
        int[] order = new int[nodes];
        int[] number = new int[nodes];
        int[] stack = new int[nodes];
        int depth = 0;
        int found = 0;
        // Parents before children; the other way round, children have smaller numbers.
        stack[depth++] = nodes - 1;
        while (depth > 0) {
            int node = stack[--depth];
            order[found++] = node;
            if (best.left[node] >= leaves) {
                stack[depth++] = best.left[node];
            }
            if (best.right[node] >= leaves) {
                stack[depth++] = best.right[node];
            }
        }
        int[] newLeft = new int[nodes - leaves];
        int[] newRight = new int[nodes - leaves];
        for (int i = 0; i < found; i++) {
            number[order[i]] = nodes - 1 - i;
        }
        for (int node = 0; node < leaves; node++) {
            number[node] = node;
        }
        for (int i = 0; i < found; i++) {
            newLeft[number[order[i]] - leaves] = number[best.left[order[i]]];
            newRight[number[order[i]] - leaves] = number[best.right[order[i]]];
        }
        return ContractionTree.of(start.sizes(), tables, newLeft, newRight);
    }
}
