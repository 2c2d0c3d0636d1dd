package org.orbifold.mcmc.cluster;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Finds involutions in a group of block-value symmetries. Powers of the generators, of their products, of
 * generators of stabilisers that keep all blocks, and of random elements are tried; conjugates of those found are
 * added.
 */
public final class Involutions {

    private static final int PRODUCTS = 8;
    /** Candidates per wanted involution, to choose from. */
    private static final int SPARE = 8;
    private static final int RANDOM = 16;
    /** Stabilisers are found in groups of at most 10 to this, by fixing at most {@link #MOST_FIXED} pairs. */
    private static final double LARGEST = 40;
    private static final int MOST_FIXED = 8;
    /** The most joint values of two blocks that are exchanged. */
    private static final int MOST_JOINT_VALUES = 64;

    private final BlockValuePairs pairs;
    private final int most;
    private final Budget budget;
    /** Those that keep all blocks, and the others. */
    private final Set<Permutation> inside = new LinkedHashSet<>();
    private final Set<Permutation> between = new LinkedHashSet<>();

    private Involutions(BlockValuePairs pairs, int most, Budget budget) {
        this.budget = budget;
        this.pairs = pairs;
        this.most = most;
    }

    /**
     * Finds involutions: those that keep every block if there are any, since these need no room; else those that
     * exchange blocks.
     *
     * @param model      the model that is sampled
     * @param symmetries block-value symmetries, of this model or of a coarse one with the same variables
     * @param most       how many to find at most
     * @param random     the source of randomness
     * @param budget     when it is over, those that are ready are taken
     * @return none or more
     */
    public static List<Involution> of(GraphicalModel model, BlockSymmetries symmetries, int most,
            RandomGenerator random, Budget budget) {
        List<Involution> found = new ArrayList<>();
        try {
            for (Permutation one : choose(symmetries, symmetries.group(budget), most, random, budget)) {
                found.add(Involution.of(model, symmetries.partition(), one, budget));
            }
        } catch (OutOfTimeException e) {
            return List.copyOf(found);
        }
        return List.copyOf(found);
    }

    private static List<Permutation> choose(BlockSymmetries symmetries, PermutationGroup group, int most,
            RandomGenerator random, Budget budget) {
        BlockValuePairs pairs = symmetries.pairs();
        // Factors that move most blocks first; factors inside one block are left to steps that draw it.
        List<DirectFactor> factors = group.factors().stream()
                .filter(factor -> blocks(pairs, factor.points()) > 1)
                .sorted(Comparator.comparingLong(factor -> -blocks(pairs, factor.points()))).toList();
        List<Permutation> chosen = new ArrayList<>();
        for (DirectFactor factor : factors) {
            if (chosen.size() < most) {
                List<Permutation> generators = factor.generators(pairs.pairCount());
                chosen.addAll(new Involutions(pairs, most - chosen.size(), budget).of(generators, factors.size() == 1
                        ? () -> group : () -> made(pairs.pairCount(), generators, budget), random));
            }
        }
        return chosen;
    }

    private static PermutationGroup made(int degree, List<Permutation> generators, Budget budget) {
        try {
            return PermutationGroup.of(degree, generators, ChainOptions.defaults().withCancellation(budget::isOver));
        } catch (CancellationException e) {
            budget.check();
            throw e;
        }
    }

    private static long blocks(BlockValuePairs pairs, int[] points) {
        return Arrays.stream(points).map(pairs::blockOf).distinct().count();
    }

    /** Of one factor: those that move most blocks, with their conjugates, then others. */
    private List<Permutation> of(List<Permutation> generators, Supplier<PermutationGroup> group,
            RandomGenerator random) {
        generators.forEach(this::tryPowers);
        int few = Math.min(PRODUCTS, generators.size());
        for (int i = 0; i < few; i++) {
            for (int j = 0; j < i; j++) {
                tryPowers(generators.get(i).then(generators.get(j)));
            }
        }
        if (inside.isEmpty()) {
            PermutationGroup all = group.get();
            if (log10(all.order()) <= LARGEST) {
                stabilizer(all).forEach(this::tryPowers);
            }
            for (int i = 0; i < RANDOM && inside.isEmpty(); i++) {
                tryPowers(all.random(random));
            }
        }
        List<Permutation> sorted = (inside.isEmpty() ? between : inside).stream().filter(this::isSmall)
                .sorted(Comparator.comparingLong(one -> -blocks(pairs, one.support()))).toList();
        Set<Permutation> chosen = sorted.stream().limit(most)
                .filter(one -> 2 * blocks(pairs, one.support()) >= blocks(pairs, sorted.get(0).support()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        close(chosen, generators);
        chosen.addAll(sorted);
        return chosen.stream().limit(most).toList();
    }

    private static double log10(BigInteger order) {
        return order.bitLength() * Math.log10(2);
    }

    /**
     * Generators of a subgroup that keeps all blocks: that of the elements which fix a pair in a block, one in another,
     * and so on until no block moves. The pairs with the smallest orbits are fixed, so that most is left.
     */
    private List<Permutation> stabilizer(PermutationGroup group) {
        IntArrayList fixed = new IntArrayList();
        PermutationGroup rest = group;
        while (fixed.size() < MOST_FIXED) {
            Orbits orbits = Orbits.of(pairs.pairCount(), rest.generators());
            int best = -1;
            for (Permutation generator : rest.generators()) {
                for (int pair : generator.support()) {
                    if (pairs.blockOf(generator.image(pair)) != pairs.blockOf(pair)
                            && (best < 0 || orbits.size(orbits.orbitOf(pair)) < orbits.size(orbits.orbitOf(best)))) {
                        best = pair;
                    }
                }
            }
            if (best < 0) {
                return rest.generators();
            }
            fixed.add(best);
            budget.check();
            rest = group.stabilizer(fixed.toIntArray());
        }
        return List.of();
    }

    /** The powers of an element that are involutions, of it and of its power that keeps all blocks. */
    private void tryPowers(Permutation element) {
        budget.check();
        Permutation kept = element;
        // A limited number of powers: each takes time linear in the degree.
        for (int power = 1; power <= 64 && !keepsBlocks(kept); power++) {
            kept = kept.then(element);
        }
        add(half(element));
        if (keepsBlocks(kept)) {
            add(half(kept));
        }
    }

    private static Permutation half(Permutation element) {
        BigInteger order = element.order();
        return order.testBit(0) ? Permutation.identity(element.degree()) : element.power(order.shiftRight(1));
    }

    private void add(Permutation involution) {
        Set<Permutation> kind = keepsBlocks(involution) ? inside : between;
        if (!involution.isIdentity() && kind.size() < SPARE * most) {
            kind.add(involution);
        }
    }

    private boolean keepsBlocks(Permutation element) {
        for (int pair : element.support()) {
            if (pairs.blockOf(pair) != pairs.blockOf(element.image(pair))) {
                return false;
            }
        }
        return true;
    }

    private boolean isSmall(Permutation involution) {
        for (int pair : involution.support()) {
            int block = pairs.blockOf(pair);
            int other = pairs.blockOf(involution.image(pair));
            if (block == other ? pairs.valueCount(block) > Sites.MAX_VALUES
                    : (long) pairs.valueCount(block) * pairs.valueCount(other) > MOST_JOINT_VALUES) {
                return false;
            }
        }
        return true;
    }

    private void close(Set<Permutation> found, List<Permutation> generators) {
        Deque<Permutation> queue = new ArrayDeque<>(found);
        while (!queue.isEmpty() && found.size() < most) {
            budget.check();
            Permutation one = queue.remove();
            for (Permutation generator : generators) {
                Permutation conjugate = one.conjugateBy(generator);
                if (found.size() < most && found.add(conjugate)) {
                    queue.add(conjugate);
                }
            }
        }
    }
}
