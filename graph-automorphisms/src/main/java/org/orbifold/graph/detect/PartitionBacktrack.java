package org.orbifold.graph.detect;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.refine.Mixing;
import org.orbifold.graph.refine.RefinableColoring;
import org.orbifold.graph.refine.Trace;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/**
 * Partition backtracking (Leon 1991): the permutations of some points that lie in groups and are automorphisms of a
 * graph, whose first vertices the points are.
 *
 * <p>A first path fixes points β_1, β_2, ... and refines an ordered partition by the graph, and by the orbits and
 * orbital graphs of each group's stabiliser of the points that are single so far. What it did is kept as a list of
 * steps. A node maps β_1, ..., β_i to γ_1, ..., γ_i: there the same steps are done on the images, each group's orbits
 * being carried along by an element that maps single points to single points. Where a step sees something else, or
 * there is no such element, no element of the subgroup is below the node.
 *
 * <p>The levels are completed bottom-up, so one image of β_i per known orbit is enough. Below a node, if there is an
 * element at all, β_j has as many images as its orbit on the first path is long: once more points have failed than
 * the cell has others, all have. A point fails together with its orbit under the known elements that fix the node.
 */
final class PartitionBacktrack {

    private enum Kind { GRAPH, SINGLE, ORBITS, ORBITAL }

    /** A step of the refinement: which group and which of its states and graphs, or a place; and what was seen. */
    private record Step(Kind kind, int which, int state, int index, long[] seen) {
    }

    /** Degrees up to which several cells are tried for the next point of the first path, and how many. */
    private static final int TRY_DEGREE = 600;
    private static final int MOST_TRIED = 4;
    /** Points of a cell that fail before known elements are asked which others fail with them. */
    private static final int PATIENCE = 2;

    private final LocalGraph graph;
    private final int size;
    private final List<ChainConstraint> groups;
    private final SearchBudget budget;
    private final Certifier certifier;
    private final boolean hasEdges;

    private final List<Integer> base = new ArrayList<>();
    /** At each depth the steps, and the partition after them, by the place of each vertex' cell. */
    private final List<List<Step>> steps = new ArrayList<>();
    private final List<int[]> partitions = new ArrayList<>();
    private final boolean[] single;
    private int[] orbitLength = {};
    private final List<Permutation> found = new ArrayList<>();

    /** A node of the search: the last image, the partition, and an element for each group. */
    private final class Node {

        private final @Nullable Node parent;
        private final int image;
        private int[] places;
        private final ChainConstraint.Carrier[] carriers;
        private @Nullable PermutationGroup fixing;

        Node(@Nullable Node parent, int image, int[] places, ChainConstraint.Carrier[] carriers) {
            this.parent = parent;
            this.image = image;
            this.places = places;
            this.carriers = carriers;
        }

        /** The known elements that fix all images. */
        PermutationGroup fixing() {
            PermutationGroup known = fixing;
            if (known == null) {
                known = parent == null ? PermutationGroup.of(size, found) : parent.fixing();
                known = parent == null || known.isTrivial() ? known : known.stabilizer(image);
                fixing = known;
            }
            return known;
        }
    }

    /**
     * A search on the first vertices of a graph.
     *
     * @param size the number of points
     */
    PartitionBacktrack(LocalGraph graph, int size, List<ChainConstraint> groups, SearchBudget budget) {
        this.graph = graph;
        this.size = size;
        this.groups = groups;
        this.budget = budget;
        certifier = new Certifier(graph.offsets(), graph.neighbours(), graph.colors());
        hasEdges = graph.neighbours().length > 0;
        single = new boolean[size];
    }

    /** Generators of the subgroup. */
    List<Permutation> run() {
        followFirstPath();
        orbitLength = new int[base.size()];
        UnionFind known = new UnionFind(size);
        for (int level = base.size() - 1; level >= 0; level--) {
            completeLevel(level, known);
            orbitLength[level] = known.sizeOf(base.get(level));
        }
        return found;
    }

    // ---- the first path ----

    private void followFirstPath() {
        int[] places = initialPlaces();
        while (true) {
            budget.node();
            List<Step> here = new ArrayList<>();
            places = recorded(places, here);
            steps.add(here);
            partitions.add(places);
            int point = choose(places);
            if (point < 0) {
                return;
            }
            base.add(point);
            places = withFixed(places, point);
        }
    }

    private int[] initialPlaces() {
        int[] places = new int[graph.size()];
        RefinableColoring coloring = new RefinableColoring(graph.offsets(), graph.neighbours(), graph.colors());
        for (int v = 0; v < places.length; v++) {
            places[v] = coloring.start(coloring.cellOf(v));
        }
        return places;
    }

    /** Refines until nothing changes, and keeps the steps. */
    private int[] recorded(int[] start, List<Step> list) {
        ChainConstraint.Carrier[] carriers = identities();
        Node node = new Node(null, -1, start, carriers);
        int cells = -1;
        while (true) {
            if (hasEdges) {
                record(new Step(Kind.GRAPH, 0, 0, 0, new long[0]), node, list);
            }
            int now = cellCount(node.places);
            if (now == cells) {
                return node.places;
            }
            cells = now;
            addSingles(node.places, list);
            for (int k = 0; k < groups.size(); k++) {
                int state = groups.get(k).stateCount() - 1;
                record(new Step(Kind.ORBITS, k, state, 0, new long[0]), node, list);
                for (int i = 0; i < groups.get(k).orbitalCount(state); i++) {
                    record(new Step(Kind.ORBITAL, k, state, i, new long[0]), node, list);
                }
            }
        }
    }

    private ChainConstraint.Carrier[] identities() {
        return groups.stream().map(ChainConstraint::identity).toArray(ChainConstraint.Carrier[]::new);
    }

    private void record(Step step, Node node, List<Step> list) {
        LongArrayList seen = new LongArrayList();
        apply(step, node, seen::add);
        list.add(new Step(step.kind, step.which, step.state, step.index, seen.toLongArray()));
    }

    private void addSingles(int[] places, List<Step> list) {
        int[] vertexAt = onlyVertexAt(places);
        for (int place = 0; place < size; place++) {
            int v = vertexAt[place];
            if (v < 0 || single[v]) {
                continue;
            }
            single[v] = true;
            for (int k = 0; k < groups.size(); k++) {
                ChainConstraint group = groups.get(k);
                if (group.localOf(v) >= 0 && !group.isFixed()) {
                    group.extend(v);
                    list.add(new Step(Kind.SINGLE, k, 0, place, new long[0]));
                }
            }
        }
    }

    /** For each place the vertex of a cell with one vertex, else -1. */
    private int[] onlyVertexAt(int[] places) {
        int[] count = new int[graph.size()];
        int[] vertexAt = new int[graph.size()];
        Arrays.fill(vertexAt, -1);
        for (int v = 0; v < places.length; v++) {
            vertexAt[places[v]] = count[places[v]]++ == 0 ? v : -1;
        }
        return vertexAt;
    }

    private static int cellCount(int[] places) {
        boolean[] seen = new boolean[places.length];
        int count = 0;
        for (int place : places) {
            count += seen[place] ? 0 : 1;
            seen[place] = true;
        }
        return count;
    }

    /**
     * The point to fix next: of the smallest cells the one that brings most new cells for the logarithm of its size.
     * -1 if all points are single.
     */
    private int choose(int[] places) {
        int[] lengths = new int[places.length];
        int[] first = new int[places.length];
        for (int v = size - 1; v >= 0; v--) {
            lengths[places[v]]++;
            first[places[v]] = v;
        }
        List<Integer> cells = new ArrayList<>();
        for (int place = 0; place < size; place++) {
            if (lengths[place] > 1) {
                cells.add(place);
            }
        }
        cells.sort((a, b) -> lengths[a] - lengths[b]);
        if (cells.size() < 2 || size > TRY_DEGREE) {
            return cells.isEmpty() ? -1 : first[cells.get(0)];
        }
        int best = -1;
        double most = -1;
        for (int place : cells.subList(0, Math.min(MOST_TRIED, cells.size()))) {
            int[] states = groups.stream().mapToInt(ChainConstraint::stateCount).toArray();
            boolean[] before = single.clone();
            int brought = cellCount(recorded(withFixed(places, first[place]), new ArrayList<>()));
            System.arraycopy(before, 0, single, 0, size);
            for (int k = 0; k < states.length; k++) {
                groups.get(k).backTo(states[k]);
            }
            double worth = (brought - cells.size()) / Math.log(lengths[place]);
            if (worth > most) {
                most = worth;
                best = first[place];
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

    // ---- steps ----

    /** Does a step at a node; false if the trace objects, or if there is no element. */
    private boolean apply(Step step, Node node, Trace trace) {
        ChainConstraint group = groups.get(step.which);
        switch (step.kind) {
            case GRAPH:
                return refine(node, trace);
            case SINGLE:
                for (int v = 0; v < size; v++) {
                    if (node.places[v] == step.index) {
                        return group.localOf(v) >= 0 && group.carry(node.carriers[step.which], v);
                    }
                }
                return false;
            case ORBITS:
                return splitByOrbits(group, step.state, node, node.carriers[step.which], trace);
            default:
                return refineByOrbital(group, group.orbital(step.state, step.index), node,
                    node.carriers[step.which], trace);
        }
    }

    private boolean refine(Node node, Trace trace) {
        RefinableColoring coloring = new RefinableColoring(graph.offsets(), graph.neighbours(), node.places);
        if (!coloring.refine(trace)) {
            return false;
        }
        int[] places = new int[node.places.length];
        for (int v = 0; v < places.length; v++) {
            places[v] = coloring.start(coloring.cellOf(v));
        }
        node.places = places;
        return true;
    }

    /** Splits cells by orbits, in the order of the orbits' numbers. */
    private boolean splitByOrbits(ChainConstraint group, int state, Node node, ChainConstraint.Carrier carrier,
            Trace trace) {
        int[] orbitOf = group.orbitOf(state);
        int[] within = new int[group.size()];
        for (int i = 0; i < within.length; i++) {
            within[i] = orbitOf[carrier.preimage(i)];
        }
        return split(group, within, node, trace);
    }

    /** Refines by a graph of the group, in the numbers of the first path. */
    private boolean refineByOrbital(ChainConstraint group, LocalGraph orbital, Node node,
            ChainConstraint.Carrier carrier, Trace trace) {
        int[] colors = new int[group.size()];
        for (int x = 0; x < colors.length; x++) {
            colors[x] = node.places[group.point(carrier.image(x))];
        }
        RefinableColoring coloring = new RefinableColoring(orbital.offsets(), orbital.neighbours(), colors);
        if (!coloring.refine(trace)) {
            return false;
        }
        int[] starts = new int[group.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = coloring.start(coloring.cellOf(carrier.preimage(i)));
        }
        return split(group, starts, node, trace);
    }

    /** Splits the cells of a group's points by numbers of the points, and shows the parts to the trace. */
    private static boolean split(ChainConstraint group, int[] numbers, Node node, Trace trace) {
        long[] keys = new long[numbers.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (long) node.places[group.point(i)] << Integer.SIZE | numbers[i];
        }
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        long hash = 0;
        for (long key : sorted) {
            hash = Mixing.combine(hash, key);
        }
        int[] places = node.places.clone();
        for (int i = 0; i < keys.length; i++) {
            int place = places[group.point(i)];
            places[group.point(i)] += firstAt(sorted, keys[i]) - firstAt(sorted, (long) place << Integer.SIZE);
        }
        node.places = places;
        return trace.accept(hash);
    }

    /** The number of keys that are smaller. */
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

    // ---- the search ----

    private void completeLevel(int level, UnionFind known) {
        int point = base.get(level);
        int[] here = partitions.get(level);
        Node root = null;
        boolean[] refuted = new boolean[size];
        for (int v = 0; v < size; v++) {
            if (here[v] != here[point] || known.find(v) == known.find(point) || refuted[known.find(v)]) {
                continue;
            }
            // Its known elements are those found by now.
            root = new Node(null, -1, here, root == null ? alongFirstPath(level) : root.carriers);
            Permutation element = elementTo(root, level, v);
            if (element == null) {
                refuted[known.find(v)] = true;
            } else {
                found.add(element);
                boolean[] before = refuted.clone();
                for (int x = 0; x < size; x++) {
                    boolean no = before[known.find(x)] || before[known.find(element.image(x))];
                    known.union(x, element.image(x));
                    refuted[known.find(x)] |= no;
                }
            }
        }
    }

    /** Identities that have taken all single points of the first path up to a depth. */
    private ChainConstraint.Carrier[] alongFirstPath(int depth) {
        ChainConstraint.Carrier[] carriers = identities();
        for (int d = 0; d <= depth; d++) {
            for (Step step : steps.get(d)) {
                if (step.kind == Kind.SINGLE) {
                    carriers[step.which].skip();
                }
            }
        }
        return carriers;
    }

    /** An element of the subgroup below a node that maps the next base point to v; null if there is none. */
    private @Nullable Permutation elementTo(Node node, int level, int v) {
        Node child = child(node, level, v);
        if (child == null) {
            return null;
        }
        if (level + 1 == base.size()) {
            return leaf(child.places);
        }
        int start = partitions.get(level + 1)[base.get(level + 1)];
        int[] cell = new int[size];
        int length = 0;
        for (int w = 0; w < size; w++) {
            if (child.places[w] == start) {
                cell[length++] = w;
            }
        }
        boolean[] refuted = new boolean[size];
        int failed = 0;
        for (int i = 0; i < length && failed <= length - orbitLength[level + 1]; i++) {
            if (refuted[cell[i]]) {
                continue;
            }
            Permutation element = elementTo(child, level + 1, cell[i]);
            if (element != null) {
                return element;
            }
            refuted[cell[i]] = true;
            failed++;
            if (failed >= PATIENCE && failed <= length - orbitLength[level + 1] && !found.isEmpty()) {
                failed = refuteOrbits(child.fixing(), cell, length, refuted);
            }
        }
        return null;
    }

    /** Refutes the points that share an orbit with a refuted one; returns the number of refuted points. */
    private static int refuteOrbits(PermutationGroup fixing, int[] cell, int length, boolean[] refuted) {
        boolean[] orbits = new boolean[fixing.orbits().count()];
        for (int i = 0; i < length; i++) {
            orbits[fixing.orbits().orbitOf(cell[i])] |= refuted[cell[i]];
        }
        int count = 0;
        for (int i = 0; i < length; i++) {
            refuted[cell[i]] = orbits[fixing.orbits().orbitOf(cell[i])];
            count += refuted[cell[i]] ? 1 : 0;
        }
        return count;
    }

    /** The node below that maps the next base point to v, after the steps of the first path; null if one fails. */
    private @Nullable Node child(Node node, int level, int v) {
        budget.node();
        ChainConstraint.Carrier[] carriers = new ChainConstraint.Carrier[node.carriers.length];
        for (int k = 0; k < carriers.length; k++) {
            carriers[k] = node.carriers[k].copy();
        }
        Node child = new Node(node, v, withFixed(node.places, v), carriers);
        for (Step step : steps.get(level + 1)) {
            int[] next = {0};
            boolean alike = apply(step, child,
                value -> next[0] < step.seen.length && step.seen[next[0]++] == value);
            if (!alike || next[0] < step.seen.length) {
                return null;
            }
        }
        return isAlike(child.places, partitions.get(level + 1)) ? child : null;
    }

    /** Whether two partitions have the same cells by place and length. */
    private static boolean isAlike(int[] a, int[] b) {
        int[] difference = new int[a.length];
        for (int v = 0; v < a.length; v++) {
            difference[a[v]]++;
            difference[b[v]]--;
        }
        return Arrays.stream(difference).allMatch(x -> x == 0);
    }

    /** The map between two discrete partitions, if it is in all groups and preserves the graph. */
    private @Nullable Permutation leaf(int[] places) {
        int[] first = partitions.get(base.size());
        int[] vertexAt = new int[places.length];
        for (int v = 0; v < places.length; v++) {
            vertexAt[places[v]] = v;
        }
        int[] images = new int[places.length];
        for (int v = 0; v < places.length; v++) {
            images[v] = vertexAt[first[v]];
        }
        for (ChainConstraint group : groups) {
            if (!group.contains(images)) {
                return null;
            }
        }
        return certifier.isAutomorphism(Generators.of(Permutation.ofImages(images)))
            ? Permutation.ofImages(Arrays.copyOf(images, size)) : null;
    }
}
