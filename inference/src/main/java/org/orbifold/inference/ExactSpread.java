package org.orbifold.inference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.mcmc.run.MachineFailure;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.TooLargeException;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/** Parts that are answered exactly, on other machines: sent out planned, in bundles that cost about the same. */
final class ExactSpread {

    /** Bundles for each that is worked on at a time, so that one that takes longer than planned delays no other. */
    static final int BUNDLES_EACH = 4;
    /** Pieces of a bundle, at most, so that none is too large to be sent. */
    private static final int MOST_PIECES = 1 << 13;
    /** Operations that a piece costs beside its own: building its tables. */
    private static final double EACH = 1e4;

    private final Machines machines;
    private final ExactOptions limits;

    ExactSpread(Machines machines, ExactOptions limits) {
        this.machines = machines;
        this.limits = limits;
    }

    /** Pieces that go to one machine together, and what they cost. */
    private static final class Bundle {

        private final List<Integer> places = new ArrayList<>();
        private double cost;

        double cost() {
            return cost;
        }
    }

    /** The answers, in the order of the pieces; empty where there was too little time or memory. */
    List<Optional<ExactResult>> solve(List<Piece> pieces) {
        List<Optional<ExactResult>> results = new ArrayList<>(pieces.stream()
                .map(piece -> Optional.<ExactResult>empty()).toList());
        List<Bundle> bundles = bundles(pieces);
        if (bundles.isEmpty()) {
            return results;
        }
        List<List<Solver>> solvers = bundles.stream().map(bundle -> bundle.places.stream()
                .map(i -> pieces.get(i).solver()).toList()).toList();
        // A machine works on as many bundles at a time as it has processors. Budgets do not leave their process.
        try (Machines.Shared<Limits> shared = machines.share(new Limits(limits.memoryBytes(),
                limits.budget().secondsLeft()))) {
            List<List<Optional<ExactResult>>> answers = machines.map(shared, solvers, ExactSpread::solveAll);
            for (int b = 0; b < answers.size(); b++) {
                for (int k = 0; k < answers.get(b).size(); k++) {
                    results.set(bundles.get(b).places.get(k), answers.get(b).get(k));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MachineFailure("interrupted while other machines answered the exact parts", e);
        }
        return results;
    }

    /** The largest first, each to the bundle that costs least so far. */
    private List<Bundle> bundles(List<Piece> pieces) {
        int count = Math.min(pieces.size(), Math.max(BUNDLES_EACH * machines.width(),
                2 * pieces.size() / MOST_PIECES));
        PriorityQueue<Bundle> byCost = new PriorityQueue<>(Comparator.comparingDouble(Bundle::cost));
        List<Bundle> all = IntStream.range(0, count).mapToObj(i -> new Bundle()).toList();
        byCost.addAll(all);
        IntStream.range(0, pieces.size()).boxed()
                .sorted(Comparator.comparingDouble(i -> -pieces.get(i).operations())).forEach(i -> {
                    Bundle least = byCost.remove();
                    least.places.add(i);
                    least.cost += EACH + pieces.get(i).operations();
                    byCost.add(least);
                });
        return all;
    }

    /** What a bundle may use on another machine. */
    private record Limits(long memoryBytes, double seconds) { }

    private static List<Optional<ExactResult>> solveAll(Limits limits, List<Solver> solvers) {
        Budget budget = Budget.ofSeconds(limits.seconds);
        ExactOptions options = new ExactOptions(limits.memoryBytes, 1, budget);
        List<Optional<ExactResult>> results = new ArrayList<>();
        for (Solver solver : solvers) {
            try {
                results.add(budget.isOver() ? Optional.empty() : Optional.of(solver.solve(options)));
            } catch (OutOfTimeException | TooLargeException e) {
                results.add(Optional.empty());
            }
        }
        return results;
    }
}
