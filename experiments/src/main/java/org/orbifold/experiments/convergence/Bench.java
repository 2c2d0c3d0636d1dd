package org.orbifold.experiments.convergence;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.orbifold.experiments.domain.Problem;

/** The methods of a figure on its problem, prepared when they are needed; each machine that runs them has its own. */
final class Bench {

    private final Problem problem;
    private final List<Method> methods;
    private final Settings settings;
    private final Runner runner;
    private final Map<Integer, Prepared> prepared = new ConcurrentHashMap<>();

    Bench(Problem problem, List<Method> methods, Settings settings) {
        this.problem = problem;
        this.methods = methods;
        this.settings = settings;
        this.runner = new Runner(problem);
    }

    /**
     * A run to be made.
     *
     * @param method    the number of the method
     * @param run       the number of the run
     * @param discovery the seconds that finding symmetries took
     * @param until     the second until which it lasts
     */
    record Wanted(int method, int run, double discovery, double until) { }

    private Prepared prepare(int method) {
        return methods.get(method).preparation().prepare(problem.model(), settings.seed(), settings.seconds());
    }

    /** Prepares a method twice, the second time warm, and warms its chain up. */
    Discovery discover(int method) {
        try {
            var cold = CpuClock.time(() -> prepare(method));
            var warm = CpuClock.time(() -> prepare(method));
            keep(method, warm.value());
            return new Discovery(methods.get(method).id(), cold.seconds(), warm.seconds(), warm.value().alpha(),
                    warm.value().symmetries());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Prepared keep(int method, Prepared found) {
        runner.warmUp(found, settings.seed(), settings.warmUp());
        prepared.put(method, found);
        return found;
    }

    /** Makes a run. */
    RunResult run(Wanted wanted) {
        Prepared known = prepared.get(wanted.method);
        if (known == null) {
            synchronized (this) {
                known = prepared.get(wanted.method);
                // Another machine found out how long this takes; here it is only done.
                known = known != null ? known : keep(wanted.method, prepare(wanted.method));
            }
        }
        return runner.run(methods.get(wanted.method), known, wanted.discovery, wanted.run, settings.seed(),
                wanted.until);
    }
}
