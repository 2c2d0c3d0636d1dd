package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;

/**
 * The elements common to permutation groups and to the automorphism group of a coloured graph: stabilisers of sets,
 * vectors and partitions, intersections, centralisers and automorphisms within a group are all of this form.
 *
 * <p>What one group fixes, all fix. The other points fall apart into sets that neither a direct factor nor an edge
 * joins, and each set is a problem of its own. In it, factors that are symmetric groups on tiles, wreath products of
 * such and the like become part of the graph; chains of other factors are searched by partition backtracking, with
 * the graph. Worst case exponential.
 */
public final class SubgroupSearch {

    private final int degree;
    private final List<PermutationGroup> groups;
    /** A graph whose first vertices are the points. */
    private final ColoredGraph graph;
    private final SearchOptions options;

    private SubgroupSearch(ColoredGraph graph, List<PermutationGroup> groups, SearchOptions options) {
        degree = groups.get(0).degree();
        this.groups = new ArrayList<>(groups);
        this.graph = graph;
        this.options = options;
    }

    /**
     * The elements of a group that map a set of points to itself.
     *
     * @param group a group
     * @param set points
     * @return the setwise stabiliser
     * @throws IndexOutOfBoundsException if a point is out of range
     */
    public static PermutationGroup setStabilizer(PermutationGroup group, int... set) {
        int[] labels = new int[group.degree()];
        for (int x : set) {
            if (x < 0 || x >= labels.length) {
                throw new IndexOutOfBoundsException("point " + x + " of a set is out of range: points are 0 to "
                    + (labels.length - 1));
            }
            labels[x] = 1;
        }
        return vectorStabilizer(group, labels);
    }

    /**
     * The elements of a group that preserve a label of each point: the stabiliser of a vector whose entries the group
     * permutes, of a colouring, or of an ordered partition of the points.
     *
     * @param group a group
     * @param labels one for each point
     * @return the elements g with labels[x^g] = labels[x] for all points x
     * @throws IllegalArgumentException if there are not as many labels as points
     */
    public static PermutationGroup vectorStabilizer(PermutationGroup group, int... labels) {
        if (labels.length != group.degree()) {
            throw new IllegalArgumentException(labels.length + " labels for a group on " + group.degree()
                + " points; every point needs one");
        }
        ColoredGraphBuilder builder = ColoredGraph.builder(group.degree());
        for (int x = 0; x < labels.length; x++) {
            builder.color(x, labels[x]);
        }
        return automorphismsWithin(group, builder.build());
    }

    /**
     * The elements of a group that preserve a label of each point, such as the value of each variable.
     *
     * @param group a group
     * @param labels one for each point, compared by {@code equals}
     * @return the elements g for which x and x^g have equal labels
     * @throws IllegalArgumentException if there are not as many labels as points
     */
    public static PermutationGroup vectorStabilizer(PermutationGroup group, List<?> labels) {
        List<?> different = labels.stream().distinct().toList();
        return vectorStabilizer(group, labels.stream().mapToInt(different::indexOf).toArray());
    }

    /**
     * The elements of a group that map each of some sets to itself: the stabiliser of an ordered list of disjoint sets.
     *
     * @param group a group
     * @param sets disjoint sets of points; they need not have all points
     * @return the elements that map every set to itself
     * @throws IllegalArgumentException if a point is out of range or repeated
     */
    public static PermutationGroup orderedPartitionStabilizer(PermutationGroup group, List<int[]> sets) {
        return vectorStabilizer(group, setOf(group, sets));
    }

    /**
     * The elements of a group that permute some sets among themselves: the stabiliser of a set of disjoint sets.
     *
     * @param group a group
     * @param sets disjoint sets of points; they need not have all points
     * @return the elements that map every set to one of the sets
     * @throws IllegalArgumentException if a point is out of range or repeated
     */
    public static PermutationGroup partitionStabilizer(PermutationGroup group, List<int[]> sets) {
        int[] setOf = setOf(group, sets);
        ColoredGraphBuilder builder = ColoredGraph.builder(group.degree() + sets.size());
        for (int x = 0; x < setOf.length; x++) {
            if (setOf[x] > 0) {
                builder.edge(x, group.degree() + setOf[x] - 1);
            }
        }
        for (int s = 0; s < sets.size(); s++) {
            builder.color(group.degree() + s, 1);
        }
        PermutationGroup found = new SubgroupSearch(builder.build(), List.of(group), SearchOptions.defaults()).run();
        for (Permutation element : found.generators()) {
            element.forEachMoved((x, y) -> {
                int target = setOf[y];
                if (setOf[x] == 0 ? target != 0 : target == 0
                    || sets.get(setOf[x] - 1).length != sets.get(target - 1).length
                    || setOf[element.image(sets.get(setOf[x] - 1)[0])] != target) {
                    throw new IllegalStateException("an element does not preserve the partition; please report it");
                }
            });
        }
        return found;
    }

    /** For each point the number of its set from 1, or 0. */
    private static int[] setOf(PermutationGroup group, List<int[]> sets) {
        int[] setOf = new int[group.degree()];
        for (int s = 0; s < sets.size(); s++) {
            for (int x : sets.get(s)) {
                if (x < 0 || x >= setOf.length) {
                    throw new IllegalArgumentException("point " + x + " of set " + s + " is out of range: points are 0 "
                        + "to " + (setOf.length - 1));
                }
                if (setOf[x] > 0) {
                    throw new IllegalArgumentException("point " + x + " is in set " + (setOf[x] - 1) + " and in set "
                        + s + "; the sets of a partition have no point in common");
                }
                setOf[x] = s + 1;
            }
        }
        return setOf;
    }

    /**
     * The elements that two groups have in common.
     *
     * @param a a group
     * @param b another, of the same degree
     * @return their intersection
     */
    public static PermutationGroup intersection(PermutationGroup a, PermutationGroup b) {
        return common(List.of(a, b), ColoredGraph.builder(a.degree()).build(), SearchOptions.defaults());
    }

    /**
     * The elements of a group that commute with all elements of another.
     *
     * @param group a group
     * @param other another, of the same degree, which need not be a subgroup
     * @return the centraliser
     * @throws IllegalArgumentException if the degrees differ
     */
    public static PermutationGroup centralizer(PermutationGroup group, PermutationGroup other) {
        checkDegree(other, group.degree());
        ColoredGraphBuilder builder = ColoredGraph.builder(group.degree());
        for (int g = 0; g < other.generators().size(); g++) {
            int color = g;
            // Points without an arc of a colour are fixed, which is as much of a difference as a loop would be.
            other.generators().get(g).forEachMoved((x, y) -> builder.arc(x, y, color));
        }
        return automorphismsWithin(group, builder.build());
    }

    /**
     * The elements that commute with all others.
     *
     * @param group a group
     * @return its centre
     */
    public static PermutationGroup centre(PermutationGroup group) {
        return centralizer(group, group);
    }

    /**
     * The automorphisms of a graph that lie in a group.
     *
     * @param group a group on the vertices
     * @param graph a graph
     * @return the subgroup of the automorphisms
     */
    public static PermutationGroup automorphismsWithin(PermutationGroup group, ColoredGraph graph) {
        return common(List.of(group), graph, SearchOptions.defaults());
    }

    /**
     * The automorphisms of a graph that lie in all of some groups; all other searches are of this form.
     *
     * @param groups at least one group on the vertices
     * @param graph a graph
     * @param options limits; the limit on nodes is one for all parts of the problem
     * @return the subgroup of the automorphisms
     * @throws IllegalArgumentException if a group has another degree, or there is none
     * @throws SearchLimitException if a limit was reached or the search was cancelled; part of the group is no answer
     */
    public static PermutationGroup common(List<PermutationGroup> groups, ColoredGraph graph, SearchOptions options) {
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("no group: use Automorphisms.of for all automorphisms of a graph");
        }
        groups.forEach(group -> checkDegree(group, graph.vertexCount()));
        PermutationGroup found = new SubgroupSearch(graph, groups, options).run();
        Certifier certifier = Certifier.of(graph, Encoding.of(graph, graph.copyColors()));
        for (Permutation element : found.generators()) {
            if (!certifier.isAutomorphism(Generators.of(element))
                || !groups.stream().allMatch(group -> group.contains(element))) {
                throw new IllegalStateException("not an element of the subgroup: " + element + "; please report it");
            }
        }
        return found;
    }

    private static void checkDegree(PermutationGroup group, int degree) {
        if (group.degree() != degree) {
            throw new IllegalArgumentException("a group of degree " + group.degree() + " where " + degree
                + " was expected");
        }
    }

    private PermutationGroup run() {
        try {
            SearchBudget budget = options.startBudget();
            boolean[] fixed = fixAlike();
            int[] colors = colors(fixed);
            Orbits parts = parts(fixed);
            List<Permutation> found = new ArrayList<>();
            Splitter splitter = new Splitter(parts);
            for (int p = 0; p < parts.count(); p++) {
                budget.check();
                if (parts.size(p) > 1) {
                    splitter.solve(p, colors, budget, found);
                }
            }
            return PermutationGroup.of(degree, found);
        } catch (SearchBudget.Exhausted limit) {
            throw SearchLimitException.ofSubgroup(limit.getMessage());
        }
    }

    /** Makes every group fix what another fixes; returns which points these are. */
    private boolean[] fixAlike() {
        boolean[] fixed = new boolean[degree];
        boolean changed = true;
        while (changed) {
            for (PermutationGroup group : groups) {
                for (int x = 0; x < degree; x++) {
                    fixed[x] |= group.structure().partOf(x) < 0;
                }
            }
            changed = false;
            for (int k = 0; k < groups.size(); k++) {
                PermutationGroup group = groups.get(k);
                int[] more = IntStream.range(0, degree).filter(x -> fixed[x] && group.structure().partOf(x) >= 0)
                    .toArray();
                if (more.length > 0) {
                    groups.set(k, group.stabilizer(more));
                    changed = true;
                }
            }
        }
        return fixed;
    }

    /** Colours from 0 on. Points joined to fixed points with colours of their own have distinguishing colours. */
    private int[] colors(boolean[] fixed) {
        int[] colors = graph.copyColors();
        int[] sorted = Arrays.stream(colors).sorted().distinct().toArray();
        for (int v = 0; v < colors.length; v++) {
            colors[v] = v < degree && fixed[v] ? sorted.length + v : Arrays.binarySearch(sorted, colors[v]);
        }
        if (graph.edgeCount() == 0) {
            return colors;
        }
        LocalGraph searched = Encoding.of(graph, colors);
        RefinableColoring coloring = new RefinableColoring(searched.offsets(), searched.neighbours(),
            searched.colors());
        coloring.refine(Trace.NONE);
        int[] refined = new int[colors.length];
        Arrays.setAll(refined, v -> coloring.start(coloring.cellOf(v)));
        return refined;
    }

    /** The vertices in sets that no factor and no edge joins; fixed points are alone. */
    private Orbits parts(boolean[] fixed) {
        UnionFind joined = new UnionFind(graph.vertexCount());
        for (PermutationGroup group : groups) {
            for (DirectFactor factor : group.factors()) {
                for (int i = 1; i < factor.size(); i++) {
                    joined.union(factor.point(0), factor.point(i));
                }
            }
        }
        graph.forEachEdge((from, to, color, directed) -> {
            if (!(from < degree && fixed[from] || to < degree && fixed[to])) {
                joined.union(from, to);
            }
        });
        return Orbits.of(joined);
    }

    /** The problems of the parts. */
    private final class Splitter {

        private final Orbits parts;
        private final int[] localOf = new int[graph.vertexCount()];
        /** For each part the edges of the graph, as ends, colours and directions one after the other. */
        private final List<List<int[]>> edges = new ArrayList<>();
        /** For each group and part the factors. */
        private final List<List<List<DirectFactor>>> factors = new ArrayList<>();

        Splitter(Orbits parts) {
            this.parts = parts;
            for (int p = 0; p < parts.count(); p++) {
                edges.add(List.of());
            }
            graph.forEachEdge((from, to, color, directed) -> {
                int p = parts.orbitOf(from);
                if (p == parts.orbitOf(to)) {
                    if (edges.get(p).isEmpty()) {
                        edges.set(p, new ArrayList<>());
                    }
                    edges.get(p).add(new int[] {from, to, color, directed ? 1 : 0});
                }
            });
            for (PermutationGroup group : groups) {
                List<List<DirectFactor>> own = new ArrayList<>();
                for (int p = 0; p < parts.count(); p++) {
                    own.add(parts.size(p) > 1 ? new ArrayList<>(1) : List.of());
                }
                group.factors().forEach(factor -> own.get(parts.orbitOf(factor.point(0))).add(factor));
                factors.add(own);
            }
        }

        void solve(int part, int[] colors, SearchBudget budget, List<Permutation> found) {
            int[] vertices = parts.points(part);
            int size = 0;
            ColoredGraphBuilder builder = ColoredGraph.builder(vertices.length);
            int[] ownColors = new int[vertices.length];
            for (int i = 0; i < vertices.length; i++) {
                localOf[vertices[i]] = i;
                ownColors[i] = colors[vertices[i]];
                size += vertices[i] < degree ? 1 : 0;
            }
            for (int[] edge : edges.get(part)) {
                if (edge[3] == 1) {
                    builder.arc(localOf[edge[0]], localOf[edge[1]], edge[2]);
                } else {
                    builder.edge(localOf[edge[0]], localOf[edge[1]], edge[2]);
                }
            }
            FactorProblem problem = new FactorProblem(size, builder.build(), ownColors, options, budget);
            for (List<List<DirectFactor>> own : factors) {
                List<DirectFactor> here = own.get(part);
                List<GroupStructure> structures = here.stream().map(DirectFactor::group).toList();
                problem.add(here.stream().map(factor -> Arrays.stream(factor.points()).map(x -> localOf[x]).toArray())
                    .toList(), structures);
            }
            for (Permutation local : problem.solve()) {
                int[] support = local.support();
                int[] images = local.imageOf(support);
                for (int i = 0; i < support.length; i++) {
                    support[i] = vertices[support[i]];
                    images[i] = vertices[images[i]];
                }
                found.add(Permutation.sparse(degree, support, images));
            }
        }
    }
}
