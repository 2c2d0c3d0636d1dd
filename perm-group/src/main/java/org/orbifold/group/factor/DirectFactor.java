package org.orbifold.group.factor;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.orbifold.group.element.Permutation;

/** A direct factor of a group: which points it moves, and the group on them. Immutable. */
public final class DirectFactor {

    private final int[] points;
    private final GroupStructure group;

    DirectFactor(int[] points, GroupStructure group) {
        this.points = points;
        this.group = group;
    }

    /**
     * The full symmetric group on tiles of points: every permutation of the tiles, point i of a tile going to point i
     * of another.
     *
     * @param tiles at least two tiles of equally many points, at least one; copied
     * @return the factor
     * @throws IllegalArgumentException if there are fewer tiles, their sizes differ, or a point is repeated
     */
    public static DirectFactor symmetric(int[]... tiles) {
        if (tiles.length < 2 || tiles[0].length == 0) {
            throw new IllegalArgumentException(tiles.length + " tiles"
                + (tiles.length == 0 ? "" : " of " + tiles[0].length + " points")
                + ": a symmetric factor has at least two tiles of at least one point");
        }
        int width = tiles[0].length;
        int[] points = new int[Math.multiplyExact(tiles.length, width)];
        for (int t = 0; t < tiles.length; t++) {
            if (tiles[t].length != width) {
                throw new IllegalArgumentException("tile " + t + " has " + tiles[t].length + " points but tile 0 has "
                    + width + "; tiles of one factor correspond point by point");
            }
            System.arraycopy(tiles[t], 0, points, t * width, width);
        }
        int[] sorted = points.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException("point " + sorted[i] + " is repeated in the tiles of a factor");
            }
        }
        return new DirectFactor(points, new SymmetricFactor(tiles.length, width));
    }

    /**
     * The tiles of points that this factor permutes in all ways, if it is of that shape.
     *
     * @return the tiles as {@link #symmetric} takes them, new arrays; empty for other groups
     */
    public Optional<int[][]> tiles() {
        if (!(group instanceof SymmetricFactor symmetric)) {
            return Optional.empty();
        }
        int[][] tiles = new int[symmetric.tiles()][];
        for (int t = 0; t < tiles.length; t++) {
            tiles[t] = Arrays.copyOfRange(points, t * symmetric.width(), (t + 1) * symmetric.width());
        }
        return Optional.of(tiles);
    }

    /**
     * Generators of the factor as permutations of the points of the whole group.
     *
     * @param degree the number of points of the whole group
     * @return permutations that move points of this factor only
     */
    public List<Permutation> generators(int degree) {
        return group.stabilizer().stream().map(local -> embed(local, degree)).toList();
    }

    /** An element of the group as a permutation of the points of the whole group. */
    Permutation embed(Permutation local, int degree) {
        int[] from = local.support();
        int[] to = local.imageOf(from);
        for (int i = 0; i < from.length; i++) {
            from[i] = points[from[i]];
            to[i] = points[to[i]];
        }
        return Permutation.sparse(degree, from, to);
    }

    /**
     * This factor of a group on the points of another factor, as a factor of the whole group.
     *
     * @param outer a factor whose group has this one's points
     * @return the same group on the points that the whole group calls them
     */
    public DirectFactor within(DirectFactor outer) {
        return new DirectFactor(outer.pointsOf(points), group);
    }

    private int[] pointsOf(int[] local) {
        return Arrays.stream(local).map(i -> points[i]).toArray();
    }

    /**
     * The points of the factor.
     *
     * @return a new array; entry {@code i} is the point that the group calls {@code i}
     */
    public int[] points() {
        return points.clone();
    }

    /** Without a copy, for the loops of this module; not to be written to. */
    int[] pointsShared() {
        return points;
    }

    /**
     * One point of the factor.
     *
     * @param local the group's number of the point
     * @return the point of the whole group
     */
    public int point(int local) {
        if (local < 0 || local >= points.length) {
            throw new IndexOutOfBoundsException("point " + local + " of a factor of " + points.length
                + " points, numbered from 0");
        }
        return points[local];
    }

    /**
     * The number of points.
     *
     * @return how many points the factor has
     */
    public int size() {
        return points.length;
    }

    /**
     * The group on the local points; factors with equal generators share one object.
     *
     * @return the group
     */
    public GroupStructure group() {
        return group;
    }
}
