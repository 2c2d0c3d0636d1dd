package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.Term;
import org.orbifold.logic.TruthValue;
import org.orbifold.pgm.io.ModelParseException;

/**
 * Parses the files of WFOMC (yuanhong-wang/WFOMC): a sentence, or the formulas of a network; then a domain, weights of
 * atoms, cardinalities and evidence, a line each.
 */
final class WfomcParser {

    private static final Pattern DOMAIN =
            Pattern.compile("\\s*([A-Za-z_]\\w*)\\s*=\\s*(?:(\\d{1,7})|\\{([^}]*)\\})\\s*");
    private static final Pattern WEIGHTS = Pattern.compile("\\s*(\\S+)\\s+(\\S+)\\s+([A-Za-z_]\\w*)\\s*");

    private final String file;
    private final String[] lines;
    private final boolean markovLogic;
    private final Map<String, Integer> arities = new LinkedHashMap<>();

    /** A formula and its weights. */
    private record Weighted(Sentence sentence, CountingProblem.Weights weights) { }

    private record Fact(TruthValue truth, Sentence.Atom atom, int line) { }

    private final List<Weighted> formulas = new ArrayList<>();
    private final Map<String, CountingProblem.Weights> weights = new LinkedHashMap<>();
    private final List<Fact> facts = new ArrayList<>();

    WfomcParser(String file, String text, boolean markovLogic) {
        this.file = file;
        this.markovLogic = markovLogic;
        this.lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            int comment = lines[i].indexOf('#');
            lines[i] = comment < 0 ? lines[i] : lines[i].substring(0, comment);
        }
    }

    CountingProblem parse() throws ModelParseException {
        int domain = IntStream.range(0, lines.length).filter(i -> DOMAIN.matcher(lines[i]).matches()).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(file
                        + ": there is no domain; expected a line such as 'person = 10' after the sentence"));
        if (markovLogic) {
            for (int i = 0; i < domain; i++) {
                formula(i);
            }
        } else {
            ProblemText in = new ProblemText(file, 1, String.join("\n", List.of(lines).subList(0, domain)), arities);
            hard(in.sentence());
            if (!in.isAtEnd()) {
                throw in.error("unexpected " + in.here(), "a connective or the domain on a line of its own");
            }
        }
        Matcher found = DOMAIN.matcher(lines[domain]);
        found.matches();
        List<String> elements = elements(found, domain);
        for (int i = domain + 1; i < lines.length; i++) {
            line(i);
        }
        return problem(found.group(1), elements);
    }

    private void hard(Sentence sentence) {
        formulas.add(new Weighted(sentence, new CountingProblem.Weights(Weight.ONE, Weight.ZERO)));
    }

    /** A formula of a network: with a weight before it, or hard with a dot after it. */
    private void formula(int i) throws ModelParseException {
        String line = lines[i].strip();
        if (line.isEmpty()) {
            return;
        }
        boolean hard = line.endsWith(".");
        ProblemText in = new ProblemText(file, i + 1, hard ? line.substring(0, line.length() - 1) : line, arities);
        String weight = in.number();
        if (hard == (weight != null)) {
            throw in.error(hard ? "the formula has a weight and a final '.'" : "the formula has no weight",
                    "either a weight before it or a '.' after it");
        }
        Sentence sentence = in.sentence();
        if (!in.isAtEnd()) {
            throw in.error("unexpected " + in.here(), "a connective or the end of the line");
        }
        if (hard) {
            hard(sentence);
        } else {
            formulas.add(new Weighted(sentence, new CountingProblem.Weights(Weight.exp(Double.parseDouble(weight)),
                    Weight.ONE)));
        }
    }

    private List<String> elements(Matcher domain, int line) throws ModelParseException {
        if (domain.group(2) != null) {
            int size = Integer.parseInt(domain.group(2));
            return IntStream.range(0, size).mapToObj(i -> domain.group(1) + i).toList();
        }
        Set<String> names = new LinkedHashSet<>();
        for (String name : domain.group(3).isBlank() ? new String[0] : domain.group(3).split(",")) {
            if (!name.strip().matches("[a-z0-9]\\w*") || !names.add(name.strip())) {
                throw new ModelParseException(file, line + 1, "the element '" + name.strip() + "' of the domain",
                        "different names that begin in lower case");
            }
        }
        return List.copyOf(names);
    }

    /** A line after the domain. */
    private void line(int i) throws ModelParseException {
        String line = lines[i];
        ProblemText in = new ProblemText(file, i + 1, line, arities);
        if (line.isBlank()) {
            return;
        } else if (DOMAIN.matcher(line).matches()) {
            throw in.error("there are two domains", "one");
        } else if (in.skip("|")) {
            cardinality(in);
        } else if (WEIGHTS.matcher(line).matches() && !line.contains("(")) {
            weights(in, line);
        } else {
            evidence(in, i);
        }
        if (!WEIGHTS.matcher(line).matches() && !in.isAtEnd()) {
            throw in.error("unexpected " + in.here(), "nothing more on the line");
        }
    }

    private void cardinality(ProblemText in) throws ModelParseException {
        String predicate = in.word("the name of a predicate");
        in.expect("|", "after the predicate");
        Integer arity = arities.get(predicate);
        if (arity == null || arity == 0) {
            throw in.error("the predicate '" + predicate + "' " + (arity == null ? "is in no formula"
                    : "has no arguments"), "one of " + arities.keySet() + " with arguments");
        }
        List<String> variables = IntStream.range(0, arity).mapToObj(k -> "x" + k).toList();
        Sentence atom = new Sentence.Atom(predicate, variables.stream()
                .<Term>map(name -> new Term.Variable(name, false)).toList());
        ProblemText.Bounds bounds = in.bounds();
        hard(bounds.of(variables, atom));
    }

    private void weights(ProblemText in, String line) throws ModelParseException {
        Matcher matcher = WEIGHTS.matcher(line);
        matcher.matches();
        try {
            CountingProblem.Weights pair = new CountingProblem.Weights(Weight.parse(matcher.group(1)),
                    Weight.parse(matcher.group(2)));
            if (!arities.containsKey(matcher.group(3))) {
                throw in.error("the predicate '" + matcher.group(3) + "' is in no formula",
                        "one of " + arities.keySet());
            }
            weights.put(matcher.group(3), pair);
        } catch (NumberFormatException e) {
            throw in.error("'" + line.strip() + "' is no line of weights",
                    "two numbers and a predicate, for example '2.7 1 aux'");
        }
    }

    private void evidence(ProblemText in, int i) throws ModelParseException {
        do {
            boolean negated = in.skip("~") || in.skip("!");
            if (!(in.atom() instanceof Sentence.Atom atom)
                    || atom.arguments().stream().anyMatch(Term.Variable.class::isInstance)) {
                throw in.error("evidence is not about elements of the domain",
                        "ground atoms, for example P(domain0), ~P(domain1)");
            }
            facts.add(new Fact(TruthValue.of(!negated), atom, i));
        } while (in.skip(","));
    }

    private CountingProblem problem(String type, List<String> elements) throws ModelParseException {
        MarkovLogic.Builder builder = MarkovLogic.builder().type(type, elements);
        arities.forEach((name, arity) -> builder.predicate(name, IntStream.range(0, arity).mapToObj(k -> type)
                .toArray(String[]::new)));
        formulas.stream().filter(one -> one.weights.ifFalse().isZero()).forEach(one -> builder.hard(one.sentence));
        MarkovLogic network = builder.build();
        Database.Builder known = Database.builder(network);
        for (Fact fact : facts) {
            for (Term term : fact.atom.arguments()) {
                if (!elements.contains(((Term.Constant) term).name())) {
                    throw new ModelParseException(file, fact.line + 1, "'" + term + "' is no element of the domain",
                            "one of " + elements.subList(0, Math.min(5, elements.size())));
                }
            }
            known.set(fact.truth, fact.atom.predicate(), fact.atom.arguments().stream()
                    .map(term -> ((Term.Constant) term).name()).toArray(String[]::new));
        }
        CountingProblem problem = CountingProblem.of(known.build(), GroundingOptions.defaults().withOpen(
                arities.keySet().toArray(String[]::new)));
        for (Weighted one : formulas) {
            problem = one.weights.ifFalse().isZero() ? problem : problem.withFactor(one.sentence, one.weights);
        }
        for (Map.Entry<String, CountingProblem.Weights> pair : weights.entrySet()) {
            problem = problem.withWeights(pair.getKey(), pair.getValue());
        }
        return problem;
    }
}
