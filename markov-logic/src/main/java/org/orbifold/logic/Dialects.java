package org.orbifold.logic;

/** Rejects unsupported dialects with an error that names the program. */
final class Dialects {

    static void refuse(SourceText source, int position) throws LogicParseException {
        String text = source.text();
        if (text.startsWith("::", position)) {
            throw source.error(position, "'::' stands before a weight at the end of a formula in Alchemy 2's "
                    + "lifted files, and after a probability in ProbLog", "a weight and a blank before a formula, as "
                    + "in 0.5 P(x) v Q(x); log(p/(1-p)) for a fact of probability p");
        } else if (text.startsWith("\\+", position)) {
            throw source.error(position, "this looks like the negation of Prolog and ProbLog", "'!' before an atom");
        } else if (text.startsWith("[", position)) {
            throw source.error(position, "this looks like LoMRF's or Tuffy's function or weight in '[…]', or Alchemy's "
                    + "formula that is kept whole", "the computed value, a weight without brackets, or '(…)' around a "
                    + "formula: formulas are kept whole");
        } else if (text.startsWith("@", position)) {
            throw source.error(position, "this looks like Tuffy's built-in or LoMRF's annotation '@'",
                    "the statement without it");
        }
    }

    private Dialects() { }
}
