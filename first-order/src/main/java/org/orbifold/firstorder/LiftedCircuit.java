package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.orbifold.firstorder.CircuitTheory.Expr;
import org.orbifold.firstorder.CircuitTheory.Formula;
import org.orbifold.firstorder.CircuitTheory.Literal;
import org.orbifold.firstorder.CircuitTheory.Symbol;
import org.orbifold.logic.Database;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Sentence;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Term;
import org.orbifold.pgm.time.Budget;

/**
 * log Z of a network of which nothing is observed, and the expected numbers of true groundings of its formulas, as a
 * circuit that is compiled once from the formulas and evaluated for any weights and any sizes of the domains.
 *
 * <p>Unlike {@link LiftedInference} it takes formulas with more than two variables and predicates with more than two
 * arguments, as long as its rules take them apart; it has no quantifiers, counts, evidence or marginals. The expected
 * count of a formula is the derivative of log Z with respect to its weight, computed along with log Z.
 *
 * <p>Cost of an evaluation: the product of the domain sizes over nested counts of unary predicates; friends and smokers
 * with n people take n + 1 terms. Immutable; safe for several threads.
 */
public final class LiftedCircuit {

    /** Constants that formulas name: each is a domain of its own. */
    private static final int MAX_NAMED = 40;

    /**
     * A formula of a circuit.
     *
     * @param sentence  what it says
     * @param parameter the number of its weight; −1 if it is hard
     */
    public record Weighted(Sentence sentence, int parameter) { }

    /**
     * What an evaluation finds.
     *
     * @param logPartition log Z; −∞ if no world is possible
     * @param expected     by parameter: the expected number of true groundings
     */
    public record Expectation(double logPartition, double[] expected) { }

    private final CircuitNode root;
    private final int domains;
    private final int parameters;
    /** By domain: its type, and its constant; null for those of a type that are not named. */
    private final Map<Integer, String[]> types;
    private final Map<String, Set<String>> named;

    private LiftedCircuit(CircuitNode root, int domains, int parameters, Map<Integer, String[]> types,
            Map<String, Set<String>> named) {
        this.root = root;
        this.domains = domains;
        this.parameters = parameters;
        this.types = types;
        this.named = named;
    }

    /**
     * Compiles formulas.
     *
     * @param network  the network, for its predicates and types
     * @param formulas the formulas
     * @return the circuit
     * @throws NotLiftableException if the rules do not take the formulas apart
     */
    public static LiftedCircuit compile(MarkovLogic network, List<Weighted> formulas) {
        return new Builder(network).build(formulas);
    }

    /**
     * Computes log Z and the expected counts.
     *
     * @param database says which constants there are; what it lists does not matter
     * @param weights  the weights, by parameter
     * @param budget   the time
     * @return log Z and the expected counts
     * @throws org.orbifold.pgm.time.OutOfTimeException if the time is over before
     */
    public Expectation evaluate(Database database, double[] weights, Budget budget) {
        int[] sizes = new int[domains];
        int largest = 0;
        for (Map.Entry<Integer, String[]> domain : types.entrySet()) {
            String[] what = domain.getValue();
            List<String> constants = database.constants(what[0]);
            int size;
            if (what.length > 1) {
                size = constants.contains(what[1]) ? 1 : 0;
            } else {
                size = constants.size() - (int) named.getOrDefault(what[0], Set.of()).stream()
                        .filter(constants::contains).count();
            }
            sizes[domain.getKey()] = size;
            largest = Math.max(largest, size);
        }
        double[] logFactorials = new double[largest + 1];
        for (int n = 1; n <= largest; n++) {
            logFactorials[n] = logFactorials[n - 1] + Math.log(n);
        }
        CircuitNode.Value value = root.value(new CircuitNode.Frame(weights, sizes, logFactorials, budget));
        double[] expected = new double[parameters];
        for (int i = 0; i < root.parameters().length; i++) {
            expected[root.parameters()[i]] = value.derivatives()[i];
        }
        return new Expectation(value.log(), expected);
    }

    /** Translates sentences. */
    private static final class Builder {
        private final MarkovLogic network;
        private final Map<String, Integer> domainOf = new LinkedHashMap<>();
        private final Map<String, Symbol> symbols = new LinkedHashMap<>();
        private final Map<String, Set<String>> named = new HashMap<>();
        /** Of the sentence at hand. */
        private final Map<String, Integer> variables = new LinkedHashMap<>();
        private final List<String> typeOf = new ArrayList<>();
        private final Map<Integer, String> constantOf = new HashMap<>();

        Builder(MarkovLogic network) {
            this.network = network;
            for (Predicate predicate : network.predicates()) {
                symbols.put(predicate.name(), new Symbol(predicate.name(), predicate.arguments().stream()
                        .mapToInt(argument -> domain(argument.type())).toArray()));
            }
        }

        private int domain(String type) {
            return domainOf.computeIfAbsent(type, key -> domainOf.size());
        }

        LiftedCircuit build(List<Weighted> given) {
            for (Predicate predicate : network.predicates()) {
                if (predicate.exactlyOne()) {
                    throw new NotLiftableException("the predicate " + predicate
                            + (predicate.function() ? " is a function" : " has an argument with '!'"));
                }
            }
            List<Formula> formulas = new ArrayList<>();
            List<Map<Integer, String>> constants = new ArrayList<>();
            for (Weighted weighted : given) {
                formulas.add(formula(weighted));
                constants.add(Map.copyOf(constantOf));
            }
            int parameters = given.stream().mapToInt(Weighted::parameter).max().orElse(-1) + 1;
            Map<Integer, String[]> types = new LinkedHashMap<>();
            domainOf.forEach((type, domain) -> types.put(domain, new String[] {type}));
            if (named.values().stream().mapToInt(Set::size).sum() > MAX_NAMED) {
                throw new NotLiftableException("formulas name more than " + MAX_NAMED + " constants");
            }
            int domains = domainOf.size();
            Map<Integer, List<Integer>> split = new HashMap<>();
            Map<String, Map<String, Integer>> domainOfConstant = new HashMap<>();
            for (Map.Entry<String, Set<String>> type : named.entrySet()) {
                List<Integer> parts = new ArrayList<>();
                int whole = domainOf.get(type.getKey());
                parts.add(domains);
                types.put(domains++, new String[] {type.getKey()});
                types.remove(whole);
                for (String constant : type.getValue()) {
                    parts.add(domains);
                    domainOfConstant.computeIfAbsent(type.getKey(), key -> new HashMap<>()).put(constant, domains);
                    types.put(domains++, new String[] {type.getKey(), constant});
                }
                split.put(whole, parts);
            }
            CircuitCompiler.Shattering shattering = new CircuitCompiler.Shattering(split);
            shattering.add(new LinkedHashSet<>(symbols.values()));
            List<Formula> parts = new ArrayList<>();
            for (int f = 0; f < formulas.size(); f++) {
                List<Formula> all = new ArrayList<>();
                Formula formula = formulas.get(f);
                shattering.split(formula, (chosen, literal) -> null, all);
                for (Formula part : all) {
                    boolean fits = true;
                    for (Map.Entry<Integer, String> constant : constants.get(f).entrySet()) {
                        String type = typeName(formula.variables()[constant.getKey()]);
                        fits &= part.variables()[constant.getKey()]
                                == domainOfConstant.get(type).get(constant.getValue());
                    }
                    if (fits) {
                        parts.add(part);
                    }
                }
            }
            parts = withoutSameConstants(parts, types);
            CircuitCompiler compiler = new CircuitCompiler(domains);
            CircuitNode root = compiler.compile(parts, shattering.symbols());
            keepRepeated(root, List.of());
            return new LiftedCircuit(root, compiler.domains(), parameters, types, named);
        }

        private String typeName(int domain) {
            return domainOf.entrySet().stream().filter(entry -> entry.getValue() == domain).findFirst().orElseThrow()
                    .getKey();
        }

        /** Two variables over the same named constant are the same element. */
        private static List<Formula> withoutSameConstants(List<Formula> formulas, Map<Integer, String[]> types) {
            List<Formula> result = new ArrayList<>();
            for (Formula formula : formulas) {
                int[] number = new int[formula.variables().length];
                for (int v = 0; v < number.length; v++) {
                    number[v] = v;
                    for (int w = 0; w < v; w++) {
                        if (formula.variables()[w] == formula.variables()[v]
                                && types.get(formula.variables()[v]).length > 1) {
                            number[v] = w;
                            break;
                        }
                    }
                }
                Formula merged = new Formula(formula.parameter(), CircuitTheory.renumbered(formula.body(), number),
                        formula.variables(), formula.copies());
                // A variable that went into another one has one element: it multiplies by 1, or by 0 with the other.
                result.add(merged);
            }
            return result;
        }

        private Formula formula(Weighted weighted) {
            variables.clear();
            typeOf.clear();
            constantOf.clear();
            Sentence sentence = weighted.sentence();
            while (sentence instanceof Sentence.Quantified quantified && quantified.forall()) {
                sentence = quantified.body();
            }
            Expr body = expr(sentence, true);
            String unknown = typeOf.stream().filter(String::isEmpty).findFirst().orElse(null);
            if (unknown != null) {
                throw new NotLiftableException("an equality of variables that no atom has in formula '" + sentence
                        + "'");
            }
            return new Formula(weighted.parameter(), CircuitTheory.simplified(body),
                    typeOf.stream().mapToInt(this::domain).toArray(), new int[0]);
        }

        private int element(Term term, String type) {
            int element;
            if (term instanceof Term.Variable variable) {
                element = variables.computeIfAbsent(variable.name(), key -> fresh());
            } else if (term instanceof Term.Constant constant) {
                if (type.isEmpty()) {
                    throw new NotLiftableException("an equality with the constant " + constant);
                }
                String key = type + " " + constant;
                element = variables.computeIfAbsent(key, name -> fresh());
                constantOf.put(element, constant.name());
                named.computeIfAbsent(type, name -> new TreeSet<>()).add(constant.name());
            } else {
                throw new NotLiftableException("the term " + term);
            }
            if (!type.isEmpty()) {
                typeOf.set(element, type);
            }
            return element;
        }

        private int fresh() {
            typeOf.add("");
            return typeOf.size() - 1;
        }

        private Expr expr(Sentence sentence, boolean positive) {
            if (sentence instanceof Sentence.Atom atom) {
                Predicate predicate = network.predicate(atom.predicate());
                int[] arguments = new int[predicate.arity()];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = element(atom.arguments().get(i), predicate.arguments().get(i).type());
                }
                return new Literal(symbols.get(predicate.name()), arguments, positive);
            } else if (sentence instanceof Sentence.Equal equal) {
                return new CircuitTheory.Same(element(equal.left(), ""), element(equal.right(), ""), positive);
            } else if (sentence instanceof Sentence.Not not) {
                return expr(not.part(), !positive);
            } else if (sentence instanceof Sentence.Joined joined) {
                if (joined.connective() == Connective.IFF) {
                    return new CircuitTheory.Iff(expr(joined.left(), positive), expr(joined.right(), true));
                }
                boolean implies = joined.connective() == Connective.IMPLIES;
                return new CircuitTheory.Junction(joined.connective() == Connective.AND == positive,
                        Stream.of(expr(joined.left(), implies != positive), expr(joined.right(), positive)).toList());
            }
            throw new NotLiftableException("quantifiers or counts in formula '" + sentence + "'");
        }
    }

    /** Keeps the values of nodes that stand inside a count of which they are independent. */
    private static void keepRepeated(CircuitNode node, List<CircuitNode.Count> around) {
        Set<Integer> own = new TreeSet<>(Arrays.stream(node.domains()).boxed().toList());
        if (around.stream().anyMatch(count -> !own.contains(count.have()) && !own.contains(count.lack()))
                && !node.children().isEmpty()) {
            node.keep();
        }
        List<CircuitNode.Count> inner = around;
        if (node instanceof CircuitNode.Count count) {
            inner = new ArrayList<>(around);
            inner.add(count);
        }
        for (CircuitNode child : node.children()) {
            keepRepeated(child, inner);
        }
    }
}
