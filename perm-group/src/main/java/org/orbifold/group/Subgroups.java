package org.orbifold.group;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DerivedSubgroups;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.DirectProduct;
import org.orbifold.group.factor.GroupStructure;

/** Subgroups, cosets and images that follow from stabiliser chains. */
public final class Subgroups {

    /** A chain with more generators than this gets half as many random elements, if these generate the group. */
    private static final int MANY_GENERATORS = 24;
    /** Conjugates that join a normal closure at a time, at least. */
    private static final int LEAST_BATCH = 8;
    private static final long SEED = 1;

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
        SplittableRandom random = new SplittableRandom(SEED);
        PermutationGroup closure = PermutationGroup.of(group.degree(),
            elements.stream().filter(element -> !element.isIdentity()).toList());
        while (true) {
            closure = withFewGenerators(closure, random);
            PermutationGroup known = closure;
            int most = Math.max(LEAST_BATCH, known.generators().size());
            // Conjugates by random elements spread; those by the generators prove that nothing is missing.
            List<Permutation> missing = known.generators().stream()
                .map(element -> element.conjugateBy(group.random(random)))
                .filter(element -> !known.contains(element)).limit(most).toList();
            if (missing.isEmpty()) {
                missing = known.generators().stream()
                    .flatMap(element -> group.generators().stream().map(element::conjugateBy))
                    .filter(element -> !known.contains(element)).limit(most).toList();
            }
            if (missing.isEmpty()) {
                return closure;
            }
            closure = PermutationGroup.of(group.degree(),
                Stream.concat(known.generators().stream(), missing.stream()).toList());
        }
    }

    /** The same group by a few random elements, if it is one of many generators and the few turn out to generate it. */
    private static PermutationGroup withFewGenerators(PermutationGroup group, RandomGenerator random) {
        if (group.generators().size() <= MANY_GENERATORS || group.factors().size() > 1
            || group.factors().get(0).group().kind() != GroupStructure.Kind.CHAIN) {
            return group;
        }
        List<Permutation> few = new ArrayList<>();
        for (int i = 0; i < MANY_GENERATORS / 2; i++) {
            few.add(group.random(random));
        }
        PermutationGroup candidate = PermutationGroup.of(group.degree(), few);
        return candidate.order().equals(group.order()) ? candidate : group;
    }

    /**
     * The subgroup that the commutators generate: the product of those of the direct factors.
     *
     * @param group a group
     * @return its derived subgroup
     */
    public static PermutationGroup derived(PermutationGroup group) {
        List<Permutation> generators = new ArrayList<>();
        List<DirectFactor> known = new ArrayList<>();
        for (DirectFactor factor : group.factors()) {
            switch (factor.group().kind()) {
                case SWAP, CYCLIC -> {
                    // Abelian.
                }
                case SYMMETRIC -> generators.addAll(evenOnTiles(group.degree(), factor.tiles().orElseThrow()));
                default -> DerivedSubgroups.of(factor.group(), Subgroups::derived).ifPresentOrElse(
                    derived -> derived.parts().forEach(part -> known.add(part.within(factor))),
                    () -> generators.addAll(derivedOf(group, factor)));
            }
        }
        if (known.isEmpty()) {
            return PermutationGroup.of(group.degree(), generators);
        }
        List<DirectFactor> other = DirectProduct.generatedBy(group.degree(), generators, ChainOptions.defaults())
            .parts();
        known.forEach(factor -> generators.addAll(factor.generators(group.degree())));
        known.addAll(other);
        return new PermutationGroup(group.degree(), List.copyOf(generators), DirectProduct.of(group.degree(), known));
    }

    private static DirectProduct derived(DirectProduct group) {
        return derived(new PermutationGroup(group.degree(), group.stabilizer(), group)).structure();
    }

    /** By the normal closure of commutators; only generators with common points have any. */
    private static List<Permutation> derivedOf(PermutationGroup group, DirectFactor factor) {
        List<Permutation> own = new ArrayList<>();
        for (Permutation generator : group.generators()) {
            int[] from = Arrays.stream(factor.points()).filter(x -> generator.image(x) != x).toArray();
            if (from.length > 0) {
                own.add(Permutation.sparse(group.degree(), from, generator.imageOf(from)));
            }
        }
        PermutationGroup whole = withFewGenerators(PermutationGroup.of(group.degree(), own),
            new SplittableRandom(SEED));
        List<List<Integer>> moving = new ArrayList<>(Collections.nCopies(group.degree(), List.of()));
        Set<Permutation> commutators = new LinkedHashSet<>();
        for (int a = 0; a < whole.generators().size(); a++) {
            Permutation later = whole.generators().get(a);
            Set<Integer> earlier = new LinkedHashSet<>();
            for (int x : later.support()) {
                earlier.addAll(moving.get(x));
                if (moving.get(x).isEmpty()) {
                    moving.set(x, new ArrayList<>());
                }
                moving.get(x).add(a);
            }
            for (int b : earlier) {
                commutators.add(later.commutator(whole.generators().get(b)));
            }
        }
        return normalClosure(whole, commutators).generators();
    }

    /** Generators of the even permutations of tiles: a 3-cycle and a longest cycle of odd length. */
    private static List<Permutation> evenOnTiles(int degree, int[][] tiles) {
        return tiles.length == 3 ? List.of(tileCycle(degree, tiles, 0, 3))
            : List.of(tileCycle(degree, tiles, 0, 3), tileCycle(degree, tiles, 1 - tiles.length % 2, tiles.length));
    }

    /** The cycle of the tiles from one number to before another. */
    private static Permutation tileCycle(int degree, int[][] tiles, int from, int to) {
        int width = tiles[0].length;
        int[] points = new int[(to - from) * width];
        int[] images = new int[points.length];
        for (int t = from; t < to; t++) {
            System.arraycopy(tiles[t], 0, points, (t - from) * width, width);
            System.arraycopy(tiles[t + 1 == to ? from : t + 1], 0, images, (t - from) * width, width);
        }
        return Permutation.sparse(degree, points, images);
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
        return group.factors().stream().map(DirectFactor::group).allMatch(factor -> switch (factor.kind()) {
            case SWAP, CYCLIC -> true;
            case SYMMETRIC, SYMMETRIC_ACTION -> false;
            default -> {
                List<Permutation> generators = factor.stabilizer();
                yield generators.stream().allMatch(a -> generators.stream()
                    .allMatch(b -> a.then(b).equals(b.then(a))));
            }
        });
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
