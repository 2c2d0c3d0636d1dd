package org.orbifold.inference.chain;

import java.util.Arrays;
import org.orbifold.pgm.time.Budget;

/**
 * The phases of a question and their shares of its time. A phase ends when the shares of its list up to it are over:
 * what one phase leaves goes to the next.
 */
public enum Phase {

    /** Simplifying, elimination orders, the search for exchangeable blocks. */
    PLAN(Of.QUESTION, 0.25),
    /** Exact parts; unsolved parts are then sampled or searched. Without a tree, counting is planned here. */
    EXACT(Of.QUESTION, 0.5),
    /** Chains or a search, for the other parts. */
    REST(Of.QUESTION, 0.25),

    /** Of the time left for chains: finding symmetries. */
    SYMMETRIES(Of.CHAINS, 0.25),
    /** Trials of chains against each other. */
    TRIALS(Of.CHAINS, 0.15),
    /** The chains whose samples count. */
    SAMPLES(Of.CHAINS, 0.45),
    /** The estimate of log Z. */
    LOG_PARTITION(Of.CHAINS, 0.15),

    /** Of the time left for a search of the most probable state: its upper bound. */
    BOUND(Of.MAXIMUM, 0.2),
    /** The search itself. */
    SEARCH(Of.MAXIMUM, 0.72),
    /** Counting the symmetric states of equal probability. */
    TIES(Of.MAXIMUM, 0.08),

    /** Of what the choice of a chain leaves for draws: measuring after how many sweeps states are independent. */
    THINNING(Of.DRAWS, 0.45),
    /** Drawing. */
    DRAWS(Of.DRAWS, 0.55);

    /**
     * A chain that was asked for by name gets the time that its symmetries need, up to this share of the time left for
     * chains: a fifth is kept for samples.
     */
    public static final double SYMMETRIES_BY_NAME = 0.8;

    /** The lists of phases. */
    enum Of { QUESTION, CHAINS, MAXIMUM, DRAWS }

    private final Of list;
    private final double share;

    Phase(Of list, double share) {
        this.list = list;
        this.share = share;
    }

    Of list() {
        return list;
    }

    double share() {
        return share;
    }

    /** The share of the time after which it ends. */
    double end() {
        return Arrays.stream(values()).filter(other -> other.list == list && other.compareTo(this) <= 0)
                .mapToDouble(Phase::share).sum();
    }

    /**
     * This phase of a budget.
     *
     * @param whole the time of all phases of the list
     * @return a budget that ends with this phase
     */
    public Budget of(Budget whole) {
        return whole.until(end());
    }

    /**
     * This phase of a budget if earlier ones may have taken longer than their shares: then it has its part of what is
     * left for it and for later ones.
     *
     * @param whole the time of all phases of the list
     * @return a budget that ends with this phase, or later
     */
    public Budget orLater(Budget whole) {
        Budget onTime = of(whole);
        Budget late = whole.share(share / (1 - end() + share));
        return late.secondsLeft() > onTime.secondsLeft() ? late : onTime;
    }

    /**
     * This phase of a budget, no longer than its own share: for work that is not worth the time left by others.
     *
     * @param whole the time of all phases of the list
     * @return a budget that ends with this phase, or when its share is over
     */
    public Budget alone(Budget whole) {
        return of(whole).atMost(share * whole.seconds());
    }
}
