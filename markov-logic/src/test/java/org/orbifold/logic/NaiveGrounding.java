package org.orbifold.logic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.Connective;
import org.orbifold.logic.Sentence.Quantified;

/**
 * The definition, word by word: a world is a set of true atoms; its log-weight is the sum, over all formulas and all
 * choices of constants for the free variables, of the weight where the formula holds.
 */
final class NaiveGrounding {

    private final RandomNetworks network;
    private final List<Atom> atoms;
    private final Map<Atom, String> blocks = new HashMap<>();

    NaiveGrounding(RandomNetworks network) {
        this.network = network;
        this.atoms = network.groundAtoms();
    }

    /** All worlds that agree with the database, with closed-world predicates, and with exactly-one blocks. */
    List<Set<Atom>> worlds(Map<Atom, TruthValue> listed, Set<String> closed) {
        List<Set<Atom>> worlds = new ArrayList<>();
        for (int bits = 0; bits < 1 << atoms.size(); bits++) {
            Set<Atom> world = new LinkedHashSet<>();
            for (int i = 0; i < atoms.size(); i++) {
                if ((bits >> i & 1) == 1) {
                    world.add(atoms.get(i));
                }
            }
            if (atoms.stream().allMatch(atom -> agrees(atom, world.contains(atom), listed, closed))
                    && exactlyOne(world)) {
                worlds.add(world);
            }
        }
        return worlds;
    }

    private boolean agrees(Atom atom, boolean value, Map<Atom, TruthValue> listed, Set<String> closed) {
        TruthValue truth = listed.get(atom);
        if (truth != null) {
            return truth == TruthValue.UNKNOWN || truth == TruthValue.of(value);
        }
        if (!closed.contains(atom.predicate())) {
            return true;
        }
        if (network.predicate(atom.predicate()).exactlyOne()) {
            // A block stays open unless the database names a true or an unknown atom of it.
            return !value || atoms.stream().noneMatch(other -> sameBlock(atom, other)
                    && listed.getOrDefault(other, TruthValue.FALSE) != TruthValue.FALSE);
        }
        return !value;
    }

    private boolean sameBlock(Atom one, Atom other) {
        return block(one).equals(block(other));
    }

    private String block(Atom atom) {
        return blocks.computeIfAbsent(atom, this::blockName);
    }

    private String blockName(Atom atom) {
        Predicate predicate = network.predicate(atom.predicate());
        StringBuilder block = new StringBuilder(predicate.name());
        for (int i = 0; i < predicate.arity(); i++) {
            block.append('|').append(predicate.arguments().get(i).exactlyOne() ? "" : atom.arguments().get(i));
        }
        return block.toString();
    }

    private boolean exactlyOne(Set<Atom> world) {
        Map<String, Integer> count = new HashMap<>();
        for (Atom atom : atoms) {
            if (network.predicate(atom.predicate()).exactlyOne()) {
                count.merge(block(atom), world.contains(atom) ? 1 : 0, Integer::sum);
            }
        }
        return count.values().stream().allMatch(n -> n == 1);
    }

    /** The log-weight of a world; weights that no formula has come from a function of the instance's text. */
    double logWeight(Set<Atom> world, ToDoubleFunction<String> weights) {
        double sum = 0;
        for (WeightedSentence formula : network.formulas()) {
            Sentence open = formula.sentence();
            while (open instanceof Quantified quantified && quantified.forall()) {
                open = quantified.body();
            }
            for (Sentence signed : signs(open)) {
                sum += logWeight(formula, signed, world, weights);
            }
        }
        return sum;
    }

    private double logWeight(WeightedSentence formula, Sentence sentence, Set<Atom> world,
            ToDoubleFunction<String> weights) {
        Map<String, Boolean> free = new LinkedHashMap<>();
        collectFree(sentence, Set.of(), free);
        double sum = 0;
        for (Map<String, String> binding : bindings(new ArrayList<>(free.keySet()))) {
            boolean holds = holds(sentence, binding, world);
            if (formula.hard()) {
                sum += holds ? 0 : Double.NEGATIVE_INFINITY;
            } else if (holds) {
                Map<String, String> plus = new HashMap<>(binding);
                plus.keySet().removeIf(name -> !free.get(name));
                sum += formula.weight().isPresent() ? formula.weight().getAsDouble()
                        : weights.applyAsDouble(Substitution.instance(sentence, plus).toString());
            }
        }
        return sum;
    }

    private static List<Sentence> signs(Sentence sentence) {
        if (sentence instanceof Sentence.BothSigns both) {
            return List.of(both.atom(), new Sentence.Not(both.atom()));
        } else if (sentence instanceof Sentence.Not not) {
            return signs(not.part()).stream().map(part -> (Sentence) new Sentence.Not(part)).toList();
        } else if (sentence instanceof Sentence.Joined joined) {
            List<Sentence> all = new ArrayList<>();
            for (Sentence left : signs(joined.left())) {
                for (Sentence right : signs(joined.right())) {
                    all.add(new Sentence.Joined(joined.connective(), left, right));
                }
            }
            return all;
        }
        return List.of(sentence);
    }

    /** The free variables, and whether each has a plus somewhere. */
    private static void collectFree(Sentence sentence, Set<String> bound, Map<String, Boolean> free) {
        if (sentence instanceof Atom atom) {
            atom.arguments().forEach(term -> note(term, bound, free));
        } else if (sentence instanceof Sentence.Equal equal) {
            note(equal.left(), bound, free);
            note(equal.right(), bound, free);
        } else if (sentence instanceof Sentence.Not not) {
            collectFree(not.part(), bound, free);
        } else if (sentence instanceof Sentence.Joined joined) {
            collectFree(joined.left(), bound, free);
            collectFree(joined.right(), bound, free);
        } else if (sentence instanceof Quantified quantified) {
            Set<String> more = new LinkedHashSet<>(bound);
            more.addAll(quantified.variables());
            collectFree(quantified.body(), more, free);
        } else if (sentence instanceof Sentence.Counted counted) {
            Set<String> more = new LinkedHashSet<>(bound);
            more.addAll(counted.variables());
            collectFree(counted.body(), more, free);
        }
    }

    private static void note(Term term, Set<String> bound, Map<String, Boolean> free) {
        if (term instanceof Term.Variable variable && !bound.contains(variable.name())) {
            free.merge(variable.name(), variable.perConstant(), Boolean::logicalOr);
        }
    }

    private List<Map<String, String>> bindings(List<String> variables) {
        List<Map<String, String>> all = List.of(Map.of());
        for (String variable : variables) {
            List<Map<String, String>> next = new ArrayList<>();
            for (Map<String, String> binding : all) {
                for (String constant : network.constants().get(RandomNetworks.TYPE_OF.get(variable))) {
                    Map<String, String> more = new LinkedHashMap<>(binding);
                    more.put(variable, constant);
                    next.add(more);
                }
            }
            all = next;
        }
        return all;
    }

    private boolean holds(Sentence sentence, Map<String, String> binding, Set<Atom> world) {
        if (sentence instanceof Atom atom) {
            List<Term> constants = new ArrayList<>(atom.arguments().size());
            atom.arguments().forEach(term -> constants.add(new Term.Constant(name(term, binding))));
            return world.contains(new Atom(atom.predicate(), constants));
        } else if (sentence instanceof Sentence.Equal equal) {
            return name(equal.left(), binding).equals(name(equal.right(), binding));
        } else if (sentence instanceof Sentence.Not not) {
            return !holds(not.part(), binding, world);
        } else if (sentence instanceof Sentence.Joined joined) {
            boolean left = holds(joined.left(), binding, world);
            boolean right = holds(joined.right(), binding, world);
            return joined.connective() == Connective.AND ? left && right
                    : joined.connective() == Connective.OR ? left || right
                    : joined.connective() == Connective.IMPLIES ? !left || right : left == right;
        }
        if (sentence instanceof Sentence.Counted counted) {
            long count = bindings(counted.variables()).stream().filter(inner -> {
                Map<String, String> both = new HashMap<>(binding);
                both.putAll(inner);
                return holds(counted.body(), both, world);
            }).count();
            return count >= counted.least() && count <= counted.most();
        }
        Quantified quantified = (Quantified) sentence;
        return bindings(quantified.variables()).stream().map(inner -> {
            Map<String, String> both = new HashMap<>(binding);
            both.putAll(inner);
            return holds(quantified.body(), both, world);
        }).reduce(quantified.forall(), (p, q) -> quantified.forall() ? p && q : p || q);
    }

    private static String name(Term term, Map<String, String> binding) {
        return term instanceof Term.Variable variable ? binding.get(variable.name()) : ((Term.Constant) term).name();
    }
}
