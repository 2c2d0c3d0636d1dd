package org.orbifold.group;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/** Subgroups, cosets and images that follow from stabiliser chains. */
public final class Subgroups {

    private Subgroups() {
    }

    /**
     * An element that maps one tuple to another.
     *
     * @param group a group
     * @param from different points
     * @param to as many points
     * @return an element that maps the first point to the first and so on, or nothing if there is none
     * @throws IllegalArgumentException if the tuples have different lengths or points out of range
     */
    public static Optional<Permutation> mapping(PermutationGroup group, int[] from, int[] to) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(from.length + " points cannot be mapped to " + to.length);
        }
        for (int point : to) {
            if (point < 0 || point >= group.degree()) {
                throw new IllegalArgumentException("point " + point + " is out of range, expected 0 to "
                    + (group.degree() - 1));
            }
        }
        StabilizerChain chain = group.chain(from);
        Permutation found = Permutation.identity(group.degree());
        for (int i = 0; i < from.length; i++) {
            int point = found.inverse().image(to[i]);
            if (Arrays.stream(chain.orbit(i)).noneMatch(x -> x == point)) {
                return Optional.empty();
            }
            found = chain.transversal(i, point).then(found);
        }
        return Optional.of(found);
    }

    /**
     * Representatives of the right cosets of a subgroup, the identity first. Each coset is known by the smallest images
     * of a base that its elements have.
     *
     * @param group a group
     * @param subgroup a subgroup of it
     * @param limit the largest index for which that is meant
     * @return one element of each coset
     * @throws IllegalArgumentException if it is no subgroup
     * @throws IllegalStateException if the index is larger than the limit
     */
    public static List<Permutation> cosets(PermutationGroup group, PermutationGroup subgroup, int limit) {
        if (!group.containsGroup(subgroup)) {
            throw new IllegalArgumentException("the second group is no subgroup of the first");
        }
        BigInteger index = group.order().divide(subgroup.order());
        if (index.compareTo(BigInteger.valueOf(limit)) > 0) {
            throw new IllegalStateException("the index is " + index + ", more than the limit of " + limit);
        }
        int[] base = group.base();
        StabilizerChain chain = subgroup.chain(base);
        Map<List<Integer>, Permutation> found = new LinkedHashMap<>();
        List<Permutation> queue = new ArrayList<>();
        queue.add(Permutation.identity(group.degree()));
        found.put(smallestImages(chain, base, queue.get(0)), queue.get(0));
        for (int i = 0; i < queue.size(); i++) {
            for (Permutation g : group.generators()) {
                Permutation next = queue.get(i).then(g);
                if (found.putIfAbsent(smallestImages(chain, base, next), next) == null) {
                    queue.add(next);
                }
            }
        }
        return List.copyOf(queue);
    }

    private static List<Integer> smallestImages(StabilizerChain chain, int[] base, Permutation element) {
        List<Integer> images = new ArrayList<>();
        Permutation g = element;
        for (int i = 0; i < base.length; i++) {
            Permutation current = g;
            int best = Arrays.stream(chain.orbit(i)).boxed()
                .min((x, y) -> Integer.compare(current.image(x), current.image(y))).orElseThrow();
            images.add(current.image(best));
            g = chain.transversal(i, best).then(current);
        }
        return images;
    }

    /**
     * The smallest normal subgroup that contains given elements.
     *
     * @param group a group
     * @param elements elements of it
     * @return their normal closure
     */
    public static PermutationGroup normalClosure(PermutationGroup group, Collection<Permutation> elements) {
        List<Permutation> generators = new ArrayList<>();
        PermutationGroup closure = PermutationGroup.of(group.degree(), generators);
        List<Permutation> queue = new ArrayList<>(elements);
        for (int i = 0; i < queue.size(); i++) {
            if (closure.contains(queue.get(i))) {
                continue;
            }
            generators.add(queue.get(i));
            closure = PermutationGroup.of(group.degree(), generators);
            for (Permutation g : group.generators()) {
                queue.add(queue.get(i).conjugateBy(g));
            }
        }
        return closure;
    }

    /**
     * The subgroup that the commutators generate.
     *
     * @param group a group
     * @return its derived subgroup
     */
    public static PermutationGroup derived(PermutationGroup group) {
        List<Permutation> commutators = new ArrayList<>();
        for (Permutation a : group.generators()) {
            for (Permutation b : group.generators()) {
                commutators.add(a.commutator(b));
            }
        }
        return normalClosure(group, commutators);
    }

    /**
     * The group, its derived subgroup, that of this one and so on, as long as they become smaller.
     *
     * @param group a group
     * @return the derived series; it ends with the trivial group exactly if the group is solvable
     */
    public static List<PermutationGroup> derivedSeries(PermutationGroup group) {
        List<PermutationGroup> series = new ArrayList<>();
        PermutationGroup last = group;
        PermutationGroup next = derived(group);
        series.add(group);
        while (!next.order().equals(last.order())) {
            series.add(next);
            last = next;
            next = derived(next);
        }
        return series;
    }

    /**
     * Whether all elements commute.
     *
     * @param group a group
     * @return whether it is abelian
     */
    public static boolean isAbelian(PermutationGroup group) {
        return group.generators().stream().allMatch(a -> group.generators().stream()
            .allMatch(b -> a.then(b).equals(b.then(a))));
    }

    /**
     * Whether the derived series ends with the trivial group.
     *
     * @param group a group
     * @return whether it is solvable
     */
    public static boolean isSolvable(PermutationGroup group) {
        List<PermutationGroup> series = derivedSeries(group);
        return series.get(series.size() - 1).isTrivial();
    }
}
