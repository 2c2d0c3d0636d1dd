package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/**
 * The full symmetric group on tiles of equally many points, which it permutes as wholes. Point i of tile t is
 * {@code t * width + i}, so two numbers are all there is to know.
 */
final class SymmetricFactor implements GroupStructure {

    private final int tiles;
    private final int width;
    private final BigInteger order;

    /**
     * The group of all permutations of some tiles.
     *
     * @param tiles how many, at least 2
     * @param width points of each, at least 1
     */
    SymmetricFactor(int tiles, int width) {
        this.tiles = tiles;
        this.width = width;
        this.order = Products.factorial(tiles);
    }

    int tiles() {
        return tiles;
    }

    int width() {
        return width;
    }

    @Override
    public Kind kind() {
        return tiles == 2 ? Kind.SWAP : Kind.SYMMETRIC;
    }

    @Override
    public int degree() {
        return tiles * width;
    }

    @Override
    public BigInteger order() {
        return order;
    }

    @Override
    public int[] base() {
        int[] base = new int[tiles - 1];
        for (int t = 0; t < base.length; t++) {
            base[t] = t * width;
        }
        return base;
    }

    @Override
    public boolean isVerified() {
        return true;
    }

    @Override
    public List<Permutation> stabilizer(int... points) {
        boolean[] fixed = new boolean[tiles];
        for (int point : points) {
            fixed[point / width] = true;
        }
        int[] free = IntStream.range(0, tiles).filter(t -> !fixed[t]).toArray();
        List<Permutation> result = new ArrayList<>();
        if (free.length >= 2) {
            result.add(cycle(free[0], free[1]));
        }
        if (free.length >= 3) {
            result.add(cycle(free));
        }
        return result;
    }

    /** Each of some tiles to the place of the next. */
    private Permutation cycle(int... list) {
        int[][] cycles = new int[width][list.length];
        for (int i = 0; i < width; i++) {
            for (int k = 0; k < list.length; k++) {
                cycles[i][k] = list[k] * width + i;
            }
        }
        return Permutation.ofCycles(degree(), cycles);
    }

    /**
     * Draws an element by Fisher–Yates.
     *
     * @param shuffle room for at least as many numbers as tiles
     * @param points the points that stand for those of this group
     * @param images where the images of those points go
     */
    void draw(RandomGenerator random, int[] shuffle, int[] points, int[] images) {
        shuffle[0] = 0;
        for (int t = 1; t < tiles; t++) {
            int j = random.nextInt(t + 1);
            shuffle[t] = shuffle[j];
            shuffle[j] = t;
        }
        for (int t = 0, x = 0; t < tiles; t++) {
            for (int y = shuffle[t] * width, end = y + width; y < end; x++, y++) {
                images[points[x]] = points[y];
            }
        }
    }

    /**
     * Tests membership. A permutation that takes tiles to tiles takes different ones to different ones.
     *
     * @param points the points that stand for those of this group
     * @param localOf the number in this group that a point stands for, -1 for other points
     */
    boolean contains(int[] images, int[] points, IntUnaryOperator localOf) {
        for (int x = 0; x < points.length; x += width) {
            int target = localOf.applyAsInt(images[points[x]]);
            if (target < 0 || target % width != 0) {
                return false;
            }
            for (int i = 1; i < width; i++) {
                if (images[points[x + i]] != points[target + i]) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public GroupEvaluator evaluator() {
        return new SymmetricEvaluator();
    }

    private final class SymmetricEvaluator extends GroupEvaluator {

        private final int[] shuffle = new int[tiles];
        private final int[] points = Images.identity(tiles * width);

        SymmetricEvaluator() {
            super(tiles * width, true);
        }

        @Override
        public boolean contains(int[] images) {
            return SymmetricFactor.this.contains(images, points, x -> x);
        }

        @Override
        public void sampleInto(RandomGenerator random, int[] images) {
            draw(random, shuffle, points, images);
        }
    }

    /** Points are coloured by their places in the tiles; tiles of several points are vertices. */
    @Override
    public Optional<DefiningGraph> definingGraph() {
        int points = degree();
        int[] colors = new int[width == 1 ? points : points + tiles];
        int[] ends = new int[width == 1 ? 0 : 2 * points];
        for (int x = 0; x < points; x++) {
            colors[x] = x % width;
        }
        for (int x = 0; x < ends.length / 2; x++) {
            ends[2 * x] = x;
            ends[2 * x + 1] = points + x / width;
        }
        Arrays.fill(colors, points, colors.length, width);
        return Optional.of(new DefiningGraph(points, colors, ends));
    }
}
