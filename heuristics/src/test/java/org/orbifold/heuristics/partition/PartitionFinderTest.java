package org.orbifold.heuristics.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.heuristics.Domains;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

class PartitionFinderTest {

    /** A 12×12 torus has 8 · 144 symmetries; the three colours are permuted in 6 ways, all sites at once. */
    @Test
    void pottsModelFindsItsSitesAndColours() {
        GraphicalModel model = Domains.potts(12, 12, 0.8);
        SymmetryFinder finder = SymmetryFinder.of(model);
        ScoredPartition best = PartitionFinder.of(finder, 2).cover().get(0);
        BlockSymmetries found = best.symmetries();
        for (int site = 0; site < 144; site++) {
            assertThat(best.partition().block(site)).isEqualTo(Block.of(2 * site, 2 * site + 1));
        }
        assertThat(found.order()).isEqualTo(BigInteger.valueOf(6 * 8 * 144));
        int[][] permutations = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int[] colors : permutations) {
            assertThat(found.group().contains(everywhere(found.pairs(), colors))).isTrue();
        }
        // One step to the right, everywhere.
        int[] step = new int[found.pairs().pairCount()];
        for (int p = 0; p < step.length; p++) {
            int site = found.pairs().blockOf(p);
            step[p] = found.pairs().pair(site / 12 * 12 + (site + 1) % 12, found.pairs().valueOf(p));
        }
        assertThat(found.group().contains(Permutation.ofImages(step))).isTrue();
        // Values of single variables: the two bits of all sites at once, and the torus.
        assertThat(finder.variableValue().order()).isEqualTo(BigInteger.valueOf(2 * 8 * 144));
    }

    /** Clauses of three literals: only blocks of three have values that can be exchanged. */
    @Test
    void blocksOfThreeWhereTheyPay() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < 12; v++) {
            builder.binary("X" + v).clause(0.1 + 0.37 * v, Literal.of(v, 1));
        }
        GraphicalModel apart = builder.build();
        assertThat(PartitionFinder.of(apart, PartitionFinder.AUTOMATIC).strongest().partition())
                .isEqualTo(PartitionFinder.of(apart, 2).strongest().partition());
        ModelBuilder wide = GraphicalModel.builder();
        for (int v = 0; v < 12; v++) {
            wide.binary("X" + v);
        }
        for (int v = 0; v + 2 < 12; v += 3) {
            wide.clause(0.5 + 0.1 * v, Literal.of(v, 1), Literal.of(v + 1, 0), Literal.of(v + 2, 1));
        }
        GraphicalModel model = wide.build();
        ScoredPartition two = PartitionFinder.of(model, 2).strongest();
        ScoredPartition chosen = PartitionFinder.of(model, PartitionFinder.AUTOMATIC).strongest();
        assertThat(chosen.score()).isGreaterThan(two.score());
        assertThat(chosen.partition().blocks()).allMatch(block -> block.size() == 3);
        // Seven of the eight values of each block satisfy its clause.
        assertThat(chosen.symmetries().order()).isEqualTo(BigInteger.valueOf(5040).pow(4));
        SymmetryFinder late = SymmetryFinder.of(model, SymmetryOptions.defaults().withBudget(Budget.ofSeconds(0)));
        assertThat(PartitionFinder.of(late, PartitionFinder.AUTOMATIC).strongest().partition().blockCount())
                .isEqualTo(12);
    }

    /** Whatever the size is raised to: no symmetry of larger blocks is lost, and no states that smaller ones join. */
    @Test
    void theAutomaticSizeLosesNothing() {
        SplittableRandom random = new SplittableRandom(31);
        int raised = 0;
        for (int trial = 0; trial < 30; trial++) {
            int variables = 8 + random.nextInt(12);
            ModelBuilder builder = GraphicalModel.builder();
            for (int v = 0; v < variables; v++) {
                builder.binary("X" + v);
            }
            for (int clauses = 3 + random.nextInt(variables / 2); clauses > 0; clauses--) {
                int[] scope = random.ints(0, variables).distinct().limit(3).toArray();
                builder.clause(random.nextInt(1, 4), Literal.of(scope[0], random.nextInt(2)),
                        Literal.of(scope[1], random.nextInt(2)), Literal.of(scope[2], random.nextInt(2)));
            }
            GraphicalModel model = builder.build();
            List<ScoredPartition> two = PartitionFinder.of(model, 2).cover();
            List<ScoredPartition> three = PartitionFinder.of(model, 3).cover();
            List<ScoredPartition> found = PartitionFinder.of(model, PartitionFinder.AUTOMATIC).cover();
            assertThat(mostSymmetries(found)).isGreaterThanOrEqualTo(
                    Math.max(mostSymmetries(two), mostSymmetries(three)) - 1e-6);
            assertThat(found.get(0).score()).isGreaterThanOrEqualTo(two.get(0).score() - 1e-9);
            raised += mostSymmetries(found) > mostSymmetries(two) + 1e-6 ? 1 : 0;
        }
        assertThat(raised).isGreaterThan(5);
    }

    private static double mostSymmetries(List<ScoredPartition> partitions) {
        return partitions.stream().mapToDouble(one -> one.symmetries().log10Order()).max().orElseThrow();
    }

    private static Permutation everywhere(BlockValuePairs pairs, int[] colors) {
        int[] images = new int[pairs.pairCount()];
        for (int p = 0; p < images.length; p++) {
            int value = pairs.valueOf(p);
            images[p] = pairs.pair(pairs.blockOf(p), value < 3 ? colors[value] : 3);
        }
        return Permutation.ofImages(images);
    }

    @Test
    void coverHoldsEveryBlockWithASymmetry() {
        GraphicalModel model = Domains.jobSearch(10, new SplittableRandom(5));
        SymmetryFinder symmetries = SymmetryFinder.of(model);
        PartitionFinder finder = PartitionFinder.of(symmetries, 2);
        List<ScoredPartition> cover = finder.cover();
        assertIsCover(symmetries, cover);
        // TakesML is in one block with GetsJob and in two with each Connected of its own: at least 19 partitions.
        assertThat(cover.size()).isBetween(19, 25);
        for (int i = 1; i < cover.size(); i++) {
            assertThat(cover.get(i).score()).isLessThanOrEqualTo(cover.get(i - 1).score());
        }
    }

    /** Every block with a symmetry is held, and nothing but the best and the worthwhile is there without need. */
    private static void assertIsCover(SymmetryFinder symmetries, List<ScoredPartition> cover) {
        List<Block> wanted = UsefulBlocks.of(symmetries.model(), 2).stream()
                .filter(symmetries.local()::hasSymmetry).toList();
        assertThat(wanted).isNotEmpty().allSatisfy(block ->
                assertThat(cover).anySatisfy(held -> assertThat(held.partition().blocks()).contains(block)));
        for (ScoredPartition one : cover.subList(1, cover.size())) {
            boolean needed = wanted.stream().anyMatch(block ->
                    cover.stream().filter(held -> held.partition().blocks().contains(block)).toList()
                            .equals(List.of(one)));
            boolean joinsBlocks = one.symmetries().generators().stream().anyMatch(generator ->
                    Arrays.stream(generator.support()).map(one.symmetries().pairs()::blockOf).distinct().count() > 1);
            assertThat(needed || joinsBlocks && one.score() >= 0.5 * cover.get(0).score()).isTrue();
        }
    }

    /** A large model with hard constraints: what only fills the cover gets the symmetries inside its blocks. */
    @Test
    void aLargeCoverIsNotSearched() {
        int leaves = 330;
        ModelBuilder builder = GraphicalModel.builder()
                .variables(IntStream.generate(() -> 2).limit(leaves + 1).toArray());
        for (int v = 1; v <= leaves; v++) {
            builder.clause(Double.POSITIVE_INFINITY, Literal.of(0, 0), Literal.of(v, 0));
        }
        SymmetryFinder symmetries = SymmetryFinder.of(builder.build());
        List<ScoredPartition> cover = PartitionFinder.of(symmetries, 2).cover();
        // Where the centre is 0, each leaf is free: all 330 pairs have a symmetry, and each needs its own partition.
        // Single variables exchange all leaves, and the first pair leaves 329 of them.
        assertThat(cover).hasSize(1 + leaves);
        assertThat(cover.get(0).symmetries().isComplete()).isTrue();
        assertThat(cover.get(1).symmetries().isComplete()).isTrue();
        for (ScoredPartition one : cover.subList(2, cover.size())) {
            assertThat(one.symmetries().isComplete()).isFalse();
            assertThat(one.symmetries().order()).isEqualTo(BigInteger.TWO);
        }
    }

    @Test
    void studentsAreExchangedThroughTheirBlocks() {
        GraphicalModel model = Domains.studentCurriculum(60, 10, new SplittableRandom(2));
        ScoredPartition best = PartitionFinder.of(model, 2).cover().get(0);
        assertThat(best.symmetries().log10Order())
                .isGreaterThan(SymmetryFinder.of(model).variableValue().log10Order());
        assertThat(best.partition().blocks()).contains(Block.of(0, 1), Block.of(118, 119));
    }

    /** With one weak link between people's pairs, the pairs are coupled more strongly than any other blocks. */
    @Test
    void theStrongestPartitionHoldsWhatIsCoupledMost() {
        GraphicalModel model = Domains.jobSearch(6, new SplittableRandom(5));
        ScoredPartition strongest = PartitionFinder.of(model, 2).strongest();
        for (int person = 0; person < 6; person++) {
            assertThat(strongest.partition().blocks()).contains(Block.of(2 * person, 2 * person + 1));
        }
        double most = PartitionFinder.of(model, 2).cover().get(0).score();
        assertThat(strongest.score()).isGreaterThanOrEqualTo(0.9 * most);
    }

    @Test
    void theBestOfMany() {
        GraphicalModel model = Domains.studentCurriculum(30, 6, new SplittableRandom(3));
        PartitionFinder finder = PartitionFinder.of(model, 2);
        List<ScoredPartition> some = finder.best(5, new SplittableRandom(1));
        assertThat(some).hasSize(5);
        assertThat(some.stream().map(ScoredPartition::partition)).doesNotHaveDuplicates();
        assertThat(some.stream().map(ScoredPartition::partition).toList()).isEqualTo(
                finder.best(5, new SplittableRandom(1)).stream().map(ScoredPartition::partition).toList());
        assertThat(some.get(0).score()).isGreaterThanOrEqualTo(some.get(4).score());
        assertThatThrownBy(() -> finder.best(0, new SplittableRandom(1))).hasMessageContaining("0 partitions");
    }

    @Test
    void aModelWithoutSymmetriesStillGetsAPartition() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 3).table(new int[] {0, 1}, 0, 1, 3, 7, 16, 40)
                .build();
        List<ScoredPartition> cover = PartitionFinder.of(model, 1).cover();
        assertThat(cover).hasSize(1);
        assertThat(cover.get(0).score()).isZero();
    }

    /** Independent bits: one swap joins two states; k exchangeable ones join binomially many. */
    @Test
    void scoresCountStates() {
        GraphicalModel free = GraphicalModel.builder().variables(2, 2, 2)
                .table(new int[] {1}, 0, 1).table(new int[] {2}, 0, 2).build();
        BlockSymmetries swap = SymmetryFinder.of(free).blockValue(BlockPartition.singletons(3));
        assertThat(ScoredPartition.of(swap).score()).isCloseTo(Math.log(2), within(1e-6));
        GraphicalModel alike = GraphicalModel.builder().variables(2, 2, 2, 2).table(new int[] {0}, 0, 1)
                .table(new int[] {1}, 0, 1).table(new int[] {2}, 0, 1).table(new int[] {3}, 0, 1).build();
        BlockSymmetries exchange = SymmetryFinder.of(alike).blockValue(BlockPartition.singletons(4));
        // Two ones among four places: 6 states.
        assertThat(ScoredPartition.of(exchange).score())
                .isCloseTo(Math.log(6), within(1e-6));
    }

    /** Without time there is the partition into single variables and the trivial group; with enough, all as ever. */
    @Test
    void limitedTimeGivesWhatThereIs() {
        GraphicalModel model = Domains.jobSearch(6, new SplittableRandom(3));
        PartitionFinder none = PartitionFinder.of(SymmetryFinder.of(model,
                SymmetryOptions.defaults().withBudget(Budget.ofSeconds(0))), 2);
        assertThat(none.limitReached()).isPresent();
        List<ScoredPartition> found = new ArrayList<>(none.cover());
        found.addAll(none.best(3, new SplittableRandom(1)));
        found.add(none.strongest());
        assertThat(found).hasSize(3);
        for (ScoredPartition partition : found) {
            assertThat(partition.partition()).isEqualTo(BlockPartition.singletons(model.variableCount()));
            assertThat(partition.symmetries().isTrivial()).isTrue();
            assertThat(partition.symmetries().isComplete()).isFalse();
            assertThat(partition.score()).isZero();
        }
        PartitionFinder ample = PartitionFinder.of(SymmetryFinder.of(model,
                SymmetryOptions.defaults().withBudget(Budget.ofSeconds(1000))), 2);
        PartitionFinder unlimited = PartitionFinder.of(model, 2);
        assertThat(ample.limitReached()).isEmpty();
        assertThat(unlimited.limitReached()).isEmpty();
        assertThat(ample.strongest().partition()).isEqualTo(unlimited.strongest().partition());
        assertThat(ample.best(4, new SplittableRandom(2))).extracting(ScoredPartition::score)
                .isEqualTo(unlimited.best(4, new SplittableRandom(2)).stream().map(ScoredPartition::score).toList());
        assertThat(ample.cover()).extracting(ScoredPartition::score)
                .isEqualTo(unlimited.cover().stream().map(ScoredPartition::score).toList());
    }
}
