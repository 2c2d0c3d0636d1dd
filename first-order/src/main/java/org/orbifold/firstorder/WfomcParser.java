package org.orbifold.firstorder;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.orbifold.logic.GroundingOptions;
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

    private final ProblemDraft draft;

    WfomcParser(String file, String text, boolean markovLogic) {
        this.file = file;
        this.draft = new ProblemDraft(file);
        this.markovLogic = markovLogic;
        this.lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            int comment = lines[i].indexOf('#');
            lines[i] = comment < 0 ? lines[i] : lines[i].substring(0, comment);
        }
    }

    CountingProblem parse() throws ModelParseException {
        int domain = IntStream.range(0, lines.length).filter(i -> DOMAIN.matcher(lines[i]).matches()).findFirst()
                .orElse(-1);
        if (domain < 0) {
            throw new ModelParseException(file, lines.length, "there is no domain",
                    "a line such as 'person = 10' after the sentence");
        }
        if (markovLogic) {
            for (int i = 0; i < domain; i++) {
                formula(i);
            }
        } else {
            ProblemText in = new ProblemText(file, 1, String.join("\n", List.of(lines).subList(0, domain)), arities);
            int blank = (int) Arrays.stream(lines).takeWhile(String::isBlank).count();
            draft.hard(in.sentence(), blank + 1);
            if (!in.isAtEnd()) {
                throw in.error("unexpected " + in.here(), "a connective or the domain on a line of its own");
            }
        }
        Matcher found = DOMAIN.matcher(lines[domain]);
        found.matches();
        String type = found.group(1);
        List<String> elements = elements(found, domain);
        draft.type(type, elements);
        for (int i = domain + 1; i < lines.length; i++) {
            line(i);
        }
        arities.forEach((name, arity) -> draft.predicate(name, IntStream.range(0, arity).mapToObj(k -> type)
                .toArray(String[]::new)));
        return draft.build(GroundingOptions.defaults().withOpen(arities.keySet().toArray(String[]::new)));
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
            draft.hard(sentence, i + 1);
        } else {
            draft.formula(sentence, new CountingProblem.Weights(exponential(in, weight), Weight.ONE), i + 1);
        }
    }

    private static Weight exponential(ProblemText in, String weight) throws ModelParseException {
        double exponent = weight.indexOf('/') < 0 ? Double.parseDouble(weight) : Double.NaN;
        if (!Double.isFinite(exponent)) {
            throw in.error("the weight '" + weight + "' of a formula", "a finite decimal number");
        }
        return Weight.exp(exponent);
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
            cardinality(in, i);
        } else if (WEIGHTS.matcher(line).matches() && !line.contains("(")) {
            weights(in, line);
        } else {
            evidence(in, i);
        }
        if (!WEIGHTS.matcher(line).matches() && !in.isAtEnd()) {
            throw in.error("unexpected " + in.here(), "nothing more on the line");
        }
    }

    private void cardinality(ProblemText in, int i) throws ModelParseException {
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
        draft.hard(bounds.of(variables, atom), i + 1);
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
            draft.weights(matcher.group(3), pair);
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
            draft.fact(TruthValue.of(!negated), atom.predicate(), atom.arguments().stream()
                    .map(term -> ((Term.Constant) term).name()).toArray(String[]::new), i + 1);
        } while (in.skip(","));
    }
}
