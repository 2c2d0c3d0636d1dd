package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    GroupStructure inner() {
        return inner;
    }

    /** A subgroup of the inner group with the copies of its points. */
    DirectProduct withInner(DirectProduct subgroup) {
        return DirectProduct.of(degree, subgroup.parts().stream().map(part -> {
            int[][] own = new int[part.size()][];
            Arrays.setAll(own, i -> copies[part.point(i)]);
            return FactorFinder.withCopies(part.group(), own);
        }).toList());
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
        return inner.stabilizer(leaders).stream().map(this::spread).toList();
    }

    /** What an inner element does to all points, in time and memory of what it moves. */
    private Permutation spread(Permutation element) {
        IntArrayList points = new IntArrayList();
        IntArrayList images = new IntArrayList();
        element.forEachMoved((i, image) -> {
            for (int c = 0; c < copies[i].length; c++) {
                points.add(copies[i][c]);
                images.add(copies[image][c]);
            }
        });
        return Permutation.sparse(degree, points.toIntArray(), images.toIntArray());
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

    /** The graph of the inner group on the first copies, and a vertex for each point that joins its copies. */
    @Override
    public Optional<DefiningGraph> definingGraph() {
        return inner.definingGraph().map(graph -> {
            int innerExtra = graph.vertexCount() - graph.pointCount();
            int[] colors = new int[degree + innerExtra + copies.length];
            int step = graph.largestColor() + 1;
            int most = Arrays.stream(copies).mapToInt(own -> own.length).max().orElse(1);
            IntArrayList ends = new IntArrayList();
            for (int i = 0; i < copies.length; i++) {
                int join = degree + innerExtra + i;
                colors[join] = step * most;
                for (int c = 0; c < copies[i].length; c++) {
                    colors[copies[i][c]] = step * c + graph.color(i);
                    ends.add(copies[i][c]);
                    ends.add(join);
                }
            }
            for (int v = 0; v < innerExtra; v++) {
                colors[degree + v] = graph.color(graph.pointCount() + v);
            }
            for (int end : graph.ends()) {
                ends.add(end < graph.pointCount() ? copies[end][0] : degree + end - graph.pointCount());
            }
            return new DefiningGraph(degree, colors, ends.toIntArray(),
                Arrays.stream(graph.evenPoints()).map(i -> copies[i][0]).toArray());
        });
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
