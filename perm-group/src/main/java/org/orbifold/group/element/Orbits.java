package org.orbifold.group.element;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The orbits of points under a group, computed from generators alone by union–find: near-linear in the total support of
 * the generators plus the degree, and no stabiliser chain is needed. Orbits are numbered by their smallest points.
 */
public final class Orbits {

    /** Orbits, and points of each, that a text shows. */
    private static final int SHOWN = 20;

    private final int[] orbitOf;

    /** Points sorted by orbit; orbit {@code o} is {@code points[starts[o]] .. points[starts[o + 1] - 1]}. */
    private final int[] points;

    private final int[] starts;

    private Orbits(int[] orbitOf, int count) {
        this.orbitOf = orbitOf;
        this.starts = new int[count + 1];
        for (int orbit : orbitOf) {
            starts[orbit + 1]++;
        }
        for (int o = 0; o < count; o++) {
            starts[o + 1] += starts[o];
        }
        this.points = new int[orbitOf.length];
        int[] next = Arrays.copyOf(starts, count);
        for (int x = 0; x < orbitOf.length; x++) {
            points[next[orbitOf[x]]++] = x;
        }
    }

    /**
     * The orbits of the generated group.
     *
     * @param degree the number of points
     * @param generators permutations of that degree
     * @return the partition of the points into orbits
     * @throws IllegalArgumentException if a generator has another degree
     */
    public static Orbits of(int degree, Collection<Permutation> generators) {
        UnionFind classes = new UnionFind(degree);
        for (Permutation generator : generators) {
            if (generator.degree() != degree) {
                throw new IllegalArgumentException("a generator of degree " + generator.degree()
                    + " among points of degree " + degree);
            }
            generator.forEachMoved(classes::union);
        }
        return of(classes);
    }

    /**
     * The classes of a union–find structure as orbits.
     *
     * @param classes disjoint sets of points
     * @return the partition
     */
    public static Orbits of(UnionFind classes) {
        int degree = classes.size();
        int[] orbitOf = new int[degree];
        int[] number = new int[degree];
        Arrays.fill(number, -1);
        int count = 0;
        for (int x = 0; x < degree; x++) {
            int root = classes.find(x);
            if (number[root] < 0) {
                number[root] = count++;
            }
            orbitOf[x] = number[root];
        }
        return new Orbits(orbitOf, count);
    }

    /**
     * The number of orbits, those of one point included.
     *
     * @return how many
     */
    public int count() {
        return starts.length - 1;
    }

    /**
     * The orbit that holds a point.
     *
     * @param point a point
     * @return the number of its orbit
     */
    public int orbitOf(int point) {
        try {
            return orbitOf[point];
        } catch (ArrayIndexOutOfBoundsException e) {
            IndexOutOfBoundsException named = new IndexOutOfBoundsException("point " + point + " of "
                + orbitOf.length + " points");
            named.initCause(e);
            throw named;
        }
    }

    /**
     * The size of an orbit.
     *
     * @param orbit the number of an orbit
     * @return how many points it has
     */
    public int size(int orbit) {
        check(orbit);
        return starts[orbit + 1] - starts[orbit];
    }

    /**
     * The points of an orbit.
     *
     * @param orbit the number of an orbit
     * @return its points in increasing order
     */
    public int[] points(int orbit) {
        check(orbit);
        return Arrays.copyOfRange(points, starts[orbit], starts[orbit + 1]);
    }

    private void check(int orbit) {
        if (orbit < 0 || orbit >= count()) {
            throw new IndexOutOfBoundsException("orbit " + orbit + " of " + count() + " orbits");
        }
    }

    /**
     * All orbit sizes.
     *
     * @return sizes in the order of the orbits' smallest points
     */
    public int[] sizes() {
        int[] sizes = new int[count()];
        for (int o = 0; o < sizes.length; o++) {
            sizes[o] = size(o);
        }
        return sizes;
    }

    /**
     * Whether all points are in one orbit. No points and one point count as transitive.
     *
     * @return true if there is at most one orbit
     */
    public boolean isTransitive() {
        return count() <= 1;
    }

    /**
     * The orbit of a set of points.
     *
     * @param set distinct points, in any order
     * @param generators generators of the group
     * @param limit how many sets may be found before the search gives up
     * @return the images of the set, each sorted, the set itself first
     * @throws IllegalStateException if the orbit has more than {@code limit} members
     */
    public static List<int[]> ofSet(int[] set, Collection<Permutation> generators, int limit) {
        return ofTuple(set, generators, limit, true);
    }

    /**
     * The orbit of an ordered tuple of points.
     *
     * @param tuple points; repetitions are allowed
     * @param generators generators of the group
     * @param limit how many tuples may be found before the search gives up
     * @return the images of the tuple, the tuple itself first
     * @throws IllegalStateException if the orbit has more than {@code limit} members
     */
    public static List<int[]> ofTuple(int[] tuple, Collection<Permutation> generators, int limit) {
        return ofTuple(tuple, generators, limit, false);
    }

    private static List<int[]> ofTuple(int[] tuple, Collection<Permutation> generators, int limit,
            boolean sorted) {
        int[] first = tuple.clone();
        if (sorted) {
            Arrays.sort(first);
        }
        ObjectOpenHashSet<IntArrayList> seen = new ObjectOpenHashSet<>();
        List<int[]> queue = new ArrayList<>();
        seen.add(IntArrayList.wrap(first));
        queue.add(first);
        for (int head = 0; head < queue.size(); head++) {
            int[] current = queue.get(head);
            for (Permutation generator : generators) {
                int[] image = generator.imageOf(current);
                if (sorted) {
                    Arrays.sort(image);
                }
                if (seen.add(IntArrayList.wrap(image))) {
                    queue.add(image);
                    if (queue.size() > limit) {
                        throw new IllegalStateException("the orbit has more than " + limit
                            + " members; raise the limit or use the stabiliser chain");
                    }
                }
            }
        }
        return List.copyOf(queue);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(count()).append(count() == 1 ? " orbit" : " orbits")
                .append(" of ").append(orbitOf.length).append(orbitOf.length == 1 ? " point:" : " points:");
        for (int o = 0; o < Math.min(count(), SHOWN); o++) {
            int[] all = points(o);
            text.append(" {");
            for (int i = 0; i < Math.min(all.length, SHOWN); i++) {
                text.append(i > 0 ? "," : "").append(all[i]);
            }
            text.append(all.length > SHOWN ? ",… (" + all.length + " points)}" : "}");
        }
        return text.append(count() > SHOWN ? " …" : "").toString();
    }
}
