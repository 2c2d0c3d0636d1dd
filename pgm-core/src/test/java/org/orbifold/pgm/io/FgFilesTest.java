package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;

class FgFilesTest {

    /** As libDAI's uai2fg wrote the example of FORMATS.md. */
    private static final String EXAMPLE = "2\n\n2\n0 1\n2 2\n4\n0 0.128\n1 0.92\n2 0.872\n3 0.08\n\n"
            + "2\n1 2\n2 3\n5\n0 0.21\n1 0.811\n2 0.333\n4 0.457\n5 0.189\n";

    @Test
    void theFirstVariableChangesFastestAndWhatIsMissingIsZero() throws IOException {
        GraphicalModel uai = TestFiles.read(ModelFormat.UAI,
                "MARKOV 3 2 2 3 2 2 0 1 2 1 2 4 0.128 0.872 0.920 0.080 6 0.210 0.333 0.457 0.811 0.000 0.189");
        GraphicalModel fg = TestFiles.read(ModelFormat.FG, EXAMPLE);
        assertThat(fg).isEqualTo(uai);
        assertThat(TestFiles.write(ModelFormat.FG, uai)).isEqualTo(EXAMPLE);
    }

    @Test
    void labelsBecomeNamesInAscendingOrder() throws IOException {
        String text = "2\n# two factors\n\n2\n40 7\n3 2\n6\n0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n\n"
                + "1\n1000000000\n2\n1\n1 0.5\n";
        GraphicalModel model = TestFiles.read(ModelFormat.FG, text);
        assertThat(model.variables()).extracting(v -> v.name()).containsExactly("7", "40", "1000000000");
        assertThat(model.sizes()).containsExactly(2, 3, 2);
        assertThat(model.features().get(0).scope()).containsExactly(1, 0);
        // Entry 4 of the first factor: 40 is 1 and 7 is 1.
        assertThat(model.logWeight(new int[] {1, 1, 1})).isEqualTo(Math.log(5) + Math.log(0.5));
        assertThat(model.logWeight(new int[] {1, 1, 0})).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(TestFiles.read(ModelFormat.FG, TestFiles.write(ModelFormat.FG, model))).isEqualTo(model);
    }

    @Test
    void namesThatAreNotAscendingNumbersGiveWayToIndices() throws IOException {
        GraphicalModel model = GraphicalModel.builder().binary("5", "3").clause(1, "5=1", "3=1").build();
        assertThat(TestFiles.write(ModelFormat.FG, model)).startsWith("1\n\n2\n0 1\n2 2\n4\n");
        GraphicalModel padded = GraphicalModel.builder().binary("01", "99999999999").build();
        assertThat(TestFiles.read(ModelFormat.FG, TestFiles.write(ModelFormat.FG, padded)).variable(0).name())
                .isEqualTo("0");
    }

    @Test
    void threeVariablesOfDifferentSizes() throws IOException {
        StringBuilder text = new StringBuilder("1\n\n3\n0 1 2\n2 3 4\n24\n");
        for (int i = 23; i >= 0; i--) {
            text.append(i).append(' ').append(i + 1).append('\n');
        }
        GraphicalModel model = TestFiles.read(ModelFormat.FG, text.toString());
        States.forEach(model, s -> assertThat(model.logWeight(s)).isEqualTo(Math.log(s[0] + 2 * s[1] + 6 * s[2] + 1)));
    }

    @Test
    void sparseTablesGrowAsFarAsTheyAreListed() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.FG, "1\n\n2\n0 1\n1000 1000\n2\n999999 2\n70000 3\n");
        assertThat(model.logWeight(new int[] {999, 999})).isEqualTo(Math.log(2));
        assertThat(model.logWeight(new int[] {0, 70})).isEqualTo(Math.log(3));
        assertThat(model.logWeight(new int[] {0, 0})).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
