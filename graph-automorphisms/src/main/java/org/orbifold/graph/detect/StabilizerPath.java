package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.UnionFind;

/**
 * The result of the automorphism search below one node: a base (the vertices individualised along the first path),
 * generators by the level at which they were found, and orbit sizes. Level i has the group that fixes the first i base
 * points; the generators found at level i or deeper generate it (once the search is complete).
 */
final class StabilizerPath {

    private final LocalGraph graph;
    /** Whether the cells were chosen by looking ahead, which depends on names, and not by the selector's rule. */
    private final boolean lookedAhead;
    int depth;
    int[] base = new int[8];
    int[] targetCell = new int[8];
    int[] targetStart = new int[8];
    int[] targetLength = new int[8];
    int[] cellsBefore = new int[8];
    int[] traceEnd = new int[8];
    /** Size of the orbit of the base point, final when the level is done, growing before. */
    int[] orbitLength = new int[8];
    /** Size of the orbits in the target cell that rank highest, and their number. */
    int[] bestOrbit = new int[8];
    int[] bestOrbitCount = new int[8];

    /** The vertex at each place of the leaf at the end of the first path; empty as long as that is not followed. */
    int[] leaf = {};

    /** Generators as points followed by their images. */
    final List<int[]> generators = new ArrayList<>();
    private int[] generatorLevel = new int[8];

    StabilizerPath(LocalGraph graph) {
        this(graph, false);
    }

    StabilizerPath(LocalGraph graph, boolean lookedAhead) {
        this.graph = graph;
        this.lookedAhead = lookedAhead;
    }

    /** What does not depend on names: this, or the group alone if the path was chosen by looking ahead. */
    StabilizerPath canonical() {
        return lookedAhead ? withoutPath() : this;
    }

    /** The group alone. */
    StabilizerPath withoutPath() {
        StabilizerPath group = new StabilizerPath(graph);
        generators.forEach(g -> group.add(g, 0));
        return group;
    }

    /** A known group, without a path. */
    static StabilizerPath of(LocalGraph graph, PermutationGroup group) {
        StabilizerPath result = new StabilizerPath(graph);
        group.generators().forEach(g -> result.add(Generators.of(g), 0));
        return result;
    }

    /** The group that the generators generate. */
    PermutationGroup toGroup() {
        return PermutationGroup.of(graph.size(),
            generators.stream().map(g -> Generators.permutation(graph.size(), g)).toList());
    }

    /** The logarithm to base 2 of the number of leaves below the path's top, were all nodes of a level alike. */
    double bits() {
        double bits = 0;
        for (int i = 0; i < depth; i++) {
            bits += CellSelector.bits(targetLength[i]);
        }
        return bits;
    }

    void push(int vertex, int cell, int start, int length, int cells) {
        if (depth == base.length) {
            grow();
        }
        base[depth] = vertex;
        targetCell[depth] = cell;
        targetStart[depth] = start;
        targetLength[depth] = length;
        cellsBefore[depth] = cells;
        orbitLength[depth] = 1;
        depth++;
    }

    /** Notes the orbit sizes in a level's target cell, which the colouring shows. */
    void measure(int level, UnionFind orbits, RefinableColoring coloring) {
        int cell = targetCell[level];
        int best = 0;
        int members = 0;
        for (int i = 0; i < coloring.length(cell); i++) {
            int size = orbits.sizeOf(coloring.vertexAt(coloring.start(cell) + i));
            if (best == 0 || graph.rankOfOrbit(size) > graph.rankOfOrbit(best)) {
                best = size;
                members = 0;
            }
            if (size == best) {
                members++;
            }
        }
        orbitLength[level] = orbits.sizeOf(base[level]);
        bestOrbit[level] = best;
        bestOrbitCount[level] = members / best;
    }

    private void grow() {
        int size = 2 * depth;
        base = Arrays.copyOf(base, size);
        targetCell = Arrays.copyOf(targetCell, size);
        targetStart = Arrays.copyOf(targetStart, size);
        targetLength = Arrays.copyOf(targetLength, size);
        cellsBefore = Arrays.copyOf(cellsBefore, size);
        traceEnd = Arrays.copyOf(traceEnd, size);
        orbitLength = Arrays.copyOf(orbitLength, size);
        bestOrbit = Arrays.copyOf(bestOrbit, size);
        bestOrbitCount = Arrays.copyOf(bestOrbitCount, size);
    }

    int traceStart(int level) {
        return level == 0 ? 0 : traceEnd[level - 1];
    }

    void add(int[] generator, int level) {
        if (generators.size() == generatorLevel.length) {
            generatorLevel = Arrays.copyOf(generatorLevel, 2 * generatorLevel.length);
        }
        generatorLevel[generators.size()] = level;
        generators.add(generator);
    }

    /** The generators that fix the first base points. Levels are searched bottom-up, so these come first. */
    List<int[]> stabilizer(int level) {
        int count = 0;
        while (count < generators.size() && generatorLevel[count] >= level) {
            count++;
        }
        return List.copyOf(generators.subList(0, count));
    }

    boolean isTrivialFrom(int level) {
        return generators.isEmpty() || generatorLevel[0] < level;
    }

    /** The product of the orbit lengths: the order, or a lower bound if the search was cut short. */
    GroupOrder order() {
        GroupOrder order = new GroupOrder();
        for (int i = 0; i < depth; i++) {
            order.multiply(orbitLength[i]);
        }
        return order;
    }
}
