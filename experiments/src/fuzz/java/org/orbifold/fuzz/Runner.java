package org.orbifold.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.orbifold.pgm.time.Budget;

/** Runs numbered cases on several threads; a case depends on the seed and its number only. */
final class Runner {

    /** Seconds that the reduction of one case may take. */
    private static final double REDUCTION_SECONDS = 20;
    /** Failures of one kind that are reduced; the others are counted. */
    private static final int REDUCED = 3;
    /** A case that takes longer than this, in seconds, fails: most take milliseconds, some seconds on busy cores. */
    private static final double SLOW = 60;
    /** Seconds between two lines of progress. */
    private static final double PROGRESS_SECONDS = 10;

    private final long seed;
    private final List<Check> checks;
    private final Context context;
    private final Report report;
    private final PrintStream out;
    private final Map<String, long[]> counts = new TreeMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private long done;
    private double shown;

    Runner(long seed, List<Check> checks, Context context, Report report, PrintStream out) {
        this.seed = seed;
        this.checks = checks;
        this.context = context;
        this.report = report;
        this.out = out;
    }

    /**
     * Runs cases from a number on until the time is over; of these numbers, the cases of checks that were not asked
     * for are left out.
     *
     * @return a line for each failure
     */
    List<String> run(long first, long cases, Budget budget, int threads) throws InterruptedException {
        AtomicLong next = new AtomicLong(first);
        List<Thread> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread worker = new Thread(() -> {
                long number = next.getAndIncrement();
                while (number - first < cases && !budget.isOver()) {
                    run(number, budget);
                    number = next.getAndIncrement();
                }
            }, "fuzz-" + t);
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        failures.addAll(context.coverage().failures());
        return List.copyOf(failures);
    }

    /** The case of a number. */
    Case generate(Check check, Random random) {
        return new RandomCases(random).next(check.isSampled(), check.maxStates());
    }

    private void run(long number, Budget budget) {
        Random random = new Random(seed * 1_000_003 + number);
        // The first numbers of neighbouring seeds are alike.
        random.nextLong();
        Check check = Checks.pick(random);
        if (!checks.contains(check)) {
            return;
        }
        Case c;
        try {
            c = generate(check, random);
        } catch (RuntimeException e) {
            synchronized (this) {
                failures.add("no case " + number + " for " + check.name() + ": " + e);
            }
            return;
        }
        double began = budget.elapsed();
        Optional<Failure> failure = Trial.run(check, number, c, context);
        double seconds = budget.elapsed() - began;
        if (failure.isEmpty() && seconds > SLOW) {
            failure = Optional.of(new Failure(check, number, c, "slow", String.format(Locale.ROOT, "%.1f s",
                    seconds)));
        }
        if (failure.isPresent()) {
            fail(failure.get());
        }
        count(check, failure.isPresent(), seconds, budget);
    }

    private void fail(Failure failure) {
        String kind = failure.check().name() + " " + failure.aspect();
        int before;
        synchronized (this) {
            before = kinds.merge(kind, 1, Integer::sum);
            if (before > REDUCED) {
                failures.add(failure + " (not reduced)");
                return;
            }
        }
        try {
            Failure reduced = failure.aspect().equals("slow") ? failure
                    : new Reducer(context, Budget.ofSeconds(REDUCTION_SECONDS)).reduce(failure);
            String line = reduced + " → " + report.write(reduced);
            synchronized (this) {
                failures.add(line);
                out.println("FAILED " + line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void count(Check check, boolean failed, double seconds, Budget budget) {
        long[] count = counts.computeIfAbsent(check.name(), name -> new long[3]);
        count[0]++;
        count[1] += failed ? 1 : 0;
        count[2] += Math.round(1e6 * seconds);
        done++;
        if (budget.elapsed() - shown >= PROGRESS_SECONDS) {
            shown = budget.elapsed();
            out.printf(Locale.ROOT, "%.0f s: %,d cases, %d failures%n", shown, done,
                    kinds.values().stream().mapToInt(k -> k).sum());
        }
    }

    /** Counts by check, and how often claimed intervals covered. */
    synchronized List<String> summary() {
        List<String> lines = new ArrayList<>();
        counts.forEach((name, count) -> lines.add(String.format(Locale.ROOT,
                "%-18s %8d cases, %4d failed, %8.2f ms each", name, count[0], count[1],
                count[2] / 1e3 / count[0])));
        checks.forEach(check -> lines.addAll(check.notes()));
        lines.addAll(context.coverage().lines());
        return lines;
    }
}
