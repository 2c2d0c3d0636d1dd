package org.orbifold.logic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.NearestNames;

/**
 * A Markov logic network: types, predicates and weighted formulas of first-order logic (Richardson and Domingos,
 * <em>Markov logic networks</em>, 2006). Immutable.
 *
 * <pre>{@code
 * MarkovLogic network = MarkovLogic.builder()
 *         .type("person", "Anna", "Bob")
 *         .predicate("Friends", "person", "person")
 *         .predicate("Smokes", "person")
 *         .formula(2, implies(and(atom("Friends", "x", "y"), atom("Smokes", "x")), atom("Smokes", "y")))
 *         .build();
 * }</pre>
 */
public final class MarkovLogic {

    /** Predicates that an error lists. */
    private static final int MOST_LISTED = 20;

    /** Sets of arguments are bits of an int. */
    static final int MAX_ARITY = 30;

    private final Map<String, Constants> types;
    private final Map<String, Predicate> predicates;
    private final Set<String> closed;
    private final List<WeightedSentence> formulas;
    private final Naming naming;

    private MarkovLogic(Naming naming, Map<String, Constants> types, Map<String, Predicate> predicates,
            Set<String> closed, List<WeightedSentence> formulas) {
        this.naming = naming;
        this.types = types;
        this.predicates = predicates;
        this.closed = closed;
        this.formulas = formulas;
    }

    /**
     * The network with a formula without a weight for each predicate that has no formula of its own, such as
     * {@code Friends(x1,x2)}: learned, its weight says how frequent the predicate is. Predicates that are closed-world
     * or have exactly one true atom for each value of the others get none.
     *
     * @return a network with these formulas after the others
     */
    public MarkovLogic withUnits() {
        List<WeightedSentence> all = new ArrayList<>(formulas);
        for (Predicate predicate : predicates.values()) {
            boolean present = formulas.stream().anyMatch(formula -> formula.sentence() instanceof Sentence.Atom atom
                    && atom.predicate().equals(predicate.name())
                    && atom.arguments().stream().allMatch(term -> term instanceof Term.Variable)
                    && atom.arguments().stream().distinct().count() == predicate.arity());
            if (!present && !predicate.exactlyOne() && !predicate.function() && !closed.contains(predicate.name())) {
                String[] variables = new String[predicate.arity()];
                Arrays.setAll(variables, i -> "x" + (i + 1));
                all.add(new WeightedSentence(Sentence.atom(predicate.name(), variables), OptionalDouble.empty(),
                        Optional.empty(), ""));
            }
        }
        return new MarkovLogic(naming, types, predicates, closed, List.copyOf(all));
    }

    /**
     * The network with types that databases may extend: a declaration lists constants, and not necessarily all.
     *
     * @return a network with the same predicates and formulas
     */
    public MarkovLogic withExtensibleTypes() {
        Map<String, Constants> extensible = new LinkedHashMap<>();
        types.forEach((name, constants) -> extensible.put(name, constants.extensible()));
        return new MarkovLogic(naming, Collections.unmodifiableMap(extensible), predicates, closed, formulas);
    }

    /**
     * A formula as files of this network write it: constants and variables in the notation that the network was read
     * in. The text of a {@link Sentence} itself is in the default notation.
     *
     * @param sentence a formula
     * @return the text
     */
    public String text(Sentence sentence) {
        return SentenceText.of(sentence, naming);
    }

    /**
     * Returns a builder for a new network.
     *
     * @return an empty builder
     */
    public static Builder builder() {
        return builder(new Naming(ConstantNames.UPPER));
    }

    static Builder builder(Naming naming) {
        return new Builder(naming);
    }

    /** Distinguishes variables from constants in databases, queries and weights of this network. */
    Naming naming() {
        return naming;
    }

    /**
     * Whether a bare word is a constant in databases and queries of this network.
     *
     * @param word a word without quotes
     * @return whether it is no variable
     */
    public boolean isConstant(String word) {
        return naming.isConstant(word);
    }

    /**
     * Returns the predicates.
     *
     * @return an immutable collection, in the order of their declaration
     */
    public Collection<Predicate> predicates() {
        return predicates.values();
    }

    /**
     * Returns a predicate.
     *
     * @param name its name
     * @return the predicate
     * @throws IllegalArgumentException if there is none of that name
     */
    public Predicate predicate(String name) {
        Predicate predicate = predicates.get(name);
        if (predicate == null) {
            throw new UnlocatedError(name, "there is no predicate '" + name + "'", predicates.isEmpty()
                    ? "a network that declares some" : "one of "
                    + predicates.values().stream().limit(MOST_LISTED).map(Predicate::toString)
                    .collect(Collectors.joining(" ")) + (predicates.size() > MOST_LISTED ? " …" : "")
                    + NearestNames.hint(name, predicates.keySet()));
        }
        return predicate;
    }

    /**
     * Returns whether the network itself declares a predicate as closed-world.
     *
     * @param predicate the predicate's name
     * @return whether its atoms are false unless a database lists them, a query asks for them or an option opens it
     */
    public boolean isClosedWorld(String predicate) {
        return closed.contains(predicate);
    }

    /**
     * Returns the formulas.
     *
     * @return an immutable list, in the order of their addition
     */
    public List<WeightedSentence> formulas() {
        return formulas;
    }

    /**
     * Returns the names of the types.
     *
     * @return an immutable collection, in the order of their first appearance
     */
    public Collection<String> types() {
        return types.keySet();
    }

    /**
     * Returns the constants of a type that the network itself names; a database may add more.
     *
     * @param type the type's name
     * @return the constants, possibly none
     */
    public List<String> constants(String type) {
        Constants constants = types.get(type);
        if (constants == null) {
            throw new IllegalArgumentException("there is no type '" + type + "'; expected one of " + types.keySet());
        }
        return List.copyOf(constants.names());
    }

    Map<String, Constants> typeTable() {
        return types;
    }

    Map<String, Predicate> predicateTable() {
        return predicates;
    }

    /** The network as a {@code .mln} file. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        types.values().stream().filter(type -> type.size() > 0).forEach(type -> text.append(type.type()).append(" = ")
                .append(type.names().stream().map(name -> new Term.Constant(name).toString())
                        .collect(Collectors.joining(", ", "{", "}\n"))));
        predicates.values().forEach(predicate ->
                text.append(isClosedWorld(predicate.name()) ? "*" : "").append(predicate).append('\n'));
        formulas.forEach(formula -> text.append(formula).append('\n'));
        return text.toString();
    }

    /** Builds a {@link MarkovLogic}. Mistakes in formulas are refused by {@link #build()}. */
    public static final class Builder {

        private static final int MAX_STARRED = 10;

        private final Map<String, Constants> types = new LinkedHashMap<>();
        private final Map<String, Predicate> predicates = new LinkedHashMap<>();
        private final Set<String> closed = new LinkedHashSet<>();
        private final List<WeightedSentence> formulas = new ArrayList<>();

        private final Naming naming;

        private Builder(Naming naming) {
            this.naming = naming;
        }

        private Constants type(String name) {
            return types.computeIfAbsent(name, key -> new Constants(key, naming));
        }

        /**
         * Declares a type with all its constants. A type that is not declared has the constants that formulas and
         * databases name.
         *
         * @param name      its name
         * @param constants its constants, all different
         * @return this builder
         */
        public Builder type(String name, String... constants) {
            return type(name, List.of(constants));
        }

        /**
         * Declares a type with all its constants.
         *
         * @param name      its name
         * @param constants its constants, all different
         * @return this builder
         */
        public Builder type(String name, List<String> constants) {
            Constants type = type(name);
            declare(type, constants);
            return this;
        }

        /** Puts all constants of a declaration into a type; those that it had already must be among them. */
        static void declare(Constants type, List<String> constants) {
            if (type.isComplete()) {
                throw new UnlocatedError(type.type(), "the type '" + type.type() + "' is declared twice",
                        "one declaration");
            }
            Constants declared = new Constants(type.type(), type.naming());
            for (String constant : constants) {
                if (declared.id(constant) >= 0) {
                    throw new UnlocatedError(constant, "the constant '" + constant + "' stands twice in the type '"
                            + type.type() + "'", "each constant once");
                }
                declared.add(constant);
            }
            for (String known : type.names()) {
                if (declared.id(known) < 0) {
                    throw new UnlocatedError(type.type(), "the constant '" + known
                            + "', used before, is missing in type '" + type.type() + "'",
                            "all constants in the declaration");
                }
            }
            constants.forEach(type::add);
            type.setComplete();
        }

        /**
         * Declares a predicate.
         *
         * @param name      its name
         * @param arguments the types of its arguments; {@code type!} where exactly one constant makes it true
         * @return this builder
         */
        public Builder predicate(String name, String... arguments) {
            List<Predicate.Argument> typed = new ArrayList<>();
            for (String argument : arguments) {
                boolean exactlyOne = argument.endsWith("!");
                typed.add(new Predicate.Argument(
                        exactlyOne ? argument.substring(0, argument.length() - 1) : argument, exactlyOne));
            }
            return predicate(new Predicate(name, typed));
        }

        /**
         * Declares a function: for each choice of its arguments it has exactly one value.
         *
         * @param value     the type of its value
         * @param name      its name
         * @param arguments the types of its arguments
         * @return this builder
         */
        public Builder function(String value, String name, String... arguments) {
            List<Predicate.Argument> typed = new ArrayList<>();
            for (String argument : arguments) {
                typed.add(new Predicate.Argument(argument, false));
            }
            typed.add(new Predicate.Argument(value, true));
            return predicate(new Predicate(name, typed, true));
        }

        Builder predicate(Predicate predicate) {
            if (predicate.arity() > MAX_ARITY) {
                throw new UnlocatedError(predicate.name(), "the predicate '" + predicate.name() + "' has "
                        + predicate.arity() + " arguments", "at most " + MAX_ARITY);
            }
            if (predicates.putIfAbsent(predicate.name(), predicate) != null) {
                throw new UnlocatedError(predicate.name(), "the predicate '" + predicate.name() + "' is declared twice",
                        "one declaration");
            }
            predicate.arguments().forEach(argument -> type(argument.type()));
            return this;
        }

        /**
         * Makes predicates closed-world even if no database lists atoms of them.
         *
         * @param names the names of predicates declared before
         * @return this builder
         */
        public Builder closedWorld(String... names) {
            for (String name : names) {
                if (!predicates.containsKey(name)) {
                    throw new UnlocatedError(name, "there is no predicate '" + name + "'", "its declaration first");
                }
                closed.add(name);
            }
            return this;
        }

        /** Marks arguments of a predicate declared before as exactly-one. */
        void exactlyOne(String name, boolean[] marks) {
            Predicate old = Objects.requireNonNull(predicates.get(name));
            if (old.function()) {
                throw new UnlocatedError(name, "the function '" + name + "' is marked with '!'",
                        "no mark: a function has exactly one value anyway");
            }
            List<Predicate.Argument> arguments = new ArrayList<>();
            for (int i = 0; i < marks.length; i++) {
                Predicate.Argument argument = old.arguments().get(i);
                arguments.add(new Predicate.Argument(argument.type(), marks[i] || argument.exactlyOne()));
            }
            predicates.put(name, new Predicate(name, arguments));
        }

        /** The predicate of a name; null if none is declared. */
        @Nullable Predicate find(String name) {
            return predicates.get(name);
        }

        /**
         * Adds a formula.
         *
         * @param weight   its weight; +∞ makes it hard
         * @param sentence what it says
         * @return this builder
         */
        public Builder formula(double weight, Sentence sentence) {
            return add(new WeightedSentence(sentence, OptionalDouble.of(weight), ""));
        }

        /**
         * Adds a formula whose weight, or weights per constant, {@link GroundingOptions#withWeights} gives.
         *
         * @param sentence what it says
         * @return this builder
         */
        public Builder formula(Sentence sentence) {
            return add(new WeightedSentence(sentence, OptionalDouble.empty(), ""));
        }

        /**
         * Adds a formula that must hold.
         *
         * @param sentence what it says
         * @return this builder
         */
        public Builder hard(Sentence sentence) {
            return formula(Double.POSITIVE_INFINITY, sentence);
        }

        Builder add(WeightedSentence formula) {
            formulas.add(formula);
            return this;
        }

        private TypedFormula typed(WeightedSentence formula, Map<String, Constants> known) {
            Sentence plain = Arithmetic.plain(formula.sentence());
            try {
                return TypeInference.of(Substitution.opened(plain), predicates, known);
            } catch (UnlocatedError fault) {
                // Of what was rewritten no place is known but that of the whole.
                boolean rewritten = plain != formula.sentence() || formula.weightVariable().isPresent();
                throw rewritten ? new UnlocatedError(formula, fault.problem(), fault.expected()) : fault;
            }
        }

        /**
         * Checks all formulas and returns the network.
         *
         * @return the network
         * @throws IllegalArgumentException if a formula uses a predicate, constant or variable wrongly
         */
        public MarkovLogic build() {
            Map<String, Constants> known = new LinkedHashMap<>();
            types.forEach((name, constants) -> known.put(name, constants.copy()));
            for (WeightedSentence formula : formulas) {
                if (Substitution.starred(formula.sentence()) > MAX_STARRED) {
                    throw new UnlocatedError(formula, "the formula has more than " + MAX_STARRED + " atoms with '*'",
                            "fewer: each doubles the number of formulas");
                }
                TypedFormula typed = typed(formula, known);
                if (formula.hard() && !typed.perConstant().isEmpty()) {
                    throw new UnlocatedError(typed.perConstant().get(0).firstUse(),
                            "a hard formula has no weights that '+' could distinguish", "the variable without '+'");
                }
            }
            return new MarkovLogic(naming, Collections.unmodifiableMap(known),
                    Collections.unmodifiableMap(new LinkedHashMap<>(predicates)), Set.copyOf(closed),
                    List.copyOf(formulas));
        }
    }
}
