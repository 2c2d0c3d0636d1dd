package org.orbifold.mcmc.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Approximate symmetries as proposals: each direct factor of a group proposes an element, and the move is accepted with
 * probability min(1, w(gs)/w(s)). Elements and their inverses are proposed with the same probability, without a look at
 * the state, so the target is exact whatever the group is. Factors that permute tiles in all ways propose to exchange
 * two of them, several times; all others a uniform element. The ratio is computed from the terms that hold a changed
 * variable and that the factor does not leave invariant.
 *
 * <p>Immutable; threads share it, each with a {@link #move()} of its own.
 */
public final class NearSymmetries {

    private final BlockValuePairs pairs;
    private final List<Feature> terms;
    private final List<NearFactor> factors;

    private NearSymmetries(BlockValuePairs pairs, List<Feature> terms, List<NearFactor> factors) {
        this.pairs = pairs;
        this.terms = terms;
        this.factors = factors;
    }

    /**
     * Takes symmetries of a similar model. Factors inside single blocks are left out: drawing the block from its
     * conditional does what they do, and better.
     *
     * @param model the model that is sampled
     * @param near  the symmetries of a model of the same variables, such as a coarse one
     * @return its approximate symmetries
     */
    public static NearSymmetries of(GraphicalModel model, BlockSymmetries near) {
        return of(model, near, Budget.unlimited());
    }

    /**
     * Takes symmetries of a similar model, in a limited time.
     *
     * @param model  the model that is sampled
     * @param near   the symmetries of a model of the same variables, such as a coarse one
     * @param budget the time it may take
     * @return its approximate symmetries
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static NearSymmetries of(GraphicalModel model, BlockSymmetries near, Budget budget) {
        BlockValuePairs pairs = near.pairs();
        List<Feature> terms = Stream.<Feature>concat(model.factors().tables().stream(),
                model.factors().wide().stream()).toList();
        TermInvariance invariance = new TermInvariance(model, pairs, terms, budget);
        List<NearFactor> factors = new ArrayList<>();
        for (DirectFactor factor : near.group(budget).factors()) {
            int[] blocks = Arrays.stream(factor.points()).map(pairs::blockOf).distinct().sorted().toArray();
            if (blocks.length > 1) {
                JointFactor joint = new JointFactor(pairs, factor, blocks);
                factors.add(new NearFactor(joint, invariance.changed(factor.generators(pairs.pairCount()))));
            }
        }
        return new NearSymmetries(pairs, terms, factors);
    }

    /**
     * One factor.
     *
     * @param joint   the group
     * @param changed the terms that it does not leave invariant, by number
     */
    record NearFactor(JointFactor joint, BitSet changed) { }

    /**
     * How many factors there are.
     *
     * @return 0 if nothing is to be proposed
     */
    public int factorCount() {
        return factors.size();
    }

    /**
     * In how many factors all terms are invariant, so that every proposal is accepted: exact symmetries.
     *
     * @return from 0 to {@link #factorCount}
     */
    public int exactCount() {
        return (int) factors.stream().filter(factor -> factor.changed.isEmpty()).count();
    }

    /**
     * Some of the factors: those that pay.
     *
     * @param wanted which
     * @return approximate symmetries of these alone
     */
    public NearSymmetries only(BitSet wanted) {
        return new NearSymmetries(pairs, terms, IntStream.range(0, factors.size()).filter(wanted::get)
                .mapToObj(factors::get).toList());
    }

    /**
     * The move for one thread: all factors, one after the other.
     *
     * @return a new move
     */
    public NearMove move() {
        return new NearMove(this);
    }

    BlockValuePairs pairs() {
        return pairs;
    }

    List<Feature> terms() {
        return terms;
    }

    List<NearFactor> factors() {
        return factors;
    }
}
