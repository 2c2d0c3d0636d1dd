package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * A symmetry group Ψ of a model, acting on the block-value pairs of a partition Δ, taken apart for moves.
 *
 * <p>Two kinds of direct factors: those inside one block, where the image of the block's current value under a uniform
 * element is just a uniform member of its orbit; and those that move several blocks together. With singleton
 * blocks this is the action of variable and VV symmetries. Immutable; threads share it, each with its own
 * {@link OrbitSampler}.
 */
public final class OrbitAction {

    /** Reads of memory for a block with symmetries inside, measured on the models of the paper. */
    private static final double FLIP = 4;
    private static final double INNER = 30;

    private final BlockSymmetries symmetries;
    private final InnerFlips flips;
    /** The other blocks with symmetries inside. */
    private final int[] innerBlocks;
    /** For each pair its orbit under the factors inside its block; empty if none moves it. */
    private final int[][] choices;
    private final List<JointFactor> joint = new ArrayList<>();
    /** For each block the places of its factors in that list. */
    private final int[][] jointOfBlock;

    private OrbitAction(BlockSymmetries symmetries, IntPredicate wanted, Budget budget) {
        this.symmetries = symmetries;
        BlockValuePairs pairs = symmetries.pairs();
        this.choices = new int[pairs.pairCount()][];
        Arrays.fill(choices, new int[0]);
        this.jointOfBlock = new int[pairs.blockCount()][0];
        IntLinkedOpenHashSet inner = new IntLinkedOpenHashSet();
        Orbits orbits = symmetries.orbits();
        for (DirectFactor factor : symmetries.group(budget).factors()) {
            budget.check();
            int[] blocks = Arrays.stream(factor.points()).map(pairs::blockOf).distinct().sorted().toArray();
            if (Arrays.stream(blocks).noneMatch(wanted)) {
                continue;
            }
            if (blocks.length == 1) {
                inner.add(blocks[0]);
                addInner(factor, orbits);
            } else {
                addJoint(new JointFactor(pairs, factor, blocks));
            }
        }
        IntArrayList rest = new IntArrayList();
        this.flips = InnerFlips.of(pairs, choices, inner.toIntArray(), rest);
        this.innerBlocks = rest.toIntArray();
    }

    private void addInner(DirectFactor factor, Orbits orbits) {
        for (int pair : factor.points()) {
            if (choices[pair].length == 0) {
                int[] orbit = orbits.points(orbits.orbitOf(pair));
                for (int p : orbit) {
                    choices[p] = orbit;
                }
            }
        }
    }

    private void addJoint(JointFactor factor) {
        for (int block : factor.blocks()) {
            int count = jointOfBlock[block].length;
            jointOfBlock[block] = Arrays.copyOf(jointOfBlock[block], count + 1);
            jointOfBlock[block][count] = joint.size();
        }
        joint.add(factor);
    }

    /**
     * Takes symmetries apart.
     *
     * @param symmetries block-value symmetries of a model
     * @return their action on its states
     */
    public static OrbitAction of(BlockSymmetries symmetries) {
        return of(symmetries, block -> true);
    }

    /**
     * Takes part of the symmetries: the direct factors that move some of the wanted blocks. They generate a subgroup,
     * so moves by them keep the distribution, and cost less.
     *
     * @param symmetries block-value symmetries of a model
     * @param wanted     which blocks of the partition are wanted
     * @return the action of that subgroup
     */
    public static OrbitAction of(BlockSymmetries symmetries, IntPredicate wanted) {
        return of(symmetries, wanted, Budget.unlimited());
    }

    /**
     * Takes part of the symmetries, in a limited time: the group may have to be made from its generators.
     *
     * @param symmetries block-value symmetries of a model
     * @param wanted     which blocks of the partition are wanted
     * @param budget     the time it may take
     * @return the action of the direct factors that move some of the wanted blocks
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static OrbitAction of(BlockSymmetries symmetries, IntPredicate wanted, Budget budget) {
        return new OrbitAction(symmetries, wanted, budget);
    }

    /**
     * The symmetries that were taken.
     *
     * @return the group Ψ with its partition
     */
    public BlockSymmetries symmetries() {
        return symmetries;
    }

    /**
     * About how much work a move of all factors is, counted in reads of memory, as that of the chains.
     *
     * @return the work; 0 for the trivial group
     */
    public double cost() {
        return FLIP * flips.count() + INNER * innerBlocks.length + joint.stream().mapToDouble(JointFactor::cost).sum();
    }

    /**
     * How many blocks a move of all factors looks at.
     *
     * @return the blocks of each factor, summed
     */
    public int movedBlocks() {
        return flips.count() + innerBlocks.length + joint.stream().mapToInt(factor -> factor.blocks().length).sum();
    }

    InnerFlips flips() {
        return flips;
    }

    /** The blocks with other symmetries inside. */
    int[] innerBlocks() {
        return innerBlocks;
    }

    /** The pair's orbit under the factors inside its block; empty if none moves it. */
    int[] choices(int pair) {
        return choices[pair];
    }

    /** The factors that move several blocks. */
    List<JointFactor> joint() {
        return joint;
    }

    /** Which of them move a block. */
    int[] jointOfBlock(int block) {
        return jointOfBlock[block];
    }
}
