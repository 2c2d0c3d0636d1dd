package org.orbifold.heuristics.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.heuristics.Domains;
import org.orbifold.heuristics.signature.UsefulBlocks;
import org.orbifold.heuristics.signature.WeightSignature;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.SymmetryFinder;

class PartitionSamplerTest {

    /**
     * A path a-b-c of two pairs: each is drawn first with probability 1/2, whatever the signatures. 10,000 draws with a
     * fixed seed; a fair coin is outside 5 standard deviations with probability 6e-7.
     */
    @Test
    void pairsAreDrawnInProportionToTheirValues() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2)
                .clause(1, Literal.of(0, 0), Literal.of(1, 0)).clause(2, Literal.of(1, 1), Literal.of(2, 0)).build();
        PartitionSampler sampler = PartitionSampler.of(model, 2);
        SplittableRandom random = new SplittableRandom(42);
        int first = 0;
        for (int i = 0; i < 10_000; i++) {
            first += sampler.sample(random).blocks().contains(Block.of(0, 1)) ? 1 : 0;
        }
        assertThat(first).isBetween(5000 - 250, 5000 + 250);
    }

    /** The rejection loop of the pseudo-code and our removal have one distribution: chi-square over all partitions. */
    @Test
    void sameDistributionAsThePseudoCode() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3, 2, 2)
                .clause(1, Literal.of(0, 0), Literal.of(1, 0), Literal.of(2, 1))
                .clause(2, Literal.of(2, 1), Literal.of(3, 0)).clause(1, Literal.of(3, 1), Literal.of(4, 0)).build();
        WeightSignature signatures = WeightSignature.of(model);
        List<Block> blocks = UsefulBlocks.of(model, 2);
        PartitionSampler sampler = PartitionSampler.of(model, blocks).withCompetingSingletons();
        int draws = 40_000;
        Map<Set<Block>, int[]> counts = new HashMap<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < draws; i++) {
            counts.computeIfAbsent(new HashSet<>(sampler.sample(random).blocks()), k -> new int[2])[0]++;
            counts.computeIfAbsent(pseudoCode(model, signatures, blocks, random), k -> new int[2])[1]++;
        }
        double chiSquare = 0;
        for (int[] pair : counts.values()) {
            chiSquare += (double) (pair[0] - pair[1]) * (pair[0] - pair[1]) / (pair[0] + pair[1]);
        }
        int freedom = counts.size() - 1;
        // Mean + 6 standard deviations of chi-square: passed by chance with probability below 1e-6.
        assertThat(chiSquare).isLessThan(freedom + 6 * Math.sqrt(2.0 * freedom));
    }

    /** Algorithm 3, lines 14 to 24, word for word. */
    private static Set<Block> pseudoCode(GraphicalModel model, WeightSignature signatures, List<Block> blocks,
            SplittableRandom random) {
        Map<List<Double>, List<Block>> dictionary = new java.util.LinkedHashMap<>();
        List<Block> all = new java.util.ArrayList<>(blocks);
        for (int v = 0; v < model.variableCount(); v++) {
            all.add(Block.of(v));
        }
        for (Block block : all) {
            for (int b = 0; b < block.valueCount(model); b++) {
                List<Double> signature = new java.util.ArrayList<>(java.util.Arrays.stream(
                        signatures.weights(block, b)).boxed().toList());
                signature.add((double) block.size());
                dictionary.computeIfAbsent(signature, k -> new java.util.ArrayList<>()).add(block);
            }
        }
        int total = dictionary.values().stream().mapToInt(List::size).sum();
        Set<Block> list = new HashSet<>();
        Set<Integer> included = new HashSet<>();
        while (included.size() < model.variableCount()) {
            int at = random.nextInt(total);
            List<Block> bucket = null;
            for (List<Block> candidate : dictionary.values()) {
                bucket = candidate;
                at -= candidate.size();
                if (at < 0) {
                    break;
                }
            }
            Block block = bucket.get(random.nextInt(bucket.size()));
            if (java.util.Arrays.stream(block.variables()).noneMatch(included::contains)) {
                list.add(block);
                java.util.Arrays.stream(block.variables()).forEach(included::add);
            }
        }
        return list;
    }

    @Test
    void alwaysAPartitionAndReproducible() {
        GraphicalModel model = Domains.jobSearch(8, new SplittableRandom(1));
        PartitionSampler sampler = PartitionSampler.of(model, 3);
        List<BlockPartition> some = sampler.sample(20, new SplittableRandom(9));
        assertThat(some).hasSize(20).isEqualTo(sampler.sample(20, new SplittableRandom(9)));
        assertThat(new HashSet<>(some).size()).isGreaterThan(15);
        for (BlockPartition partition : some) {
            assertThat(partition.blocks().stream().mapToInt(Block::size).sum()).isEqualTo(model.variableCount());
        }
    }

    /** The release's lists: the first holds what the largest bucket has, and together they hold every block once. */
    @Test
    void firstFitListsHoldEveryBlockOnce() {
        GraphicalModel model = Domains.studentCurriculum(20, 8, new SplittableRandom(4));
        List<BlockPartition> lists = FirstFitPartitions.ofBinaryPairs(model, Integer.MAX_VALUE);
        Map<Block, Integer> seen = new HashMap<>();
        lists.forEach(list -> list.blocks().stream().filter(b -> b.size() == 2)
                .forEach(b -> seen.merge(b, 1, Integer::sum)));
        assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(UsefulBlocks.of(model, 2));
        assertThat(seen.values()).containsOnly(1);
        assertThat(FirstFitPartitions.ofBinaryPairs(model, 2)).isEqualTo(lists.subList(0, 2));
    }

    /** Blocks of ternary variables are none of the published program's. */
    @Test
    void firstFitListsHoldBinaryPairsOnly() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 3, 2)
                .clause(1, Literal.of(0, 0), Literal.of(1, 0)).clause(1, Literal.of(1, 0), Literal.of(2, 0))
                .clause(1, Literal.of(2, 0), Literal.of(3, 0)).build();
        assertThat(FirstFitPartitions.ofBinaryPairs(model, 9))
                .containsExactly(BlockPartition.completedBySingletons(4, List.of(Block.of(0, 1))));
    }

    /** The largest bucket goes first: the two pairs of weights 5, 5, and not the pair between them. */
    @Test
    void theFirstListHoldsTheLargestBucket() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2)
                .table(new int[] {1, 2}, 1, 2, 3, 4).table(new int[] {0, 1}, 5, 5, 5, 5)
                .table(new int[] {2, 3}, 5, 5, 5, 5).build();
        assertThat(FirstFitPartitions.ofBinaryPairs(model, 1)).containsExactly(
                BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3))));
    }

    /**
     * A path whose pairs hold 1, 2, 1 and 1 features, the last one of a ternary variable: first come the two features,
     * then the pairs of bits with one, then the pair with the ternary variable; what is left is filled in this order.
     */
    @Test
    void theStrongestShapeLeads() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2, 3)
                .clause(1, Literal.of(0, 0), Literal.of(1, 0))
                .clause(1, Literal.of(1, 0), Literal.of(2, 0)).clause(1, Literal.of(1, 1), Literal.of(2, 1))
                .clause(1, Literal.of(2, 0), Literal.of(3, 0)).clause(1, Literal.of(3, 0), Literal.of(4, 0)).build();
        assertThat(coherent(model, 3)).containsExactly(
                BlockPartition.of(5, List.of(Block.of(0), Block.of(1, 2), Block.of(3, 4))),
                BlockPartition.of(5, List.of(Block.of(0, 1), Block.of(2, 3), Block.of(4))));
    }

    /** A feature of two variables is held whole by a pair, one of three is not. */
    @Test
    void smallFeaturesAreStrongerThanLargeOnes() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2)
                .clause(1, Literal.of(0, 0), Literal.of(1, 0), Literal.of(2, 0))
                .clause(1, Literal.of(2, 0), Literal.of(3, 0)).build();
        assertThat(coherent(model, 1)).containsExactly(
                BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3))));
    }

    /** Pairs of one shape on a path, two of which have weights alike: that kind leads before the odd one. */
    @Test
    void theMostFrequentKindLeadsNext() {
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2, 2, 2, 2)
                .table(new int[] {0, 1}, 5, 6, 7, 8).table(new int[] {1, 2}, 1, 2, 3, 4)
                .table(new int[] {3, 4}, 1, 2, 3, 4).table(new int[] {4, 5}, 5, 6, 7, 8)
                .table(new int[] {5, 6}, 5, 6, 7, 8).build();
        BlockPartition first = BlockPartition.completedBySingletons(7,
                List.of(Block.of(0, 1), Block.of(3, 4), Block.of(5, 6)));
        List<BlockPartition> led = coherent(model, 2);
        assertThat(led.get(0)).isEqualTo(sorted(first));
        assertThat(led).hasSize(2);
    }

    private static BlockPartition sorted(BlockPartition partition) {
        return BlockPartition.of(7, partition.blocks().stream()
                .sorted(java.util.Comparator.comparingInt(block -> block.variable(0))).toList());
    }

    private static List<BlockPartition> coherent(GraphicalModel model, int count) {
        return new CoherentPartitions(SymmetryFinder.of(model), UsefulBlocks.of(model, 2), Budget.unlimited())
                .led(count);
    }

    @Test
    void coherentPartitionsAreOfOneKind() {
        GraphicalModel model = Domains.potts(4, 4, 1);
        List<BlockPartition> partitions = coherent(model, 6);
        assertThat(partitions).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(6);
        assertThat(partitions).anySatisfy(partition -> assertThat(partition.blocks())
                .allSatisfy(block -> assertThat(block.variable(0) / 2).isEqualTo(block.variable(1) / 2)));
    }
}
