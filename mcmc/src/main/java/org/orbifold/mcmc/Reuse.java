package org.orbifold.mcmc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.orbifold.lifted.Counting;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.JunctionTree;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * What was found out about the components of a model, for other evidence on the same model: components that the
 * evidence does not touch are as they were, and those that it touches in the same variables have the same elimination
 * tree, whatever the values. The least recently used are forgotten. Safe for several threads.
 */
final class Reuse {

    private static final int KEPT = 64;

    private final Map<GraphicalModel, ExactResult> results = new Recent<>();
    private final Map<GraphicalModel, Optional<Counting>> countings = new Recent<>();
    private final List<JunctionTree> trees = new ArrayList<>();
    private int reusedResults;
    private int reusedTrees;

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

    /** The exact result of a component, computed if it is not known. */
    ExactResult result(GraphicalModel component, Supplier<ExactResult> computation) {
        synchronized (this) {
            ExactResult known = results.get(component);
            if (known != null) {
                reusedResults++;
                return known;
            }
        }
        ExactResult found = computation.get();
        synchronized (this) {
            results.put(component, found);
        }
        return found;
    }

    /** The plan by counting for marginals, looked for if it is not known. */
    synchronized Optional<Counting> counting(GraphicalModel component, Supplier<Optional<Counting>> search) {
        Optional<Counting> known = countings.get(component);
        if (known == null) {
            known = search.get();
            countings.put(component, known);
        }
        return known;
    }

    /** A plan of a junction tree: with the elimination tree of an earlier one if that fits. */
    synchronized JunctionTree tree(GraphicalModel component) {
        for (int i = trees.size() - 1; i >= 0; i--) {
            Optional<JunctionTree> again = trees.get(i).on(component);
            if (again.isPresent()) {
                reusedTrees++;
                return again.get();
            }
        }
        JunctionTree found = JunctionTree.plan(component);
        trees.add(found);
        if (trees.size() > KEPT) {
            trees.remove(0);
        }
        return found;
    }

    /** How many results and how many trees were used again. */
    synchronized int[] reused() {
        return new int[] {reusedResults, reusedTrees};
    }
}
