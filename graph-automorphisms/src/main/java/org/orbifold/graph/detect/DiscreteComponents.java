package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;

/**
 * The small connected components of a large graph whose refinement is discrete, each refined by itself, and the rest of
 * the graph, numbered breadth first.
 *
 * <p>A component with one vertex per cell has no automorphism but the identity, and the order of its cells is
 * canonical: two of them are isomorphic exactly if they are equal place by place. Equal ones are exchanged: k! for k of
 * them. Whether a component is discrete does not depend on names, so all others can be solved as one graph.
 *
 * <p>This earns its place on graphs of a million vertices and more: refined as a whole they are traversed once per
 * splitter, outside the cache; component by component, and with neighbours near each other, they take a third of the
 * time (docs/results/graphs.md).
 */
final class DiscreteComponents {

    /** Smaller graphs fit into the processor's cache anyway. */
    private static final int SMALLEST_GRAPH = 1 << 14;

    /** Smaller components are as quickly refined together, larger ones would leave the cache. */
    private static final int SMALLEST = 4;
    private static final int LARGEST = 1024;

    /** Components that are equal place by place: their size, and where each starts in the order. */
    private record Equals(int size, IntArrayList starts) {
    }

    private final LocalGraph graph;
    /** The vertices breadth first, discrete components in canonical order; and the inverse. */
    private final int[] order;
    private final int[] place;
    private final Map<int[], Equals> classes = new Object2ObjectOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
    private final List<int[]> generators = new ArrayList<>();
    /** The vertices of all other components. */
    private final int[] others;

    private DiscreteComponents(LocalGraph graph, SearchBudget budget) {
        this.graph = graph;
        int n = graph.size();
        order = new int[n];
        place = new int[n];
        Arrays.fill(place, -1);
        int[] rest = new int[n];
        int restCount = 0;
        int end = 0;
        for (int v = 0; end < n; v++) {
            if (place[v] < 0) {
                budget.check();
                int from = end;
                end = visit(v, from);
                int size = end - from;
                if (size < SMALLEST || size > LARGEST || !classify(from, end)) {
                    System.arraycopy(order, from, rest, restCount, size);
                    restCount += size;
                }
            }
        }
        others = Arrays.copyOf(rest, restCount);
    }

    /** Solves a graph by way of its components if it is large, else as it is. */
    static Solution solve(LocalGraph graph, Function<LocalGraph, Solution> solver, SearchBudget budget) {
        return graph.size() < SMALLEST_GRAPH ? solver.apply(graph) : solveLarge(graph, solver, budget);
    }

    static Solution solveLarge(LocalGraph graph, Function<LocalGraph, Solution> solver, SearchBudget budget) {
        DiscreteComponents components = new DiscreteComponents(graph, budget);
        return components.join(solver.apply(components.rest()));
    }

    /** Appends the component of a vertex to the order; where it ends. */
    private int visit(int root, int from) {
        order[from] = root;
        place[root] = from;
        int end = from + 1;
        for (int head = from; head < end; head++) {
            int v = order[head];
            int rowEnd = graph.offsets()[v + 1];
            for (int i = graph.offsets()[v]; i < rowEnd; i++) {
                int w = graph.neighbours()[i];
                if (place[w] < 0) {
                    place[w] = end;
                    order[end++] = w;
                }
            }
        }
        return end;
    }

    /** Refines a component; if that makes it discrete, puts it in canonical order and among its equals. */
    private boolean classify(int from, int to) {
        LocalGraph component = induced(order, from, to, from);
        RefinableColoring coloring =
            new RefinableColoring(component.offsets(), component.neighbours(), component.colors());
        coloring.refine(Trace.NONE);
        if (!coloring.isDiscrete()) {
            return false;
        }
        int[] canonical = coloring.vertices();
        int[] vertices = Arrays.copyOfRange(order, from, to);
        for (int p = 0; p < canonical.length; p++) {
            order[from + p] = vertices[canonical[p]];
        }
        IntArrayList equals = classes.computeIfAbsent(Certificate.rows(component, canonical),
            rows -> new Equals(to - from, new IntArrayList())).starts;
        if (!equals.isEmpty()) {
            generators.add(exchange(equals.getInt(equals.size() - 1), from, to - from));
        }
        equals.add(from);
        return true;
    }

    /** The graph on some vertices, whose places less a shift are their numbers. */
    private LocalGraph induced(int[] vertices, int from, int to, int shift) {
        int[] offsets = new int[to - from + 1];
        int[] colors = new int[to - from];
        for (int i = 0; i < colors.length; i++) {
            offsets[i + 1] = offsets[i] + graph.degree(vertices[from + i]);
            colors[i] = graph.colors()[vertices[from + i]];
        }
        int[] neighbours = new int[offsets[colors.length]];
        int next = 0;
        for (int k = from; k < to; k++) {
            int rowEnd = graph.offsets()[vertices[k] + 1];
            for (int i = graph.offsets()[vertices[k]]; i < rowEnd; i++) {
                neighbours[next++] = place[graph.neighbours()[i]] - shift;
            }
        }
        return new LocalGraph(offsets, neighbours, colors);
    }

    private int[] exchange(int a, int b, int size) {
        int[] result = new int[4 * size];
        System.arraycopy(order, a, result, 0, size);
        System.arraycopy(order, b, result, size, size);
        System.arraycopy(order, b, result, 2 * size, size);
        System.arraycopy(order, a, result, 3 * size, size);
        return result;
    }

    private LocalGraph rest() {
        for (int i = 0; i < others.length; i++) {
            place[others[i]] = i;
        }
        return induced(others, 0, others.length, 0);
    }

    /** The solution of the whole graph, given that of the rest. */
    private Solution join(Solution rest) {
        GroupOrder groupOrder = new GroupOrder();
        groupOrder.multiply(rest.order(), 1);
        classes.values().forEach(equals -> groupOrder.multiplyFactorial(equals.starts.size()));
        for (int[] g : rest.generators()) {
            generators.add(inGraph(g));
        }
        int[] vertexAt = rest.vertexAt() == null ? null : canonicalOrder(inGraph(rest.vertexAt()));
        return new Solution(groupOrder, generators, vertexAt);
    }

    private int[] inGraph(int[] vertices) {
        int[] result = new int[vertices.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = others[vertices[i]];
        }
        return result;
    }

    /** Class after class, then the rest. */
    private int[] canonicalOrder(int[] rest) {
        List<int[]> forms = new ArrayList<>(classes.keySet());
        forms.sort(Arrays::compare);
        int[] vertexAt = new int[graph.size()];
        int next = 0;
        for (int[] form : forms) {
            Equals equals = Objects.requireNonNull(classes.get(form));
            for (int i = 0; i < equals.starts.size(); i++) {
                System.arraycopy(order, equals.starts.getInt(i), vertexAt, next, equals.size);
                next += equals.size;
            }
        }
        System.arraycopy(rest, 0, vertexAt, next, rest.length);
        return vertexAt;
    }
}
