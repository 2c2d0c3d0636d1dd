package org.orbifold.learning;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.pgm.time.Workers;

/**
 * Where independent tasks run: on threads of this process, or on other machines. Results are in the order of the items,
 * so sums over them have the same bits everywhere.
 */
final class Spread implements AutoCloseable {

    /** Bundles for each task that runs at the same time, so that a long one delays no other. */
    private static final int BUNDLES_EACH = 4;

    /**
     * A task. It depends on its arguments alone, and may be run twice.
     *
     * @param <S> what all items share
     * @param <T> an item
     * @param <R> a result
     */
    @FunctionalInterface
    interface Work<S, T, R> extends Serializable {
        R on(S shared, T item, Budget budget);
    }

    private final int threads;
    private final @Nullable Machines machines;
    private final Map<Object, Machines.Shared<?>> sent = new IdentityHashMap<>();

    private Spread(int threads, @Nullable Machines machines) {
        this.threads = threads;
        this.machines = machines;
    }

    static Spread threads(int threads) {
        return new Spread(threads, null);
    }

    static Spread over(Machines machines) {
        return new Spread(1, machines);
    }

    /** Items that are worked on at the same time. */
    int width() {
        return machines == null ? threads : machines.width();
    }

    /**
     * Works on items.
     *
     * @param shared what all items share; sent to machines once, so it must not change
     * @param work   a lambda that holds nothing
     * @throws OutOfTimeException if the work throws it
     */
    <S, T, R> List<R> map(S shared, List<T> items, Work<S, T, R> work, Budget budget) {
        if (machines == null) {
            try (Workers workers = new Workers(threads, budget)) {
                return workers.map(items, item -> work.on(shared, item, budget));
            }
        }
        return remotely(machines, shared, items, work, budget);
    }

    /** Items of one task, and the seconds that they may take: a budget is valid in its own process only. */
    private record Bundle<T>(List<T> items, double seconds) { }

    private record Bundled<S, T, R>(Work<S, T, R> work) implements Machines.Work<S, Bundle<T>, List<R>> {
        @Override
        public List<R> on(S shared, Bundle<T> bundle) {
            Budget budget = Double.isInfinite(bundle.seconds) ? Budget.unlimited() : Budget.ofSeconds(bundle.seconds);
            List<R> results = new ArrayList<>();
            for (T item : bundle.items) {
                results.add(work.on(shared, item, budget));
            }
            return results;
        }
    }

    private <S, T, R> List<R> remotely(Machines there, S shared, List<T> items, Work<S, T, R> work, Budget budget) {
        budget.check();
        int count = Math.min(items.size(), BUNDLES_EACH * there.width());
        List<Bundle<T>> bundles = new ArrayList<>();
        double seconds = budget.isLimited() ? Math.max(0, budget.secondsLeft()) : Double.POSITIVE_INFINITY;
        for (int b = 0; b < count; b++) {
            List<T> some = new ArrayList<>();
            for (int i = b; i < items.size(); i += count) {
                some.add(items.get(i));
            }
            bundles.add(new Bundle<>(some, seconds));
        }
        try {
            @SuppressWarnings("unchecked")
            Machines.Shared<S> handle = (Machines.Shared<S>) sent.computeIfAbsent(shared, there::share);
            List<List<R>> answers = there.map(handle, bundles, new Bundled<>(work));
            List<R> results = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                results.add(answers.get(i % count).get(i / count));
            }
            return results;
        } catch (InterruptedException e) {
            budget.cancel();
            Thread.currentThread().interrupt();
            throw new MachineFailure("interrupted while other machines were learning", e);
        }
    }

    @Override
    public void close() {
        sent.values().forEach(Machines.Shared::close);
    }
}
