package org.orbifold.mcmc.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.orbifold.group.element.Permutation;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/** Small models with symmetries, and their symmetries by brute force. */
public final class SmallModels {

    /** The first example of the paper's figure: (1,0) and (1,1) are equally likely, nothing else is. */
    public static GraphicalModel paperOne() {
        return GraphicalModel.builder().variables(2, 2)
                .table(new int[] {0, 1}, Math.log(2), Math.log(3), Math.log(4), Math.log(4)).build();
    }

    /**
     * The second example of the paper's figure: the blocks (X1, X2) and (X3, X4) can be exchanged if 00 becomes 11, 01
     * becomes 00, and so on, so that the states (0,0,0,0) and (0,1,1,1) are symmetric; no single variables can be.
     */
    public static GraphicalModel paperTwo() {
        double[] first = {0.3, 1.1, 2.0, 0.7};
        return GraphicalModel.builder().variables(2, 2, 2, 2).table(new int[] {0, 1}, first)
                .table(new int[] {2, 3}, first[1], first[2], first[3], first[0]).build();
    }

    /** The block-value symmetry of {@link #paperTwo()} as the paper writes it. */
    public static OrbitAction paperTwoSymmetry() {
        GraphicalModel model = paperTwo();
        return OrbitAction.of(BlockSymmetries.of(model, pairs(model),
                List.of(Permutation.parseCycles(8, "(0 7)(1 4)(2 5)(3 6)"))));
    }

    /** Job Search with the release's clauses: TakesML(i), GetsJob(i), Connected(i, j). */
    public static GraphicalModel jobSearch(int people) {
        int[] sizes = new int[2 * people + people * (people - 1)];
        Arrays.fill(sizes, 2);
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        int connected = 2 * people;
        for (int i = 0; i < people; i++) {
            model.clause(1.2, Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            model.clause(1.7, Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0));
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    model.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        return model.build();
    }

    /** Students with four weights each, two of them equal, and one friendship. */
    public static GraphicalModel students() {
        ModelBuilder model = GraphicalModel.builder().variables(2, 2, 2, 2);
        double[] weights = {1.1, 1.3, 1.1, 1.9};
        for (int s = 0; s < 2; s++) {
            for (int value = 0; value < 4; value++) {
                model.clause(weights[(value + s) % 4], Literal.of(2 * s, value / 2), Literal.of(2 * s + 1, value % 2));
            }
        }
        return model.build();
    }

    /** A ring of 3-state Potts sites, each written as two binary variables with 11 forbidden. */
    public static GraphicalModel pottsRing(int sites, double coupling) {
        int[] sizes = new int[2 * sites];
        Arrays.fill(sizes, 2);
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < sites; i++) {
            model.table(new int[] {2 * i, 2 * i + 1}, 0, 0, 0, Double.NEGATIVE_INFINITY);
            int j = (i + 1) % sites;
            if (i < j || sites > 2) {
                double[] table = new double[16];
                for (int e = 0; e < 16; e++) {
                    table[e] = e / 4 == e % 4 ? coupling : 0;
                }
                model.table(new int[] {2 * i, 2 * i + 1, 2 * j, 2 * j + 1}, table);
            }
        }
        return model.build();
    }

    /** Small models of every kind: random ones, soft and hard, and ones with symmetries; mostly at most 24 states. */
    public static List<GraphicalModel> all() {
        List<GraphicalModel> models = new ArrayList<>(List.of(paperOne(), students(), pottsRing(2, 0.7)));
        for (long seed = 0; models.size() < 9; seed++) {
            GraphicalModel model = seed % 2 == 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            long states = Arrays.stream(model.sizes()).asLongStream().reduce(1, (a, b) -> a * b);
            if (states >= 4 && states <= 24) {
                models.add(model);
            }
        }
        return models;
    }

    /** A random partition into blocks of one or two variables. */
    public static BlockPartition partition(GraphicalModel model, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Block> blocks = new ArrayList<>();
        for (int v = 0; v < model.variableCount();) {
            int size = Math.min(1 + random.nextInt(2), model.variableCount() - v);
            blocks.add(size == 1 ? Block.of(v) : Block.of(v, v + 1));
            v += size;
        }
        return BlockPartition.of(model.variableCount(), blocks);
    }

    /** Blocks of two neighbours each. */
    public static BlockPartition pairs(GraphicalModel model) {
        List<Block> blocks = new ArrayList<>();
        for (int v = 0; v + 1 < model.variableCount(); v += 2) {
            blocks.add(Block.of(v, v + 1));
        }
        return BlockPartition.completedBySingletons(model.variableCount(), blocks);
    }

    /**
     * The group generated by those symmetries that exchange two values of a block, two values of all blocks at once, or
     * two whole blocks: each candidate is tried on all states.
     */
    public static OrbitAction symmetries(GraphicalModel model, BlockPartition partition) {
        BlockValuePairs values = BlockValuePairs.of(model, partition);
        List<Permutation> found = new ArrayList<>();
        for (Permutation candidate : candidates(values)) {
            if (isSymmetry(model, values, candidate)) {
                found.add(candidate);
            }
        }
        return OrbitAction.of(BlockSymmetries.of(model, partition, found));
    }

    private static List<Permutation> candidates(BlockValuePairs values) {
        int degree = values.pairCount();
        int blocks = values.partition().blockCount();
        List<Permutation> candidates = new ArrayList<>();
        for (int b = 0; b < blocks; b++) {
            int first = values.firstPair(b);
            int size = values.firstPair(b + 1) - first;
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < i; j++) {
                    candidates.add(Permutation.transposition(degree, first + i, first + j));
                    if (b == 0 && size * blocks == degree) {
                        int[] everywhere = Permutation.identity(degree).images();
                        for (int c = 0; c < blocks; c++) {
                            everywhere[c * size + i] = c * size + j;
                            everywhere[c * size + j] = c * size + i;
                        }
                        candidates.add(Permutation.ofImages(everywhere));
                    }
                }
            }
            for (int c = 0; c < b; c++) {
                int other = values.firstPair(c);
                if (values.firstPair(c + 1) - other == size) {
                    int[] images = Permutation.identity(degree).images();
                    for (int i = 0; i < size; i++) {
                        images[first + i] = other + i;
                        images[other + i] = first + i;
                    }
                    candidates.add(Permutation.ofImages(images));
                }
            }
        }
        return candidates;
    }

    /** Whether the permutation of pairs keeps the weight of every state. */
    public static boolean isSymmetry(GraphicalModel model, BlockValuePairs values, Permutation permutation) {
        for (int[] state : RandomModels.states(model)) {
            double before = model.logWeight(state);
            double after = model.logWeight(image(values, permutation, state));
            if (before != after && !(Math.abs(before - after) < 1e-9)) {
                return false;
            }
        }
        return true;
    }

    /** The action of a permutation of pairs on a state. */
    public static int[] image(BlockValuePairs values, Permutation permutation, int[] state) {
        int[] image = new int[state.length];
        for (int b = 0; b < values.partition().blockCount(); b++) {
            int pair = permutation.image(values.pair(b, state));
            int block = values.blockOf(pair);
            for (int place = values.firstPlace(block); place < values.firstPlace(block + 1); place++) {
                image[values.variable(place)] = values.variableValue(place, pair - values.firstPair(block));
            }
        }
        return image;
    }

    private SmallModels() { }
}
