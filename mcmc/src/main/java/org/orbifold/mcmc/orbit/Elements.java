package org.orbifold.mcmc.orbit;

import java.util.random.RandomGenerator;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.factor.GroupStructure;

/** Random elements of a {@link JointFactor}, one at a time. Holds scratch space: one per thread. */
interface Elements {

    /** Draws the next element. */
    void draw(RandomGenerator random);

    /** The image of a pair under the element drawn last, both by local numbers. */
    int image(int local);

    /** Exactly uniform elements: Fisher–Yates on tiles, else products along a verified stabiliser chain. */
    static Elements exactlyUniform(JointFactor factor) {
        return factor.tiles() > 0 ? new ShuffledTiles(factor.tiles(), factor.size() / factor.tiles())
                : new ChainElements(factor.factor().group());
    }

    /** Every permutation of tiles, drawn by Fisher–Yates. */
    final class ShuffledTiles implements Elements {

        private final int[] imageOf;
        private final int width;

        ShuffledTiles(int tiles, int width) {
            this.imageOf = new int[tiles];
            this.width = width;
        }

        @Override
        public void draw(RandomGenerator random) {
            imageOf[0] = 0;
            for (int i = 1; i < imageOf.length; i++) {
                int j = random.nextInt(i + 1);
                imageOf[i] = imageOf[j];
                imageOf[j] = i;
            }
        }

        @Override
        public int image(int local) {
            int tile = local / width;
            return local + (imageOf[tile] - tile) * width;
        }
    }

    /** Two tiles, drawn uniformly, are exchanged; an element is its own inverse. */
    final class ExchangedTiles implements Elements {

        private final int tiles;
        private final int width;
        private int a;
        private int b;

        ExchangedTiles(int tiles, int width) {
            this.tiles = tiles;
            this.width = width;
        }

        int first() {
            return a;
        }

        int second() {
            return b;
        }

        @Override
        public void draw(RandomGenerator random) {
            a = random.nextInt(tiles);
            b = random.nextInt(tiles - 1);
            b += b >= a ? 1 : 0;
        }

        @Override
        public int image(int local) {
            int tile = local / width;
            return tile == a ? local + (b - a) * width : tile == b ? local + (a - b) * width : local;
        }
    }

    /** Elements of any group, from its stabiliser chain. */
    final class ChainElements implements Elements {

        private final GroupEvaluator evaluator;
        private final int[] images;

        ChainElements(GroupStructure group) {
            this.evaluator = group.evaluator();
            this.images = new int[group.degree()];
        }

        @Override
        public void draw(RandomGenerator random) {
            evaluator.sampleInto(random, images);
        }

        @Override
        public int image(int local) {
            return images[local];
        }
    }
}
