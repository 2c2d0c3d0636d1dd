package org.orbifold.mcmc.orbit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * A symmetry group Ψ of a model, acting on the block-value pairs of a partition Δ, taken apart for moves and estimates.
 *
 * <p>Two kinds of direct factors: those inside one block, where the image of the block's current value under a uniform
 * element is just a uniform member of its orbit; and those that move several blocks together. With singleton
 * blocks this is the action of variable and VV symmetries. Immutable; threads share it, each with its own
 * {@link OrbitMover}.
 */
public final class OrbitAction {

    /** Reads of memory for a block of each kind, measured on the models of the paper. */
    private static final double COIN = 4;
    private static final double INNER = 10;
    private static final double SHUFFLED = 14;

    private final BlockValuePairs values;
    private final PermutationGroup group;
    /** Blocks with symmetries inside; the orbit of pair p in its block is choices[choiceStart[p]] and on. */
    private final int[] innerBlocks;
    private final OrbitPart all;
    private final int[] choiceStart;
    private final int[] choiceCount;
    private final int[] choices;
    /** Factors that move several blocks, the blocks of each, and per pair its factor (or −1) and local number. */
    private final DirectFactor[] joint;
    private final int[][] jointBlocks;
    private final int[][] jointOfBlock;
    private final double[] jointCost;
    private final int[] factorOf;
    private final int[] localOf;

    private OrbitAction(BlockValuePairs values, PermutationGroup group) {
        this.values = values;
        this.group = group;
        int pairs = values.pairCount();
        this.choiceStart = new int[pairs];
        this.choiceCount = new int[pairs];
        this.factorOf = new int[pairs];
        this.localOf = new int[pairs];
        Arrays.fill(factorOf, -1);
        IntLinkedOpenHashSet inner = new IntLinkedOpenHashSet();
        IntArrayList allChoices = new IntArrayList();
        List<DirectFactor> several = new ArrayList<>();
        List<int[]> blocksOf = new ArrayList<>();
        for (DirectFactor factor : group.factors()) {
            int[] blocks = Arrays.stream(factor.points()).map(values::blockOf).distinct().sorted().toArray();
            if (blocks.length == 1) {
                inner.add(blocks[0]);
                addInner(factor, allChoices);
            } else {
                for (int i = 0; i < factor.size(); i++) {
                    factorOf[factor.point(i)] = several.size();
                    localOf[factor.point(i)] = i;
                }
                several.add(factor);
                blocksOf.add(blocks);
            }
        }
        this.innerBlocks = inner.toIntArray();
        this.choices = allChoices.toIntArray();
        this.joint = several.toArray(DirectFactor[]::new);
        this.jointBlocks = blocksOf.toArray(int[][]::new);
        this.jointOfBlock = invert(values.partition().blockCount());
        this.jointCost = IntStream.range(0, joint.length).mapToDouble(this::cost).toArray();
        this.all = OrbitPart.all(this);
    }

    private void addInner(DirectFactor factor, IntArrayList all) {
        Orbits orbits = group.orbits();
        for (int pair : factor.points()) {
            int[] orbit = orbits.points(orbits.orbitOf(pair));
            if (orbit[0] == pair) {
                for (int p : orbit) {
                    choiceStart[p] = all.size();
                    choiceCount[p] = orbit.length;
                }
                all.addElements(all.size(), orbit);
            }
        }
    }

    private int[][] invert(int blocks) {
        IntArrayList[] of = new IntArrayList[blocks];
        for (int f = 0; f < jointBlocks.length; f++) {
            for (int b : jointBlocks[f]) {
                if (of[b] == null) {
                    of[b] = new IntArrayList(1);
                }
                of[b].add(f);
            }
        }
        return Arrays.stream(of).map(list -> list == null ? new int[0] : list.toIntArray()).toArray(int[][]::new);
    }

    /**
     * Takes the symmetries of a model apart.
     *
     * @param symmetries block-value symmetries
     * @return their action on states
     */
    public static OrbitAction of(BlockSymmetries symmetries) {
        return new OrbitAction(symmetries.pairs(), symmetries.group());
    }

    /**
     * The pairs acted on.
     *
     * @return the numbering of block-value pairs
     */
    public BlockValuePairs values() {
        return values;
    }

    /**
     * The group.
     *
     * @return Ψ
     */
    public PermutationGroup group() {
        return group;
    }

    /**
     * About how much work a move of all factors is, counted as in the chains: in reads of memory.
     *
     * @return the work; 0 for the trivial group
     */
    public double cost() {
        return all.cost();
    }

    double innerCost(int coins, int others) {
        return COIN * coins + INNER * others;
    }

    double jointCost(int factor) {
        return jointCost[factor];
    }

    /**
     * About how much work a move of only the factors around one block is, on average over the blocks.
     *
     * @return the mean work
     */
    public double costAroundBlock() {
        double sum = INNER * (double) innerBlocks.length;
        for (int[] factors : jointOfBlock) {
            for (int f : factors) {
                sum += jointCost[f];
            }
        }
        return sum / Math.max(1, jointOfBlock.length);
    }

    /** A shuffle looks at each block once; other elements are made of one permutation per level of a chain. */
    private double cost(int factor) {
        GroupStructure group = joint[factor].group();
        return switch (group.kind()) {
            case SYMMETRIC -> SHUFFLED * (double) jointBlocks[factor].length;
            case SWAP -> INNER + (double) jointBlocks[factor].length;
            default -> joint[factor].size() * (2.0 + group.base().length);
        };
    }

    /**
     * All of it, as a part.
     *
     * @return the part with every factor
     */
    public OrbitPart all() {
        return all;
    }

    /**
     * A mover of its own for a thread.
     *
     * @return a new mover
     */
    public OrbitMover mover() {
        return mover(ElementDraw.EXACT);
    }

    /**
     * A mover of its own for a thread.
     *
     * @param draw how elements of larger factors are drawn
     * @return a new mover
     */
    public OrbitMover mover(ElementDraw draw) {
        return all.mover(draw);
    }

    int[] innerBlocks() {
        return innerBlocks;
    }

    /** The number of members of the pair's orbit inside its block, 0 if no factor inside the block moves it. */
    int choiceCount(int pair) {
        return choiceCount[pair];
    }

    int choice(int pair, int index) {
        return choices[choiceStart[pair] + index];
    }

    DirectFactor[] joint() {
        return joint;
    }

    int[] jointBlocks(int factor) {
        return jointBlocks[factor];
    }

    int[] jointOfBlock(int block) {
        return jointOfBlock[block];
    }

    /** The pair's number in a factor that moves several blocks, −1 if it is not one of its points. */
    int localIn(int factor, int pair) {
        return factorOf[pair] == factor ? localOf[pair] : -1;
    }
}
