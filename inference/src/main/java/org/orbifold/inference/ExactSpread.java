package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.SliceSum;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Components that are answered exactly, on other machines: sent out planned, in bundles that cost about the same. The
 * slices of one that is sliced are shared out too.
 */
final class ExactSpread {

    /** Bundles for each that is worked on at a time, so that one that takes longer than planned delays no other. */
    static final int BUNDLES_EACH = 4;
    /** Tasks of a bundle, at most, so that none is too large to be sent. */
    private static final int MOST_TASKS = 1 << 13;
    /** Operations that a task costs beside its own: building its tables. */
    private static final double EACH = 1e4;

    private final Machines machines;
    private final ExactOptions limits;

    ExactSpread(Machines machines, ExactOptions limits) {
        this.machines = machines;
        this.limits = limits;
    }

    /**
     * What a machine does at a time: a component, or some of its slices.
     *
     * @param piece      the component's place
     * @param solver     its solver
     * @param part       the number of the slices; −1 for all of the component
     * @param operations what it costs
     */
    private record Task(int piece, Solver solver, int part, double operations) {

        Answer solve(ExactOptions options) {
            if (part >= 0 && solver instanceof Solver.Tree sliced) {
                return new Answer(null, sliced.tree().solvePart(part, options));
            }
            return new Answer(solver.solve(options), null);
        }
    }

    /** The answer to a task: that of a component, or of a part of its slices. */
    private record Answer(@Nullable ExactResult whole, @Nullable SliceSum part) { }

    /** Tasks that go to one machine together, and what they cost. */
    private static final class Bundle {

        private final List<Task> tasks = new ArrayList<>();
        private double cost;

        double cost() {
            return cost;
        }
    }

    /** The answers, in the order of the pieces; empty where there was too little time or memory. */
    List<Optional<ExactResult>> solve(List<Piece> pieces) {
        List<List<Optional<Answer>>> found = new ArrayList<>();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            List<Task> some = tasks(i, Objects.requireNonNull(pieces.get(i).solver()));
            tasks.addAll(some);
            found.add(new ArrayList<>(Collections.nCopies(some.size(), Optional.empty())));
        }
        List<Bundle> bundles = bundles(tasks);
        if (!bundles.isEmpty()) {
            run(bundles, found);
        }
        return IntStream.range(0, pieces.size()).mapToObj(i -> whole(pieces.get(i).solver(), found.get(i))).toList();
    }

    /** A task for each part of a sliced component, one for any other; none if there is too little time or memory. */
    private List<Task> tasks(int place, Solver solver) {
        int parts = 1;
        if (solver instanceof Solver.Tree tree && tree.cost().sliced() > 0) {
            try {
                parts = tree.tree().parts(limits.withThreads(machines.width()));
            } catch (OutOfTimeException | TooLargeException e) {
                return List.of();
            }
        }
        double each = solver.cost().operations() / parts;
        int first = parts == 1 ? -1 : 0;
        return IntStream.range(first, first + parts).mapToObj(part -> new Task(place, solver, part, each)).toList();
    }

    private void run(List<Bundle> bundles, List<List<Optional<Answer>>> found) {
        // A machine works on as many bundles at a time as it has processors. Budgets do not leave their process.
        try (Machines.Shared<Limits> shared = machines.share(new Limits(limits.memoryBytes(),
                limits.budget().secondsLeft()))) {
            List<List<Optional<Answer>>> answers = machines.map(shared,
                    bundles.stream().map(bundle -> bundle.tasks).toList(), ExactSpread::solveAll);
            for (int b = 0; b < answers.size(); b++) {
                for (int k = 0; k < answers.get(b).size(); k++) {
                    Task task = bundles.get(b).tasks.get(k);
                    found.get(task.piece).set(Math.max(0, task.part), answers.get(b).get(k));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MachineFailure("interrupted while other machines answered the exact parts", e);
        }
    }

    private static Optional<ExactResult> whole(Solver solver, List<Optional<Answer>> answers) {
        if (answers.isEmpty() || answers.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        Answer first = answers.get(0).get();
        return Optional.of(first.whole != null ? first.whole : ((Solver.Tree) solver).tree().combined(
                answers.stream().map(answer -> Objects.requireNonNull(answer.orElseThrow().part)).toList()));
    }

    /** The largest first, each to the bundle that costs least so far. */
    private List<Bundle> bundles(List<Task> tasks) {
        int count = Math.min(tasks.size(), Math.max(BUNDLES_EACH * machines.width(), 2 * tasks.size() / MOST_TASKS));
        PriorityQueue<Bundle> byCost = new PriorityQueue<>(Comparator.comparingDouble(Bundle::cost));
        List<Bundle> all = IntStream.range(0, count).mapToObj(i -> new Bundle()).toList();
        byCost.addAll(all);
        tasks.stream().sorted(Comparator.comparingDouble(task -> -task.operations)).forEach(task -> {
            Bundle least = byCost.remove();
            least.tasks.add(task);
            least.cost += EACH + task.operations;
            byCost.add(least);
        });
        return all;
    }

    /** What a bundle may use on another machine. */
    private record Limits(long memoryBytes, double seconds) { }

    private static List<Optional<Answer>> solveAll(Limits limits, List<Task> tasks) {
        Budget budget = Budget.ofSeconds(limits.seconds);
        ExactOptions options = ExactOptions.defaults().withMemoryBytes(limits.memoryBytes).withThreads(1)
                .withBudget(budget);
        List<Optional<Answer>> results = new ArrayList<>();
        for (Task task : tasks) {
            try {
                results.add(budget.isOver() ? Optional.empty() : Optional.of(task.solve(options)));
            } catch (OutOfTimeException | TooLargeException e) {
                results.add(Optional.empty());
            }
        }
        return results;
    }
}
