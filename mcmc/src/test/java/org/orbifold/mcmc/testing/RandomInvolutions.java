package org.orbifold.mcmc.testing;

import java.util.SplittableRandom;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockValuePairs;

/** Random involutions on block values, symmetries or not. */
public final class RandomInvolutions {

    /** Exchanges some blocks of equal size, and some values inside the others; never the identity. */
    public static Permutation of(GraphicalModel model, BlockPartition partition, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        while (true) {
            int[] images = Permutation.identity(pairs.pairCount()).images();
            boolean[] done = new boolean[pairs.blockCount()];
            for (int b = 0; b < pairs.blockCount(); b++) {
                int c = random.nextInt(pairs.blockCount());
                if (!done[b] && !done[c] && b != c && pairs.valueCount(b) == pairs.valueCount(c)) {
                    exchange(pairs, b, c, images, random);
                    done[b] = true;
                    done[c] = true;
                } else if (!done[b]) {
                    inside(pairs, b, images, random);
                    done[b] = true;
                }
            }
            Permutation result = Permutation.ofImages(images);
            if (!result.isIdentity()) {
                return result;
            }
        }
    }

    private static void exchange(BlockValuePairs pairs, int b, int c, int[] images, SplittableRandom random) {
        int count = pairs.valueCount(b);
        int shift = random.nextInt(count);
        for (int x = 0; x < count; x++) {
            images[pairs.pair(b, x)] = pairs.pair(c, (x + shift) % count);
            images[pairs.pair(c, (x + shift) % count)] = pairs.pair(b, x);
        }
    }

    private static void inside(BlockValuePairs pairs, int b, int[] images, SplittableRandom random) {
        int count = pairs.valueCount(b);
        for (int x = 0; x < count; x++) {
            int y = random.nextInt(count);
            if (images[pairs.pair(b, x)] == pairs.pair(b, x) && images[pairs.pair(b, y)] == pairs.pair(b, y)) {
                images[pairs.pair(b, x)] = pairs.pair(b, y);
                images[pairs.pair(b, y)] = pairs.pair(b, x);
            }
        }
    }

    private RandomInvolutions() { }
}
