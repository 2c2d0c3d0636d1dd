package org.orbifold.symmetry.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.symmetry.refine.RefinableColoring;
import org.orbifold.symmetry.refine.Trace;

/**
 * Finds the automorphism group of a coloured graph below one node of the search tree.
 *
 * <p>The first path goes to a leaf. Then, from its end upwards, each level's group is completed: for each vertex v of
 * the target cell that no known automorphism joins to the base point, either an automorphism that maps the base point
 * to v and fixes what was individualised before is found, or v is refuted. So at level i the union–find holds exactly
 * the orbits of the stabiliser, and the order is the product of the base points' orbit lengths.
 *
 * <p>Three means, from cheap to costly: (1) refinement with v in place of the base point must give the same trace,
 * else v is refuted. (2) One path is followed below v along the traces of the first path; as soon as the vertices in
 * singleton cells on both sides are the same set, mapping them onto each other is a candidate that moves only these
 * (Darga, Sakallah and Markov, DAC 2008), which is certified in the size of its support. (3) {@link CosetTree}
 * decides what is left.
 */
final class AutomorphismSearch {

    /** How many nodes one step of a refutation may cost before the base is questioned, and how this grows. */
    private static final long FIRST_WIDTH = 2000;
    private static final long WIDTH_GROWTH = 8;
    private static final int SEED_ELEMENTS = 6;
    private static final int MOST_RETRIES = 64;
    private static final int MOST_LOOKS = 512;

    private final LocalGraph graph;
    private final NodeWalker walker;
    private final RefinableColoring coloring;
    private final SearchBudget budget;
    private final CellSelector selector;
    private final Certifier certifier;
    private final Trace trace = new Trace();
    private StabilizerPath result = new StabilizerPath();
    private OrbitForest orbits;
    private final int[] leafPlace;

    /** Vertices that the pair of partitions maps, and of these the images whose own image is still unknown. */
    private final int[] from;
    private final int[] to;
    private final int[] open;
    private int pairs;
    private int openCount;
    private int singlesSeen;

    private final List<List<int[]>> seeds = new ArrayList<>();
    private CosetTree cosets;
    private long width;
    private int retries = 8;

    /** Prepares the search below the walker's node; the walker is back there when the search ends. */
    AutomorphismSearch(LocalGraph graph, NodeWalker walker, Certifier certifier, SearchBudget budget) {
        this.graph = graph;
        this.walker = walker;
        this.coloring = walker.coloring;
        this.certifier = certifier;
        this.budget = budget;
        this.selector = new CellSelector(graph);
        int n = graph.size();
        orbits = new OrbitForest(n);
        leafPlace = new int[n];
        from = new int[n];
        to = new int[n];
        open = new int[n];
    }

    /** What was found; complete only if {@link #run} came back normally. */
    StabilizerPath result() {
        return result;
    }

    /**
     * Runs the search. When refuting gets too wide on the base that was chosen blindly, random walks collect
     * automorphisms, and the search starts again with a base of points in small orbits: the trees below such points
     * are the smallest.
     */
    StabilizerPath run() {
        int top = coloring.cellCount();
        long widest = FIRST_WIDTH;
        List<int[]> known = List.of();
        try {
            while (true) {
                try {
                    complete(known, widest);
                    return result;
                } catch (CosetTree.TooWide e) {
                    coloring.undoTo(top);
                    known = new RandomWalks(graph, walker, certifier, budget).automorphisms(known, widest);
                    widest = known.isEmpty() ? Long.MAX_VALUE : WIDTH_GROWTH * widest;
                    restart();
                }
            }
        } finally {
            coloring.undoTo(top);
        }
    }

    private void restart() {
        result = new StabilizerPath();
        orbits = new OrbitForest(graph.size());
        trace.clear();
        cosets = null;
    }

    private void complete(List<int[]> known, long widest) {
        width = widest;
        followFirstPath(known);
        for (int level = result.depth - 1; level >= 0; level--) {
            coloring.undoTo(result.cellsBefore[level]);
            completeLevel(level);
        }
    }

    private void followFirstPath(List<int[]> known) {
        seeds.clear();
        SchreierElements schreier = known.isEmpty() ? null : new SchreierElements(graph.size());
        List<int[]> fixing = known;
        while (!coloring.isDiscrete()) {
            budget.node();
            int cell = selector.select(coloring);
            int vertex = coloring.vertexAt(coloring.start(cell));
            if (schreier != null) {
                seeds.add(fixing);
                vertex = schreier.inExtremeOrbit(coloring, cell, fixing, false);
                fixing = schreier.stabilizer(fixing, vertex, SEED_ELEMENTS);
            }
            result.push(vertex, cell, coloring.start(cell), coloring.length(cell), coloring.cellCount());
            trace.record();
            coloring.individualize(vertex);
            coloring.refine(trace);
            result.traceEnd[result.depth - 1] = trace.length();
        }
        result.leaf = new int[graph.size()];
        coloring.copyVerticesTo(result.leaf);
        for (int p = 0; p < result.leaf.length; p++) {
            leafPlace[result.leaf[p]] = p;
        }
    }

    private void completeLevel(int level) {
        orbits.nextLevel();
        acceptSeeds(level);
        int base = result.base[level];
        int first = result.targetStart[level];
        int last = first + result.targetLength[level];
        for (int p = first; p < last; p++) {
            int v = result.leaf[p];
            if (orbits.find(v) != orbits.find(base) && !orbits.isRefuted(v)) {
                if (findAutomorphism(level, v)) {
                    result.orbitLength[level] = orbits.size(base);
                } else {
                    orbits.refute(v);
                }
            }
        }
        result.measure(level, orbits, coloring);
    }

    /** Automorphisms known from random walks that join orbits of this level. */
    private void acceptSeeds(int level) {
        if (level >= seeds.size()) {
            return;
        }
        for (int[] g : seeds.get(level)) {
            int size = g.length / 2;
            boolean joins = false;
            for (int i = 0; i < size && !joins; i++) {
                joins = orbits.find(g[i]) != orbits.find(g[size + i]);
            }
            if (joins) {
                accept(g, level);
            }
        }
    }

    private boolean findAutomorphism(int level, int v) {
        int before = coloring.cellCount();
        pairs = 0;
        openCount = 0;
        singlesSeen = coloring.singletonCount();
        if (!step(level, v)) {
            coloring.undoTo(before);
            return false;
        }
        boolean found = followTraces(level + 1);
        coloring.undoTo(before);
        retries = found ? Math.min(MOST_RETRIES, retries * 2) : Math.max(1, retries / 2);
        if (found) {
            return true;
        }
        int[] automorphism = cosets().decide(level, v, result);
        if (automorphism == null) {
            return false;
        }
        accept(automorphism, level);
        return true;
    }

    private CosetTree cosets() {
        if (cosets == null) {
            cosets = new CosetTree(graph, walker, certifier, budget, width);
        }
        return cosets;
    }

    private boolean step(int level, int vertex) {
        budget.node();
        trace.compare(result.traceStart(level), result.traceEnd[level]);
        coloring.individualize(vertex);
        return coloring.refine(trace);
    }

    /** Goes down from below {@code level - 1} until a certified automorphism appears or the trace differs. */
    private boolean followTraces(int level) {
        int origin = level - 1;
        for (int d = level;; d++) {
            pairNewSingletons();
            if (openCount == 0 && certifier.isAutomorphism(from, to, pairs)) {
                int[] automorphism = Arrays.copyOf(from, 2 * pairs);
                System.arraycopy(to, 0, automorphism, pairs, pairs);
                accept(automorphism, origin);
                return true;
            }
            if (coloring.isDiscrete() || !stepSomehow(d)) {
                return false;
            }
        }
    }

    /** Individualises the counterpart of the base point or, if its trace differs, a few others of its cell. */
    private boolean stepSomehow(int level) {
        int before = coloring.cellCount();
        int first = counterpart(level);
        if (step(level, first)) {
            return true;
        }
        int cell = result.targetCell[level];
        coloring.undoTo(before);
        int[] others = new int[Math.min(retries, coloring.length(cell))];
        for (int i = 0; i < others.length; i++) {
            others[i] = coloring.vertexAt(coloring.start(cell) + i);
        }
        for (int v : others) {
            if (v != first) {
                if (step(level, v)) {
                    return true;
                }
                coloring.undoTo(before);
            }
        }
        return false;
    }

    /** Pairs each vertex that became a singleton with the first path's vertex at the same place. */
    private void pairNewSingletons() {
        int count = coloring.singletonCount();
        for (int i = singlesSeen; i < count; i++) {
            int place = coloring.singleton(i);
            int a = result.leaf[place];
            int b = coloring.vertexAt(place);
            if (a != b) {
                from[pairs] = a;
                to[pairs++] = b;
                open[openCount++] = b;
            }
        }
        singlesSeen = count;
        int kept = 0;
        for (int i = 0; i < openCount; i++) {
            int b = open[i];
            if (coloring.length(coloring.cellOf(coloring.vertexAt(leafPlace[b]))) != 1) {
                open[kept++] = b;
            }
        }
        openCount = kept;
    }

    /** The vertex to individualise where the first path took its base point: the one that closes a cycle, if any. */
    private int counterpart(int level) {
        int cell = result.targetCell[level];
        int x = result.base[level];
        while (coloring.cellOf(x) != cell) {
            if (coloring.length(coloring.cellOf(x)) != 1) {
                return nearby(result.base[level], cell);
            }
            x = result.leaf[coloring.placeOf(x)];
        }
        return x;
    }

    /**
     * A vertex of the cell that shares an undecided neighbour with the base point: if the automorphism fixes that
     * neighbour, as most do most vertices, this is the base point's image. Any vertex of the cell would do, but
     * a good guess keeps the support small.
     */
    private int nearby(int base, int cell) {
        int looks = MOST_LOOKS;
        for (int i = graph.offsets()[base]; i < graph.offsets()[base + 1] && looks > 0; i++) {
            int u = graph.neighbors()[i];
            if (coloring.length(coloring.cellOf(u)) > 1) {
                for (int j = graph.offsets()[u]; j < graph.offsets()[u + 1] && looks > 0; j++) {
                    int x = graph.neighbors()[j];
                    if (coloring.cellOf(x) == cell) {
                        return x;
                    }
                    looks--;
                }
            }
        }
        return coloring.vertexAt(coloring.start(cell));
    }

    private void accept(int[] automorphism, int level) {
        result.add(automorphism, level);
        budget.generator();
        int size = automorphism.length / 2;
        for (int i = 0; i < size; i++) {
            orbits.union(automorphism[i], automorphism[size + i]);
        }
    }
}
