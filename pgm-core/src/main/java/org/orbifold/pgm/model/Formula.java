package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A propositional formula over literals "X = v".
 *
 * <p>Made with the static methods, for example
 * {@code implies(and(is(0, 1), is(1, 1)), not(is(2, 0)))}. Conjunctions and disjunctions take any number of parts;
 * evaluation is recursive in the depth of nesting, not in the number of parts.
 */
public sealed interface Formula {

    /** The formula that always holds. */
    Formula TRUE = new Constant(true);

    /** The formula that never holds. */
    Formula FALSE = new Constant(false);

    /**
     * Truth or falsity.
     *
     * @param value which of them
     */
    record Constant(boolean value) implements Formula {
        @Override
        public String toString() {
            return value ? "true" : "false";
        }
    }

    /**
     * A literal as a formula.
     *
     * @param literal the literal
     */
    record Atom(Literal literal) implements Formula {
        /**
         * Makes a formula.
         *
         * @param literal the literal
         */
        public Atom {
            Objects.requireNonNull(literal, "the literal is null");
        }

        @Override
        public String toString() {
            return literal.toString();
        }
    }

    /**
     * A negation.
     *
     * @param part the negated formula
     */
    record Not(Formula part) implements Formula {
        /**
         * Makes a negation.
         *
         * @param part the negated formula
         */
        public Not {
            Objects.requireNonNull(part, "the negated formula is null");
        }

        @Override
        public String toString() {
            return "¬" + part;
        }
    }

    /**
     * A conjunction; the empty one holds.
     *
     * @param parts what must hold
     */
    record And(List<Formula> parts) implements Formula {
        /**
         * Copies the parts.
         *
         * @param parts what must hold
         */
        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return parts.stream().map(Formula::toString).collect(Collectors.joining(" ∧ ", "(", ")"));
        }
    }

    /**
     * A disjunction; the empty one does not hold.
     *
     * @param parts of which one must hold
     */
    record Or(List<Formula> parts) implements Formula {
        /**
         * Copies the parts.
         *
         * @param parts of which one must hold
         */
        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return parts.stream().map(Formula::toString).collect(Collectors.joining(" ∨ ", "(", ")"));
        }
    }

    /**
     * An equivalence.
     *
     * @param left  one side
     * @param right the other side
     */
    record Iff(Formula left, Formula right) implements Formula {
        @Override
        public String toString() {
            return "(" + left + " ⇔ " + right + ")";
        }
    }

    /**
     * A count: the number of parts that hold is within bounds. It is never expanded into clauses.
     *
     * @param parts the counted formulas
     * @param least the fewest that may hold
     * @param most  the most that may hold
     */
    record Count(List<Formula> parts, int least, int most) implements Formula {
        /**
         * Copies the parts.
         *
         * @param parts the counted formulas
         * @param least the fewest that may hold
         * @param most  the most that may hold
         */
        public Count {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return parts.stream().map(Formula::toString)
                    .collect(Collectors.joining(", ", least + " to " + most + " of {", "}"));
        }
    }

    /**
     * Returns the formula "variable = value".
     *
     * @param variable the variable's index
     * @param value    the value's index
     * @return the formula
     */
    static Formula is(int variable, int value) {
        return new Atom(new Literal(variable, value));
    }

    /**
     * Returns a negation.
     *
     * @param part the negated formula
     * @return the formula
     */
    static Formula not(Formula part) {
        return new Not(part);
    }

    /**
     * Returns a conjunction.
     *
     * @param parts what must hold
     * @return the formula
     */
    static Formula and(Formula... parts) {
        return new And(List.of(parts));
    }

    /**
     * Returns a disjunction.
     *
     * @param parts of which one must hold
     * @return the formula
     */
    static Formula or(Formula... parts) {
        return new Or(List.of(parts));
    }

    /**
     * Returns an implication.
     *
     * @param premise    the premise
     * @param conclusion the conclusion
     * @return the formula ¬premise ∨ conclusion
     */
    static Formula implies(Formula premise, Formula conclusion) {
        return or(not(premise), conclusion);
    }

    /**
     * Returns an equivalence.
     *
     * @param left  one side
     * @param right the other side
     * @return the formula
     */
    static Formula iff(Formula left, Formula right) {
        return new Iff(left, right);
    }

    /**
     * Returns whether the formula holds in a state.
     *
     * @param state a value index for every variable
     * @return whether it holds
     */
    default boolean holds(int[] state) {
        return holds(state, -1, 0);
    }

    /**
     * Returns whether the formula holds in the state in which one variable has another value.
     *
     * @param state    a value index for every variable
     * @param variable the variable to read differently
     * @param value    the value to read for it
     * @return whether it holds there
     */
    default boolean holds(int[] state, int variable, int value) {
        if (this instanceof Atom atom) {
            int actual = atom.literal.variable() == variable ? value : state[atom.literal.variable()];
            return actual == atom.literal.value();
        } else if (this instanceof Not not) {
            return !not.part.holds(state, variable, value);
        } else if (this instanceof And and) {
            for (Formula part : and.parts) {
                if (!part.holds(state, variable, value)) {
                    return false;
                }
            }
            return true;
        } else if (this instanceof Or or) {
            for (Formula part : or.parts) {
                if (part.holds(state, variable, value)) {
                    return true;
                }
            }
            return false;
        } else if (this instanceof Iff iff) {
            return iff.left.holds(state, variable, value) == iff.right.holds(state, variable, value);
        }
        return this instanceof Count count ? count(count, state, variable, value) : ((Constant) this).value;
    }

    private static boolean count(Count count, int[] state, int variable, int value) {
        int holding = 0;
        for (Formula part : count.parts) {
            if (part.holds(state, variable, value) && ++holding > count.most) {
                return false;
            }
        }
        return holding >= count.least;
    }

    /**
     * Returns the literals in the formula, in order of appearance, repetitions included.
     *
     * @return a fresh list
     */
    default List<Literal> literals() {
        List<Literal> found = new ArrayList<>();
        collectLiterals(this, found);
        return found;
    }

    private static void collectLiterals(Formula formula, List<Literal> found) {
        if (formula instanceof Atom atom) {
            found.add(atom.literal);
        } else if (formula instanceof Not not) {
            collectLiterals(not.part, found);
        } else if (formula instanceof And and) {
            and.parts.forEach(part -> collectLiterals(part, found));
        } else if (formula instanceof Or or) {
            or.parts.forEach(part -> collectLiterals(part, found));
        } else if (formula instanceof Iff iff) {
            collectLiterals(iff.left, found);
            collectLiterals(iff.right, found);
        } else if (formula instanceof Count count) {
            count.parts.forEach(part -> collectLiterals(part, found));
        }
    }

    /**
     * Returns the variables in the formula.
     *
     * @return a fresh array of variable indices, each once, in order of appearance
     */
    default int[] variables() {
        IntSet seen = new IntLinkedOpenHashSet();
        literals().forEach(literal -> seen.add(literal.variable()));
        return seen.toIntArray();
    }

    /**
     * Returns the formula with a replacement for each literal, simplified where a replacement is constant.
     *
     * @param replacement what stands in a literal's place
     * @return the formula, {@link #TRUE} or {@link #FALSE} where it has become constant by propagation
     */
    default Formula replace(Function<Literal, Formula> replacement) {
        if (this instanceof Atom atom) {
            return replacement.apply(atom.literal);
        } else if (this instanceof Not not) {
            return negate(not.part.replace(replacement));
        } else if (this instanceof And and) {
            return junction(and.parts, replacement, FALSE, TRUE);
        } else if (this instanceof Or or) {
            return junction(or.parts, replacement, TRUE, FALSE);
        } else if (this instanceof Iff iff) {
            Formula left = iff.left.replace(replacement);
            Formula right = iff.right.replace(replacement);
            if (left instanceof Constant constant) {
                return constant.value ? right : negate(right);
            } else if (right instanceof Constant constant) {
                return constant.value ? left : negate(left);
            }
            return iff(left, right);
        }
        return this instanceof Count count ? recount(count, replacement) : this;
    }

    private static Formula recount(Count count, Function<Literal, Formula> replacement) {
        List<Formula> kept = new ArrayList<>();
        int holding = 0;
        for (Formula part : count.parts) {
            Formula replaced = part.replace(replacement);
            if (!(replaced instanceof Constant constant)) {
                kept.add(replaced);
            } else if (constant.value) {
                holding++;
            }
        }
        int least = Math.max(0, count.least - holding);
        int most = Math.min(count.most - holding, kept.size());
        return most < least ? FALSE : least == 0 && most == kept.size() ? TRUE : new Count(kept, least, most);
    }

    private static Formula negate(Formula part) {
        return part instanceof Constant constant ? (constant.value ? FALSE : TRUE) : not(part);
    }

    /** A conjunction (dominant part FALSE, neutral part TRUE) or a disjunction (the other way round). */
    private static Formula junction(List<Formula> parts, Function<Literal, Formula> replacement,
            Formula dominant, Formula neutral) {
        List<Formula> kept = new ArrayList<>();
        for (Formula part : parts) {
            Formula replaced = part.replace(replacement);
            if (replaced.equals(dominant)) {
                return dominant;
            } else if (!replaced.equals(neutral)) {
                kept.add(replaced);
            }
        }
        if (kept.isEmpty()) {
            return neutral;
        } else if (kept.size() == 1) {
            return kept.get(0);
        }
        return dominant.equals(FALSE) ? new And(kept) : new Or(kept);
    }
}
