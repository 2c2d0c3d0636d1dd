package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.orbifold.experiments.domain.Problem;

/**
 * Runs figures. For each: all methods are prepared twice (the second time counts: the JVM is warm then, and every
 * method gets the same favour), their chains warmed up, then the runs follow in rounds, one of each method, so that a
 * change of the machine's pace meets all alike. Preparations and runs go side by side on the given number of threads;
 * each is charged with the processor time of its own thread. Finished runs are stored, and found again.
 */
public final class Experiment {

    /** Runs last at least so many times as long as the slowest method of the figure needs to find its symmetries. */
    private static final double SLOWEST_DISCOVERY = 1.4;

    private final Settings settings;
    private final RunStore store;
    private final String code;
    private final ProgressListener listener;
    private double planned;
    private double done;
    /** Wall-clock seconds of figures that had to be run, and the planned seconds of these. */
    private double worked;
    private double workedFor;

    /**
     * An experiment.
     *
     * @param settings how long and how often
     * @param folder   where runs are stored
     * @param listener hears how it gets on
     * @throws IOException if the library's own code cannot be read
     */
    public Experiment(Settings settings, Path folder, ProgressListener listener) throws IOException {
        this.settings = settings;
        this.store = new RunStore(folder);
        this.code = CodeFingerprint.ofLibrary();
        this.listener = listener;
    }

    /**
     * Makes figures.
     *
     * @param figures what to make
     * @return the results, in the same order
     * @throws IOException          if a run cannot be stored or read
     * @throws InterruptedException if the thread is interrupted; what is finished stays stored
     */
    public List<Figure.Result> run(List<Figure> figures) throws IOException, InterruptedException {
        planned = figures.stream().mapToDouble(f -> f.methods().size() * cost()).sum();
        done = 0;
        worked = 0;
        workedFor = 0;
        List<Figure.Result> results = new ArrayList<>();
        for (Figure figure : figures) {
            results.add(run(figure));
        }
        return results;
    }

    private double cost() {
        return (settings.runs() * settings.seconds() + settings.warmUp()) / settings.threads();
    }

    private Figure.Result run(Figure figure) throws IOException, InterruptedException {
        tell(figure.title() + ": the truth");
        Problem problem = figure.problem().get();
        long began = System.nanoTime();
        double before = done;
        Runner runner = new Runner(problem);
        List<Prepared> prepared = inParallel(figure, figure.methods().stream()
                .<Callable<Prepared>>map(method -> () -> prepareIfMissing(figure, problem, runner, method)).toList(),
                ignored -> tell(figure.title() + ": symmetries"));
        List<Discovery> discoveries = new ArrayList<>();
        for (Method method : figure.methods()) {
            discoveries.add(store.load(discoveryName(figure, method), specification(figure, problem, method),
                    Discovery.class).orElseThrow());
        }
        List<List<RunResult>> runs = runAll(figure, problem, runner, prepared, discoveries);
        done = before + figure.methods().size() * cost();
        if (prepared.stream().anyMatch(Objects::nonNull)) {
            worked += (System.nanoTime() - began) / 1e9;
            workedFor += done - before;
        }
        List<MethodResult> results = new ArrayList<>();
        for (int m = 0; m < figure.methods().size(); m++) {
            results.add(new MethodResult(figure.methods().get(m), discoveries.get(m), runs.get(m)));
        }
        return new Figure.Result(figure, problem, results);
    }

    private static String discoveryName(Figure figure, Method method) {
        return figure.id() + "/" + method.id() + "-discovery";
    }

    private static String runName(Figure figure, Method method, int run) {
        return figure.id() + "/" + method.id() + "-" + run;
    }

    /** Prepares a method and stores what that took; null if all its runs are stored already. */
    private Prepared prepareIfMissing(Figure figure, Problem problem, Runner runner, Method method)
            throws IOException, InterruptedException {
        String spec = specification(figure, problem, method);
        boolean complete = store.has(discoveryName(figure, method), spec);
        for (int run = 0; run < settings.runs(); run++) {
            complete &= store.has(runName(figure, method, run), spec);
        }
        if (complete) {
            return null;
        }
        var cold = CpuClock.time(() -> method.preparation().prepare(problem.model(), settings.seed(),
                settings.seconds()));
        var warm = CpuClock.time(() -> method.preparation().prepare(problem.model(), settings.seed(),
                settings.seconds()));
        Prepared prepared = warm.value();
        runner.warmUp(prepared, settings.seed(), settings.warmUp());
        if (!store.has(discoveryName(figure, method), spec)) {
            store.save(discoveryName(figure, method), spec, new Discovery(method.id(), cold.seconds(),
                    warm.seconds(), prepared.alpha(), prepared.symmetries()));
        }
        return prepared;
    }

    /** Runs tasks on the experiment's threads; their results in order. */
    private <T> List<T> inParallel(Figure figure, List<Callable<T>> tasks, IntConsumer finished)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(settings.threads());
        try {
            List<Future<T>> futures = tasks.stream().map(threads::submit).toList();
            List<T> results = new ArrayList<>();
            for (int i = 0; i < futures.size(); i++) {
                results.add(futures.get(i).get());
                finished.accept(i);
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            } else if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IllegalStateException(figure.title() + ": " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private List<List<RunResult>> runAll(Figure figure, Problem problem, Runner runner, List<Prepared> prepared,
            List<Discovery> discoveries) throws IOException, InterruptedException {
        // All methods run until the same time, which leaves even the slowest discovery some time to sample.
        double until = Math.max(settings.seconds(), SLOWEST_DISCOVERY
                * discoveries.stream().mapToDouble(Discovery::seconds).max().orElse(0));
        List<Callable<RunResult>> tasks = new ArrayList<>();
        for (int run = 0; run < settings.runs(); run++) {
            for (int m = 0; m < prepared.size(); m++) {
                tasks.add(task(figure, problem, runner, m, run, prepared.get(m), discoveries.get(m).seconds(), until));
            }
        }
        List<RunResult> finished = inParallel(figure, tasks, i -> {
            done += cost() / settings.runs();
            tell(figure.title() + ": run " + (i / prepared.size() + 1) + " of " + settings.runs());
        });
        List<List<RunResult>> results = new ArrayList<>();
        prepared.forEach(p -> results.add(new ArrayList<>()));
        for (int i = 0; i < finished.size(); i++) {
            results.get(i % prepared.size()).add(finished.get(i));
        }
        return results;
    }

    private Callable<RunResult> task(Figure figure, Problem problem, Runner runner, int m, int run, Prepared prepared,
            double discovery, double until) {
        Method method = figure.methods().get(m);
        String name = runName(figure, method, run);
        String spec = specification(figure, problem, method);
        return () -> {
            var stored = store.load(name, spec, RunResult.class);
            if (stored.isPresent()) {
                return stored.get();
            }
            RunResult result = runner.run(method, prepared, discovery, run, settings.seed(), until);
            store.save(name, spec, result);
            return result;
        };
    }

    /** Everything a run depends on but the clock; the number of runs is not among it, so that more can be added. */
    private String specification(Figure figure, Problem problem, Method method) {
        return String.join("|", problem.spec(), method.id(), method.description(), "seconds=" + settings.seconds(),
                "seed=" + settings.seed(), "threads=" + settings.threads(), "code=" + code);
    }

    /** Seconds per planned second so far: finding symmetries is not in the plan. */
    private double pace() {
        return workedFor > 0 ? Math.max(1, worked / workedFor) : 1;
    }

    private void tell(String what) {
        listener.progress(what, done * pace(), Math.max(0, planned - done) * pace());
    }
}
