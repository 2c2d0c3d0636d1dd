package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

/**
 * Orbits on which a group acts in the same way: a bijection from one to the other commutes with all generators, so what
 * an element does on the one says what it does on the other. One orbit of each class is kept, the others are copies.
 *
 * <p>Points that correspond are moved by the same generators in cycles of the same lengths, so candidates are few
 * when generators are sparse. Only some are tried: an overlooked pair costs time later, never correctness.
 */
final class EquivalentOrbits {

    private static final int TRIES = 64;
    private static final int CLASSES_PER_SIGNATURE = 8;

    /** One row of points per orbit of a class, aligned; the first is kept. Classes of one orbit included. */
    private final List<int[][]> classes;

    private final int degree;
    private final boolean anyLinked;

    private EquivalentOrbits(int degree, List<int[][]> classes) {
        this.degree = degree;
        this.classes = classes;
        this.anyLinked = classes.stream().anyMatch(rows -> rows.length > 1);
    }

    static EquivalentOrbits find(SparseAction action, Orbits orbits) {
        int degree = action.degree();
        long[] fingerprint = action.fingerprints();
        Long2ObjectOpenHashMap<List<List<int[]>>> bySignature = new Long2ObjectOpenHashMap<>();
        List<List<int[]>> classes = new ArrayList<>();
        int[] map = new int[degree];
        Arrays.fill(map, -1);
        int[] queue = new int[degree];
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) == 1) {
                continue;
            }
            int[] points = orbits.points(o);
            long signature = SparseAction.mix(points.length);
            for (int x : points) {
                signature += SparseAction.mix(fingerprint[x]);
            }
            List<List<int[]>> similar = bySignature.computeIfAbsent(signature, s -> new ArrayList<>());
            boolean placed = false;
            for (int c = 0; c < Math.min(similar.size(), CLASSES_PER_SIGNATURE) && !placed; c++) {
                int[] row = align(similar.get(c).get(0), points, action, fingerprint, map, queue);
                if (row != null) {
                    similar.get(c).add(row);
                    placed = true;
                }
            }
            if (!placed) {
                List<int[]> rows = new ArrayList<>(1);
                rows.add(points);
                similar.add(rows);
                classes.add(rows);
            }
        }
        return new EquivalentOrbits(degree, classes.stream().map(rows -> rows.toArray(new int[0][])).toList());
    }

    /** The points in the order of a row that the action takes to them; null if no such order is found. */
    private static int @Nullable [] align(int[] row, int[] points, SparseAction action, long[] fingerprint, int[] map,
            int[] queue) {
        if (row.length != points.length) {
            return null;
        }
        int from = rarest(row, fingerprint);
        int tries = 0;
        for (int y : points) {
            if (fingerprint[y] == fingerprint[from] && tries++ < TRIES && action.extend(from, y, map, queue)) {
                int[] aligned = new int[row.length];
                for (int i = 0; i < row.length; i++) {
                    aligned[i] = map[row[i]];
                    map[row[i]] = -1;
                }
                return aligned;
            }
        }
        return null;
    }

    /** A point of a rarest fingerprint. */
    private static int rarest(int[] points, long[] fingerprint) {
        long[] sorted = new long[points.length];
        Arrays.setAll(sorted, i -> fingerprint[points[i]]);
        Arrays.sort(sorted);
        long value = sorted[0];
        int best = Integer.MAX_VALUE;
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
        for (int x : points) {
            if (fingerprint[x] == value) {
                return x;
            }
        }
        throw new AssertionError("the rarest fingerprint belongs to no point");
    }

    boolean anyLinked() {
        return anyLinked;
    }

    /** Per kept point the point itself and its copies; null elsewhere. */
    int[] @Nullable [] copies() {
        int[] @Nullable [] result = new int[degree][];
        for (int[][] rows : classes) {
            for (int i = 0; i < rows[0].length; i++) {
                int column = i;
                result[rows[0][i]] = Arrays.stream(rows).mapToInt(row -> row[column]).toArray();
            }
        }
        return result;
    }

    /** The kept points in increasing order. */
    int[] kept() {
        return classes.stream().flatMapToInt(rows -> Arrays.stream(rows[0])).sorted().toArray();
    }

    /** The generators on the kept points, renumbered, identities left out. */
    List<Permutation> restrict(List<Permutation> generators, int[] kept) {
        int[] local = new int[degree];
        Arrays.fill(local, -1);
        for (int i = 0; i < kept.length; i++) {
            local[kept[i]] = i;
        }
        List<Permutation> result = new ArrayList<>();
        for (Permutation generator : generators) {
            int[] count = {0};
            generator.forEachMoved((x, y) -> count[0] += local[x] >= 0 ? 1 : 0);
            if (count[0] == 0) {
                continue;
            }
            int[] points = new int[count[0]];
            int[] images = new int[count[0]];
            count[0] = 0;
            generator.forEachMoved((x, y) -> {
                if (local[x] >= 0) {
                    points[count[0]] = local[x];
                    images[count[0]++] = local[y];
                }
            });
            result.add(Permutation.sparse(kept.length, points, images));
        }
        return result;
    }
}
