package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.orbifold.experiments.explore.GroupWords;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.inference.PartitionSpread;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code orbifold symmetries}: the symmetry groups of a model. */
@Command(name = "symmetries", mixinStandardHelpOptions = true,
        header = "Symmetries of a model.",
        description = "Variable, variable-value or block-value symmetries of a model.",
        footer = {"",
            "A partitions FILE has one block per line, the names of its variables separated by blanks or commas, an "
                + "empty line between partitions; variables that are not mentioned are blocks of their own.",
            "JSON keys: kind, partitions (for each: blocks, generators and orbits as numbers, orbits counting fixed "
                + "pairs; order as a string; complete; impossibleValues and unknownValues, block values in no "
                + "possible state and moved ones that may be in none; kinds, the generators of each kind; "
                + "blockVariables, the blocks of two or more variables by name; with --generators "
                + "generatorList: kind, cycles of block values, "
                + "text), seconds (all but reading the files)."})
final class SymmetriesCommand implements Callable<Integer> {

    private static final int LISTED_GENERATORS = 10;
    private static final int LISTED_BLOCKS = 10;
    private static final int LISTED_DIGITS = 60;
    /** Leading bits of an order that decide its first seven digits. */
    private static final int KEPT_BITS = 250;

    /** The kinds as the command line calls them. */
    enum Kind { VARIABLE, VV, BV }

    @Mixin
    private ModelInput input;

    @Mixin
    private ClusterInput cluster;

    @Option(names = "--kind", paramLabel = "variable|vv|bv", defaultValue = "bv",
            description = "What may be permuted: variables, (variable, value) pairs, or (block, value) pairs. "
                    + "Default: bv.")
    private Kind kind;

    @Option(names = "--block-size", paramLabel = "R|auto", defaultValue = "2", converter = BlockSize.class,
            description = "Most variables in a block; auto: 2, or 3 where features are wider and blocks of three have "
                    + "more symmetries. Default: ${DEFAULT-VALUE}.")
    private int blockSize;

    @Option(names = "--partitions", paramLabel = "K|cover|FILE", defaultValue = "cover",
            description = "How variables are divided into blocks. K: the best K partitions found; cover: few that hold "
                    + "every useful block with a symmetry of its own; or those in a file. Default: cover.")
    private String partitions;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of the random partitions. "
            + "Default: 1.")
    private long seed;

    @Option(names = "--generators", description = "Print all generators, and each in full.")
    private boolean allGenerators;

    @Option(names = "--partition", paramLabel = "P", defaultValue = "1",
            description = "The partition that --apply, --graph and --block-model are about, in the order printed. "
                    + "Default: 1.")
    private int chosen;

    @Option(names = "--apply", paramLabel = "K", description = "Print the images of the states in --state under "
            + "generator K, in the order that --generators prints, as CSV; with --json also their log-weights.")
    private Integer apply;

    @Option(names = "--state", paramLabel = "FILE", description = "States for --apply: CSV, names of variables, then "
            + "a line of values for each state.")
    private Path states;

    @Option(names = "--graph", paramLabel = "OUT", description = "Write the coloured graph whose automorphisms are "
            + "the symmetries, with names and what colours mean: Graphviz (.dot), DIMACS (.dimacs) or .json.")
    private Path graph;

    @Option(names = "--block-model", paramLabel = "OUT", description = "Write the model over blocks: .json with the "
            + "names of its values, or a format of models (.uai, .fg) with the names in OUT.names.csv.")
    private Path blockModel;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (cluster.isUsed() && (kind != Kind.BV || isNotFile())) {
            throw new ParameterException(spec.commandLine(), "--spark spreads a list of partitions; expected "
                    + "--partitions FILE");
        }
        checkFiles();
        ConditionedModel given = input.read().given();
        GraphicalModel model = given.model();
        long start = System.nanoTime();
        SymmetryFinder finder = SymmetryFinder.of(model);
        List<BlockSymmetries> found = find(finder);
        List<BigInteger> orders = found.stream().map(BlockSymmetries::order).toList();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (chosen < 1 || chosen > found.size()) {
            throw new ParameterException(spec.commandLine(), "--partition " + chosen + ": expected 1 to "
                    + found.size() + ", as there are so many partitions");
        }
        writeFiles(finder, found.get(chosen - 1));
        PrintWriter out = spec.commandLine().getOut();
        if (apply != null) {
            writeImages(given, found.get(chosen - 1), out);
        } else if (json) {
            ObjectNode object = SymmetriesJson.of(kind.name().toLowerCase(Locale.ROOT), found, orders, allGenerators);
            out.println(object.put("seconds", seconds));
        } else {
            writeText(found, orders, seconds, out);
        }
        return 0;
    }

    /** What can be said about files before the model is read. */
    private void checkFiles() {
        if ((apply == null) != (states == null)) {
            throw new ParameterException(spec.commandLine(), (apply == null ? "--state without --apply K"
                    : "--apply without --state FILE") + "; expected both");
        }
        if (graph != null && !SymmetryFiles.isGraph(graph)) {
            throw new ParameterException(spec.commandLine(), "--graph " + graph
                    + ": the extension is unknown, expected .dot, .gv, .dimacs, .col or .json, with or without .gz");
        }
        if (blockModel != null && !SymmetryFiles.isModel(blockModel)) {
            throw new ParameterException(spec.commandLine(), "--block-model " + blockModel
                    + ": the extension is unknown, expected .json, .uai or .fg, with or without .gz");
        }
    }

    private void writeFiles(SymmetryFinder finder, BlockSymmetries symmetries) throws IOException {
        if (graph != null) {
            SymmetryFiles.writeGraph(finder.graph(symmetries), graph);
        }
        if (blockModel != null) {
            SymmetryFiles.writeBlockModel(finder.model(), symmetries.partition(), blockModel);
        }
    }

    private void writeImages(ConditionedModel given, BlockSymmetries symmetries, PrintWriter out)
            throws IOException {
        if (apply < 1 || apply > symmetries.generators().size()) {
            throw new ParameterException(spec.commandLine(), "--apply " + apply + ": partition " + chosen + " has "
                    + symmetries.generators().size() + " generators; expected a number from 1 to that");
        }
        Permutation generator = symmetries.generators().get(apply - 1);
        List<int[]> before = new ArrayList<>();
        List<int[]> after = new ArrayList<>();
        for (int[] state : StatesFile.read(given.original(), states)) {
            int[] free = free(given, state);
            before.add(given.expand(free));
            after.add(given.expand(symmetries.apply(generator, free)));
        }
        if (json) {
            out.println(SymmetriesJson.images(given.original(), symmetries.describeInFull(generator), before, after));
        } else {
            StatesFile.write(given.original(), after, out);
        }
    }

    /** The values of unobserved variables; the state must have all of them, and agree with the evidence. */
    private int[] free(ConditionedModel given, int[] state) {
        int[] free = new int[given.model().variableCount()];
        for (int v = 0; v < state.length; v++) {
            int at = given.fromOriginal(v);
            String name = given.original().variable(v).name();
            if (at < 0 && state[v] >= 0 && given.evidence().value(v) != state[v]) {
                throw new IllegalArgumentException(states + ": variable '" + name
                        + "' has another value than the evidence; expected the same or none");
            } else if (at >= 0 && state[v] < 0) {
                throw new IllegalArgumentException(states + ": a state has no value for variable '" + name
                        + "'; expected one for each unobserved variable");
            } else if (at >= 0) {
                free[at] = state[v];
            }
        }
        return free;
    }

    private List<BlockSymmetries> find(SymmetryFinder finder) throws IOException {
        GraphicalModel model = finder.model();
        Optional<Machines> found = cluster.connect();
        if (found.isPresent()) {
            try (Machines machines = found.get()) {
                return PartitionSpread.blockValue(model, SymmetryOptions.defaults(),
                        PartitionsFile.read(Path.of(partitions), model), machines);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        if (kind == Kind.VARIABLE) {
            return List.of(finder.variable());
        } else if (kind == Kind.VV) {
            return List.of(finder.variableValue());
        } else if (partitions.equals("cover")) {
            return PartitionFinder.of(finder, blockSize).cover().stream().map(ScoredPartition::symmetries).toList();
        } else if (partitions.matches("[+-]?\\d+")) {
            return PartitionFinder.of(finder, blockSize).best(number(), new SplittableRandom(seed)).stream()
                    .map(ScoredPartition::symmetries).toList();
        }
        return finder.blockValue(PartitionsFile.read(Path.of(partitions), model));
    }

    private boolean isNotFile() {
        return partitions.equals("cover") || partitions.matches("[+-]?\\d+");
    }

    private int number() {
        try {
            int number = Integer.parseInt(partitions);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Too long for an int: the same mistake.
        }
        throw new ParameterException(spec.commandLine(), "--partitions " + partitions
                + ": expected a number from 1 to " + Integer.MAX_VALUE + ", 'cover', or a file");
    }

    private void writeText(List<BlockSymmetries> found, List<BigInteger> orders, double seconds, PrintWriter out) {
        Budget words = Budget.ofSeconds(GroupWords.USUAL_SECONDS);
        for (int i = 0; i < found.size(); i++) {
            BlockSymmetries symmetries = found.get(i);
            if (found.size() > 1) {
                out.println("partition " + (i + 1) + " of " + found.size());
            }
            out.println("blocks      " + blocks(symmetries));
            out.println("order       " + shortened(orders.get(i))
                    + (symmetries.isComplete() ? "" : " at least (" + symmetries.limitReached().orElse("") + ")"));
            out.println("factors     " + factors(symmetries, words));
            out.println("orbits      " + orbits(symmetries));
            if (symmetries.unknownValues() > 0) {
                out.println("possible    not known of " + symmetries.unknownValues() + " moved values");
            }
            out.println("generators  " + symmetries.generators().size());
            int shown = 0;
            for (Permutation generator : symmetries.generators()) {
                if (shown++ == LISTED_GENERATORS && !allGenerators) {
                    out.println("  … and " + (symmetries.generators().size() - LISTED_GENERATORS)
                            + " more (--generators prints all)");
                    break;
                }
                out.println("  " + (allGenerators ? symmetries.describeInFull(generator)
                        : symmetries.describe(generator)));
            }
            out.println();
        }
        out.println(String.format(Locale.ROOT, "seconds     %.6f", seconds));
    }

    /** The group in words, if it can be taken apart in time. */
    private static String factors(BlockSymmetries symmetries, Budget words) {
        try {
            int count = symmetries.group(words).factors().size();
            return count + " independent" + (symmetries.isTrivial() ? "" : ": " + GroupWords.product(symmetries));
        } catch (OutOfTimeException e) {
            return "not known: taking the group apart needs more than " + GroupWords.USUAL_SECONDS + " s";
        }
    }

    private static String blocks(BlockSymmetries symmetries) {
        List<Block> large = symmetries.partition().blocks().stream().filter(block -> block.size() > 1).toList();
        StringBuilder text = new StringBuilder().append(symmetries.partition().blockCount()).append(", ")
                .append(large.size()).append(" of two or more variables");
        for (int b = 0; b < Math.min(large.size(), LISTED_BLOCKS); b++) {
            text.append(b == 0 ? ": " : " ").append('{');
            for (int k = 0; k < large.get(b).size(); k++) {
                text.append(k == 0 ? "" : ",").append(symmetries.model().variable(large.get(b).variable(k)).name());
            }
            text.append('}');
        }
        return text.append(large.size() > LISTED_BLOCKS ? " …" : "").toString();
    }

    private static String orbits(BlockSymmetries symmetries) {
        Orbits orbits = symmetries.orbits();
        int moved = 0;
        int largest = 0;
        for (int o = 0; o < orbits.count(); o++) {
            boolean moves = orbits.size(o) > 1 && symmetries.isPossible(orbits.points(o)[0]);
            moved += moves ? 1 : 0;
            largest = Math.max(largest, moves ? orbits.size(o) : 1);
        }
        long impossible = SymmetriesJson.impossible(symmetries);
        return orbits.count() + " of " + symmetries.pairs().pairCount() + " (block, value) pairs, " + moved
                + " of more than one, the largest of " + largest
                + (impossible == 0 ? "" : "; " + impossible + " pairs are impossible");
    }

    /** All digits of a short order; seven of a longer one, without writing the million that it may have. */
    private static String shortened(BigInteger order) {
        int dropped = Math.max(0, order.bitLength() - KEPT_BITS);
        BigDecimal rounded = new BigDecimal(order.shiftRight(dropped)).multiply(BigDecimal.valueOf(2).pow(dropped,
                MathContext.DECIMAL128), MathContext.DECIMAL128);
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < LISTED_DIGITS) {
            return order.toString();
        }
        String digits = rounded.unscaledValue().toString();
        return digits.charAt(0) + "." + (digits + "000000").substring(1, 7) + "e" + exponent;
    }
}
