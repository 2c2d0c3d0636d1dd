package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        MarkovLogic.Builder network = declared();
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

    private MarkovLogic.Builder declared() {
        MarkovLogic.Builder builder = MarkovLogic.builder();
        types.forEach(builder::type);
        predicates.forEach(builder::predicate);
        return builder;
    }

    /** Checks all formulas at once, and one by one only if something is wrong. */
    private void checkFormulas() throws ModelParseException {
        MarkovLogic.Builder all = declared();
        formulas.forEach(line -> all.hard(line.sentence));
        try {
            all.build();
        } catch (IllegalArgumentException e) {
            for (Line line : formulas) {
                try {
                    declared().hard(line.sentence).build();
                } catch (IllegalArgumentException alone) {
                    throw located(line.number, alone);
                }
            }
            throw located(1, e);
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
