package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/** A group that acts on several orbits in the same way: a group on one of them, each of whose points has copies. */
final class DiagonalFactor implements GroupStructure {

    private final int degree;
    private final GroupStructure inner;

    /** {@code copies[i]}: the points that go with the inner group's point i; equally many along an orbit. */
    private final int[][] copies;

    /** Inner number of a first copy; -1 for the others. */
    private final int[] innerOf;

    DiagonalFactor(int degree, GroupStructure inner, int[][] copies) {
        this.degree = degree;
        this.inner = inner;
        this.copies = copies;
        innerOf = new int[degree];
        Arrays.fill(innerOf, -1);
        for (int i = 0; i < copies.length; i++) {
            innerOf[copies[i][0]] = i;
        }
    }

    @Override
    public Kind kind() {
        return inner.kind();
    }

    @Override
    public int degree() {
        return degree;
    }

    @Override
    public BigInteger order() {
        return inner.order();
    }

    @Override
    public int[] base() {
        return Arrays.stream(inner.base()).map(i -> copies[i][0]).toArray();
    }

    @Override
    public boolean isVerified() {
        return inner.isVerified();
    }

    @Override
    public List<Permutation> stabilizer(int... points) {
        int[] leader = new int[degree];
        for (int i = 0; i < copies.length; i++) {
            for (int copy : copies[i]) {
                leader[copy] = i;
            }
        }
        int[] leaders = Arrays.stream(points).map(x -> leader[x]).distinct().toArray();
        return inner.stabilizer(leaders).stream().map(element -> {
            int[] images = new int[degree];
            spread(element.images(), images);
            return Permutation.ofImages(images);
        }).toList();
    }

    /** Writes what an inner element does to all points. */
    private void spread(int[] element, int[] images) {
        for (int i = 0; i < copies.length; i++) {
            int[] from = copies[i];
            int[] to = copies[element[i]];
            for (int c = 0; c < from.length; c++) {
                images[from[c]] = to[c];
            }
        }
    }

    @Override
    public GroupEvaluator evaluator() {
        return new DiagonalEvaluator();
    }

    private final class DiagonalEvaluator extends GroupEvaluator {

        private final GroupEvaluator evaluator = inner.evaluator();
        private final int[] local = new int[copies.length];

        DiagonalEvaluator() {
            super(degree, inner.isVerified());
        }

        @Override
        public boolean contains(int[] images) {
            for (int i = 0; i < copies.length; i++) {
                int[] from = copies[i];
                local[i] = innerOf[images[from[0]]];
                if (local[i] < 0 || copies[local[i]].length != from.length) {
                    return false;
                }
                int[] to = copies[local[i]];
                for (int c = 1; c < from.length; c++) {
                    if (images[from[c]] != to[c]) {
                        return false;
                    }
                }
            }
            return evaluator.contains(local);
        }

        @Override
        public void sampleInto(RandomGenerator random, int[] images) {
            evaluator.sampleInto(random, local);
            spread(local, images);
        }
    }
}
