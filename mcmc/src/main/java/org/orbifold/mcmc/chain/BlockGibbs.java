package org.orbifold.mcmc.chain;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Block Gibbs sampling: a step draws all variables of a block from their joint conditional given all others.
 *
 * <p>Mixes at least as fast as Gibbs within a block, crosses hard constraints inside it, and its conditionals make far
 * better estimates. A block that is one binary variable is drawn and reported as that variable. Cost of a step: see
 * {@link BlockConditionals}.
 */
public final class BlockGibbs implements MarkovChain {

    private static final double WORK_OF_DRAW = 20;

    private final BlockConditionals conditionals;
    private final BlockPartition partition;
    private final BlockValuePairs values;
    private final CompiledModel compiled;
    /** The variable of a block that is one binary variable, else −1. */
    private final int[] binary;
    private final Scan scan;
    private final int blocks;
    private final double[] probabilities;

    private BlockGibbs(BlockConditionals conditionals, BlockValuePairs values, Scan scan) {
        this.conditionals = conditionals;
        this.partition = conditionals.partition();
        this.values = values;
        this.scan = scan;
        this.blocks = partition.blockCount();
        this.probabilities = new double[conditionals.largestValueCount()];
        this.compiled = conditionals.compiled();
        this.binary = new int[blocks];
        Arrays.setAll(binary, b -> conditionals.valueCount(b) == 2 ? conditionals.single(b) : -1);
    }

    /**
     * A block Gibbs sampler.
     *
     * @param model        the model
     * @param conditionals its blocks' conditionals; may be shared between threads
     * @param scan         the order of updates
     * @return a new chain for one thread
     */
    public static BlockGibbs of(GraphicalModel model, BlockConditionals conditionals, Scan scan) {
        return new BlockGibbs(conditionals, BlockValuePairs.of(model, conditionals.partition()), scan);
    }

    @Override
    public int period() {
        return scan == Scan.RANDOM ? 1 : Math.max(blocks, 1);
    }

    /**
     * About how much work a step is, as {@link Gibbs#work}.
     *
     * @return the mean work of a step
     */
    public double work() {
        double sum = 0;
        for (int b = 0; b < blocks; b++) {
            sum += conditionals.work(b);
        }
        return WORK_OF_DRAW + sum / Math.max(1, blocks);
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (blocks == 0) {
            return;
        }
        boolean report = listener.wantsConditionals();
        int next = (int) (from % blocks);
        for (long t = from; t < to; t++) {
            int block = scan == Scan.RANDOM ? random.nextInt(blocks) : next;
            next = next + 1 == blocks ? 0 : next + 1;
            if (binary[block] >= 0) {
                Draws.binary(compiled, state, t, binary[block], random, listener, report);
            } else {
                drawBlock(state, t, block, random, listener, report);
            }
        }
    }

    private void drawBlock(int[] state, long time, int block, RandomGenerator random, ChainListener listener,
            boolean report) {
        conditionals.distribution(state, block, probabilities);
        if (report) {
            listener.blockConditional(time, partition, block, probabilities);
        }
        int value = Draws.index(probabilities, conditionals.valueCount(block), random);
        for (int i = values.firstPlace(block); i < values.firstPlace(block + 1); i++) {
            Draws.assign(state, time, values.variable(i), values.variableValue(i, value), listener);
        }
    }
}
