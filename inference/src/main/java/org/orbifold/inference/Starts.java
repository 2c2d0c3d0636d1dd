package org.orbifold.inference;

import java.util.HashMap;
import java.util.Map;
import org.orbifold.mcmc.chain.FeasibleStart;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.GraphicalModel;

/** Possible states for trials, each searched for once: with hard zeros that may take long. */
final class Starts {

    private static final long STREAM = -96;

    private final GraphicalModel model;
    private final long seed;
    private final Map<Integer, int[]> known = new HashMap<>();

    Starts(GraphicalModel model, long seed) {
        this.model = model;
        this.seed = seed;
    }

    /** A fresh copy of the state with a number. */
    synchronized int[] get(int number) {
        return known.computeIfAbsent(number, i -> FeasibleStart.find(model, Xoshiro256.of(seed, STREAM - i))).clone();
    }
}
