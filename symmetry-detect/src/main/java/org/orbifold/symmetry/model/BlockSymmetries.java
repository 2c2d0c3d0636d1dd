package org.orbifold.symmetry.model;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * The group Ψ of block-value symmetries of a model for a partition (Definition 11 of the paper), acting on the
 * block-value pairs as {@link #pairs()} numbers them. Immutable.
 *
 * <p>It holds the direct factors as they were found. Every generator is valid (a block maps onto a block) and was
 * certified on the terms of Ĝ or on its graph, and on the model's own features. For the partition into single variables
 * this is the group of variable-value symmetries.
 */
public final class BlockSymmetries {

    private final GraphicalModel model;
    private final BlockValuePairs pairs;
    private final SymmetryKind kind;
    private final SymmetryFactors factors;
    private final Optional<String> limit;
    /** Pairs that are known to be in no possible state. */
    private final BitSet impossible;
    /** How many moved pairs may be in none, too. */
    private final int unknown;
    private final List<Permutation> generators;
    private volatile @Nullable PermutationGroup group;

    BlockSymmetries(GraphicalModel model, BlockValuePairs pairs, SymmetryKind kind, SymmetryFactors factors,
            Optional<String> limit) {
        this(model, pairs, kind, factors, limit, new BitSet());
    }

    BlockSymmetries(GraphicalModel model, BlockValuePairs pairs, SymmetryKind kind, SymmetryFactors factors,
            Optional<String> limit, BitSet impossible) {
        this(model, pairs, kind, factors, limit, impossible, 0);
    }

    BlockSymmetries(GraphicalModel model, BlockValuePairs pairs, SymmetryKind kind, SymmetryFactors factors,
            Optional<String> limit, BitSet impossible, int unknown) {
        this.impossible = impossible;
        this.unknown = unknown;
        this.model = model;
        this.pairs = pairs;
        this.kind = kind;
        this.factors = factors;
        this.generators = List.copyOf(factors.generators());
        this.limit = limit;
    }

    /**
     * The group that given symmetries generate.
     *
     * @param model      a model
     * @param partition  a partition of its variables
     * @param generators permutations of the pairs as {@link BlockValuePairs} numbers them
     * @return the group
     * @throws IllegalArgumentException if one is not valid (Definition 8) or not a symmetry of the model
     */
    public static BlockSymmetries of(GraphicalModel model, BlockPartition partition, List<Permutation> generators) {
        SymmetryFinder finder = SymmetryFinder.of(model);
        generators.forEach(generator -> finder.certify(partition, generator));
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        PermutationGroup group = PermutationGroup.of(pairs.pairCount(), generators);
        SymmetryFactors factors = new SymmetryFactors(pairs.pairCount());
        factors.addGenerated(List.copyOf(generators), group::order,
                group.factors().stream()
                        .mapToDouble(factor -> SymmetryFactors.log10(factor.group().order())).sum(), true);
        BlockSymmetries result = new BlockSymmetries(model, pairs, SymmetryKind.BLOCK_VALUE, factors,
                Optional.of("only the group of the given generators"));
        result.group = group;
        return result;
    }

    /**
     * The trivial group, which every model has.
     *
     * @param model     a model
     * @param partition a partition of its variables
     * @return the identity alone
     */
    public static BlockSymmetries trivial(GraphicalModel model, BlockPartition partition) {
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        return new BlockSymmetries(model, pairs, SymmetryKind.BLOCK_VALUE, new SymmetryFactors(pairs.pairCount()),
                Optional.of("nothing was looked for"));
    }

    /**
     * The model.
     *
     * @return the model that these are symmetries of
     */
    public GraphicalModel model() {
        return model;
    }

    /**
     * The partition.
     *
     * @return the blocks that are permuted
     */
    public BlockPartition partition() {
        return pairs.partition();
    }

    /**
     * The permuted (block, value) pairs.
     *
     * @return the kind of symmetry that was looked for
     */
    public SymmetryKind kind() {
        return kind;
    }

    /**
     * The numbering of block-value pairs: the points of the permutations.
     *
     * @return which point is which pair
     */
    public BlockValuePairs pairs() {
        return pairs;
    }

    /**
     * Generators of the group, each certified.
     *
     * @return permutations of the pairs; none if the group is trivial
     */
    public List<Permutation> generators() {
        return generators;
    }

    /**
     * The order of the group: how many symmetries act differently on possible states. Where hard constraints make
     * blocks always agree, {@link #group} may have more elements, some of which do the same to all of them.
     *
     * @return the number of symmetries; a lower bound if {@link #isComplete} is false
     */
    public BigInteger order() {
        return factors.order();
    }

    /**
     * The decimal logarithm of {@link #order}, without making that number.
     *
     * @return the logarithm to base 10
     */
    public double log10Order() {
        return factors.log10Order();
    }

    /**
     * Whether a pair may be in a possible state.
     *
     * @param pair a pair
     * @return false if hard constraints show that it is in none
     */
    public boolean isPossible(int pair) {
        return !impossible.get(pair);
    }

    /**
     * How many moved values may be in no possible state, for all that is known: hard constraints can make that hard
     * to tell. If they are not 0, {@link #order} may count permutations that change no possible state.
     *
     * @return the number of moved pairs whose possibility is not known; 0 without hard constraints
     */
    public int unknownValues() {
        return unknown;
    }

    /** The pairs that are known to be in no possible state; not to be written to. */
    BitSet impossible() {
        return impossible;
    }

    /** The factors as they were found. */
    SymmetryFactors foundFactors() {
        return factors;
    }

    /**
     * Whether only the identity was found.
     *
     * @return whether there are no generators
     */
    public boolean isTrivial() {
        return generators.isEmpty();
    }

    /**
     * Whether the search was for everything and ended before a limit stopped it.
     *
     * @return whether this is the whole group
     */
    public boolean isComplete() {
        return limit.isEmpty();
    }

    /**
     * What stopped the search, if something did.
     *
     * @return a sentence for people
     */
    public Optional<String> limitReached() {
        return limit;
    }

    /**
     * The orbits of block-value pairs, by union–find at each call: hundreds of partitions need not keep them.
     *
     * @return the partition of the pairs into orbits
     */
    public Orbits orbits() {
        return Orbits.of(pairs.pairCount(), generators);
    }

    /**
     * The group with all that perm-group can do: membership, uniform elements, factors. Made at the first call.
     *
     * @return the group on the pairs
     */
    public PermutationGroup group() {
        return group(Budget.unlimited());
    }

    /**
     * The group as {@link #group()}, made in a limited time if it is not known yet. Thousands of generated points may
     * take seconds.
     *
     * @param budget the time it may take
     * @return the group on the pairs
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public PermutationGroup group(Budget budget) {
        PermutationGroup known = group;
        if (known == null) {
            try {
                known = factors.group(budget::isOver);
            } catch (CancellationException e) {
                budget.check();
                throw e;
            }
            group = known;
        }
        return known;
    }

    /**
     * The independent parts of the group: direct factors that move disjoint sets of pairs.
     *
     * @return the factors
     */
    public List<DirectFactor> factors() {
        return group().factors();
    }

    /**
     * The image of a state: a pair is in it exactly if its preimage is in the given state.
     *
     * @param permutation a valid permutation of the pairs
     * @param state       a state of the model
     * @return a new state
     * @throws IllegalArgumentException if the permutation is not valid, that is if its images are not states
     */
    public int[] apply(Permutation permutation, int[] state) {
        requireValid(permutation);
        model().checkState(state);
        int[] result = state.clone();
        for (int pair : permutation.support()) {
            int block = pairs().blockOf(pair);
            if (partition().block(block).value(model(), state) == pairs().valueOf(pair)) {
                int to = permutation.image(pair);
                partition().block(pairs().blockOf(to)).assign(model(), pairs().valueOf(to), result);
            }
        }
        return result;
    }

    /**
     * Checks that a permutation of pairs maps all values of each block to all values of one block (Definition 8).
     *
     * @param permutation a permutation of the pairs
     * @throws IllegalArgumentException that names the block, if it does not
     */
    public void requireValid(Permutation permutation) {
        String invalid = ModelCertifier.invalidity(pairs(), permutation);
        if (invalid != null) {
            throw new IllegalArgumentException("the image of a state would not be a state: " + invalid);
        }
    }

    /**
     * The least kind of symmetry that can say what a permutation does: a map of variables, a map of (variable, value)
     * pairs, or else one of blocks only.
     *
     * @param permutation a valid permutation of the pairs, such as a generator
     * @return the kind; {@link SymmetryKind#BLOCK_VALUE} if no map of variable-value pairs does the same
     */
    public SymmetryKind kindOf(Permutation permutation) {
        return new LeastKind(model, pairs, impossible).of(permutation);
    }

    /**
     * Says in words what a permutation does, with the names of variables and values.
     *
     * @param permutation a permutation of the pairs
     * @return one line
     */
    public String describe(Permutation permutation) {
        return SymmetryText.of(this, permutation, SymmetryText.SHOWN);
    }

    /**
     * A permutation in words, all of it however long.
     *
     * @param permutation a permutation of the pairs, such as a generator
     * @return what it does
     */
    public String describeInFull(Permutation permutation) {
        return SymmetryText.of(this, permutation, Integer.MAX_VALUE);
    }

    /**
     * A pair in words.
     *
     * @param pair a pair
     * @return such as {@code (TakesML=0,GetsJob=1)}
     */
    public String describePair(int pair) {
        return SymmetryText.pair(this, pair);
    }

    @Override
    public String toString() {
        return kind + " symmetries of " + partition().blockCount() + " blocks: " + generators.size()
                + " generators, log10 order " + log10Order();
    }
}
