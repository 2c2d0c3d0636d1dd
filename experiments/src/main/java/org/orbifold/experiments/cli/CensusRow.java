package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbifold.experiments.explore.GroupWords;
import org.orbifold.firstorder.ProblemFiles;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.logic.LogicFiles;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryKind;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * What the census knows of a model.
 *
 * @param model      the file
 * @param family     what its name has in common with others
 * @param evidence   whether given its evidence
 * @param status     {@code finished}, {@code unfinished} if the time was over, or why it could not be read
 * @param variables  free variables
 * @param factors    factors, features of one scope merged
 * @param variable   log10 of the order of the group of variable symmetries, on possible states
 * @param vv         the same for variable-value symmetries
 * @param bv         the largest for the partitions of a cover
 * @param group      the group of the partition with the largest order in words; empty if that was not asked for
 * @param genuine    whether some generator is genuinely block-value
 * @param unknown    moved values of which it is not known whether they are possible
 * @param moving     the share of variables that some symmetry moves
 * @param block      variables in the largest block with a genuinely block-value generator; 1 if there is none
 * @param seconds    the time it took
 * @param blockSize  most variables in a block, as asked for
 */
record CensusRow(String model, String family, boolean evidence, String status, int variables, int factors,
        double variable, double vv, double bv, String group, boolean genuine, int unknown, double moving, int block,
        double seconds, int blockSize) {

    static final String FINISHED = "finished";
    static final String UNFINISHED = "unfinished";
    static final List<String> COLUMNS = List.of("model", "family", "evidence", "status", "variables", "factors",
            "log10_variable", "log10_vv", "log10_bv", "group", "genuine_bv", "unknown_values", "share_moving",
            "largest_block", "seconds", "block_size");

    /** Differences of logarithms below this are rounding. */
    private static final double EQUAL = 1e-9;

    /** The evidence of a model, if a file beside it has some. */
    static Optional<Path> evidence(Path model) {
        String name = model.getFileName().toString().replaceAll("\\.gz$", "");
        return List.of(name + ".evid", name.replaceAll("\\.[^.]*$", "") + ".evid").stream()
                .map(model::resolveSibling).filter(Files::exists).findFirst();
    }

    /** Looks at a model. */
    static CensusRow of(Path file, boolean given, Pattern families, int blockSize, double limit) {
        String name = file.getFileName().toString();
        Matcher matcher = families.matcher(name);
        String family = matcher.find() && !matcher.group().isEmpty() ? matcher.group() : name;
        long start = System.nanoTime();
        try {
            GraphicalModel model = read(file, given);
            return found(file, family, given, model, blockSize, limit, start);
        } catch (IOException | IllegalArgumentException e) {
            String why = e.getMessage() == null ? e.toString() : e.getMessage().replace(file + "", name);
            return new CensusRow(file.toString(), family, given, "not read: " + why.replaceAll("\\s+", " "), 0, 0, 0, 0,
                    0, "", false, 0, 0, 1, (System.nanoTime() - start) / 1e9, blockSize);
        }
    }

    private static GraphicalModel read(Path file, boolean given) throws IOException {
        if (LogicFiles.isNetwork(file) || ProblemFiles.isProblem(file)) {
            return LogicInput.ground(new LogicInput().read(file)).model();
        }
        GraphicalModel model = ModelFiles.read(file);
        Evidence evidence = given ? ModelFiles.readEvidence(evidence(file).orElseThrow(), model) : Evidence.none();
        return model.condition(evidence).model();
    }

    private static CensusRow found(Path file, String family, boolean given, GraphicalModel model, int blockSize,
            double limit, long start) {
        SymmetryFinder finder = SymmetryFinder.of(model,
                SymmetryOptions.defaults().withBudget(Budget.ofSeconds(limit)));
        BlockSymmetries variable = finder.variable();
        BlockSymmetries vv = finder.variableValue();
        BitSet moved = new BitSet();
        addMoved(vv, moved);
        double best = vv.log10Order();
        BlockSymmetries largestGroup = vv;
        boolean genuine = false;
        int unknown = vv.unknownValues();
        int largest = 1;
        PartitionFinder candidates = PartitionFinder.of(finder, blockSize);
        for (ScoredPartition one : candidates.cover()) {
            BlockSymmetries bv = one.symmetries();
            if (bv.log10Order() > best + EQUAL) {
                best = bv.log10Order();
                largestGroup = bv;
            }
            unknown = Math.max(unknown, bv.unknownValues());
            addMoved(bv, moved);
            for (var generator : bv.generators()) {
                if (bv.kindOf(generator) == SymmetryKind.BLOCK_VALUE) {
                    genuine = true;
                    for (int pair : generator.support()) {
                        largest = Math.max(largest, bv.partition().block(bv.pairs().blockOf(pair)).size());
                    }
                }
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        boolean late = finder.budget().isOver() || !variable.isComplete() || !vv.isComplete()
                || candidates.limitReached().isPresent();
        return new CensusRow(file.toString(), family, given, late ? UNFINISHED : FINISHED, model.variableCount(),
                model.factors().tables().size() + model.factors().wide().size(), variable.log10Order(),
                vv.log10Order(), best, late ? "" : GroupWords.product(largestGroup,
                Budget.ofSeconds(GroupWords.USUAL_SECONDS)), genuine, unknown,
                moved.cardinality() / (double) Math.max(1, model.variableCount()), largest, seconds, blockSize);
    }

    private static void addMoved(BlockSymmetries symmetries, BitSet moved) {
        symmetries.generators().forEach(generator -> {
            for (int pair : generator.support()) {
                if (symmetries.isPossible(pair)) {
                    for (int v : symmetries.partition().block(symmetries.pairs().blockOf(pair)).variables()) {
                        moved.set(v);
                    }
                }
            }
        });
    }

    boolean isRead() {
        return status.equals(FINISHED) || status.equals(UNFINISHED);
    }

    boolean hasVariable() {
        return variable > EQUAL;
    }

    boolean hasMoreThanVariable() {
        return vv > variable + EQUAL;
    }

    /** Whether there are block-value symmetries, and no others. */
    boolean isOnlyBlockValue() {
        return genuine && vv <= EQUAL;
    }

    /** The fields, in the order of the columns. */
    Object[] fields() {
        return new Object[] {model, family, evidence, status, variables, factors, number(variable), number(vv),
            number(bv), group, genuine, unknown, number(moving), block, number(seconds), BlockSize.text(blockSize)};
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    static CensusRow parse(List<String> f) {
        return new CensusRow(f.get(0), f.get(1), Boolean.parseBoolean(f.get(2)), f.get(3), Integer.parseInt(f.get(4)),
                Integer.parseInt(f.get(5)), Double.parseDouble(f.get(6)), Double.parseDouble(f.get(7)),
                Double.parseDouble(f.get(8)), f.get(9), Boolean.parseBoolean(f.get(10)), Integer.parseInt(f.get(11)),
                Double.parseDouble(f.get(12)), Integer.parseInt(f.get(13)), Double.parseDouble(f.get(14)),
                new BlockSize().convert(f.get(15)));
    }
}
