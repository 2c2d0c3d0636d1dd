package org.orbifold.group.factor;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.group.kernel.Images;

/** A group that acts on several orbits in parallel: a group on some of the points, and points that follow them. */
final class ParallelFactor implements GroupStructure {

    private final int degree;
    private final GroupStructure inner;

    /** {@code kept[i]} is the point that the inner group calls i. */
    private final int[] kept;

    /** {@code followers[i]}: the points that follow inner point i; equally many along an orbit. */
    private final int[][] followers;

    /**
     * The same by copies for the orbits with followers: {@code copies[k][c][j]} follows inner point {@code
     * members[k][j]}.
     */
    private final int[][] members;

    private final int[][][] copies;

    /** Inner number of a kept point; -1 for the others. */
    private final int[] innerOf;

    /** Position of an inner point in its {@link #members}. */
    private final int[] positionOf;

    ParallelFactor(int degree, GroupStructure inner, int[] kept, int[][] followers) {
        this.degree = degree;
        this.inner = inner;
        this.kept = kept;
        this.followers = followers;
        innerOf = new int[degree];
        Arrays.fill(innerOf, -1);
        for (int i = 0; i < kept.length; i++) {
            innerOf[kept[i]] = i;
        }
        int most = 0;
        for (int[] list : followers) {
            most = Math.max(most, list.length);
        }
        positionOf = new int[kept.length];
        members = new int[most][];
        copies = new int[most][][];
        // Points with equally many followers together: the inner group maps them among themselves.
        for (int count = 1; count <= most; count++) {
            int size = count;
            int[] group = IntStream.range(0, kept.length)
                .filter(i -> followers[i].length == size).toArray();
            members[count - 1] = group;
            copies[count - 1] = new int[count][group.length];
            for (int j = 0; j < group.length; j++) {
                positionOf[group[j]] = j;
                for (int c = 0; c < count; c++) {
                    copies[count - 1][c][j] = followers[group[j]][c];
                }
            }
        }
    }

    /** The inner group's columns with the points that follow them, if it permutes columns in all ways; else null. */
    int[][] columns() {
        int[][] columns = ColumnShuffles.columnsOf(inner);
        if (columns == null) {
            return null;
        }
        int[][] whole = new int[columns.length][];
        for (int c = 0; c < columns.length; c++) {
            whole[c] = withFollowers(columns[c]);
        }
        return whole;
    }

    private int[] withFollowers(int[] column) {
        int size = column.length;
        for (int i : column) {
            size += followers[i].length;
        }
        int[] points = new int[size];
        int next = 0;
        for (int i : column) {
            points[next++] = kept[i];
            for (int follower : followers[i]) {
                points[next++] = follower;
            }
        }
        return points;
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
            for (int follower : followers[i]) {
                leader[follower] = i;
            }
        }
        int[] leaders = Arrays.stream(points).map(x -> leader[x]).distinct().toArray();
        List<int[]> result = new ArrayList<>();
        for (int[] element : inner.stabilizer(leaders)) {
            int[] images = Images.identity(degree);
            spread(element, images, new int[kept.length]);
            result.add(images);
        }
        return result;
    }

    /**
     * Writes what an inner element does to all points.
     *
     * @param target scratch space of the inner group's degree
     */
    private void spread(int[] element, int[] images, int[] target) {
        for (int i = 0; i < kept.length; i++) {
            images[kept[i]] = kept[element[i]];
        }
        for (int k = 0; k < members.length; k++) {
            int size = trace(element, members[k], target);
            for (int[] copy : copies[k]) {
                for (int j = 0; j < size; j++) {
                    images[copy[j]] = copy[target[j]];
                }
            }
        }
    }

    /** Which place of its group each member goes to; returns the group's size. */
    private int trace(int[] element, int[] group, int[] target) {
        for (int j = 0; j < group.length; j++) {
            target[j] = positionOf[element[group[j]]];
        }
        return group.length;
    }

    /** Whether the points that follow go where an inner element takes them; scratch space as for {@link #spread}. */
    private boolean follows(int[] element, int[] images, int[] target) {
        for (int k = 0; k < members.length; k++) {
            int size = trace(element, members[k], target);
            for (int[] copy : copies[k]) {
                for (int j = 0; j < size; j++) {
                    if (images[copy[j]] != copy[target[j]]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    @Override
    public Evaluator evaluator() {
        return new ParallelEvaluator();
    }

    private final class ParallelEvaluator implements Evaluator {

        private final Evaluator evaluator = inner.evaluator();
        private final int[] local = new int[kept.length];
        private final int[] target = new int[kept.length];

        @Override
        public boolean contains(int[] images) {
            for (int i = 0; i < kept.length; i++) {
                local[i] = innerOf[images[kept[i]]];
                if (local[i] < 0) {
                    return false;
                }
            }
            return evaluator.contains(local) && follows(local, images, target);
        }

        @Override
        public void random(RandomGenerator random, int[] images) {
            evaluator.random(random, local);
            spread(local, images, target);
        }
    }
}
