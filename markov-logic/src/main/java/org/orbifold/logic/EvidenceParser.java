package org.orbifold.logic;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Token.Kind;

/**
 * Parses {@code .db} files: ground atoms, {@code !} before a false one and {@code ?} before an unknown one; values
 * of functions, {@code Anna = MotherOf(Bob)}. As an extension, types may be declared there as in {@code .mln} files.
 */
final class EvidenceParser {

    private final MarkovLogic network;
    private final Database.Builder builder;
    private final List<SourceText> sources = new ArrayList<>();
    /** Where each atom of a predicate is written: source and offset. */
    private final Map<String, LongArrayList> places = new HashMap<>();

    private EvidenceParser(MarkovLogic network) {
        this.network = network;
        this.builder = Database.builder(network);
    }

    static Database parse(MarkovLogic network, List<Path> paths) throws IOException {
        EvidenceParser parser = new EvidenceParser(network);
        for (Path path : paths) {
            parser.source(SourceText.read(path));
        }
        return parser.build();
    }

    static Database parse(MarkovLogic network, SourceText source) throws IOException {
        EvidenceParser parser = new EvidenceParser(network);
        parser.source(source);
        return parser.build();
    }

    private Database build() throws LogicParseException {
        try {
            return builder.build();
        } catch (UnlocatedError fault) {
            if (!(fault.where() instanceof Database.Builder.Conflict conflict)) {
                throw fault;
            }
            LongArrayList written = Objects.requireNonNull(places.get(conflict.predicate()));
            int first = Math.min(conflict.first(), conflict.second());
            int second = Math.max(conflict.first(), conflict.second());
            throw error(written.getLong(second), fault.problem(), fault.expected() + " (the other one is at "
                    + sources.get((int) (written.getLong(first) >> 32)).place((int) written.getLong(first)) + ")");
        }
    }

    private LogicParseException error(long place, String problem, String expected) {
        return sources.get((int) (place >> 32)).error((int) place, problem, expected);
    }

    private void source(SourceText source) throws LogicParseException {
        sources.add(source);
        Lexer lexer = new Lexer(source);
        for (List<Token> tokens = lexer.statement(); tokens != null; tokens = lexer.statement()) {
            Map<Object, Token> made = new IdentityHashMap<>();
            TokenCursor in = new TokenCursor(source, tokens, network.naming(), made);
            Token first = in.peek();
            try {
                statement(in);
            } catch (UnlocatedError fault) {
                throw in.error(made.getOrDefault(fault.where(), first), fault.problem(), fault.expected());
            }
        }
    }

    private void statement(TokenCursor in) throws LogicParseException {
        if (in.at(Kind.NAME) && in.peek(1).kind() == Kind.EQUAL && in.peek(2).kind() == Kind.OPEN) {
            TypeDeclaration declared = TypeDeclaration.parse(in);
            builder.type(declared.name(), declared.constants());
            return;
        }
        while (!in.at(Kind.END)) {
            atom(in);
            // Between atoms some write commas, and after them a full stop.
            if (!in.skip(Kind.COMMA)) {
                in.skip(Kind.DOT);
            }
        }
    }

    private void atom(TokenCursor in) throws LogicParseException {
        Token first = in.peek();
        double probability = Double.NaN;
        if (in.at(Kind.NUMBER) && in.peek(1).kind() != Kind.EQUAL) {
            probability = Double.parseDouble(in.text(in.take()));
            if (!(probability >= 0 && probability <= 1)) {
                throw in.error(first, in.text(first) + " is no probability", "a number from 0 to 1 before an atom");
            }
        }
        TruthValue truth = in.skip(Kind.NOT) ? TruthValue.FALSE
                : in.skip(Kind.QUESTION) ? TruthValue.UNKNOWN : TruthValue.TRUE;
        if (!in.at(Kind.NAME) && in.peek(1).kind() != Kind.EQUAL) {
            throw in.unexpected("a ground atom, with '!' before it if it is false and '?' if it is unknown");
        }
        Atom atom = groundAtom(in, network);
        Predicate predicate = network.predicate(atom.predicate());
        if (predicate.function() && atom.arguments().size() == predicate.written()) {
            throw in.error(in.origin(atom), "the value of the function '" + predicate.name() + "' is missing",
                    "VALUE = " + atom + ", the value a " + predicate.resultType());
        }
        String[] constants = new String[atom.arguments().size()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = ((Term.Constant) atom.arguments().get(i)).name();
        }
        try {
            if (Double.isNaN(probability)) {
                builder.set(truth, atom.predicate(), constants);
            } else if (truth == TruthValue.UNKNOWN) {
                throw in.error(first, "a probability and '?' before one atom", "one of them");
            } else {
                builder.soft(truth == TruthValue.TRUE ? probability : 1 - probability, atom.predicate(), constants);
            }
        } catch (UnlocatedError fault) {
            throw in.error(place(in, atom, constants, fault.where()), fault.problem(), fault.expected());
        }
        places.computeIfAbsent(atom.predicate(), name -> new LongArrayList())
                .add((long) (sources.size() - 1) << 32 | first.start());
    }

    /** The token of the constant that is wrong, or of the atom. */
    private static Token place(TokenCursor in, Atom atom, String[] constants, Object wrong) {
        for (int i = 0; i < constants.length; i++) {
            if (constants[i] == wrong) {
                return in.origin(atom.arguments().get(i));
            }
        }
        return in.origin(atom);
    }

    /**
     * Reads an atom of constants, of a predicate of the network. The value of a function, before it or after it, is the
     * atom's last argument; it may be missing.
     */
    static Atom groundAtom(TokenCursor in, MarkovLogic network) throws LogicParseException {
        return groundAtom(in, network, false);
    }

    /** The same, with variables as arguments if a pattern is wanted. */
    static Atom groundAtom(TokenCursor in, MarkovLogic network, boolean pattern) throws LogicParseException {
        SentenceParser parser = new SentenceParser(in);
        if (in.peek(1).kind() == Kind.UNEQUAL) {
            throw in.error(in.peek(1), "unexpected '!='", "'=', and '!' before the whole if it is false");
        }
        Term value = in.peek(1).kind() == Kind.EQUAL ? parser.term() : null;
        if (value != null) {
            in.take();
        }
        Token name = in.peek();
        Atom atom = parser.atom();
        if (value == null && in.skip(Kind.EQUAL)) {
            value = parser.term();
        }
        List<Term> constants = new ArrayList<>(atom.arguments());
        if (value != null) {
            constants.add(value);
        }
        for (Term term : constants) {
            if (!(pattern && term instanceof Term.Variable)) {
                requireConstant(in, term);
            }
        }
        Predicate predicate;
        try {
            predicate = network.predicate(atom.predicate());
        } catch (UnlocatedError fault) {
            throw in.error(name, fault.problem(), fault.expected());
        }
        if (value != null && !predicate.function()) {
            throw in.error(name, "'" + predicate.name() + "' is a predicate and has no value",
                    "a function, or the atom without '='");
        }
        return value == null ? atom : in.made(new Atom(atom.predicate(), constants), name);
    }

    private static void requireConstant(TokenCursor in, Term term) throws LogicParseException {
        if (term instanceof Term.Variable) {
            throw in.error(in.origin(term), "'" + in.text(in.origin(term)) + "' is a variable"
                    + (in.naming().style() == ConstantNames.UPPER ? ": it begins in lower case" : ""),
                    in.naming().expected());
        } else if (term instanceof Term.Application) {
            throw in.error(in.origin(term), "'" + term + "' is the value of a function", "a constant in its place");
        }
    }
}
