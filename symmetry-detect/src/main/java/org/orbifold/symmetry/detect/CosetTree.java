package org.orbifold.symmetry.detect;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.orbifold.symmetry.refine.RefinableColoring;

/**
 * Decides exactly whether an automorphism maps the first path's node f at some level to its sibling c.
 *
 * <p>If one does, it maps <i>every</i> path below c to some path below f with the same traces. So one arbitrary path
 * below c is walked, and on the side of f all nodes with the same traces so far are kept. When none is left, c is
 * refuted; at a leaf the candidates are compared. Only the side of f is ever expanded, and its expansions are kept for
 * the next c ({@link CosetFarSide}). This costs one path per refuted vertex where a plain search pays for a subtree,
 * which is what planes, strongly regular graphs and Latin squares need.
 *
 * <p>Where many nodes below f match, expanding them all is dear. If the node below c corresponds to one of them, then
 * every child of that one has its like below c. So one child of each is compared with all children of the single
 * node below c, nearly all of which are recognised as different after a few splitters.
 */
final class CosetTree {

    private static final int MANY_GENERATORS = 12;
    private static final int MOST_TRIES = 12;

    /** Tries where all children look alike, and matching nodes that are expanded without probing. */
    private static final int FEW = 3;

    /** Samples of more children than this are not collected for the few tries that they could shorten. */
    private static final int MOST_SAMPLED = 512;

    /** Thrown when one level of the tree would cost more than was allowed; control flow, hence no stack trace. */
    static final class TooWide extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooWide() {
            super(null, null, false, false);
        }
    }

    private final LocalGraph graph;
    private final NodeWalker near;
    private final CosetFarSide far;
    private final Certifier certifier;
    private final SearchBudget budget;
    private final CellSelector selector;
    private final long widest;

    /**
     * The walker stands at the top of the search; a second one is made for the side of f. Expanding more than the given
     * number of nodes for one step throws {@link TooWide}.
     */
    CosetTree(LocalGraph graph, NodeWalker walker, Certifier certifier, SearchBudget budget, long widest) {
        this.graph = graph;
        this.near = walker;
        this.far = new CosetFarSide(graph, walker.path(), budget);
        this.widest = widest;
        this.certifier = certifier;
        this.budget = budget;
        this.selector = new CellSelector(graph);
    }

    /**
     * Looks for an automorphism that fixes the first base points and maps the base point of the level to v. The
     * walker's colouring stands at the level's node, and does so again afterwards. The first guide is v. Where the
     * group has many generators the others are followed too, being a path with the traces of the first path: then the
     * first path's own nodes, whose stabilisers are known, are among the matching ones. Where it has few, a path of
     * its own is refuted sooner.
     */
    int[] decide(int level, int[] guides, int guideCount, StabilizerPath path) {
        CosetNode start = far.rootAt(level + 1, path);
        int followed = path.stabilizer(level + 1).size() >= MANY_GENERATORS ? guideCount : 1;
        RefinableColoring coloring = near.coloring;
        int before = coloring.cellCount();
        int depth = near.depth();
        try {
            near.push(guides[0]);
            List<CosetNode> matching = List.of(start);
            for (int step = 1; !coloring.isDiscrete(); step++) {
                budget.node();
                int cell = selector.select(coloring);
                matching = step < followed
                    ? follow(matching, cell, guides[step]) : narrowest(probed(matching, cell), cell);
                if (matching.isEmpty()) {
                    return null;
                }
            }
            return compareLeaves(matching);
        } finally {
            near.backTo(depth);
            coloring.undoTo(before);
        }
    }

    private List<CosetNode> follow(List<CosetNode> nodes, int cell, int guide) {
        checkWidth(unexpanded(nodes), near.coloring.length(cell));
        far.expandAll(nodes);
        return childrenWithHash(nodes, near.push(guide));
    }

    private void checkWidth(long unexpanded, long each) {
        if (unexpanded > 1 && unexpanded * each > widest) {
            throw new TooWide();
        }
    }

    private static int unexpanded(List<CosetNode> nodes) {
        int count = 0;
        for (CosetNode node : nodes) {
            if (node.children == null) {
                count++;
            }
        }
        return count;
    }

    /**
     * Drops those of many unexpanded nodes that have a child unlike any child of the near node. Expanding the near node
     * costs its cell, so about as much is first spent on expanding nodes: with large stabilisers that goes far.
     */
    private List<CosetNode> probed(List<CosetNode> nodes, int cell) {
        if (unexpanded(nodes) <= FEW) {
            return nodes;
        }
        int length = near.coloring.length(cell);
        int eachMakes = far.expandSome(nodes, length / 2);
        if (unexpanded(nodes) <= FEW || (long) eachMakes * unexpanded(nodes) <= 2L * length) {
            return nodes;
        }
        checkWidth(unexpanded(nodes), 2);
        LongOpenHashSet samples = new LongOpenHashSet();
        for (CosetNode node : nodes) {
            if (node.children == null) {
                CosetFarSide.addSamples(far.probe(node, cell), samples);
            }
        }
        LongOpenHashSet hashes = new LongOpenHashSet();
        int depth = near.depth();
        for (int vertex : near.coloring.members(cell)) {
            budget.node();
            if (near.pushIfKnown(vertex, samples::contains)) {
                hashes.add(near.hash());
            }
            near.backTo(depth);
        }
        List<CosetNode> possible = new ArrayList<>();
        for (CosetNode node : nodes) {
            if (node.children != null || hashes.contains(node.probe.hash)) {
                possible.add(node);
            }
        }
        return possible;
    }

    private static List<CosetNode> childrenWithHash(List<CosetNode> nodes, long hash) {
        List<CosetNode> result = new ArrayList<>();
        for (CosetNode node : nodes) {
            for (CosetNode child : node.children) {
                if (child.hash == hash) {
                    result.add(child);
                }
            }
        }
        return result;
    }

    /**
     * Goes on with a vertex of the cell that leaves few matching nodes. Any vertex is right; trying some costs a
     * refinement each, and a wide match costs one for each child of each matching node.
     */
    private List<CosetNode> narrowest(List<CosetNode> nodes, int cell) {
        int[] members = near.coloring.members(cell);
        checkWidth(unexpanded(nodes), members.length);
        far.expandAll(nodes);
        int depth = near.depth();
        int bestVertex = -1;
        int current = -1;
        List<CosetNode> best = null;
        int children = childrenIfDifferent(nodes);
        LongPredicate knownSamples = samplesOfChildren(nodes);
        long worth = children == 0 ? FEW : MOST_TRIES;
        for (int i = 0; i < members.length && i < worth; i++) {
            near.backTo(depth);
            budget.node();
            current = members[i];
            if (!near.pushIfKnown(current, knownSamples)) {
                return List.of();
            }
            List<CosetNode> matching = childrenWithHash(nodes, near.hash());
            if (best == null || matching.size() < best.size()) {
                best = matching;
                bestVertex = current;
                worth = Math.max(worth, (long) best.size() * children / nodes.size() / MOST_TRIES);
            }
            if (best.size() <= 1) {
                break;
            }
        }
        if (current != bestVertex && bestVertex >= 0) {
            near.backTo(depth);
            near.push(bestVertex);
        }
        return best == null ? List.of() : best;
    }

    private static LongPredicate samplesOfChildren(List<CosetNode> nodes) {
        int children = 0;
        for (CosetNode node : nodes) {
            children += node.children.length;
        }
        if (children > MOST_SAMPLED) {
            return sample -> true;
        }
        LongOpenHashSet samples = new LongOpenHashSet();
        for (CosetNode node : nodes) {
            for (CosetNode child : node.children) {
                CosetFarSide.addSamples(child, samples);
            }
        }
        return samples::contains;
    }

    /** The number of children, or 0 if all look alike. */
    private static int childrenIfDifferent(List<CosetNode> nodes) {
        int count = 0;
        CosetNode first = null;
        boolean different = false;
        for (CosetNode node : nodes) {
            for (CosetNode child : node.children) {
                first = first == null ? child : first;
                different |= child.hash != first.hash;
                count++;
            }
        }
        return different ? count : 0;
    }

    private int[] compareLeaves(List<CosetNode> leaves) {
        int n = graph.size();
        int[] from = new int[n];
        int[] to = new int[n];
        for (CosetNode leaf : leaves) {
            budget.node();
            RefinableColoring coloring = far.at(leaf);
            if (!coloring.isDiscrete()) {
                continue;
            }
            int size = 0;
            for (int p = 0; p < n; p++) {
                int a = coloring.vertexAt(p);
                int b = near.coloring.vertexAt(p);
                if (a != b) {
                    from[size] = a;
                    to[size++] = b;
                }
            }
            if (certifier.isAutomorphism(from, to, size)) {
                int[] automorphism = Arrays.copyOf(from, 2 * size);
                System.arraycopy(to, 0, automorphism, size, size);
                return automorphism;
            }
        }
        return null;
    }
}
