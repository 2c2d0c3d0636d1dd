package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.Int2IntAVLTreeMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Permutation;

/**
 * Blocks of points that a group permutes and inside which it contains every even permutation, or every permutation.
 *
 * <p>Dividing by the product of the blocks' symmetric (alternating) groups leaves a group that acts faithfully on one
 * point per block (on two, which an odd map exchanges) together with the points outside the blocks: the quotient.
 */
final class GiantBlockSystem {

    private final int degree;
    private final boolean alternating;
    private final int[][] blocks;

    /** Per point: its block (-1 outside) and position there. */
    private final int[] blockOf;

    private final int[] positionOf;

    /** Per block its (first) quotient point; per point outside its quotient point. */
    private final int[] quotientOfBlock;

    private final int[] quotientOfPoint;
    private final int[] outside;
    private final int quotientDegree;

    GiantBlockSystem(int degree, List<int[]> blocks, boolean alternating) {
        this.degree = degree;
        this.alternating = alternating;
        this.blocks = blocks.toArray(new int[0][]);
        blockOf = new int[degree];
        positionOf = new int[degree];
        Arrays.fill(blockOf, -1);
        quotientOfBlock = new int[this.blocks.length];
        int next = 0;
        for (int b = 0; b < this.blocks.length; b++) {
            quotientOfBlock[b] = next;
            next += alternating ? 2 : 1;
            for (int position = 0; position < this.blocks[b].length; position++) {
                blockOf[this.blocks[b][position]] = b;
                positionOf[this.blocks[b][position]] = position;
            }
        }
        outside = IntStream.range(0, degree).filter(x -> blockOf[x] < 0).toArray();
        quotientOfPoint = new int[degree];
        Arrays.fill(quotientOfPoint, -1);
        for (int x : outside) {
            quotientOfPoint[x] = next++;
        }
        quotientDegree = next;
    }

    int degree() {
        return degree;
    }

    boolean isAlternating() {
        return alternating;
    }

    int blockCount() {
        return blocks.length;
    }

    /** The points of a block; not to be written to. */
    int[] block(int block) {
        return blocks[block];
    }

    int quotientDegree() {
        return quotientDegree;
    }

    int[] outside() {
        return outside;
    }

    int quotientOfBlock(int block) {
        return quotientOfBlock[block];
    }

    int quotientOfPoint(int point) {
        return quotientOfPoint[point];
    }

    /** The (first) quotient point of a point's block, or of the point itself. */
    int quotientImage(int point) {
        return blockOf[point] < 0 ? quotientOfPoint[point] : quotientOfBlock[blockOf[point]];
    }

    /** Whether all points are in one block. */
    boolean isOneBlock() {
        return blocks.length == 1 && outside.length == 0;
    }

    /** Per quotient point the block or the point outside that it stands for. */
    int[] preimages() {
        int[] preimages = new int[quotientDegree];
        for (int b = 0; b < blocks.length; b++) {
            preimages[quotientOfBlock[b]] = b;
            if (alternating) {
                preimages[quotientOfBlock[b] + 1] = b;
            }
        }
        for (int x : outside) {
            preimages[quotientOfPoint[x]] = x;
        }
        return preimages;
    }

    /** An element over a quotient element: points keep their order, but for the first two of an odd map. */
    Permutation lift(Permutation element) {
        int[] preimages = preimages();
        int[] images = new int[degree];
        for (int b = 0; b < blocks.length; b++) {
            int image = element.image(quotientOfBlock[b]);
            int[] target = blocks[preimages[image]];
            for (int position = 0; position < target.length; position++) {
                images[blocks[b][position]] = target[position];
            }
            if (image != quotientOfBlock[preimages[image]]) {
                images[blocks[b][0]] = target[1];
                images[blocks[b][1]] = target[0];
            }
        }
        for (int x : outside) {
            images[x] = preimages[element.image(quotientOfPoint[x])];
        }
        return Permutation.ofImages(images);
    }

    /**
     * The quotient image of a permutation.
     *
     * @param images a permutation of the points
     * @param quotient where its images on the quotient's points go
     * @param seen scratch space, as long as the largest block, all false before and after
     * @return false if the permutation does not respect the blocks
     */
    boolean project(int[] images, int[] quotient, boolean[] seen) {
        for (int b = 0; b < blocks.length; b++) {
            int target = blockOf[images[blocks[b][0]]];
            if (target < 0 || !mapsOnto(images, b, target)) {
                return false;
            }
            int q = quotientOfBlock[target];
            if (!alternating) {
                quotient[quotientOfBlock[b]] = q;
            } else {
                int odd = isOdd(images, b, seen) ? 1 : 0;
                quotient[quotientOfBlock[b]] = q + odd;
                quotient[quotientOfBlock[b] + 1] = q + 1 - odd;
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

    private boolean mapsOnto(int[] images, int block, int target) {
        boolean inside = blocks[block].length == blocks[target].length;
        for (int point : blocks[block]) {
            inside &= blockOf[images[point]] == target;
        }
        return inside;
    }

    /** Whether the positions of a block's points change by an odd permutation; scratch space as above. */
    boolean isOdd(int[] images, int block, boolean[] seen) {
        int[] points = blocks[block];
        int transpositions = 0;
        for (int start = 0; start < points.length; start++) {
            if (!seen[start]) {
                seen[start] = true;
                for (int p = positionOf[images[points[start]]]; p != start; p = positionOf[images[points[p]]]) {
                    seen[p] = true;
                    transpositions++;
                }
            }
        }
        Arrays.fill(seen, 0, points.length, false);
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

    /** Projects one element that respects the blocks. A block that stays is looked at only where points move. */
    private Permutation quotientImage(Permutation element) {
        Int2IntAVLTreeMap images = new Int2IntAVLTreeMap();
        IntOpenHashSet oddBlocks = new IntOpenHashSet();
        Cycles cycles = element.cycles();
        for (int c = 0; c < cycles.count(); c++) {
            int length = cycles.length(c);
            for (int i = 0; i < length; i++) {
                int x = cycles.point(c, i);
                int y = cycles.point(c, i + 1 == length ? 0 : i + 1);
                if (blockOf[x] < 0) {
                    images.put(quotientOfPoint[x], quotientOfPoint[y]);
                } else if (blockOf[x] != blockOf[y] && !images.containsKey(quotientOfBlock[blockOf[x]])) {
                    putBlock(element, blockOf[x], blockOf[y], images);
                }
            }
            // A block that stays holds whole cycles; each even cycle length changes the parity.
            int block = blockOf[cycles.point(c, 0)];
            if (alternating && block >= 0 && block == blockOf[cycles.point(c, 1)] && length % 2 == 0
                && !oddBlocks.add(block)) {
                oddBlocks.remove(block);
            }
        }
        for (int block : oddBlocks) {
            images.put(quotientOfBlock[block], quotientOfBlock[block] + 1);
            images.put(quotientOfBlock[block] + 1, quotientOfBlock[block]);
        }
        return Permutation.sparse(quotientDegree, images.keySet().toIntArray(),
            images.values().toIntArray());
    }

    private void putBlock(Permutation element, int block, int target, Int2IntAVLTreeMap images) {
        int from = quotientOfBlock[block];
        int to = quotientOfBlock[target];
        if (!alternating) {
            images.put(from, to);
            return;
        }
        int[] points = blocks[block];
        boolean[] seen = new boolean[points.length];
        int transpositions = 0;
        for (int start = 0; start < points.length; start++) {
            for (int p = start; !seen[p]; p = positionOf[element.image(points[p])]) {
                seen[p] = true;
                transpositions += p == start ? 0 : 1;
            }
        }
        images.put(from, to + (transpositions & 1));
        images.put(from + 1, to + 1 - (transpositions & 1));
    }

    /** Generators of the even permutations inside the blocks; a new list. */
    List<Permutation> evenGenerators() {
        List<Permutation> result = new ArrayList<>();
        for (int[] block : blocks) {
            addEven(block, result);
        }
        return result;
    }

    /** Adds generators of the even permutations of some points: a 3-cycle and a longest cycle of odd length. */
    void addEven(int[] points, List<Permutation> result) {
        if (points.length >= 3) {
            result.add(Permutation.ofCycles(degree, Arrays.copyOf(points, 3)));
        }
        if (points.length > 3) {
            result.add(Permutation.ofCycles(degree, Arrays.copyOfRange(points, 1 - points.length % 2, points.length)));
        }
    }

    int largestBlock() {
        int largest = 0;
        for (int[] block : blocks) {
            largest = Math.max(largest, block.length);
        }
        return largest;
    }
}
