package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.kernel.Images;

/**
 * A group that acts on several orbits in parallel: a group on some of the points, and rows of points that follow
 * them.
 */
final class ParallelFactor implements Factor {

    private final int degree;
    private final Factor inner;

    /** {@code kept[i]} is the point that the inner group calls i. */
    private final int[] kept;

    /** {@code copies[c][i]}: the point that follows inner point i in the c-th copy, or -1. */
    private final int[][] copies;

    /** Inner number of a kept point; -1 for the others. */
    private final int[] innerOf;

    ParallelFactor(int degree, Factor inner, int[] kept, int[][] copies) {
        this.degree = degree;
        this.inner = inner;
        this.kept = kept;
        this.copies = copies;
        innerOf = new int[degree];
        Arrays.fill(innerOf, -1);
        for (int i = 0; i < kept.length; i++) {
            innerOf[kept[i]] = i;
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
        return Arrays.stream(inner.base()).map(i -> kept[i]).toArray();
    }

    @Override
    public boolean isVerified() {
        return inner.isVerified();
    }

    @Override
    public List<int[]> stabilizer(int... points) {
        int[] leader = new int[degree];
        for (int i = 0; i < kept.length; i++) {
            leader[kept[i]] = i;
            for (int[] copy : copies) {
                if (copy[i] >= 0) {
                    leader[copy[i]] = i;
                }
            }
        }
        int[] leaders = Arrays.stream(points).map(x -> leader[x]).distinct().toArray();
        List<int[]> result = new ArrayList<>();
        for (int[] element : inner.stabilizer(leaders)) {
            int[] images = Images.identity(degree);
            spread(element, images);
            result.add(images);
        }
        return result;
    }

    private void spread(int[] element, int[] images) {
        for (int i = 0; i < kept.length; i++) {
            images[kept[i]] = kept[element[i]];
        }
        for (int[] copy : copies) {
            for (int i = 0; i < kept.length; i++) {
                if (copy[i] >= 0) {
                    images[copy[i]] = copy[element[i]];
                }
            }
        }
    }

    @Override
    public Evaluator evaluator() {
        return new ParallelEvaluator();
    }

    private final class ParallelEvaluator implements Evaluator {

        private final Evaluator evaluator = inner.evaluator();
        private final int[] local = new int[kept.length];

        @Override
        public boolean contains(int[] images) {
            for (int i = 0; i < kept.length; i++) {
                local[i] = innerOf[images[kept[i]]];
                if (local[i] < 0) {
                    return false;
                }
            }
            for (int[] copy : copies) {
                for (int i = 0; i < kept.length; i++) {
                    if (copy[i] >= 0 && images[copy[i]] != copy[local[i]]) {
                        return false;
                    }
                }
            }
            return evaluator.contains(local);
        }

        @Override
        public void random(RandomGenerator random, int[] images) {
            evaluator.random(random, local);
            spread(local, images);
        }
    }
}
