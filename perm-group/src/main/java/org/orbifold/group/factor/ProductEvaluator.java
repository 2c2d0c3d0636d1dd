package org.orbifold.group.factor;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.element.GroupEvaluator;

/** Membership and uniform elements of a direct product, part by part. */
final class ProductEvaluator extends GroupEvaluator {

    private final DirectProduct product;
    private final int[] fixed;

    /** Per part; parts with equal groups share a group object, and here an evaluator. */
    private final GroupEvaluator[] evaluators;

    /** Room for an element of any part; evaluators need arrays of their own degree. */
    private final int[][] buffers;

    /** Room for the order of the tiles of any symmetric part. */
    private final int[] shuffle;

    private final SwapParts swaps;

    /** The numbers of the parts that are not swaps. */
    private final int[] others;

    ProductEvaluator(DirectProduct product, int[] fixed) {
        super(product.degree(), product.isVerified());
        this.product = product;
        this.fixed = fixed;
        List<DirectFactor> parts = product.parts();
        Map<GroupStructure, GroupEvaluator> known = new IdentityHashMap<>();
        int[][] bySize = new int[product.degree() + 1][];
        evaluators = new GroupEvaluator[parts.size()];
        buffers = new int[parts.size()][];
        int mostTiles = 0;
        for (int p = 0; p < evaluators.length; p++) {
            int size = parts.get(p).size();
            bySize[size] = bySize[size] == null ? new int[size] : bySize[size];
            buffers[p] = bySize[size];
            GroupStructure group = parts.get(p).group();
            evaluators[p] = known.computeIfAbsent(group, GroupStructure::evaluator);
            mostTiles = Math.max(mostTiles, group instanceof SymmetricFactor symmetric ? symmetric.tiles() : 0);
        }
        shuffle = new int[mostTiles];
        swaps = new SwapParts(parts);
        others = IntStream.range(0, parts.size()).filter(p -> !SwapParts.isSwap(parts.get(p))).toArray();
    }

    @Override
    public boolean contains(int[] images) {
        for (int x : fixed) {
            if (images[x] != x) {
                return false;
            }
        }
        for (int p : others) {
            if (!contains(p, images)) {
                return false;
            }
        }
        return swaps.contains(images);
    }

    private boolean contains(int p, int[] images) {
        DirectFactor part = product.parts().get(p);
        int[] points = part.pointsShared();
        if (part.group() instanceof SymmetricFactor symmetric) {
            return symmetric.contains(images, points,
                image -> product.partOf(image) == p ? product.localOf(image) : -1);
        }
        int[] local = buffers[p];
        for (int i = 0; i < points.length; i++) {
            int image = images[points[i]];
            if (product.partOf(image) != p) {
                return false;
            }
            local[i] = product.localOf(image);
        }
        return evaluators[p].contains(local);
    }

    @Override
    public void sampleInto(RandomGenerator random, int[] images) {
        for (int x : fixed) {
            images[x] = x;
        }
        swaps.draw(random, images);
        for (int p : others) {
            DirectFactor part = product.parts().get(p);
            int[] points = part.pointsShared();
            // Most parts of most models: drawing straight to their points is several times faster.
            if (part.group() instanceof SymmetricFactor symmetric) {
                symmetric.draw(random, shuffle, points, images);
                continue;
            }
            int[] local = buffers[p];
            evaluators[p].sampleInto(random, local);
            for (int i = 0; i < points.length; i++) {
                images[points[i]] = points[local[i]];
            }
        }
    }
}
