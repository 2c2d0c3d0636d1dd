package org.orbifold.mcmc.cluster;

import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.MovingChain;
import org.orbifold.pgm.time.Budget;

/**
 * How often clusters are moved between the steps of a chain. Work is shared in proportion to how much each changes for
 * its work, of a cluster all but one site: single sites are what the steps change, and do so better. What clusters
 * cost depends on the state, so it is found in a short run; the numbers are fixed after that, as they must not depend
 * on the state.
 *
 * @param every          the steps between moves
 * @param clusters       the clusters of a move
 * @param work           of a move, about, in reads of memory
 * @param changedPerWork how many sites clusters change for each read, beside one of each
 */
public record ClusterSchedule(int every, int clusters, double work, double changedPerWork) {

    private static final int SWEEPS = 40;
    /** Clusters get at least this share of the work: where they bring nothing, errors grow by 5%. */
    private static final double LEAST = 0.1;
    /** And at most this one: estimates come from the steps. */
    private static final double MOST = 0.85;
    /** Clusters per move, as a multiple of the cost of loading all site values. */
    private static final double READINGS = 8;
    private static final int MOST_CLUSTERS = 1 << 16;

    /**
     * Finds out.
     *
     * @param involutions what to move by, at least one
     * @param base        the chain, which takes variables or blocks by a systematic scan
     * @param units       how many there are of these
     * @param state       a possible state; it is changed
     * @param random      the source of randomness
     * @return when to move; never if nothing changes
     */
    public static ClusterSchedule of(List<Involution> involutions, Gibbs base, int units, int[] state,
            RandomGenerator random) {
        return of(involutions, base, units, state, random, Budget.unlimited());
    }

    /**
     * Finds out in a limited time.
     *
     * @param involutions what to move by, at least one
     * @param base        the chain, which takes variables or blocks by a systematic scan
     * @param units       how many there are of these
     * @param state       a possible state; it is changed
     * @param random      the source of randomness
     * @param budget      the time it may take
     * @return when to move; never if nothing changes
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static ClusterSchedule of(List<Involution> involutions, Gibbs base, int units, int[] state,
            RandomGenerator random, Budget budget) {
        long[] changed = new long[1];
        long together = 0;
        double work = 0;
        int moved = 0;
        int clusters = 1;
        double reading = ClusterMove.WORK_OF_READING
                * involutions.stream().mapToInt(one -> one.sites().total()).max().orElseThrow();
        List<ClusterMove> moves = Involution.clusterMoves(involutions, clusters);
        for (long sweep = 0; sweep < SWEEPS; sweep++) {
            budget.check();
            boolean counts = sweep >= SWEEPS / 2;
            base.advance(state, sweep * units, (sweep + 1) * units, random, counts ? counter(changed)
                    : ChainListener.NONE);
            ClusterMove move = moves.get(random.nextInt(moves.size()));
            long before = move.together();
            move.apply(state, sweep, random, ChainListener.NONE);
            if (counts) {
                together += move.together() - before;
                work += move.work() - reading;
                moved += clusters;
            } else if (move.work() < base.work() * units && clusters < MOST_CLUSTERS) {
                clusters *= 2;
                moves = Involution.clusterMoves(involutions, clusters);
            }
        }
        double one = work / moved;
        int count = (int) Math.max(1, Math.min(MOST_CLUSTERS, Math.ceil(READINGS * reading / one)));
        double all = reading + count * one;
        double clustersPay = (double) together / moved * count / all;
        double basePays = changed[0] / (base.work() * units * (SWEEPS - SWEEPS / 2));
        double share = Math.max(LEAST, Math.min(MOST, clustersPay / (clustersPay + basePays + Double.MIN_NORMAL)));
        int every = (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2,
                Math.rint(all * (1 - share) / share / base.work())));
        return new ClusterSchedule(every, count, all, clustersPay);
    }

    private static ChainListener counter(long[] changed) {
        return new ChainListener() {
            @Override
            public void changed(long time, int variable, int before, int after) {
                changed[0]++;
            }
        };
    }

    /**
     * The chain with its moves.
     *
     * @param base        the chain
     * @param involutions what to move by
     * @return a new chain for one thread
     */
    public MarkovChain chain(MarkovChain base, List<Involution> involutions) {
        return MovingChain.of(base, Involution.moves(involutions, clusters), every);
    }
}
