package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.io.ModelParseException;

/** What a file of a counting problem has said so far, with the lines for messages. */
final class ProblemDraft {

    /** Elements of a domain: each has a name in memory. */
    static final int MOST_ELEMENTS = 9_999_999;

    /** Elements of a domain that formulas are checked with, beside those that they name. */
    private static final int MOST_CHECKED = 1000;

    private static final CountingProblem.Weights HARD = new CountingProblem.Weights(Weight.ONE, Weight.ZERO);
    private static final String EXPECTED = ", expected ";

    private record Line(Sentence sentence, CountingProblem.Weights weights, int number) {

        boolean isHard() {
            return weights.equals(HARD);
        }
    }

    private record Fact(TruthValue truth, String predicate, String[] constants, int number) { }

    private final String file;
    private final Map<String, List<String>> types = new LinkedHashMap<>();
    private final Map<String, String[]> predicates = new LinkedHashMap<>();
    private final Map<String, CountingProblem.Weights> weights = new LinkedHashMap<>();
    private final List<Line> formulas = new ArrayList<>();
    private final List<Fact> facts = new ArrayList<>();
    private final Map<String, TruthValue> truths = new HashMap<>();

    ProblemDraft(String file) {
        this.file = file;
    }

    void type(String name, List<String> elements) {
        types.put(name, elements);
    }

    void predicate(String name, String... argumentTypes) {
        predicates.put(name, argumentTypes);
    }

    void weights(String predicate, CountingProblem.Weights value) {
        weights.put(predicate, value);
    }

    void hard(Sentence sentence, int line) {
        formula(sentence, HARD, line);
    }

    void formula(Sentence sentence, CountingProblem.Weights value, int line) {
        formulas.add(new Line(sentence, value, line));
    }

    void fact(TruthValue truth, String predicate, String[] constants, int line) throws ModelParseException {
        String atom = predicate + "(" + String.join(",", constants) + ")";
        if (truths.getOrDefault(atom, truth) != truth) {
            throw new ModelParseException(file, line, atom + " is " + truth.toString().toLowerCase(Locale.ROOT)
                    + " here and was not before", "one statement about an atom");
        }
        truths.put(atom, truth);
        facts.add(new Fact(truth, predicate, constants, line));
    }

    /** The problem; each mistake in it is an error at its line. */
    CountingProblem build(GroundingOptions options) throws ModelParseException {
        checkFormulas();
        MarkovLogic.Builder network = declared(types);
        formulas.stream().filter(Line::isHard).forEach(line -> network.hard(line.sentence));
        Database.Builder known = Database.builder(network.build());
        for (Fact fact : facts) {
            try {
                known.set(fact.truth, fact.predicate, fact.constants);
            } catch (IllegalArgumentException e) {
                throw located(fact.number, e);
            }
        }
        CountingProblem problem = CountingProblem.of(known.build(), options);
        for (Map.Entry<String, CountingProblem.Weights> pair : weights.entrySet()) {
            problem = problem.withWeights(pair.getKey(), pair.getValue());
        }
        for (Line line : formulas) {
            problem = line.isHard() ? problem : problem.withFactor(line.sentence, line.weights);
        }
        return problem;
    }

    private MarkovLogic.Builder declared(Map<String, List<String>> elements) {
        MarkovLogic.Builder builder = MarkovLogic.builder();
        elements.forEach(builder::type);
        predicates.forEach(builder::predicate);
        return builder;
    }

    /** Checks all formulas at once; if something is wrong, finds the first formula by bisection. */
    private void checkFormulas() throws ModelParseException {
        Map<String, List<String>> elements = shortened();
        IllegalArgumentException fault = fault(elements, formulas.size());
        int right = 0;
        int wrong = formulas.size();
        while (fault != null && wrong - right > 1) {
            int middle = (right + wrong) >>> 1;
            IllegalArgumentException found = fault(elements, middle);
            fault = found == null ? fault : found;
            right = found == null ? middle : right;
            wrong = found == null ? wrong : middle;
        }
        if (fault != null) {
            throw located(wrong == 0 ? 1 : formulas.get(wrong - 1).number, fault);
        }
    }

    /** The first elements of each domain, and those that formulas may name: domains can have millions. */
    private Map<String, List<String>> shortened() {
        if (types.values().stream().allMatch(elements -> elements.size() <= MOST_CHECKED)) {
            return types;
        }
        Set<String> words = new HashSet<>();
        formulas.forEach(line -> words.addAll(Arrays.asList(line.sentence.toString().split("[^\\p{L}\\p{N}_]+"))));
        Map<String, List<String>> shortened = new LinkedHashMap<>();
        types.forEach((name, elements) -> {
            List<String> kept = new ArrayList<>(elements.subList(0, Math.min(MOST_CHECKED, elements.size())));
            elements.stream().skip(MOST_CHECKED).filter(words::contains).forEach(kept::add);
            shortened.put(name, kept);
        });
        return shortened;
    }

    /** What is wrong with the declarations and the first formulas; null if nothing is. */
    private @Nullable IllegalArgumentException fault(Map<String, List<String>> elements, int count) {
        MarkovLogic.Builder first = declared(elements);
        formulas.subList(0, count).forEach(line -> first.hard(line.sentence));
        try {
            first.build();
            return null;
        } catch (IllegalArgumentException e) {
            return e;
        }
    }

    private ModelParseException located(int line, IllegalArgumentException fault) {
        String message = String.valueOf(fault.getMessage());
        int at = message.lastIndexOf(EXPECTED);
        return at < 0 ? new ModelParseException(file, line, message, "a formula of the declared predicates")
                : new ModelParseException(file, line, message.substring(0, at),
                        message.substring(at + EXPECTED.length()));
    }
}
