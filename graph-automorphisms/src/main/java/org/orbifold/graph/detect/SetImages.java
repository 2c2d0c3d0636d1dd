package org.orbifold.graph.detect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

/**
 * The canonical image of a set under a group: its smallest one.
 *
 * <p>Point by point, breadth first (Linton 2004): among the images that agree with the smallest one so far, those are
 * kept that reach the smallest next point; which points can be reached, the orbits of the group's stabiliser of the
 * points so far say. Of the points of the set that could go there, one per orbit of the set's own stabiliser is enough
 * (Jefferson, Jonauskyte, Pfeiffer and Waldecker 2019), which {@link SubgroupSearch} finds by partition backtracking.
 * As many images remain as are inequivalent; worst case exponential.
 */
public final class SetImages {

    /** An image of the set: the element that makes it, and the subgroup that fixes the points placed so far. */
    private record Node(Permutation element, PermutationGroup fixing) {
    }

    private final int[] set;
    /** The elements of the group that fix the points of the image so far. */
    private PermutationGroup group;
    private final List<Integer> placed = new ArrayList<>();

    private SetImages(PermutationGroup group, int[] set) {
        this.group = group;
        this.set = set;
    }

    /**
     * The smallest image of a set, compared as increasing lists: the same for all sets of an orbit, and only for these.
     *
     * @param group a group
     * @param set different points
     * @return the smallest image, increasing
     * @throws IndexOutOfBoundsException if a point is out of range
     */
    public static int[] smallest(PermutationGroup group, int... set) {
        int[] points = Arrays.stream(set).distinct().toArray();
        return new SetImages(group, points).run();
    }

    private int[] run() {
        PermutationGroup stabilizer = SubgroupSearch.setStabilizer(group, set);
        List<Node> nodes = List.of(new Node(Permutation.identity(group.degree()), stabilizer));
        for (int i = 0; i < set.length; i++) {
            Orbits orbits = group.orbits();
            int next = smallestReached(nodes, orbits);
            nodes = reaching(nodes, orbits, next);
            placed.add(next);
            group = group.stabilizer(next);
        }
        return placed.stream().mapToInt(x -> x).sorted().toArray();
    }

    private int smallestReached(List<Node> nodes, Orbits orbits) {
        int smallest = Integer.MAX_VALUE;
        for (Node node : nodes) {
            for (int x : set) {
                int y = node.element.image(x);
                if (!placed.contains(y)) {
                    smallest = Math.min(smallest, orbits.points(orbits.orbitOf(y))[0]);
                }
            }
        }
        return smallest;
    }

    /** For each node the images with one more point where it should be; equal images once. */
    private List<Node> reaching(List<Node> nodes, Orbits orbits, int point) {
        StabilizerChain chain = group.chain(point);
        Set<List<Integer>> seen = new HashSet<>();
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            Orbits own = node.fixing.orbits();
            Set<Integer> tried = new HashSet<>();
            for (int x : set) {
                int y = node.element.image(x);
                if (placed.contains(y) || orbits.orbitOf(y) != orbits.orbitOf(point) || !tried.add(own.orbitOf(x))) {
                    continue;
                }
                Permutation element = node.element.then(chain.transversal(0, y).inverse());
                if (seen.add(Arrays.stream(set).map(element::image).sorted().boxed().toList())) {
                    PermutationGroup fixing = node.fixing.isTrivial() ? node.fixing : node.fixing.stabilizer(x);
                    result.add(new Node(element, fixing));
                }
            }
        }
        return result;
    }
}
