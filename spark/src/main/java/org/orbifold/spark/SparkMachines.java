package org.orbifold.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.mcmc.run.Machines;

/**
 * The executors of a Spark application: an item is a task of its own, what all share is broadcast. A task that is lost
 * is run again by Spark; an exception of the work is an answer, since it would be thrown again.
 */
public final class SparkMachines implements Machines {

    /** A setting: how long a round of chains is, in seconds. */
    private static final String ROUND = "spark.orbifold.round";
    private static final double ROUND_SECONDS = 1;
    /** A setting: how many seconds to wait for executors while there are none. */
    private static final String PATIENCE = "spark.orbifold.patience";
    private static final int PATIENCE_SECONDS = 60;

    private final JavaSparkContext context;
    private final double roundSeconds;
    private final boolean owned;

    private SparkMachines(JavaSparkContext context, double roundSeconds, boolean owned) {
        this.context = context;
        this.roundSeconds = roundSeconds;
        this.owned = owned;
    }

    /** The executors of an application that ends when these are closed. */
    static SparkMachines owning(JavaSparkContext context) {
        return new SparkMachines(context, round(context), true);
    }

    /**
     * The executors of an application; closing leaves it as it is.
     *
     * @param context the application
     * @return machines whose rounds take a second, or what {@code spark.orbifold.round} says
     */
    public static SparkMachines of(JavaSparkContext context) {
        return new SparkMachines(context, round(context), false);
    }

    private static double round(JavaSparkContext context) {
        return context.getConf().getDouble(ROUND, ROUND_SECONDS);
    }

    /**
     * Sets how long a chain runs before it is looked at.
     *
     * @param seconds more than 0
     * @return new machines
     */
    public SparkMachines withRoundSeconds(double seconds) {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("rounds of " + seconds + " seconds; expected more than 0");
        }
        return new SparkMachines(context, seconds, owned);
    }

    @Override
    public int width() {
        return Math.max(1, context.defaultParallelism());
    }

    @Override
    public double roundSeconds() {
        return roundSeconds;
    }

    @Override
    public <S> Shared<S> share(S value) {
        return new SharedBroadcast<>(context.broadcast(new Packed<S>(Parcel.of(value))));
    }

    @Override
    public <S, T, R> List<R> map(Shared<S> shared, List<T> items, Work<S, T, R> work) throws InterruptedException {
        if (items.isEmpty()) {
            return List.of();
        }
        List<byte[]> parcels = items.stream().map(Parcel::of).toList();
        JavaFutureAction<List<byte[]>> job = context.parallelize(parcels, parcels.size())
                .map(new Task<>(((SharedBroadcast<S>) shared).value, work)).collectAsync();
        List<R> results = new ArrayList<>();
        for (byte[] answer : await(job)) {
            results.add(unpacked(answer));
        }
        return results;
    }

    private List<byte[]> await(JavaFutureAction<List<byte[]>> job) throws InterruptedException {
        int patience = context.getConf().getInt(PATIENCE, PATIENCE_SECONDS);
        int without = 0;
        while (true) {
            try {
                return job.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                without = hasExecutors() ? 0 : without + 1;
                if (without >= patience) {
                    job.cancel(true);
                    throw new MachineFailure("no executor came within " + patience + " s: no worker has "
                            + context.getConf().get("spark.executor.memory", "1g") + " of memory "
                            + "(spark.executor.memory) and the processors asked for (spark.executor.cores)", e);
                }
            } catch (InterruptedException e) {
                job.cancel(true);
                throw e;
            } catch (ExecutionException e) {
                if (isEnding()) {
                    // Spark has a shutdown hook of its own, which may be the first.
                    throw new InterruptedException();
                }
                throw SparkFailures.of(e.getCause());
            }
        }
    }

    /** The driver counts as one of them, and works itself on a local master. */
    private boolean hasExecutors() {
        return context.isLocal() || context.sc().getExecutorMemoryStatus().size() > 1;
    }

    private static boolean isEnding() {
        Thread hook = new Thread(() -> { });
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @SuppressWarnings("unchecked")
    private static <R> R unpacked(byte[] answer) {
        Object value = Parcel.open(answer);
        if (value instanceof Thrown thrown) {
            throw thrown.failure;
        }
        return (R) value;
    }

    @Override
    public void close() {
        if (owned) {
            context.stop();
        }
    }

    /** What the work threw. */
    private record Thrown(RuntimeException failure) { }

    /** Unpacked once in each JVM that has it. */
    private static final class Packed<S> implements Serializable {

        private static final long serialVersionUID = 1;

        private final byte[] bytes;
        private transient @Nullable S value;

        Packed(byte[] bytes) {
            this.bytes = bytes;
        }

        @SuppressWarnings("unchecked")
        synchronized S value() {
            S known = value;
            if (known == null) {
                known = (S) Parcel.open(bytes);
                value = known;
            }
            return known;
        }
    }

    private record SharedBroadcast<S>(Broadcast<Packed<S>> value) implements Shared<S> {

        @Override
        public void close() {
            value.destroy();
        }
    }

    private record Task<S, T, R>(Broadcast<Packed<S>> shared, Work<S, T, R> work) implements Function<byte[], byte[]> {

        @Override
        @SuppressWarnings("unchecked")
        public byte[] call(byte[] item) {
            try {
                return Parcel.of(work.on(shared.value().value(), (T) Parcel.open(item)));
            } catch (RuntimeException e) {
                return Parcel.of(new Thrown(e));
            }
        }
    }
}
