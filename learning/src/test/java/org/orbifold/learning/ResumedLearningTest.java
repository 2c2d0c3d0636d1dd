package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

/** Learning that was killed and is resumed ends with the bits of learning that was not. */
class ResumedLearningTest {

    private static final String DECLARED = "F(p,p)\nS(p)\n";
    private static final String FORMULAS = DECLARED + "F(x,y)\nF(x,y) => (S(x) <=> S(y))\nS(x)\n";
    private static final String TRIANGLES = FORMULAS + "F(x,y) ^ F(y,z) => F(x,z)\n";
    private static final String WORLD = "F(A,B) F(B,C) F(C,A) F(D,A) S(A) S(B) S(D)";

    @TempDir
    private Path folder;

    /** Learning with a checkpoint or without: its bits. */
    @FunctionalInterface
    private interface Learning {
        List<Object> run(Path checkpoint, LearningProgress progress) throws IOException;
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static Named<Learning> logic(String name, String network, LearningOptions options, String... worlds) {
        return Named.of(name, (checkpoint, progress) -> {
            MarkovLogic logic = LogicFiles.parseNetwork(network);
            List<org.orbifold.logic.Database> databases = new ArrayList<>();
            for (String world : worlds) {
                databases.add(LogicFiles.parseDatabase(logic, world));
            }
            LearningResult result = WeightLearning.on(logic, databases).withOptions(checkpoint == null ? options
                    : options.withCheckpoint(checkpoint, 0)).run(progress);
            List<Object> bits = new ArrayList<>(List.of(result.curve(), result.iterations(), result.remarks()));
            result.formulas().forEach(bits::add);
            return bits;
        });
    }

    private static Named<Learning> network(String name, ParameterKind kind, GraphicalModel model, boolean missing) {
        Random random = new Random(2);
        List<int[]> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add(new int[] {random.nextInt(2), missing && i % 3 == 0 ? -1 : random.nextInt(2), random.nextInt(2)});
        }
        return Named.of(name, (checkpoint, progress) -> {
            ParameterOptions options = ParameterOptions.defaults();
            ParameterResult result = ParameterLearning.on(model, Observations.of(model, rows)).withKind(kind)
                    .withOptions(checkpoint == null ? options : options.withCheckpoint(checkpoint, 0)).run(progress);
            return List.of(result.curve(), result.iterations(), result.logLikelihood(),
                    result.model().features().toString());
        });
    }

    private static String wide(String missing) {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder(missing);
        for (int i = 0; i < 7; i++) {
            for (int j = 0; j < 7; j++) {
                text.append(random.nextInt(3) == 0 ? " F(P" + i + ",P" + j + ")" : "");
            }
        }
        return text.toString();
    }

    static Stream<Named<Learning>> ways() {
        LearningOptions options = LearningOptions.defaults();
        LearningOptions sampled = options.withObjective(LearningObjective.LIKELIHOOD).withPrior(Prior.gaussian(1));
        double half = Math.log(0.5);
        GraphicalModel chain = GraphicalModel.builder().variables(2, 2, 2).table(new int[] {0}, half, half)
                .table(new int[] {0, 1}, half, half, half, half).table(new int[] {1, 2}, half, half, half, half)
                .build();
        GraphicalModel clauses = GraphicalModel.builder().variables(2, 2, 2).clause(1, new Literal(0, 1))
                .clause(1, new Literal(0, 1), new Literal(1, 0)).clause(1, new Literal(1, 1), new Literal(2, 1))
                .build();
        return Stream.of(
                logic("lifted", FORMULAS, options, WORLD, WORLD + " S(C)"),
                logic("a weight that is bounded", FORMULAS + "F(x,y) ^ S(x) => F(x,y)\nF(x,x) v !F(x,x)\n"
                        + "S(x) v F(x,y) v !F(y,x) v !S(y)\n", options, "F(A,B) S(A) S(B) !S(C)"),
                logic("ground", TRIANGLES, options.withObjective(LearningObjective.LIKELIHOOD), "F(A,B) F(B,C) S(A)"),
                logic("missing atoms", TRIANGLES, options.withPrior(Prior.gaussian(2)), "F(A,B) ?F(B,C) S(A) ?S(B)"),
                logic("pseudo, L1", TRIANGLES, options.withObjective(LearningObjective.PSEUDO)
                        .withPrior(new Prior(2, 0.5)), WORLD),
                logic("sampled", TRIANGLES, sampled, wide("S(P0)")),
                logic("sampled, missing atoms", TRIANGLES, sampled, wide("S(P0) ?S(P1) ?S(P2)")),
                network("EM", ParameterKind.CONDITIONAL, chain, true),
                network("log-linear", ParameterKind.LOG_LINEAR, clauses, true));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void resumedLearningHasTheSameBits(Learning learning) throws IOException {
        List<Object> whole = learning.run(null, (step, value, gradient) -> { });
        int steps = (int) whole.get(1);
        assertThat(steps).isGreaterThan(2);
        Path file = folder.resolve("learning.ckpt");
        for (int kill : new int[] {2, steps / 2 + 1}) {
            Files.deleteIfExists(file);
            assertThatThrownBy(() -> learning.run(file, (step, value, gradient) -> {
                if (step == kill) {
                    throw new Killed();
                }
            })).isInstanceOf(Killed.class);
            int[] first = {0};
            List<Object> resumed = learning.run(file, (step, value, gradient) -> first[0] = first[0] == 0 ? step
                    : first[0]);
            assertThat(first[0]).as("not from the beginning").isGreaterThanOrEqualTo(Math.min(steps, kill));
            assertThat(resumed).isEqualTo(whole);
        }
    }

    @Test
    void otherCheckpointsAreRefused() throws IOException {
        Path file = folder.resolve("learning.ckpt");
        Learning one = logic("one", FORMULAS, LearningOptions.defaults(), WORLD).getPayload();
        one.run(file, (step, value, gradient) -> { });
        Learning other = logic("one", FORMULAS, LearningOptions.defaults(), WORLD + " S(C)").getPayload();
        assertThatThrownBy(() -> other.run(file, (step, value, gradient) -> { }))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining("the checkpoint of other learning");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() / 2) + "\n");
        assertThatThrownBy(() -> one.run(file, (step, value, gradient) -> { }))
                .hasMessageContaining("the checkpoint is damaged, remove it to begin again");
        Files.writeString(file, "weights\n");
        assertThatThrownBy(() -> one.run(file, (step, value, gradient) -> { }))
                .hasMessageContaining("this is no checkpoint of learning");
    }
}
