package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
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
    public List<int[]> stabilizer(int... points) {
        boolean[] fixed = new boolean[tiles];
        for (int point : points) {
            fixed[point / width] = true;
        }
        int[] free = new int[tiles];
        int count = 0;
        for (int t = 0; t < tiles; t++) {
            if (!fixed[t]) {
                free[count++] = t;
            }
        }
        List<int[]> result = new ArrayList<>();
        if (count >= 2) {
            result.add(cycle(free, 2));
        }
        if (count >= 3) {
            result.add(cycle(free, count));
        }
        return result;
    }

    /** The first few of a list of tiles, each to the place of the next. */
    private int[] cycle(int[] list, int length) {
        int[] images = Images.identity(degree());
        for (int k = 0; k < length; k++) {
            write(list[k], list[k + 1 < length ? k + 1 : 0], images);
        }
        return images;
    }

    private void write(int tile, int target, int[] images) {
        for (int i = 0; i < width; i++) {
            images[tile * width + i] = target * width + i;
        }
    }

    @Override
    public Evaluator evaluator() {
        return new SymmetricEvaluator();
    }

    private final class SymmetricEvaluator implements Evaluator {

        private final int[] shuffle = new int[tiles];

        @Override
        public boolean contains(int[] images) {
            for (int start = 0; start < images.length; start += width) {
                int target = images[start];
                if (target % width != 0) {
                    return false;
                }
                for (int i = 1; i < width; i++) {
                    if (images[start + i] != target + i) {
                        return false;
                    }
                }
            }
            return true;
        }

        /** Fisher–Yates. */
        @Override
        public void random(RandomGenerator random, int[] images) {
            for (int t = 0; t < tiles; t++) {
                int j = random.nextInt(t + 1);
                shuffle[t] = shuffle[j];
                shuffle[j] = t;
            }
            for (int t = 0; t < tiles; t++) {
                write(t, shuffle[t], images);
            }
        }
    }
}
