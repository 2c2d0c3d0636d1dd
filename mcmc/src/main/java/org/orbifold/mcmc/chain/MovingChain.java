package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.Move;

/**
 * Any chain with moves between its steps: cluster moves, approximate symmetries, symmetries of contexts. At regular
 * intervals of steps of the base comes one of the moves, chosen uniformly. Each leaves the model's distribution
 * invariant, and which one comes when does not depend on the state, so the whole chain does.
 */
public final class MovingChain implements MarkovChain {

    private final MarkovChain base;
    private final Move[] moves;
    private final int every;

    private MovingChain(MarkovChain base, List<Move> moves, int every) {
        if (moves.isEmpty() || every < 1) {
            throw new IllegalArgumentException(moves.size() + " moves every " + every
                    + " steps; expected at least one move, and at least one step");
        }
        this.base = base;
        this.moves = moves.toArray(Move[]::new);
        this.every = every;
    }

    /**
     * Adds moves to a chain.
     *
     * @param base  any chain with the model's distribution as target
     * @param moves moves that leave that distribution invariant, at least one
     * @param every the number of steps from move to move, at least 1
     * @return a new chain for one thread
     * @throws IllegalArgumentException if there is no move, or the number of steps is below 1
     */
    public static MovingChain of(MarkovChain base, List<Move> moves, int every) {
        return new MovingChain(base, moves, every);
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
        return common(base.period(), every);
    }

    /** The least common multiple of two periods: that of a chain and that of its moves. */
    static int common(int one, int other) {
        int a = one;
        int b = other;
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return Math.multiplyExact(one, other / a);
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        for (long t = from; t < to;) {
            long due = (t / every + 1) * every;
            long end = Math.min(to, due);
            base.advance(state, t, end, random, listener);
            if (end == due) {
                Move move = moves[moves.length == 1 ? 0 : random.nextInt(moves.length)];
                move.apply(state, end - 1, random, listener);
            }
            t = end;
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        base.save(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        base.load(in);
    }
}
