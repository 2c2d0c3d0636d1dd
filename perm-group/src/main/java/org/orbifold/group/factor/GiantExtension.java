package org.orbifold.group.factor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Permutation;

/**
 * A group that contains the symmetric (or alternating) groups of all blocks of a {@link GiantBlockSystem}: order,
 * membership and uniform elements need only its quotient. A uniform element is a uniform element of the quotient, which
 * says where blocks go and with which parity, and a uniform permutation of that parity inside each block.
 */
final class GiantExtension implements GroupStructure {

    private final GiantBlockSystem system;
    private final GroupStructure quotient;
    private final List<Permutation> generators;
    private final BigInteger order;

    GiantExtension(GiantBlockSystem system, GroupStructure quotient, List<Permutation> generators) {
        this.system = system;
        this.generators = generators;
        this.quotient = quotient;
        List<BigInteger> parts = new ArrayList<>();
        parts.add(quotient.order());
        int lastSize = -1;
        BigInteger last = BigInteger.ONE;
        for (int b = 0; b < system.blockCount(); b++) {
            if (system.block(b).length != lastSize) {
                lastSize = system.block(b).length;
                last = Products.factorial(lastSize).shiftRight(system.isAlternating() ? 1 : 0);
            }
            parts.add(last);
        }
        order = Products.of(parts);
    }

    GiantBlockSystem system() {
        return system;
    }

    GroupStructure quotient() {
        return quotient;
    }

    @Override
    public Kind kind() {
        return isAlternatingGroup() ? Kind.ALTERNATING : Kind.GIANT_EXTENSION;
    }

    private boolean isAlternatingGroup() {
        return system.isOneBlock() && system.isAlternating() && quotient.kind() == Kind.TRIVIAL;
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
        boolean[] needed = new boolean[system.quotientDegree()];
        for (int q : quotient.base()) {
            needed[q] = true;
        }
        for (int x : system.outside()) {
            if (needed[system.quotientOfPoint(x)]) {
                base.add(x);
            }
        }
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
        if (isAlternatingGroup()) {
            return insideBlock(0, fixed, true);
        }
        if (system.isAlternating() && points.length == 0) {
            // DirectProduct calls this without points for unaffected factors: avoid building a chain.
            return generators;
        }
        if (system.isAlternating()) {
            return ChainStabilizer.of(system.degree(), generators, order, points);
        }
        List<Permutation> result = new ArrayList<>();
        for (int b = 0; b < system.blockCount(); b++) {
            result.addAll(insideBlock(b, fixed, false));
        }
        // Blocks with a fixed point stay where they are, so an order-preserving lift fixes them point by point.
        int[] inQuotient = Arrays.stream(points).map(system::quotientImage).distinct().toArray();
        for (Permutation element : quotient.stabilizer(inQuotient)) {
            result.add(system.lift(element));
        }
        return result;
    }

    /** Generators of the symmetric or alternating group on the points of a block that are not fixed. */
    private List<Permutation> insideBlock(int block, boolean[] fixed, boolean even) {
        int[] free = Arrays.stream(system.block(block)).filter(x -> !fixed[x]).toArray();
        int least = even ? 3 : 2;
        List<Permutation> result = new ArrayList<>();
        if (free.length >= least) {
            result.add(Permutation.ofCycles(system.degree(), Arrays.copyOf(free, least)));
        }
        if (free.length > least) {
            // With the short cycle, a long one of the right parity generates everything.
            int from = even && free.length % 2 == 0 ? 1 : 0;
            result.add(Permutation.ofCycles(system.degree(), Arrays.copyOfRange(free, from, free.length)));
        }
        return result;
    }

    /**
     * The graph of the quotient, its points outside of blocks as they are, and each block as a vertex that is joined to
     * its points.
     */
    @Override
    public Optional<DefiningGraph> definingGraph() {
        if (isAlternatingGroup()) {
            int[] colors = new int[system.degree()];
            for (int x : system.outside()) {
                colors[x] = 1 + x;
            }
            return Optional.of(new DefiningGraph(system.degree(), colors, new int[0], system.block(0).clone()));
        }
        return quotient.definingGraph()
            .filter(graph -> !system.isAlternating() && graph.evenPoints().length == 0).map(this::lifted);
    }

    private DefiningGraph lifted(DefiningGraph graph) {
        int degree = system.degree();
        int[] vertexOf = new int[graph.vertexCount()];
        int[] colors = new int[degree + system.blockCount() + graph.vertexCount() - graph.pointCount()];
        IntArrayList ends = new IntArrayList();
        for (int x : system.outside()) {
            vertexOf[system.quotientOfPoint(x)] = x;
            colors[x] = 3 * graph.color(system.quotientOfPoint(x));
        }
        for (int b = 0; b < system.blockCount(); b++) {
            int q = system.quotientOfBlock(b);
            vertexOf[q] = degree + b;
            colors[degree + b] = 3 * graph.color(q) + 1;
            for (int x : system.block(b)) {
                colors[x] = 3 * graph.color(q) + 2;
                ends.add(x);
                ends.add(degree + b);
            }
        }
        for (int v = graph.pointCount(); v < graph.vertexCount(); v++) {
            vertexOf[v] = degree + system.blockCount() + v - graph.pointCount();
            colors[vertexOf[v]] = 3 * graph.color(v);
        }
        for (int end : graph.ends()) {
            ends.add(vertexOf[end]);
        }
        return new DefiningGraph(degree, colors, ends.toIntArray());
    }

    @Override
    public GroupEvaluator evaluator() {
        return new ExtensionEvaluator();
    }

    private final class ExtensionEvaluator extends GroupEvaluator {

        private final GroupEvaluator inner = quotient.evaluator();
        private final int[] image = new int[system.quotientDegree()];
        private final int[] preimages = system.preimages();
        private final boolean[] seen = new boolean[system.largestBlock()];
        private final BlockShuffle shuffle = new BlockShuffle(system.largestBlock());

        ExtensionEvaluator() {
            super(system.degree(), quotient.isVerified());
        }

        @Override
        public boolean contains(int[] images) {
            return system.project(images, image, seen) && inner.contains(image);
        }

        @Override
        public void sampleInto(RandomGenerator random, int[] images) {
            inner.sampleInto(random, image);
            for (int b = 0; b < system.blockCount(); b++) {
                int target = image[system.quotientOfBlock(b)];
                int[] from = system.block(b);
                int[] to = system.block(preimages[target]);
                boolean odd = shuffle.draw(from.length, random);
                if (system.isAlternating() && odd != (target != system.quotientOfBlock(preimages[target]))) {
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
