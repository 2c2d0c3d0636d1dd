package org.orbifold.group;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

/** The graph of the images of a pair of points under a transitive group: those of (0, y) for a suborbit of y. */
final class OrbitalGraph {

    private final PermutationGroup group;
    private final BitSet[] neighbours;

    /** With a suborbit: an orbit of the stabiliser of point 0. */
    OrbitalGraph(PermutationGroup group, int[] suborbit) {
        this.group = group;
        this.neighbours = new BitSet[group.degree()];
        int[][] rows = new int[group.degree()][];
        rows[0] = suborbit;
        List<Integer> queue = new ArrayList<>(List.of(0));
        for (int head = 0; head < queue.size(); head++) {
            int x = queue.get(head);
            for (Permutation g : group.generators()) {
                int image = g.image(x);
                if (rows[image] == null) {
                    rows[image] = g.imageOf(rows[x]);
                    queue.add(image);
                }
            }
        }
        for (int x = 0; x < rows.length; x++) {
            neighbours[x] = new BitSet();
            for (int y : rows[x]) {
                neighbours[x].set(y);
            }
        }
    }

    /**
     * The images of the line through two adjacent points: these and the largest clique among the points adjacent to
     * both and connected; empty if the graph is directed or that is no clique.
     */
    Optional<List<int[]>> lines(int x, int y) {
        if (!neighbours[y].get(x)) {
            return Optional.empty();
        }
        BitSet common = (BitSet) neighbours[x].clone();
        common.and(neighbours[y]);
        BitSet line = new BitSet();
        for (int start = common.nextSetBit(0); start >= 0; start = common.nextSetBit(0)) {
            BitSet part = component(start, common);
            common.andNot(part);
            line = part.cardinality() > line.cardinality() ? part : line;
        }
        line.set(x);
        line.set(y);
        for (int z = line.nextSetBit(0); z >= 0; z = line.nextSetBit(z + 1)) {
            BitSet others = (BitSet) line.clone();
            others.clear(z);
            others.andNot(neighbours[z]);
            if (!others.isEmpty()) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(Orbits.ofSet(line.stream().toArray(), group.generators(), group.degree()));
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }

    private BitSet component(int start, BitSet within) {
        BitSet found = new BitSet();
        List<Integer> queue = new ArrayList<>(List.of(start));
        found.set(start);
        for (int head = 0; head < queue.size(); head++) {
            BitSet next = (BitSet) neighbours[queue.get(head)].clone();
            next.and(within);
            next.andNot(found);
            found.or(next);
            next.stream().forEach(queue::add);
        }
        return found;
    }
}
