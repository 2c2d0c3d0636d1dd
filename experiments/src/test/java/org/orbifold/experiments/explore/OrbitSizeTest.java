package org.orbifold.experiments.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.StudentCurriculum;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.BlockSymmetries;

class OrbitSizeTest {

    static Stream<GraphicalModel> models() {
        return Stream.of(FurtherDomains.potts(3, 1.5).model(), FurtherDomains.ising(3, 1).model(),
                FurtherDomains.smokers(3, 0.1).model(), JobSearch.generate(3, 0.1, 1).model(),
                StudentCurriculum.generate(5, 1, 0.01, 1).model());
    }

    /** Against the states that the generators reach, one by one. */
    @ParameterizedTest
    @MethodSource("models")
    void sizesAreCounted(GraphicalModel model) {
        SplittableRandom random = new SplittableRandom(1);
        for (ScoredPartition partition : PartitionFinder.of(model, 2).coherentPartitions()) {
            OrbitSize sizes = new OrbitSize(partition.symmetries());
            for (int i = 0; i < 5; i++) {
                int[] state = Arrays.stream(model.sizes()).map(random::nextInt).toArray();
                int reached = reached(partition.symmetries(), state);
                OrbitSize.Size size = sizes.of(state);
                assertThat(Math.pow(10, size.log10())).isCloseTo(reached, within(1e-6 * reached));
                assertThat(size.atLeast()).isFalse();
            }
        }
    }

    private static int reached(BlockSymmetries symmetries, int[] start) {
        Set<List<Integer>> seen = new HashSet<>(Set.of(Arrays.stream(start).boxed().toList()));
        ArrayDeque<int[]> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            int[] state = queue.remove();
            for (Permutation generator : symmetries.generators()) {
                int[] image = symmetries.apply(generator, state);
                if (seen.add(Arrays.stream(image).boxed().toList())) {
                    queue.add(image);
                }
            }
        }
        return seen.size();
    }
}
