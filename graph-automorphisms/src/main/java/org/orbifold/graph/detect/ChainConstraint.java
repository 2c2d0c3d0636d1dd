package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.ColoredGraphBuilder;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.factor.GroupStructure;

/**
 * A group that the elements of a search must lie in, on some of the points, by stabilisers of more and more points: the
 * points that the first path of {@link PartitionBacktrack} fixes, whether it chose them or refinement made them single
 * (Leon 1991). Each stabiliser has its orbits and a few of its sparse orbital graphs (Jefferson, Pfeiffer and
 * Waldecker 2019), which split cells; at another node they are carried along by an element.
 */
final class ChainConstraint {

    /** Orbital graphs are made for groups of at most this degree, of at most this many edges each. */
    private static final int LARGEST_DEGREE = 2000;
    private static final int MOST_EDGES = 40_000;
    /** Orbits whose orbital graphs are made, and graphs of each. */
    private static final int MOST_ORBITS = 3;
    private static final int GRAPHS_PER_ORBIT = 2;
    /** Entries of transversal elements that are kept for each level. */
    private static final int MOST_KEPT = 4_000_000;

    /** The stabiliser of some points, and how the next one is fixed. */
    private static final class State {

        private final StabilizerChain chain;
        private final int[] orbitOf;
        private final List<LocalGraph> orbitals;
        private int base = -1;
        /** The same group with the next point first; null if it fixes it. */
        private @Nullable StabilizerChain fixing;
        private boolean @Nullable [] inOrbit;
        private int @Nullable [] @Nullable [] kept;

        State(StabilizerChain chain, int[] orbitOf, List<LocalGraph> orbitals) {
            this.chain = chain;
            this.orbitOf = orbitOf;
            this.orbitals = orbitals;
        }
    }

    /** An element that maps the points fixed so far to those of a node. */
    static final class Carrier {

        private int[] map;
        private int[] inverse;
        private int steps;

        private Carrier(int[] map, int[] inverse, int steps) {
            this.map = map;
            this.inverse = inverse;
            this.steps = steps;
        }

        /** Arrays are replaced, never written to, so copies share them. */
        Carrier copy() {
            return new Carrier(map, inverse, steps);
        }

        /** Goes past a point that it maps as the first path does. */
        void skip() {
            steps++;
        }

        int image(int local) {
            return map[local];
        }

        int preimage(int local) {
            return inverse[local];
        }
    }

    private final int[] points;
    private final int[] localOf;
    private final GroupEvaluator evaluator;
    private final List<State> states = new ArrayList<>();
    private final int[] buffer;

    /**
     * The constraint that an element maps some points among themselves as an element of a group.
     *
     * @param points the points, as the group numbers them
     * @param size the number of all points
     */
    ChainConstraint(GroupStructure group, int[] points, int size) {
        this.points = points;
        localOf = new int[size];
        Arrays.fill(localOf, -1);
        for (int i = 0; i < points.length; i++) {
            localOf[points[i]] = i;
        }
        evaluator = group.evaluator();
        buffer = new int[points.length];
        StabilizerChain chain = StabilizerChain.of(points.length, group.stabilizer(),
            ChainOptions.defaults().withKnownOrder(group.order()));
        states.add(state(chain));
    }

    int size() {
        return points.length;
    }

    int point(int local) {
        return points[local];
    }

    int localOf(int point) {
        return localOf[point];
    }

    Carrier identity() {
        int[] identity = new int[points.length];
        Arrays.setAll(identity, i -> i);
        return new Carrier(identity, identity, 0);
    }

    boolean contains(int[] images) {
        for (int i = 0; i < points.length; i++) {
            buffer[i] = localOf[images[points[i]]];
            if (buffer[i] < 0) {
                return false;
            }
        }
        return evaluator.contains(buffer);
    }

    // ---- the first path ----

    int stateCount() {
        return states.size();
    }

    /** Whether only the identity fixes the points fixed on the first path. */
    boolean isFixed() {
        return last().chain.length() == 0;
    }

    private State last() {
        return states.get(states.size() - 1);
    }

    /** Fixes one more point. */
    void extend(int point) {
        State last = last();
        last.base = localOf[point];
        last.kept = null;
        int orbitSize = 0;
        for (int orbit : last.orbitOf) {
            orbitSize += orbit == last.orbitOf[last.base] ? 1 : 0;
        }
        if (orbitSize == 1) {
            last.fixing = null;
            states.add(new State(last.chain, last.orbitOf, last.orbitals));
            return;
        }
        StabilizerChain chain = withFirst(last.chain, last.base);
        last.fixing = chain;
        boolean[] inOrbit = new boolean[points.length];
        int[] orbit = chain.orbit(0);
        for (int x : orbit) {
            inOrbit[x] = true;
        }
        last.inOrbit = inOrbit;
        last.kept = (long) orbit.length * points.length <= MOST_KEPT ? new int[points.length][] : null;
        states.add(state(chain.stabilizer(1)));
    }

    /** Forgets what was fixed after some states. */
    void backTo(int stateCount) {
        states.subList(stateCount, states.size()).clear();
        last().base = -1;
    }

    private static StabilizerChain withFirst(StabilizerChain chain, int point) {
        return chain.base()[0] == point ? chain : StabilizerChain.of(chain.degree(), chain.strongGenerators(),
            ChainOptions.defaults().withBase(point).withKnownOrder(chain.order()));
    }

    private State state(StabilizerChain given) {
        int from = 0;
        while (from < given.length() && given.orbit(from).length == 1) {
            from++;
        }
        StabilizerChain chain = from == 0 ? given : given.stabilizer(from);
        Orbits orbits = Orbits.of(points.length, chain.strongGenerators());
        int[] orbitOf = new int[points.length];
        Arrays.setAll(orbitOf, orbits::orbitOf);
        return new State(chain, orbitOf, orbitals(chain, orbits));
    }

    /** The sparsest orbital graphs of the largest orbits, as graphs without directions. */
    private List<LocalGraph> orbitals(StabilizerChain chain, Orbits orbits) {
        List<LocalGraph> result = new ArrayList<>();
        if (points.length > LARGEST_DEGREE || chain.length() < 2) {
            return result;
        }
        int[] largest = IntStream.range(0, orbits.count()).filter(o -> orbits.size(o) > 2).boxed()
            .sorted(Comparator.comparingInt(o -> -orbits.size(o))).limit(MOST_ORBITS).mapToInt(o -> o).toArray();
        for (int o : largest) {
            StabilizerChain first = withFirst(chain, orbits.points(o)[0]);
            Orbits below = Orbits.of(points.length, first.stabilizer(1).strongGenerators());
            int size = orbits.size(o);
            int[] sparse = IntStream.range(0, below.count())
                .filter(b -> isTelling(below.points(b), first.base()[0], o, orbits)
                    && (long) below.size(b) * size <= MOST_EDGES)
                .boxed().sorted(Comparator.comparingInt(below::size)).limit(GRAPHS_PER_ORBIT).mapToInt(b -> b)
                .toArray();
            if (sparse.length > 0) {
                result.addAll(orbitals(first, below, sparse));
            }
        }
        return result;
    }

    /** Whether the suborbit of a point is more than the point and less than all of an orbit (but the point). */
    private static boolean isTelling(int[] suborbit, int point, int orbit, Orbits orbits) {
        int within = orbits.orbitOf(suborbit[0]);
        return suborbit[0] != point && suborbit.length < orbits.size(within) - (within == orbit ? 1 : 0);
    }

    private List<LocalGraph> orbitals(StabilizerChain first, Orbits below, int[] suborbits) {
        List<ColoredGraphBuilder> builders = new ArrayList<>();
        for (int i = 0; i < suborbits.length; i++) {
            builders.add(ColoredGraph.builder(points.length));
        }
        for (int x : first.orbit(0)) {
            int[] element = first.transversal(0, x).images();
            for (int i = 0; i < suborbits.length; i++) {
                for (int y : below.points(suborbits[i])) {
                    builders.get(i).edge(x, element[y]);
                }
            }
        }
        return builders.stream().map(ColoredGraphBuilder::build)
            .map(graph -> Encoding.of(graph, graph.copyColors())).toList();
    }

    int orbitalCount(int state) {
        return states.get(state).orbitals.size();
    }

    LocalGraph orbital(int state, int index) {
        return states.get(state).orbitals.get(index);
    }

    int[] orbitOf(int state) {
        return states.get(state).orbitOf;
    }

    // ---- other nodes ----

    /** Maps the next fixed point to a point as well; false if no element does. */
    boolean carry(Carrier carrier, int point) {
        State state = states.get(carrier.steps++);
        int back = carrier.inverse[localOf[point]];
        if (state.fixing == null) {
            return back == state.base;
        }
        boolean[] inOrbit = state.inOrbit;
        if (inOrbit == null || !inOrbit[back]) {
            return false;
        }
        if (back != state.base) {
            int[] element = transversal(state, state.fixing, back);
            int[] map = new int[element.length];
            int[] inverse = new int[element.length];
            for (int x = 0; x < element.length; x++) {
                map[x] = carrier.map[element[x]];
                inverse[map[x]] = x;
            }
            carrier.map = map;
            carrier.inverse = inverse;
        }
        return true;
    }

    private static int[] transversal(State state, StabilizerChain chain, int point) {
        int[][] kept = state.kept;
        if (kept == null) {
            return chain.transversal(0, point).images();
        }
        if (kept[point] == null) {
            kept[point] = chain.transversal(0, point).images();
        }
        return kept[point];
    }
}
