package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * Makes a failing case smaller while it fails in the same way: without options, evidence, queries, variables, features
 * and values, and with rounder weights. Greedy: the first smaller case that fails is taken, until none does.
 */
final class Reducer {

    private final Context context;
    private final Budget budget;

    Reducer(Context context, Budget budget) {
        this.context = context.uncounted();
        this.budget = budget;
    }

    Failure reduce(Failure failure) {
        Failure best = failure;
        Optional<Failure> next = smaller(best);
        while (next.isPresent()) {
            best = next.get();
            next = smaller(best);
        }
        return best;
    }

    private Optional<Failure> smaller(Failure failure) {
        for (Case candidate : candidates(failure.c())) {
            if (budget.isOver()) {
                return Optional.empty();
            }
            Optional<Failure> found = Trial.run(failure.check(), failure.number(), candidate, context);
            if (found.isPresent() && found.get().aspect().equals(failure.aspect())) {
                return found;
            }
        }
        return Optional.empty();
    }

    static List<Case> candidates(Case c) {
        List<Case> all = new ArrayList<>();
        addEvidence(c, all);
        addModels(c, all);
        addAsked(c, all);
        c.settings().simpler().forEach(settings -> all.add(c.withSettings(settings)));
        addWeights(c, all);
        return all;
    }

    private static void addEvidence(Case c, List<Case> all) {
        Evidence evidence = c.evidence();
        if (evidence.isEmpty() && evidence.likelihoods().isEmpty()) {
            return;
        }
        all.add(c.withEvidence(Evidence.none()));
        for (int dropped : evidence.variables()) {
            Map<Integer, Integer> kept = new TreeMap<>();
            Arrays.stream(evidence.variables()).filter(v -> v != dropped).forEach(v -> kept.put(v, evidence.value(v)));
            all.add(c.withEvidence(evidence.withValues(kept)));
        }
        for (int dropped : evidence.likelihoods().keySet()) {
            Evidence kept = Evidence.none();
            for (int v : evidence.variables()) {
                kept = kept.and(v, evidence.value(v));
            }
            for (Map.Entry<Integer, List<Double>> soft : evidence.logLikelihoods().entrySet()) {
                kept = soft.getKey() == dropped ? kept : kept.withLogLikelihood(soft.getKey(),
                        soft.getValue().stream().mapToDouble(log -> log).toArray());
            }
            all.add(c.withEvidence(kept));
        }
    }

    private static void addAsked(Case c, List<Case> all) {
        Asked asked = c.asked();
        Asked[] simpler = {new Asked(List.of(), asked.event(), asked.condition()),
            new Asked(asked.targets(), Formula.TRUE, asked.condition()),
            new Asked(asked.targets(), asked.event(), Formula.TRUE)};
        Arrays.stream(simpler).filter(a -> !a.equals(asked)).forEach(a -> all.add(c.withAsked(a)));
        for (int k = 0; k < asked.targets().size(); k++) {
            List<Integer> kept = new ArrayList<>(asked.targets());
            kept.remove(k);
            all.add(c.withAsked(new Asked(kept, asked.event(), asked.condition())));
        }
        parts(asked.event()).forEach(f -> all.add(c.withAsked(new Asked(asked.targets(), f, asked.condition()))));
        parts(asked.condition()).forEach(f -> all.add(c.withAsked(new Asked(asked.targets(), asked.event(), f))));
    }

    private static List<Formula> parts(Formula formula) {
        if (formula instanceof Formula.Not not) {
            return List.of(not.part());
        } else if (formula instanceof Formula.And and) {
            return and.parts();
        } else if (formula instanceof Formula.Or or) {
            return or.parts();
        }
        return formula instanceof Formula.Iff iff ? List.of(iff.left(), iff.right()) : List.of();
    }

    private static void addModels(Case c, List<Case> all) {
        GraphicalModel model = c.model();
        for (int v = 0; v < model.variableCount(); v++) {
            for (int x = 0; x < model.size(v); x++) {
                without(c, v, x).ifPresent(all::add);
            }
        }
        for (int f = 0; f < model.features().size(); f++) {
            List<Feature> kept = new ArrayList<>(model.features());
            kept.remove(f);
            all.add(c.withModel(Rewriter.rebuilt(model, kept).model()));
        }
        for (int v = 0; v < model.variableCount(); v++) {
            for (int x = 0; model.size(v) > 1 && x < model.size(v); x++) {
                withoutValue(c, v, x).ifPresent(all::add);
            }
        }
    }

    /** The case with a variable fixed and removed; empty if that contradicts the model or the evidence. */
    private static Optional<Case> without(Case c, int variable, int value) {
        Evidence evidence = c.evidence();
        if (evidence.observes(variable) || evidence.likelihoods().containsKey(variable)) {
            return Optional.empty();
        }
        ConditionedModel given;
        try {
            given = c.model().condition(Evidence.of(variable, value));
        } catch (ContradictionException e) {
            return Optional.empty();
        }
        Mapping mapping = new Mapping(IntStream.range(0, c.model().variableCount()).map(given::fromOriginal).toArray(),
                Mapping.identity(c.model()).values());
        Asked asked = c.asked();
        Asked mapped = new Asked(asked.targets().stream().filter(v -> v != variable).map(given::fromOriginal).toList(),
                fixed(asked.event(), variable, value, mapping), fixed(asked.condition(), variable, value, mapping));
        return mapping.apply(evidence).map(left -> new Case(given.model(), left, mapped, c.settings()));
    }

    private static Formula fixed(Formula formula, int variable, int value, Mapping mapping) {
        return mapping.apply(formula.replace(literal -> literal.variable() != variable
                ? Formula.is(literal.variable(), literal.value())
                : literal.value() == value ? Formula.TRUE : Formula.FALSE));
    }

    private static Optional<Case> withoutValue(Case c, int variable, int value) {
        Mapping mapping = Mapping.identity(c.model());
        mapping.values()[variable] = IntStream.range(0, c.model().size(variable))
                .map(x -> x == value ? -1 : x > value ? x - 1 : x).toArray();
        return mapping.apply(c.evidence()).map(evidence -> new Case(mapping.apply(c.model(), Rewriter.names(c.model())),
                evidence, mapping.apply(c.asked()), c.settings()));
    }

    /** Entries and weights that are 0 or have fewer digits. */
    private static void addWeights(Case c, List<Case> all) {
        if (c.model().constant() != 0) {
            all.add(c.withModel(Mapping.identity(c.model()).apply(c.model(), -c.model().constant(),
                    Rewriter.names(c.model()))));
        }
        List<Feature> features = c.model().features();
        for (int f = 0; f < features.size(); f++) {
            for (Feature simpler : simpler(features.get(f))) {
                List<Feature> changed = new ArrayList<>(features);
                changed.set(f, simpler);
                all.add(c.withModel(Rewriter.rebuilt(c.model(), changed).model()));
            }
        }
    }

    private static List<Feature> simpler(Feature feature) {
        List<Feature> all = new ArrayList<>();
        if (feature instanceof Table table) {
            for (int i = 0; i < table.entryCount(); i++) {
                for (double value : rounder(table.entry(i))) {
                    double[] entries = table.entries();
                    entries[i] = value;
                    all.add(Table.of(table.scope(), table.sizes(), entries));
                }
            }
        } else if (feature instanceof WeightedFeature weighted) {
            rounder(weighted.weight()).forEach(value -> all.add(weighted.withWeight(value)));
        }
        return all;
    }

    private static List<Double> rounder(double value) {
        double rounded = Math.rint(value);
        return value == 0 ? List.of() : Double.isInfinite(value) ? List.of(0.0)
                : value == rounded ? List.of(0.0) : List.of(0.0, rounded, Math.rint(10 * value) / 10).stream()
                .filter(other -> other != value).distinct().toList();
    }
}
