package org.orbifold.fuzz;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryKind;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Each generator maps states to states of the same weight, and the order of the group is that of a count over all
 * permutations where those are few. With hard constraints the group may be smaller: those of Ĝ.
 */
final class SymmetryCheck implements Check {

    /** Weights that differ by less than this, relatively to the range of all, must count as equal. */
    private static final double EQUAL = 1e-13;
    /** Weights that differ by more than this, relatively to the range of all, must not. */
    private static final double DIFFERENT = 1e-6;

    @Override
    public String name() {
        return "symmetries";
    }

    @Override
    public boolean isSampled() {
        return false;
    }

    @Override
    public int maxStates() {
        return 1 << 9;
    }

    @Override
    public void run(Case c, Context context) throws Exception {
        // Where no state is possible, all permutations keep the weights, and nobody looks for them.
        if (Truth.of(c).isEmpty()) {
            return;
        }
        GraphicalModel model = c.model().condition(c.evidence()).model();
        if (model.variableCount() == 0) {
            return;
        }
        Random random = new Random(c.settings().seed());
        SymmetryFinder finder = SymmetryFinder.of(model, SymmetryOptions.defaults().withThreads(1));
        require(model, finder.variable(), finder.isSoft());
        require(model, finder.variableValue(), finder.isSoft());
        require(model, finder.blockValue(partition(model, random)), finder.isSoft());
    }

    private static BlockPartition partition(GraphicalModel model, Random random) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, model.variableCount()).boxed().toList());
        Collections.shuffle(order, random);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i + 1 < order.size() && random.nextInt(4) > 0; i += 2) {
            blocks.add(Block.of(order.get(i), order.get(i + 1)));
        }
        return BlockPartition.completedBySingletons(model.variableCount(), blocks);
    }

    private static void require(GraphicalModel model, BlockSymmetries symmetries, boolean soft) throws Mismatch {
        BlockStates states = BlockStates.of(model, symmetries.partition());
        int[] state = new int[model.variableCount()];
        for (Permutation generator : symmetries.generators()) {
            do {
                double before = model.logWeight(state);
                double after = model.logWeight(symmetries.apply(generator, state));
                if (!states.isSame(before, after, DIFFERENT)) {
                    throw new Mismatch("generator of " + symmetries.kind(), symmetries.describeInFull(generator)
                            + " maps " + Arrays.toString(state) + " of log-weight " + before
                            + " to a state of log-weight " + after);
                }
            } while (Truth.next(model, state));
        }
        boolean whole = symmetries.kind() == SymmetryKind.VARIABLE;
        Optional<Long> most = states.countSymmetries(DIFFERENT, whole);
        if (most.isEmpty() || !symmetries.isComplete()) {
            return;
        }
        BigInteger order = symmetries.order();
        if (order.compareTo(BigInteger.valueOf(most.get())) > 0) {
            throw new Mismatch("order of " + symmetries.kind(), "order " + order + " on " + symmetries.partition()
                    + ", but only " + most.get() + " permutations keep the weights");
        }
        long least = states.countSymmetries(EQUAL, whole).orElseThrow();
        if (soft && order.compareTo(BigInteger.valueOf(least)) < 0) {
            throw new Mismatch("order of " + symmetries.kind(), "order " + order + " on " + symmetries.partition()
                    + ", but " + least + " permutations keep the weights");
        }
    }

    @Override
    public String command(Case c) {
        return "symmetries MODEL --generators";
    }
}
