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
 * problem and seed give the same tree on every machine.
 */
final class TreeAnnealing {

    /** Inverse temperatures, per bit of work: at the first, trees change a lot; at the last, only for the better. */
    private static final double FIRST_BETA = 0.5;
    private static final double LAST_BETA = 15;
    private static final int WORD = 6;
    /** Bits by which entries are nothing beside products. */
    private static final int NEGLIGIBLE = 30;
    /** Bits by which a term is lost in a sum of doubles. */
    private static final int MANTISSA = 53;
    private static final double LN2 = Math.log(2);
    /** Moves between two looks at the clock: some milliseconds. */
    private static final int CHECK_MOVES = 1 << 13;

    private final ContractionTree start;
    private final int leaves;
    private final int nodes;
    private final int words;
    /** Binary logarithms of the domain sizes, by number among the variables that are open somewhere. */
    private final double[] logSizes;
    /** All sizes are equal: bits are counted. */
    private final boolean uniform;
    private final double targetBits;
    private final SplittableRandom random;

    private final int[] left;
    private final int[] right;
    /** The scopes as bit sets, one after the other. */
    private final long[] scopes;
    private final double[] scopeBits;
    private final double[] workBits;
    private final long[] changed;

    private int[] bestLeft;
    private int[] bestRight;
    private double bestWork;

    /**
     * Begins with a tree.
     *
     * @param start      the tree
     * @param targetBits the binary logarithm of the entries that a table may have
     * @param seed       of the random moves
     */
    TreeAnnealing(ContractionTree start, double targetBits, long seed) {
        this.start = start;
        this.leaves = start.leafCount();
        this.nodes = start.nodeCount();
        this.targetBits = targetBits;
        this.random = new SplittableRandom(seed);
        int[] number = new int[start.sizes().length];
        Arrays.fill(number, -1);
        int count = 0;
        double[] logs = new double[number.length];
        boolean same = true;
        for (int node = 0; node < nodes; node++) {
            for (int v : start.scope(node)) {
                if (number[v] < 0) {
                    logs[count] = Math.log(start.sizes()[v]) / Math.log(2);
                    same &= logs[count] == logs[0];
                    number[v] = count++;
                }
            }
        }
        this.logSizes = Arrays.copyOf(logs, count);
        this.uniform = same;
        this.words = Math.max(1, (count + (1 << WORD) - 1) >> WORD);
        this.left = new int[nodes];
        this.right = new int[nodes];
        Arrays.fill(left, -1);
        this.scopes = new long[nodes * words];
        this.scopeBits = new double[nodes];
        this.workBits = new double[nodes];
        this.changed = new long[words];
        for (int node = 0; node < nodes; node++) {
            for (int v : start.scope(node)) {
                scopes[node * words + (number[v] >> WORD)] |= 1L << number[v];
            }
            scopeBits[node] = bits(scopes, node * words);
            if (node >= leaves) {
                left[node] = start.left(node);
                right[node] = start.right(node);
                workBits[node] = work(unionBits(left[node], right[node]), scopeBits[node]);
            }
        }
        keepBest(work());
    }

    private double bits(long[] set, int from) {
        double sum = 0;
        if (uniform) {
            int count = 0;
            for (int w = 0; w < words; w++) {
                count += Long.bitCount(set[from + w]);
            }
            return count == 0 ? 0 : count * logSizes[0];
        }
        for (int w = 0; w < words; w++) {
            for (long bits = set[from + w]; bits != 0; bits &= bits - 1) {
                sum += logSizes[(w << WORD) + Long.numberOfTrailingZeros(bits)];
            }
        }
        return sum;
    }

    private double unionBits(int a, int b) {
        return unionBits(scopes, a * words, b * words);
    }

    private double unionBits(long[] setA, int fromA, int fromB) {
        if (uniform) {
            int count = 0;
            for (int w = 0; w < words; w++) {
                count += Long.bitCount(setA[fromA + w] | scopes[fromB + w]);
            }
            return count == 0 ? 0 : count * logSizes[0];
        }
        double sum = 0;
        for (int w = 0; w < words; w++) {
            for (long bits = setA[fromA + w] | scopes[fromB + w]; bits != 0; bits &= bits - 1) {
                sum += logSizes[(w << WORD) + Long.numberOfTrailingZeros(bits)];
            }
        }
        return sum;
    }

    /**
     * Anneals.
     *
     * @param sweeps moves per node
     * @param budget ends it early
     */
    void run(int sweeps, Budget budget) {
        int inner = nodes - leaves;
        if (inner < 2) {
            return;
        }
        int checked = 0;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            double beta = FIRST_BETA * Math.pow(LAST_BETA / FIRST_BETA, sweep / (double) Math.max(1, sweeps - 1));
            for (int i = 0; i < inner; i++) {
                move(leaves + random.nextInt(inner), beta);
            }
            double work = work();
            if (work < bestWork) {
                keepBest(work);
            }
            checked += inner;
            if (checked > CHECK_MOVES) {
                checked = 0;
                if (budget.isOver()) {
                    return;
                }
            }
        }
    }

    private void move(int z, double beta) {
        int choice = random.nextInt(4);
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
        double newBits = bits(changed, 0);
        double newX = work(unionBits(stay, c), newBits);
        double newZ = work(unionBits(changed, 0, outAt), scopeBits[z]);
        double before = sum(workBits[x], workBits[z]) + excess(scopeBits[x]);
        double after = sum(newX, newZ) + excess(newBits);
        if (after > before && random.nextDouble() >= Math.exp(beta * (before - after))) {
            return;
        }
        System.arraycopy(changed, 0, scopes, x * words, words);
        scopeBits[x] = newBits;
        workBits[x] = newX;
        workBits[z] = newZ;
        left[x] = stay;
        right[x] = c;
        left[z] = x;
        right[z] = out;
    }

    /** The work of a node: its products, and its entries, each of which takes as long as some products. */
    private static double work(double productBits, double entryBits) {
        if (productBits - entryBits > NEGLIGIBLE) {
            return productBits;
        }
        return productBits + Math.log1p(ContractionTree.ENTRY_WORK * Math.exp((entryBits - productBits) * LN2)) / LN2;
    }

    private double excess(double bits) {
        return Math.max(0, bits - targetBits);
    }

    /** The binary logarithm of a sum of powers of two. */
    private static double sum(double a, double b) {
        double more = Math.max(a, b);
        double less = Math.min(a, b);
        return more - less > MANTISSA ? more : more + Math.log1p(Math.exp((less - more) * LN2)) / LN2;
    }

    /** All work, as many times as the largest table exceeds the memory: slices would take about that. */
    private double work() {
        double sum = 0;
        double largest = 0;
        for (int node = leaves; node < nodes; node++) {
            sum += Math.pow(2, workBits[node]);
            largest = Math.max(largest, scopeBits[node]);
        }
        return sum * Math.pow(2, excess(largest));
    }

    private void keepBest(double work) {
        bestWork = work;
        bestLeft = left.clone();
        bestRight = right.clone();
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
            if (bestLeft[node] >= leaves) {
                stack[depth++] = bestLeft[node];
            }
            if (bestRight[node] >= leaves) {
                stack[depth++] = bestRight[node];
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
            newLeft[number[order[i]] - leaves] = number[bestLeft[order[i]]];
            newRight[number[order[i]] - leaves] = number[bestRight[order[i]]];
        }
        return ContractionTree.of(start.sizes(), tables, newLeft, newRight);
    }
}
