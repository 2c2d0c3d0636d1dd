package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbifold.firstorder.CountingProblem;
import org.orbifold.firstorder.ProblemFiles;
import org.orbifold.inference.Query;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaWeights;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.Semantics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a command may say about a Markov logic network: its database, its query, how to ground it. */
final class LogicInput {

    private static final Logger LOG = LoggerFactory.getLogger(LogicInput.class);
    /** An atom, and the words and texts in quotes that are its arguments. */
    private static final Pattern ATOM = Pattern.compile("\\b([\\p{L}_][\\p{L}\\p{N}_]*)\\(\\s*"
            + "((?:\"[^\"]*\"|[\\p{L}\\p{N}_][^,()\\s]*)"
            + "(?:\\s*,\\s*(?:\"[^\"]*\"|[\\p{L}\\p{N}_][^,()\\s]*))*+)\\s*\\)");
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|[\\p{L}\\p{N}_][^,()\\s]*");
    private static final double DEFAULT_BOUND = 1;

    @Option(names = "--db", paramLabel = "FILE", converter = InputFile.class,
            description = "Database of ground atoms (.db) for a .mln model; may be repeated.")
    private List<Path> databases = new ArrayList<>();

    @Option(names = "--query", paramLabel = "QUERY",
            description = "Predicates or ground atoms of a .mln model, separated by commas: they are open-world, and "
                    + "marginals are listed for them only. With 'infer' and 'exact' also, for any model: P(A=1,B=0), "
                    + "P(A|B=1), P(A,B), P(A ^ !B v C), E(#3), which are joint and conditional probabilities, "
                    + "distributions, formulas and expectations of features. May be repeated.")
    private List<String> query = new ArrayList<>();

    @Option(names = "--open", paramLabel = "PREDICATES",
            description = "Open-world predicates, separated by commas: what the database does not list is unknown. "
                    + "Default: those of which it lists nothing.")
    private List<String> open = new ArrayList<>();

    @Option(names = "--closed", paramLabel = "PREDICATES",
            description = "Closed-world predicates: what the database does not list is false. Default: those of which "
                    + "it lists something, unless queried.")
    private List<String> closed = new ArrayList<>();

    @Option(names = "--open-world",
            description = "All predicates are open-world, but for those of --closed and those declared with '*': as in "
                    + "pracmln and ProbCog.")
    private boolean openWorld;

    @Mixin
    private NamesInput names;

    @Option(names = "--semantics", paramLabel = "SEMANTICS", converter = SemanticsConverter.class,
            description = "formula (default): a grounding counts once with its weight; alchemy-cnf: the weight is "
                    + "divided among the clauses of the conjunctive normal form.")
    private Semantics semantics;

    @Option(names = "--max-ground", paramLabel = "N",
            description = "Ground the model, with at most this many features and variables. Default: models are "
                    + "grounded only where they must be, with at most 10 million.")
    private Long maxGround;

    @Option(names = "--weights", paramLabel = "FILE",
            description = "Weights of formulas without one: lines of a weight and a formula, with a constant for each "
                    + "'+' variable.")
    private Path weights;

    private final Set<String> predicates = new HashSet<>();
    /** Those that are no functions. */
    private final Set<String> relations = new HashSet<>();
    /** The network that was read last. */
    private MarkovLogic network;

    @Option(names = "--weight-seed", paramLabel = "S",
            description = "Draws the weights of formulas without one, uniformly, with this seed.")
    private Long weightSeed;

    @Option(names = "--weight-range", paramLabel = "LOW:HIGH[:STEP]",
            description = "Interval of drawn weights; with STEP, only multiples of it above LOW. Default: -1:1.")
    private String weightRange;

    /** Semantics as the command line spells them. */
    static final class SemanticsConverter implements ITypeConverter<Semantics> {

        @Override
        public Semantics convert(String value) {
            return switch (value) {
                case "formula" -> Semantics.FORMULA;
                case "alchemy-cnf" -> Semantics.ALCHEMY_CNF;
                default -> throw new TypeConversionException("'" + value + "' is no semantics, expected formula or "
                        + "alchemy-cnf");
            };
        }
    }

    /** Whether anything was said. */
    boolean isUsed() {
        return openWorld || names.isUsed()
                || !(databases.isEmpty() && atoms().isEmpty() && open.isEmpty() && closed.isEmpty())
                || semantics != null || maxGround != null
                || weights != null || weightSeed != null || weightRange != null;
    }

    /** Refuses options that databases, each a world of its own, leave no room for. */
    void requireWorlds() {
        String option = openWorld ? "--open-world" : !open.isEmpty() ? "--open" : !closed.isEmpty() ? "--closed"
                : semantics != null ? "--semantics" : weights != null ? "--weights"
                : weightSeed != null ? "--weight-seed" : weightRange != null ? "--weight-range" : "";
        if (!option.isEmpty()) {
            throw new IllegalArgumentException(option + " is not for scoring databases: all that they do not list is "
                    + "false, '?P(A)' is missing, and the network has its weights; expected no " + option);
        }
    }

    /** How the network names constants. */
    NamesInput names() {
        return names;
    }

    /** The databases, each by its file. */
    List<Path> databases() {
        return databases;
    }

    /** The predicates that queries name, without commas. */
    List<String> predicatesAsked() {
        return query.stream().flatMap(text -> Stream.of(text.split(","))).map(String::strip).toList();
    }

    /** The most ground features and variables. */
    long maxGround() {
        return maxGround == null ? GroundingOptions.defaults().maxGround() : maxGround;
    }

    /** Whether an option is about grounding itself. */
    boolean isGroundingAsked() {
        return maxGround != null;
    }

    /** Whether marginals of some atoms only are wanted. */
    boolean hasQuery() {
        return !atoms().isEmpty();
    }

    /** The queries that ask for predicates or atoms. */
    private List<String> atoms() {
        return query.stream().filter(text -> !isProbability(text)).toList();
    }

    /** The queries that ask for probabilities or expectations. */
    List<String> probabilities() {
        return query.stream().filter(this::isProbability).toList();
    }

    /** The ground atoms that stand in queries for probabilities, as they are written there. */
    List<String> named() {
        return probabilities().stream().flatMap(text -> ATOM.matcher(text.strip().substring(2)).results())
                .filter(found -> relations.contains(found.group(1)) && WORD.matcher(found.group(2)).results()
                        .map(MatchResult::group).allMatch(word -> word.startsWith("\"") || network.isConstant(word)))
                .map(MatchResult::group).distinct().toList();
    }

    /** A declared predicate named P or E takes precedence over the syntax of queries. */
    private boolean isProbability(String text) {
        return Query.looksLike(text) && !predicates.contains(text.strip().substring(0, 1));
    }

    /** Reads a first-order model and what is known. */
    CountingProblem read(Path file) throws IOException {
        boolean counting = isCounting(file);
        if (counting && !databases.isEmpty()) {
            throw new IllegalArgumentException("--db is for Markov logic as Alchemy writes it, but " + file
                    + " has its evidence in itself; expected a line of evidence there");
        }
        CountingProblem given = counting ? ProblemFiles.read(file) : null;
        network = counting ? given.database().network() : names.read(file);
        network.predicates().forEach(predicate -> predicates.add(predicate.name()));
        network.predicates().stream().filter(one -> !one.function()).forEach(one -> relations.add(one.name()));
        Database database = counting ? given.database() : LogicFiles.readDatabase(network, databases);
        // Atoms in queries are unknown unless listed, whatever their predicate.
        GroundingOptions options = GroundingOptions.defaults()
                .withQuery(Stream.concat(atoms().stream(), named().stream()).distinct().toArray(String[]::new))
                .withOpen(open.toArray(String[]::new)).withClosed(closed.toArray(String[]::new));
        if (openWorld || counting) {
            Set<String> named = split(closed);
            options = options.withOpen(Stream.concat(open.stream(), network.predicates().stream().map(Predicate::name)
                    .filter(name -> !named.contains(name) && !network.isClosedWorld(name))).toArray(String[]::new));
        } else if (query.isEmpty() && open.isEmpty() && closed.isEmpty()) {
            warnOfClosed(network, database);
        }
        if (semantics != null) {
            options = options.withSemantics(semantics);
        }
        if (maxGround != null) {
            options = options.withMaxGround(maxGround);
        }
        Optional<FormulaWeights> source = source();
        options = source.isPresent() ? options.withWeights(source.get()) : options;
        return counting ? given.withOptions(options) : CountingProblem.of(database, options);
    }

    /** Whether a file is a counting problem; names of constants are said of Markov logic. */
    boolean isCounting(Path file) throws IOException {
        return !names.isStyleGiven() && ProblemFiles.isProblem(file);
    }

    /** The predicates that an option names, with commas between them or one by one. */
    private static Set<String> split(List<String> lists) {
        return lists.stream().flatMap(text -> Stream.of(text.split(","))).map(String::strip)
                .collect(Collectors.toSet());
    }

    /** Grounds a model. */
    static GroundNetwork ground(CountingProblem problem) {
        boolean plain = problem.factors().isEmpty() && problem.database().network().predicates().stream()
                .allMatch(one -> problem.weights(one.name()).equals(CountingProblem.Weights.NONE));
        return Grounder.ground(plain ? problem.database() : problem.toMarkovLogic(), problem.options());
    }

    /** Warns users of open-world programs. */
    private static void warnOfClosed(MarkovLogic network, Database database) {
        String silently = network.predicates().stream().map(Predicate::name)
                .filter(name -> database.closes(name) && !network.isClosedWorld(name))
                .collect(Collectors.joining(", "));
        if (!silently.isEmpty()) {
            LOG.warn("closed-world, since the database lists some of their atoms: {}; atoms that it does not list are "
                    + "false (use --open-world or --open to treat them as unknown; --closed silences this warning)",
                    silently);
        }
    }

    /** Where weights come from for formulas without one, if anything was said. */
    private Optional<FormulaWeights> source() throws IOException {
        if (weights != null && weightSeed != null) {
            throw new IllegalArgumentException("--weights and --weight-seed exclude each other; expected one of them");
        } else if (weightRange != null && weightSeed == null) {
            throw new IllegalArgumentException("--weight-range says nothing without --weight-seed");
        } else if (weights != null) {
            return Optional.of(LogicFiles.readWeights(weights, network));
        }
        return Optional.ofNullable(weightSeed).map(this::drawn);
    }

    private FormulaWeights drawn(long seed) {
        double[] range = {-DEFAULT_BOUND, DEFAULT_BOUND, 0};
        if (weightRange != null) {
            String[] parts = weightRange.split(":");
            if (parts.length < 2 || parts.length > 3) {
                throw badRange();
            }
            try {
                for (int i = 0; i < parts.length; i++) {
                    range[i] = Double.parseDouble(parts[i]);
                }
            } catch (NumberFormatException e) {
                throw badRange();
            }
        }
        return FormulaWeights.uniform(seed, range[0], range[1], range[2]);
    }

    private IllegalArgumentException badRange() {
        return new IllegalArgumentException("--weight-range " + weightRange
                + " is no range, expected LOW:HIGH or LOW:HIGH:STEP, for example 1:2:0.01");
    }
}
