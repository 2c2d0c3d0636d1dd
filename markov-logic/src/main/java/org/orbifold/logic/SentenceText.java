package org.orbifold.logic;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Sentence.BothSigns;
import org.orbifold.logic.Sentence.Counted;
import org.orbifold.logic.Sentence.Equal;
import org.orbifold.logic.Sentence.Joined;
import org.orbifold.logic.Sentence.Not;
import org.orbifold.logic.Sentence.Quantified;

/** Sentences as text that reads back to the same sentence. */
final class SentenceText {

    private static final int LOOSEST = Sentence.Connective.values().length;
    private static final Naming DEFAULT = new Naming(ConstantNames.UPPER);

    /** The names of variables that are left out, and where they were, as pairs of a number and an offset. */
    private final List<String> left;
    private final IntArrayList holes = new IntArrayList();
    private final StringBuilder text = new StringBuilder();

    private final Naming naming;

    private SentenceText(List<String> left, Naming naming) {
        this.left = left;
        this.naming = naming;
    }

    static String of(Sentence sentence) {
        return of(sentence, DEFAULT);
    }

    /** The text as files of a network write it. */
    static String of(Sentence sentence, Naming naming) {
        SentenceText text = new SentenceText(List.of(), naming);
        text.append(sentence, LOOSEST);
        return text.text.toString();
    }

    /**
     * The text of a sentence with other texts in the place of some variables, for many such texts.
     *
     * @param sentence  the sentence
     * @param variables the names of the variables
     * @return a function of the texts, in the same order
     */
    static Function<String[], String> template(Sentence sentence, List<String> variables) {
        SentenceText text = new SentenceText(variables, DEFAULT);
        text.append(sentence, LOOSEST);
        String fixed = text.text.toString();
        int[] holes = text.holes.toIntArray();
        return texts -> {
            StringBuilder filled = new StringBuilder(fixed.length() + 8 * holes.length);
            int from = 0;
            for (int i = 0; i < holes.length; i += 2) {
                filled.append(fixed, from, holes[i + 1]).append(texts[holes[i]]);
                from = holes[i + 1];
            }
            return filled.append(fixed, from, fixed.length()).toString();
        };
    }

    /** Appends a sentence; in brackets unless it binds at least as tightly as the given level (0 is a literal). */
    private void append(Sentence sentence, int level) {
        if (sentence instanceof Atom atom) {
            call(atom.predicate(), atom.arguments());
        } else if (sentence instanceof BothSigns both) {
            text.append('*');
            call(both.atom().predicate(), both.atom().arguments());
        } else if (sentence instanceof Equal equal) {
            equality(equal, " = ");
        } else if (sentence instanceof Not not) {
            negation(not.part());
        } else if (sentence instanceof Joined joined) {
            joined(joined, level);
        } else if (sentence instanceof Counted counted) {
            counted(counted, level);
        } else {
            quantified((Quantified) sentence, level);
        }
    }

    private void call(String name, List<Term> arguments) {
        text.append(name).append('(');
        for (int i = 0; i < arguments.size(); i++) {
            text.append(i > 0 ? "," : "");
            term(arguments.get(i));
        }
        text.append(')');
    }

    private void term(Term term) {
        if (term instanceof Term.Application application && !Arithmetic.isStep(application)) {
            call(application.function(), application.arguments());
        } else if (term instanceof Term.Variable variable && left.contains(variable.name())) {
            holes.add(left.indexOf(variable.name()));
            holes.add(text.length());
        } else if (term instanceof Term.Variable variable) {
            text.append(variable.perConstant() ? "+" : "").append(naming.variableText(variable.name()));
        } else {
            text.append(term instanceof Term.Constant constant ? naming.text(constant.name()) : term);
        }
    }

    private void equality(Equal equal, String sign) {
        term(equal.left());
        text.append(sign);
        term(equal.right());
    }

    private void negation(Sentence part) {
        if (part instanceof Equal equal) {
            equality(equal, " != ");
        } else {
            text.append('!');
            append(part, 0);
        }
    }

    private void joined(Joined joined, int level) {
        int own = joined.connective().ordinal() + 1;
        boolean brackets = own > level;
        text.append(brackets ? "(" : "");
        // Same level from left to right: only the right side needs brackets then.
        append(joined.left(), isPrefix(joined.left()) ? 0 : own);
        text.append(' ').append(joined.connective().sign()).append(' ');
        append(joined.right(), own - 1);
        text.append(brackets ? ")" : "");
    }

    private static boolean isPrefix(Sentence sentence) {
        return sentence instanceof Quantified || sentence instanceof Counted;
    }

    private void counted(Counted counted, int level) {
        String bounds = counted.least() == counted.most() ? "=" + counted.least()
                : counted.most() < Integer.MAX_VALUE ? "<=" + counted.most() : ">=" + counted.least();
        prefixed("\\exists_{" + bounds + "} ", counted.variables(), counted.body(), level);
    }

    private void quantified(Quantified quantified, int level) {
        prefixed(quantified.forall() ? "FORALL " : "EXIST ", quantified.variables(), quantified.body(), level);
    }

    /** A quantifier reaches as far to the right as it can, so that it needs brackets within anything. */
    private void prefixed(String prefix, List<String> variables, Sentence body, int level) {
        text.append(level < LOOSEST ? "(" : "").append(prefix).append(variables.stream()
                .map(naming::variableText).collect(Collectors.joining(","))).append(' ');
        append(body, LOOSEST);
        text.append(level < LOOSEST ? ")" : "");
    }
}
