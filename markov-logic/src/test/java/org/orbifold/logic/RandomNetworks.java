package org.orbifold.logic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbifold.logic.Sentence.Connective;

/**
 * Small random networks with everything in them: two types, predicates with none to two arguments and exactly-one ones,
 * all connectives, quantifiers that hide outer variables, equality, constants, {@code +x} and {@code *P(x)}, hard
 * formulas; and databases with all three truth values, over open and closed worlds.
 */
final class RandomNetworks {

    /** The type of a variable follows from its name. */
    static final Map<String, String> TYPE_OF = Map.of("x", "a", "y", "a", "u", "b");

    private static final int MAX_ATOMS = 8;

    private final RandomGenerator random;
    private final Map<String, List<String>> constants = new LinkedHashMap<>();
    private final List<Predicate> predicates = new ArrayList<>();
    private final List<WeightedSentence> formulas = new ArrayList<>();
    private final boolean allHard;
    private final int depth;

    RandomNetworks(long seed, boolean allHard) {
        this(seed, allHard, 3);
    }

    RandomNetworks(long seed, boolean allHard, int depth) {
        this.random = new SplittableRandom(seed);
        this.allHard = allHard;
        this.depth = depth;
        constants.put("a", names("A", 1 + random.nextInt(3)));
        constants.put("b", names("B", 1 + random.nextInt(3)));
        List<Predicate> all = List.of(declared("P", "a"), declared("R", "a", "a"), declared("Q", "a", "b"),
                declared("Z"), declared("G", "a", "b!"), declared("H", "b!", "a!"), declared("S", "b"));
        int atoms = 0;
        for (int tries = 0; predicates.isEmpty() || tries < 12 && predicates.size() < 4; tries++) {
            Predicate next = all.get(random.nextInt(all.size()));
            if (!predicates.contains(next) && atoms + atoms(next) <= MAX_ATOMS) {
                predicates.add(next);
                atoms += atoms(next);
            }
        }
        for (int f = 1 + random.nextInt(3); f > 0; f--) {
            formulas.add(formula());
        }
    }

    private static List<String> names(String prefix, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add(prefix + i);
        }
        return names;
    }

    private static Predicate declared(String name, String... arguments) {
        List<Predicate.Argument> typed = new ArrayList<>();
        for (String argument : arguments) {
            typed.add(new Predicate.Argument(argument.replace("!", ""), argument.endsWith("!")));
        }
        return new Predicate(name, typed);
    }

    private int atoms(Predicate predicate) {
        return predicate.arguments().stream().mapToInt(argument -> constants.get(argument.type()).size())
                .reduce(1, (p, q) -> p * q);
    }

    Map<String, List<String>> constants() {
        return constants;
    }

    List<WeightedSentence> formulas() {
        return formulas;
    }

    /** The network, through the text of a file: writing and reading are tested along the way. */
    String text() {
        StringBuilder text = new StringBuilder();
        constants.forEach((type, names) -> text.append(type).append(" = {").append(String.join(", ", names))
                .append("}\n"));
        predicates.forEach(predicate -> text.append(predicate).append('\n'));
        formulas.forEach(formula -> text.append(formula).append('\n'));
        return text.toString();
    }

    /** All ground atoms. */
    List<Sentence.Atom> groundAtoms() {
        List<Sentence.Atom> atoms = new ArrayList<>();
        for (Predicate predicate : predicates) {
            extend(predicate, List.of(), atoms);
        }
        return atoms;
    }

    private void extend(Predicate predicate, List<Term> arguments, List<Sentence.Atom> atoms) {
        if (arguments.size() == predicate.arity()) {
            atoms.add(new Sentence.Atom(predicate.name(), arguments));
            return;
        }
        for (String constant : constants.get(predicate.arguments().get(arguments.size()).type())) {
            List<Term> more = new ArrayList<>(arguments);
            more.add(new Term.Constant(constant));
            extend(predicate, more, atoms);
        }
    }

    Predicate predicate(String name) {
        return predicates.stream().filter(predicate -> predicate.name().equals(name)).findFirst().orElseThrow();
    }

    List<Predicate> predicates() {
        return predicates;
    }

    /** A database, from sparse to dense. */
    Map<Sentence.Atom, TruthValue> database() {
        Map<Sentence.Atom, TruthValue> listed = new LinkedHashMap<>();
        Map<String, Integer> density = new LinkedHashMap<>();
        for (Sentence.Atom atom : groundAtoms()) {
            // Per predicate: nothing, a little or almost everything, so that all kinds of joins occur.
            int one = density.computeIfAbsent(atom.predicate(), name -> List.of(0, 0, 2, 9).get(random.nextInt(4)));
            if (random.nextInt(10) < one) {
                boolean oneTrue = predicate(atom.predicate()).exactlyOne();
                listed.put(atom, TruthValue.values()[oneTrue ? 2 * random.nextInt(2) : random.nextInt(3)]);
            }
        }
        return listed;
    }

    /** Some of the predicates. */
    List<String> some() {
        return predicates.stream().map(Predicate::name).filter(name -> random.nextInt(4) == 0).toList();
    }

    private WeightedSentence formula() {
        Sentence sentence = sentence(depth);
        int kind = allHard ? 0 : random.nextInt(8);
        if (kind == 0) {
            return new WeightedSentence(sentence, OptionalDouble.of(Double.POSITIVE_INFINITY), "");
        } else if (kind <= 2 && !(sentence instanceof Sentence.Atom)) {
            // An atom alone and without a weight would be read as a declaration.
            // Weights come from elsewhere: with + and * where it can be.
            return new WeightedSentence(varied(sentence), OptionalDouble.empty(), "");
        }
        return new WeightedSentence(sentence, OptionalDouble.of(0.25 * random.nextInt(-8, 9)), "");
    }

    private Sentence varied(Sentence sentence) {
        if (sentence instanceof Sentence.Atom atom) {
            List<Term> terms = atom.arguments().stream().map(term -> term instanceof Term.Variable variable
                    && random.nextInt(2) == 0 ? new Term.Variable(variable.name(), true) : term).toList();
            Sentence.Atom plus = new Sentence.Atom(atom.predicate(), terms);
            return random.nextInt(4) == 0 ? new Sentence.BothSigns(plus) : plus;
        } else if (sentence instanceof Sentence.Joined joined) {
            return new Sentence.Joined(joined.connective(), varied(joined.left()), varied(joined.right()));
        } else if (sentence instanceof Sentence.Not not) {
            return new Sentence.Not(varied(not.part()));
        }
        return sentence;
    }

    private Sentence sentence(int levels) {
        if (levels == 0 || random.nextInt(6) == 0) {
            return random.nextInt(7) == 0 ? guarded() : atom();
        }
        return switch (random.nextInt(8)) {
            case 0 -> new Sentence.Not(sentence(levels - 1));
            case 1 -> quantified(levels - 1);
            case 2 -> new Sentence.Joined(Connective.IFF, sentence(levels - 1), sentence(levels - 1));
            case 3 -> new Sentence.Joined(Connective.AND, sentence(levels - 1), sentence(levels - 1));
            case 4 -> new Sentence.Joined(Connective.OR, sentence(levels - 1), sentence(levels - 1));
            default -> new Sentence.Joined(Connective.IMPLIES, sentence(levels - 1), sentence(levels - 1));
        };
    }

    /** A quantifier over a variable that occurs in its body. */
    private Sentence quantified(int levels) {
        Sentence.Atom atom = atom();
        List<String> variables = atom.arguments().stream().filter(Term.Variable.class::isInstance)
                .map(Term::toString).distinct().limit(1 + random.nextInt(2)).toList();
        Sentence body = new Sentence.Joined(Connective.values()[random.nextInt(4)], atom, sentence(levels));
        if (!variables.isEmpty() && random.nextInt(3) == 0) {
            int least = random.nextInt(3);
            return new Sentence.Counted(least, random.nextBoolean() ? least : Integer.MAX_VALUE, variables, body);
        }
        return variables.isEmpty() ? body : new Sentence.Quantified(random.nextBoolean(), variables, body);
    }

    /** An equality next to atoms that give its variables a type. */
    private Sentence guarded() {
        Predicate unary = predicates.stream().filter(p -> p.arguments().stream().anyMatch(a -> a.type().equals("a")))
                .findFirst().orElse(null);
        if (unary == null) {
            return atom();
        }
        Sentence equal = new Sentence.Equal(new Term.Variable("x", false), random.nextBoolean()
                ? new Term.Variable("y", false) : constant("a"));
        Sentence premise = random.nextBoolean() ? equal : new Sentence.Not(equal);
        return new Sentence.Joined(Connective.values()[random.nextInt(3)], premise,
                new Sentence.Joined(Connective.OR, with(unary, "x"), with(unary, "y")));
    }

    private Sentence.Atom with(Predicate predicate, String variable) {
        return new Sentence.Atom(predicate.name(), predicate.arguments().stream().map(argument ->
                argument.type().equals("a") ? (Term) new Term.Variable(variable, false)
                        : new Term.Variable("u", false)).toList());
    }

    private Sentence.Atom atom() {
        Predicate predicate = predicates.get(random.nextInt(predicates.size()));
        return new Sentence.Atom(predicate.name(),
                predicate.arguments().stream().map(argument -> term(argument.type())).toList());
    }

    private Term term(String type) {
        if (random.nextInt(5) == 0) {
            return constant(type);
        }
        return new Term.Variable(type.equals("b") ? "u" : random.nextBoolean() ? "x" : "y", false);
    }

    private Term constant(String type) {
        List<String> names = constants.get(type);
        return new Term.Constant(names.get(random.nextInt(names.size())));
    }
}
