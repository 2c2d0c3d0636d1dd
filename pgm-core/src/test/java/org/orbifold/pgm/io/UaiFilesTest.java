package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

class UaiFilesTest {

    /** P(A), P(B | A) and P(C | B, A), the child last in each. */
    private static final GraphicalModel CHAIN = GraphicalModel.builder().variables(2, 3, 2)
            .potentials(new int[] {0}, 0.3, 0.7)
            .potentials(new int[] {0, 1}, 0.2, 0.3, 0.5, 1, 0, 0)
            .potentials(new int[] {1, 0, 2}, 0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6, 0.5, 0.5, 0.6, 0.4).build();

    @Test
    void theLastVariableChangesFastest() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.UAI, "MARKOV 2 2 3 1 2 1 0 6 1 2 3 4 5 6");
        assertThat(model.sizes()).containsExactly(2, 3);
        assertThat(model.features().get(0).scope()).containsExactly(1, 0);
        assertThat(model.logWeight(new int[] {1, 0})).isEqualTo(Math.log(2));
        assertThat(model.logWeight(new int[] {0, 2})).isEqualTo(Math.log(5));
        assertThat(model.variable(1).name()).isEqualTo("1");
    }

    @Test
    void commentsAndLineBreaksAnywhere() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.UAI,
                "c of 2016\nMARKOV\r\nc\n1\n\n2\n1\nc x\n1\n0\n2\nc 5 5\n\t0.5\f0.5\nc end");
        assertThat(model).isEqualTo(TestFiles.read(ModelFormat.UAI, "MARKOV 1 2 1 1 0 2 .5 5e-1"));
    }

    @Test
    void whatFollowsAHashIsAComment() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.UAI,
                "# of our own\nmarkov # small\n1 #variables\n2\n1\n1 0 # a factor\n2 #entries\n.5 .5 # both\n#");
        assertThat(model).isEqualTo(TestFiles.read(ModelFormat.UAI, "MARKOV 1 2 1 1 0 2 .5 .5"));
    }

    @Test
    void headingsInSmallLetters() throws IOException {
        assertThat(TestFiles.read(ModelFormat.UAI, "bayes 1 2 1 1 0 2 .5 .5"))
                .isEqualTo(TestFiles.read(ModelFormat.UAI, "BAYES 1 2 1 1 0 2 .5 .5"));
    }

    @Test
    void aFactorWithoutVariablesIsAConstant() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.UAI, "MARKOV 1 2 2 0 1 0 1 4 2 1 1");
        assertThat(model.constant()).isEqualTo(Math.log(4));
        assertThat(model.features()).hasSize(1);
    }

    @Test
    void numbersOutsideTheRangeOfDoublesAreReadAsLogarithms() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.UAI, "MARKOV 1 2 1 1 0 2 1e-500 1e+500");
        assertThat(model.logWeight(new int[] {0})).isEqualTo(-1151.292546497022842);
        assertThat(model.logWeight(new int[] {1})).isEqualTo(1151.292546497022842);
    }

    @Test
    void bayesianNetworksAreWrittenAsSuchWhenAsked() throws IOException {
        String text = TestFiles.write(ModelFormat.UAI_BAYES, CHAIN);
        assertThat(text).startsWith("BAYES\n3\n2 3 2\n3\n1 0\n2 0 1\n3 1 0 2\n\n2\n 0.3 0.7\n");
        assertThat(TestFiles.read(ModelFormat.UAI_BAYES, text)).isEqualTo(CHAIN);
        assertThat(TestFiles.write(ModelFormat.UAI, CHAIN)).startsWith("MARKOV\n");
    }

    /** Each variable's parents are some of those after it, and the tables stand in the order of the variables. */
    @Property(tries = 300)
    void randomBayesianNetworksSurvive(@ForAll long seed) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        ModelBuilder builder = GraphicalModel.builder();
        int n = 1 + random.nextInt(5);
        for (int v = 0; v < n; v++) {
            builder.variables(1 + random.nextInt(3));
        }
        for (int v = 0; v < n; v++) {
            int child = v;
            int[] scope = IntStream.concat(IntStream.range(v + 1, n).filter(p -> random.nextBoolean()),
                    IntStream.of(child)).toArray();
            int size = builder.size(child);
            double[] table = new double[IntStream.of(scope).map(builder::size).reduce(1, (a, b) -> a * b)];
            for (int row = 0; row < table.length; row += size) {
                double left = 1;
                for (int x = 0; x < size; x++) {
                    table[row + x] = x == size - 1 ? left : left * random.nextDouble();
                    left -= table[row + x];
                }
            }
            builder.potentials(scope, table);
        }
        GraphicalModel model = builder.build();
        GraphicalModel back = TestFiles.read(ModelFormat.UAI, TestFiles.write(ModelFormat.UAI_BAYES, model));
        States.assertSameWeights(back, model);
        assertThat(States.logZ(back)).isCloseTo(0, within(1e-12));
    }

    @Test
    void whatIsNoBayesianNetworkIsRefusedWithTheReason() {
        assertRefused(builder().constant(1), "it has the constant 1.0");
        assertRefused(GraphicalModel.builder().variables(2), "0 features for 1 variables");
        assertRefused(GraphicalModel.builder().variables(2).potentials(new int[] {0}, 0.5, 0.6), "sum to 1.1");
        assertRefused(GraphicalModel.builder().variables(2).table(new int[0], 0), "a feature without variables");
        assertRefused(GraphicalModel.builder().variables(2, 2).potentials(new int[] {0}, 0.5, 0.5)
                .potentials(new int[] {1, 0}, 0.5, 0.5, 0.5, 0.5), "variable '0' stands last in two features");
        assertRefused(GraphicalModel.builder().variables(2, 2).potentials(new int[] {0, 1}, 0.5, 0.5, 0.5, 0.5)
                .potentials(new int[] {1, 0}, 0.5, 0.5, 0.5, 0.5), "there is a cycle above '0', '1'");
    }

    private static ModelBuilder builder() {
        return GraphicalModel.builder().variables(2).potentials(new int[] {0}, 0.5, 0.5);
    }

    private static void assertRefused(ModelBuilder model, String reason) {
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.UAI_BAYES, model.build()))
                .withMessageContaining("not a Bayesian network").withMessageContaining(reason);
    }

    @Test
    void largeTablesGrowAsTheyAreRead() throws IOException {
        int size = 300_000;
        StringBuilder text = new StringBuilder("MARKOV 1 " + size + " 1 1 0 " + size);
        for (int i = 0; i < size; i++) {
            text.append(' ').append(i);
        }
        GraphicalModel model = TestFiles.read(ModelFormat.UAI, text.toString());
        assertThat(model.logWeight(new int[] {299_999})).isEqualTo(Math.log(299_999));
        assertThat(model.logWeight(new int[] {65_536})).isEqualTo(Math.log(65_536));
    }
}
