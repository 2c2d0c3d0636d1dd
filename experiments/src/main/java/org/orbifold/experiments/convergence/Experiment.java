package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.symmetry.model.BlockSymmetries;

/**
 * Runs figures. For each: all methods are prepared twice (the second time counts: the JVM is warm then, and every
 * method gets
 * the same favour), their chains warmed up, then the runs follow in rounds, one of each method, so that a change of
 * the machine's pace meets all alike. Finished runs are stored, and found again.
 */
public final class Experiment {

    private final Settings settings;
    private final RunStore store;
    private final String code;
    private final ProgressListener listener;
    private double planned;
    private double done;
    private double worked;

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
        planned = figures.stream().mapToDouble(f -> f.methods().size() * cost(f)).sum();
        done = 0;
        worked = 0;
        List<Figure.Result> results = new ArrayList<>();
        for (Figure figure : figures) {
            results.add(run(figure));
        }
        return results;
    }

    private double cost(Figure figure) {
        return settings.runs() * seconds(figure) / settings.threads() + settings.warmUp();
    }

    private double seconds(Figure figure) {
        return settings.seconds() * figure.stretch();
    }

    private Figure.Result run(Figure figure) throws IOException, InterruptedException {
        listener.progress(figure.title() + ": the truth", done, remaining());
        Problem problem = figure.problem().get();
        Runner runner = new Runner(problem);
        long began = System.nanoTime();
        List<Prepared> prepared = new ArrayList<>();
        List<Discovery> discoveries = new ArrayList<>();
        Cover cover = new Cover();
        double missing = 0;
        for (Method method : figure.methods()) {
            String name = figure.id() + "/" + method.id();
            String spec = specification(figure, problem, method);
            boolean complete = store.has(name + "-discovery", spec);
            for (int run = 0; run < settings.runs(); run++) {
                complete &= store.has(name + "-" + run, spec);
            }
            missing += complete ? 0 : cost(figure);
            prepared.add(complete ? null : prepare(runner, problem, method, name, spec, cover));
            discoveries.add(store.load(name + "-discovery", spec, Discovery.class).orElseThrow());
            done += complete ? cost(figure) : settings.warmUp();
            listener.progress(figure.title() + ": " + method.label(), done, remaining());
        }
        List<List<RunResult>> runs = runAll(figure, problem, runner, prepared, discoveries);
        worked += missing > 0 ? (System.nanoTime() - began) / 1e9 : 0;
        List<MethodResult> results = new ArrayList<>();
        for (int m = 0; m < figure.methods().size(); m++) {
            results.add(new MethodResult(figure.methods().get(m), discoveries.get(m), runs.get(m)));
        }
        return new Figure.Result(figure, problem, results);
    }

    private Prepared prepare(Runner runner, Problem problem, Method method, String name, String spec, Cover cover)
            throws IOException, InterruptedException {
        if (method.usesCover()) {
            cover.find(problem);
        }
        var cold = CpuClock.time(() -> method.preparation().prepare(problem.model(), settings.seed(), cover.found));
        var warm = CpuClock.time(() -> method.preparation().prepare(problem.model(), settings.seed(), cover.found));
        Prepared prepared = warm.value();
        runner.warmUp(prepared, settings.seed(), settings.warmUp());
        if (!store.has(name + "-discovery", spec)) {
            store.save(name + "-discovery", spec, new Discovery(method.id(),
                    cold.seconds() + (method.usesCover() ? cover.coldSeconds : 0),
                    warm.seconds() + (method.usesCover() ? cover.seconds : 0), prepared.alpha(),
                            prepared.symmetries()));
        }
        return prepared;
    }

    /** The covering partitions of one problem: found once for all methods, but charged to each. */
    private static final class Cover {

        private List<BlockSymmetries> found;
        private double coldSeconds;
        private double seconds;

        void find(Problem problem) throws InterruptedException {
            if (found == null) {
                coldSeconds = CpuClock.time(() -> Methods.cover(problem.model())).seconds();
                var warm = CpuClock.time(() -> Methods.cover(problem.model()));
                seconds = warm.seconds();
                found = warm.value();
            }
        }
    }

    private List<List<RunResult>> runAll(Figure figure, Problem problem, Runner runner, List<Prepared> prepared,
            List<Discovery> discoveries) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(settings.threads());
        try {
            List<Future<RunResult>> futures = new ArrayList<>();
            for (int run = 0; run < settings.runs(); run++) {
                for (int m = 0; m < prepared.size(); m++) {
                    futures.add(threads.submit(task(figure, problem, runner, m, run, prepared.get(m),
                            discoveries.get(m).seconds())));
                }
            }
            List<List<RunResult>> results = new ArrayList<>();
            prepared.forEach(p -> results.add(new ArrayList<>()));
            for (int i = 0; i < futures.size(); i++) {
                int m = i % prepared.size();
                results.get(m).add(futures.get(i).get());
                if (prepared.get(m) != null) {
                    done += seconds(figure) / settings.threads();
                    listener.progress(figure.title() + ": run " + (i / prepared.size() + 1) + " of " + settings.runs(),
                            done, remaining());
                }
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(figure.title() + ": " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<RunResult> task(Figure figure, Problem problem, Runner runner, int m, int run, Prepared prepared,
            double discovery) {
        Method method = figure.methods().get(m);
        String name = figure.id() + "/" + method.id() + "-" + run;
        String spec = specification(figure, problem, method);
        return () -> {
            var stored = store.load(name, spec, RunResult.class);
            if (stored.isPresent()) {
                return stored.get();
            }
            RunResult result = runner.run(method, prepared, discovery, run, settings.seed(), seconds(figure));
            store.save(name, spec, result);
            return result;
        };
    }

    /** Everything a run depends on but the clock; the number of runs is not among it, so that more can be added. */
    private String specification(Figure figure, Problem problem, Method method) {
        return String.join("|", problem.spec(), method.id(), method.description(), "seconds=" + seconds(figure),
                "seed=" + settings.seed(), "threads=" + settings.threads(), "code=" + code);
    }

    private double remaining() {
        double pace = worked > 0 && done > 0 ? Math.max(1, worked / done) : 1;
        return Math.max(0, planned - done) * pace;
    }
}
