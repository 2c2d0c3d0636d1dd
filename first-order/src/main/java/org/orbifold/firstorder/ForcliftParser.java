package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Sentence;
import org.orbifold.pgm.io.ModelParseException;

/**
 * Parses Forclift's parfactor graphs: lines {@code domain NAME SIZE {constants}}, {@code predicate NAME(DOMAIN,…) T F},
 * {@code LITERAL or LITERAL T F}, {@code LITERAL and LITERAL T F}, {@code if LITERAL then LITERAL P else Q}. Weights
 * are factors, not logarithms; a disjunction without them is hard.
 */
final class ForcliftParser {

    private final String file;
    private final String[] lines;
    private final Map<String, List<String>> domains = new LinkedHashMap<>();
    private final MarkovLogic.Builder builder = MarkovLogic.builder();
    private final Map<String, CountingProblem.Weights> weights = new LinkedHashMap<>();
    private final List<CountingProblem.Factor> factors = new ArrayList<>();
    private final Map<String, Integer> arities = new LinkedHashMap<>();

    ForcliftParser(String file, String text) {
        this.file = file;
        this.lines = text.split("\\R", -1);
    }

    CountingProblem parse() throws ModelParseException {
        for (int i = 0; i < lines.length; i++) {
            ProblemText in = new ProblemText(file, i + 1, lines[i], arities);
            if (in.isAtEnd() || lines[i].strip().startsWith("#") || lines[i].strip().startsWith("//")) {
                continue;
            } else if (in.skip("domain")) {
                domain(in);
            } else if (in.skip("predicate")) {
                predicate(in);
            } else if (in.skip("if")) {
                conditional(in);
            } else {
                factor(in);
            }
            if (!in.isAtEnd()) {
                throw in.error("unexpected " + in.here(), "nothing more on the line");
            }
        }
        MarkovLogic network;
        try {
            network = build();
        } catch (IllegalArgumentException e) {
            throw new ModelParseException(file, 1, e.getMessage(), "predicates that are declared");
        }
        CountingProblem problem = CountingProblem.of(Database.empty(network), GroundingOptions.defaults());
        for (Map.Entry<String, CountingProblem.Weights> pair : weights.entrySet()) {
            problem = problem.withWeights(pair.getKey(), pair.getValue());
        }
        for (CountingProblem.Factor factor : factors) {
            boolean hard = isHard(factor);
            problem = hard ? problem : problem.withFactor(factor.sentence(), factor.weights());
        }
        return problem;
    }

    private static boolean isHard(CountingProblem.Factor factor) {
        return factor.weights().ifFalse().isZero() && factor.weights().ifTrue().equals(Weight.ONE);
    }

    private MarkovLogic build() {
        factors.stream().filter(ForcliftParser::isHard).forEach(factor -> builder.hard(factor.sentence()));
        return builder.build();
    }

    private void domain(ProblemText in) throws ModelParseException {
        String name = in.word("the name of a domain");
        int size = in.wholeNumber();
        Set<String> constants = new LinkedHashSet<>();
        if (in.skip("{") && !in.skip("}")) {
            do {
                constants.add(in.word("a constant"));
            } while (in.skip(","));
            in.expect("}", "after the constants");
        }
        if (constants.size() > size) {
            throw in.error("the domain " + name + " of " + size + " elements has " + constants.size() + " constants",
                    "at most as many as elements");
        }
        for (int i = 1; constants.size() < size; i++) {
            constants.add(name + i);
        }
        if (domains.put(name, List.copyOf(constants)) != null) {
            throw in.error("the domain " + name + " is declared twice", "one declaration");
        }
        builder.type(name, List.copyOf(constants));
    }

    private void predicate(ProblemText in) throws ModelParseException {
        String name = in.word("the name of a predicate");
        List<String> types = new ArrayList<>();
        if (in.skip("(")) {
            do {
                String type = in.word("the name of a domain");
                if (!domains.containsKey(type)) {
                    throw in.error("the domain " + type + " is not declared", "one of " + domains.keySet());
                }
                types.add(type);
            } while (in.skip(","));
            in.expect(")", "after the domains");
        }
        if (arities.put(name, types.size()) != null) {
            throw in.error("the predicate " + name + " is declared twice or used before", "one declaration before");
        }
        builder.predicate(name, types.toArray(String[]::new));
        if (!in.isAtEnd()) {
            weights.put(name, pair(in));
        }
    }

    private CountingProblem.Weights pair(ProblemText in) throws ModelParseException {
        Weight ifTrue = weight(in);
        return new CountingProblem.Weights(ifTrue, weight(in));
    }

    private Weight weight(ProblemText in) throws ModelParseException {
        String number = in.number();
        if (number == null) {
            throw in.error("unexpected " + in.here(), "a weight: a number");
        }
        return Weight.parse(number);
    }

    private Sentence literal(ProblemText in) throws ModelParseException {
        boolean negated = in.skip("!") || in.skip("¬");
        int before = arities.size();
        Sentence atom = in.atom();
        if (arities.size() > before) {
            throw in.error("the predicate of '" + atom + "' is not declared", "a line 'predicate NAME(DOMAIN,…)'");
        }
        return negated ? Sentence.not(atom) : atom;
    }

    private void factor(ProblemText in) throws ModelParseException {
        Sentence sentence = literal(in);
        String joined = "";
        while (!in.isAtEnd()) {
            String sign = in.skip("and") ? "and" : in.skip("or") || in.skip("v") ? "or" : "";
            if (sign.isEmpty()) {
                break;
            } else if (!joined.isEmpty() && !joined.equals(sign)) {
                throw in.error("'and' and 'or' are mixed", "one of them in a line");
            }
            joined = sign;
            sentence = sign.equals("and") ? Sentence.and(sentence, literal(in)) : Sentence.or(sentence, literal(in));
        }
        factors.add(new CountingProblem.Factor(sentence, in.isAtEnd()
                ? new CountingProblem.Weights(Weight.ONE, Weight.ZERO) : pair(in)));
    }

    /** {@code if A then B p}: p and 1 − p where A holds, one half where it does not. */
    private void conditional(ProblemText in) throws ModelParseException {
        Sentence condition = literal(in);
        in.expect("then", "after the condition");
        Sentence conclusion = literal(in);
        Weight probability = weight(in);
        addConditional(condition, conclusion, probability);
        if (in.skip("else")) {
            addConditional(Sentence.not(condition), conclusion, weight(in));
        }
    }

    private void addConditional(Sentence condition, Sentence conclusion, Weight probability) {
        Weight other = Weight.of(probability.denominator().subtract(probability.numerator()),
                probability.denominator());
        add(Sentence.and(condition, conclusion), probability);
        add(Sentence.and(condition, Sentence.not(conclusion)), other);
        // About all variables of both, though the conclusion does not matter.
        add(Sentence.and(Sentence.not(condition), Sentence.or(conclusion, Sentence.not(conclusion))),
                Weight.parse("1/2"));
    }

    private void add(Sentence sentence, Weight weight) {
        factors.add(new CountingProblem.Factor(sentence, new CountingProblem.Weights(weight, Weight.ONE)));
    }
}
