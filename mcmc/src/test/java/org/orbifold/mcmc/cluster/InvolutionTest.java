package org.orbifold.mcmc.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.orbit.Move;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.RandomInvolutions;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.testing.RandomModels;

class InvolutionTest {

    private static final double NEVER = Double.NEGATIVE_INFINITY;

    /** The matrix of the move alone, without a base chain. */
    private static TransitionMatrix matrix(GraphicalModel model, Involution involution) {
        Move move = involution.move();
        MarkovChain chain = (state, from, to, random, listener) -> move.apply(state, from, random, listener);
        return TransitionMatrix.of(model, chain);
    }

    private static void requireReversible(TransitionMatrix matrix, String name) {
        assertThat(matrix.invarianceError()).as(name).isLessThan(1e-12);
        double[] target = matrix.target();
        for (int s = 0; s < matrix.size(); s++) {
            double sum = 0;
            for (int t = 0; t < matrix.size(); t++) {
                sum += matrix.probability(s, t);
                assertThat(target[s] * matrix.probability(s, t)).as(name)
                        .isCloseTo(target[t] * matrix.probability(t, s), within(1e-12));
            }
            assertThat(sum).as(name).isCloseTo(1, within(1e-12));
        }
    }

    /** Soft and hard, domains of two to four values, terms of up to four variables: any involution will do. */
    @Test
    void anyInvolutionKeepsTheTargetOfAnyModel() {
        int moved = 0;
        for (long seed = 0; seed < 160; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            if (Arrays.stream(model.sizes()).reduce(1, (a, b) -> a * b) > 36 || model.variableCount() == 0
                    || Arrays.stream(model.sizes()).max().getAsInt() < 2) {
                continue;
            }
            BlockPartition partition = SmallModels.partition(model, seed);
            TransitionMatrix matrix = matrix(model,
                    Involution.of(model, partition, RandomInvolutions.of(model, partition, seed)));
            requireReversible(matrix, "seed " + seed);
            moved += IntStream.range(0, matrix.size()).anyMatch(s -> matrix.probability(s, s) < 0.9) ? 1 : 0;
        }
        assertThat(moved).isGreaterThan(20);
    }

    /** Terms of three and four sites, invariant or not, with zeros: the general rule for frozen terms. */
    @Test
    void higherOrderTermsWithZeros() {
        for (double odd : new double[] {0, 0.4}) {
            for (double zero : new double[] {-1.1, NEVER}) {
                double[] parity = new double[16];
                for (int e = 0; e < 16; e++) {
                    parity[e] = Integer.bitCount(e) % 4 == 0 ? 0.9 : e == 5 || e == 10 ? zero : odd * (e & 3);
                }
                GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2, 2)
                        .table(new int[] {0, 1, 2, 3}, parity)
                        .table(new int[] {0, 1, 2}, 1.2, 0, 0, 0.3, odd, 0, 0, 1.2)
                        .table(new int[] {1}, 0, 0.7).build();
                requireReversible(matrix(model, Involution.exchanging(model, 0, 1)), odd + " " + zero);
            }
        }
    }

    /** Tables of two and six values and of three and four have the same twelve entries, but not the same shape. */
    @Test
    void tablesOfAnotherShapeAreOthers() {
        int[] sizes = {2, 6, 3, 4};
        double[] one = new double[12];
        one[0] = 0.9;
        one[7] = 0.9;
        GraphicalModel model = GraphicalModel.builder().variables(sizes).table(new int[] {0, 1}, one)
                .table(new int[] {2, 3}, one).build();
        int[] images = IntStream.range(0, 15).toArray();
        // Values 0 and 1 of the first three, 0 and 3 of the last: the first value of each is at 0, 2, 8 and 11.
        for (int[] pair : new int[][] {{0, 1}, {2, 3}, {8, 9}, {11, 14}}) {
            images[pair[0]] = pair[1];
            images[pair[1]] = pair[0];
        }
        requireReversible(matrix(model, Involution.of(model, BlockPartition.singletons(4),
                Permutation.ofImages(images))), "shapes");
    }

    /** Two spins: the bond between equal ones is frozen with probability 1 − e^(−J), and the cluster always flips. */
    @Test
    void wolffByHand() {
        double coupling = 0.8;
        GraphicalModel model = GraphicalModel.builder().variables(2, 2)
                .table(new int[] {0, 1}, coupling, 0, 0, coupling).build();
        TransitionMatrix matrix = matrix(model, Involution.exchanging(model, 0, 1));
        double frozen = 1 - Math.exp(-coupling);
        assertThat(matrix.probability(0, 0)).isCloseTo(0, within(1e-12));
        assertThat(matrix.probability(0, 3)).isCloseTo(frozen, within(1e-12));
        assertThat(matrix.probability(0, 1)).isCloseTo((1 - frozen) / 2, within(1e-12));
        assertThat(matrix.probability(1, 3)).isCloseTo(0.5, within(1e-12));
    }

    /** All bonds drawn as Swendsen and Wang do, then one cluster of them, on a ring with fields: an own oracle. */
    @Test
    void wolffOnARing() {
        int n = 4;
        double coupling = 0.7;
        double[] fields = {0.3, -0.5, 0, 1.1};
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2);
        for (int i = 0; i < n; i++) {
            builder.table(new int[] {i, (i + 1) % n}, coupling, 0, 0, coupling).table(new int[] {i}, 0, fields[i]);
        }
        GraphicalModel model = builder.build();
        TransitionMatrix matrix = matrix(model, Involution.exchanging(model, 0, 1));
        for (int s = 0; s < matrix.size(); s++) {
            double[] row = new double[matrix.size()];
            int[] state = matrix.state(s);
            for (int bonds = 0; bonds < 1 << n; bonds++) {
                double p = 1;
                int[] cluster = {0, 1, 2, 3};
                for (int i = 0; i < n; i++) {
                    double frozen = state[i] == state[(i + 1) % n] ? 1 - Math.exp(-coupling) : 0;
                    p *= (bonds >> i & 1) != 0 ? frozen : 1 - frozen;
                    if ((bonds >> i & 1) != 0) {
                        int from = cluster[(i + 1) % n];
                        int to = cluster[i];
                        Arrays.setAll(cluster, k -> cluster[k] == from ? to : cluster[k]);
                    }
                }
                for (int t = 0; t < row.length; t++) {
                    for (int start = 0; start < n; start++) {
                        row[t] += p / n * flips(state, matrix.state(t), cluster, cluster[start], fields);
                    }
                }
            }
            for (int t = 0; t < row.length; t++) {
                assertThat(matrix.probability(s, t)).isCloseTo(row[t], within(1e-12));
            }
        }
    }

    /** The probability that one cluster makes the one state of the other. */
    private static double flips(int[] from, int[] to, int[] cluster, int chosen, double[] fields) {
        double odds = 0;
        boolean same = true;
        boolean flipped = true;
        for (int i = 0; i < cluster.length; i++) {
            odds += cluster[i] == chosen ? fields[i] * (1 - 2 * from[i]) : 0;
            same &= from[i] == to[i];
            flipped &= from[i] == to[i] ^ cluster[i] == chosen;
        }
        double probability = Math.min(1, Math.exp(odds));
        return same ? 1 - probability : flipped ? probability : 0;
    }

    /** Several clusters by one of two involutions: as many single moves, each by one of them. */
    @Test
    void severalClustersAreSeveralMoves() {
        double[] field = {0, 0.4, -0.3};
        double[] alike = {0.6, 0, 0, 0, 0.6, 0, 0, 0, 0.6};
        GraphicalModel model = GraphicalModel.builder().variables(3, 3, 3).table(new int[] {0, 1}, alike)
                .table(new int[] {1, 2}, alike).table(new int[] {0}, field).build();
        List<Involution> both = List.of(Involution.exchanging(model, 0, 1), Involution.exchanging(model, 1, 2));
        List<Move> moves = Involution.moves(both, 2);
        assertThat(moves).hasSize(1);
        TransitionMatrix twice = TransitionMatrix.of(model, (state, from, to, random, listener) ->
                moves.get(0).apply(state, from, random, listener));
        assertThat(twice.invarianceError()).isLessThan(1e-12);
        TransitionMatrix a = matrix(model, both.get(0));
        TransitionMatrix b = matrix(model, both.get(1));
        for (int s = 0; s < twice.size(); s++) {
            for (int t = 0; t < twice.size(); t++) {
                double p = 0;
                for (int u = 0; u < twice.size(); u++) {
                    p += (a.probability(s, u) + b.probability(s, u)) * (a.probability(u, t) + b.probability(u, t)) / 4;
                }
                assertThat(twice.probability(s, t)).isCloseTo(p, within(1e-12));
            }
        }
    }

    /** What the loop without branches draws, by a real generator, against the matrix. */
    @Test
    void drawsWhatTheMatrixSays() {
        double[] alike = {0.9, 0, 0, 0.9};
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 2).table(new int[] {0, 1}, alike)
                .table(new int[] {1, 2}, alike).table(new int[] {0, 2}, alike).table(new int[] {2}, 0, 0.5).build();
        Involution exchange = Involution.exchanging(model, 0, 1);
        TransitionMatrix matrix = matrix(model, exchange);
        Move move = exchange.move();
        Xoshiro256 random = Xoshiro256.of(1, 0);
        int runs = 40_000;
        for (int s = 0; s < matrix.size(); s++) {
            int[] found = new int[matrix.size()];
            for (int i = 0; i < runs; i++) {
                int[] state = matrix.state(s).clone();
                move.apply(state, 0, random, ChainListener.NONE);
                found[4 * state[0] + 2 * state[1] + state[2]]++;
            }
            for (int t = 0; t < found.length; t++) {
                int[] to = matrix.state(t);
                double p = matrix.probability(s, t);
                // Five standard deviations in 64 places: a false alarm once in 27,000 seeds.
                assertThat(found[4 * to[0] + 2 * to[1] + to[2]] / (double) runs)
                        .isCloseTo(p, within(1e-9 + 5 * Math.sqrt(p * (1 - p) / runs)));
            }
        }
    }

    /** Proper colourings of a path: the Kempe chain of the chosen site is recoloured. */
    @Test
    void kempeChains() {
        double[] differ = {NEVER, 0, 0, 0, NEVER, 0, 0, 0, NEVER};
        GraphicalModel model = GraphicalModel.builder().variables(3, 3, 3)
                .table(new int[] {0, 1}, differ).table(new int[] {1, 2}, differ).build();
        TransitionMatrix matrix = matrix(model, Involution.exchanging(model, 0, 1));
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
        assertThat(matrix.size()).isEqualTo(12);
        // 0 1 2: one chain, of the first two. 0 2 0: two chains. 0 1 0: one chain of all three.
        assertThat(probability(matrix, new int[] {0, 1, 2}, new int[] {1, 0, 2})).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(probability(matrix, new int[] {0, 2, 0}, new int[] {1, 2, 0})).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(probability(matrix, new int[] {0, 1, 0}, new int[] {1, 0, 1})).isCloseTo(1, within(1e-12));
    }

    private static double probability(TransitionMatrix matrix, int[] from, int[] to) {
        int[] found = new int[2];
        for (int s = 0; s < matrix.size(); s++) {
            found[0] = Arrays.equals(matrix.state(s), from) ? s : found[0];
            found[1] = Arrays.equals(matrix.state(s), to) ? s : found[1];
        }
        return matrix.probability(found[0], found[1]);
    }

    /** A lattice gas with excluded neighbours on a ring, reflected: the geometric cluster algorithm. */
    @Test
    void geometricClusters() {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2, 2, 2);
        for (int i = 0; i < 6; i++) {
            builder.table(new int[] {i, (i + 1) % 6}, 0, 0, 0, NEVER).table(new int[] {i}, 0, 0.9);
        }
        GraphicalModel model = builder.build();
        // Reflection of the ring: 0 1 2 3 4 5 becomes 0 5 4 3 2 1.
        int[] images = new int[12];
        for (int i = 0; i < 6; i++) {
            images[2 * i] = 2 * ((6 - i) % 6);
            images[2 * i + 1] = images[2 * i] + 1;
        }
        Involution reflection = Involution.of(model, BlockPartition.singletons(6), Permutation.ofImages(images));
        assertThat(reflection.keepsBlocks()).isFalse();
        assertThat(reflection.siteCount()).isEqualTo(2);
        TransitionMatrix matrix = matrix(model, reflection);
        requireReversible(matrix, "reflection");
        // A particle at 1 goes to 5 alone: all moves keep the number of particles.
        assertThat(probability(matrix, new int[] {0, 1, 0, 0, 0, 0}, new int[] {0, 0, 0, 0, 0, 1}))
                .isCloseTo(0.5, within(1e-12));
    }

    /** Two copies of any model, at one temperature or two: parts of them are exchanged. */
    @Test
    void replicasExchangeParts() {
        int checked = 0;
        for (long seed = 0; checked < 8; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            int states = Arrays.stream(model.sizes()).reduce(1, (a, b) -> a * b);
            if (states < 4 || states > 9) {
                continue;
            }
            checked++;
            for (double hot : new double[] {1, 0.4}) {
                GraphicalModel copies = copies(model, hot);
                int n = model.variableCount();
                Involution swap = Involution.of(copies, BlockPartition.singletons(2 * n), swap(model));
                requireReversible(matrix(copies, swap), "seed " + seed);
                assertThat(swap.siteCount()).isEqualTo(n);
            }
        }
    }

    private static Permutation swap(GraphicalModel model) {
        int half = Arrays.stream(model.sizes()).sum();
        int[] images = new int[2 * half];
        Arrays.setAll(images, i -> (i + half) % (2 * half));
        return Permutation.ofImages(images);
    }

    private static GraphicalModel copies(GraphicalModel model, double hot) {
        int n = model.variableCount();
        int[] sizes = Arrays.copyOf(model.sizes(), 2 * n);
        System.arraycopy(sizes, 0, sizes, n, n);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        for (Feature feature : model.features()) {
            Table table = model.table(feature);
            builder.table(table.scope(), table.entries());
            builder.table(Arrays.stream(table.scope()).map(v -> v + n).toArray(),
                    Arrays.stream(table.entries()).map(x -> hot * x).toArray());
        }
        return builder.build();
    }

    /** Features too wide for a table freeze as a whole. */
    @Test
    void wideFeaturesFreezeAsAWhole() {
        int[] sizes = new int[11];
        Arrays.fill(sizes, 2);
        Literal[] literals = IntStream.range(0, 11).mapToObj(v -> Literal.of(v, v % 2)).toArray(Literal[]::new);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes).clause(0.8, literals)
                .clause(Double.POSITIVE_INFINITY, Literal.of(3, 1), Literal.of(4, 1));
        // Nine of the variables are fixed by hard unary tables, so that the matrix stays small.
        for (int v = 0; v < 11; v++) {
            if (v != 3 && v != 4 && v != 7) {
                builder.table(new int[] {v}, v % 2 == 0 ? new double[] {NEVER, 0} : new double[] {0, NEVER});
            }
        }
        GraphicalModel model = builder.build();
        assertThat(model.factors().wide()).hasSize(1);
        BlockPartition partition = BlockPartition.singletons(11);
        Permutation flips = Permutation.parseCycles(22, "(6 7)(8 9)(14 15)");
        requireReversible(matrix(model, Involution.of(model, partition, flips)), "wide");
    }

    @Test
    void whatIsNoInvolutionIsRefused() {
        GraphicalModel model = GraphicalModel.builder().variables(3, 3).table(new int[] {0}, 0, 1, 2).build();
        BlockPartition partition = BlockPartition.singletons(2);
        assertThatThrownBy(() -> Involution.of(model, partition, Permutation.parseCycles(6, "(0 1 2)")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no involution");
        assertThatThrownBy(() -> Involution.of(model, partition, Permutation.parseCycles(6, "(0 3)")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("would not be a state");
        assertThatThrownBy(() -> Involution.of(model, partition, Permutation.identity(6)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("moves nothing");
        assertThatThrownBy(() -> Involution.of(model, partition, Permutation.identity(5)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("5 points");
        assertThatThrownBy(() -> Involution.exchanging(model, 1, 3))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("moves nothing");
        assertThatThrownBy(() -> Involution.exchanging(model, 1, 1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("two different");
    }
}
