package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.inference.PartitionSpread;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.GraphicalModel;
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
        description = "Variable, variable-value or block-value symmetries of a model.",
        footer = {"",
            "A partitions FILE has one block per line, the names of its variables separated by blanks or commas, an "
                + "empty line between partitions; variables that are not mentioned are blocks of their own.",
            "JSON keys: kind, partitions (for each: blocks, generators and orbits as numbers, orbits counting fixed "
                + "pairs; order as a string; complete; blockVariables, the blocks of two or more variables by name), "
                + "seconds (all but reading the files)."})
final class SymmetriesCommand implements Callable<Integer> {

    private static final int LISTED_GENERATORS = 10;
    private static final int LISTED_BLOCKS = 10;
    private static final int LISTED_DIGITS = 60;

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

    @Option(names = "--block-size", paramLabel = "R", defaultValue = "2",
            description = "Most variables in a block. Default: 2.")
    private int blockSize;

    @Option(names = "--partitions", paramLabel = "K|cover|FILE", defaultValue = "cover",
            description = "The best K partitions found, random ones among the candidates; or few that hold every "
                    + "useful block with a symmetry of its own; or those in a file. Default: cover.")
    private String partitions;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of the random partitions. "
            + "Default: 1.")
    private long seed;

    @Option(names = "--generators", description = "Print all generators, and each in full.")
    private boolean allGenerators;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (blockSize < 1) {
            throw new ParameterException(spec.commandLine(), "--block-size " + blockSize + ": expected at least 1");
        }
        if (cluster.isUsed() && (kind != Kind.BV || isNotFile())) {
            throw new ParameterException(spec.commandLine(), "--spark spreads a list of partitions; expected "
                    + "--partitions FILE");
        }
        GraphicalModel model = input.read().given().model();
        long start = System.nanoTime();
        List<BlockSymmetries> found = find(model);
        List<BigInteger> orders = found.stream().map(BlockSymmetries::order).toList();
        double seconds = (System.nanoTime() - start) / 1e9;
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            writeJson(found, orders, seconds, out);
        } else {
            writeText(found, orders, seconds, out);
        }
        return 0;
    }

    private List<BlockSymmetries> find(GraphicalModel model) throws IOException {
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
        SymmetryFinder finder = SymmetryFinder.of(model);
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

    private void writeJson(List<BlockSymmetries> found, List<BigInteger> orders, double seconds, PrintWriter out)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode object = mapper.createObjectNode();
        object.put("kind", kind.name().toLowerCase(Locale.ROOT));
        ArrayNode list = object.putArray("partitions");
        for (int i = 0; i < found.size(); i++) {
            BlockSymmetries symmetries = found.get(i);
            ObjectNode entry = list.addObject();
            entry.put("blocks", symmetries.partition().blockCount());
            entry.put("order", orders.get(i).toString());
            entry.put("generators", symmetries.generators().size());
            entry.put("orbits", symmetries.orbits().count());
            entry.put("complete", symmetries.isComplete());
            ArrayNode blocks = entry.putArray("blockVariables");
            for (Block block : symmetries.partition().blocks()) {
                if (block.size() > 1) {
                    ArrayNode names = blocks.addArray();
                    for (int v : block.variables()) {
                        names.add(symmetries.model().variable(v).name());
                    }
                }
            }
        }
        object.put("seconds", seconds);
        out.println(mapper.writeValueAsString(object));
    }

    private void writeText(List<BlockSymmetries> found, List<BigInteger> orders, double seconds, PrintWriter out) {
        for (int i = 0; i < found.size(); i++) {
            BlockSymmetries symmetries = found.get(i);
            if (found.size() > 1) {
                out.println("partition " + (i + 1) + " of " + found.size());
            }
            out.println("blocks      " + blocks(symmetries));
            out.println("order       " + shortened(orders.get(i))
                    + (symmetries.isComplete() ? "" : " at least (" + symmetries.limitReached().orElse("") + ")"));
            out.println("factors     " + symmetries.factors().size() + " independent");
            out.println("orbits      " + orbits(symmetries));
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
        for (int size : orbits.sizes()) {
            moved += size > 1 ? 1 : 0;
            largest = Math.max(largest, size);
        }
        return orbits.count() + " of " + symmetries.pairs().pairCount() + " (block, value) pairs, " + moved
                + " of more than one, the largest of " + largest;
    }

    private static String shortened(BigInteger order) {
        String digits = order.toString();
        return digits.length() <= LISTED_DIGITS ? digits
                : digits.charAt(0) + "." + digits.substring(1, 7) + "e" + (digits.length() - 1);
    }
}
