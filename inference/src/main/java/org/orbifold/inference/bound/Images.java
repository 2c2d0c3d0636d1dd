package org.orbifold.inference.bound;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * The images of pairs of variable and value under symmetries of a subproblem: a group by its generators. Of a large
 * group not the whole stabiliser of a pair is made, but the subgroup that the generators which fix it generate.
 */
final class Images {

    /** Each pair has only itself as its image. */
    static final Images NONE = new Images(null, List.of(), false);

    /** log10 of the order up to which stabilisers are made: in milliseconds. */
    private static final double SMALL = 15;

    private final @Nullable BlockValuePairs pairs;
    private final List<Permutation> generators;
    private final Orbits orbits;
    private final boolean small;

    private Images(@Nullable BlockValuePairs pairs, List<Permutation> generators, boolean small) {
        this.pairs = pairs;
        this.generators = generators;
        this.orbits = Orbits.of(pairs == null ? 0 : pairs.pairCount(), generators);
        this.small = small;
    }

    /** Under variable-value symmetries of a model. */
    static Images of(BlockSymmetries symmetries) {
        return of(symmetries.pairs(), symmetries.generators(), symmetries.log10Order() <= SMALL);
    }

    private static Images of(BlockValuePairs pairs, List<Permutation> generators, boolean small) {
        return generators.isEmpty() ? NONE : new Images(pairs, generators, small);
    }

    /** The numbers of the pairs that a pair is mapped to, itself included; empty if it is only mapped to itself. */
    int[] of(int variable, int value) {
        if (pairs == null) {
            return new int[0];
        }
        int orbit = orbits.orbitOf(pairs.firstPair(variable) + value);
        return orbits.size(orbit) == 1 ? new int[0] : orbits.points(orbit);
    }

    /** About the bytes of the orbits and of a list of generators. */
    long bytes() {
        return pairs == null ? 0 : 12L * pairs.pairCount() + 8L * generators.size();
    }

    int variable(int pair) {
        return pairs.blockOf(pair);
    }

    int value(int pair) {
        return pair - pairs.firstPair(pairs.blockOf(pair));
    }

    /**
     * The images under symmetries that leave a pair where it is.
     *
     * @param all whether all such symmetries are wanted, which takes as long as hundreds of nodes of a search
     */
    Images fixing(int variable, int value, boolean all) {
        int point = pairs.firstPair(variable) + value;
        List<Permutation> left = small && all
                ? PermutationGroup.of(pairs.pairCount(), generators).stabilizer(point).generators()
                : generators.stream().filter(one -> one.image(point) == point).toList();
        return of(pairs, left, small);
    }
}
