package org.orbifold.inference.chain;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.ChainChoice;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Tempering;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.run.ChainParts;
import org.orbifold.pgm.exact.NarrowElimination;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * A chain with its estimator, as a value: what it draws, at which temperatures, with which moves, and how marginals are
 * estimated. It makes any number of chains, for any threads, and goes to other machines: so it holds no lambdas.
 *
 * @param model     the target
 * @param units     what a step draws
 * @param ladder    the temperatures; null for the target's alone
 * @param moves     the moves between steps
 * @param estimates how marginals are estimated
 */
public record ChainPlan(GraphicalModel model, Units units, Tempering.@Nullable Ladder ladder, Moves moves,
        Estimates estimates) implements ChainParts {

    @Override
    public MarkovChain chain() {
        return ladder == null ? moves.on(units.chain(model))
                : new Tempering(ladder, this::replica, units.exchangeInterval());
    }

    /**
     * Temperature keeps the symmetries, so that orbit moves are right in every replica. But symmetries of a model with
     * hard zeros need not be symmetries of the model with penalised ones: there only the target's replica moves.
     */
    MarkovChain replica(GraphicalModel at) {
        MarkovChain chain = units.chain(at);
        return at == model || !Zeros.areIn(model) ? moves.on(chain) : chain;
    }

    @Override
    public Estimator estimator() {
        return estimates.estimator(model);
    }

    /**
     * An estimator of a model of which this chain draws the core.
     *
     * @param fringe what was eliminated, and the core
     * @return a new estimator for one chain
     */
    public Estimator estimator(NarrowElimination fringe) {
        return units instanceof Units.Trees trees ? Estimator.withFringe(fringe, estimator(), trees.blocks())
                : Estimator.withFringe(fringe, estimator());
    }

    /** Whether every step draws all variables jointly. */
    public boolean drawsIndependently() {
        return units instanceof Units.Trees trees && trees.blocks().isWhole();
    }

    private int replicas() {
        return ladder == null ? 1 : ladder.lambdas().size();
    }

    /** Nanoseconds of a sweep, counted: the same on every machine. */
    double nanosOfSweep() {
        double exchanges = ladder == null ? 0 : units.exchangesPerSweep() * (replicas() / 2) * Cost.READ
                * Tempering.workOfExchange(model);
        double steps = moves instanceof Moves.None ? 0 : units.chain(model).sweep();
        return units.nanosOfSweep(true) + (replicas() - 1) * units.nanosOfSweep(false) + exchanges
                + Cost.READ * steps * moves.workPerStep();
    }

    /** Bytes of the tables of some chains. All chains share the models of the temperatures. */
    long bytes(int chains) {
        long exchanges = ladder == null ? 0 : 2L * model.factors().tables().stream().mapToLong(t -> t.entryCount())
                .sum();
        long hot = (replicas() - 1L) * model.factors().tables().stream().mapToLong(t -> t.entryCount()).sum();
        return Double.BYTES * (units.sharedEntries(replicas()) + hot + exchanges
                + (long) chains * replicas() * units.ownEntries());
    }

    /** The same chain with other estimates. */
    ChainPlan with(Estimates other) {
        return new ChainPlan(model, units, ladder, moves, other);
    }

    /** The same chain at several temperatures. */
    ChainPlan at(Tempering.Ladder temperatures) {
        return new ChainPlan(model, units, temperatures, moves, estimates);
    }

    /**
     * The chain as data for people and files.
     *
     * @return its parts in words
     */
    public ChainChoice.Description describe() {
        return new ChainChoice.Description(units.toString(), replicas(), moves.toString(), estimates.toString(),
                ladder == null ? List.of() : ladder.lambdas());
    }

    @Override
    public String description() {
        return describe().toString();
    }

    @Override
    public String toString() {
        return describe().chain();
    }
}
