package org.orbifold.experiments.explore;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryKind;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Writes a page on which a model can be looked at: its graph, its symmetries, answers, and a short run. The page needs
 * no other file and no network.
 */
public final class Explorer {

    /** Models with more variables are shown up to their symmetries. */
    static final int MOST_VARIABLES = 2000;
    /** And so are those whose factors have more variables in all. */
    private static final int MOST_PLACES = 12_000;
    private static final int SHOWN_PARTITIONS = 4;
    private static final int SHOWN_PARTS = 12;

    /**
     * How to look.
     *
     * @param name      the model's name for people
     * @param blockSize most variables in a block
     * @param seed      the seed of the run that is shown
     * @param discovery how symmetries are looked for
     */
    public record Setup(String name, int blockSize, long seed, SymmetryOptions discovery) { }

    private final ConditionedModel given;
    private final GraphicalModel model;
    private final Setup setup;
    private final SymmetryFinder finder;
    private final List<SymmetryView> views = new ArrayList<>();
    private final List<Double> scores = new ArrayList<>();
    private final List<String> sees = new ArrayList<>();
    private int chosen;

    private Explorer(ConditionedModel given, Setup setup) {
        this.given = given;
        this.model = given.model();
        this.setup = setup;
        this.finder = SymmetryFinder.of(model, setup.discovery());
        findSymmetries();
    }

    /**
     * Writes the page. Symmetries are looked for while the answers are computed.
     *
     * @param file    where to; its folder must exist
     * @param given   the model with its evidence
     * @param answers computes marginals
     * @param setup   how to look
     * @throws IOException if the page cannot be written
     */
    public static void write(Path file, ConditionedModel given, Supplier<Answers> answers, Setup setup)
            throws IOException {
        CompletableFuture<Answers> answered = CompletableFuture.supplyAsync(answers);
        try {
            Explorer explorer = new Explorer(given, setup);
            ExplorePage.write(file, setup.name(), explorer.describe(answered.join()));
        } catch (CompletionException e) {
            Throwables.throwIfUnchecked(e.getCause());
            throw e;
        }
    }

    /**
     * What the page knows about a model.
     *
     * @param given   the model with its evidence
     * @param answers its marginals
     * @param setup   how to look
     * @return the page's data
     */
    public static ObjectNode describe(ConditionedModel given, Answers answers, Setup setup) {
        return new Explorer(given, setup).describe(answers);
    }

    /**
     * Writes a page that is described already.
     *
     * @param file where to; its folder must exist
     * @param name the model's name for people
     * @param data what {@link #describe} gave
     * @throws IOException if the page cannot be written
     */
    public static void write(Path file, String name, ObjectNode data) throws IOException {
        ExplorePage.write(file, name, data);
    }

    /**
     * What a picture of a small model needs of its description.
     *
     * @param data what {@link #describe} gave
     * @return variables, factors, blocks and their classes
     */
    public static ObjectNode picture(ObjectNode data) {
        ObjectNode picture = data.deepCopy().retain("whole", "variables", "factors");
        ObjectNode view = ((ObjectNode) data.get("views").get(data.get("chosen").asInt())).deepCopy();
        picture.put("chosen", 0).putArray("views").add(view.retain("blocks", "classOf"));
        return picture;
    }

    /**
     * The scripts that draw such pictures, with what they need.
     *
     * @return elements for a page
     * @throws IOException if a script is missing
     */
    public static String drawing() throws IOException {
        return ExplorePage.drawing();
    }

    private void findSymmetries() {
        BlockSymmetries variable = finder.variable();
        add("variable", "Variable symmetries", variable, 0, variable.isTrivial() ? "" : describeFirst(variable));
        PartitionFinder partitions = PartitionFinder.of(finder, setup.blockSize());
        List<ScoredPartition> found = partitions.coherentPartitions();
        BlockPartition best = partitions.strongest(found).partition();
        BlockPartition singles = BlockPartition.singletons(model.variableCount());
        ScoredPartition values = found.stream().filter(p -> p.partition().equals(singles)).findFirst().orElseThrow();
        add("value", "Variable-value symmetries", values.symmetries(), values.score(),
                beyond(SymmetryKind.VARIABLE, values.symmetries()));
        chosen = views.size() - 1;
        List<ScoredPartition> sorted = found.stream().filter(p -> !p.partition().equals(singles))
                .sorted(Comparator.comparing((ScoredPartition p) -> !p.partition().equals(best))
                        .thenComparing(p -> -p.score())).limit(SHOWN_PARTITIONS).toList();
        for (int i = 0; i < sorted.size(); i++) {
            ScoredPartition one = sorted.get(i);
            if (one.partition().equals(best) && !one.symmetries().isTrivial()) {
                chosen = views.size();
            }
            add("block-" + (i + 1), "Block-value symmetries, partition " + (i + 1), one.symmetries(), one.score(),
                    beyond(SymmetryKind.VARIABLE_VALUE, one.symmetries()));
        }
    }

    private void add(String id, String title, BlockSymmetries symmetries, double score, String text) {
        views.add(new SymmetryView(id, title, symmetries));
        scores.add(score);
        sees.add(text);
    }

    private static String describeFirst(BlockSymmetries symmetries) {
        return symmetries.describe(symmetries.generators().get(0));
    }

    private static String beyond(SymmetryKind lesser, BlockSymmetries symmetries) {
        return Novelty.beyond(lesser, symmetries).map((Permutation g) -> symmetries.describe(g)).orElse("");
    }

    private ObjectNode describe(Answers answers) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        long places = model.factors().tables().stream().mapToLong(table -> table.arity()).sum();
        boolean whole = given.original().variableCount() <= MOST_VARIABLES && places <= MOST_PLACES;
        page.put("name", setup.name());
        page.put("whole", whole);
        page.put("chosen", chosen);
        page.put("variableCount", given.original().variableCount());
        page.put("observed", given.evidence().size());
        page.put("factorCount", model.factors().tables().size() + model.factors().wide().size());
        List<Quotient> quotients = whole ? List.of() : views.stream().map(Quotient::new).toList();
        int[] shown = (whole ? IntStream.range(0, given.original().variableCount())
                : quotients.stream().flatMapToInt(Quotient::shownVariables).map(given::toOriginal).distinct().sorted())
                .toArray();
        int[] rows = new int[given.original().variableCount()];
        Arrays.fill(rows, -1);
        IntStream.range(0, shown.length).forEach(i -> rows[shown[i]] = i);
        new VariableRows(given, answers).write(page, shown);
        writeViews(page, quotients, v -> rows[given.toOriginal(v)]);
        ArrayNode parts = page.putArray("parts");
        answers.summary().stream().limit(SHOWN_PARTS).forEach(parts::add);
        if (answers.summary().size() > SHOWN_PARTS) {
            parts.add(String.format(Locale.ROOT, "and %,d more parts", answers.summary().size() - SHOWN_PARTS));
        }
        return page;
    }

    /** Writes factors and blocks, or quotients if there are any, with generators and the run. */
    private void writeViews(ObjectNode page, List<Quotient> quotients, IntUnaryOperator row) {
        boolean whole = quotients.isEmpty();
        SymmetryView best = views.get(chosen);
        RecordedRun run = new RecordedRun(best.symmetries(), best.classes(), setup.seed());
        ArrayNode list = page.putArray("views");
        for (int i = 0; i < views.size(); i++) {
            ObjectNode view = list.addObject();
            views.get(i).writeWords(view, scores.get(i), sees.get(i));
            if (whole) {
                views.get(i).writeBlocks(view, row);
            } else {
                quotients.get(i).write(view, row);
            }
            views.get(i).writeGenerators(view, run, whole ? null : quotients.get(i));
        }
        run.write(page.putObject("run"), whole);
        ArrayNode free = page.putArray("free");
        if (whole) {
            FactorTables.write(page, model, row);
            IntStream.range(0, model.variableCount()).map(row).forEach(free::add);
        }
    }
}
