package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.UnionFind;

/**
 * Proves the order of a group that is small for its degree (dihedral groups, translations of a torus) by listing the
 * images of a base B.
 *
 * <p>Let S generate G and let C hold B, the points bs for b in B and s in S, and a point of every other orbit. If the
 * tuple C has no more images under G than the tuple B, then whatever fixes B fixes C. So for s in S the stabilisers
 * of B and of Bs, which are conjugate, are equal, and s maps the points that they fix onto themselves: these are all
 * points, and |G| is the number of images of B. Costs |G| |S| |C| steps, whatever the degree.
 */
final class BaseImageEnumeration {

    /** Entries of the list of images, at most. */
    private static final long MOST_ENTRIES = 16_000_000;

    private final List<int[]> generators;
    private final int baseLength;
    private final int[] tuple;
    private final int limit;

    /** Images of the tuple one after the other, and an open hash table of their numbers plus one. */
    private int[] list;

    private final int[] table;
    private int count;

    private BaseImageEnumeration(List<int[]> generators, int baseLength, int[] tuple, int limit) {
        this.generators = generators;
        this.baseLength = baseLength;
        this.tuple = tuple;
        this.limit = limit;
        this.list = new int[(int) Math.min((long) limit * tuple.length, 1024L * tuple.length)];
        this.table = new int[Integer.highestOneBit(Math.max(4, limit)) * 4];
    }

    /**
     * Tries the proof if it promises to be cheaper than the strong generating test.
     *
     * @return true if the order of the chain is the order of the group
     */
    static boolean proves(MutableChain chain, List<int[]> generators) {
        int degree = chain.degree();
        BigInteger order = chain.order();
        int[] base = new int[chain.size()];
        Arrays.setAll(base, i -> chain.level(i).base);
        long points = (long) base.length * (1 + generators.size());
        if (order.bitLength() > 26 || order.longValue() * generators.size() * points > 4L * degree * degree
            || order.longValue() * (points + 1) > MOST_ENTRIES) {
            return false;
        }
        int[] tuple = tuple(degree, base, generators);
        int limit = order.intValueExact();
        return (long) limit * tuple.length <= MOST_ENTRIES
            && new BaseImageEnumeration(generators, base.length, tuple, limit).run();
    }

    /** C, with B in front. */
    private static int[] tuple(int degree, int[] base, List<int[]> generators) {
        UnionFind classes = new UnionFind(degree);
        for (int[] generator : generators) {
            for (int x = 0; x < degree; x++) {
                classes.union(x, generator[x]);
            }
        }
        Orbits orbits = Orbits.of(classes);
        boolean[] reached = new boolean[orbits.count()];
        boolean[] taken = new boolean[degree];
        int[] points = new int[base.length * (1 + generators.size()) + orbits.count()];
        int count = 0;
        for (int point : base) {
            points[count++] = point;
            taken[point] = true;
            reached[orbits.orbitOf(point)] = true;
        }
        for (int point : base) {
            for (int[] generator : generators) {
                if (!taken[generator[point]]) {
                    taken[generator[point]] = true;
                    points[count++] = generator[point];
                }
            }
        }
        for (int o = 0; o < orbits.count(); o++) {
            if (!reached[o] && orbits.size(o) > 1) {
                points[count++] = orbits.points(o)[0];
            }
        }
        return Arrays.copyOf(points, count);
    }

    private boolean run() {
        if (!add(tuple)) {
            return false;
        }
        int width = tuple.length;
        int[] image = new int[width];
        for (int head = 0; head < count; head++) {
            for (int[] generator : generators) {
                for (int i = 0; i < width; i++) {
                    image[i] = generator[list[head * width + i]];
                }
                if (!add(image)) {
                    return false;
                }
            }
        }
        return count == limit;
    }

    /** Adds an image unless it is known; false if there are too many or if the same image of B has another rest. */
    private boolean add(int[] image) {
        int width = tuple.length;
        long hash = 0;
        for (int i = 0; i < baseLength; i++) {
            hash = (hash + image[i] + 1) * 0x9E3779B97F4A7C15L;
        }
        int slot = (int) (hash >>> 32) & (table.length - 1);
        while (table[slot] != 0) {
            int at = (table[slot] - 1) * width;
            if (Arrays.equals(list, at, at + baseLength, image, 0, baseLength)) {
                return Arrays.equals(list, at, at + width, image, 0, width);
            }
            slot = (slot + 1) & (table.length - 1);
        }
        if (count == limit) {
            return false;
        }
        if ((count + 1) * width > list.length) {
            list = Arrays.copyOf(list, (int) Math.min((long) limit * width, 2L * list.length));
        }
        System.arraycopy(image, 0, list, count * width, width);
        table[slot] = ++count;
        return true;
    }
}
