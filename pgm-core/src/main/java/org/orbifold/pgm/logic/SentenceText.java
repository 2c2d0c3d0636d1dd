package org.orbifold.pgm.logic;

import java.util.stream.Collectors;
import org.orbifold.pgm.logic.Sentence.Atom;
import org.orbifold.pgm.logic.Sentence.BothSigns;
import org.orbifold.pgm.logic.Sentence.Equal;
import org.orbifold.pgm.logic.Sentence.Joined;
import org.orbifold.pgm.logic.Sentence.Not;
import org.orbifold.pgm.logic.Sentence.Quantified;

/** Sentences as text that reads back to the same sentence. */
final class SentenceText {

    private static final int LOOSEST = Sentence.Connective.values().length;

    static String of(Sentence sentence) {
        StringBuilder text = new StringBuilder();
        append(text, sentence, LOOSEST);
        return text.toString();
    }

    /** Appends a sentence; in brackets unless it binds at least as tightly as the given level (0 is a literal). */
    private static void append(StringBuilder text, Sentence sentence, int level) {
        if (sentence instanceof Atom atom) {
            atom(text, atom);
        } else if (sentence instanceof BothSigns both) {
            atom(text.append('*'), both.atom());
        } else if (sentence instanceof Equal equal) {
            text.append(equal.left()).append(" = ").append(equal.right());
        } else if (sentence instanceof Not not) {
            negation(text, not.part());
        } else if (sentence instanceof Joined joined) {
            joined(text, joined, level);
        } else {
            quantified(text, (Quantified) sentence, level);
        }
    }

    private static void atom(StringBuilder text, Atom atom) {
        text.append(atom.predicate()).append('(');
        for (int i = 0; i < atom.arguments().size(); i++) {
            text.append(i > 0 ? "," : "").append(atom.arguments().get(i));
        }
        text.append(')');
    }

    private static void negation(StringBuilder text, Sentence part) {
        if (part instanceof Equal equal) {
            text.append(equal.left()).append(" != ").append(equal.right());
        } else {
            append(text.append('!'), part, 0);
        }
    }

    private static void joined(StringBuilder text, Joined joined, int level) {
        int own = joined.connective().ordinal() + 1;
        boolean brackets = own > level;
        text.append(brackets ? "(" : "");
        // Same level from left to right: only the right side needs brackets then.
        append(text, joined.left(), joined.left() instanceof Quantified ? 0 : own);
        text.append(' ').append(joined.connective().sign()).append(' ');
        append(text, joined.right(), own - 1);
        text.append(brackets ? ")" : "");
    }

    /** A quantifier reaches as far to the right as it can, so that it needs brackets within anything. */
    private static void quantified(StringBuilder text, Quantified quantified, int level) {
        text.append(level < LOOSEST ? "(" : "").append(quantified.forall() ? "FORALL " : "EXIST ")
                .append(quantified.variables().stream().collect(Collectors.joining(","))).append(' ');
        append(text, quantified.body(), LOOSEST);
        text.append(level < LOOSEST ? ")" : "");
    }

    private SentenceText() { }
}
