package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitSampler;

/**
 * BV-MCMC(α) (section 4 of the paper): a step of the base chain M, then with probability α a uniform member of the
 * state's orbit under the block-value symmetry group Ψ. With the groups of K partitions, a move takes one of them,
 * chosen uniformly: that is the aggregate M* of their K chains. With variable symmetries and α = 1 it is orbital MCMC
 * (Niepert 2012), with variable-value symmetries and α = 1 VV-MCMC (Anand et al. 2017).
 *
 * <p>How many steps go by until the next move is drawn at once (it is geometric), so steps without a move cost what
 * they cost in the base chain. {@link #regular} moves at regular intervals and takes the groups one after the other:
 * with that, no variable waits by chance much longer for its move than another, which is to moves what a systematic
 * scan is to steps.
 */
public final class BlockValueChain implements MarkovChain {

    /** Steps after which the next move is redrawn: harmless, since the geometric distribution is memoryless. */
    private static final long WINDOW = 1 << 16;
    private static final long NOT_DRAWN = -1;

    private final MarkovChain base;
    private final OrbitSampler[] samplers;
    private final double alpha;
    /** Steps from move to move; 0 if moves come at random. */
    private final int every;
    private final MoveExtent extent;
    private final DrawnVariables drawn = new DrawnVariables();
    /** After which step the next move comes, if that is drawn. */
    private long nextMove = NOT_DRAWN;

    private BlockValueChain(MarkovChain base, List<OrbitAction> actions, double alpha, int every, MoveExtent extent,
            ElementDraw draw) {
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("orbit moves need the symmetries of at least one partition");
        }
        this.base = base;
        this.samplers = actions.stream().map(action -> OrbitSampler.of(action, draw)).toArray(OrbitSampler[]::new);
        this.alpha = alpha;
        this.every = every;
        this.extent = extent;
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
    public static BlockValueChain of(MarkovChain base, OrbitAction action, double alpha) {
        return of(base, List.of(action), alpha, MoveExtent.ALL, ElementDraw.EXACT);
    }

    /**
     * BV-MCMC(α) on a base chain, aggregated over the symmetries of several partitions.
     *
     * @param base    any chain with the model's distribution as target
     * @param actions the symmetry groups, at least one
     * @param alpha   the probability of an orbit move, from 0 to 1
     * @param extent  which factors a move makes random
     * @param draw    how elements of larger factors are drawn
     * @return a new chain for one thread
     * @throws IllegalArgumentException if alpha is out of range, or there is no action
     */
    public static BlockValueChain of(MarkovChain base, List<OrbitAction> actions, double alpha, MoveExtent extent,
            ElementDraw draw) {
        if (!(alpha >= 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha is " + alpha + "; expected a probability from 0 to 1");
        }
        return new BlockValueChain(base, actions, alpha, 0, extent, draw);
    }

    /**
     * Moves at regular intervals, by the symmetries of one partition after the other.
     *
     * @param base    any chain with the model's distribution as target
     * @param actions the symmetry groups, at least one
     * @param every   the number of steps from move to move
     * @param extent  which factors a move makes random
     * @param draw    how elements of larger factors are drawn
     * @return a new chain for one thread
     * @throws IllegalArgumentException if the number of steps is below 1, or there is no action
     */
    public static BlockValueChain regular(MarkovChain base, List<OrbitAction> actions, int every, MoveExtent extent,
            ElementDraw draw) {
        if (every < 1) {
            throw new IllegalArgumentException("a move every " + every + " steps; expected at least 1");
        }
        return new BlockValueChain(base, actions, 1.0 / every, every, extent, draw);
    }

    @Override
    public int sweep() {
        return base.sweep();
    }

    @Override
    public boolean drawsWholeState() {
        return base.drawsWholeState();
    }

    @Override
    public int period() {
        return MovingChain.common(base.period(), every == 0 ? 1 : Math.multiplyExact(every, samplers.length));
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (alpha == 0) {
            base.advance(state, from, to, random, listener);
            return;
        }
        long time = from;
        while (time < to) {
            long move = moveAfter(time, random);
            // A time beyond the window is not drawn yet.
            long end = Math.min(Math.min(to, move + 1), (time / WINDOW + 1) * WINDOW);
            if (end <= move) {
                base.advance(state, time, end, random, listener);
            } else {
                advanceAndMove(state, time, move, random, listener);
                nextMove = NOT_DRAWN;
            }
            time = end;
        }
    }

    /** The first step from the given one on that a move comes after. Whether to move does not depend on the state. */
    private long moveAfter(long time, RandomGenerator random) {
        if (every > 0) {
            return (time / every + 1) * every - 1;
        }
        if (nextMove < time || time % WINDOW == 0) {
            // Geometric: P(k or more steps without a move) = (1−α)^k.
            nextMove = time + (alpha == 1 ? 0
                    : (long) Math.min(WINDOW, Math.log1p(-random.nextDouble()) / Math.log1p(-alpha)));
        }
        return nextMove;
    }

    private void advanceAndMove(int[] state, long from, long last, RandomGenerator random, ChainListener listener) {
        if (extent == MoveExtent.ALL) {
            base.advance(state, from, last + 1, random, listener);
            sampler(last, random).moveAll(state, last, random, listener);
        } else {
            base.advance(state, from, last, random, listener);
            drawn.reset(listener);
            base.advance(state, last, last + 1, random, drawn);
            moveAroundDrawn(sampler(last, random), state, last, random, listener);
        }
    }

    private void moveAroundDrawn(OrbitSampler sampler, int[] state, long time, RandomGenerator random,
            ChainListener listener) {
        int moved = -1;
        for (int i = 0; i < drawn.count(); i++) {
            int block = sampler.action().symmetries().partition().blockOf(drawn.variable(i));
            if (block != moved) {
                sampler.moveAround(block, state, time, random, listener);
                moved = block;
            }
        }
    }

    /** Drawn only after the steps before the move, so that cutting a run into pieces changes nothing. */
    private OrbitSampler sampler(long time, RandomGenerator random) {
        return samplers[samplers.length == 1 ? 0
                : every > 0 ? (int) (time / every % samplers.length) : random.nextInt(samplers.length)];
    }

    @Override
    public void save(DataOutput out) throws IOException {
        base.save(out);
        out.writeLong(nextMove);
        for (OrbitSampler sampler : samplers) {
            sampler.save(out);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        base.load(in);
        nextMove = in.readLong();
        for (OrbitSampler sampler : samplers) {
            sampler.load(in);
        }
    }
}
