package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;

/** What is written and read again is the same distribution, in every format and through any two of them. */
class RoundTripTest {

    private static final ModelFormat[] FORMATS =
        {ModelFormat.UAI, ModelFormat.CLAUSES, ModelFormat.NUM, ModelFormat.FG};

    private static GraphicalModel through(ModelFormat format, GraphicalModel model) throws IOException {
        return TestFiles.read(format, TestFiles.write(format, model));
    }

    @Property(tries = 2000)
    void everyFormatKeepsTheDistribution(@ForAll long seed, @ForAll @IntRange(max = 3) int format)
            throws IOException {
        GraphicalModel model = RandomFileModels.any(new SplittableRandom(seed), false);
        States.assertSameWeights(through(FORMATS[format], model), model);
    }

    @Property(tries = 500)
    void twoFormatsInTurnKeepTheDistribution(@ForAll long seed, @ForAll @IntRange(max = 3) int first,
            @ForAll @IntRange(max = 3) int second) throws IOException {
        GraphicalModel model = RandomFileModels.any(new SplittableRandom(seed), false);
        States.assertSameWeights(through(FORMATS[second], through(FORMATS[first], model)), model);
    }

    @Property(tries = 1000)
    void clauseFilesKeepTheFeaturesBitForBit(@ForAll long seed) throws IOException {
        GraphicalModel model = RandomFileModels.any(new SplittableRandom(seed), true);
        assertThat(through(ModelFormat.CLAUSES, model)).isEqualTo(model);
        assertThat(through(ModelFormat.NUM, model).features()).isEqualTo(model.features());
    }

    @Property(tries = 500)
    void tableFormatsAreStableAfterTheFirstTrip(@ForAll long seed) throws IOException {
        GraphicalModel model = RandomFileModels.any(new SplittableRandom(seed), false);
        GraphicalModel tables = through(ModelFormat.UAI, model);
        assertThat(through(ModelFormat.UAI, tables).features()).hasSameSizeAs(tables.features());
        for (int f = 0; f < tables.features().size(); f++) {
            int[] scope = tables.features().get(f).scope();
            assertThat(through(ModelFormat.FG, tables).features().get(f).scope()).isEqualTo(scope);
        }
    }

    @Property(tries = 500)
    void anyWeightSurvivesInClauseFiles(@ForAll double weight) throws IOException {
        GraphicalModel model = GraphicalModel.builder().binary("a").clause(weight, "a=1").build();
        assertThat(through(ModelFormat.CLAUSES, model)).isEqualTo(model);
    }

    @Example
    void decimalsThatUsersWroteComeBackAsTheyWere() throws IOException {
        String content = "MARKOV\n2\n2 2\n1\n2 0 1\n\n4\n 0.1 0.872 0.92 1.0E-5\n";
        assertThat(TestFiles.write(ModelFormat.UAI, TestFiles.read(ModelFormat.UAI, content))).isEqualTo(content);
    }

    @Example
    void hugeAndTinyPotentialsSurviveInTableFormats() throws IOException {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b").clause(900, "a=1", "b=1")
                .conjunction(-900, "a=1", "b=0").clause(1e7, "a=0").constant(-5000).build();
        assertThat(TestFiles.write(ModelFormat.UAI, model)).contains("E390").contains("E-391");
        States.assertSameWeights(through(ModelFormat.FG, model), model);
        States.assertSameWeights(through(ModelFormat.UAI, model), model);
    }

    @Example
    void modelsWithoutVariables() throws IOException {
        GraphicalModel empty = GraphicalModel.builder().build();
        GraphicalModel constant = GraphicalModel.builder().constant(-1.5).build();
        for (ModelFormat format : FORMATS) {
            assertThat(through(format, empty)).isEqualTo(empty);
        }
        assertThat(through(ModelFormat.UAI, constant)).isEqualTo(constant);
        assertThat(through(ModelFormat.FG, constant)).isEqualTo(constant);
        assertThatIllegalArgumentException().isThrownBy(() -> through(ModelFormat.NUM, constant))
                .withMessageContaining("without variables cannot hold the constant -1.5");
    }

    @Example
    void variablesInNoFeatureCountInLogZ() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3, 5, 2).clause(1, Literal.of(1, 2)).build();
        for (ModelFormat format : FORMATS) {
            States.assertSameWeights(through(format, model), model);
        }
    }

    @Example
    void aDomainTooLargeForAnyTable() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2_000_000_000, 2).constant(2)
                .clause(0.5, Literal.of(0, 1_999_999_999), Literal.of(1, 1)).build();
        GraphicalModel back = through(ModelFormat.NUM, model);
        assertThat(back.size(0)).isEqualTo(2_000_000_000);
        assertThat(back.logWeight(new int[] {1_999_999_999, 0})).isEqualTo(2.5);
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.UAI, model))
                .withMessageContaining("write a clause file");
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.CLAUSES, model))
                .withMessageContaining("too many to be listed");
        GraphicalModel alone = GraphicalModel.builder().variables(2_000_000_000).constant(3).build();
        assertThat(through(ModelFormat.UAI, alone)).isEqualTo(alone);
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.FG, alone))
                .withMessageContaining("stands in no feature");
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.NUM, alone))
                .withMessageContaining("too many");
    }

    @Example
    void featuresTooWideForTables() throws IOException {
        int[] sizes = Collections.nCopies(100, 2).stream().mapToInt(i -> i).toArray();
        Literal[] literals = new Literal[100];
        Formula[] atoms = new Formula[100];
        for (int v = 0; v < 100; v++) {
            literals[v] = Literal.of(v, 1);
            atoms[v] = Formula.is(v, 1);
        }
        GraphicalModel clause = GraphicalModel.builder().variables(sizes).clause(0.1, literals).build();
        GraphicalModel conjunction = GraphicalModel.builder().variables(sizes).conjunction(0.1, literals).build();
        GraphicalModel formula = GraphicalModel.builder().variables(sizes).formula(0.1, Formula.or(atoms)).build();
        assertThat(through(ModelFormat.NUM, clause)).isEqualTo(clause);
        assertThat(through(ModelFormat.NUM, conjunction).features()).hasSize(2);
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.UAI, clause))
                .withMessageContaining("a feature of 100 variables");
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.FG, conjunction));
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.NUM, formula))
                .withMessageContaining("too many");
    }

    @Example
    void potentialsBeyondAllDecimalsAreRefused() {
        GraphicalModel model = GraphicalModel.builder().binary("a").clause(1e300, "a=1").build();
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.UAI, model))
                .withMessageContaining("1.0E300").withMessageContaining("clause file");
    }

    @Example
    void finiteWeightsNeverBecomeHardConstraints() {
        GraphicalModel table = GraphicalModel.builder().variables(3)
                .table(new int[] {0}, -1e308, -1e308, 1e308).build();
        GraphicalModel sum = GraphicalModel.builder().binary("a").constant(1e308)
                .formula(1e308, Formula.TRUE).build();
        for (GraphicalModel model : List.of(table, sum)) {
            assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.NUM, model))
                    .withMessageContaining("too large");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.UAI, sum));
    }

    @Example
    void namesThatCannotStandInAClauseFile() {
        for (String name : new String[] {"tab\there", "line\nbreak"}) {
            GraphicalModel model = GraphicalModel.builder().binary(name).build();
            assertThatIllegalArgumentException().isThrownBy(() -> TestFiles.write(ModelFormat.CLAUSES, model))
                    .withMessageContaining("cannot stand in a clause file").withMessageNotContaining("\n");
        }
    }

    @Example
    void namesThatNeedQuotesInAClauseFile() throws IOException {
        String[] names = {"Friends(Anna,Bob)", "my name", "\"", "a\\b c", "#1", "x=y,z", "Loves(\"A B\")"};
        for (String name : names) {
            GraphicalModel model = GraphicalModel.builder().binary("plain").variable(name, Domain.of("a=b", name, "c"))
                    .clause(1, Literal.of(0, 1), Literal.of(1, 1)).clause(2, Literal.of(1, 0)).build();
            assertThat(through(ModelFormat.CLAUSES, model)).as(name).isEqualTo(model);
        }
    }

    @Example
    void impossibleModelsStayImpossible() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                .formula(Double.POSITIVE_INFINITY, Formula.FALSE).build();
        for (ModelFormat format : FORMATS) {
            States.assertSameWeights(through(format, model), model);
        }
        GraphicalModel nothing = GraphicalModel.builder().table(new int[0], Double.NEGATIVE_INFINITY).build();
        States.assertSameWeights(through(ModelFormat.UAI, nothing), nothing);
        States.assertSameWeights(through(ModelFormat.FG, nothing), nothing);
    }
}
