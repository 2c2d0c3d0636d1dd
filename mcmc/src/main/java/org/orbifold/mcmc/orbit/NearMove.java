package org.orbifold.mcmc.orbit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.mcmc.random.Chance;
import org.orbifold.pgm.model.Feature;
import org.orbifold.symmetry.model.BlockValuePairs;

/** Proposes an element of each factor of {@link NearSymmetries}, corrected by Metropolis. One per thread. */
public final class NearMove implements Move {

    /** Reads of memory for a block of a proposal, and for a variable of a term. */
    private static final double WORK_OF_BLOCK = 30;
    private static final double WORK_OF_TERM = 8;
    /** A factor pays if a proposal moves at least this many variables for each that it reads. */
    private static final double PAYS = 0.01;

    private final BlockValuePairs pairs;
    private final Feature[] terms;
    private final JointFactor[] factors;
    private final Elements[] elements;
    /** Per factor and tile, which of the factor's blocks it is in; none for factors that are not exchanges of tiles. */
    private final int[][][] blocksOfTile;
    /** Per factor and variable, the changing terms: the list of variable v is from first[f][v] to first[f][v+1]. */
    private final int[][] firstTerm;
    private final int[][] termOf;
    private final long[] tried;
    private final long[] moved;
    private final double work;
    private final int[] targets;
    private final int[] changed;
    private final int[] old;
    private final int[] stamp;
    private int time;
    private int changedCount;

    NearMove(NearSymmetries near) {
        this.pairs = near.pairs();
        this.terms = near.terms().toArray(Feature[]::new);
        int count = near.factorCount();
        this.factors = near.factors().stream().map(NearSymmetries.NearFactor::joint).toArray(JointFactor[]::new);
        this.elements = new Elements[count];
        this.blocksOfTile = new int[count][0][];
        this.firstTerm = new int[count][];
        this.termOf = new int[count][];
        this.tried = new long[count];
        this.moved = new long[count];
        int n = pairs.partition().variableCount();
        int blocks = 0;
        double sum = 0;
        for (int f = 0; f < count; f++) {
            JointFactor factor = factors[f];
            if (factor.tiles() > 2) {
                elements[f] = new Elements.ExchangedTiles(factor.tiles(), factor.size() / factor.tiles());
                blocksOfTile[f] = blocksOfTiles(factor);
            } else {
                elements[f] = Elements.exactlyUniform(factor);
            }
            index(f, near.factors().get(f).changed(), n);
            blocks = Math.max(blocks, factor.blocks().length);
            sum += proposals(factor) * (factor.tiles() > 2 ? 2 * WORK_OF_BLOCK : factor.cost())
                    + WORK_OF_TERM * termOf[f].length * (factor.tiles() > 2 ? 1 : 2);
        }
        this.work = 1 + sum;
        this.targets = new int[2 * blocks];
        this.changed = new int[n];
        this.old = new int[n];
        this.stamp = new int[terms.length];
    }

    private int[][] blocksOfTiles(JointFactor factor) {
        int width = factor.size() / factor.tiles();
        int[][] result = new int[factor.tiles()][];
        for (int t = 0; t < result.length; t++) {
            result[t] = IntStream.range(t * width, (t + 1) * width).map(i -> pairs.blockOf(factor.pair(i))).distinct()
                    .map(block -> Arrays.binarySearch(factor.blocks(), block)).toArray();
        }
        return result;
    }

    private void index(int f, BitSet changing, int n) {
        List<int[]> scopes = changing.stream().mapToObj(t -> terms[t].scope()).toList();
        int[] first = new int[n + 1];
        scopes.forEach(scope -> {
            for (int v : scope) {
                first[v + 1]++;
            }
        });
        for (int v = 0; v < n; v++) {
            first[v + 1] += first[v];
        }
        int[] next = first.clone();
        int[] of = new int[first[n]];
        int[] numbers = changing.stream().toArray();
        for (int i = 0; i < numbers.length; i++) {
            for (int v : scopes.get(i)) {
                of[next[v]++] = numbers[i];
            }
        }
        firstTerm[f] = first;
        termOf[f] = of;
    }

    /** Exchanges of two tiles are small, so there are as many as leave few tiles alone. */
    private static int proposals(JointFactor factor) {
        return factor.tiles() > 2 ? (factor.tiles() + 1) / 2 : 1;
    }

    @Override
    public double work() {
        return work;
    }

    @Override
    public void apply(int[] state, long at, RandomGenerator random, ChangeListener listener) {
        for (int f = 0; f < factors.length; f++) {
            for (int i = proposals(factors[f]); i > 0; i--) {
                propose(f, state, at, random, listener);
            }
        }
    }

    private void propose(int f, int[] state, long at, RandomGenerator random, ChangeListener listener) {
        JointFactor factor = factors[f];
        Elements element = elements[f];
        element.draw(random);
        int count = 0;
        if (element instanceof Elements.ExchangedTiles tiles) {
            for (int i : blocksOfTile[f][tiles.first()]) {
                count = aim(factor, element, i, state, count);
            }
            for (int i : blocksOfTile[f][tiles.second()]) {
                count = aim(factor, element, i, state, count);
            }
        } else {
            for (int i = 0; i < factor.blocks().length; i++) {
                count = aim(factor, element, i, state, count);
            }
        }
        tried[f]++;
        if (count == 0) {
            return;
        }
        assign(count, state);
        double after = weight(f, state);
        exchange(state);
        double before = weight(f, state);
        if (after >= before || Chance.occurs(random, Math.exp(after - before))) {
            exchange(state);
            moved[f] += changedCount;
            for (int i = 0; i < changedCount; i++) {
                listener.changed(at, changed[i], old[i], state[changed[i]]);
            }
        }
    }

    /** Adds the image of what the i-th of the factor's blocks has, if that is another. */
    private int aim(JointFactor factor, Elements element, int i, int[] state, int count) {
        int block = factor.blocks()[i];
        int pair = pairs.pair(block, state);
        int local = factor.local(i, pair - pairs.firstPair(block));
        int image = local < 0 ? pair : factor.pair(element.image(local));
        if (image == pair) {
            return count;
        }
        targets[count] = image;
        return count + 1;
    }

    /** Writes the targets into the state, and keeps what was there. */
    private void assign(int count, int[] state) {
        changedCount = 0;
        for (int i = 0; i < count; i++) {
            int block = pairs.blockOf(targets[i]);
            int value = targets[i] - pairs.firstPair(block);
            for (int p = pairs.firstPlace(block), end = pairs.firstPlace(block + 1); p < end; p++) {
                int v = pairs.variable(p);
                int to = pairs.variableValue(p, value);
                if (state[v] != to) {
                    changed[changedCount] = v;
                    old[changedCount++] = state[v];
                    state[v] = to;
                }
            }
        }
    }

    private void exchange(int[] state) {
        for (int i = 0; i < changedCount; i++) {
            int value = state[changed[i]];
            state[changed[i]] = old[i];
            old[i] = value;
        }
    }

    /** The changing terms of the changed variables. */
    private double weight(int f, int[] state) {
        time++;
        double sum = 0;
        for (int i = 0; i < changedCount; i++) {
            for (int k = firstTerm[f][changed[i]], end = firstTerm[f][changed[i] + 1]; k < end; k++) {
                int t = termOf[f][k];
                if (stamp[t] != time) {
                    stamp[t] = time;
                    sum += terms[t].logPotential(state);
                }
            }
        }
        return sum;
    }

    /**
     * The factors that have paid so far: how many variables their accepted proposals moved, for what they cost.
     *
     * @return the numbers of factors
     */
    public BitSet paying() {
        BitSet result = new BitSet();
        for (int f = 0; f < factors.length; f++) {
            double cost = factors[f].tiles() > 2 ? 4 : factors[f].blocks().length;
            if (moved[f] > PAYS * cost * tried[f]) {
                result.set(f);
            }
        }
        return result;
    }
}
