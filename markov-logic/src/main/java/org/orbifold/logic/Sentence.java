package org.orbifold.logic;

import java.util.Arrays;
import java.util.List;

/**
 * A formula of first-order logic; its free variables stand for all constants.
 *
 * <p>Made with the static methods, for example
 * {@code implies(and(atom("Friends", "x", "y"), atom("Smokes", "x")), atom("Smokes", "y"))}. Its text is what a
 * {@code .mln} file would say, with no more brackets than needed.
 */
public sealed interface Sentence {

    /**
     * A predicate and its arguments.
     *
     * @param predicate the predicate's name
     * @param arguments its arguments
     */
    record Atom(String predicate, List<Term> arguments) implements Sentence {
        /**
         * Copies the arguments.
         *
         * @param predicate the predicate's name
         * @param arguments its arguments
         */
        public Atom {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /**
     * An atom written {@code *P(x)}: one formula with the atom and one with its negation.
     *
     * @param atom the atom
     */
    record BothSigns(Atom atom) implements Sentence {
        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /**
     * An equality.
     *
     * @param left  one side
     * @param right the other side
     */
    record Equal(Term left, Term right) implements Sentence {
        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /**
     * A negation.
     *
     * @param part the negated sentence
     */
    record Not(Sentence part) implements Sentence {
        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /**
     * Two sentences joined by a connective.
     *
     * @param connective the connective
     * @param left       what stands before it
     * @param right      what stands after it
     */
    record Joined(Connective connective, Sentence left, Sentence right) implements Sentence {
        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /**
     * A quantified sentence.
     *
     * @param forall    whether it is about all constants rather than some
     * @param variables the names of the variables
     * @param body      the quantified sentence
     */
    record Quantified(boolean forall, List<String> variables, Sentence body) implements Sentence {
        /**
         * Copies the variables.
         *
         * @param forall    whether it is about all constants rather than some
         * @param variables the names of the variables
         * @param body      the quantified sentence
         */
        public Quantified {
            variables = List.copyOf(variables);
            if (variables.isEmpty()) {
                throw new IllegalArgumentException("a quantifier needs at least one variable");
            }
        }

        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /**
     * How many choices of constants make a sentence true: {@code \\exists_{=1} x P(x,y)} or {@code |P(x,A)| <= 3}.
     * It is grounded as one count over its instances, never as clauses.
     *
     * @param least     the fewest
     * @param most      the most: as many, or any number, or with none as the fewest any bound
     * @param variables the names of the variables whose constants are counted over
     * @param body      the quantified sentence
     */
    record Counted(int least, int most, List<String> variables, Sentence body) implements Sentence {
        /**
         * Copies the variables.
         *
         * @param least     the fewest
         * @param most      the most
         * @param variables the names of the variables
         * @param body      the quantified sentence
         */
        public Counted {
            variables = List.copyOf(variables);
            if (least < 0 || most < least || least > 0 && most > least && most < Integer.MAX_VALUE) {
                throw new IllegalArgumentException("a count from " + least + " to " + most
                        + "; expected =, <= or >= of a number that is not negative");
            } else if (variables.isEmpty()) {
                throw new IllegalArgumentException("a count needs at least one variable");
            }
        }

        @Override
        public String toString() {
            return SentenceText.of(this);
        }
    }

    /** The connectives, from the one that binds most tightly to the one that binds least. */
    enum Connective {
        /** Conjunction. */
        AND("^"),
        /** Disjunction. */
        OR("v"),
        /** Implication. */
        IMPLIES("=>"),
        /** Equivalence. */
        IFF("<=>");

        private final String sign;

        Connective(String sign) {
            this.sign = sign;
        }

        /**
         * Returns the sign in files.
         *
         * @return the sign
         */
        public String sign() {
            return sign;
        }
    }

    /**
     * Returns an atom.
     *
     * @param predicate the predicate's name
     * @param arguments its arguments as {@link Term#of(String)} reads them
     * @return the atom
     */
    static Atom atom(String predicate, String... arguments) {
        return new Atom(predicate, Arrays.stream(arguments).map(Term::of).toList());
    }

    /**
     * Returns a negation.
     *
     * @param part the negated sentence
     * @return the sentence
     */
    static Sentence not(Sentence part) {
        return new Not(part);
    }

    /**
     * Returns a conjunction.
     *
     * @param first the first part
     * @param more  the others
     * @return the sentence
     */
    static Sentence and(Sentence first, Sentence... more) {
        return join(Connective.AND, first, more);
    }

    /**
     * Returns a disjunction.
     *
     * @param first the first part
     * @param more  the others
     * @return the sentence
     */
    static Sentence or(Sentence first, Sentence... more) {
        return join(Connective.OR, first, more);
    }

    /**
     * Returns an implication.
     *
     * @param premise    the premise
     * @param conclusion the conclusion
     * @return the sentence
     */
    static Sentence implies(Sentence premise, Sentence conclusion) {
        return new Joined(Connective.IMPLIES, premise, conclusion);
    }

    /**
     * Returns an equivalence.
     *
     * @param left  one side
     * @param right the other side
     * @return the sentence
     */
    static Sentence iff(Sentence left, Sentence right) {
        return new Joined(Connective.IFF, left, right);
    }

    /**
     * Returns an equality.
     *
     * @param left  one side, as {@link Term#of(String)} reads it
     * @param right the other side
     * @return the sentence
     */
    static Sentence equal(String left, String right) {
        return new Equal(Term.of(left), Term.of(right));
    }

    /**
     * Returns an equality.
     *
     * @param left  one side
     * @param right the other side
     * @return the sentence
     */
    static Sentence equal(Term left, Term right) {
        return new Equal(left, right);
    }

    /**
     * Returns a sentence about all constants.
     *
     * @param variable the name of the variable
     * @param body     the quantified sentence
     * @return the sentence
     */
    static Sentence forall(String variable, Sentence body) {
        return new Quantified(true, List.of(variable), body);
    }

    /**
     * Returns a sentence about some constant.
     *
     * @param variable the name of the variable
     * @param body     the quantified sentence
     * @return the sentence
     */
    static Sentence exists(String variable, Sentence body) {
        return new Quantified(false, List.of(variable), body);
    }

    /**
     * Returns a sentence about the number of constants for which something holds.
     *
     * @param least    the fewest
     * @param most     the most, as {@link Counted} has them
     * @param variable the name of the variable
     * @param body     the quantified sentence
     * @return the sentence
     */
    static Sentence count(int least, int most, String variable, Sentence body) {
        return new Counted(least, most, List.of(variable), body);
    }

    private static Sentence join(Connective connective, Sentence first, Sentence[] more) {
        Sentence joined = first;
        for (Sentence next : more) {
            joined = new Joined(connective, joined, next);
        }
        return joined;
    }
}
