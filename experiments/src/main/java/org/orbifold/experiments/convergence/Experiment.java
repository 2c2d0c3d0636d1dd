package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.mcmc.run.Machines;

/**
 * Runs figures. For each: all methods are prepared twice (the second time counts: the JVM is warm then, and every
 * method gets the same favour), their chains warmed up, then the runs follow in rounds, one of each method, so that a
 * change of the machine's pace meets all alike. Preparations and runs go side by side on the given number of threads;
 * each is charged with the processor time of its own thread. Finished runs are stored, and found again.
 */
public final class Experiment {

    /** Shortest run, as a multiple of the time that the slowest method of a figure needs to find its symmetries. */
    private static final double SLOWEST_DISCOVERY = 1.4;

    private final Settings settings;
    private final RunStore store;
    private final String code;
    private final ProgressListener listener;
    private final @Nullable Machines machines;
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
     * @param listener receives the progress
     * @throws IOException if the library's own code cannot be read
     */
    public Experiment(Settings settings, Path folder, ProgressListener listener) throws IOException {
        this(settings, folder, listener, null);
    }

    /**
     * An experiment on other machines: preparations and runs are made there, and stored here.
     *
     * @param settings how long and how often
     * @param folder   where runs are stored
     * @param listener receives the progress
     * @param machines who works; null for threads of this machine
     * @throws IOException if the library's own code cannot be read
     */
    public Experiment(Settings settings, Path folder, ProgressListener listener, @Nullable Machines machines)
            throws IOException {
        this.machines = machines;
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
     * @throws InterruptedException if the thread is interrupted; finished runs stay stored
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
        boolean missing = false;
        for (Method method : figure.methods()) {
            missing |= !isComplete(figure, problem, method);
        }
        Bench bench = new Bench(problem, figure.methods(), settings);
        List<MethodResult> results;
        if (machines == null || !missing) {
            results = results(new Place(figure, problem, bench, null));
        } else {
            try (Machines.Shared<Bench> shared = machines.share(bench)) {
                results = results(new Place(figure, problem, bench, shared));
            }
        }
        done = before + figure.methods().size() * cost();
        if (missing) {
            worked += (System.nanoTime() - began) / 1e9;
            workedFor += done - before;
        }
        return new Figure.Result(figure, problem, results);
    }

    /** A figure, and where it is made: on threads here, or where its bench was sent. */
    private record Place(Figure figure, Problem problem, Bench bench, Machines.@Nullable Shared<Bench> sent) { }

    /** Keeps what was found. */
    private interface Keeper<T, R> {

        void keep(T item, R result) throws IOException;
    }

    private List<MethodResult> results(Place place) throws IOException, InterruptedException {
        Figure figure = place.figure;
        List<Integer> methods = IntStream.range(0, figure.methods().size()).boxed().toList();
        List<Integer> incomplete = methods.stream()
                .filter(m -> !isComplete(figure, place.problem, figure.methods().get(m))).toList();
        map(place, incomplete, Bench::discover, (m, found) -> {
            Method method = figure.methods().get(m);
            if (!store.has(discoveryName(figure, method), specification(place.problem, method))) {
                store.save(discoveryName(figure, method), specification(place.problem, method), found);
            }
        }, ignored -> tell(figure.title() + ": symmetries"));
        List<Discovery> discoveries = new ArrayList<>();
        for (Method method : figure.methods()) {
            discoveries.add(store.load(discoveryName(figure, method), specification(place.problem, method),
                    Discovery.class).orElseThrow());
        }
        makeRuns(place, discoveries);
        List<MethodResult> results = new ArrayList<>();
        for (int m : methods) {
            Method method = figure.methods().get(m);
            List<RunResult> runs = new ArrayList<>();
            for (int run = 0; run < settings.runs(); run++) {
                runs.add(store.load(runName(figure, method, run), specification(place.problem, method),
                        RunResult.class).orElseThrow());
            }
            results.add(new MethodResult(method, discoveries.get(m), runs));
        }
        return results;
    }

    private static String discoveryName(Figure figure, Method method) {
        return figure.id() + "/" + method.id() + "-discovery";
    }

    private static String runName(Figure figure, Method method, int run) {
        return figure.id() + "/" + method.id() + "-" + run;
    }

    private boolean isComplete(Figure figure, Problem problem, Method method) {
        String spec = specification(problem, method);
        return store.has(discoveryName(figure, method), spec) && IntStream.range(0, settings.runs())
                .allMatch(run -> store.has(runName(figure, method, run), spec));
    }

    /** Makes the runs that are not stored, in rounds, one of each method, and stores them. */
    private void makeRuns(Place place, List<Discovery> discoveries) throws IOException, InterruptedException {
        Figure figure = place.figure;
        // All methods run until the same time, which leaves even the slowest discovery some time to sample.
        double until = Math.max(settings.seconds(), SLOWEST_DISCOVERY
                * discoveries.stream().mapToDouble(Discovery::seconds).max().orElse(0));
        List<Bench.Wanted> wanted = new ArrayList<>();
        for (int run = 0; run < settings.runs(); run++) {
            for (int m = 0; m < discoveries.size(); m++) {
                Method method = figure.methods().get(m);
                if (!store.has(runName(figure, method, run), specification(place.problem, method))) {
                    wanted.add(new Bench.Wanted(m, run, discoveries.get(m).seconds(), until));
                }
            }
        }
        map(place, wanted, Bench::run, (one, result) -> {
            Method method = figure.methods().get(one.method());
            store.save(runName(figure, method, one.run()), specification(place.problem, method), result);
        }, i -> {
            done += cost() / settings.runs();
            tell(figure.title() + ": run " + (wanted.get(i).run() + 1) + " of " + settings.runs());
        });
    }

    /** Works on items on the experiment's threads, or on the machines, and stores the results. */
    private <T, R> void map(Place place, List<T> items, Machines.Work<Bench, T, R> work, Keeper<T, R> keeper,
            IntConsumer finished) throws IOException, InterruptedException {
        if (machines != null && place.sent != null) {
            List<R> found = machines.map(place.sent, items, work);
            for (int i = 0; i < found.size(); i++) {
                keeper.keep(items.get(i), found.get(i));
                finished.accept(i);
            }
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(settings.threads());
        try {
            List<Future<Void>> futures = items.stream().map(item -> threads.<Void>submit(() -> {
                keeper.keep(item, work.on(place.bench, item));
                return null;
            })).toList();
            for (int i = 0; i < futures.size(); i++) {
                futures.get(i).get();
                finished.accept(i);
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(place.figure.title() + ": " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Everything a run depends on but the clock; the number of runs is not among it, so that more can be added. */
    private String specification(Problem problem, Method method) {
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
