package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

/** Proofs of generators against the probabilities of all states, and hashes made to collide. */
class TermCertifierTest {

    /** A permutation of blocks of equal numbers of values, and of the values of each. */
    private static Permutation validPermutation(BlockValuePairs pairs, Random random) {
        int[] images = new int[pairs.pairCount()];
        List<Integer> left = new ArrayList<>();
        for (int b = 0; b < pairs.blockCount(); b++) {
            left.add(b);
        }
        for (int b = 0; b < pairs.blockCount(); b++) {
            int size = pairs.valueCount(b);
            // Mostly the block itself, so that symmetries are met.
            List<Integer> alike = left.stream().filter(c -> pairs.valueCount(c) == size).toList();
            int to = left.contains(b) && random.nextInt(3) > 0 ? b : alike.get(random.nextInt(alike.size()));
            left.remove((Integer) to);
            List<Integer> values = new ArrayList<>();
            for (int x = 0; x < size; x++) {
                values.add(x);
            }
            if (random.nextBoolean()) {
                java.util.Collections.shuffle(values, random);
            }
            for (int x = 0; x < size; x++) {
                images[pairs.pair(b, x)] = pairs.pair(to, values.get(x));
            }
        }
        return Permutation.ofImages(images);
    }

    private static boolean preservesAllStates(GraphicalModel model, BlockPartition partition, BlockValuePairs pairs,
            Permutation permutation) {
        BlockModel blocks = BlockModel.of(model, partition);
        for (int[] state : RandomModels.states(model)) {
            int[] values = blocks.toBlocks(state);
            int[] images = new int[values.length];
            for (int b = 0; b < values.length; b++) {
                int image = permutation.image(pairs.pair(b, values[b]));
                images[pairs.blockOf(image)] = pairs.valueOf(image);
            }
            if (!BlockOracle.close(model.logWeight(state), model.logWeight(blocks.toVariables(images)))) {
                return false;
            }
        }
        return true;
    }

    @Test
    void saysWhatAllStatesSay() {
        int symmetries = 0;
        int others = 0;
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            GraphicalModel model = TinyModels.random(random, false);
            BlockPartition partition = TinyModels.partition(model, random);
            BlockModel terms = BlockModel.of(model, partition);
            TermCertifier certifier = new TermCertifier(terms, Budget.unlimited());
            for (int trial = 0; trial < 5; trial++) {
                Permutation permutation = validPermutation(terms.pairs(), random);
                boolean expected = preservesAllStates(model, partition, terms.pairs(), permutation);
                assertThat(certifier.isSymmetry(permutation)).as("seed %d: %s", seed, permutation).isEqualTo(expected);
                symmetries += expected && !permutation.isIdentity() ? 1 : 0;
                others += expected ? 0 : 1;
            }
        }
        assertThat(symmetries).isGreaterThan(1000);
        assertThat(others).isGreaterThan(1000);
    }

    /** One number out of 800 differs by little: a few random states would hardly ever show it. */
    @Test
    void oneEntryOfManyIsEnoughToRefuse() {
        double[] values = new Random(3).ints(16 * 50, 0, 3).asDoubleStream().toArray();
        double[] other = values.clone();
        other[515] += 1e-4;
        for (double[] second : List.of(values, other)) {
            GraphicalModel model = GraphicalModel.builder().variables(4, 4, 4, 4, 50)
                    .table(new int[] {0, 1, 4}, values).table(new int[] {2, 3, 4}, second).build();
            BlockPartition partition = BlockPartition.of(5, List.of(Block.of(0, 1), Block.of(2, 3), Block.of(4)));
            int[] images = new int[16 + 16 + 50];
            Arrays.setAll(images, p -> p < 16 ? p + 16 : p < 32 ? p - 16 : p);
            TermCertifier certifier = new TermCertifier(BlockModel.of(model, partition), Budget.unlimited());
            assertThat(certifier.isSymmetry(Permutation.ofImages(images))).isEqualTo(second == values);
        }
    }

    /** Random states see a hard clause of ten literals once in 512 times: it has to be looked at itself. */
    @Test
    void hardClausesAreProved() {
        String[] literals = IntStream.range(0, 10).mapToObj(v -> v + "=1").toArray(String[]::new);
        GraphicalModel model = GraphicalModel.builder().variables(SmallDomains.twos(10))
                .clause(Double.POSITIVE_INFINITY, literals).build();
        BlockPartition partition = BlockPartition.singletons(10);
        int[] images = IntStream.range(0, 20).toArray();
        images[0] = 1;
        images[1] = 0;
        assertThatIllegalArgumentException().isThrownBy(() ->
                BlockSymmetries.of(model, partition, List.of(Permutation.ofImages(images))));
        int[] exchanged = IntStream.range(0, 20).map(p -> p < 4 ? p ^ 2 : p).toArray();
        assertThat(BlockSymmetries.of(model, partition, List.of(Permutation.ofImages(exchanged))).order())
                .isEqualTo(2);
    }

    /** Without any random state: masks, boxes and what is impossible. What a search finds is proved. */
    @Test
    void hardModelsAreProved() {
        int symmetries = 0;
        int others = 0;
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            GraphicalModel model = seed % 2 == 0 ? TinyModels.random(random, true) : RandomModels.hard(seed);
            BlockPartition partition = TinyModels.partition(model, random);
            SymmetryFinder finder = SymmetryFinder.of(model, SymmetryOptions.defaults().withProbes(0));
            finder.blockValue(partition).generators().forEach(found -> finder.certify(partition, found));
            BlockValuePairs pairs = BlockValuePairs.of(model, partition);
            for (int trial = 0; trial < 5; trial++) {
                Permutation permutation = validPermutation(pairs, random);
                boolean certified = isCertified(finder, partition, permutation);
                boolean expected = preservesAllStates(model, partition, pairs, permutation);
                assertThat(!certified || expected).as("seed %d: %s", seed, permutation).isTrue();
                symmetries += certified && !permutation.isIdentity() ? 1 : 0;
                others += expected ? 0 : 1;
            }
        }
        assertThat(symmetries).isGreaterThan(100);
        assertThat(others).isGreaterThan(1000);
    }

    /** Features that are not split into terms: wide clauses, and the variables of formulas without end. */
    @Test
    void wideClausesAndPinnedVariablesAreProved() {
        int n = 40;
        String[] literals = IntStream.range(0, n).mapToObj(v -> v + "=1").toArray(String[]::new);
        Formula parity = Formula.FALSE;
        for (int v = 0; v < n; v++) {
            parity = Formula.iff(parity, Formula.is(v, 1));
        }
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(n));
        SymmetryFinder clause = SymmetryFinder.of(builder.clause(2, literals).build(),
                SymmetryOptions.defaults().withProbes(0));
        SymmetryFinder formula = SymmetryFinder.of(GraphicalModel.builder().variables(SmallDomains.twos(n))
                .formula(2, parity).build(), SymmetryOptions.defaults().withProbes(0));
        BlockPartition partition = BlockPartition.singletons(n);
        Permutation flip = Permutation.ofImages(IntStream.range(0, 2 * n).map(p -> p < 2 ? p ^ 1 : p).toArray());
        Permutation exchange = Permutation.ofImages(IntStream.range(0, 2 * n).map(p -> p < 4 ? p ^ 2 : p).toArray());
        assertThat(isCertified(clause, partition, flip)).isFalse();
        assertThat(isCertified(clause, partition, exchange)).isTrue();
        assertThat(isCertified(formula, partition, flip)).isFalse();
    }

    private static boolean isCertified(SymmetryFinder finder, BlockPartition partition, Permutation permutation) {
        try {
            finder.certify(partition, permutation);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static GraphicalModel sparse(Random random) {
        int n = 24;
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(n));
        for (int c = 0; c < 20; c++) {
            int v = random.nextInt(n - 2);
            builder.clause(1 + random.nextInt(2), Literal.of(v, random.nextInt(2)),
                    Literal.of(v + 1 + random.nextInt(n - v - 1), random.nextInt(2)));
        }
        for (int v = 0; v < n; v++) {
            builder.clause(1 + random.nextInt(4), Literal.of(v, 1));
        }
        return builder.build();
    }

    /** However few bits the hashes have, the group is that of the whole graph; and they did collide. */
    @Test
    void collidingHashesNeverMakeAFalseSymmetry() {
        int collisions = 0;
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            GraphicalModel model = seed % 3 == 0 ? RandomModels.soft(seed)
                    : seed % 6 == 1 ? RandomModels.hard(seed) : sparse(random);
            BlockPartition partition = TinyModels.partition(model, random);
            SymmetryFinder finder = SymmetryFinder.of(model);
            PermutationGroup whole = new WholeGraph(finder, partition).groupByLevelSets();
            for (long mask : new long[] {0, 1, 7, 31, -1}) {
                SymmetryFinder cut = finder.withCutColors(mask);
                assertThat(WholeGraph.isSame(cut.blockValue(partition), whole)).as("seed %d, mask %d", seed, mask)
                        .isTrue();
                collisions += collides(finder, cut, partition) ? 1 : 0;
                BlockSymmetries variable = cut.variable();
                assertThat(variable.order()).as("seed %d, mask %d", seed, mask).isEqualTo(finder.variable().order());
            }
        }
        assertThat(collisions).isGreaterThan(300);
    }

    private static boolean collides(SymmetryFinder finder, SymmetryFinder cut, BlockPartition partition) {
        PairColoring fine = PairColoring.of(finder.blockModel(partition), finder.local(), false);
        PairColoring coarse = PairColoring.of(cut.blockModel(partition), cut.local(), false);
        int pairs = BlockValuePairs.of(finder.model(), partition).pairCount();
        for (int p = 0; p < pairs; p++) {
            for (int q = 0; q < p; q++) {
                if (coarse.color(p) == coarse.color(q) && fine.color(p) != fine.color(q)) {
                    return true;
                }
            }
        }
        return false;
    }
}
