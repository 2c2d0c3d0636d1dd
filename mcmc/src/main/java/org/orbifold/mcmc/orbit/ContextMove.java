package org.orbifold.mcmc.orbit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A uniform member of the orbit under the symmetries of the present context. One per thread. */
final class ContextMove implements Move {

    /** Reads of memory to copy a variable's value, and back. */
    private static final double WORK_OF_COPY = 3;

    private final ContextSymmetries contexts;
    private final int variables;
    private final int[] given;
    private final Map<ContextSymmetries.Group, OrbitSampler> samplers = new LinkedHashMap<>(16, 0.75f, true);
    private double work;

    ContextMove(ContextSymmetries contexts, int variables) {
        this.contexts = contexts;
        this.variables = variables;
        this.given = new int[variables - contexts.context().length];
        this.work = WORK_OF_COPY * variables;
    }

    @Override
    public double work() {
        return work;
    }

    @Override
    public void apply(int[] state, long time, RandomGenerator random, ChangeListener listener) {
        ContextSymmetries.Group group = contexts.group(state);
        OrbitSampler sampler = samplers.get(group);
        if (sampler == null) {
            sampler = OrbitSampler.of(group.action(), ElementDraw.EXACT);
            samplers.put(group, sampler);
            if (samplers.size() > contexts.most()) {
                samplers.remove(samplers.keySet().iterator().next());
            }
            work = WORK_OF_COPY * variables + group.action().cost();
        }
        for (int u = 0; u < given.length; u++) {
            given[u] = state[group.given().toOriginal(u)];
        }
        sampler.moveAll(given, time, random, IGNORED);
        for (int u = 0; u < given.length; u++) {
            int v = group.given().toOriginal(u);
            int before = state[v];
            if (before != given[u]) {
                state[v] = given[u];
                listener.changed(time, v, before, given[u]);
            }
        }
    }

    private static final ChangeListener IGNORED = new ChangeListener() {
        @Override
        public void changed(long time, int variable, int before, int after) { }

        @Override
        public void changed(Changes changes) { }
    };
}
