package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** Discovery ends in time, with what is certified by then. */
class TimeLimitTest {

    private static final int PEOPLE = 25;

    /** Smokes(i), then Friends(i,j): friends are alike, in both directions, so that these can be exchanged. */
    private static GraphicalModel friends() {
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(PEOPLE * PEOPLE));
        int friends = PEOPLE;
        for (int i = 0; i < PEOPLE; i++) {
            builder.clause(0.7, Literal.of(i, 0));
            for (int j = 0; j < PEOPLE; j++) {
                if (i != j) {
                    builder.clause(0.2, Literal.of(friends, 0), Literal.of(i, 1), Literal.of(j, 0));
                    builder.clause(0.2, Literal.of(friends, 0), Literal.of(i, 0), Literal.of(j, 1));
                    friends++;
                }
            }
        }
        return builder.build();
    }

    private static SymmetryFinder finder(GraphicalModel model, double seconds) {
        return SymmetryFinder.of(model, SymmetryOptions.defaults().withBudget(Budget.ofSeconds(seconds)));
    }

    @Test
    void noTimeGivesTheTrivialGroup() {
        GraphicalModel model = friends();
        BlockPartition singletons = BlockPartition.singletons(model.variableCount());
        SymmetryFinder finder = finder(model, 0);
        assertThat(finder.budget().secondsLeft()).isZero();
        for (BlockSymmetries found : List.of(finder.variable(), finder.variableValue(), finder.blockValue(singletons),
                finder.blockValue(List.of(singletons, singletons)).get(1))) {
            assertThat(found.isTrivial()).isTrue();
            assertThat(found.order()).isOne();
            assertThat(found.isComplete()).isFalse();
            assertThat(found.limitReached()).contains("the time limit of 0.00 s was reached");
            assertThat(found.pairs().pairCount()).isEqualTo(2 * model.variableCount());
        }
        assertThat(finder.insideBlocks(singletons).isTrivial()).isTrue();
        assertThat(finder.local().hasSymmetry(singletons.block(0))).isFalse();
    }

    /** The machine decides how far each gets; all must be sound, and the last ones whole. */
    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.01, 0.03, 0.1, 0.3, 1000, 1e300})
    void whatIsFoundInTimeIsSound(double seconds) {
        GraphicalModel model = friends();
        BlockSymmetries whole = SymmetryFinder.of(model).variable();
        assertThat(whole.isComplete()).isTrue();
        long start = System.nanoTime();
        BlockSymmetries found = finder(model, seconds).variable();
        double taken = (System.nanoTime() - start) / 1e9;
        assertThat(taken).as("far more than needed on a busy machine").isLessThan(Math.min(seconds, 20) + 10);
        assertThat(found.order()).isLessThanOrEqualTo(whole.order());
        assertThat(Math.abs(found.log10Order())).isLessThanOrEqualTo(whole.log10Order() + 1e-9);
        if (found.isComplete()) {
            assertThat(found.order()).isEqualTo(whole.order());
            assertThat(found.generators()).isEqualTo(whole.generators());
        } else {
            assertThat(found.limitReached().orElseThrow()).contains("time limit of " + seconds);
        }
        SymmetryFinder prover = SymmetryFinder.of(model);
        for (Permutation generator : found.generators().subList(0, Math.min(10, found.generators().size()))) {
            prover.certify(found.partition(), generator);
        }
        assertThat(found.isComplete() || seconds < 1000).isTrue();
    }

    /** A group cut short has at least the order that it claims. */
    @Test
    void fewerGeneratorsHaveALowerBound() {
        for (int kept = 0; kept <= 6; kept++) {
            SymmetryFactors factors = new SymmetryFactors(24);
            factors.addSymmetric(new int[] {0, 1}, new int[] {2, 3}, new int[] {4, 5}, new int[] {6, 7});
            factors.addSymmetricOn(new int[] {10, 11, 12, 13});
            SymmetryFactors cut = factors.first(kept);
            assertThat(cut.generators()).isEqualTo(factors.generators().subList(0, kept));
            BigInteger order = PermutationGroup.of(24, cut.generators()).order();
            assertThat(cut.order()).isLessThanOrEqualTo(order);
            assertThat(cut.order().intValue()).isGreaterThanOrEqualTo(Math.min(4, kept + 1));
            assertThat(cut.log10Order()).isCloseTo(Math.log10(cut.order().doubleValue()), within(1e-9));
            assertThat(cut.group(() -> false).order()).isEqualTo(order);
        }
    }

    @Test
    void refusesWhatIsNoTime() {
        assertThatThrownBy(() -> Budget.ofSeconds(-1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1.0 s");
        assertThatThrownBy(() -> Budget.ofSeconds(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThat(SymmetryOptions.defaults().budget().isLimited()).isFalse();
        assertThat(SymmetryFinder.of(friends()).budget().secondsLeft()).isInfinite();
    }
}
