package org.orbifold.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.inference.Inference;
import org.orbifold.inference.Route;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/** The fuzzer finds a mistake, makes its case small and leaves it as files; its rewriters change no distribution. */
class FuzzTest {

    private static final int MODELS = 40;

    @TempDir
    private Path folder;

    /** An engine that reads the last entry of the first table over two variables as twice its weight. */
    private static Inference wrong(GraphicalModel model) {
        List<Feature> features = new ArrayList<>(model.features());
        for (int f = 0; f < features.size(); f++) {
            if (features.get(f) instanceof Table table && table.arity() == 2) {
                double[] entries = table.entries();
                entries[entries.length - 1] += Math.log(2);
                features.set(f, Table.of(table.scope(), table.sizes(), entries));
                break;
            }
        }
        return Inference.on(Rewriter.rebuilt(model, features).model());
    }

    private List<String> run(Engine engine, List<Check> checks, int cases, int threads) throws InterruptedException {
        Context context = new Context(engine, new Coverage(), folder);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Runner runner = new Runner(5, checks, context, new Report(folder, 5, context),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        List<String> failures = runner.run(0, cases, Budget.unlimited(), threads);
        assertThat(runner.summary()).isNotEmpty();
        return failures;
    }

    @Test
    void aWrongTableIsFoundAndReducedToItself() throws Exception {
        List<String> failures = run(FuzzTest::wrong, List.of(Checks.all().get(0)), 200, 1);
        assertThat(failures).hasSizeGreaterThan(3);
        assertThat(failures.get(0)).startsWith("marginals, case ");
        try (var found = Files.walk(folder)) {
            List<Path> models = found.filter(file -> file.endsWith("model.uai")).toList();
            assertThat(models).hasSizeBetween(3, 6);
            for (Path file : models) {
                GraphicalModel reduced = ModelFiles.read(file);
                assertThat(reduced.variableCount()).isLessThanOrEqualTo(2);
                assertThat(Arrays.stream(reduced.sizes()).max().orElse(0)).isLessThanOrEqualTo(2);
                assertThat(reduced.features()).hasSize(1);
                assertThat(Files.readString(file.resolveSibling("README.txt")))
                        .contains("orbifold infer model.uai --route ").contains("./gradlew fuzz -Pseed=5 -Pfirst=")
                        .contains("GraphicalModel.builder()");
            }
        }
    }

    /** The right engine passes the same cases, and the number of threads does not change what is found. */
    @Test
    void casesRepeat() throws InterruptedException {
        List<Check> exact = Checks.all().stream().filter(check -> !check.isSampled()).toList();
        assertThat(run(Inference::on, exact, 150, 2)).isEmpty();
        List<Check> one = List.of(Checks.all().get(0));
        List<String> alone = run(FuzzTest::wrong, one, 60, 1);
        assertThat(alone).isNotEmpty();
        assertThat(run(FuzzTest::wrong, one, 60, 2)).hasSameSizeAs(alone);
    }

    /** A claim that is too small is found, whatever the verdict of other claims is. */
    @Test
    void falseClaimsAreFound() {
        Coverage coverage = new Coverage();
        Claims claims = new Claims(coverage, "test GIBBS", false);
        assertThat(Optional.ofNullable(failure(claims, 0.5, 0.51, 0.001))).get().asString().contains("0.51");
        assertThat(failure(claims, 0.5, 0.51, 0.002)).isNull();
        assertThat(failure(claims, Double.NaN, 0.51, 0.002)).isNotNull();
        assertThat(failure(new Claims(coverage, "test", true), 0.5, 0.51, 0.001)).isNull();
        for (int i = 0; i < 300; i++) {
            claims.count(i % 10 == 0 ? 1 : 0, 0, 0.1);
        }
        assertThat(coverage.failures()).isEmpty();
        for (int i = 0; i < 300; i++) {
            claims.count(i % 4 == 0 ? 1 : 0, 0, 0.1);
        }
        assertThat(coverage.failures()).hasSize(2).allMatch(line -> line.startsWith("coverage: test "));
    }

    private static Mismatch failure(Claims claims, double value, double truth, double error) {
        try {
            claims.require("p", value, truth, error);
            return null;
        } catch (Mismatch e) {
            return e;
        }
    }

    /** P(at least 2 of 3) at 1/2 is 1/2; the tail from 0 is everything. */
    @Test
    void tailsAreBinomial() {
        assertThat(Coverage.tail(3, 2, 0.5)).isCloseTo(0.5, offset(1e-12));
        assertThat(Coverage.tail(1000, 0, 0.07)).isCloseTo(1, offset(1e-9));
    }

    @ParameterizedTest
    @EnumSource(Rewriter.class)
    void rewritersKeepTheDistribution(Rewriter rewriter) throws IOException {
        Random random = new Random(7);
        int changed = 0;
        for (int i = 0; i < MODELS; i++) {
            GraphicalModel model = new RandomModels(random, 256).next();
            Evidence evidence = new RandomCases(random).evidence(model);
            Rewritten rewritten = rewriter.rewrite(model, random, folder);
            changed += rewritten.model().equals(model) ? 0 : 1;
            Optional<Truth> before = Truth.of(model, evidence);
            Optional<Truth> after = Truth.of(rewritten.model(), rewritten.mapping().apply(evidence).orElseThrow());
            assertThat(after.isPresent()).isEqualTo(before.isPresent());
            if (before.isEmpty()) {
                continue;
            }
            assertThat(after.get().logPartition()).isCloseTo(before.get().logPartition(),
                    offset(1e-9 * (1 + Math.abs(before.get().logPartition()))));
            for (int v = 0; v < model.variableCount(); v++) {
                for (int x = 0; x < model.size(v); x++) {
                    assertThat(after.get().marginals().probability(rewritten.mapping().variables()[v],
                            rewritten.mapping().values()[v][x])).isCloseTo(before.get().marginals().probability(v, x),
                            offset(1e-9));
                }
            }
        }
        assertThat(changed).isGreaterThan(MODELS / 4);
    }

    private static final class AlwaysFails implements Check {

        @Override
        public String name() {
            return "always";
        }

        @Override
        public boolean isSampled() {
            return false;
        }

        @Override
        public int maxStates() {
            return 1;
        }

        @Override
        public void run(Case c, Context context) throws Mismatch {
            throw new Mismatch("always", "fails");
        }
    }

    /** Every candidate of the reducer is a whole case, and smaller ones end. */
    @Test
    void reductionEnds() {
        Random random = new Random(11);
        Check always = new AlwaysFails();
        Context context = new Context(Inference::on, new Coverage(), folder);
        for (int i = 0; i < 20; i++) {
            Case c = new RandomCases(random).next(i % 2 == 0, 256);
            Failure reduced = new Reducer(context, Budget.unlimited()).reduce(new Failure(always, i, c, "always", ""));
            assertThat(reduced.c().model().variableCount()).isZero();
            assertThat(reduced.c().model().features()).isEmpty();
            assertThat(reduced.c().evidence()).isEqualTo(Evidence.none());
            assertThat(reduced.c().asked()).isEqualTo(Asked.nothing());
            assertThat(reduced.c().settings().route()).isIn(Route.AUTO, Route.SAMPLE);
        }
    }

    /** The symmetric group of three equal variables, with and without values; two far modes are seen. */
    @Test
    void symmetriesAndModesAreCounted() {
        GraphicalModel free = GraphicalModel.builder().variables(2, 2, 2).build();
        BlockStates states = BlockStates.of(free, BlockPartition.singletons(3));
        assertThat(states.countSymmetries(0, true)).contains(6L);
        assertThat(states.countSymmetries(0, false)).contains(48L);
        assertThat(Modes.areSeveral(free)).isFalse();
        assertThat(Modes.areSeveral(GraphicalModel.builder().variables(2, 2).table(new int[] {0, 1}, 5, 0, 0, 5)
                .build())).isTrue();
        assertThat(Modes.areSeveral(GraphicalModel.builder().variables(2, 2).table(new int[] {0, 1}, 1, 0, 0, 1)
                .build())).isFalse();
    }
}
