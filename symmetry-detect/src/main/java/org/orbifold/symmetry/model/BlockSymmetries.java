package org.orbifold.symmetry.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.detect.Automorphisms;

/**
 * The group Ψ of block-value symmetries of a model for a partition (Definition 11 of the paper), acting on the
 * block-value pairs as {@link #pairs()} numbers them. Immutable.
 *
 * <p>Every generator is valid (a block maps onto a block) and was certified against the graph and against the model's
 * own features. For the partition into single variables this is the group of variable-value symmetries.
 */
public final class BlockSymmetries {

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final SymmetryKind kind;
    private final Supplier<BigInteger> order;
    private final double log10Order;
    private final String limit;
    private final List<Permutation> generators;
    private volatile Orbits orbits;
    private volatile PermutationGroup group;

    BlockSymmetries(GraphicalModel model, BlockPartition partition, BlockValuePairs pairs, SymmetryKind kind,
            List<Permutation> generators, Supplier<BigInteger> order, double log10Order, String limit) {
        this.model = model;
        this.partition = partition;
        this.pairs = pairs;
        this.kind = kind;
        this.generators = List.copyOf(generators);
        this.order = order;
        this.log10Order = log10Order;
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
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        ModelCertifier certifier = new ModelCertifier(model, SymmetryOptions.defaults());
        generators.forEach(generator -> certifier.require(pairs, generator));
        PermutationGroup group = PermutationGroup.of(pairs.pairCount(), generators);
        double log10 = group.factors().stream().mapToDouble(factor -> log10(factor.group().order())).sum();
        BlockSymmetries result = new BlockSymmetries(model, partition, pairs, SymmetryKind.BLOCK_VALUE, generators,
                group::order, log10, "only the group of the given generators");
        result.group = group;
        return result;
    }

    private static double log10(BigInteger order) {
        int shift = Math.max(0, order.bitLength() - Double.MAX_EXPONENT);
        return Math.log10(order.shiftRight(shift).doubleValue()) + shift * Math.log10(2);
    }

    /** The symmetries that the automorphisms of a graph are, each certified against the model. */
    static BlockSymmetries of(ModelGraph source, SymmetryKind kind, Automorphisms found, ModelCertifier certifier) {
        BlockValuePairs pairs = source.pairs();
        List<Permutation> onPairs = new ArrayList<>(found.generators().size());
        for (Permutation automorphism : found.generators()) {
            Permutation generator = restrict(automorphism, pairs.pairCount());
            certify(pairs, generator, certifier);
            onPairs.add(generator);
        }
        return new BlockSymmetries(source.model(), source.partition(), pairs, kind, onPairs, found::order,
                found.log10Order(), found.limitReached().orElse(null));
    }

    /** The symmetries inside the blocks of a partition: all permutations of values that are of one class. */
    static BlockSymmetries inside(GraphicalModel model, BlockPartition partition, LocalSymmetries local,
            ModelCertifier certifier, Set<Block> certified) {
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        List<Permutation> swaps = new ArrayList<>();
        List<Integer> classSizes = new ArrayList<>();
        double log10 = 0;
        for (int b = 0; b < partition.blockCount(); b++) {
            if (!local.hasSymmetry(partition.block(b))) {
                continue;
            }
            int[] classes = local.valueClasses(partition.block(b));
            boolean isNew = certified.add(partition.block(b));
            int[] last = new int[classes.length];
            int[] size = new int[classes.length];
            java.util.Arrays.fill(last, -1);
            for (int value = 0; value < classes.length; value++) {
                int c = classes[value];
                if (last[c] >= 0) {
                    Permutation swap = Permutation.transposition(pairs.pairCount(), pairs.pair(b, last[c]),
                            pairs.pair(b, value));
                    if (isNew) {
                        certify(pairs, swap, certifier);
                    }
                    swaps.add(swap);
                    log10 += Math.log10(size[c] + 1);
                }
                last[c] = value;
                size[c]++;
            }
            for (int count : size) {
                if (count > 1) {
                    classSizes.add(count);
                }
            }
        }
        return new BlockSymmetries(model, partition, pairs, SymmetryKind.BLOCK_VALUE, swaps,
                () -> product(classSizes), log10, "only symmetries inside single blocks were looked for");
    }

    private static BigInteger product(List<Integer> classSizes) {
        BigInteger product = BigInteger.ONE;
        for (int size : classSizes) {
            for (int i = 2; i <= size; i++) {
                product = product.multiply(BigInteger.valueOf(i));
            }
        }
        return product;
    }

    /** Tries a generator on the model; a fault is one of the library. */
    static void certify(BlockValuePairs pairs, Permutation generator, ModelCertifier certifier) {
        String fault = generator.isIdentity() ? "it moves no pair" : certifier.fault(pairs, generator);
        if (fault != null) {
            throw new IllegalStateException("a generator that was found is no symmetry of the model: " + fault
                    + "; this is a fault of the library, please report the model: " + generator);
        }
    }

    private static Permutation restrict(Permutation automorphism, int pairCount) {
        int[] support = automorphism.support();
        int kept = 0;
        while (kept < support.length && support[kept] < pairCount) {
            kept++;
        }
        int[] points = java.util.Arrays.copyOf(support, kept);
        return Permutation.sparse(pairCount, points, automorphism.imageOf(points));
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
        return partition;
    }

    /**
     * What is permuted.
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
     * The order of the group on block-value pairs.
     *
     * @return the number of symmetries; a lower bound if {@link #isComplete} is false
     */
    public BigInteger order() {
        return order.get();
    }

    /**
     * The decimal logarithm of {@link #order}, without making that number.
     *
     * @return the logarithm to base 10
     */
    public double log10Order() {
        return log10Order;
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
        return limit == null;
    }

    /**
     * What stopped the search, if something did.
     *
     * @return a sentence for people
     */
    public Optional<String> limitReached() {
        return Optional.ofNullable(limit);
    }

    /**
     * The orbits of block-value pairs.
     *
     * @return the partition of the pairs into orbits
     */
    public Orbits orbits() {
        Orbits known = orbits;
        if (known == null) {
            known = Orbits.of(pairs.pairCount(), generators);
            orbits = known;
        }
        return known;
    }

    /**
     * The group with all that perm-group can do: membership, uniform elements, factors. Made at the first call.
     *
     * @return the group on the pairs
     */
    public PermutationGroup group() {
        PermutationGroup known = group;
        if (known == null) {
            known = PermutationGroup.of(pairs().pairCount(), generators);
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
     * Says in words what a permutation does, with the names of variables and values.
     *
     * @param permutation a permutation of the pairs
     * @return one line
     */
    public String describe(Permutation permutation) {
        return SymmetryText.of(this, permutation);
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
