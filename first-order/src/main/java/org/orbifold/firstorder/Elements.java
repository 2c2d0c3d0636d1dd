package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.orbifold.logic.KnownAtoms;
import org.orbifold.logic.TruthValue;

/**
 * The elements of the domain in sorts and classes. Elements of a sort are alike in all formulas: a constant that a
 * formula or evidence on a binary predicate names is a sort of its own, the others of a type are one. A class has the
 * elements of a sort of which the same is known.
 */
final class Elements {

    /** Constants that are named; each multiplies the histograms by its number of cells. */
    private static final int MAX_NAMED = 12;

    /**
     * A sort.
     *
     * @param type     the number of its type
     * @param constant the only element; −1 for all elements that are not named
     * @param size     how many elements
     */
    record Sort(int type, int constant, int size) {

        boolean matches(Role role) {
            return role.type() == type && (role.constant() < 0 || role.constant() == constant);
        }
    }

    /**
     * An atom of a single element: P(x), or R(x,x).
     *
     * @param symbol the predicate
     * @param type   the type of x
     */
    record OwnAtom(int symbol, int type) { }

    /**
     * Elements of a sort of which the same is known.
     *
     * @param sort    the sort's number
     * @param members constants of its type, ascending
     * @param truths  of each own atom of the type; {@link TruthValue#UNKNOWN} where it is open
     * @param odds    log odds of soft evidence on each own atom, 0 where there is none
     */
    record ElementClass(int sort, int[] members, TruthValue[] truths, double[] odds) {

        int size() {
            return members.length;
        }
    }

    private final Theory theory;
    private final KnownAtoms known;
    private final boolean[] used;
    private final List<Sort> sorts = new ArrayList<>();
    private final List<List<OwnAtom>> own = new ArrayList<>();
    private final List<ElementClass> classes = new ArrayList<>();
    /** The class of each constant of each type. */
    private final int[][] classOf;

    Elements(Theory theory, KnownAtoms known) {
        this.theory = theory;
        this.known = known;
        this.used = theory.usedSymbols();
        known.soft().forEach(soft -> used[theory.symbol(soft.predicate())] = true);
        for (int t = 0; t < theory.types().size(); t++) {
            own.add(new ArrayList<>());
        }
        for (int p = 0; p < used.length; p++) {
            List<Integer> types = theory.symbols().get(p).types();
            if (used[p] && types.size() > 2) {
                throw new NotLiftableException("the predicate " + theory.symbols().get(p).predicate() + " has "
                        + types.size() + " arguments");
            }
            if (used[p] && !types.isEmpty() && types.get(0).equals(types.get(types.size() - 1))) {
                own.get(types.get(0)).add(new OwnAtom(p, types.get(0)));
            }
        }
        this.classOf = new int[theory.types().size()][];
        List<Set<Integer>> named = named();
        for (int t = 0; t < classOf.length; t++) {
            addType(t, named.get(t));
        }
    }

    /** The constants of each type that formulas or evidence on pairs name. */
    private List<Set<Integer>> named() {
        List<Set<Integer>> named = new ArrayList<>();
        theory.types().forEach(type -> named.add(new TreeSet<>()));
        theory.factors().forEach(factor -> name(factor.roles(), factor.form(), named));
        theory.quantifiers().forEach(quantifier -> name(quantifier.roles(), quantifier.body(), named));
        for (int p = 0; p < used.length; p++) {
            if (used[p] && theory.symbols().get(p).arity() == 2) {
                nameListed(p, named);
            }
        }
        int count = named.stream().mapToInt(Set::size).sum();
        if (count > MAX_NAMED) {
            throw new NotLiftableException(count + " constants are named in formulas or in evidence on binary "
                    + "predicates, more than " + MAX_NAMED);
        }
        return named;
    }

    private void name(List<Role> roles, Form form, List<Set<Integer>> named) {
        roles.stream().filter(role -> role.constant() >= 0).forEach(role ->
                named.get(role.type()).add(role.constant()));
        Form.forEach(form, part -> {
            if (part instanceof Form.Is is) {
                int type = roles.get(is.element()).type();
                int constant = known.constant(theory.types().get(type), is.name());
                if (constant >= 0) {
                    named.get(type).add(constant);
                }
            }
        });
    }

    private void nameListed(int symbol, List<Set<Integer>> named) {
        Theory.Symbol predicate = theory.symbols().get(symbol);
        Set<List<Integer>> pairs = new TreeSet<>((a, b) -> a.get(0).equals(b.get(0))
                ? a.get(1) - b.get(1) : a.get(0) - b.get(0));
        TruthValue unlisted = known.unlisted(predicate.name());
        boolean sameType = predicate.types().get(0).equals(predicate.types().get(1));
        known.forEachListed(predicate.name(), (constants, truth) -> {
            if (truth != unlisted && !(sameType && constants[0] == constants[1])) {
                pairs.add(List.of(constants[0], constants[1]));
            }
        });
        known.soft().stream().filter(soft -> soft.predicate().equals(predicate.name()))
                .filter(soft -> !(sameType && soft.constants().get(0).equals(soft.constants().get(1))))
                .forEach(soft -> pairs.add(soft.constants()));
        if (pairs.size() > MAX_NAMED * MAX_NAMED) {
            throw new NotLiftableException("evidence on the binary predicate " + predicate.predicate() + " ("
                    + pairs.size() + " atoms)");
        }
        for (List<Integer> pair : pairs) {
            named.get(predicate.types().get(0)).add(pair.get(0));
            named.get(predicate.types().get(1)).add(pair.get(1));
            if (named.stream().mapToInt(Set::size).sum() > MAX_NAMED) {
                throw new NotLiftableException("evidence on the binary predicate " + predicate.predicate() + " ("
                        + pairs.size() + " atoms about more than " + MAX_NAMED + " constants)");
            }
        }
    }

    private void addType(int type, Set<Integer> named) {
        int size = known.database().constants(theory.types().get(type)).size();
        List<OwnAtom> atoms = own.get(type);
        TruthValue[] usual = new TruthValue[atoms.size()];
        Arrays.setAll(usual, a -> known.unlisted(theory.symbols().get(atoms.get(a).symbol).name()));
        TruthValue[][] truths = new TruthValue[size][];
        double[][] odds = new double[size][];
        double[] none = new double[atoms.size()];
        Arrays.fill(truths, usual);
        Arrays.fill(odds, none);
        for (int a = 0; a < atoms.size(); a++) {
            int atom = a;
            String predicate = theory.symbols().get(atoms.get(a).symbol).name();
            known.forEachListed(predicate, (constants, truth) -> {
                if (constants[0] == constants[constants.length - 1] && truth != usual[atom]) {
                    truths[constants[0]] = truths[constants[0]].clone();
                    truths[constants[0]][atom] = truth;
                }
            });
            known.soft().stream().filter(soft -> soft.predicate().equals(predicate)).forEach(soft -> {
                int element = soft.constants().get(0);
                if (element == soft.constants().get(soft.constants().size() - 1)) {
                    odds[element] = odds[element].clone();
                    odds[element][atom] += soft.logOdds();
                }
            });
        }
        classOf[type] = new int[size];
        for (int constant : named) {
            sorts.add(new Sort(type, constant, 1));
            classOf[type][constant] = classes.size();
            classes.add(new ElementClass(sorts.size() - 1, new int[] {constant}, truths[constant], odds[constant]));
        }
        if (size > named.size()) {
            addUnnamed(type, named, truths, odds);
        }
    }

    private void addUnnamed(int type, Set<Integer> named, TruthValue[][] truths, double[][] odds) {
        sorts.add(new Sort(type, -1, truths.length - named.size()));
        Map<List<Object>, List<Integer>> byKnown = new LinkedHashMap<>();
        List<Object> last = List.of();
        int lastElement = -1;
        for (int e = 0; e < truths.length; e++) {
            if (!named.contains(e)) {
                if (lastElement < 0 || truths[e] != truths[lastElement] || odds[e] != odds[lastElement]) {
                    last = List.of(List.of(truths[e]), Arrays.stream(odds[e]).boxed().toList());
                    lastElement = e;
                }
                byKnown.computeIfAbsent(last, key -> new ArrayList<>()).add(e);
            }
        }
        for (List<Integer> members : byKnown.values()) {
            int first = members.get(0);
            members.forEach(e -> classOf[type][e] = classes.size());
            classes.add(new ElementClass(sorts.size() - 1, members.stream().mapToInt(Integer::intValue).toArray(),
                    truths[first], odds[first]));
        }
    }

    Theory theory() {
        return theory;
    }

    KnownAtoms known() {
        return known;
    }

    /** Whether formulas, weights or soft evidence say something about a predicate. */
    boolean isUsed(int symbol) {
        return used[symbol];
    }

    List<Sort> sorts() {
        return sorts;
    }

    List<ElementClass> classes() {
        return classes;
    }

    /** The own atoms of the elements of a type. */
    List<OwnAtom> own(int type) {
        return own.get(type);
    }

    int classOf(int type, int constant) {
        return classOf[type][constant];
    }

    /** How many elements may stand in a role. */
    long count(Role role) {
        return role.constant() >= 0 ? 1 : known.database().constants(theory.types().get(role.type())).size();
    }

    /** The truth value, if known, of the atom R(x,y) of two different elements of two sorts. */
    TruthValue truth(int symbol, Sort first, Sort second) {
        String name = theory.symbols().get(symbol).name();
        return first.constant >= 0 && second.constant >= 0 ? known.truth(name, first.constant, second.constant)
                : known.unlisted(name);
    }

    /** The log odds of soft evidence on the atom R(x,y) of two different elements, of a sort each. */
    double odds(int symbol, Sort first, Sort second) {
        if (first.constant < 0 || second.constant < 0) {
            return 0;
        }
        return known.soft().stream().filter(soft -> soft.predicate().equals(theory.symbols().get(symbol).name())
                && soft.constants().equals(List.of(first.constant, second.constant)))
                .mapToDouble(KnownAtoms.Soft::logOdds).sum();
    }
}
