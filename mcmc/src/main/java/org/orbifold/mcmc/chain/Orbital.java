package org.orbifold.mcmc.chain;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.orbit.OrbitMover;

/**
 * Orbital MCMC (Niepert 2012) and VV-MCMC (Anand et al. 2017): a step of the base chain, then a uniform member of the
 * state's orbit, at every step. Which of the two it is depends on the group alone.
 */
public final class Orbital implements MarkovChain {

    private final MarkovChain base;
    private final OrbitMover mover;

    private Orbital(MarkovChain base, OrbitMover mover) {
        this.base = base;
        this.mover = mover;
    }

    /**
     * Puts orbit moves on a chain.
     *
     * @param base   any chain with the model's distribution as target
     * @param action the symmetry group
     * @return a new chain for one thread
     */
    public static Orbital of(MarkovChain base, OrbitAction action) {
        return of(base, action, ElementDraw.EXACT);
    }

    /**
     * Puts orbit moves on a chain.
     *
     * @param base   any chain with the model's distribution as target
     * @param action the symmetry group
     * @param draw   how elements of larger factors are drawn
     * @return a new chain for one thread
     */
    public static Orbital of(MarkovChain base, OrbitAction action, ElementDraw draw) {
        return new Orbital(base, action.mover(draw));
    }

    @Override
    public int period() {
        return base.period();
    }

    @Override
    public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
        for (long t = from; t < to; t++) {
            base.advance(state, t, t + 1, random, listener);
            mover.moveAll(state, t, random, listener);
        }
    }

    @Override
    public double work() {
        return base.work() + mover.action().cost();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        base.save(out);
        mover.save(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        base.load(in);
        mover.load(in);
    }
}
