package org.orbifold.group;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.group.element.Permutation;

/** Well-known groups, for users and tests. */
public final class NamedGroups {

    /** Points of a product of groups, at most: an element takes 4 GB. */
    private static final int MOST_POINTS = 1 << 30;


    private NamedGroups() {
    }

    /**
     * All permutations of n points.
     *
     * @param n the number of points
     * @return S_n
     */
    public static PermutationGroup symmetric(int n) {
        List<Permutation> generators = new ArrayList<>();
        if (n > 1) {
            generators.add(Permutation.transposition(n, 0, 1));
        }
        if (n > 2) {
            generators.add(cycle(n, 0, n));
        }
        return PermutationGroup.of(n, generators);
    }

    /**
     * All even permutations of n points.
     *
     * @param n the number of points
     * @return A_n
     */
    public static PermutationGroup alternating(int n) {
        List<Permutation> generators = new ArrayList<>();
        if (n > 2) {
            generators.add(cycle(n, 0, 3));
        }
        if (n > 3) {
            generators.add(cycle(n, n % 2 == 0 ? 1 : 0, n));
        }
        return PermutationGroup.of(n, generators);
    }

    /**
     * The rotations of n points on a circle.
     *
     * @param n the number of points
     * @return C_n, acting regularly
     */
    public static PermutationGroup cyclic(int n) {
        return PermutationGroup.of(n, n < 2 ? List.of() : List.of(cycle(n, 0, n)));
    }

    /**
     * The symmetries of a regular polygon, acting on its corners.
     *
     * @param n the number of corners, at least 3
     * @return the dihedral group of order 2n
     * @throws IllegalArgumentException if there are fewer than three corners
     */
    public static PermutationGroup dihedral(int n) {
        if (n < 3) {
            throw new IllegalArgumentException("a polygon has at least 3 corners, not " + n);
        }
        int[] reflection = new int[n];
        for (int x = 0; x < n; x++) {
            reflection[x] = n - 1 - x;
        }
        return PermutationGroup.generatedBy(cycle(n, 0, n), Permutation.ofImages(reflection));
    }

    /**
     * Two groups side by side.
     *
     * @param first a group on the first points
     * @param second a group on the points after them
     * @return the direct product on the disjoint union of the points
     */
    public static PermutationGroup directProduct(PermutationGroup first, PermutationGroup second) {
        int degree = first.degree() + second.degree();
        List<Permutation> generators = new ArrayList<>();
        first.generators().forEach(generator -> generators.add(generator.extendTo(degree)));
        second.generators().forEach(generator -> generators.add(shifted(generator, first.degree(), degree)));
        return PermutationGroup.of(degree, generators);
    }

    /**
     * The wreath product in imprimitive action: copies of the bottom group on blocks of points, and the top group on
     * the blocks. Point {@code p} of block {@code b} is {@code b * bottom.degree() + p}.
     *
     * @param bottom the group on a block
     * @param top the group on the blocks, transitive or not
     * @return bottom wr top of degree {@code bottom.degree() * top.degree()}
     */
    public static PermutationGroup wreath(PermutationGroup bottom, PermutationGroup top) {
        int size = bottom.degree();
        int degree = degree("the wreath product", (double) size * top.degree());
        List<Permutation> generators = new ArrayList<>();
        for (int orbit = 0; orbit < top.orbits().count(); orbit++) {
            int block = top.orbits().points(orbit)[0];
            bottom.generators().forEach(g -> generators.add(shifted(g, block * size, degree)));
        }
        for (Permutation generator : top.generators()) {
            int[] images = new int[degree];
            for (int x = 0; x < degree; x++) {
                images[x] = generator.image(x / size) * size + x % size;
            }
            generators.add(Permutation.ofImages(images));
        }
        return PermutationGroup.of(degree, generators);
    }

    /**
     * The wreath product in product action: on tuples with an entry per point of the top group, each a point of the
     * bottom group. The tuple (a_0, a_1, ...) is the point a_0 + a_1 d + a_2 d² + ..., where d is the bottom group's
     * degree.
     *
     * @param bottom the group on the entries
     * @param top the group on the places
     * @return bottom wr top of degree {@code bottom.degree()} to the power of {@code top.degree()}
     */
    public static PermutationGroup wreathProductAction(PermutationGroup bottom, PermutationGroup top) {
        int size = bottom.degree();
        int places = top.degree();
        int degree = degree("the wreath product in product action", Math.pow(size, places));
        List<Permutation> generators = new ArrayList<>();
        for (int orbit = 0; orbit < top.orbits().count(); orbit++) {
            int place = top.orbits().points(orbit)[0];
            for (Permutation generator : bottom.generators()) {
                generators.add(onTuples(degree, size, places, tuple -> {
                    tuple[place] = generator.image(tuple[place]);
                    return tuple;
                }));
            }
        }
        for (Permutation generator : top.generators()) {
            generators.add(onTuples(degree, size, places, tuple -> {
                int[] moved = new int[places];
                for (int i = 0; i < places; i++) {
                    moved[generator.image(i)] = tuple[i];
                }
                return moved;
            }));
        }
        return PermutationGroup.of(degree, generators);
    }

    private static int degree(String group, double points) {
        if (points > MOST_POINTS) {
            throw new IllegalArgumentException(group + " would act on " + points + " points; expected at most "
                + MOST_POINTS);
        }
        return (int) points;
    }

    /**
     * The symmetries of a hypercube, acting on its corners.
     *
     * @param dimension at least 1
     * @return the group of order 2^d d! on 2^d points
     */
    public static PermutationGroup hypercube(int dimension) {
        return wreathProductAction(symmetric(2), symmetric(dimension));
    }

    /**
     * Rubik's cube: the quarter turns of its six faces, on the 48 stickers that move. Stickers of the faces U, L, F,
     * R, B, D are numbered 0 to 7, 8 to 15, ..., 40 to 47, row by row, centres left out.
     *
     * @return the group of order 43252003274489856000
     */
    public static PermutationGroup rubiksCube() {
        String[] turns = {
            "(0 2 7 5)(1 4 6 3)(8 32 24 16)(9 33 25 17)(10 34 26 18)",
            "(8 10 15 13)(9 12 14 11)(0 16 40 39)(3 19 43 36)(5 21 45 34)",
            "(16 18 23 21)(17 20 22 19)(5 24 42 15)(6 27 41 12)(7 29 40 10)",
            "(24 26 31 29)(25 28 30 27)(2 37 42 18)(4 35 44 20)(7 32 47 23)",
            "(32 34 39 37)(33 36 38 35)(2 8 45 31)(1 11 46 28)(0 13 47 26)",
            "(40 42 47 45)(41 44 46 43)(13 21 29 37)(14 22 30 38)(15 23 31 39)",
        };
        List<Permutation> generators = new ArrayList<>();
        for (String turn : turns) {
            generators.add(Permutation.parseCycles(48, turn));
        }
        return PermutationGroup.of(48, generators);
    }

    private interface TupleMap {
        int[] apply(int[] tuple);
    }

    private static Permutation onTuples(int degree, int size, int places, TupleMap map) {
        int[] images = new int[degree];
        for (int x = 0; x < degree; x++) {
            int[] tuple = new int[places];
            int rest = x;
            for (int i = 0; i < places; i++) {
                tuple[i] = rest % size;
                rest /= size;
            }
            int[] moved = map.apply(tuple);
            int image = 0;
            for (int i = places - 1; i >= 0; i--) {
                image = image * size + moved[i];
            }
            images[x] = image;
        }
        return Permutation.ofImages(images);
    }

    private static Permutation cycle(int degree, int from, int to) {
        int[] points = new int[to - from];
        for (int i = 0; i < points.length; i++) {
            points[i] = from + i;
        }
        return Permutation.ofCycles(degree, points);
    }

    private static Permutation shifted(Permutation permutation, int offset, int degree) {
        int[] points = permutation.support();
        int[] images = permutation.imageOf(points);
        for (int i = 0; i < points.length; i++) {
            points[i] += offset;
            images[i] += offset;
        }
        return Permutation.sparse(degree, points, images);
    }
}
