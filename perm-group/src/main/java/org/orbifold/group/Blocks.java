package org.orbifold.group;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;

/** How a group moves tuples and blocks of points. A block is a set that each element maps to itself or off it. */
public final class Blocks {

    private Blocks() {
    }

    /**
     * The finest block system in which two points are together (Atkinson 1975), in near-linear time per generator.
     *
     * @param group a transitive group
     * @param a a point
     * @param b a point
     * @return the blocks, as a partition of the points
     * @throws IllegalArgumentException if a point is out of range
     */
    public static Orbits joining(PermutationGroup group, int a, int b) {
        if (Math.min(a, b) < 0 || Math.max(a, b) >= group.degree()) {
            throw new IllegalArgumentException("points " + a + " and " + b + " of a group of degree " + group.degree());
        }
        UnionFind classes = new UnionFind(group.degree());
        int[] pending = new int[group.degree()];
        int size = 0;
        classes.union(a, b);
        pending[size++] = b;
        // A point of each class that was joined to another is a witness: its image must be joined to that of the root.
        int[] partner = new int[group.degree()];
        partner[b] = a;
        for (int next = 0; next < size; next++) {
            int x = pending[next];
            for (Permutation g : group.generators()) {
                int u = g.image(x);
                int v = g.image(partner[x]);
                int rootU = classes.find(u);
                int rootV = classes.find(v);
                if (rootU != rootV) {
                    classes.union(rootU, rootV);
                    int loser = classes.find(rootU) == rootU ? rootV : rootU;
                    partner[loser] = classes.find(rootU);
                    pending[size++] = loser;
                }
            }
        }
        return Orbits.of(classes);
    }

    /**
     * The minimal block systems: those whose blocks have more than one point, fewer than all, and no smaller such block
     * inside.
     *
     * @param group a transitive group
     * @return the systems; none exactly if the group is primitive
     * @throws IllegalArgumentException if the group is not transitive
     */
    public static List<Orbits> minimal(PermutationGroup group) {
        if (!group.isTransitive()) {
            throw new IllegalArgumentException("the group is not transitive; ask for the blocks of its orbits");
        }
        // The different blocks of 0, each with a point of it: systems are large, and many points give the same.
        Map<IntArrayList, Integer> blocks = new LinkedHashMap<>();
        Orbits suborbits = group.degree() < 2 || group.isSymmetric() || group.isAlternating() && group.degree() > 2
            ? null : group.stabilizer(0).orbits();
        for (int o = 0; suborbits != null && o < suborbits.count(); o++) {
            int point = suborbits.points(o)[0];
            if (point != 0) {
                Orbits system = joining(group, 0, point);
                if (system.count() > 1) {
                    blocks.putIfAbsent(IntArrayList.wrap(system.points(system.orbitOf(0))), point);
                }
            }
        }
        List<Orbits> result = new ArrayList<>();
        boolean[] inside = new boolean[group.degree()];
        blocks.forEach((block, point) -> {
            block.forEach((int x) -> inside[x] = true);
            if (blocks.keySet().stream().noneMatch(other -> other.size() < block.size()
                    && other.intStream().allMatch(x -> inside[x]))) {
                result.add(joining(group, 0, point));
            }
            block.forEach((int x) -> inside[x] = false);
        });
        return result;
    }

    /**
     * Whether a group is primitive: transitive, on more than one point, without blocks but points and the whole set.
     *
     * @param group a group
     * @return whether it is
     */
    public static boolean isPrimitive(PermutationGroup group) {
        return group.degree() > 1 && group.isTransitive() && minimal(group).isEmpty();
    }

    /**
     * The largest k for which any k different points can be mapped to any other k, in order.
     *
     * @param group a group
     * @return the degree of transitivity; 0 if the group is not transitive
     */
    public static int transitivity(PermutationGroup group) {
        if (!group.isTransitive()) {
            return 0;
        }
        if (group.isSymmetric()) {
            return group.degree();
        }
        if (group.isAlternating()) {
            return group.degree() - 2;
        }
        int k = 1;
        for (PermutationGroup rest = group.stabilizer(0); rest.orbits().count() == k + 1; k++) {
            rest = rest.stabilizer(k);
        }
        return k;
    }
}
