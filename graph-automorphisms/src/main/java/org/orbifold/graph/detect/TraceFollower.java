package org.orbifold.graph.detect;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.RefinableColoring;

/**
 * Follows a path below a vertex v along the traces of the first path, and looks for an automorphism on the way.
 *
 * <p>Sparse automorphisms (Darga, Sakallah and Markov, DAC 2008): each vertex that is a singleton on this path is
 * paired with the vertex at the same place of the first path; as soon as both sides are the same set, mapping one
 * onto the other is a candidate that moves only these, and is certified in the size of its support.
 *
 * <p>Backtracking: deeper levels are complete, so it is known which of their target cells are orbits. There any vertex
 * will do, if v can be reached at all. Elsewhere as many must be tried as are outside the base point's orbit, and one
 * more. When all that fails, v is refuted; when too much of it fails, the follower gives up.
 */
final class TraceFollower {

    /** What came of it. */
    enum Outcome { FOUND, REFUTED, GAVE_UP }

    private static final int MOST_BACKTRACKS = 64;
    private static final int MOST_LOOKS = 512;
    /** Levels to go from which on it pays to look only where the two sides differ. */
    private static final int MANY_LEVELS = 16;
    private static final int NOTHING_LEFT = -1;
    private static final int TOO_MANY = -2;

    /** A level at which other vertices than the one taken may have to be tried. */
    private static final class Choice {

        final int level;
        final int cells;
        final int[] candidates;
        int next;

        Choice(int level, int cells, int[] candidates) {
            this.level = level;
            this.cells = cells;
            this.candidates = candidates;
        }
    }

    private final LocalGraph graph;
    private final RefinableColoring coloring;
    private final Certifier certifier;
    private final SearchBudget budget;
    private final RecordedTrace trace;
    private final StabilizerPath path;
    private final int[] prefix;
    /** Singletons of the first path and of this one, place by place. */
    private final PartialMap map;
    private @Nullable LocalMatch local;
    private int[] automorphism = {};
    private int singlesSeen;
    private int singlesBefore;

    private final ArrayDeque<Choice> choices = new ArrayDeque<>();
    private int backtracks;
    private int allowed = 8;

    /** For a first path that has reached its leaf. */
    TraceFollower(LocalGraph graph, NodeWalker walker, Certifier certifier, SearchBudget budget,
            RecordedTrace trace, StabilizerPath path) {
        this.graph = graph;
        this.coloring = walker.coloring;
        this.prefix = walker.path();
        this.certifier = certifier;
        this.budget = budget;
        this.trace = trace;
        this.path = path;
        map = new PartialMap(graph.size());
    }

    /** The automorphism that was found, as points followed by images. */
    int[] automorphism() {
        return automorphism;
    }

    /** Looks for an automorphism that maps the level's base point to v. The colouring stands at the level's node. */
    Outcome follow(int level, int v) {
        int before = coloring.cellCount();
        singlesBefore = coloring.singletonCount();
        forgetPairs();
        backtracks = 0;
        choices.clear();
        if (!step(level, v)) {
            coloring.undoTo(before);
            return Outcome.REFUTED;
        }
        Outcome outcome = findLocally(level, before) ? Outcome.FOUND : descend(level + 1);
        coloring.undoTo(before);
        allowed = outcome == Outcome.FOUND ? Math.min(MOST_BACKTRACKS, allowed * 2) : Math.max(1, allowed / 2);
        return outcome;
    }

    /** With many levels to go, looks first for an automorphism that moves only what differs after the first step. */
    private boolean findLocally(int level, int cellsBefore) {
        pairNewSingletons();
        if (path.depth - level < MANY_LEVELS || map.isAutomorphism(certifier)) {
            return false;
        }
        if (local == null) {
            local = new LocalMatch(graph, coloring, prefix, certifier, budget, path);
        }
        int[] found = local.isPromising() ? local.find(level, cellsBefore) : null;
        if (found == null) {
            return false;
        }
        automorphism = found;
        return true;
    }

    private Outcome descend(int firstLevel) {
        int level = firstLevel;
        while (true) {
            pairNewSingletons();
            if (map.isAutomorphism(certifier)) {
                automorphism = map.toGenerator();
                return Outcome.FOUND;
            }
            if (coloring.isDiscrete() || !enter(level)) {
                level = retry();
                if (level < 0) {
                    return level == NOTHING_LEFT ? Outcome.REFUTED : Outcome.GAVE_UP;
                }
            }
            level++;
        }
    }

    private boolean step(int level, int vertex) {
        budget.node();
        coloring.individualize(vertex);
        return coloring.refine(trace.comparing(path.traceStart(level), path.traceEnd[level]));
    }

    /** Individualises the counterpart of a level's base point; notes the others if there is a choice. */
    private boolean enter(int level) {
        int vertex = counterpart(level);
        int others = path.targetLength[level] - path.orbitLength[level];
        if (others > 0) {
            choices.push(new Choice(level, coloring.cellCount(), candidates(level, vertex, others)));
        }
        return step(level, vertex);
    }

    /** Other vertices of the level's target cell, enough to contain a good one, but no more than can be tried. */
    private int[] candidates(int level, int taken, int others) {
        int cell = path.targetCell[level];
        int[] result = new int[Math.min(others, MOST_BACKTRACKS)];
        int size = 0;
        for (int i = 0; size < result.length; i++) {
            int v = coloring.vertexAt(coloring.start(cell) + i);
            if (v != taken) {
                result[size++] = v;
            }
        }
        return result;
    }

    /** Goes back to the last choice and takes another vertex; the level of that choice, or a negative reason. */
    private int retry() {
        while (!choices.isEmpty()) {
            Choice choice = choices.peek();
            coloring.undoTo(choice.cells);
            if (choice.next == choice.candidates.length) {
                if (choice.next == MOST_BACKTRACKS) {
                    return TOO_MANY;
                }
                choices.pop();
                continue;
            }
            if (++backtracks > allowed) {
                return TOO_MANY;
            }
            if (step(choice.level, choice.candidates[choice.next++])) {
                forgetPairs();
                return choice.level;
            }
        }
        return NOTHING_LEFT;
    }

    private void forgetPairs() {
        map.clear();
        singlesSeen = singlesBefore;
    }

    /** Pairs each vertex that became a singleton with the first path's vertex at the same place. */
    private void pairNewSingletons() {
        int count = coloring.singletonCount();
        for (int i = singlesSeen; i < count; i++) {
            int place = coloring.singleton(i);
            map.put(path.leaf[place], coloring.vertexAt(place));
        }
        singlesSeen = count;
    }

    /** The vertex to individualise where the first path took its base point: the one that closes a cycle, if any. */
    private int counterpart(int level) {
        int cell = path.targetCell[level];
        int x = path.base[level];
        while (coloring.cellOf(x) != cell) {
            if (coloring.length(coloring.cellOf(x)) != 1) {
                return nearby(path.base[level], cell);
            }
            x = path.leaf[coloring.placeOf(x)];
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
            int u = graph.neighbours()[i];
            if (coloring.length(coloring.cellOf(u)) > 1) {
                for (int j = graph.offsets()[u]; j < graph.offsets()[u + 1] && looks > 0; j++) {
                    int x = graph.neighbours()[j];
                    if (coloring.cellOf(x) == cell) {
                        return x;
                    }
                    looks--;
                }
            }
        }
        return coloring.vertexAt(coloring.start(cell));
    }
}
