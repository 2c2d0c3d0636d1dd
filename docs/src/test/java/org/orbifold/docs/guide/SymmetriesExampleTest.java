package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbifold.group.GroupNames;
import org.orbifold.group.NamedGroups;
import org.orbifold.group.PermutationGroup;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** The Java code of {@code docs/understand/symmetries.md}. */
class SymmetriesExampleTest {

    @Test
    void groupsHaveNames() {
        PermutationGroup group = NamedGroups.wreath(NamedGroups.symmetric(2), NamedGroups.symmetric(3));
        assertThat(GroupNames.of(group)).hasValue("S₂ ≀ S₃");
    }

    @Test
    void runs() {
        GraphicalModel model = GraphicalModel.builder().binary("TakesML", "GetsJob")
                .conjunction(1.5, "TakesML=1", "GetsJob=1").build();
        BlockPartition partition = BlockPartition.of(2, List.of(Block.of(0, 1)));
        // region finder
        SymmetryFinder finder = SymmetryFinder.of(model);             // the normal form, once per model
        BlockSymmetries variable = finder.variable();                 // groups on (variable, value) pairs
        BlockSymmetries vv = finder.variableValue();
        BlockSymmetries bv = finder.blockValue(partition);            // the group on (block, value) pairs
        System.out.println(bv.order() + " symmetries in " + bv.factors().size() + " factors, "
                + bv.orbits().count() + " orbits");
        bv.generators().forEach(g -> System.out.println(bv.describe(g)));     // exact, certified
        List<ScoredPartition> cover = PartitionFinder.of(finder, 2).cover();  // partitions worth using
        // end region
        assertThat(variable.order()).isEqualTo(2);
        assertThat(vv.order()).isEqualTo(2);
        assertThat(bv.order()).isEqualTo(6);
        assertThat(cover).isNotEmpty();
    }
}
