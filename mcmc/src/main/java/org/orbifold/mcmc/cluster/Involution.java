package org.orbifold.mcmc.cluster;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * An involution on the block values of a model, with the model's terms as a cluster move sees them. It need not be a
 * symmetry: the move leaves the distribution invariant in any case, and is good if the involution nearly is one.
 *
 * <p>Blocks that it exchanges are joined to one <em>site</em>, so that it acts on each site by itself. The weight of a
 * state, seen as a function of the set of sites to which the involution is applied, is a product of terms. Each is
 * either let go, with the probability of its smallest value over its present one, or freezes its sites together; the
 * cluster of a random site gets the involution or not, by Metropolis under what its sites weigh (Kandel and Domany
 * 1991, Wolff 1989; the proof is in {@code docs/understand/theory.md}).
 *
 * <p>Immutable; threads share it, each with a {@link #move()} of its own.
 */
public final class Involution {

    private final BlockPartition partition;
    private final Permutation permutation;
    private final Sites sites;
    private final Bonds bonds;

    private Involution(BlockPartition partition, Permutation permutation, Sites sites, Bonds bonds) {
        this.partition = partition;
        this.permutation = permutation;
        this.sites = sites;
        this.bonds = bonds;
    }

    /**
     * Takes an involution.
     *
     * @param model      the model that is sampled
     * @param partition  a partition of its variables
     * @param involution a permutation of the pairs as {@link BlockValuePairs} numbers them, of order 2, that takes all
     *                   values of a block to all values of one block
     * @return the involution with the model's terms
     * @throws IllegalArgumentException if the permutation is not like that, or two blocks that it exchanges have too
     *                                  many joint values
     */
    public static Involution of(GraphicalModel model, BlockPartition partition, Permutation involution) {
        return of(model, partition, involution, Budget.unlimited());
    }

    /** As the other one; throws {@link org.orbifold.pgm.time.OutOfTimeException} if it is not done in time. */
    static Involution of(GraphicalModel model, BlockPartition partition, Permutation involution, Budget budget) {
        Sites sites = Sites.of(model, BlockValuePairs.of(model, partition), involution);
        return new Involution(partition, involution, sites, Bonds.of(model, sites, budget));
    }

    /**
     * Exchanges two values of every variable that has both: Wolff's clusters for spins, Kempe chains for colourings.
     *
     * @param model the model that is sampled
     * @param a     the number of a value
     * @param b     the number of another
     * @return the involution with the model's terms
     * @throws IllegalArgumentException if no variable has both values
     */
    public static Involution exchanging(GraphicalModel model, int a, int b) {
        if (a == b || a < 0 || b < 0) {
            throw new IllegalArgumentException("the values " + a + " and " + b + "; expected two different ones, "
                    + "numbered from 0");
        }
        BlockPartition partition = BlockPartition.singletons(model.variableCount());
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        int[] images = Permutation.identity(pairs.pairCount()).images();
        for (int v = 0; v < model.variableCount(); v++) {
            if (Math.max(a, b) < model.size(v)) {
                images[pairs.pair(v, a)] = pairs.pair(v, b);
                images[pairs.pair(v, b)] = pairs.pair(v, a);
            }
        }
        return of(model, partition, Permutation.ofImages(images));
    }

    /**
     * The move for one thread: of one cluster.
     *
     * @return a new move
     */
    public Move move() {
        return new ClusterMove(List.of(this), 1);
    }

    /**
     * Moves for one thread, of several clusters each, by one of the involutions that move the same sites.
     *
     * @param involutions some involutions of one model
     * @param clusters    how many clusters a move is made of, at least 1
     * @return a move for each set of sites that some of them move
     */
    public static List<Move> moves(List<Involution> involutions, int clusters) {
        return List.copyOf(clusterMoves(involutions, clusters));
    }

    static List<ClusterMove> clusterMoves(List<Involution> involutions, int clusters) {
        List<List<Involution>> alike = new ArrayList<>();
        for (Involution one : involutions) {
            List<Involution> mine = alike.stream().filter(list -> list.get(0).sites.areThoseOf(one.sites)).findFirst()
                    .orElse(null);
            if (mine == null) {
                mine = new ArrayList<>();
                alike.add(mine);
            }
            mine.add(one);
        }
        return alike.stream().map(list -> new ClusterMove(list, clusters)).toList();
    }

    Sites sites() {
        return sites;
    }

    Bonds bonds() {
        return bonds;
    }

    /**
     * The number of sites that the involution moves.
     *
     * @return at least 1
     */
    public int siteCount() {
        return sites.count();
    }

    /**
     * Whether every block is mapped to itself, so that only values move.
     *
     * @return false if blocks are exchanged
     */
    public boolean keepsBlocks() {
        return sites.keepsBlocks();
    }

    /** Whether the other is the same permutation of the values of the same blocks. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Involution that && permutation.equals(that.permutation)
                && partition.equals(that.partition);
    }

    @Override
    public int hashCode() {
        return permutation.hashCode();
    }
}
