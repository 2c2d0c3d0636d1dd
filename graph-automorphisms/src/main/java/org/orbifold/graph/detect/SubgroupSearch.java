package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * The elements common to permutation groups and to the automorphism group of a coloured graph, by partition
 * backtracking (Leon 1991): set stabilisers, intersections, centralisers and automorphisms within a group are all of
 * this form.
 *
 * <p>A first path fixes points β_1, β_2, ... one after the other and refines colours: by the graph, and by the orbits
 * of each group's stabiliser of the points so far. Corresponding colours are carried to the images γ_1, γ_2, ... by an
 * element of each group that maps β to γ; where they do not correspond, no element of the subgroup does so. The levels
 * are completed bottom-up, so that one image per known orbit is enough. Worst case exponential.
 */
public final class SubgroupSearch {

    private final int degree;
    private final List<PermutationGroup> groups;
    private final LocalGraph graph;
    private final Certifier certifier;
    private final List<Integer> base = new ArrayList<>();
    /** The colours before each base point was fixed, and after the last; what the refinements saw. */
    private final List<int[]> colors = new ArrayList<>();
    private final List<Long> seen = new ArrayList<>();
    /** For each group and depth the orbits of the stabiliser; for each group the chain on the base. */
    private final List<List<Orbits>> orbits = new ArrayList<>();
    private final List<StabilizerChain> chains = new ArrayList<>();
    private final List<Permutation> found = new ArrayList<>();

    private SubgroupSearch(ColoredGraph graph, List<PermutationGroup> groups) {
        degree = graph.vertexCount();
        this.groups = groups;
        for (PermutationGroup group : groups) {
            if (group.degree() != degree) {
                throw new IllegalArgumentException("a group of degree " + group.degree() + " where " + degree
                    + " was expected");
            }
            orbits.add(new ArrayList<>());
        }
        this.graph = Encoding.of(graph, graph.copyColors());
        certifier = Certifier.of(graph, this.graph);
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
        ColoredGraphBuilder builder = ColoredGraph.builder(group.degree());
        for (int x : set) {
            builder.color(x, 1);
        }
        return automorphismsWithin(group, builder.build());
    }

    /**
     * The elements that two groups have in common.
     *
     * @param a a group
     * @param b another, of the same degree
     * @return their intersection
     */
    public static PermutationGroup intersection(PermutationGroup a, PermutationGroup b) {
        return new SubgroupSearch(ColoredGraph.builder(a.degree()).build(), List.of(a, b)).run();
    }

    /**
     * The elements of a group that commute with all elements of another.
     *
     * @param group a group
     * @param other another, of the same degree, which need not be a subgroup
     * @return the centraliser
     */
    public static PermutationGroup centralizer(PermutationGroup group, PermutationGroup other) {
        ColoredGraphBuilder builder = ColoredGraph.builder(group.degree());
        for (int g = 0; g < other.generators().size(); g++) {
            for (int x = 0; x < group.degree(); x++) {
                builder.arc(x, other.generators().get(g).image(x), g);
            }
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
        return new SubgroupSearch(graph, List.of(group)).run();
    }

    private PermutationGroup run() {
        followFirstPath();
        groups.forEach(group -> chains.add(group.chain(base.stream().mapToInt(x -> x).toArray())));
        UnionFind known = new UnionFind(degree);
        for (int level = base.size() - 1; level >= 0; level--) {
            completeLevel(level, known);
        }
        return PermutationGroup.of(degree, found);
    }

    private void followFirstPath() {
        int[] current = Arrays.copyOf(graph.colors(), graph.size());
        while (true) {
            for (int k = 0; k < groups.size(); k++) {
                orbits.get(k).add(stabilizer(k).orbits());
            }
            List<Permutation> here = groups.stream().map(g -> Permutation.identity(degree)).toList();
            long[] hash = {0};
            current = refined(current, base.size(), here, hash);
            colors.add(current);
            seen.add(hash[0]);
            int point = inSmallestCell(current);
            if (point < 0) {
                return;
            }
            base.add(point);
            current = withFixed(current, point);
        }
    }

    private PermutationGroup stabilizer(int k) {
        return groups.get(k).stabilizer(base.stream().mapToInt(x -> x).toArray());
    }

    /** A point of a smallest cell with more than one point, or -1. */
    private int inSmallestCell(int[] current) {
        int[] sizes = new int[current.length + 1];
        for (int v = 0; v < degree; v++) {
            sizes[current[v]]++;
        }
        int best = -1;
        for (int v = 0; v < degree; v++) {
            if (sizes[current[v]] > 1 && (best < 0 || sizes[current[v]] < sizes[current[best]])) {
                best = v;
            }
        }
        return best;
    }

    /** A point before the others of its cell. Colours are places of cells, so that there is room for it. */
    private static int[] withFixed(int[] current, int point) {
        int[] result = current.clone();
        for (int v = 0; v < result.length; v++) {
            if (v != point && result[v] == current[point]) {
                result[v]++;
            }
        }
        return result;
    }

    /**
     * Refines colours by the graph and by the orbits at a depth, carried along by elements, until neither splits a
     * cell. Cells are coloured by their places; the hash tells what was seen.
     */
    private int[] refined(int[] start, int depth, List<Permutation> elements, long[] hash) {
        int[] current = start;
        int cells = -1;
        while (true) {
            RefinableColoring coloring = new RefinableColoring(graph.offsets(), graph.neighbours(), current);
            coloring.refine(value -> {
                hash[0] = Mixing.combine(hash[0], value);
                return true;
            });
            int[] places = new int[graph.size()];
            for (int v = 0; v < places.length; v++) {
                places[v] = coloring.start(coloring.cellOf(v));
            }
            for (int c = 0; c < coloring.cellCount(); c++) {
                hash[0] = Mixing.combine(hash[0], Mixing.mix(coloring.start(c), coloring.length(c)));
            }
            if (coloring.cellCount() == cells) {
                return places;
            }
            cells = coloring.cellCount();
            for (int k = 0; k < groups.size(); k++) {
                places = split(places, orbits.get(k).get(depth), elements.get(k), hash);
            }
            current = places;
        }
    }

    /** Splits cells by orbits, in the order of the orbits' numbers. */
    private int[] split(int[] places, Orbits by, Permutation element, long[] hash) {
        Permutation back = element.inverse();
        long[] keys = new long[degree];
        for (int v = 0; v < degree; v++) {
            keys[v] = (long) places[v] << 32 | by.orbitOf(back.image(v));
        }
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        int[] result = places.clone();
        for (long key : sorted) {
            hash[0] = Mixing.combine(hash[0], key);
        }
        for (int v = 0; v < degree; v++) {
            result[v] = firstAt(sorted, keys[v]);
        }
        return result;
    }

    /** The first place of a key, since all vertices of the graph come before the encoding's. */
    private static int firstAt(long[] sorted, long key) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sorted[middle] < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void completeLevel(int level, UnionFind known) {
        int point = base.get(level);
        int[] here = colors.get(level);
        List<Permutation> identity = groups.stream().map(g -> Permutation.identity(degree)).toList();
        boolean[] refuted = new boolean[degree];
        for (int v = 0; v < degree; v++) {
            if (here[v] != here[point] || known.find(v) == known.find(point) || refuted[known.find(v)]) {
                continue;
            }
            Permutation element = image(level, v, here, identity);
            if (element == null) {
                refuted[known.find(v)] = true;
            } else {
                found.add(element);
                boolean[] before = refuted.clone();
                for (int x = 0; x < degree; x++) {
                    boolean no = before[known.find(x)] || before[known.find(element.image(x))];
                    known.union(x, element.image(x));
                    refuted[known.find(x)] |= no;
                }
            }
        }
    }

    /** An element of the subgroup that goes on as given and maps a level's base point to v; null if there is none. */
    private @Nullable Permutation image(int level, int v, int[] places,
            List<Permutation> elements) {
        List<Permutation> next = new ArrayList<>();
        for (int k = 0; k < groups.size(); k++) {
            int back = elements.get(k).inverse().image(v);
            if (Arrays.stream(chains.get(k).orbit(level)).noneMatch(x -> x == back)) {
                return null;
            }
            next.add(chains.get(k).transversal(level, back).then(elements.get(k)));
        }
        long[] hash = {0};
        int[] below = refined(withFixed(places, v), level + 1, next, hash);
        if (hash[0] != seen.get(level + 1)) {
            return null;
        }
        if (level + 1 == base.size()) {
            return leaf(below);
        }
        int start = colors.get(level + 1)[base.get(level + 1)];
        for (int w = 0; w < degree; w++) {
            if (below[w] == start) {
                Permutation element = image(level + 1, w, below, next);
                if (element != null) {
                    return element;
                }
            }
        }
        return null;
    }

    /** The map between two discrete partitions, if it is in all groups and preserves the graph. */
    private @Nullable Permutation leaf(int[] places) {
        int[] vertexAt = new int[graph.size()];
        for (int v = 0; v < degree; v++) {
            vertexAt[places[v]] = v;
        }
        int[] images = new int[degree];
        for (int v = 0; v < degree; v++) {
            images[v] = vertexAt[colors.get(base.size())[v]];
        }
        Permutation element = Permutation.ofImages(images);
        boolean wanted = groups.stream().allMatch(group -> group.contains(element))
            && certifier.isAutomorphism(Generators.of(element));
        return wanted ? element : null;
    }
}
