package org.orbifold.inference.chain;

import java.util.HashMap;
import java.util.Map;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.random.Streams;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/** Possible states in which trials begin, each searched for once: with hard zeros that may take long. */
final class Starts {

    private final GraphicalModel model;
    private final long seed;
    private final Map<Integer, int[]> known = new HashMap<>();

    Starts(GraphicalModel model, long seed) {
        this.model = model;
        this.seed = seed;
    }

    /** A fresh copy of the state with a number. */
    synchronized int[] get(int number, Budget budget) {
        return known.computeIfAbsent(number, i -> FeasibleStart.find(model, Streams.STARTS.of(seed, i), budget))
                .clone();
    }
}
