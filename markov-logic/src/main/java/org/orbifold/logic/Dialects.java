package org.orbifold.logic;

/** Rejects unsupported dialects with an error that names the program. */
final class Dialects {

    static void refuse(SourceText source, int position) throws LogicParseException {
        String text = source.text();
        if (text.startsWith("::", position)) {
            throw source.error(position, "'::' stands after a probability in ProbLog, and after a weight in Alchemy 2",
                    "a weight and a blank before a formula; log(p/(1-p)) for a fact of probability p");
        } else if (text.startsWith("\\+", position)) {
            throw source.error(position, "this looks like the negation of Prolog and ProbLog", "'!' before an atom");
        } else if (text.startsWith("[", position)) {
            throw source.error(position, "this looks like LoMRF's or Tuffy's function or weight in '[…]'",
                    "the computed value, or a weight without brackets");
        } else if (text.startsWith("@", position)) {
            throw source.error(position, "this looks like Tuffy's built-in or LoMRF's annotation '@'",
                    "the statement without it");
        }
    }

    private Dialects() { }
}
