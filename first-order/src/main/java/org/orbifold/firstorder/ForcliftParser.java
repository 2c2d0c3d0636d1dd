package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.logic.GroundingOptions;
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
    private final ProblemDraft draft;
    private final Map<String, Integer> arities = new LinkedHashMap<>();

    ForcliftParser(String file, String text) {
        this.file = file;
        this.draft = new ProblemDraft(file);
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
        return draft.build(GroundingOptions.defaults());
    }

    private void domain(ProblemText in) throws ModelParseException {
        String name = in.word("the name of a domain");
        int size = in.wholeNumber();
        if (size > ProblemDraft.MOST_ELEMENTS) {
            throw in.error("the domain " + name + " of " + size + " elements",
                    "at most " + ProblemDraft.MOST_ELEMENTS);
        }
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
        draft.type(name, domains.get(name));
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
        draft.predicate(name, types.toArray(String[]::new));
        if (!in.isAtEnd()) {
            draft.weights(name, pair(in));
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
        try {
            return Weight.parse(number);
        } catch (NumberFormatException e) {
            throw in.error("the weight '" + number + "'", "a decimal number or a quotient of two");
        }
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
        if (in.isAtEnd()) {
            draft.hard(sentence, in.line());
        } else {
            draft.formula(sentence, pair(in), in.line());
        }
    }

    /** {@code if A then B p}: p and 1 − p where A holds, one half where it does not. */
    private void conditional(ProblemText in) throws ModelParseException {
        Sentence condition = literal(in);
        in.expect("then", "after the condition");
        Sentence conclusion = literal(in);
        Weight probability = weight(in);
        addConditional(condition, conclusion, probability, in.line());
        if (in.skip("else")) {
            addConditional(Sentence.not(condition), conclusion, weight(in), in.line());
        }
    }

    private void addConditional(Sentence condition, Sentence conclusion, Weight probability, int line) {
        Weight other = Weight.of(probability.denominator().subtract(probability.numerator()),
                probability.denominator());
        add(Sentence.and(condition, conclusion), probability, line);
        add(Sentence.and(condition, Sentence.not(conclusion)), other, line);
        // About all variables of both, though the conclusion does not matter.
        add(Sentence.and(Sentence.not(condition), Sentence.or(conclusion, Sentence.not(conclusion))),
                Weight.parse("1/2"), line);
    }

    private void add(Sentence sentence, Weight weight, int line) {
        draft.formula(sentence, new CountingProblem.Weights(weight, Weight.ONE), line);
    }
}
