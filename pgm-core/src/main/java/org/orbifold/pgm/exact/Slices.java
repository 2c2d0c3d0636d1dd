package org.orbifold.pgm.exact;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.orbifold.pgm.exact.Leaves.Loader;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the slices of a plan, in parts: groups of adjacent slices, which depend on the slices alone. The slices of a
 * part are added up one after the other, and the parts in their order, so that no bit depends on how many parts are
 * worked on at the same time, or where.
 */
final class Slices {

    private static final Logger LOG = LoggerFactory.getLogger(Slices.class);

    /** Most parts: several for each processor of a cluster. */
    private static final int MAX_PARTS = 256;

    private final GraphicalModel model;
    private final Leaves leaves;
    private final Slicing slicing;
    private final int[] variables;
    private final int[] sizes;
    private final int count;

    Slices(GraphicalModel model, Leaves leaves, Slicing slicing) {
        this.model = model;
        this.leaves = leaves;
        this.slicing = slicing;
        this.variables = slicing.variables().stream().toArray();
        this.sizes = model.sizes();
        this.count = TableMath.entries(sizes, variables);
    }

    /**
     * What is done with the slices of a part.
     *
     * @param empty makes a part's result before its first slice
     * @param slice works on one slice after the other
     */
    record Work<R>(Supplier<R> empty, Slice<R> slice) { }

    /** What is done with a slice. */
    interface Slice<R> {

        /**
         * Works on it.
         *
         * @param result  that of its part
         * @param values  those of the sliced variables; not to be kept
         * @param threads the threads, and the time
         * @param tables  its leaves
         */
        void add(R result, int[] values, TaskThreads threads, UpwardPass.Source tables);
    }

    /** The number of parts. */
    int parts() {
        return Math.min(MAX_PARTS, count);
    }

    /**
     * Works on all slices: on as many parts at a time as there are threads, if the tables of so many fit the memory.
     * Threads that are left over share the work inside a slice.
     *
     * @param take takes the parts' results, in their order
     */
    <R> void run(ExactOptions options, Work<R> work, Consumer<R> take) {
        int atOnce = (int) Math.max(1, Math.min(Math.min(parts(), options.threads()),
                options.memoryBytes() / Math.max(1, slicing.cost().bytes())));
        if (count > 1) {
            LOG.debug("above the memory limit: slices of {} variables, {} at a time, {}, {} operations",
                    variables.length, atOnce, slicing.cost(), slicing.cost().operations());
        }
        Loader loader = leaves.loader(model, options.budget());
        InOrder<R> results = new InOrder<>(take);
        try (TaskThreads threads = new TaskThreads(atOnce, options.budget())) {
            threads.forEach(parts(), p -> results.put(p, part(p, loader, options.threads() / atOnce, threads.budget(),
                    work)));
        }
    }

    /** Works on one part. */
    <R> R part(int part, ExactOptions options, Work<R> work) {
        return part(part, leaves.loader(model, options.budget()), options.threads(), options.budget(), work);
    }

    private <R> R part(int part, Loader loader, int threads, Budget budget, Work<R> work) {
        int[] values = new int[model.variableCount()];
        R result = work.empty.get();
        try (TaskThreads inside = new TaskThreads(threads, budget, new TableArrays(slicing.cost().bytes()))) {
            for (int i = begin(part); i < begin(part + 1); i++) {
                inside.checkTime();
                TableMath.assign(sizes, variables, i, values);
                work.slice.add(result, values, inside, loader.slice(values));
            }
        }
        return result;
    }

    private int begin(int part) {
        return (int) ((long) count * part / parts());
    }

    /** Passes results on in the order of their numbers, in whatever order they come. */
    private static final class InOrder<R> {

        private final Consumer<R> take;
        private final Map<Integer, R> waiting = new HashMap<>();
        private int next;

        InOrder(Consumer<R> take) {
            this.take = take;
        }

        synchronized void put(int number, R result) {
            waiting.put(number, result);
            for (R ready = waiting.remove(next); ready != null; ready = waiting.remove(next)) {
                next++;
                take.accept(ready);
            }
        }
    }
}
