package org.orbifold.experiments.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.orbifold.firstorder.AtomPattern;
import org.orbifold.firstorder.LiftedResult;
import org.orbifold.inference.DetachedResult;
import org.orbifold.inference.InferenceResult;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.Term;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.io.Json;

/** Marginals as JSON, all of one schema: docs/schema/marginals.json. */
final class MarginalsJson {

    private static final List<String> TRUTH = List.of("0", "1");

    private MarginalsJson() { }

    /** The marginals of a ground model: all, or those of the queried atoms. */
    static String of(ModelInput.Question question, InferenceResult result) {
        DetachedResult all = result.detached();
        return question.queried().map(atoms -> all.withMarginals(atoms.stream().map(atom -> queried(all, atom))
                .toList())).orElse(all).toJson();
    }

    private static DetachedResult.Marginal queried(DetachedResult all, GroundNetwork.Queried atom) {
        if (atom.variable() < 0) {
            return binary(atom.name(), atom.truth() == TruthValue.TRUE ? 1 : 0, 0);
        }
        DetachedResult.Marginal found = all.marginals().get(atom.variable());
        return atom.value() < 0 ? found : new DetachedResult.Marginal(atom.name(),
                List.of(found.values().get(atom.value())), List.of(found.probabilities().get(atom.value())),
                List.of(found.errors().get(atom.value())), found.bounds().isEmpty() ? List.of()
                : List.of(found.bounds().get(atom.value())));
    }

    private static DetachedResult.Marginal binary(String name, double probability, double error) {
        return new DetachedResult.Marginal(name, TRUTH, List.of(1 - probability, probability), List.of(error, error),
                List.of());
    }

    /** The marginals of a first-order model, atom by atom. */
    static String ground(LiftedRoute route, LiftedResult result, double seconds) {
        List<DetachedResult.Marginal> atoms = new ArrayList<>();
        for (String predicate : route.predicates()) {
            result.forEachAtom(predicate, (name, probability) -> atoms.add(binary(name, probability, 0)));
        }
        for (Sentence.Atom atom : route.queriedAtoms()) {
            atoms.add(binary(LiftedRoute.name(atom), probability(result, atom), 0));
        }
        return new DetachedResult("EXACT", 0, OptionalDouble.of(result.logPartition()), OptionalDouble.of(0),
                Optional.empty(), Optional.empty(), seconds, List.of(route.plan().toString()), atoms).toJson();
    }

    /** The marginals of a first-order model by classes of equivalent atoms. */
    static String patterns(LiftedRoute route, LiftedResult result, double seconds) {
        List<Map<String, Object>> classes = new ArrayList<>();
        for (String predicate : route.predicates()) {
            for (AtomPattern pattern : result.patterns(predicate)) {
                classes.add(pattern(pattern.pattern(), pattern.example(), pattern.atoms(), pattern.probability()));
            }
        }
        for (Sentence.Atom atom : route.queriedAtoms()) {
            String name = LiftedRoute.name(atom);
            classes.add(pattern(name, name, 1, probability(result, atom)));
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("question", "marginals");
        all.put("verdict", "EXACT");
        all.put("largestError", 0.0);
        all.put("logPartition", result.logPartition());
        all.put("logPartitionError", 0.0);
        all.put("seconds", seconds);
        all.put("routes", List.of(route.plan().toString()));
        all.put("patterns", classes);
        return Json.text(all);
    }

    private static Map<String, Object> pattern(String atoms, String example, Number count, double probability) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("atoms", atoms);
        one.put("example", example);
        one.put("count", count);
        one.put("probability", probability);
        return one;
    }

    /** The probability of a ground atom. */
    static double probability(LiftedResult result, Sentence.Atom atom) {
        return result.probability(atom.predicate(), atom.arguments().stream()
                .map(term -> ((Term.Constant) term).name()).toArray(String[]::new));
    }
}
