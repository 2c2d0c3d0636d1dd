package org.orbifold.mcmc.cluster;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.orbit.ChangeListener;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * What an involution acts on: the blocks that it moves, with those that it exchanges joined, so that it maps the joint
 * values of each site to themselves. Blocks on which it acts variable by variable are taken apart, so that clusters are
 * as small as they can be. Then come, as sites of their own on which it does nothing, all other variables.
 * Immutable.
 */
final class Sites {

    /** The most joint values of a site. */
    static final int MAX_VALUES = 1 << 12;

    private final int count;
    private final boolean keepsBlocks;
    private final int[] siteOf;
    /** Site s has the variables at first[s] to first[s+1], with the stride of each in the site's value. */
    private final int[] first;
    private final int[] variables;
    private final int[] strides;
    /** The images of the values of site s begin at firstImage[s], those of sites that move alone. */
    private final int[] firstImage;
    private final int[] images;
    private final int[] valueCounts;
    private final int[] sizes;

    private Sites(GraphicalModel model, BlockValuePairs pairs, Permutation g, int[][] blocksOf, int[][] variablesOf) {
        this.count = blocksOf.length;
        this.keepsBlocks = Arrays.stream(blocksOf).allMatch(blocks -> blocks.length == 1);
        this.sizes = model.sizes();
        int n = model.variableCount();
        this.siteOf = new int[n];
        Arrays.fill(siteOf, -1);
        this.variables = new int[n];
        this.strides = new int[n];
        int place = 0;
        int[] firsts = new int[n + 1];
        int[] values = new int[n];
        for (int s = 0; s < count; s++) {
            for (int v : variablesOf[s]) {
                siteOf[v] = s;
                variables[place++] = v;
            }
            firsts[s + 1] = place;
        }
        int next = count;
        for (int v = 0; v < n; v++) {
            if (siteOf[v] < 0) {
                siteOf[v] = next;
                variables[place++] = v;
                firsts[++next] = place;
            }
        }
        this.first = Arrays.copyOf(firsts, next + 1);
        for (int s = 0; s < next; s++) {
            int stride = 1;
            for (int i = first[s + 1] - 1; i >= first[s]; i--) {
                strides[i] = stride;
                stride *= sizes[variables[i]];
            }
            values[s] = stride;
        }
        this.valueCounts = Arrays.copyOf(values, next);
        this.firstImage = new int[count + 1];
        for (int s = 0; s < count; s++) {
            firstImage[s + 1] = firstImage[s] + valueCounts[s];
        }
        this.images = new int[firstImage[count]];
        int[] state = new int[n];
        int[] after = new int[n];
        for (int s = 0; s < count; s++) {
            for (int value = 0; value < valueCounts[s]; value++) {
                assign(s, value, state);
                images[firstImage[s] + value] = image(pairs, g, blocksOf[s], s, state, after);
            }
        }
    }

    static Sites of(GraphicalModel model, BlockValuePairs pairs, Permutation g) {
        if (g.degree() != pairs.pairCount()) {
            throw new IllegalArgumentException("a permutation of " + g.degree() + " points, but the partition has "
                    + pairs.pairCount() + " block values");
        }
        int blocks = pairs.blockCount();
        int[] partner = new int[blocks];
        boolean[] moves = new boolean[blocks];
        for (int b = 0; b < blocks; b++) {
            partner[b] = pairs.blockOf(g.image(pairs.firstPair(b)));
            for (int p = pairs.firstPair(b); p < pairs.firstPair(b + 1); p++) {
                int image = g.image(p);
                if (g.image(image) != p) {
                    throw new IllegalArgumentException("the permutation is no involution: it does not bring the block "
                            + "value " + p + " back");
                }
                if (pairs.blockOf(image) != partner[b]) {
                    throw new IllegalArgumentException("the image of a state would not be a state: the values of block "
                            + pairs.partition().block(b) + " go to several blocks");
                }
                moves[b] |= image != p;
            }
        }
        int[][] sites = IntStream.range(0, blocks).filter(b -> moves[b] && b <= partner[b])
                .mapToObj(b -> b == partner[b] ? new int[] {b} : new int[] {b, partner[b]}).toArray(int[][]::new);
        if (sites.length == 0) {
            throw new IllegalArgumentException("the permutation moves nothing");
        }
        for (int[] site : sites) {
            long values = 1;
            for (int block : site) {
                values *= pairs.valueCount(block);
            }
            if (values > MAX_VALUES) {
                throw new IllegalArgumentException((site.length == 1 ? "the block " + pairs.partition().block(site[0])
                        + " has " : "the blocks " + pairs.partition().block(site[0]) + " and "
                        + pairs.partition().block(site[1]) + " are exchanged and have ") + values
                        + " joint values; expected at most " + MAX_VALUES);
            }
        }
        return split(model, pairs, g, sites);
    }

    /** Takes blocks apart on which the involution acts variable by variable. */
    private static Sites split(GraphicalModel model, BlockValuePairs pairs, Permutation g, int[][] sites) {
        List<int[]> blocks = new ArrayList<>();
        List<int[]> variables = new ArrayList<>();
        for (int[] site : sites) {
            int[] moved = site.length == 1 ? alone(pairs, g, site[0]) : new int[0];
            for (int v : moved) {
                blocks.add(site);
                variables.add(new int[] {v});
            }
            if (moved.length == 0) {
                blocks.add(site);
                variables.add(Arrays.stream(site).flatMap(b -> Arrays.stream(pairs.partition().block(b).variables()))
                        .toArray());
            }
        }
        return new Sites(model, pairs, g, blocks.toArray(int[][]::new), variables.toArray(int[][]::new));
    }

    /** The variables of a block that are moved, if what each becomes depends on it alone; else none. */
    private static int[] alone(BlockValuePairs pairs, Permutation g, int block) {
        IntArrayList moved = new IntArrayList();
        int first = pairs.firstPair(block);
        for (int place = pairs.firstPlace(block); place < pairs.firstPlace(block + 1); place++) {
            Int2IntOpenHashMap images = new Int2IntOpenHashMap();
            images.defaultReturnValue(-1);
            boolean moves = false;
            for (int value = 0; value < pairs.valueCount(block); value++) {
                int before = pairs.variableValue(place, value);
                int after = pairs.variableValue(place, g.image(first + value) - first);
                int known = images.put(before, after);
                if (known >= 0 && known != after) {
                    return new int[0];
                }
                moves |= before != after;
            }
            if (moves) {
                moved.add(pairs.variable(place));
            }
        }
        return moved.toIntArray();
    }

    /** All variables of the site's blocks are written into the second state, which is scratch space. */
    private int image(BlockValuePairs pairs, Permutation g, int[] blocks, int site, int[] state, int[] after) {
        for (int block : blocks) {
            int pair = g.image(pairs.pair(block, state));
            int to = pairs.blockOf(pair);
            for (int i = pairs.firstPlace(to); i < pairs.firstPlace(to + 1); i++) {
                after[pairs.variable(i)] = pairs.variableValue(i, pair - pairs.firstPair(to));
            }
        }
        return value(site, after);
    }

    /** The sites that the involution moves: numbers 0 to this. */
    int count() {
        return count;
    }

    /** All sites, those of single variables that stay included. */
    int total() {
        return valueCounts.length;
    }

    int variableCount() {
        return variables.length;
    }

    boolean keepsBlocks() {
        return keepsBlocks;
    }

    int siteOf(int variable) {
        return siteOf[variable];
    }

    int valueCount(int site) {
        return valueCounts[site];
    }

    /** Whether another involution moves the same sites, with the same numbers. */
    boolean areThoseOf(Sites other) {
        return count == other.count && Arrays.equals(first, other.first) && Arrays.equals(variables, other.variables);
    }

    /** The joint value of a site's variables. */
    int value(int site, int[] state) {
        int value = 0;
        for (int i = first[site], end = first[site + 1]; i < end; i++) {
            value += strides[i] * state[variables[i]];
        }
        return value;
    }

    /** The value that the involution makes of a value; the same on sites that stay. */
    int image(int site, int value) {
        return site < count ? images[firstImage[site] + value] : value;
    }

    /** Gives the variables of a site the values that they have in another value of it, and reports which changed. */
    void change(int site, int from, int to, int[] state, long time, ChangeListener listener) {
        for (int i = first[site], end = first[site + 1]; i < end; i++) {
            int variable = variables[i];
            int before = from / strides[i] % sizes[variable];
            int after = to / strides[i] % sizes[variable];
            if (before != after) {
                state[variable] = after;
                listener.changed(time, variable, before, after);
            }
        }
    }

    /** Writes a site's value into a state. */
    void assign(int site, int value, int[] state) {
        for (int i = first[site], end = first[site + 1]; i < end; i++) {
            state[variables[i]] = value / strides[i] % sizes[variables[i]];
        }
    }
}
