package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

class ClauseFilesTest {

    private static final String RELEASE = "Vars:0,1,2\n\n0=0,1\n1=0,1\n2=0,1,2\n\n1.11\t0 0,1 1\n0.1\t2 2,1 0,0 1\n";

    @Test
    void theReleaseForm() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.CLAUSES, RELEASE);
        GraphicalModel expected = GraphicalModel.builder().variables(2, 2, 3)
                .clause(1.11, Literal.of(0, 0), Literal.of(1, 1))
                .clause(0.1, Literal.of(2, 2), Literal.of(1, 0), Literal.of(0, 1)).build();
        assertThat(model).isEqualTo(expected);
        assertThat(TestFiles.write(ModelFormat.CLAUSES, model)).isEqualTo(RELEASE);
    }

    @Test
    void namesLabelsAndDeclarationsInAnyOrder() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.CLAUSES,
                "Vars: Smokes(Ann), x=y ,Größe,\r\n\r\nGröße=klein,groß,\r\nx=y=0,1\r\nSmokes(Ann)=false,true\r\n"
                        + "\r\n-2.5\tSmokes(Ann) true,Größe groß,x=y 1,\r\n\r\n  3 x=y 0\r\n");
        assertThat(model.variable("Größe").domain()).isEqualTo(Domain.of("klein", "groß"));
        assertThat(model.variable(1).name()).isEqualTo("x=y");
        assertThat(model.features()).hasSize(2);
        assertThat(model.describe(model.features().get(0))).isEqualTo("-2.5 Smokes(Ann)=true ∨ Größe=groß ∨ x=y=1");
        assertThat(TestFiles.read(ModelFormat.CLAUSES, TestFiles.write(ModelFormat.CLAUSES, model))).isEqualTo(model);
    }

    @Test
    void numberedNamesDeclaredInAnotherOrder() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.CLAUSES, "Vars:0,1\n1=0,1,2\n0=0,1\n1\t1 2\n");
        assertThat(model.sizes()).containsExactly(2, 3);
    }

    @Test
    void labelsAreNamesNotPositions() throws IOException {
        GraphicalModel model = TestFiles.read(ModelFormat.CLAUSES, "Vars:1,0\n1=1,0\n0=5,6,7\n1\t1 1,0 7\n");
        assertThat(model.features()).containsExactly(GraphicalModel.builder().variables(2, 3)
                .clause(1, Literal.of(0, 0), Literal.of(1, 2)).build().features().get(0));
    }

    @Test
    void infiniteWeightsInAllSpellings() throws IOException {
        String head = "Vars:a\na=0,1\n";
        GraphicalModel model = TestFiles.read(ModelFormat.CLAUSES, head
                + "inf\ta 1\n+inf\ta 1\nInfinity\ta 1\nINF\ta 1\n-inf\ta 0\n-Infinity\ta 0\n");
        assertThat(model.features()).extracting(feature -> ((Clause) feature).weight()).containsExactly(
                Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        assertThat(TestFiles.write(ModelFormat.CLAUSES, model))
                .endsWith("inf\ta 1\ninf\ta 1\ninf\ta 1\ninf\ta 1\n-inf\ta 0\n-inf\ta 0\n");
    }

    @Test
    void theNumberedFormCountsVariablesFromOneAndValuesFromZero() throws IOException {
        String text = "3\n\n1:2\n2:2\n3:3\n\n1.11\t1 0,2 1,\n0.1\t3 2,2 0,1 1,\n";
        GraphicalModel model = TestFiles.read(ModelFormat.NUM, text);
        assertThat(model).isEqualTo(TestFiles.read(ModelFormat.CLAUSES, RELEASE));
        assertThat(TestFiles.write(ModelFormat.NUM, model)).isEqualTo(text);
        assertThat(TestFiles.read(ModelFormat.NUM, text.replace(",\n", "\n"))).isEqualTo(model);
    }

    @Test
    void aConjunctionIsAConstantAndTheComplementaryClause() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3)
                .conjunction(1.5, Literal.of(0, 1), Literal.of(1, 0)).build();
        assertThat(TestFiles.write(ModelFormat.CLAUSES, model))
                .endsWith("\n\n-1.5\t0 0,1 1,1 2\n1.5\t0 0,0 1\n");
        GraphicalModel forbidden = GraphicalModel.builder().variables(2, 3)
                .conjunction(Double.NEGATIVE_INFINITY, Literal.of(0, 1), Literal.of(1, 0)).build();
        assertThat(TestFiles.write(ModelFormat.CLAUSES, forbidden)).endsWith("\n\ninf\t0 0,1 1,1 2\n");
    }

    @Test
    void aTableNeedsClausesOnlyWhereItDiffersFromItsCommonEntry() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                .table(new int[] {0, 1}, 2, 2, 0.5, 2).build();
        assertThat(TestFiles.write(ModelFormat.NUM, model)).endsWith("\n\n1.5\t1 0,2 1,\n0.5\t1 0,1 1,\n");
        GraphicalModel single = GraphicalModel.builder().variables(2).table(new int[] {0}, 0, 2).build();
        assertThat(TestFiles.read(ModelFormat.NUM, TestFiles.write(ModelFormat.NUM, single)).features())
                .hasSize(1);
    }

    @Test
    void hundredsOfThousandsOfLiteralsInOneClause() throws IOException {
        int n = 300_000;
        StringBuilder text = new StringBuilder(n + "\n");
        for (int i = 1; i <= n; i++) {
            text.append(i).append(":2\n");
        }
        text.append("0.5\t");
        for (int i = 1; i <= n; i++) {
            text.append(i).append(" 1,");
        }
        GraphicalModel model = TestFiles.read(ModelFormat.NUM, text.append('\n').toString());
        assertThat(model.features().get(0).scope()).hasSize(n);
    }
}
