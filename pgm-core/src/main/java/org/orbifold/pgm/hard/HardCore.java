package org.orbifold.pgm.hard;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * Hard constraints and observations that no state satisfies together: why a model is impossible. Found by deletion (the
 * complete search says which of its assumptions it used; then one after the other is left out, and stays out if the
 * rest is still impossible).
 *
 * @param features  features of the original model
 * @param observed  observed variables of the original model
 * @param isMinimal whether it is known that without any one of them a state is possible
 */
public record HardCore(List<Feature> features, List<Integer> observed, boolean isMinimal) {

    /** Conflicts of one question: some tenths of a second. */
    private static final long CONFLICTS = 20_000;
    /** Members named in a text. */
    private static final int MOST_NAMED = 12;
    /** Variables of a table named in a text. */
    private static final int MOST_VARIABLES = 8;
    /** Characters of a feature: a clause can name thousands of variables. */
    private static final int MOST_TEXT = 300;

    /**
     * Copies the lists.
     *
     * @param features  features
     * @param observed  variables
     * @param isMinimal whether nothing can be left out
     */
    public HardCore {
        features = List.copyOf(features);
        observed = List.copyOf(observed);
    }

    /**
     * Finds a core.
     *
     * @param given  a model and its evidence; likelihoods are not looked at
     * @param budget the time for it: when it is over, the smallest core so far is returned
     * @return a core; empty if none was found, be it that a state is possible
     */
    public static Optional<HardCore> of(ConditionedModel given, Budget budget) {
        return new Search(given, budget).core();
    }

    /** One member of a core for each literal that is assumed. */
    private static final class Search {

        private final ConditionedModel given;
        private final Budget budget;
        private final Int2ObjectLinkedOpenHashMap<Feature> features = new Int2ObjectLinkedOpenHashMap<>();
        private final Int2ObjectLinkedOpenHashMap<Integer> observations = new Int2ObjectLinkedOpenHashMap<>();

        Search(ConditionedModel given, Budget budget) {
            this.given = given;
            this.budget = budget;
        }

        Optional<HardCore> core() {
            int[] core = {};
            boolean minimal = false;
            try {
                HardClauses clauses = clauses();
                IntArrayList all = new IntArrayList(features.keySet());
                all.addAll(observations.keySet());
                if (clauses.ask(all.toIntArray(), Long.MAX_VALUE) != Possibility.IMPOSSIBLE) {
                    return Optional.empty();
                }
                core = ordered(clauses.core());
                minimal = true;
                // Backwards: every member that stays is in the final core.
                for (int i = core.length - 1; i >= 0; i--) {
                    Possibility without = clauses.ask(without(core, i), CONFLICTS);
                    if (without == Possibility.IMPOSSIBLE) {
                        int after = core.length - 1 - i;
                        core = ordered(clauses.core());
                        i = core.length - after;
                    }
                    minimal &= without != Possibility.UNKNOWN;
                }
            } catch (OutOfTimeException e) {
                minimal = false;
            }
            if (core.length == 0) {
                return Optional.empty();
            }
            List<Feature> used = new ArrayList<>();
            List<Integer> observed = new ArrayList<>();
            for (int literal : core) {
                if (features.containsKey(literal)) {
                    used.add(features.get(literal));
                } else {
                    observed.add(observations.get(literal));
                }
            }
            return Optional.of(new HardCore(used, observed, minimal));
        }

        private HardClauses clauses() {
            GraphicalModel model = given.original();
            HardClauses clauses = new HardClauses(model, budget);
            for (Feature feature : model.features()) {
                budget.check();
                if (feature instanceof Table table ? table.isHard()
                        : Double.isInfinite(((WeightedFeature) feature).weight())) {
                    features.put(clauses.addGuarded(feature), feature);
                }
            }
            for (int v : given.evidence().variables()) {
                // A variable with one value needs no observation.
                if (model.size(v) > 1) {
                    observations.put(clauses.literal(v, given.evidence().value(v)), (Integer) v);
                }
            }
            return clauses;
        }

        /** In the order of the model, observations last: those are left out first. */
        private int[] ordered(int[] core) {
            IntOpenHashSet members = new IntOpenHashSet(core);
            return Stream.concat(features.keySet().intStream().boxed(), observations.keySet().intStream().boxed())
                    .mapToInt(l -> l).filter(members::contains).toArray();
        }

        private static int[] without(int[] core, int i) {
            int[] rest = Arrays.copyOf(core, core.length - 1);
            System.arraycopy(core, i + 1, rest, i, core.length - i - 1);
            return rest;
        }
    }

    /**
     * The core in words.
     *
     * @param given the model and its evidence
     * @return observations, then constraints; some of them if there are many
     */
    public String describe(ConditionedModel given) {
        GraphicalModel model = given.original();
        List<String> members = new ArrayList<>();
        for (int v : observed) {
            Variable variable = model.variable(v);
            members.add("the observation " + variable.name() + "="
                    + variable.domain().label(given.evidence().value(v)));
        }
        features.forEach(feature -> members.add(name(model, feature)));
        int more = members.size() - MOST_NAMED;
        return members.stream().limit(MOST_NAMED).collect(Collectors.joining("; ")) + (more > 0 ? "; and " + more
                + " more" : "");
    }

    private static String name(GraphicalModel model, Feature feature) {
        if (!(feature instanceof Table)) {
            String text = model.describe(feature);
            return "'" + (text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "…") + "'";
        }
        int[] scope = feature.scope();
        return "the table over (" + Arrays.stream(scope).limit(MOST_VARIABLES).mapToObj(u -> model.variable(u).name())
                .collect(Collectors.joining(", ")) + (scope.length > MOST_VARIABLES ? ", …)" : ")");
    }
}
