package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Some of the direct factors of an action. They generate a subgroup, so moves by them keep the distribution as moves by
 * the whole group do, and cost less. Immutable; threads share it.
 */
public final class OrbitPart {

    private final OrbitAction action;
    private final BlockCoins coins;
    /** Blocks with symmetries inside that the coins do not move. */
    private final int[] otherInnerBlocks;
    /** The factors that move several blocks. */
    private final int[] joint;

    private OrbitPart(OrbitAction action, int[] innerBlocks, int[] joint) {
        this.action = action;
        this.joint = joint;
        IntArrayList rest = new IntArrayList();
        this.coins = BlockCoins.of(action, innerBlocks, rest);
        this.otherInnerBlocks = rest.toIntArray();
    }

    /**
     * All factors.
     *
     * @param action the action
     * @return the whole of it
     */
    public static OrbitPart all(OrbitAction action) {
        return new OrbitPart(action, action.innerBlocks(), IntStream.range(0, action.joint().length).toArray());
    }

    /**
     * The factors that move some of the given blocks.
     *
     * @param action the action
     * @param blocks indices of blocks of its partition
     * @return part of it
     */
    public static OrbitPart around(OrbitAction action, BitSet blocks) {
        return new OrbitPart(action, Arrays.stream(action.innerBlocks()).filter(blocks::get).toArray(),
                blocks.stream().flatMap(block -> Arrays.stream(action.jointOfBlock(block))).distinct().sorted()
                        .toArray());
    }

    /**
     * The action.
     *
     * @return what this is a part of
     */
    public OrbitAction action() {
        return action;
    }

    /**
     * Whether moves change nothing.
     *
     * @return true if there is no factor in it
     */
    public boolean isTrivial() {
        return coins.count() + otherInnerBlocks.length + joint.length == 0;
    }

    /**
     * About how much work a move is, as in {@link OrbitAction#cost}.
     *
     * @return the work; 0 if there is no factor
     */
    public double cost() {
        double cost = action.innerCost(coins.count(), otherInnerBlocks.length);
        for (int f : joint) {
            cost += action.jointCost(f);
        }
        return cost;
    }

    /**
     * A mover of its own for a thread.
     *
     * @param draw how elements of larger factors are drawn
     * @return a new mover
     */
    public OrbitMover mover(ElementDraw draw) {
        return new OrbitMover(this, draw);
    }

    BlockCoins coins() {
        return coins;
    }

    int[] otherInnerBlocks() {
        return otherInnerBlocks;
    }

    int[] joint() {
        return joint;
    }
}
