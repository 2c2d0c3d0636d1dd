package org.orbifold.mcmc.orbit;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.mcmc.random.Shuffles;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * The symmetric group on k blocks that act in parallel: every orbit of pairs has exactly one pair in each block, so an
 * element is a permutation of the blocks, and what a block holds is told by an orbit alone. A uniform move is
 * Fisher–Yates on the orbits that the blocks hold.
 *
 * <p>Holds scratch space: one per thread.
 */
final class BlockShuffle implements Shuffle {

    private final int blocks;
    private final int width;
    private final int valueCount;
    /** The variables of the blocks and their strides, {@code width} for each block. */
    private final int[] variables;
    private final int[] strides;
    /** For block i and value x the orbit; for block i and an orbit the value of each variable. */
    private final int[] orbitOf;
    private final int[] valueIn;
    /** What each block held, and what is left to be handed out. */
    private final int[] held;
    private final int[] left;

    private BlockShuffle(BlockValuePairs values, int[] of, int valueCount, int[] orbitOf, int[] pairOf) {
        this.blocks = of.length;
        this.valueCount = valueCount;
        this.width = values.firstPlace(of[0] + 1) - values.firstPlace(of[0]);
        this.variables = new int[blocks * width];
        this.strides = new int[blocks * width];
        this.orbitOf = orbitOf;
        this.valueIn = new int[blocks * valueCount * width];
        this.held = new int[blocks];
        this.left = new int[blocks];
        for (int i = 0; i < blocks; i++) {
            for (int k = 0; k < width; k++) {
                int place = values.firstPlace(of[i]) + k;
                variables[i * width + k] = values.variable(place);
                strides[i * width + k] = values.stride(place);
                for (int orbit = 0; orbit < valueCount; orbit++) {
                    int value = pairOf[i * valueCount + orbit] - values.firstPair(of[i]);
                    valueIn[(i * valueCount + orbit) * width + k] = values.variableValue(place, value);
                }
            }
        }
    }

    /** The form of a factor of several blocks; null if it is not of this shape. */
    static Shuffle of(OrbitAction action, int index) {
        DirectFactor factor = action.joint()[index];
        BlockValuePairs values = action.values();
        Orbits orbits = action.group().orbits();
        int[] of = action.jointBlocks(index);
        int k = of.length;
        if (factor.group().kind() != GroupStructure.Kind.SYMMETRIC || factor.size() % k != 0) {
            return null;
        }
        int count = factor.size() / k;
        int width = values.firstPlace(of[0] + 1) - values.firstPlace(of[0]);
        int[] orbitOf = new int[k * count];
        int[] pairOf = new int[k * count];
        Arrays.fill(pairOf, -1);
        int first = values.firstPair(of[0]);
        for (int i = 0; i < k; i++) {
            int pair = values.firstPair(of[i]);
            if (values.firstPair(of[i] + 1) - pair != count
                    || values.firstPlace(of[i] + 1) - values.firstPlace(of[i]) != width) {
                return null;
            }
            for (int x = 0; x < count; x++) {
                int orbit = orbits.orbitOf(pair + x);
                // Orbits are numbered by the values of the first block.
                int number = 0;
                while (number < count && orbits.orbitOf(first + number) != orbit) {
                    number++;
                }
                if (number == count || orbits.size(orbit) != k || pairOf[i * count + number] >= 0) {
                    return null;
                }
                orbitOf[i * count + x] = number;
                pairOf[i * count + number] = pair + x;
            }
        }
        PairShuffle pairs = PairShuffle.of(values, of, orbitOf);
        return pairs != null ? pairs : new BlockShuffle(values, of, count, orbitOf, pairOf);
    }

    @Override
    public void move(int[] state, long time, RandomGenerator random, Changes changes, ChangeSink sink) {
        for (int i = 0, place = 0; i < blocks; i++) {
            int value = i * valueCount;
            for (int end = place + width; place < end; place++) {
                value += strides[place] * state[variables[place]];
            }
            held[i] = orbitOf[value];
            left[i] = held[i];
        }
        Shuffles.shuffle(left, blocks, random);
        for (int i = blocks - 1; i >= 0; i--) {
            if (left[i] != held[i]) {
                changes.reserve(width, time, sink);
                assign(i, left[i], state, changes);
            }
        }
    }

    private void assign(int block, int orbit, int[] state, Changes changes) {
        int from = (block * valueCount + orbit) * width;
        for (int k = 0; k < width; k++) {
            int v = variables[block * width + k];
            int before = state[v];
            int after = valueIn[from + k];
            state[v] = after;
            changes.add(v, before, after);
        }
    }
}
