package org.orbifold.inference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.orbifold.lifted.Counting;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * What was found out about the components of a model, for other evidence on the same model: components that the
 * evidence does not touch are as they were, and those that it touches in the same variables have the same contraction
 * tree, whatever the values. Estimates of chains are kept if they have converged and were not interrupted. The least
 * recently used are forgotten. Safe for several threads.
 */
final class Reuse {

    /** Components whose results and plans are kept, of each kind. */
    private static final int KEPT = 64;
    /** Runs of chains that are kept; their histories take megabytes. */
    private static final int KEPT_RUNS = 4;

    private final Map<Capability, Map<GraphicalModel, Object>> results = new EnumMap<>(Capability.class);
    private final Map<Capability, Map<GraphicalModel, Optional<Counting>>> countings = new EnumMap<>(Capability.class);
    private final List<ContractionPlan> trees = new ArrayList<>();
    private final Map<GraphicalModel, Estimate> estimates = new HashMap<>();
    /** The runs that these are of, the latest last. */
    private final Deque<InferenceResult.Sampled> runs = new ArrayDeque<>();
    private final Map<GraphicalModel, LogPartition> logPartitions = new Recent<>();
    private int reusedResults;
    private int reusedTrees;

    /** An estimate of log Z, made with these options. */
    private record LogPartition(InferenceOptions options, LogPartitionEstimate estimate) { }

    /**
     * What chains found about a component.
     *
     * @param options   of the run
     * @param sampled   the run, of this component and perhaps of others
     * @param marginals of the component
     * @param errors    standard errors, by variable and value
     */
    record Estimate(InferenceOptions options, InferenceResult.Sampled sampled, Marginals marginals,
            double[][] errors) { }

    private static final class Recent<V> extends LinkedHashMap<GraphicalModel, V> {

        private static final long serialVersionUID = 1;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<GraphicalModel, V> eldest) {
            return size() > KEPT;
        }
    }

    Reuse() {
        for (Capability capability : Capability.values()) {
            results.put(capability, new Recent<>());
            countings.put(capability, new Recent<>());
        }
    }

    /** The exact result of a component for one kind of question, computed if it is not known. */
    @SuppressWarnings("unchecked")
    <R> R result(GraphicalModel component, Capability kind, Supplier<R> computation) {
        synchronized (this) {
            // A capability has one type of results: marginals, a state, a sampler.
            R known = (R) results.get(kind).get(component);
            if (known != null) {
                reusedResults++;
                return known;
            }
        }
        R found = computation.get();
        synchronized (this) {
            results.get(kind).put(component, found);
        }
        return found;
    }

    /** The plan by counting, searched for if it is not known; a search that was cut off is not remembered. */
    Optional<Counting> counting(GraphicalModel component, Capability kind, Budget budget,
            Supplier<Optional<Counting>> search) {
        synchronized (this) {
            Optional<Counting> known = countings.get(kind).get(component);
            if (known != null) {
                return known;
            }
        }
        // Not under the lock: a question of another thread has a time of its own.
        Optional<Counting> found = search.get();
        if (!budget.isOver()) {
            synchronized (this) {
                countings.get(kind).put(component, found);
            }
        }
        return found;
    }

    /** An earlier contraction plan that fits. */
    synchronized Optional<ContractionPlan> tree(GraphicalModel component) {
        for (int i = trees.size() - 1; i >= 0; i--) {
            Optional<ContractionPlan> again = trees.get(i).on(component);
            if (again.isPresent()) {
                trees.add(trees.remove(i));
                reusedTrees++;
                return again;
            }
        }
        return Optional.empty();
    }

    /** Improves a contraction plan and keeps it. */
    ContractionPlan improved(ContractionPlan greedy, ExactOptions planning) {
        ContractionPlan found = greedy.improved(planning);
        if (!planning.budget().isOver() && !found.cost().lowerBound()) {
            synchronized (this) {
                trees.add(found);
                if (trees.size() > KEPT) {
                    trees.remove(0);
                }
            }
        }
        return found;
    }

    /** What chains that had converged found about a component with the same options. */
    synchronized Optional<Estimate> estimate(GraphicalModel component, InferenceOptions options) {
        Optional<Estimate> known = Optional.ofNullable(estimates.get(component))
                .filter(one -> one.options.equals(options));
        reusedResults += known.isPresent() ? 1 : 0;
        return known;
    }

    synchronized void keep(GraphicalModel component, Estimate estimate) {
        SamplingResult sampling = estimate.sampled.sampling();
        if (sampling.verdict() != SamplingResult.Verdict.CONVERGED || sampling.interrupted()) {
            return;
        }
        estimates.put(component, estimate);
        if (runs.peekLast() != estimate.sampled) {
            runs.addLast(estimate.sampled);
        }
        if (runs.size() > KEPT_RUNS) {
            InferenceResult.Sampled oldest = runs.removeFirst();
            estimates.values().removeIf(one -> one.sampled == oldest);
        }
    }

    /** An estimate of log Z, made if it is not known. */
    PartitionLadder.Outcome logPartition(GraphicalModel model, InferenceOptions options,
            Supplier<PartitionLadder.Outcome> computation) {
        synchronized (this) {
            LogPartition known = logPartitions.get(model);
            if (known != null && known.options.equals(options)) {
                return new PartitionLadder.Outcome(Optional.of(known.estimate), "");
            }
        }
        PartitionLadder.Outcome found = computation.get();
        synchronized (this) {
            found.estimate().ifPresent(one -> logPartitions.put(model, new LogPartition(options, one)));
        }
        return found;
    }

    /** How many results and how many trees were used again. */
    synchronized int[] reused() {
        return new int[] {reusedResults, reusedTrees};
    }
}
