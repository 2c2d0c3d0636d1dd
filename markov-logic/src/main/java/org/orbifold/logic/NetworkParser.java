package org.orbifold.logic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbifold.logic.Sentence.Atom;
import org.orbifold.logic.Token.Kind;

/** Parses {@code .mln} files: statements of one file, and of the files that it includes, into one builder. */
final class NetworkParser {

    private record Origin(SourceText source, Token token) { }

    private final Naming naming;
    private final MarkovLogic.Builder builder;
    private final Map<Object, Origin> origins = new IdentityHashMap<>();
    /** Formulas given by a probability, and the predicates of which they tell it. */
    private final Map<WeightedSentence, String> priors = new IdentityHashMap<>();
    private final Deque<Path> open = new ArrayDeque<>();
    /** Declared types: those that begin with a capital letter are known by that. */
    private final Set<String> types = new HashSet<>();

    private NetworkParser(ConstantNames style) {
        this.naming = new Naming(style);
        this.builder = MarkovLogic.builder(naming);
    }

    static MarkovLogic parse(Path path, ConstantNames style) throws IOException {
        NetworkParser parser = new NetworkParser(style);
        parser.file(path);
        return parser.build();
    }

    static MarkovLogic parse(SourceText source, ConstantNames style) throws IOException {
        NetworkParser parser = new NetworkParser(style);
        parser.source(source, null);
        return parser.build();
    }

    private MarkovLogic build() throws LogicParseException {
        try {
            MarkovLogic network = builder.build();
            naming.freeze();
            checkPriors(network);
            return network;
        } catch (UnlocatedError fault) {
            Origin origin = origins.get(fault.where());
            if (origin == null) {
                throw fault;
            }
            throw origin.source.error(origin.token.start(), fault.problem(), fault.expected());
        }
    }

    private void file(Path path) throws IOException {
        SourceText source = SourceText.read(path);
        open.push(path.toRealPath());
        source(source, path);
        open.pop();
    }

    private void source(SourceText source, @Nullable Path path) throws IOException {
        Lexer lexer = new Lexer(source);
        for (List<Token> tokens = lexer.statement(); tokens != null; tokens = lexer.statement()) {
            Map<Object, Token> made = new IdentityHashMap<>();
            TokenCursor in = new TokenCursor(source, tokens, naming, made);
            Token first = in.peek();
            try {
                if (in.skip(Kind.INCLUDE)) {
                    include(in, first, path);
                } else {
                    statement(in);
                }
            } catch (UnlocatedError fault) {
                Token token = made.getOrDefault(fault.where(), first);
                throw in.error(token, fault.problem(), fault.expected());
            }
            made.forEach((part, token) -> origins.put(part, new Origin(source, token)));
        }
    }

    private void include(TokenCursor in, Token directive, @Nullable Path path) throws IOException {
        Token name = in.expect(Kind.STRING, "the name of a file in double quotes");
        in.expectEnd("nothing more on the line");
        if (path == null) {
            throw in.error(directive, "text that is no file includes another one", "a file");
        }
        String written = ((Term.Constant) Term.of(in.text(name))).name();
        Path included;
        Path real;
        try {
            included = path.resolveSibling(written);
            real = included.toRealPath();
        } catch (IOException | InvalidPathException e) {
            throw in.error(name, "the file " + written + " cannot be found", "a file beside the including one");
        }
        if (Files.isDirectory(real)) {
            throw in.error(name, included + " is a directory", "a file");
        }
        if (open.contains(real)) {
            throw in.error(name, "the file includes itself: " + open.stream().map(file -> file.getFileName().toString())
                    .collect(Collectors.joining(" from ")), "files that do not include each other");
        }
        file(included);
    }

    private void statement(TokenCursor in) throws LogicParseException {
        if (in.at(Kind.NAME) && in.peek(1).kind() == Kind.EQUAL && in.peek(2).kind() == Kind.OPEN) {
            TypeDeclaration declared = TypeDeclaration.parse(in);
            types.add(declared.name());
            builder.type(declared.name(), declared.constants());
        } else if (in.at(Kind.NAME) && in.peek(1).kind() == Kind.NAME) {
            function(in);
        } else if (isClosedDeclaration(in)) {
            in.take();
            String name = in.text(in.peek());
            declaration(in);
            builder.closedWorld(name);
        } else if (!declaration(in)) {
            in.rewind();
            formula(in);
        }
    }

    /** As in Tuffy and RockIt, {@code *P(type)} declares a closed-world predicate, if it is new. */
    private boolean isClosedDeclaration(TokenCursor in) {
        if (!in.at(Kind.STAR) || in.peek(1).kind() != Kind.NAME || builder.find(in.text(in.peek(1))) != null) {
            return false;
        }
        int i = 2;
        while (in.peek(i).kind() != Kind.RIGHT && in.peek(i).kind() != Kind.END) {
            i++;
        }
        return in.peek(2).kind() == Kind.LEFT && in.peek(i + 1).kind() == Kind.END;
    }

    /** Reads a function's declaration: the type of its value, its name and the types of its arguments. */
    private void function(TokenCursor in) throws LogicParseException {
        Token value = in.take();
        Token name = in.take();
        if (!Term.isVariable(in.text(value)) && !this.types.contains(in.text(value))) {
            throw in.error(name, "unexpected '" + in.text(name) + "'",
                    "a connective, or a type in lower case before it as in TYPE FUNCTION(TYPE,…)");
        }
        requireTypeName(in, name, in.text(name));
        in.expect(Kind.LEFT, "'(' and the types of the function's arguments");
        List<String> types = new ArrayList<>();
        while (!in.skip(Kind.RIGHT)) {
            types.add(argument(in, in.text(name)));
            if (types.get(types.size() - 1).endsWith("!")) {
                throw in.error(in.peek(-1), "an argument of the function '" + in.text(name) + "' is marked with '!'",
                        "no mark: a function has exactly one value anyway");
            } else if (!in.skip(Kind.COMMA) && !in.at(Kind.RIGHT)) {
                throw in.unexpected("',' or ')'");
            }
        }
        in.expectEnd("nothing after the declaration of a function");
        builder.function(in.text(value), in.made(in.text(name), name), types.toArray(String[]::new));
    }

    /** Reads a predicate's declaration, or marks of exactly-one on a predicate declared before; false if it is none. */
    private boolean declaration(TokenCursor in) throws LogicParseException {
        if (!in.at(Kind.NAME)) {
            return false;
        }
        Token name = in.take();
        String predicate = in.text(name);
        Predicate known = builder.find(predicate);
        if (known == null && in.at(Kind.END)) {
            builder.predicate(predicate);
            return true;
        } else if (!looksLikeDeclaration(in, known != null)) {
            return false;
        }
        in.take();
        List<String> types = new ArrayList<>();
        while (!in.skip(Kind.RIGHT)) {
            types.add(argument(in, predicate));
            if (!in.skip(Kind.COMMA) && !in.at(Kind.RIGHT)) {
                throw in.unexpected("',', ')' or '!'");
            }
        }
        if (known != null) {
            mark(in, name, known, types);
        } else {
            requireTypeName(in, name, predicate);
            builder.predicate(predicate, types.toArray(String[]::new));
        }
        return true;
    }

    /** A name, brackets with names in them, and nothing after it; of a known predicate there must be a {@code !}. */
    private static boolean looksLikeDeclaration(TokenCursor in, boolean known) {
        if (!in.at(Kind.LEFT)) {
            return false;
        }
        boolean marked = false;
        int i = 1;
        for (; in.peek(i).kind() != Kind.RIGHT && in.peek(i).kind() != Kind.END; i++) {
            marked |= in.peek(i).kind() == Kind.NOT;
        }
        return in.peek(i + 1).kind() == Kind.END && (marked || !known);
    }

    private String argument(TokenCursor in, String predicate) throws LogicParseException {
        Token type = in.peek();
        boolean constant = type.kind() == Kind.NAME && !Term.isVariable(in.text(type))
                && !types.contains(in.text(type));
        if (constant || type.kind() == Kind.NUMBER || type.kind() == Kind.STRING) {
            throw in.error(type, "the predicate '" + predicate + "' is not declared, and " + in.text(type)
                    + " is a constant", "the name of a type, in lower case or declared before, in the declaration of a "
                    + "predicate");
        }
        in.expect(Kind.NAME, "the name of a type");
        return in.text(type) + (in.skip(Kind.NOT) ? "!" : "");
    }

    private static void requireTypeName(TokenCursor in, Token name, String predicate) throws LogicParseException {
        if (Character.isDigit(predicate.codePointAt(0))) {
            throw in.error(name, "the name '" + predicate + "' begins with a digit",
                    "a letter first (is a space missing after a weight?)");
        }
    }

    private void mark(TokenCursor in, Token name, Predicate known, List<String> arguments) throws LogicParseException {
        if (arguments.size() != known.arity() && !known.function()) {
            throw in.error(name, "'" + known.name() + "' has " + arguments.size() + " arguments here",
                    known.arity() + " as in its declaration " + known);
        }
        boolean[] marks = new boolean[arguments.size()];
        for (int i = 0; i < marks.length; i++) {
            marks[i] = arguments.get(i).endsWith("!");
        }
        builder.exactlyOne(known.name(), marks);
    }

    private void formula(TokenCursor in) throws LogicParseException {
        Token first = in.peek();
        if (isPrior(in)) {
            prior(in);
            return;
        } else if (in.at(Kind.NAME) && in.peek(1).kind() == Kind.COLON) {
            weightFromTerm(in);
            return;
        }
        OptionalDouble weight = weight(in);
        Token colon = in.peek();
        if (in.skip(Kind.COLON) && in.at(Kind.NUMBER)) {
            throw in.error(colon, "a utility after ':', as in Alchemy 2's decision networks",
                    "a formula: utilities do not change probabilities, leave ': " + in.text(in.peek()) + "' out");
        }
        Sentence sentence = new SentenceParser(in, builder::find).sentence();
        Token dot = in.peek();
        if (in.skip(Kind.DOT)) {
            if (weight.isPresent()) {
                throw in.error(dot, "the formula has a weight and a final '.'",
                        "either a weight (soft) or a '.' (hard)");
            }
            weight = OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        in.expectEnd("a connective, '.' or the end of the line");
        if (weight.isEmpty() && sentence instanceof Sentence.Counted counted && counted.body() instanceof Atom) {
            weight = OptionalDouble.of(Double.POSITIVE_INFINITY);
        } else if (weight.isEmpty() && sentence instanceof Atom atom) {
            refuseSecondDeclaration(in, first, atom);
        }
        builder.add(in.made(new WeightedSentence(sentence, weight, in.place(first)), first));
    }

    /** Whether the statement is {@code P(…) = NUMBER}, which no equality of terms is if P is unknown. */
    private boolean isPrior(TokenCursor in) {
        int last = 0;
        while (in.peek(last + 1).kind() != Kind.END) {
            last++;
        }
        return in.at(Kind.NAME) && in.text(in.peek()).equals("P") && builder.find("P") == null && last > 3
                && in.peek(1).kind() == Kind.LEFT && in.peek(last).kind() == Kind.NUMBER
                && in.peek(last - 1).kind() == Kind.EQUAL;
    }

    /** {@code P(S(x)) = 0.4}: of an atom that no other formula is about, the weight follows in closed form. */
    private void prior(TokenCursor in) throws LogicParseException {
        Token first = in.take();
        in.take();
        Sentence sentence = new SentenceParser(in).sentence();
        in.expect(Kind.RIGHT, "')' after the formula");
        in.expect(Kind.EQUAL, "'=' and a probability");
        Token number = in.take();
        double probability = Double.parseDouble(in.text(number));
        if (!(probability >= 0 && probability <= 1)) {
            throw in.error(number, in.text(number) + " is no probability", "a number from 0 to 1");
        }
        boolean negated = sentence instanceof Sentence.Not;
        Sentence inner = sentence instanceof Sentence.Not not ? not.part() : sentence;
        if (!(inner instanceof Atom atom)) {
            throw in.error(first, "the probability of a formula that is no atom has no closed form",
                    "a weight before the formula");
        }
        double p = negated ? 1 - probability : probability;
        Sentence weighted = p == 0 ? Sentence.not(atom) : atom;
        double weight = p == 0 || p == 1 ? Double.POSITIVE_INFINITY : Math.log(p / (1 - p));
        WeightedSentence made = in.made(new WeightedSentence(weighted, OptionalDouble.of(weight), in.place(first)),
                first);
        priors.put(made, atom.predicate());
        builder.add(made);
    }

    /** A prior is the probability only if nothing else says something about its atoms. */
    private void checkPriors(MarkovLogic network) throws LogicParseException {
        for (Map.Entry<WeightedSentence, String> prior : priors.entrySet()) {
            for (WeightedSentence other : network.formulas()) {
                boolean same = other == prior.getKey();
                if (!same && Substitution.predicates(other.sentence()).contains(prior.getValue())
                        || network.predicate(prior.getValue()).exactlyOne()) {
                    Origin origin = origins.get(prior.getKey());
                    throw origin.source.error(origin.token.start(), "the probability of " + prior.getValue()
                            + " has no closed form, since " + (same ? "its atoms exclude each other"
                            : "another formula is about it too"), "a weight before the formula");
                }
            }
        }
    }

    /** {@code conf: !r(x, conf) v s(x)}: the weight is the constant in the place of a variable. */
    private void weightFromTerm(TokenCursor in) throws LogicParseException {
        Token variable = in.take();
        String written = in.text(variable);
        in.take();
        if (naming.isConstant(written)) {
            throw in.error(variable, "'" + written + "' is no variable", "a variable of the formula, or a weight");
        }
        String name = naming.bound(written);
        boolean[] seen = {false};
        Sentence sentence = Substitution.terms(new SentenceParser(in, builder::find).sentence(), term -> {
            seen[0] |= term instanceof Term.Variable used && used.name().equals(name);
            return term instanceof Term.Variable used && used.name().equals(name)
                    ? new Term.Variable(name, true) : term;
        });
        in.expectEnd("a connective or the end of the line");
        if (!seen[0]) {
            throw in.error(variable, "the weight '" + written + "' does not stand in the formula",
                    "a variable of an atom whose constants are numbers");
        }
        builder.add(in.made(new WeightedSentence(sentence, OptionalDouble.empty(), Optional.of(name),
                in.place(variable)), variable));
    }

    private void refuseSecondDeclaration(TokenCursor in, Token first, Atom atom) throws LogicParseException {
        Predicate known = builder.find(atom.predicate());
        if (known != null && known.arguments().stream().map(Predicate.Argument::type).toList()
                .equals(atom.arguments().stream().map(Term::toString).toList())) {
            throw in.error(first, "the predicate '" + known.name() + "' is declared twice",
                    "one declaration, or a formula with a weight or a final '.'");
        }
    }

    /** The weight before a formula, if there is one. */
    static OptionalDouble weight(TokenCursor in) throws LogicParseException {
        return WeightExpression.parse(in);
    }
}
