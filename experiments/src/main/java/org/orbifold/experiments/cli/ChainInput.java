package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.Partitions;
import org.orbifold.mcmc.chain.MoveExtent;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.orbit.ElementDraw;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The chain that a command samples with, part by part or by a preset. */
class ChainInput {

    /** The most lists that {@code --partitions first-fit} makes: as many as the paper's release, at most. */
    private static final int FIRST_FIT = 100;
    private static final String AUTO = "auto";

    /** Options that are set together; a function, so that nothing is made before it is asked for. */
    enum Preset {

        PAPER;

        InferenceOptions options() {
            return InferenceOptions.paper();
        }
    }

    @Option(names = "--preset", paramLabel = "PRESET",
            description = "paper: all settings of the paper's release, which other options override: the "
                    + "aggregate of BV-MCMC(1) over first-fit lists, random scan, product replacement, counts, no "
                    + "burn-in, one chain, samples that are single steps. With --chain gibbs, orbital or vv: "
                    + "the paper's other chains.")
    private Preset preset;

    @Option(names = "--chain", paramLabel = "CHAIN", converter = ChainName.class,
            description = "gibbs, block-gibbs, orbital (variable symmetries), vv (variable-value symmetries), bv "
                    + "(block-value symmetries of the best partition), aggregate (of many partitions), wide "
                    + "(tree-width-bounded blocks, drawn jointly), tempered (Gibbs at several "
                    + "temperatures), tempered-wide, near (approximate symmetries, corrected), clusters (an involution "
                    + "on parts of the state), contexts (symmetries given the values of a few variables), or auto: the "
                    + "chain that short trials show to be the best. Default: auto.")
    private ChainKind chain;

    @Option(names = "--alpha", paramLabel = "A",
            description = "Probability of an orbit move after each step, from 0 to 1; or auto: 1 with orbital, vv, bv "
                    + "and aggregate, no moves with other chains. Default: auto.")
    private String alpha;

    @Option(names = "--moves", paramLabel = "EXTENT",
            description = "Which direct factors of the group an orbit move of bv and aggregate draws: all, or those "
                    + "that move variables of the last step (touched). Default: all.")
    private MoveExtent moves;

    @Option(names = "--scan", paramLabel = "ORDER",
            description = "Order of updates: random, as in the paper, or systematic. Default: random with gibbs, "
                    + "block-gibbs, orbital, vv, bv and aggregate, else systematic.")
    private Scan scan;

    @Option(names = "--product-replacement",
            description = "Draw the elements of larger groups by product replacement, as the paper does, and not "
                    + "exactly uniformly.")
    private boolean productReplacement;

    @Option(names = "--block-size", paramLabel = "R|auto", defaultValue = "2", converter = BlockSize.class,
            description = "Most variables in a block; auto: 2, or 3 where features are wider and blocks of three have "
                    + "more symmetries. Default: ${DEFAULT-VALUE}.")
    private int blockSize;

    @Option(names = "--partitions", paramLabel = "K|cover|first-fit|FILE",
            description = "How variables are divided into blocks. K: the best K partitions, of candidates that include "
                    + "random ones of the paper's heuristic; cover: as many as hold every useful block with "
                    + "symmetries; first-fit: the lists of pairs that the paper's release makes, at most 100; or a "
                    + "file, as of 'orbifold symmetries'. Chains that use one partition, such as bv, use the best. "
                    + "Default: cover.")
    private String partitions;

    @Option(names = "--context", paramLabel = "NAMES", split = ";",
            description = "Variables whose values are the context of the chain contexts, with ; between them. "
                    + "Default: variables of high degree that make others exchangeable.")
    private List<String> context = List.of();

    @Option(names = "--tolerance", paramLabel = "T",
            description = "How coarsely the chains near and clusters quantise weights: 0 for exact symmetries only, 1 "
                    + "for the structure only, or auto: a few are tried. Default: auto.")
    private String tolerance;

    @Option(names = "--table-entries", paramLabel = "N",
            description = "Entries of the largest table that a block of wide and tempered-wide may need. Default: "
                    + "chosen by trials, or 1024.")
    private Integer tableEntries;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Whether an option names a chain or a part of one, which implies sampling; auto names none. */
    boolean isNamed() {
        return preset != null || chain != null && chain != ChainKind.AUTO || isGiven(alpha) || isGiven(tolerance)
                || estimator() != null && estimator() != EstimatorKind.AUTO || tableEntries != null
                || !context.isEmpty()
                || List.of("--moves", "--scan", "--product-replacement", "--block-size", "--partitions").stream()
                        .anyMatch(command.commandLine().getParseResult()::hasMatchedOption);
    }

    /** How marginals are estimated; null if nothing says so. */
    EstimatorKind estimator() {
        return null;
    }

    private static boolean isGiven(String value) {
        return value != null && !value.equalsIgnoreCase(AUTO);
    }

    /** The options before any other is looked at: the defaults, or those of the preset. */
    InferenceOptions preset() {
        return preset == null ? InferenceOptions.defaults() : preset.options();
    }

    /**
     * The preset with what the options say, for a model.
     *
     * @throws IOException if a file of partitions cannot be read
     */
    InferenceOptions options(ConditionedModel given) throws IOException {
        context.forEach(given.original()::variable);
        InferenceOptions options = preset().withBlockSize(blockSize).withContext(context);
        options = isGiven(tolerance) ? options.withTolerance(number("--tolerance", tolerance,
                "a number from 0 to 1, or auto")) : options;
        options = chain == null ? options : options.withChain(chain);
        options = estimator() == null ? options : options.withEstimator(estimator());
        options = moves == null ? options : options.withMoveExtent(moves);
        options = scan == null ? options : options.withScan(scan);
        options = tableEntries == null ? options : options.withTableEntries(tableEntries);
        options = productReplacement ? options.withElements(ElementDraw.PRODUCT_REPLACEMENT) : options;
        options = isGiven(alpha) ? options.withAlpha(number("--alpha", alpha, "a probability from 0 to 1, or auto"))
                : options;
        return partitions == null ? options : withPartitions(options, given.original());
    }

    private InferenceOptions withPartitions(InferenceOptions options, GraphicalModel model) throws IOException {
        InferenceOptions result = options.withPartitions(partitions(partitions, model, command));
        if (result.partitions() instanceof Partitions.Given && !result.usesPartitions()) {
            throw new ParameterException(command.commandLine(), "--partitions " + partitions + ": this chain and its "
                    + "estimator use no blocks; expected a chain that does, such as bv, aggregate or block-gibbs");
        }
        return result;
    }

    /** What {@code --partitions} asks for. */
    static Partitions partitions(String text, GraphicalModel model, CommandSpec command) throws IOException {
        if (text.equalsIgnoreCase("cover")) {
            return Partitions.automatic();
        } else if (text.equalsIgnoreCase("first-fit")) {
            return Partitions.firstFit(FIRST_FIT);
        } else if (Files.exists(Path.of(text))) {
            return Partitions.of(PartitionsFile.read(Path.of(text), model));
        }
        try {
            return Partitions.best(Integer.parseInt(text));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--partitions " + text + ": expected a whole number "
                    + "from 1 to " + Integer.MAX_VALUE + ", first-fit, the name of a file, or cover", e);
        }
    }

    private double number(String option, String text, String expected) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new ParameterException(command.commandLine(), option + " " + text + ": expected " + expected, e);
        }
    }

    /** Prints what the preset came to with the other options; nothing without a preset. */
    void printPreset(InferenceOptions options, PrintWriter to) {
        presetLine(options).ifPresent(line -> to.println(InferenceSummary.aligned(line)));
    }

    /** What the preset came to, as a line of a plan; empty without a preset. */
    Optional<String> presetLine(InferenceOptions options) {
        if (preset == null) {
            return Optional.empty();
        }
        SamplingOptions sampling = options.sampling();
        return Optional.of(String.format(Locale.ROOT, "preset   %s: chain %s%s%s, scan %s, estimator %s, burn-in %s, "
                + "%d chain%s, a sample is a %s", lower(preset), lower(options.chain()), hasOrbitMoves(options.chain())
                ? ", alpha " + (options.alpha().isPresent() ? options.alpha().getAsDouble() : AUTO) + ", elements "
                + (options.elements() == ElementDraw.EXACT ? "exactly uniform" : "by product replacement") : "",
                options.usesPartitions() ? ", partitions: " + options.partitions() : "",
                options.scan().map(ChainInput::lower).orElse(AUTO), lower(options.estimator()),
                sampling.burnIn().isPresent() ? String.valueOf(sampling.burnIn().getAsLong()) : AUTO,
                sampling.chains(), sampling.chains() == 1 ? "" : "s",
                sampling.unit() == SampleUnit.STEP ? "step" : "sweep"));
    }

    private static boolean hasOrbitMoves(ChainKind kind) {
        return switch (kind) {
            case ORBITAL, VV, BV, AGGREGATE, WIDE, TEMPERED, TEMPERED_WIDE -> true;
            case AUTO, GIBBS, BLOCK_GIBBS, NEAR, CLUSTERS, CONTEXTS -> false;
        };
    }

    /** The name of the preset; null if there is none. */
    String presetName() {
        return preset == null ? null : lower(preset);
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The same for a command that estimates marginals. */
    static final class WithEstimator extends ChainInput {

        @Option(names = "--estimator", paramLabel = "ESTIMATOR",
                description = "counts, conditional, orbit (counts averaged over orbits) or auto (conditionals "
                        + "averaged over orbits). Default: auto.")
        private EstimatorKind estimator;

        @Override
        EstimatorKind estimator() {
            return estimator;
        }
    }

    /** Names of chains as people write them. */
    static final class ChainName implements ITypeConverter<ChainKind> {

        @Override
        public ChainKind convert(String value) {
            for (ChainKind kind : ChainKind.values()) {
                if (lower(kind).equals(value.toLowerCase(Locale.ROOT).replace('_', '-'))) {
                    return kind;
                }
            }
            throw new TypeConversionException("expected one of auto, gibbs, block-gibbs, orbital, vv, bv, aggregate, "
                    + "wide, tempered, tempered-wide, near, clusters, contexts but was '" + value + "'");
        }
    }
}
