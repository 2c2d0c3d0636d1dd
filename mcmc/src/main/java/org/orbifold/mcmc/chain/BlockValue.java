package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitMover;
import org.orbifold.pgm.block.BlockPartition;

/**
 * BV-MCMC(α) (section 4 of the paper): a step of the base chain M, then with probability α a uniform member of the
 * state's orbit under the block-value symmetry group Ψ.
 */
public final class BlockValue implements MarkovChain {

    private final MarkovChain base;
    private final OrbitMover mover;
    private final double alpha;
    private final Touched touched;

    private BlockValue(MarkovChain base, OrbitMover mover, double alpha, MoveExtent extent) {
        this.base = base;
        this.mover = mover;
        this.alpha = alpha;
        this.touched = extent == MoveExtent.ALL ? null
                : new Touched(mover.action().values().partition());
    }

    /**
     * BV-MCMC(α) on a base chain, each move over the whole orbit.
     *
     * @param base   any chain with the model's distribution as target
     * @param action the symmetry group
     * @param alpha  the probability of an orbit move, from 0 to 1
     * @return a new chain for one thread
     * @throws IllegalArgumentException if alpha is out of range
     */
    public static BlockValue of(MarkovChain base, OrbitAction action, double alpha) {
        return of(base, action, alpha, MoveExtent.ALL);
    }

    /**
     * BV-MCMC(α) on a base chain.
     *
     * @param base   any chain with the model's distribution as target
     * @param action the symmetry group
     * @param alpha  the probability of an orbit move, from 0 to 1
     * @param extent which factors a move makes random
     * @return a new chain for one thread
     * @throws IllegalArgumentException if alpha is out of range
     */
    public static BlockValue of(MarkovChain base, OrbitAction action, double alpha, MoveExtent extent) {
        if (!(alpha >= 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha is " + alpha + "; expected a probability from 0 to 1");
        }
        return new BlockValue(base, action.mover(), alpha, extent);
    }

    @Override
    public int period() {
        return base.period();
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (alpha == 0) {
            base.advance(state, from, to, random, listener);
            return;
        }
        // Whether to move is drawn first: it does not depend on the state, and steps without a move stay cheap.
        for (long t = from; t < to; t++) {
            if (alpha < 1 && random.nextDouble() >= alpha) {
                base.advance(state, t, t + 1, random, listener);
            } else if (touched == null) {
                base.advance(state, t, t + 1, random, listener);
                mover.moveAll(state, t, random, listener);
            } else {
                moveTouched(state, t, random, listener);
            }
        }
    }

    private void moveTouched(int[] state, long time, RandomGenerator random, ChainListener listener) {
        touched.listener = listener;
        touched.forward = listener.wantsConditionals();
        touched.blocks.clear();
        base.advance(state, time, time + 1, random, touched);
        for (int i = 0; i < touched.blocks.size(); i++) {
            mover.moveAround(touched.blocks.getInt(i), state, time, random, listener);
        }
    }

    /** Notes which blocks were drawn, and passes everything on. */
    private static final class Touched implements ChainListener {

        private final BlockPartition own;
        private final IntArrayList blocks = new IntArrayList(1);
        private ChainListener listener = ChainListener.NONE;
        private boolean forward;

        Touched(BlockPartition own) {
            this.own = own;
        }

        @Override
        public boolean wantsConditionals() {
            return true;
        }

        @Override
        public void changed(long time, int variable, int before, int after) {
            listener.changed(time, variable, before, after);
        }

        @Override
        public void conditional(long time, int variable, double one) {
            blocks.add(own.blockOf(variable));
            if (forward) {
                listener.conditional(time, variable, one);
            }
        }

        @Override
        public void conditional(long time, int variable, double[] probabilities) {
            blocks.add(own.blockOf(variable));
            if (forward) {
                listener.conditional(time, variable, probabilities);
            }
        }

        @Override
        public void blockConditional(long time, BlockPartition partition, int block, double[] probabilities) {
            if (partition == own) {
                blocks.add(block);
            } else {
                for (int k = 0; k < partition.block(block).size(); k++) {
                    blocks.add(own.blockOf(partition.block(block).variable(k)));
                }
            }
            if (forward) {
                listener.blockConditional(time, partition, block, probabilities);
            }
        }
    }
}
