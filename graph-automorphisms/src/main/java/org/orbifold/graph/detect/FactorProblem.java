package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.Subgroups;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DefiningGraph;
import org.orbifold.group.factor.GroupStructure;

/**
 * The common elements of direct products of factors and of the automorphisms of a graph, whose first vertices the
 * points are. Factors that a graph defines become part of the graph; only the others are searched by chains, and if
 * there are none, the answer is a graph's automorphism group. Parity is left out of the search: the even elements are
 * the kernel of a homomorphism of the group found.
 */
final class FactorProblem {

    private final int size;
    private final ColoredGraph graph;
    private final SearchOptions options;
    private final SearchBudget budget;

    private final int[] colors;
    private final IntArrayList extraColors = new IntArrayList();
    private final IntArrayList ends = new IntArrayList();
    private int firstColor;
    private final List<ChainConstraint> chains = new ArrayList<>();
    private final List<int[]> evenPoints = new ArrayList<>();

    /**
     * A problem without factors.
     *
     * @param size the number of points
     * @param graph a graph with the points first
     * @param colors of its vertices, in place of its own
     */
    FactorProblem(int size, ColoredGraph graph, int[] colors, SearchOptions options, SearchBudget budget) {
        this.size = size;
        this.graph = graph;
        this.colors = colors;
        this.options = options;
        this.budget = budget;
    }

    /** Adds the factors of a group; together they have all points. */
    void add(List<int[]> points, List<GroupStructure> factors) {
        int[] second = new int[size];
        for (int f = 0; f < factors.size(); f++) {
            int[] own = points.get(f);
            DefiningGraph defining = factors.get(f).definingGraph().orElse(null);
            if (defining == null) {
                chains.add(new ChainConstraint(factors.get(f), own, size));
                for (int x : own) {
                    second[x] = firstColor;
                }
                firstColor++;
                continue;
            }
            int shift = graph.vertexCount() + extraColors.size() - defining.pointCount();
            int most = 0;
            for (int v = 0; v < defining.vertexCount(); v++) {
                most = Math.max(most, defining.color(v));
                if (v < own.length) {
                    second[own[v]] = firstColor + defining.color(v);
                } else {
                    extraColors.add(firstColor + defining.color(v));
                }
            }
            for (int end : defining.ends()) {
                ends.add(end < own.length ? own[end] : shift + end);
            }
            if (defining.evenPoints().length > 0) {
                evenPoints.add(Arrays.stream(defining.evenPoints()).map(i -> own[i]).toArray());
            }
            firstColor += most + 1;
        }
        Long2IntOpenHashMap classes = new Long2IntOpenHashMap();
        for (int x = 0; x < size; x++) {
            long both = (long) colors[x] << Integer.SIZE | second[x];
            classes.putIfAbsent(both, classes.size());
            colors[x] = classes.get(both);
        }
    }

    /** Generators of the common elements. */
    List<Permutation> solve() {
        List<Permutation> generators;
        if (chains.isEmpty()) {
            Automorphisms found = Automorphisms.of(joined(), options);
            found.limitReached().ifPresent(reason -> {
                throw new SearchBudget.Exhausted(reason);
            });
            generators = found.generators().stream().map(this::onPoints).toList();
        } else {
            ColoredGraph joined = joined();
            LocalGraph searched = Encoding.of(joined, joined.copyColors());
            generators = new PartitionBacktrack(searched, size, chains, budget).run();
        }
        return evenPoints.isEmpty() ? generators : even(generators);
    }

    /** The graph with those of the factors: points first, then its other vertices, then theirs. */
    private ColoredGraph joined() {
        int vertices = graph.vertexCount();
        ColoredGraphBuilder builder = ColoredGraph.builder(vertices + extraColors.size());
        for (int v = 0; v < vertices; v++) {
            // Points have numbers of classes below the number of points; nothing else has a point's colour.
            builder.color(v, v < size ? colors[v] : size + colors[v]);
        }
        int used = size + 1 + Arrays.stream(colors).max().orElse(0);
        for (int i = 0; i < extraColors.size(); i++) {
            builder.color(vertices + i, used + extraColors.getInt(i));
        }
        graph.forEachEdge((from, to, color, directed) -> {
            if (directed) {
                builder.arc(from, to, color);
            } else {
                builder.edge(from, to, color);
            }
        });
        for (int i = 0; i < ends.size(); i += 2) {
            builder.edge(ends.getInt(i), ends.getInt(i + 1));
        }
        return builder.build();
    }

    private Permutation onPoints(Permutation automorphism) {
        int[] points = Arrays.stream(automorphism.support()).filter(x -> x < size).toArray();
        return Permutation.sparse(size, points, automorphism.imageOf(points));
    }

    // ---- parity ----

    /**
     * The elements that are even on all sets. Generators with independent parities are kept apart; the rest, made even
     * by them, with their squares and commutators: modulo the normal closure of these the kept ones generate no more
     * than the parities do, so it is the kernel.
     */
    private List<Permutation> even(List<Permutation> generators) {
        List<Permutation> kept = new ArrayList<>();
        List<boolean[]> parities = new ArrayList<>();
        List<Permutation> even = new ArrayList<>();
        for (Permutation generator : generators) {
            Permutation rest = generator;
            boolean[] parity = parity(rest);
            for (int k = 0; k < kept.size(); k++) {
                if (parity[firstOdd(parities.get(k))]) {
                    rest = rest.then(kept.get(k));
                    parity = parity(rest);
                }
            }
            if (firstOdd(parity) < 0) {
                even.add(rest);
            } else {
                kept.add(rest);
                parities.add(parity);
            }
        }
        for (int a = 0; a < kept.size(); a++) {
            even.add(kept.get(a).power(2));
            for (int b = 0; b < a; b++) {
                even.add(kept.get(a).commutator(kept.get(b)));
            }
        }
        return kept.isEmpty() ? generators
            : Subgroups.normalClosure(PermutationGroup.of(size, generators), even).generators();
    }

    private boolean[] parity(Permutation element) {
        boolean[] odd = new boolean[evenPoints.size()];
        for (int i = 0; i < odd.length; i++) {
            boolean[] seen = new boolean[size];
            for (int start : evenPoints.get(i)) {
                // Odd is a permutation whose points and cycles together are odd in number.
                odd[i] ^= seen[start];
                for (int x = start; !seen[x]; x = element.image(x)) {
                    seen[x] = true;
                }
            }
        }
        return odd;
    }

    private static int firstOdd(boolean[] parity) {
        for (int i = 0; i < parity.length; i++) {
            if (parity[i]) {
                return i;
            }
        }
        return -1;
    }
}
