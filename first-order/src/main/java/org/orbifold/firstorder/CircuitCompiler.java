package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.firstorder.CircuitTheory.Decided;
import org.orbifold.firstorder.CircuitTheory.Expr;
import org.orbifold.firstorder.CircuitTheory.Formula;
import org.orbifold.firstorder.CircuitTheory.Literal;
import org.orbifold.firstorder.CircuitTheory.Same;
import org.orbifold.firstorder.CircuitTheory.Symbol;

/**
 * Takes a theory apart until nothing is left of it, by the rules of lifted inference (de Salvo Braz 2007; Gogate and
 * Domingos 2011; Van den Broeck et al. 2011): independent parts; a variable that all atoms share (the parts for its
 * elements are independent and alike); atoms without arguments, true or false; a unary predicate, by the number of
 * elements that have it; pairs of elements, if only atoms between two elements are left.
 */
final class CircuitCompiler {

    /** Nodes of a circuit; beyond that, the rules split more than they bring. */
    private static final int MAX_NODES = 20_000;

    private int domains;
    private int nodes;

    CircuitCompiler(int domains) {
        this.domains = domains;
    }

    /** How many domains there are, with those that counting splits. */
    int domains() {
        return domains;
    }

    /** Compiles formulas; symbols are those whose atoms are counted, also if no formula is left about them. */
    CircuitNode compile(List<Formula> given, Set<Symbol> symbols) {
        List<CircuitNode.Product.Part> parts = new ArrayList<>();
        List<Formula> formulas = new ArrayList<>();
        for (Formula formula : given) {
            Formula simple = formula.with(formula.body());
            if (simple.body() instanceof Decided decided) {
                if (decided.value() == simple.parameter() >= 0) {
                    parts.add(once(new CircuitNode.Constant(simple.parameter(), simple.all())));
                }
            } else {
                formulas.add(simple);
            }
        }
        Map<Symbol, List<Formula>> uses = new LinkedHashMap<>();
        symbols.forEach(symbol -> uses.put(symbol, new ArrayList<>()));
        Map<Formula, Set<Symbol>> symbolsOf = new IdentityHashMap<>();
        for (Formula formula : formulas) {
            Set<Symbol> used = new LinkedHashSet<>();
            CircuitTheory.literals(formula.body(), literal -> used.add(literal.symbol()));
            if (used.isEmpty()) {
                throw new NotLiftableException("equalities alone");
            }
            symbolsOf.put(formula, used);
            used.forEach(symbol -> uses.get(symbol).add(formula));
        }
        Set<Symbol> seen = new LinkedHashSet<>();
        for (Symbol symbol : uses.keySet()) {
            if (uses.get(symbol).isEmpty()) {
                parts.add(once(new CircuitNode.Free(symbol.domains())));
            } else if (!seen.contains(symbol)) {
                parts.add(once(component(symbol, uses, symbolsOf, seen)));
            }
        }
        if (parts.size() == 1) {
            return parts.get(0).node();
        }
        count();
        return new CircuitNode.Product(List.copyOf(parts));
    }

    private static CircuitNode.Product.Part once(CircuitNode node) {
        return new CircuitNode.Product.Part(node, -1, false);
    }

    private void count() {
        if (++nodes > MAX_NODES) {
            throw new NotLiftableException("the formulas split into more than " + MAX_NODES + " parts");
        }
    }

    private CircuitNode component(Symbol first, Map<Symbol, List<Formula>> uses, Map<Formula, Set<Symbol>> symbolsOf,
            Set<Symbol> seen) {
        Set<Symbol> symbols = new LinkedHashSet<>();
        Set<Formula> formulas = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
        List<Formula> ordered = new ArrayList<>();
        List<Symbol> open = new ArrayList<>(List.of(first));
        while (!open.isEmpty()) {
            Symbol symbol = open.remove(open.size() - 1);
            if (symbols.add(symbol)) {
                for (Formula formula : uses.get(symbol)) {
                    if (formulas.add(formula)) {
                        ordered.add(formula);
                        open.addAll(symbolsOf.get(formula));
                    }
                }
            }
        }
        seen.addAll(symbols);
        count();
        return connected(ordered, symbols);
    }

    private CircuitNode connected(List<Formula> formulas, Set<Symbol> symbols) {
        for (Symbol symbol : symbols) {
            if (symbol.arity() == 0) {
                return branch(formulas, symbols, symbol);
            }
        }
        CircuitNode separated = separated(formulas, symbols);
        if (separated != null) {
            return separated;
        }
        Symbol unary = symbols.stream().filter(symbol -> symbol.arity() == 1)
                .max(java.util.Comparator.comparingLong(symbol -> formulas.stream().filter(formula ->
                        mentions(formula, symbol)).count())).orElse(null);
        if (unary != null) {
            return counted(formulas, symbols, unary);
        }
        return pairs(formulas, symbols);
    }

    private static boolean mentions(Formula formula, Symbol symbol) {
        boolean[] found = {false};
        CircuitTheory.literals(formula.body(), literal -> found[0] |= literal.symbol() == symbol);
        return found[0];
    }

    private CircuitNode branch(List<Formula> formulas, Set<Symbol> symbols, Symbol atom) {
        CircuitNode[] cases = new CircuitNode[2];
        Set<Symbol> rest = new LinkedHashSet<>(symbols);
        rest.remove(atom);
        for (int value = 0; value < 2; value++) {
            boolean holds = value == 1;
            cases[value] = compile(formulas.stream().map(formula -> formula.with(CircuitTheory.mapped(formula.body(),
                    literal -> literal.symbol() != atom ? literal
                            : literal.positive() == holds ? CircuitTheory.TRUE : CircuitTheory.FALSE,
                    same -> same))).toList(), rest);
        }
        count();
        return new CircuitNode.Branch(cases[1], cases[0]);
    }

    /** A variable of each formula, at the same argument of each predicate, in all atoms; null if there is none. */
    private @Nullable CircuitNode separated(List<Formula> formulas, Set<Symbol> symbols) {
        Formula first = formulas.get(0);
        for (int v = 0; v < first.variables().length; v++) {
            Map<Symbol, Integer> arguments = new HashMap<>();
            int[] variables = new int[formulas.size()];
            Arrays.fill(variables, -1);
            if (fits(formulas, 0, v, arguments, variables)) {
                int domain = first.variables()[v];
                Map<Symbol, Symbol> smaller = new HashMap<>();
                symbols.forEach(symbol -> smaller.put(symbol, new Symbol(symbol.toString(),
                        without(symbol.domains(), arguments.get(symbol)))));
                List<Formula> parts = new ArrayList<>();
                for (int f = 0; f < formulas.size(); f++) {
                    Formula formula = formulas.get(f);
                    int separator = variables[f];
                    int[] number = IntStream.range(0, formula.variables().length)
                            .map(i -> i > separator ? i - 1 : i).toArray();
                    parts.add(new Formula(formula.parameter(), CircuitTheory.mapped(formula.body(), literal ->
                            new Literal(smaller.get(literal.symbol()), Arrays.stream(without(literal.variables(),
                                    arguments.get(literal.symbol()))).map(i -> number[i]).toArray(),
                                    literal.positive()),
                            same -> new Same(number[((Same) same).left()], number[((Same) same).right()],
                                    ((Same) same).equal())),
                            without(formula.variables(), separator), formula.copies()));
                }
                CircuitNode child = compile(parts, new LinkedHashSet<>(symbols.stream().map(smaller::get).toList()));
                count();
                return new CircuitNode.Product(List.of(new CircuitNode.Product.Part(child, domain, false)));
            }
        }
        return null;
    }

    private static int[] without(int[] array, int index) {
        return IntStream.range(0, array.length).filter(i -> i != index).map(i -> array[i]).toArray();
    }

    /** Tries a separating variable of one formula, and what follows for all others. */
    private static boolean fits(List<Formula> formulas, int f, int variable, Map<Symbol, Integer> arguments,
            int[] variables) {
        if (variables[f] >= 0) {
            return variables[f] == variable;
        }
        Formula formula = formulas.get(f);
        variables[f] = variable;
        boolean[] fits = {true};
        CircuitTheory.sames(formula.body(), same -> fits[0] &= same.left() != variable && same.right() != variable);
        List<Symbol> added = new ArrayList<>();
        CircuitTheory.literals(formula.body(), literal -> {
            Integer known = arguments.get(literal.symbol());
            if (!fits[0]) {
                return;
            } else if (known == null) {
                int place = 0;
                while (place < literal.variables().length && literal.variables()[place] != variable) {
                    place++;
                }
                // Elsewhere the variable may not stand: an atom of one part would be one of another.
                fits[0] &= place < literal.variables().length && IntStream.range(place + 1, literal.variables().length)
                        .noneMatch(i -> literal.variables()[i] == variable);
                arguments.put(literal.symbol(), place);
                added.add(literal.symbol());
            } else {
                fits[0] &= literal.variables()[known] == variable
                        && Arrays.stream(literal.variables()).filter(v -> v == variable).count() == 1;
            }
        });
        if (!fits[0]) {
            return false;
        }
        for (Symbol symbol : added) {
            int argument = arguments.get(symbol);
            for (int g = 0; g < formulas.size(); g++) {
                int[] found = {-1};
                CircuitTheory.literals(formulas.get(g).body(), literal -> {
                    if (literal.symbol() == symbol) {
                        found[0] = literal.variables()[argument];
                    }
                });
                if (found[0] >= 0 && !fits(formulas, g, found[0], arguments, variables)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Sums over the number of elements that have a unary predicate; its domain is split in two. */
    private CircuitNode counted(List<Formula> formulas, Set<Symbol> symbols, Symbol unary) {
        int domain = unary.domain(0);
        int have = domains++;
        int lack = domains++;
        Shattering split = new Shattering(Map.of(domain, List.of(have, lack)));
        Set<Symbol> rest = new LinkedHashSet<>(symbols);
        rest.remove(unary);
        split.add(rest);
        List<Formula> parts = new ArrayList<>();
        for (Formula formula : formulas) {
            split.split(formula, (variables, literal) -> literal.symbol() != unary ? null
                    : variables[literal.variables()[0]] == have == literal.positive() ? CircuitTheory.TRUE
                    : CircuitTheory.FALSE, parts);
        }
        CircuitNode child = compile(parts, split.symbols());
        count();
        return new CircuitNode.Count(child, domain, have, lack);
    }

    /** The remaining atoms are between two elements of one domain: pairs, and single elements, are independent. */
    private CircuitNode pairs(List<Formula> formulas, Set<Symbol> symbols) {
        int domain = symbols.iterator().next().domain(0);
        for (Symbol symbol : symbols) {
            if (symbol.arity() != 2 || symbol.domain(0) != domain || symbol.domain(1) != domain) {
                throw new NotLiftableException("atoms of " + symbol
                        + " that neither a common variable nor a unary predicate takes apart");
            }
        }
        for (Formula formula : formulas) {
            boolean[] fits = {formula.variables().length <= 2};
            CircuitTheory.literals(formula.body(), literal -> fits[0] &= formula.variables().length == 1
                    || literal.variables()[0] != literal.variables()[1]);
            if (!fits[0]) {
                throw new NotLiftableException("a formula about more than two elements, or about one of two alone, "
                        + "with atoms of " + symbols.iterator().next());
            }
        }
        Map<Symbol, Symbol[]> between = new HashMap<>();
        Map<Symbol, Symbol> own = new HashMap<>();
        Set<Symbol> betweenAll = new LinkedHashSet<>();
        Set<Symbol> ownAll = new LinkedHashSet<>();
        for (Symbol symbol : symbols) {
            between.put(symbol, new Symbol[] {new Symbol(symbol.toString()), new Symbol(symbol.toString())});
            own.put(symbol, new Symbol(symbol.toString()));
            betweenAll.addAll(Arrays.asList(between.get(symbol)));
            ownAll.add(own.get(symbol));
        }
        List<Formula> pair = new ArrayList<>();
        List<Formula> self = new ArrayList<>();
        for (Formula formula : formulas) {
            self.add(new Formula(formula.parameter(), CircuitTheory.mapped(formula.body(), literal ->
                    new Literal(own.get(literal.symbol()), new int[0], literal.positive()), same ->
                    ((Same) same).equal() ? CircuitTheory.TRUE : CircuitTheory.FALSE), new int[0], formula.copies()));
            for (int order = 0; order < 2 && formula.variables().length == 2; order++) {
                int o = order;
                pair.add(new Formula(formula.parameter(), CircuitTheory.mapped(formula.body(), literal ->
                        new Literal(between.get(literal.symbol())[literal.variables()[0] ^ o], new int[0],
                                literal.positive()), same -> ((Same) same).equal() ? CircuitTheory.FALSE
                        : CircuitTheory.TRUE), new int[0], formula.copies()));
            }
        }
        CircuitNode ofPair = compile(pair, betweenAll);
        CircuitNode ofOne = compile(self, ownAll);
        count();
        return new CircuitNode.Product(List.of(new CircuitNode.Product.Part(ofPair, domain, true),
                new CircuitNode.Product.Part(ofOne, domain, false)));
    }

    /** Splits domains: formulas and predicates become one for each choice of parts. */
    static final class Shattering {

        /** What a literal comes to for some choice of the variables' domains; null if it stays. */
        interface Known {
            @Nullable Expr of(int[] variables, Literal literal);
        }

        private final Map<Integer, List<Integer>> parts;
        private final Map<Symbol, Map<List<Integer>, Symbol>> symbols = new LinkedHashMap<>();

        Shattering(Map<Integer, List<Integer>> parts) {
            this.parts = parts;
        }

        void add(Set<Symbol> all) {
            for (Symbol symbol : all) {
                Map<List<Integer>, Symbol> split = new LinkedHashMap<>();
                for (int[] domains : choices(symbol.domains())) {
                    split.put(Arrays.stream(domains).boxed().toList(), new Symbol(symbol.toString(), domains));
                }
                symbols.put(symbol, split);
            }
        }

        Set<Symbol> symbols() {
            Set<Symbol> all = new LinkedHashSet<>();
            symbols.values().forEach(split -> all.addAll(split.values()));
            return all;
        }

        private List<int[]> choices(int[] domains) {
            List<int[]> all = List.of(domains);
            for (int i = 0; i < domains.length; i++) {
                List<Integer> split = parts.get(domains[i]);
                if (split != null) {
                    List<int[]> more = new ArrayList<>();
                    for (int[] one : all) {
                        for (int part : split) {
                            int[] copy = one.clone();
                            copy[i] = part;
                            more.add(copy);
                        }
                    }
                    all = more;
                    if (all.size() > MAX_NODES) {
                        throw new NotLiftableException("the formulas split into more than " + MAX_NODES + " parts");
                    }
                }
            }
            return all;
        }

        /** Splits a formula; copies of unnamed variables are split domains too, whose sizes add up. */
        void split(Formula formula, Known known, List<Formula> target) {
            for (int[] variables : choices(formula.variables())) {
                Expr body = CircuitTheory.mapped(formula.body(), literal -> {
                    Expr decided = known.of(variables, literal);
                    if (decided != null) {
                        return decided;
                    }
                    List<Integer> domains = Arrays.stream(literal.variables()).mapToObj(v -> variables[v]).toList();
                    return new Literal(symbols.get(literal.symbol()).get(domains), literal.variables(),
                            literal.positive());
                }, same -> {
                    Same s = (Same) same;
                    return variables[s.left()] == variables[s.right()] ? s
                            : s.equal() ? CircuitTheory.FALSE : CircuitTheory.TRUE;
                });
                target.add(new Formula(formula.parameter(), CircuitTheory.simplified(body), variables,
                        formula.copies()));
            }
        }
    }
}
