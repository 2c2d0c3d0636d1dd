package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitMover;

/**
 * BV-MCMC(α) (section 4 of the paper): a step of the base chain M, then with probability α a uniform member of the
 * state's orbit under the block-value symmetry group Ψ. With the groups of K partitions, a move takes one of them,
 * chosen uniformly: that is the aggregate of their K chains, without asking K chains.
 *
 * <p>How many steps go by until the next move is drawn at once (it is geometric), so steps without a move cost what
 * they cost in the base chain. {@link #regular} moves after every so many steps and takes the groups in turn instead:
 * with that, no variable waits by chance much longer for its move than another, which is to moves what a systematic
 * scan is to steps.
 */
public final class BlockValue implements MarkovChain {

    /** At its multiples the next move is drawn anew, which a geometric time does not mind. */
    private static final long WINDOW = 1 << 16;
    private static final long NOT_DRAWN = -1;
    private static final int ANY = -1;

    private final MarkovChain base;
    private final OrbitMover[] movers;
    private final double alpha;
    /** 0 if moves come by chance, else after every so many steps. */
    private final int every;
    /** How many groups move at a time. */
    private final int together;
    /** Null if moves are not only around what was just drawn. */
    private final DrawnVariables drawn;
    /** After which step the next move comes. */
    private long nextMove = NOT_DRAWN;

    private BlockValue(MarkovChain base, List<OrbitMover> movers, double alpha, int every, int together,
            MoveExtent extent) {
        if (movers.isEmpty()) {
            throw new IllegalArgumentException("orbit moves need the symmetries of at least one partition");
        }
        this.base = base;
        this.movers = movers.toArray(OrbitMover[]::new);
        this.alpha = alpha;
        this.every = every;
        this.together = together;
        this.drawn = extent == MoveExtent.ALL ? null : new DrawnVariables();
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
        return of(base, List.of(action), alpha, extent, ElementDraw.EXACT);
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
    public static BlockValue of(MarkovChain base, List<OrbitAction> actions, double alpha, MoveExtent extent,
            ElementDraw draw) {
        if (!(alpha >= 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha is " + alpha + "; expected a probability from 0 to 1");
        }
        return new BlockValue(base, movers(actions, draw), alpha, 0, 1, extent);
    }

    /**
     * Moves at regular times: after every so many steps, by the symmetries of one partition after the other.
     *
     * @param base    any chain with the model's distribution as target
     * @param actions the symmetry groups, at least one
     * @param every   the number of steps from move to move
     * @param extent  which factors a move makes random
     * @param draw    how elements of larger factors are drawn
     * @return a new chain for one thread
     * @throws IllegalArgumentException if the number of steps is below 1, or there is no action
     */
    public static BlockValue regular(MarkovChain base, List<OrbitAction> actions, int every, MoveExtent extent,
            ElementDraw draw) {
        return regular(base, movers(actions, draw), every, 1, extent);
    }

    /**
     * Moves at regular times by several groups at once, with scratch space that the caller may use again when this
     * chain is done. Fewer interruptions of the base chain make both faster.
     *
     * @param base     any chain with the model's distribution as target
     * @param movers   of the symmetry groups, at least one
     * @param every    the number of steps from move to move
     * @param together the number of groups that move at a time, in turn
     * @param extent   which factors a move makes random
     * @return a new chain for the movers' thread
     * @throws IllegalArgumentException if the number of steps or groups is below 1, or there is no mover
     */
    public static BlockValue regular(MarkovChain base, List<OrbitMover> movers, int every, int together,
            MoveExtent extent) {
        if (every < 1 || together < 1) {
            throw new IllegalArgumentException(
                    "a move by " + together + " groups every " + every + " steps; expected at least 1 of both");
        }
        return new BlockValue(base, movers, (double) together / every, every, together, extent);
    }

    private static List<OrbitMover> movers(List<OrbitAction> actions, ElementDraw draw) {
        return actions.stream().map(action -> action.mover(draw)).toList();
    }

    @Override
    public int period() {
        int own = every == 0 ? 1 : Math.multiplyExact(every, movers.length);
        return Periods.common(base.period(), own);
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        if (alpha == 0) {
            base.advance(state, from, to, random, listener);
            return;
        }
        if (every > 0) {
            advanceRegularly(state, from, to, random, listener);
            return;
        }
        long time = from;
        while (time < to) {
            if (nextMove < time || time % WINDOW == 0) {
                nextMove = time + stepsWithoutMove(random);
            }
            long end = Math.min(Math.min(to, nextMove + 1), (time / WINDOW + 1) * WINDOW);
            if (end <= nextMove) {
                base.advance(state, time, end, random, listener);
            } else {
                advanceAndMove(ANY, state, time, end, random, listener);
                nextMove = NOT_DRAWN;
            }
            time = end;
        }
    }

    private void advanceRegularly(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        long next = (from / every + 1) * every;
        int turn = (int) (from / every * together % movers.length);
        long time = from;
        while (time < to) {
            long end = Math.min(to, next);
            if (end < next) {
                base.advance(state, time, end, random, listener);
            } else {
                advanceAndMove(turn, state, time, end, random, listener);
                turn = (turn + together) % movers.length;
                next += every;
            }
            time = end;
        }
    }

    /** Geometric: P(k or more) = (1−α)^k. Whether to move does not depend on the state. */
    private long stepsWithoutMove(RandomGenerator random) {
        return alpha == 1 ? 0
                : (long) Math.min(WINDOW, Math.log1p(-random.nextDouble()) / Math.log1p(-alpha));
    }

    private void advanceAndMove(int turn, int[] state, long from, long to, RandomGenerator random,
            ChainListener listener) {
        long last = to - 1;
        if (drawn == null) {
            base.advance(state, from, to, random, listener);
        } else {
            base.advance(state, from, last, random, listener);
            drawn.reset(listener);
            base.advance(state, last, to, random, drawn);
        }
        for (int i = 0; i < together; i++) {
            OrbitMover mover = mover(turn, i, random);
            if (drawn == null) {
                mover.moveAll(state, last, random, listener);
            } else {
                moveAroundDrawn(mover, state, last, random, listener);
            }
        }
    }

    private void moveAroundDrawn(OrbitMover mover, int[] state, long time, RandomGenerator random,
            ChainListener listener) {
        int moved = -1;
        for (int i = 0; i < drawn.count(); i++) {
            int block = mover.action().values().partition().blockOf(drawn.variable(i));
            if (block != moved) {
                mover.moveAround(block, state, time, random, listener);
                moved = block;
            }
        }
    }

    /** Drawn only after the steps before the move, so that cutting a run into pieces changes nothing. */
    private OrbitMover mover(int turn, int further, RandomGenerator random) {
        return movers[movers.length == 1 ? 0
                : turn == ANY ? random.nextInt(movers.length) : (turn + further) % movers.length];
    }

    @Override
    public double work() {
        double moves = 0;
        for (OrbitMover mover : movers) {
            moves += drawn == null ? mover.part().cost() : mover.action().costAroundBlock();
        }
        return base.work() + alpha * moves / movers.length;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        base.save(out);
        out.writeLong(nextMove);
        for (OrbitMover mover : movers) {
            mover.save(out);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        base.load(in);
        nextMove = in.readLong();
        for (OrbitMover mover : movers) {
            mover.load(in);
        }
    }
}
