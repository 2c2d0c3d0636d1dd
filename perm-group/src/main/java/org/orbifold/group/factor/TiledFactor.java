package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/**
 * A group that contains the symmetric (or alternating) groups of all its tiles: order, membership and uniform
 * elements need only its quotient, see {@link Tiling}. A uniform element is a uniform element of the quotient, which
 * says where tiles go and with which parity, and a uniform permutation of that parity inside each tile
 * (Fisher–Yates).
 */
final class TiledFactor implements GroupStructure {

    private final Tiling tiling;
    private final GroupStructure quotient;
    private final List<Permutation> generators;
    private final BigInteger order;

    TiledFactor(Tiling tiling, GroupStructure quotient, List<Permutation> generators) {
        this.tiling = tiling;
        this.generators = generators;
        this.quotient = quotient;
        List<BigInteger> parts = new ArrayList<>();
        parts.add(quotient.order());
        int lastSize = -1;
        BigInteger last = BigInteger.ONE;
        for (int t = 0; t < tiling.tileCount(); t++) {
            if (tiling.tileSize(t) != lastSize) {
                lastSize = tiling.tileSize(t);
                last = Products.factorial(lastSize).shiftRight(tiling.isAlternating() ? 1 : 0);
            }
            parts.add(last);
        }
        order = Products.of(parts);
    }

    @Override
    public Kind kind() {
        if (tiling.tileCount() > 1 || !tiling.coversAll()) {
            return Kind.GIANT_EXTENSION;
        }
        return tiling.isAlternating() && quotient.kind() == Kind.TRIVIAL ? Kind.ALTERNATING : Kind.SYMMETRIC;
    }

    /** The columns of the only tile. */
    int[][] columns() {
        int[][] rows = tiling.tile(0);
        int[][] columns = new int[rows[0].length][rows.length];
        for (int c = 0; c < columns.length; c++) {
            for (int row = 0; row < rows.length; row++) {
                columns[c][row] = rows[row][c];
            }
        }
        return columns;
    }

    @Override
    public int degree() {
        return tiling.degree();
    }

    @Override
    public BigInteger order() {
        return order;
    }

    @Override
    public int[] base() {
        // All but one column of every tile fix the tiles point by point.
        List<Integer> base = new ArrayList<>();
        for (int t = 0; t < tiling.tileCount(); t++) {
            for (int position = 0; position + 1 < tiling.tileSize(t); position++) {
                base.add(tiling.tile(t)[0][position]);
            }
        }
        boolean[] needed = new boolean[tiling.quotientDegree()];
        for (int q : quotient.base()) {
            needed[q] = true;
        }
        for (int x : tiling.outside()) {
            if (needed[tiling.quotientOfPoint(x)]) {
                base.add(x);
            }
        }
        return base.stream().mapToInt(x -> x).toArray();
    }

    @Override
    public boolean isVerified() {
        return quotient.isVerified();
    }

    @Override
    public List<int[]> stabilizer(int... points) {
        boolean[] fixed = new boolean[tiling.degree()];
        for (int point : points) {
            fixed[point] = true;
        }
        if (kind() == Kind.ALTERNATING) {
            return insideTile(0, fixed, true);
        }
        if (kind() == Kind.SYMMETRIC) {
            return insideTile(0, fixed, false);
        }
        if (tiling.isAlternating()) {
            return ChainStabilizer.of(tiling.degree(), generators.stream().map(Permutation::images).toList(), order,
                points);
        }
        List<int[]> result = new ArrayList<>();
        int[] quotientPoints = new int[points.length];
        for (int i = 0; i < points.length; i++) {
            quotientPoints[i] = tiling.quotientImage(points[i]);
        }
        for (int t = 0; t < tiling.tileCount(); t++) {
            result.addAll(insideTile(t, fixed, false));
        }
        // Tiles with a fixed point stay where they are, so an order-preserving lift fixes them point by point.
        for (int[] element : quotient.stabilizer(Arrays.stream(quotientPoints).distinct().toArray())) {
            result.add(tiling.lift(element));
        }
        return result;
    }

    /** Generators of the symmetric or alternating group on the columns of a tile that hold no fixed point. */
    private List<int[]> insideTile(int tile, boolean[] fixed, boolean even) {
        int[][] rows = tiling.tile(tile);
        int[] free = new int[rows[0].length];
        int count = 0;
        for (int position = 0; position < free.length; position++) {
            boolean open = true;
            for (int[] row : rows) {
                open &= !fixed[row[position]];
            }
            if (open) {
                free[count++] = position;
            }
        }
        List<int[]> result = new ArrayList<>();
        if (!even && count >= 2) {
            result.add(columnCycle(rows, free, 0, 2));
        }
        if (even && count >= 3) {
            result.add(columnCycle(rows, free, 0, 3));
        }
        if (count >= (even ? 4 : 3)) {
            // With the short cycle, a long one of the right parity generates everything.
            result.add(columnCycle(rows, free, even && count % 2 == 0 ? 1 : 0, count));
        }
        return result;
    }

    private int[] columnCycle(int[][] rows, int[] columns, int from, int to) {
        int[] images = Images.identity(tiling.degree());
        for (int[] row : rows) {
            for (int i = from; i < to; i++) {
                images[row[columns[i]]] = row[columns[i + 1 < to ? i + 1 : from]];
            }
        }
        return images;
    }

    @Override
    public Evaluator evaluator() {
        return new TiledEvaluator();
    }

    private final class TiledEvaluator implements Evaluator {

        private final Evaluator inner = quotient.evaluator();
        private final boolean trivialQuotient = quotient.kind() == Kind.TRIVIAL;
        private final int[] image = new int[tiling.quotientDegree()];
        private final boolean[] seen = new boolean[tiling.largestTile()];
        private final int[] shuffle = new int[tiling.largestTile()];

        /** Per quotient point, the tile it stands for, or -1. */
        private final int[] tileAt = new int[tiling.quotientDegree()];

        private final int[] pointAt = new int[tiling.quotientDegree()];

        TiledEvaluator() {
            Arrays.fill(tileAt, -1);
            for (int t = 0; t < tiling.tileCount(); t++) {
                tileAt[tiling.quotientOfTile(t)] = t;
                if (tiling.isAlternating()) {
                    tileAt[tiling.quotientOfTile(t) + 1] = t;
                }
            }
            for (int x : tiling.outside()) {
                pointAt[tiling.quotientOfPoint(x)] = x;
            }
            Images.setIdentity(image);
        }

        @Override
        public boolean contains(int[] images) {
            boolean inside = tiling.project(images, image, seen)
                && (trivialQuotient ? Images.isIdentity(image) : inner.contains(image));
            Images.setIdentity(image);
            return inside;
        }

        @Override
        public void random(RandomGenerator random, int[] images) {
            if (!trivialQuotient) {
                inner.random(random, image);
            }
            for (int t = 0; t < tiling.tileCount(); t++) {
                int q = tiling.quotientOfTile(t);
                int targetPoint = image[q];
                int target = tileAt[targetPoint];
                int size = tiling.tileSize(t);
                boolean odd = shuffle(size, random);
                if (tiling.isAlternating() && odd != (targetPoint != tiling.quotientOfTile(target))) {
                    int swap = shuffle[0];
                    shuffle[0] = shuffle[1];
                    shuffle[1] = swap;
                }
                int[][] rows = tiling.tile(t);
                int[][] targetRows = tiling.tile(target);
                for (int link = 0; link < rows.length; link++) {
                    int[] row = rows[link];
                    int[] targetRow = targetRows[link];
                    for (int position = 0; position < size; position++) {
                        images[row[position]] = targetRow[shuffle[position]];
                    }
                }
            }
            for (int x : tiling.outside()) {
                images[x] = pointAt[image[tiling.quotientOfPoint(x)]];
            }
        }

        /** Fisher–Yates; returns whether the permutation is odd. */
        private boolean shuffle(int size, RandomGenerator random) {
            int exchanges = 0;
            for (int i = 0; i < size; i++) {
                int j = random.nextInt(i + 1);
                shuffle[i] = shuffle[j];
                shuffle[j] = i;
                exchanges += i == j ? 0 : 1;
            }
            return (exchanges & 1) != 0;
        }
    }
}
