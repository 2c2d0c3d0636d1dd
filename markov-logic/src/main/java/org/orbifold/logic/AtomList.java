package org.orbifold.logic;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Token.Kind;

/**
 * What a query or a list of predicates names.
 *
 * @param predicates names without arguments
 * @param atoms      ground atoms; one of a function without its value stands for all its values
 */
record AtomList(Set<String> predicates, List<Atom> atoms) {

    /** Reads items such as {@code Smokes} and {@code Friends(Anna,Bob)}; each item may be a list with commas. */
    static AtomList parse(String what, List<String> items, MarkovLogic network) {
        AtomList list = new AtomList(new LinkedHashSet<>(), new ArrayList<>());
        for (String item : items) {
            try {
                list.add(new SourceText(what, item), network);
            } catch (LogicParseException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
        return list;
    }

    private void add(SourceText source, MarkovLogic network) throws LogicParseException {
        List<Token> tokens = new Lexer(source).statement();
        if (tokens == null) {
            throw source.error(0, "the list is empty", "predicates or ground atoms, separated by commas");
        }
        TokenCursor in = new TokenCursor(source, tokens, network.naming());
        do {
            boolean whole = in.peek(1).kind() != Kind.LEFT && in.peek(1).kind() != Kind.EQUAL;
            Atom atom = EvidenceParser.groundAtom(in, network, true);
            Predicate predicate = network.predicate(atom.predicate());
            if (whole) {
                checkArity(in, predicate);
                predicates.add(predicate.name());
            } else if (predicate.written() == atom.arguments().size() && !atom.arguments().isEmpty()
                    && atom.arguments().stream().distinct().filter(Term.Variable.class::isInstance).count()
                    == atom.arguments().size()) {
                predicates.add(predicate.name());
            } else if (predicate.arity() != atom.arguments().size() && predicate.written() != atom.arguments().size()) {
                throw in.error(in.origin(atom), "'" + predicate.name() + "' has " + atom.arguments().size()
                        + " arguments here", predicate.written() + " as in its declaration " + predicate);
            } else {
                atoms.add(atom);
            }
        } while (in.skip(Kind.COMMA));
        in.expectEnd("',' or the end");
    }

    /** {@code Hate/2} names a predicate with the number of its arguments. */
    private static void checkArity(TokenCursor in, Predicate predicate) throws LogicParseException {
        if (in.skip(Kind.SLASH)) {
            Token number = in.expect(Kind.NUMBER, "the number of arguments");
            if (!in.text(number).equals(Integer.toString(predicate.written()))) {
                throw in.error(number, "'" + predicate.name() + "' has not " + in.text(number) + " arguments",
                        predicate.written() + " as in its declaration " + predicate);
            }
        }
    }

    /** The list with the atoms that patterns such as {@code Friends(Anna,x)} stand for. */
    AtomList expanded(Database database, long limit) {
        List<Atom> ground = new ArrayList<>();
        for (Atom atom : atoms) {
            expand(atom, database, limit, ground);
        }
        return new AtomList(predicates, ground);
    }

    private static void expand(Atom atom, Database database, long limit, List<Atom> ground) {
        for (int i = 0; i < atom.arguments().size(); i++) {
            if (atom.arguments().get(i) instanceof Term.Variable variable) {
                String type = database.network().predicate(atom.predicate()).arguments().get(i).type();
                for (String constant : database.constants(type)) {
                    expand((Atom) Substitution.instance(atom, Map.of(variable.name(), constant)), database, limit,
                            ground);
                }
                return;
            }
        }
        if (ground.size() >= limit) {
            throw new IllegalArgumentException("the query stands for more than " + limit + " atoms; expected fewer");
        }
        ground.add(atom);
    }
}
