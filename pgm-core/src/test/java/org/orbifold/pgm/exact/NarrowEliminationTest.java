package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

class NarrowEliminationTest {

    /** The core has the same log Z, and all marginals come back from joint marginals of the separators. */
    @Property(tries = 500, seed = "20183")
    void agreesWithBruteForce(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int maxEntries) {
        GraphicalModel model = RandomModels.hard(seed);
        ExactResult expected = BruteForce.solve(model);
        NarrowElimination narrow = NarrowElimination.of(model, maxEntries, Budget.unlimited());
        ExactResult core = BruteForce.solve(narrow.core());
        assertThat(core.logPartition())
                .isCloseTo(expected.logPartition(), within(1e-10 * (1 + Math.abs(expected.logPartition()))));
        List<double[]> joints = narrow.separators().stream()
                .map(scope -> joint(narrow.core(), scope, core.logPartition())).toList();
        Marginals all = narrow.marginals(core.marginals(), joints);
        assertThat(Divergence.MAX_ABSOLUTE_ERROR.between(all, expected.marginals())).isLessThan(1e-10);
    }

    private static double[] joint(GraphicalModel model, int[] scope, double logPartition) {
        double[] joint = new double[TableMath.entries(model.sizes(), scope)];
        int[] state = new int[model.variableCount()];
        int v;
        do {
            int index = 0;
            for (int u : scope) {
                index = index * model.size(u) + state[u];
            }
            joint[index] += Math.exp(model.logWeight(state) - logPartition);
            v = 0;
            while (v < state.length && ++state[v] == model.size(v)) {
                state[v++] = 0;
            }
        } while (v < state.length);
        return joint;
    }

    /** A star's leaves go, whatever the number; so does a chain. */
    @Test
    void treesVanish() {
        GraphicalModel star = GraphicalModel.builder().binary("hub", "a", "b", "c", "d", "e")
                .clause(0.5, "hub=1", "a=0").clause(0.5, "hub=1", "b=0").clause(0.5, "hub=1", "c=0")
                .clause(0.5, "hub=1", "d=0").clause(0.5, "hub=1", "e=0").build();
        NarrowElimination narrow = NarrowElimination.of(star, 4, Budget.unlimited());
        assertThat(narrow.core().variableCount()).isZero();
        assertThat(narrow.core().constant()).isCloseTo(BruteForce.solve(star).logPartition(), within(1e-12));
    }

    /** Three variables in a ring need a table of eight entries: with four none can go. */
    @Test
    void whatIsWideStays() {
        GraphicalModel ring = GraphicalModel.builder().binary("a", "b", "c", "leaf").clause(1, "a=1", "b=1")
                .clause(1, "b=1", "c=1").clause(1, "a=1", "c=1").clause(1, "c=1", "leaf=1").build();
        NarrowElimination narrow = NarrowElimination.of(ring, 4, Budget.unlimited());
        assertThat(narrow.core().variables()).extracting("name").containsExactly("a", "b", "c");
        assertThat(narrow.separators()).containsExactly(new int[] {2});
        assertThat(narrow.toOriginal(2)).isEqualTo(2);
        assertThat(NarrowElimination.of(ring, 8, Budget.unlimited()).core().variableCount()).isZero();
    }

    @Test
    void aContradictionIsSeen() {
        GraphicalModel model = GraphicalModel.builder().binary("a", "b").forbid("a=1").forbid("a=0", "b=1")
                .forbid("a=0", "b=0").build();
        assertThatExceptionOfType(ContradictionException.class)
                .isThrownBy(() -> NarrowElimination.of(model, 16, Budget.unlimited()));
    }
}
