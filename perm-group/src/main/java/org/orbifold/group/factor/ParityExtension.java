package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * A split extension like the derived subgroup of a wreath product of symmetric groups: permutations inside the blocks
 * of a {@link GiantBlockSystem} whose parities, one bit for each block, lie in a code, and a group that permutes the
 * blocks, which lifts to elements that keep positions. The group must map the code to itself.
 */
final class ParityExtension implements GroupStructure {

    private final GiantBlockSystem system;
    private final BinaryCode code;
    private final DirectProduct quotient;
    private final BigInteger order;

    ParityExtension(GiantBlockSystem system, BinaryCode code, DirectProduct quotient) {
        this.system = system;
        this.code = code;
        this.quotient = quotient;
        List<BigInteger> parts = new ArrayList<>();
        parts.add(quotient.order());
        for (int b = 0; b < system.blockCount(); b++) {
            parts.add(Products.factorial(system.block(b).length).shiftRight(1));
        }
        order = Products.of(parts).shiftLeft(code.dimension());
    }

    GiantBlockSystem system() {
        return system;
    }

    BinaryCode code() {
        return code;
    }

    DirectProduct quotient() {
        return quotient;
    }

    @Override
    public Kind kind() {
        return Kind.GIANT_EXTENSION;
    }

    @Override
    public int degree() {
        return system.degree();
    }

    @Override
    public BigInteger order() {
        return order;
    }

    @Override
    public int[] base() {
        // All but one point of every block fix the blocks point by point.
        IntArrayList base = new IntArrayList();
        for (int b = 0; b < system.blockCount(); b++) {
            base.addElements(base.size(), system.block(b), 0, system.block(b).length - 1);
        }
        base.addElements(base.size(), system.outside());
        return base.toIntArray();
    }

    @Override
    public boolean isVerified() {
        return quotient.isVerified();
    }

    @Override
    public List<Permutation> stabilizer(int... points) {
        boolean[] fixed = new boolean[system.degree()];
        for (int point : points) {
            fixed[point] = true;
        }
        // Blocks with a fixed point stay where they are, so an order-preserving lift fixes them point by point.
        int[] inQuotient = Arrays.stream(points).map(system::quotientImage).distinct().toArray();
        List<Permutation> above = quotient.stabilizer(inQuotient);
        int[][] free = new int[system.blockCount()][];
        BitSet even = new BitSet(free.length);
        UnionFind joined = new UnionFind(free.length);
        for (int b = 0; b < free.length; b++) {
            free[b] = Arrays.stream(system.block(b)).filter(x -> !fixed[x]).toArray();
            even.set(b, free[b].length < 2);
            for (Permutation element : above) {
                joined.union(b, element.image(b));
            }
        }
        List<Permutation> result = new ArrayList<>();
        for (int b = 0; b < free.length; b++) {
            // Images of a block have conjugates of its elements.
            if (joined.find(b) == b) {
                system.addEven(free[b], result);
            }
        }
        List<int[]> blockMaps = above.stream().map(element -> BinaryCode.images(element, free.length)).toList();
        BinaryCode possible = even.isEmpty() ? code : code.zeroAt(even);
        for (int[] row : possible.rowsUnder(blockMaps)) {
            int[] from = new int[2 * row.length];
            int[] to = new int[2 * row.length];
            for (int i = 0; i < row.length; i++) {
                from[2 * i] = free[row[i]][0];
                from[2 * i + 1] = free[row[i]][1];
                to[2 * i] = from[2 * i + 1];
                to[2 * i + 1] = from[2 * i];
            }
            result.add(Permutation.sparse(system.degree(), from, to));
        }
        above.forEach(element -> result.add(system.lift(element)));
        return result;
    }

    @Override
    public GroupEvaluator evaluator() {
        return new ParityEvaluator();
    }

    private final class ParityEvaluator extends GroupEvaluator {

        private final GroupEvaluator inner = quotient.evaluator();
        private final int[] image = new int[system.quotientDegree()];
        private final int[] preimages = system.preimages();
        private final boolean[] seen = new boolean[system.largestBlock()];
        private final BlockShuffle shuffle = new BlockShuffle(system.largestBlock());

        ParityEvaluator() {
            super(system.degree(), quotient.isVerified());
        }

        @Override
        public boolean contains(int[] images) {
            if (!system.project(images, image, seen) || !inner.contains(image)) {
                return false;
            }
            BitSet odd = new BitSet(system.blockCount());
            for (int b = 0; b < system.blockCount(); b++) {
                odd.set(b, system.isOdd(images, b, seen));
            }
            return code.contains(odd);
        }

        @Override
        public void sampleInto(RandomGenerator random, int[] images) {
            inner.sampleInto(random, image);
            BitSet odd = code.random(random);
            for (int b = 0; b < system.blockCount(); b++) {
                int[] from = system.block(b);
                int[] to = system.block(preimages[image[b]]);
                if (shuffle.draw(from.length, random) != odd.get(b)) {
                    shuffle.flip();
                }
                shuffle.map(from, to, images);
            }
            for (int x : system.outside()) {
                images[x] = preimages[image[system.quotientOfPoint(x)]];
            }
        }
    }
}
