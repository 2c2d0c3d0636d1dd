package org.orbifold.inference;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orbifold.inference.InferencePlan.Part;
import org.orbifold.inference.Planner.Piece;
import org.orbifold.inference.chain.Phase;
import org.orbifold.pgm.exact.MostProbableState;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.simplify.Simplification;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.SymmetryOptions;

/** The most probable state of a question: each component by its route, then put together. */
final class MapRun {

    /** Variables above which symmetric states are not counted: the search would take longer than the rest. */
    private static final int MOST_FOR_TIES = 20_000;

    private final Budget budget;
    private final ConditionedModel given;
    private final InferenceOptions options;
    private final Reuse reuse;
    private final Planner planner;
    private final Simplification simplification;
    private final List<String> lines = new ArrayList<>();

    MapRun(ConditionedModel given, InferenceOptions options, Reuse reuse) {
        this.budget = options.newSearchBudget();
        this.given = given;
        this.options = options;
        this.reuse = reuse;
        this.planner = new Planner(given, options, Capability.MAXIMUM, reuse, budget);
        this.simplification = planner.simplification();
        lines.add("simplify " + simplification);
    }

    MapResult run() {
        ExactParts<MostProbableState> exact = ExactParts.solve(planner, planner.pieces(), options.route(),
                Capability.MAXIMUM, Solver::maximize, reuse);
        int[][] states = new int[exact.pieces().size()][];
        double bound = simplification.constant();
        for (Piece piece : exact.pieces()) {
            MostProbableState found = exact.results().get(piece.component());
            if (found != null) {
                states[piece.component()] = found.state();
                bound += found.logWeight();
                lines.add(new Part(piece.route(), variables(piece.component()), piece.operations(), piece.bytes(),
                        piece.text()).toString());
            }
        }
        Budget rest = budget.share(1);
        Budget bounds = Phase.BOUND.of(rest);
        Budget search = Phase.SEARCH.of(rest);
        // Components share the time by their variables: first for all bounds, then for all searches.
        Map<Integer, MapSearch> searches = new LinkedHashMap<>();
        int left = Arrays.stream(exact.rest()).map(this::variables).sum();
        for (int component : exact.rest()) {
            double share = (double) variables(component) / left;
            left -= variables(component);
            searches.put(component, new MapSearch(component(component), options, bounds.share(share)));
        }
        left = Arrays.stream(exact.rest()).map(this::variables).sum();
        for (int component : exact.rest()) {
            double share = (double) variables(component) / left;
            left -= variables(component);
            MapSearch.Found found = searches.get(component).run(search.share(share));
            states[component] = found.best().state();
            bound += found.bound();
            lines.add(String.format(Locale.ROOT, "search   %,d variables: %s; log-weight %.6f, proved at most %.6f",
                    variables(component), found.begun() ? "tree-width-bounded blocks, restarted from tempered chains"
                            : "a start", found.best().logWeight(), found.bound()));
            if (!found.begun()) {
                lines.add(0, String.format(Locale.ROOT,
                        "TOO_SHORT the run ended before %,d variables were searched", variables(component)));
            }
        }
        int[] state = simplification.expand(Arrays.asList(states));
        double weight = given.model().logWeight(free(state));
        return new MapResult(given.original(), state, weight, Math.max(bound, weight), ties(state, rest), lines,
                budget.elapsed());
    }

    private GraphicalModel component(int c) {
        return simplification.components().get(c);
    }

    private int variables(int c) {
        return component(c).variableCount();
    }

    private int[] free(int[] state) {
        int[] free = new int[given.model().variableCount()];
        Arrays.setAll(free, v -> state[given.toOriginal(v)]);
        return free;
    }

    private Optional<BigInteger> ties(int[] state, Budget rest) {
        return given.model().variableCount() > MOST_FOR_TIES ? Optional.empty()
                : StateImages.count(given.model(), free(state), SymmetryOptions.defaults()
                        .withThreads(options.sampling().threads())
                        .withBudget(Phase.TIES.alone(rest)));
    }
}
