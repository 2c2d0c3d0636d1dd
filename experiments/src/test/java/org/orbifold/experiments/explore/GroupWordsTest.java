package org.orbifold.experiments.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

class GroupWordsTest {

    @Test
    void everyPersonHasASwap() {
        BlockSymmetries symmetries = PartitionFinder.of(JobSearch.generate(12, 0.1, 1).model(), 2).strongest()
                .symmetries();
        assertThat(GroupWords.product(symmetries)).isEqualTo("(S₂)¹²");
        assertThat(GroupWords.sentence(symmetries)).isEqualTo("order 4,096, 12 independent factors");
    }

    /** Three variables alike, four others alike, each with both values alike but for one field. */
    @Test
    void symmetricGroups() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < 7; v++) {
            builder.binary("X" + v).clause(v < 3 ? 1 : 2, Literal.of(v, 1));
        }
        BlockSymmetries symmetries = SymmetryFinder.of(builder.build()).variable();
        assertThat(GroupWords.product(symmetries)).isEqualTo("S₄ × S₃");
        assertThat(GroupWords.sentence(symmetries)).isEqualTo("order 144, 2 independent factors");
    }

    @Test
    void nothing() {
        BlockSymmetries symmetries = SymmetryFinder.of(FurtherDomains.control(3, 1).model()).variable();
        assertThat(GroupWords.product(symmetries)).isEqualTo("1");
        assertThat(GroupWords.sentence(symmetries)).isEqualTo("only the identity");
    }

    /** The model of the README: three people whose courses and jobs a block-value symmetry exchanges. */
    @Test
    void wreathProducts() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < 3; v++) {
            builder.binary("X" + v, "Y" + v).conjunction(1.5, "X" + v + "=1", "Y" + v + "=1");
        }
        for (int v = 0; v < 9; v++) {
            if (v / 3 != v % 3) {
                builder.clause(0.4, "X" + v / 3 + "=0", "X" + v % 3 + "=1");
            }
        }
        BlockSymmetries symmetries = PartitionFinder.of(builder.build(), 2).strongest().symmetries();
        assertThat(GroupWords.product(symmetries)).isEqualTo("S₂ ≀ S₃");
    }
}
