package org.orbifold.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.learning.LearningObjective;
import org.orbifold.learning.LearningOptions;
import org.orbifold.learning.LearningResult;
import org.orbifold.learning.Observations;
import org.orbifold.learning.ParameterLearning;
import org.orbifold.learning.Prior;
import org.orbifold.learning.WeightLearning;
import org.orbifold.logic.Database;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.model.GraphicalModel;

/** Learning on a cluster gives the same bits as on one machine. */
class LearningBitsTest {

    private static final String FORMULAS = "F(p,p)\nS(p)\nF(x,y)\nF(x,y) => (S(x) <=> S(y))\nS(x)\n";

    @FunctionalInterface
    private interface Learning {
        Object run(Machines machines) throws IOException;
    }

    private static String world(int people, String more) {
        Random random = new Random(people);
        StringBuilder text = new StringBuilder(more);
        for (int i = 0; i < people; i++) {
            text.append(random.nextBoolean() ? " S(P" : " !S(P").append(i).append(')');
            for (int j = 0; j < people; j++) {
                text.append(random.nextInt(3) == 0 ? " F(P" + i + ",P" + j + ")" : "");
            }
        }
        return text.toString();
    }

    private static Named<Learning> logic(String name, String network, LearningOptions options, String... worlds) {
        return Named.of(name, machines -> {
            MarkovLogic logic = LogicFiles.parseNetwork(network);
            List<Database> databases = new ArrayList<>();
            for (String world : worlds) {
                databases.add(LogicFiles.parseDatabase(logic, world));
            }
            WeightLearning learning = WeightLearning.on(logic, databases).withOptions(options);
            LearningResult result = machines == null ? learning.run()
                    : learning.run((step, value, gradient) -> { }, machines);
            assertThat(result.sampled()).isEqualTo(name.startsWith("sampled"));
            return List.of(result.formulas(), result.curve(), result.converged());
        });
    }

    static Stream<Named<Learning>> ways() {
        LearningOptions options = LearningOptions.defaults().withThreads(2).withPrior(Prior.gaussian(1));
        String triangles = FORMULAS + "F(x,y) ^ F(y,z) => F(x,z)\n";
        GraphicalModel network = GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {0}, Math.log(0.5), Math.log(0.5))
                .table(new int[] {0, 1}, Math.log(0.5), Math.log(0.5), Math.log(0.5), Math.log(0.5))
                .table(new int[] {1, 2}, Math.log(0.5), Math.log(0.5), Math.log(0.5), Math.log(0.5)).build();
        Random random = new Random(3);
        List<int[]> rows = random.ints(50).mapToObj(i -> new int[] {i & 1, i % 3 == 0 ? -1 : i >> 1 & 1,
            i % 5 == 0 ? -1 : i >> 2 & 1}).toList();
        return Stream.of(
                logic("lifted", FORMULAS, options, world(4, ""), world(6, ""), world(9, "")),
                logic("ground", triangles, options, world(3, ""), world(3, "?S(Q0) ?F(Q0,P1)")),
                logic("sampled", triangles, options.withObjective(LearningObjective.LIKELIHOOD), world(8, "")),
                Named.of("EM", machines -> {
                    ParameterLearning learning = ParameterLearning.on(network, Observations.of(network, rows));
                    return (machines == null ? learning.run() : learning.run((step, value, gradient) -> { }, machines))
                            .curve();
                }));
    }

    @ParameterizedTest
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @MethodSource("ways")
    void sameAsOnOneMachine(Learning learning) throws IOException {
        assertThat(learning.run(SparkMachines.of(LocalSpark.context()))).isEqualTo(learning.run(null));
    }
}
