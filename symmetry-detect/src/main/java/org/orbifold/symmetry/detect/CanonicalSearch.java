package org.orbifold.symmetry.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.UnionFind;
import org.orbifold.symmetry.refine.RefinableColoring;

/**
 * Chooses a labeling that depends on the isomorphism type only, knowing the automorphism group.
 *
 * <p>The tree is searched breadth first. Of the vertices of a node's target cell one per orbit of the node's
 * stabiliser is enough; of these only the ones in orbits of the best size are kept (the group is known exactly, so
 * orbit sizes are invariants), and of these only the ones with the largest trace. Where a single orbit is left
 * nothing need be refined at all; so for graphs whose target cells are orbits the first path's leaf is the answer.
 * When several leaves are left, the smallest relabelled graph wins.
 */
final class CanonicalSearch {

    /** With more nodes than this on a level their groups are not computed any more; orbit sizes are then not used. */
    private static final int MOST_GROUPS = 16;

    /** A node: its path, and a known group from some level on; null when nothing is known about its stabiliser. */
    private record Node(int[] path, @Nullable StabilizerPath group, int level) {

        boolean isTrivial() {
            return group != null && group.isTrivialFrom(level);
        }
    }

    /** A vertex to individualise below a node, one of an orbit. */
    private record Child(Node node, int vertex, boolean onPath) {
    }

    private final LocalGraph graph;
    private final NodeWalker walker;
    private final Certifier certifier;
    private final SearchBudget budget;
    private final CellSelector selector;
    private boolean orbitSizesKnown = true;

    CanonicalSearch(LocalGraph graph, NodeWalker walker, Certifier certifier, SearchBudget budget) {
        this.graph = graph;
        this.walker = walker;
        this.certifier = certifier;
        this.budget = budget;
        this.selector = new CellSelector(graph);
    }

    /** The vertex at each place of the canonical labeling, for the whole graph with its complete group. */
    int[] run(StabilizerPath group) {
        List<Node> nodes = List.of(new Node(new int[0], group, 0));
        while (true) {
            if (nodes.size() == 1) {
                Node ahead = skipWholeOrbits(nodes.get(0));
                if (ahead.group != null && ahead.group.leaf.length > 0 && ahead.level == ahead.group.depth) {
                    return ahead.group.leaf;
                }
                nodes = List.of(ahead);
            }
            walker.moveTo(nodes.get(0).path);
            if (walker.coloring.isDiscrete()) {
                return bestLeaf(nodes);
            }
            nodes = descend(nodes);
        }
    }

    /** Follows the node's own first path as long as its base points are in the only best orbit. */
    private Node skipWholeOrbits(Node node) {
        StabilizerPath group = node.group;
        if (group == null) {
            return node;
        }
        int level = node.level;
        while (level < group.depth && isOnlyChoice(group, level)) {
            level++;
        }
        int more = level - node.level;
        int[] path = Arrays.copyOf(node.path, node.path.length + more);
        System.arraycopy(group.base, node.level, path, node.path.length, more);
        return new Node(path, group, level);
    }

    private boolean isOnlyChoice(StabilizerPath group, int level) {
        return group.orbitLength[level] == group.targetLength[level]
            || orbitSizesKnown && group.bestOrbitCount[level] == 1
                && group.orbitLength[level] == group.bestOrbit[level];
    }

    private List<Node> descend(List<Node> nodes) {
        List<Child> children = new ArrayList<>();
        int best = 0;
        for (Node node : nodes) {
            best = addChildren(node, children, best);
        }
        if (children.size() > 1) {
            children = largestTraces(children);
        }
        if (children.size() > MOST_GROUPS) {
            orbitSizesKnown = false;
        }
        List<Node> result = new ArrayList<>(children.size());
        for (Child child : children) {
            result.add(nodeOf(child));
        }
        return result;
    }

    /** Adds one vertex per orbit; only orbits of the best rank if sizes are known. Returns the best rank so far. */
    private int addChildren(Node node, List<Child> children, int bestBefore) {
        walker.moveTo(node.path);
        RefinableColoring coloring = walker.coloring;
        int cell = selector.select(coloring);
        int base = node.group != null && node.level < node.group.depth ? node.group.base[node.level] : -1;
        List<int[]> generators = node.group == null ? List.of() : node.group.stabilizer(node.level);
        UnionFind orbits = Generators.orbits(graph.size(), generators);
        boolean[] seen = new boolean[graph.size()];
        int best = bestBefore;
        for (int i = 0; i < coloring.length(cell); i++) {
            int v = coloring.vertexAt(coloring.start(cell) + i);
            int rank = orbitSizesKnown ? graph.rankOfOrbit(orbits.sizeOf(v)) : 0;
            if (rank < best || seen[orbits.find(v)]) {
                continue;
            }
            if (rank > best) {
                best = rank;
                children.clear();
            }
            seen[orbits.find(v)] = true;
            boolean onPath = base >= 0 && orbits.find(v) == orbits.find(base);
            children.add(new Child(node, onPath ? base : v, onPath));
        }
        return best;
    }

    private List<Child> largestTraces(List<Child> children) {
        LargestTrace best = new LargestTrace();
        List<Child> kept = new ArrayList<>();
        for (Child child : children) {
            budget.node();
            walker.moveTo(child.node.path);
            best.next();
            boolean reached = walker.push(child.vertex, best);
            walker.backTo(walker.depth() - 1);
            if (reached) {
                if (best.isLarger()) {
                    kept.clear();
                }
                kept.add(child);
            }
        }
        return kept;
    }

    private Node nodeOf(Child child) {
        Node node = child.node;
        int[] path = Arrays.copyOf(node.path, node.path.length + 1);
        path[node.path.length] = child.vertex;
        if (child.onPath) {
            return new Node(path, node.group, node.level + 1);
        }
        if (node.isTrivial()) {
            return new Node(path, new StabilizerPath(graph), 0);
        }
        if (!orbitSizesKnown) {
            return new Node(path, null, 0);
        }
        walker.moveTo(path);
        return new Node(path, new AutomorphismSearch(graph, walker, certifier, budget).run(), 0);
    }

    // ---- leaves ----

    private int[] bestLeaf(List<Node> nodes) {
        int[] best = null;
        long bestHash = 0;
        int[] bestRows = null;
        for (Node node : nodes) {
            walker.moveTo(node.path);
            long hash = Certificate.hash(graph, walker.coloring);
            if (best != null && hash > bestHash) {
                continue;
            }
            int[] leaf = walker.coloring.vertices();
            if (best != null && hash == bestHash) {
                // Nearly always the same graph; the rows decide when two graphs share a hash.
                if (bestRows == null) {
                    bestRows = Certificate.rows(graph, best);
                }
                int[] rows = Certificate.rows(graph, leaf);
                if (Arrays.compare(rows, bestRows) >= 0) {
                    continue;
                }
                bestRows = rows;
            } else {
                bestRows = null;
            }
            best = leaf;
            bestHash = hash;
        }
        return Objects.requireNonNull(best, "no node is left");
    }
}
