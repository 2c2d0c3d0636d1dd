package org.orbifold.pgm.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** What features become when a format has nothing but tables. */
class ModelTablesTest {

    private static List<Double> entries(GraphicalModel model, int feature, boolean firstFastest) throws IOException {
        ModelTables tables = new ModelTables(model);
        List<Double> entries = new ArrayList<>();
        tables.forEachEntry(tables.features().get(feature), firstFastest, (index, log) -> {
            assertThat(index).isEqualTo(entries.size());
            entries.add(log);
        });
        assertThat(tables.entries(tables.features().get(feature))).isEqualTo(entries.size());
        return entries;
    }

    @Test
    void bothOrdersOfEntries() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(3, 2)
                .table(new int[] {1, 0}, 10, 11, 12, 20, 21, 22).build();
        assertThat(entries(model, 0, false)).containsExactly(10., 11., 12., 20., 21., 22.);
        assertThat(entries(model, 0, true)).containsExactly(10., 20., 11., 21., 12., 22.);
        // The walk leaves its state as it was: a second one sees the same.
        assertThat(entries(model, 0, true)).containsExactly(10., 20., 11., 21., 12., 22.);
    }

    @Test
    void weightedFeaturesAsTables() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                .clause(5, Literal.of(1, 1), Literal.of(0, 0))
                .conjunction(Double.NEGATIVE_INFINITY, Literal.of(0, 1), Literal.of(1, 1))
                .formula(3, Formula.iff(Formula.is(0, 0), Formula.is(1, 0))).build();
        assertThat(entries(model, 0, false)).as("scope 1, 0").containsExactly(5., 0., 5., 5.);
        assertThat(entries(model, 1, false)).containsExactly(0., 0., 0., Double.NEGATIVE_INFINITY);
        assertThat(entries(model, 2, false)).containsExactly(3., 0., 0., 3.);
    }

    @Test
    void theConstantIsATableOfTheSmallestVariable() throws IOException {
        GraphicalModel model = GraphicalModel.builder().variables(5, 3, 4).constant(-1)
                .formula(3, Formula.TRUE).build();
        ModelTables tables = new ModelTables(model);
        assertThat(tables.features()).hasSize(1);
        assertThat(tables.features().get(0).scope()).containsExactly(1);
        assertThat(entries(model, 0, false)).containsExactly(2., 2., 2.);
        assertThat(new ModelTables(GraphicalModel.builder().variables(2).build()).features()).isEmpty();
    }

    @Test
    void theLimitIsOnTheSumOfAllFeaturesAndNotOnTables() {
        int[] sizes = new int[26];
        Arrays.fill(sizes, 2);
        Literal[] wide = new Literal[26];
        Arrays.setAll(wide, v -> Literal.of(v, 0));
        ModelBuilder two = GraphicalModel.builder().variables(sizes).clause(1, wide).clause(2, wide);
        assertThat(new ModelTables(two.build()).features()).hasSize(2);
        assertThatIllegalArgumentException().isThrownBy(() -> new ModelTables(two.clause(3, wide).build()))
                .withMessageContaining("more than 134217728 entries");
    }

    @Test
    void countingDoesNotOverflow() {
        int[] sizes = new int[100];
        Arrays.fill(sizes, Integer.MAX_VALUE);
        int[] scope = new int[100];
        Arrays.setAll(scope, v -> v);
        assertThat(Odometer.count(scope, sizes)).isEqualTo(Long.MAX_VALUE);
        assertThat(Odometer.count(new int[] {0, 1}, sizes)).isEqualTo((long) Integer.MAX_VALUE * Integer.MAX_VALUE);
        assertThat(Odometer.count(new int[0], sizes)).isEqualTo(1);
    }
}
