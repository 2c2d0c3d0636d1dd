package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.Int2IntAVLTreeMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Permutation;

/**
 * Tiles of points that a group permutes and inside which it contains every even permutation, or every permutation.
 *
 * <p>A tile is a table of points with a row per link and a column per position: an element that maps a tile to
 * another moves whole columns, and rows stay rows. With one row a tile is a block of imprimitivity; with several, the
 * rows are orbits on which the group acts in parallel.
 *
 * <p>Dividing by the product of the tiles' symmetric (alternating) groups leaves a group that acts faithfully on one
 * point per tile (on two, which an odd map exchanges) together with the points outside the tiles: the quotient.
 */
final class Tiling {

    private final int degree;
    private final boolean alternating;

    /** {@code tiles[t][link][position]}. */
    private final int[][][] tiles;

    /** Per point: its tile (-1 outside), row and column there. */
    private final int[] tileOf;

    private final int[] linkOf;
    private final int[] positionOf;

    /** Per tile its (first) quotient point; per point outside its quotient point. */
    private final int[] quotientOfTile;

    private final int[] quotientOfPoint;
    private final int[] outside;
    private final int quotientDegree;

    Tiling(int degree, List<int[][]> tiles, boolean alternating) {
        this.degree = degree;
        this.alternating = alternating;
        this.tiles = tiles.toArray(new int[0][][]);
        tileOf = new int[degree];
        linkOf = new int[degree];
        positionOf = new int[degree];
        Arrays.fill(tileOf, -1);
        quotientOfTile = new int[this.tiles.length];
        int next = 0;
        for (int t = 0; t < this.tiles.length; t++) {
            quotientOfTile[t] = next;
            next += alternating ? 2 : 1;
            for (int link = 0; link < this.tiles[t].length; link++) {
                int[] row = this.tiles[t][link];
                for (int position = 0; position < row.length; position++) {
                    tileOf[row[position]] = t;
                    linkOf[row[position]] = link;
                    positionOf[row[position]] = position;
                }
            }
        }
        quotientOfPoint = new int[degree];
        List<Integer> others = new ArrayList<>();
        for (int x = 0; x < degree; x++) {
            quotientOfPoint[x] = -1;
            if (tileOf[x] < 0) {
                quotientOfPoint[x] = next++;
                others.add(x);
            }
        }
        outside = others.stream().mapToInt(x -> x).toArray();
        quotientDegree = next;
    }

    int degree() {
        return degree;
    }

    boolean isAlternating() {
        return alternating;
    }

    int tileCount() {
        return tiles.length;
    }

    /** Number of positions of a tile. */
    int tileSize(int tile) {
        return tiles[tile][0].length;
    }

    int[][] tile(int tile) {
        return tiles[tile];
    }

    int quotientDegree() {
        return quotientDegree;
    }

    int[] outside() {
        return outside;
    }

    int quotientOfTile(int tile) {
        return quotientOfTile[tile];
    }

    int quotientOfPoint(int point) {
        return quotientOfPoint[point];
    }

    /** The (first) quotient point of a point's tile, or of the point itself. */
    int quotientImage(int point) {
        return tileOf[point] < 0 ? quotientOfPoint[point] : quotientOfTile[tileOf[point]];
    }

    /** An element over a quotient element of symmetric tiles: columns keep their order. */
    int[] lift(int[] element) {
        int[] tileAt = new int[quotientDegree];
        int[] pointAt = new int[quotientDegree];
        for (int t = 0; t < tiles.length; t++) {
            tileAt[quotientOfTile[t]] = t;
        }
        for (int x : outside) {
            pointAt[quotientOfPoint[x]] = x;
        }
        int[] images = new int[degree];
        for (int t = 0; t < tiles.length; t++) {
            int[][] target = tiles[tileAt[element[quotientOfTile[t]]]];
            for (int link = 0; link < target.length; link++) {
                for (int position = 0; position < target[link].length; position++) {
                    images[tiles[t][link][position]] = target[link][position];
                }
            }
        }
        for (int x : outside) {
            images[x] = pointAt[element[quotientOfPoint[x]]];
        }
        return images;
    }

    /** Whether the tiles cover all points. */
    boolean coversAll() {
        return outside.length == 0;
    }

    /**
     * The quotient image of a permutation.
     *
     * @param images a permutation of the points
     * @param quotient where its images on the quotient's points go
     * @param seen scratch space, as long as the largest tile, all false before and after
     * @return false if the permutation does not respect the tiles
     */
    boolean project(int[] images, int[] quotient, boolean[] seen) {
        for (int t = 0; t < tiles.length; t++) {
            int target = tileOf[images[tiles[t][0][0]]];
            if (target < 0 || !mapsOnto(images, t, target)) {
                return false;
            }
            int q = quotientOfTile[target];
            if (!alternating) {
                quotient[quotientOfTile[t]] = q;
            } else {
                int odd = isOdd(images, t, seen) ? 1 : 0;
                quotient[quotientOfTile[t]] = q + odd;
                quotient[quotientOfTile[t] + 1] = q + 1 - odd;
            }
        }
        for (int x : outside) {
            int image = quotientOfPoint[images[x]];
            if (image < 0) {
                return false;
            }
            quotient[quotientOfPoint[x]] = image;
        }
        return true;
    }

    private boolean mapsOnto(int[] images, int tile, int target) {
        int[][] rows = tiles[tile];
        if (rows.length != tiles[target].length || rows[0].length != tiles[target][0].length) {
            return false;
        }
        for (int position = 0; position < rows[0].length; position++) {
            int first = images[rows[0][position]];
            if (tileOf[first] != target) {
                return false;
            }
            int column = positionOf[first];
            for (int link = 0; link < rows.length; link++) {
                if (images[rows[link][position]] != tiles[target][link][column]) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isOdd(int[] images, int tile, boolean[] seen) {
        int[] row = tiles[tile][0];
        int transpositions = 0;
        for (int start = 0; start < row.length; start++) {
            if (!seen[start]) {
                seen[start] = true;
                for (int p = positionOf[images[row[start]]]; p != start; p = positionOf[images[row[p]]]) {
                    seen[p] = true;
                    transpositions++;
                }
            }
        }
        Arrays.fill(seen, 0, row.length, false);
        return (transpositions & 1) != 0;
    }

    /**
     * The images of generators on the quotient's points, identities and repetitions left out, at the cost of
     * supports.
     */
    List<Permutation> quotientGenerators(List<Permutation> generators) {
        Set<Permutation> result = new LinkedHashSet<>();
        for (Permutation generator : generators) {
            Permutation image = quotientImage(generator);
            if (!image.isIdentity()) {
                result.add(image);
            }
        }
        return List.copyOf(result);
    }

    /** Projects one element that respects the tiles. A tile that stays is looked at only where points move. */
    private Permutation quotientImage(Permutation element) {
        Int2IntAVLTreeMap images = new Int2IntAVLTreeMap();
        IntOpenHashSet oddTiles = new IntOpenHashSet();
        Cycles cycles = element.cycles();
        for (int c = 0; c < cycles.count(); c++) {
            int length = cycles.length(c);
            for (int i = 0; i < length; i++) {
                int x = cycles.point(c, i);
                int y = cycles.point(c, i + 1 == length ? 0 : i + 1);
                if (tileOf[x] < 0) {
                    images.put(quotientOfPoint[x], quotientOfPoint[y]);
                } else if (tileOf[x] != tileOf[y] && !images.containsKey(quotientOfTile[tileOf[x]])) {
                    putTile(element, tileOf[x], tileOf[y], images);
                }
            }
            // A tile that stays holds whole cycles; each even cycle length changes the parity.
            int tile = tileOf[cycles.point(c, 0)];
            if (alternating && tile >= 0 && tile == tileOf[cycles.point(c, 1)] && length % 2 == 0
                && !oddTiles.add(tile)) {
                oddTiles.remove(tile);
            }
        }
        for (int tile : oddTiles) {
            images.put(quotientOfTile[tile], quotientOfTile[tile] + 1);
            images.put(quotientOfTile[tile] + 1, quotientOfTile[tile]);
        }
        return Permutation.fromTrustedPairs(quotientDegree, images.keySet().toIntArray(),
            images.values().toIntArray());
    }

    private void putTile(Permutation element, int tile, int target, Int2IntAVLTreeMap images) {
        int from = quotientOfTile[tile];
        int to = quotientOfTile[target];
        if (!alternating) {
            images.put(from, to);
            return;
        }
        int[] row = tiles[tile][0];
        boolean[] seen = new boolean[row.length];
        int transpositions = 0;
        for (int start = 0; start < row.length; start++) {
            for (int p = start; !seen[p]; p = positionOf[element.image(row[p])]) {
                seen[p] = true;
                transpositions += p == start ? 0 : 1;
            }
        }
        images.put(from, to + (transpositions & 1));
        images.put(from + 1, to + 1 - (transpositions & 1));
    }

    int largestTile() {
        int largest = 0;
        for (int[][] tile : tiles) {
            largest = Math.max(largest, tile[0].length);
        }
        return largest;
    }
}
