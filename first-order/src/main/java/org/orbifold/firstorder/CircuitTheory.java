package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Formulas over domains of which only sizes are known, as {@link CircuitCompiler} takes them apart. Immutable.
 *
 * @param formulas the formulas
 */
record CircuitTheory(List<Formula> formulas) {

    /** What a formula says of its variables, by number. */
    sealed interface Expr { }

    /** Truth or falsity. */
    record Decided(boolean value) implements Expr { }

    /** An atom or its negation. */
    record Literal(Symbol symbol, int[] variables, boolean positive) implements Expr { }

    /** Whether two variables are the same element, or are not. */
    record Same(int left, int right, boolean equal) implements Expr { }

    /** A conjunction or a disjunction. */
    record Junction(boolean conjunction, List<Expr> parts) implements Expr { }

    /** An equivalence. */
    record Iff(Expr left, Expr right) implements Expr { }

    static final Decided TRUE = new Decided(true);
    static final Decided FALSE = new Decided(false);

    /**
     * A predicate over some domains; told apart by identity.
     *
     * @param name    for messages
     * @param domains the domain of each argument
     */
    static final class Symbol {
        private final String name;
        private final int[] domains;

        Symbol(String name, int... domains) {
            this.name = name;
            this.domains = domains;
        }

        int arity() {
            return domains.length;
        }

        int domain(int argument) {
            return domains[argument];
        }

        int[] domains() {
            return domains;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A weighted formula.
     *
     * @param parameter the number of its weight; −1 if it is hard
     * @param body      what it says
     * @param variables the domain of each variable
     * @param copies    domains whose sizes multiply its groundings: of variables that it no longer names
     */
    record Formula(int parameter, Expr body, int[] variables, int[] copies) {

        /** The formula with another body, simplified; variables that it no longer names become copies. */
        Formula with(Expr other) {
            Expr simple = simplified(other);
            Set<Integer> used = new TreeSet<>();
            collect(simple, used);
            if (used.size() == variables.length) {
                return new Formula(parameter, simple, variables, copies);
            }
            List<Integer> kept = List.copyOf(used);
            int[] number = new int[variables.length];
            List<Integer> more = new ArrayList<>();
            for (int v = 0; v < number.length; v++) {
                number[v] = kept.indexOf(v);
                if (number[v] < 0) {
                    more.add(variables[v]);
                }
            }
            int[] all = Arrays.copyOf(copies, copies.length + more.size());
            for (int i = 0; i < more.size(); i++) {
                all[copies.length + i] = more.get(i);
            }
            return new Formula(parameter, renumbered(simple, number),
                    kept.stream().mapToInt(v -> variables[v]).toArray(), all);
        }

        /** The domains whose sizes multiplied are its groundings. */
        int[] all() {
            int[] all = Arrays.copyOf(variables, variables.length + copies.length);
            System.arraycopy(copies, 0, all, variables.length, copies.length);
            return all;
        }
    }

    /** Goes through the literals. */
    static void literals(Expr expr, java.util.function.Consumer<Literal> sink) {
        if (expr instanceof Literal literal) {
            sink.accept(literal);
        } else if (expr instanceof Junction junction) {
            junction.parts.forEach(part -> literals(part, sink));
        } else if (expr instanceof Iff iff) {
            literals(iff.left, sink);
            literals(iff.right, sink);
        }
    }

    private static void collect(Expr expr, Set<Integer> used) {
        literals(expr, literal -> Arrays.stream(literal.variables).forEach(used::add));
        sames(expr, same -> used.addAll(List.of(same.left, same.right)));
    }

    /** Goes through the equalities. */
    static void sames(Expr expr, java.util.function.Consumer<Same> sink) {
        if (expr instanceof Same same) {
            sink.accept(same);
        } else if (expr instanceof Junction junction) {
            junction.parts.forEach(part -> sames(part, sink));
        } else if (expr instanceof Iff iff) {
            sames(iff.left, sink);
            sames(iff.right, sink);
        }
    }

    /** Replaces the leaves. */
    static Expr mapped(Expr expr, Function<Literal, Expr> literals, UnaryOperator<Expr> sames) {
        if (expr instanceof Literal literal) {
            return literals.apply(literal);
        } else if (expr instanceof Same) {
            return sames.apply(expr);
        } else if (expr instanceof Junction junction) {
            return new Junction(junction.conjunction,
                    junction.parts.stream().map(part -> mapped(part, literals, sames)).toList());
        } else if (expr instanceof Iff iff) {
            return new Iff(mapped(iff.left, literals, sames), mapped(iff.right, literals, sames));
        }
        return expr;
    }

    static Expr renumbered(Expr expr, int[] number) {
        return mapped(expr, literal -> new Literal(literal.symbol,
                Arrays.stream(literal.variables).map(v -> number[v]).toArray(), literal.positive), same -> {
            Same s = (Same) same;
            return new Same(number[s.left], number[s.right], s.equal);
        });
    }

    static Expr not(Expr expr) {
        if (expr instanceof Decided decided) {
            return decided.value ? FALSE : TRUE;
        } else if (expr instanceof Literal literal) {
            return new Literal(literal.symbol, literal.variables, !literal.positive);
        } else if (expr instanceof Same same) {
            return new Same(same.left, same.right, !same.equal);
        } else if (expr instanceof Junction junction) {
            return new Junction(!junction.conjunction, junction.parts.stream().map(CircuitTheory::not).toList());
        }
        Iff iff = (Iff) expr;
        return new Iff(not(iff.left), iff.right);
    }

    static Expr simplified(Expr expr) {
        if (expr instanceof Same same && same.left == same.right) {
            return same.equal ? TRUE : FALSE;
        } else if (expr instanceof Junction junction) {
            return junction(junction);
        } else if (expr instanceof Iff iff) {
            Expr left = simplified(iff.left);
            Expr right = simplified(iff.right);
            if (left instanceof Decided decided) {
                return decided.value ? right : simplified(not(right));
            } else if (right instanceof Decided decided) {
                return decided.value ? left : simplified(not(left));
            }
            return new Iff(left, right);
        }
        return expr;
    }

    private static Expr junction(Junction junction) {
        List<Expr> parts = new ArrayList<>();
        for (Expr given : junction.parts) {
            Expr part = simplified(given);
            if (part instanceof Decided decided) {
                if (decided.value != junction.conjunction) {
                    return decided;
                }
            } else if (part instanceof Junction inner && inner.conjunction == junction.conjunction) {
                inner.parts.forEach(one -> add(parts, one));
            } else {
                add(parts, part);
            }
        }
        for (Expr part : parts) {
            if (part instanceof Literal literal && parts.stream().anyMatch(other -> other instanceof Literal l
                    && l.positive != literal.positive && isSameAtom(l, literal))) {
                return junction.conjunction ? FALSE : TRUE;
            }
        }
        return parts.isEmpty() ? junction.conjunction ? TRUE : FALSE
                : parts.size() == 1 ? parts.get(0) : new Junction(junction.conjunction, List.copyOf(parts));
    }

    private static void add(List<Expr> parts, Expr part) {
        if (!(part instanceof Literal literal) || parts.stream().noneMatch(other -> other instanceof Literal l
                && l.positive == literal.positive && isSameAtom(l, literal))) {
            parts.add(part);
        }
    }

    private static boolean isSameAtom(Literal one, Literal other) {
        return one.symbol == other.symbol && Arrays.equals(one.variables, other.variables);
    }
}
