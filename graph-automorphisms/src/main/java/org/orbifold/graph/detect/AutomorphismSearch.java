package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.group.element.UnionFind;

/**
 * Finds the automorphism group of a coloured graph below one node of the search tree.
 *
 * <p>The first path goes to a leaf. Then, from its end upwards, each level's group is completed: for each vertex v of
 * the target cell that no known automorphism joins to the base point, either an automorphism that maps the base point
 * to v and fixes what was individualised before is found, or v is refuted. So at level i the union–find holds exactly
 * the orbits of the stabiliser, and the order is the product of the base points' orbit lengths.
 *
 * <p>Three means, from cheap to costly: refinement with v in place of the base point must give the same trace, else v
 * is refuted; {@link TraceFollower} follows the first path's traces below v; {@link CosetTree} decides the rest.
 */
final class AutomorphismSearch {

    /** How many nodes one step of a refutation may cost before the base is questioned, and how this grows. */
    private static final long FIRST_WIDTH = 2000;
    private static final long WIDTH_GROWTH = 8;

    /** Fewer nodes spent without finding an automorphism are no reason to question the base. */
    private static final long FEW_IN_VAIN = 128;
    /** A new base pays only for levels that are still to do, and one automorphism alone says little about orbits. */
    private static final int LEVELS_LEFT = 1;
    private static final int ENOUGH_FOUND = 3;
    private static final int SEED_ELEMENTS = 6;

    /** A tree that looking ahead makes smaller by less than this factor, as a power of 2, is not worth it. */
    private static final double WORTH_BITS = 2;

    private final LocalGraph graph;
    private final NodeWalker walker;
    private final RefinableColoring coloring;
    private final SearchBudget budget;
    private final CellSelector selector;
    private final Certifier certifier;
    private RecordedTrace trace = new RecordedTrace();
    private StabilizerPath result;
    private UnionFind orbits;
    /** Roots of the orbits that no automorphism of the level joins to the base point. */
    private final BitSet refuted = new BitSet();
    private final List<List<int[]>> seeds = new ArrayList<>();
    private @Nullable CosetTree cosets;
    private @Nullable RandomWalks walks;
    private long width;
    /** Nodes that brought no automorphism, and how many must have done so before random walks are worth it. */
    private long inVain;
    private long walkAt;
    private boolean lookedAhead;
    /** Whether cells are chosen by looking ahead. */
    private boolean lookingAhead;

    /** Thrown when a better base can be chosen, by automorphisms from random walks or looking ahead; control flow. */
    private static final class BetterBase extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient List<int[]> automorphisms;
        private final transient int[] base;

        BetterBase(List<int[]> automorphisms, int... base) {
            super(null, null, false, false);
            this.automorphisms = automorphisms;
            this.base = base;
        }
    }

    /** Prepares the search below the walker's node; the walker is back there when the search ends. */
    AutomorphismSearch(LocalGraph graph, NodeWalker walker, Certifier certifier, SearchBudget budget) {
        this.graph = graph;
        this.walker = walker;
        this.coloring = walker.coloring;
        this.certifier = certifier;
        this.budget = budget;
        this.selector = new CellSelector(graph);
        orbits = new UnionFind(graph.size());
        result = new StabilizerPath(graph);
    }

    /** What was found; complete only if {@link #run} came back normally. */
    StabilizerPath result() {
        return result;
    }

    /**
     * Runs the search. When refuting gets too wide on the base that was chosen blindly, random walks collect
     * automorphisms, and the search starts again with a base of points in small orbits: the trees below such points
     * are the smallest. When there is no automorphism that could help, it starts again with cells chosen by looking
     * ahead, if that makes the tree smaller.
     */
    StabilizerPath run() {
        return run(FIRST_WIDTH);
    }

    /** As {@link #run()}, with a given width of a refutation at which the base is questioned. */
    StabilizerPath run(long firstWidth) {
        int top = coloring.cellCount();
        long widest = firstWidth;
        List<int[]> known = List.of();
        int[] base = {};
        try {
            while (true) {
                try {
                    complete(known, base, widest);
                    return result;
                } catch (BetterBase e) {
                    coloring.undoTo(top);
                    known = e.automorphisms;
                    base = e.base;
                    lookingAhead = known.isEmpty();
                    restart();
                } catch (CosetTree.TooWide e) {
                    coloring.undoTo(top);
                    walkAt = Long.MAX_VALUE;
                    known = walks().automorphisms(widest);
                    widest = known.isEmpty() ? Long.MAX_VALUE : WIDTH_GROWTH * widest;
                    restart();
                }
            }
        } finally {
            coloring.undoTo(top);
        }
    }

    private void restart() {
        result = new StabilizerPath(graph, lookingAhead);
        orbits = new UnionFind(graph.size());
        trace = new RecordedTrace();
        cosets = null;
        inVain = 0;
    }

    private void complete(List<int[]> known, int[] base, long widest) {
        width = widest;
        TraceFollower follower = followFirstPath(known, base);
        for (int level = result.depth - 1; level >= 0; level--) {
            coloring.undoTo(result.cellsBefore[level]);
            completeLevel(level, follower);
        }
    }

    private TraceFollower followFirstPath(List<int[]> known, int[] base) {
        seeds.clear();
        SchreierElements schreier = known.isEmpty() ? null : new SchreierElements(graph.size());
        List<int[]> fixing = known;
        while (!coloring.isDiscrete()) {
            budget.node();
            boolean chosen = result.depth < base.length;
            int cell = chosen ? coloring.cellOf(base[result.depth]) : select(coloring);
            int vertex = chosen ? base[result.depth] : coloring.vertexAt(coloring.start(cell));
            if (schreier != null) {
                seeds.add(fixing);
                vertex = schreier.inSmallestOrbit(coloring, cell, fixing);
                fixing = schreier.stabilizer(fixing, vertex, SEED_ELEMENTS);
            }
            result.push(vertex, cell, coloring.start(cell), coloring.length(cell), coloring.cellCount());
            coloring.individualize(vertex);
            coloring.refine(trace.recording());
            result.traceEnd[result.depth - 1] = trace.length();
        }
        result.leaf = coloring.vertices();
        return new TraceFollower(graph, walker, certifier, budget, trace, result);
    }

    private int select(RefinableColoring at) {
        return lookingAhead ? CellSelector.lookAhead(at, budget) : selector.select(at);
    }

    private void completeLevel(int level, TraceFollower follower) {
        refuted.clear();
        acceptSeeds(level);
        int base = result.base[level];
        int first = result.targetStart[level];
        int last = first + result.targetLength[level];
        for (int p = first; p < last; p++) {
            int v = result.leaf[p];
            if (orbits.find(v) != orbits.find(base) && !refuted.get(orbits.find(v))) {
                if (findAutomorphism(level, v, follower)) {
                    result.orbitLength[level] = orbits.sizeOf(base);
                } else {
                    refuted.set(orbits.find(v));
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

    private boolean findAutomorphism(int level, int v, TraceFollower follower) {
        long before = budget.nodes();
        TraceFollower.Outcome outcome = follower.follow(level, v);
        if (outcome == TraceFollower.Outcome.FOUND) {
            accept(follower.automorphism(), level);
            return true;
        }
        if (outcome == TraceFollower.Outcome.REFUTED) {
            questionBase(level, budget.nodes() - before - 1);
            return false;
        }
        int[] automorphism = cosets().decide(level, v);
        if (automorphism == null) {
            questionBase(level, budget.nodes() - before);
            return false;
        }
        accept(automorphism, level);
        return true;
    }

    /**
     * If more nodes were spent in vain than random walks should take and there are levels left: walks as many, since a
     * group known before the search lets it choose points in small orbits, which makes every level cheaper. Walks that
     * met too little go on each time that twice as much was spent in vain. Once it looks ahead, too.
     */
    private void questionBase(int level, long spent) {
        inVain += spent;
        if (level < LEVELS_LEFT || inVain < Math.max(FEW_IN_VAIN, walksUntilMeeting(level) * result.depth)) {
            return;
        }
        if (inVain >= walkAt && !result.isTrivialFrom(level)) {
            List<int[]> found = walks().automorphisms(inVain - walkAt / 2);
            if (!found.isEmpty() && found.size() < ENOUGH_FOUND) {
                found = walks().automorphisms(inVain);
            }
            walkAt = 2 * inVain;
            if (found.size() >= ENOUGH_FOUND) {
                lookedAhead = true;
                walkAt = Long.MAX_VALUE;
                throw new BetterBase(found);
            }
        }
        if (!lookedAhead) {
            lookedAhead = true;
            int[] base = baseAhead();
            if (base.length > 0) {
                throw new BetterBase(List.of(), base);
            }
        }
    }

    /** A base by looking ahead; empty if that does not make the tree much smaller. */
    private int[] baseAhead() {
        NodeWalker ahead = new NodeWalker(graph);
        ahead.moveTo(walker.path());
        int top = ahead.depth();
        double most = result.bits() - WORTH_BITS;
        double bits = 0;
        while (!ahead.coloring.isDiscrete() && bits <= most) {
            int cell = CellSelector.lookAhead(ahead.coloring, budget);
            bits += CellSelector.bits(ahead.coloring.length(cell));
            ahead.push(ahead.coloring.vertexAt(ahead.coloring.start(cell)));
        }
        int[] path = ahead.path();
        return bits <= most ? Arrays.copyOfRange(path, top, path.length) : new int[0];
    }

    /** By the birthday paradox the square root of the number of inequivalent leaves, as far as levels are complete. */
    private double walksUntilMeeting(int level) {
        double leaves = 1;
        for (int i = level + 1; i < result.depth; i++) {
            leaves *= (double) result.targetLength[i] / result.orbitLength[i];
        }
        return Math.sqrt(leaves);
    }

    private RandomWalks walks() {
        if (walks == null) {
            walks = new RandomWalks(graph, walker.path(), certifier, budget);
        }
        return walks;
    }

    private CosetTree cosets() {
        if (cosets == null) {
            cosets = new CosetTree(graph, walker, certifier, budget, result, this::select, width);
        }
        return cosets;
    }

    private void accept(int[] automorphism, int level) {
        result.add(automorphism, level);
        budget.generator();
        int size = automorphism.length / 2;
        for (int i = 0; i < size; i++) {
            int a = orbits.find(automorphism[i]);
            int b = orbits.find(automorphism[size + i]);
            // A refuted orbit stays so when it grows.
            boolean isRefuted = refuted.get(a) || refuted.get(b);
            orbits.union(a, b);
            refuted.set(orbits.find(a), isRefuted);
        }
    }
}
