package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.UnionFind;

/**
 * Chooses a labeling that depends on the isomorphism type only, knowing the automorphism group.
 *
 * <p>The tree is searched breadth first. Of the vertices of a node's target cell one per orbit of the node's
 * stabiliser is enough; of these only the ones in orbits of the best size are kept (the group is known exactly, so
 * orbit sizes are invariants), and of these only the ones with the largest trace. Where a single orbit is left
 * nothing need be refined at all; so for graphs whose target cells are orbits the first path's leaf is the answer.
 * When several leaves are left, the smallest relabelled graph wins.
 *
 * <p>The nodes of a level are pairwise inequivalent and have equal traces, so their number and what they split do not
 * depend on names. Where there are many, the search starts again: on finer colours, if {@link PairInvariant} finds any;
 * else it chooses each cell by its joins, and while nodes are few by trying what the cells with most joins split.
 */
final class CanonicalSearch {

    /** Limit on the nodes of a level; above it the search restarts with a look-ahead at no more children than this. */
    private static final int EASY = 16;
    private static final int MOST_TRIED = 64;

    /** A node: its path, and its stabiliser, which is a known group from some level on. */
    private record Node(int[] path, StabilizerPath group, int level) {
    }

    /** A vertex to individualise below a node, one of an orbit. */
    private record Child(Node node, int vertex, boolean onPath) {
    }

    private final LocalGraph graph;
    private final NodeWalker walker;
    private final Certifier certifier;
    private final SearchBudget budget;
    private CellSelector selector;
    private boolean hard;
    /** Whether the colours are finer than the graph's own already. */
    private boolean split;
    /** The whole group, where stabilisers come from: once the search is hard, or if the group came without a path. */
    private @Nullable PermutationGroup whole;

    CanonicalSearch(LocalGraph graph, NodeWalker walker, Certifier certifier, SearchBudget budget) {
        this.graph = graph;
        this.walker = walker;
        this.certifier = certifier;
        this.budget = budget;
        this.selector = new CellSelector(graph);
    }

    /** The vertex at each place of the canonical labeling, for the whole graph with its complete group. */
    int[] run(StabilizerPath group) {
        StabilizerPath start = group.canonical();
        if (start != group) {
            whole = start.toGroup();
        }
        List<Node> nodes = List.of(new Node(new int[0], start, 0));
        while (true) {
            if (nodes.size() > EASY && !hard) {
                whole = whole == null ? start.toGroup() : whole;
                LocalGraph finer = split ? null : finer();
                if (finer != null) {
                    return onFinerColors(finer, start.withoutPath());
                }
                hard = true;
                selector = CellSelector.byJoins(graph);
                nodes = List.of(new Node(new int[0], start.withoutPath(), 0));
            }
            if (nodes.size() == 1) {
                Node ahead = skipWholeOrbits(nodes.get(0));
                if (ahead.group.leaf.length > 0 && ahead.level == ahead.group.depth) {
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

    private @Nullable LocalGraph finer() {
        walker.backTo(0);
        return PairInvariant.split(graph, walker.coloring, budget);
    }

    /** The group is the same, as its elements preserve every invariant; only the path that it came with is not. */
    private int[] onFinerColors(LocalGraph finer, StabilizerPath group) {
        CanonicalSearch search = new CanonicalSearch(finer, new NodeWalker(finer, budget.watching(finer.size())),
            new Certifier(finer.offsets(), finer.neighbours(), finer.colors()), budget);
        search.split = true;
        search.whole = whole;
        return search.run(group);
    }

    /** Follows the node's own first path as long as its base points are in the only best orbit. */
    private Node skipWholeOrbits(Node node) {
        StabilizerPath group = node.group;
        int level = node.level;
        while (level < group.depth && isOnlyChoice(group, level)) {
            level++;
        }
        int more = level - node.level;
        int[] path = Arrays.copyOf(node.path, node.path.length + more);
        System.arraycopy(group.base, node.level, path, node.path.length, more);
        return new Node(path, group, level);
    }

    private static boolean isOnlyChoice(StabilizerPath group, int level) {
        return group.orbitLength[level] == group.targetLength[level]
            || group.bestOrbitCount[level] == 1 && group.orbitLength[level] == group.bestOrbit[level];
    }

    private List<Node> descend(List<Node> nodes) {
        List<Child> children = new ArrayList<>();
        int best = 0;
        int cell = hard ? lookAhead(nodes) : -1;
        for (Node node : nodes) {
            best = addChildren(node, cell, children, best);
        }
        if (children.size() > 1) {
            children = largestTraces(children);
        }
        boolean goOn = hard || children.size() <= EASY;
        List<Node> result = new ArrayList<>(children.size());
        for (Child child : children) {
            result.add(goOn ? nodeOf(child) : child.node);
        }
        return result;
    }

    /** Adds one vertex per orbit of the best rank. Returns the best rank so far. */
    private int addChildren(Node node, int chosen, List<Child> children, int bestBefore) {
        walker.moveTo(node.path);
        RefinableColoring coloring = walker.coloring;
        int cell = chosen >= 0 ? chosen : selector.select(coloring);
        int base = node.level < node.group.depth ? node.group.base[node.level] : -1;
        List<int[]> generators = node.group.stabilizer(node.level);
        UnionFind orbits = Generators.orbits(graph.size(), generators);
        boolean[] seen = new boolean[graph.size()];
        int best = bestBefore;
        for (int i = 0; i < coloring.length(cell); i++) {
            int v = coloring.vertexAt(coloring.start(cell) + i);
            int rank = graph.rankOfOrbit(orbits.sizeOf(v));
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

    /**
     * The cell that brings most new cells for its length, over all vertices of it below all nodes, so that names do not
     * matter: the nodes have the same traces, hence the same cells. -1 if less than two cells are cheap enough to try.
     */
    private int lookAhead(List<Node> nodes) {
        walker.moveTo(nodes.get(0).path);
        int most = MOST_TRIED / nodes.size();
        int[] cells = selector.mostJoined(walker.coloring, most / 2);
        int tried = 0;
        int count = 0;
        while (count < cells.length && tried + walker.coloring.length(cells[count]) <= most) {
            tried += walker.coloring.length(cells[count++]);
        }
        if (count < 2) {
            return -1;
        }
        long[] splits = new long[count];
        for (Node node : nodes) {
            walker.moveTo(node.path);
            for (int i = 0; i < count; i++) {
                for (int v : walker.coloring.members(cells[i])) {
                    budget.node();
                    splits[i] += CellSelector.splits(walker.coloring, v);
                }
            }
        }
        int best = 0;
        double worthMost = 0;
        for (int i = 0; i < count; i++) {
            int length = walker.coloring.length(cells[i]);
            double worth = splits[i] / (length * CellSelector.bits(length));
            if (worth > worthMost) {
                best = i;
                worthMost = worth;
            }
        }
        return cells[best];
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
        if (node.group.isTrivialFrom(node.level)) {
            return new Node(path, new StabilizerPath(graph), 0);
        }
        if (whole != null) {
            return new Node(path, StabilizerPath.of(graph, whole.stabilizer(path)), 0);
        }
        walker.moveTo(path);
        return new Node(path, new AutomorphismSearch(graph, walker, certifier, budget).run().canonical(), 0);
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
