package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;

/** Kinds of permutations, against trying all maps of variable-value pairs. Seeds are fixed. */
class LeastKindTest {

    private static final int TRIES = 300;

    @Test
    void agreesWithAllMapsOfPairs() {
        Map<SymmetryKind, Integer> met = new EnumMap<>(SymmetryKind.class);
        for (int seed = 0; seed < TRIES; seed++) {
            Random random = new Random(seed);
            int[] sizes = seed % 3 == 0 ? new int[] {2, 2, 3} : new int[] {2, 2, 2, 2};
            GraphicalModel model = GraphicalModel.builder().variables(sizes).build();
            BlockPartition partition = seed % 2 == 0
                    ? BlockPartition.completedBySingletons(sizes.length, List.of(Block.of(0, 1)))
                    : BlockPartition.completedBySingletons(sizes.length, List.of(Block.of(0, sizes.length - 1)));
            if (seed % 3 == 1) {
                partition = BlockPartition.of(sizes.length, List.of(Block.of(0, 2), Block.of(1, 3)));
            }
            BlockSymmetries symmetries = BlockSymmetries.trivial(model, partition);
            Permutation permutation = random.nextBoolean() ? blockPermutation(symmetries.pairs(), random)
                    : induced(symmetries, random);
            SymmetryKind kind = symmetries.kindOf(permutation);
            met.merge(kind, 1, Integer::sum);
            assertThat(kind).as("seed " + seed + " " + permutation).isEqualTo(tried(symmetries, permutation));
        }
        assertThat(met.values()).hasSize(3).allMatch(count -> count > TRIES / 20);
    }

    /** A block of a decided variable and another one is as good as that other one. */
    @Test
    void decidedVariablesDoNotMakeItBlockValue() {
        double no = Double.NEGATIVE_INFINITY;
        GraphicalModel model = GraphicalModel.builder().variables(2, 2, 4).table(new int[] {0}, new double[] {0, no})
                .table(new int[] {1}, new double[] {0, 0.3})
                .table(new int[] {2}, new double[] {0, 0.3, no, no}).build();
        BlockSymmetries found = SymmetryFinder.of(model)
                .blockValue(BlockPartition.of(3, List.of(Block.of(0, 1), Block.of(2))));
        assertThat(found.generators()).hasSize(1);
        assertThat(found.kindOf(found.generators().get(0))).isNotEqualTo(SymmetryKind.BLOCK_VALUE);
    }

    /** A random valid permutation of block values. */
    private static Permutation blockPermutation(BlockValuePairs pairs, Random random) {
        int[] images = IntStream.range(0, pairs.pairCount()).toArray();
        int a = random.nextInt(pairs.blockCount());
        int b = random.nextInt(pairs.blockCount());
        b = pairs.valueCount(a) == pairs.valueCount(b) ? b : a;
        for (int[] move : new int[][] {{a, b}, {b, a}}) {
            List<Integer> values = new ArrayList<>(IntStream.range(0, pairs.valueCount(a)).boxed().toList());
            Collections.shuffle(values, random);
            for (int x = 0; x < values.size(); x++) {
                images[pairs.pair(move[0], x)] = pairs.pair(move[1], values.get(x));
            }
        }
        return Permutation.ofImages(images);
    }

    /** What a random map of variables, or of variable-value pairs, that keeps blocks together does. */
    private static Permutation induced(BlockSymmetries symmetries, Random random) {
        List<Permutation> all = new ArrayList<>();
        boolean keep = random.nextBoolean();
        forEachMap(symmetries.model(), keep, map -> {
            int[] images = images(symmetries, map);
            if (images.length > 0) {
                all.add(Permutation.ofImages(images));
            }
        });
        return all.get(random.nextInt(all.size()));
    }

    private static SymmetryKind tried(BlockSymmetries symmetries, Permutation permutation) {
        SymmetryKind[] least = {SymmetryKind.BLOCK_VALUE};
        for (boolean keep : new boolean[] {false, true}) {
            forEachMap(symmetries.model(), keep, map -> {
                int[] images = images(symmetries, map);
                if (images.length > 0 && Permutation.ofImages(images).equals(permutation)) {
                    least[0] = keep ? SymmetryKind.VARIABLE : SymmetryKind.VARIABLE_VALUE;
                }
            });
        }
        return least[0];
    }

    private interface Maps {
        /** By variable and value: the variable it goes to, and the value. */
        void visit(int[][][] map);
    }

    private static void forEachMap(GraphicalModel model, boolean keep, Maps maps) {
        extend(model, keep, 0, new int[model.variableCount()][][], new boolean[model.variableCount()], maps);
    }

    private static void extend(GraphicalModel model, boolean keep, int v, int[][][] map, boolean[] used, Maps maps) {
        if (v == used.length) {
            maps.visit(map);
            return;
        }
        for (int to = 0; to < used.length; to++) {
            if (!used[to] && model.size(to) == model.size(v)) {
                used[to] = true;
                for (int[] values : orders(model.size(v))) {
                    if (!keep || Arrays.equals(values, IntStream.range(0, values.length).toArray())) {
                        int target = to;
                        map[v] = Arrays.stream(values).mapToObj(x -> new int[] {target, x}).toArray(int[][]::new);
                        extend(model, keep, v + 1, map, used, maps);
                    }
                }
                used[to] = false;
            }
        }
    }

    private static List<int[]> orders(int size) {
        return size == 2 ? List.of(new int[] {0, 1}, new int[] {1, 0})
                : List.of(new int[] {0, 1, 2}, new int[] {0, 2, 1}, new int[] {1, 0, 2}, new int[] {1, 2, 0},
                        new int[] {2, 0, 1}, new int[] {2, 1, 0});
    }

    /** What a map of variable-value pairs does to block values; empty if it takes blocks apart. */
    private static int[] images(BlockSymmetries symmetries, int[][][] map) {
        BlockValuePairs pairs = symmetries.pairs();
        int[] images = new int[pairs.pairCount()];
        int[] state = new int[symmetries.model().variableCount()];
        for (int b = 0; b < pairs.blockCount(); b++) {
            Block block = symmetries.partition().block(b);
            int to = symmetries.partition().blockOf(map[block.variable(0)][0][0]);
            for (int x = 0; x < pairs.valueCount(b); x++) {
                block.assign(symmetries.model(), x, state);
                int[] image = new int[state.length];
                for (int v : block.variables()) {
                    int[] target = map[v][state[v]];
                    if (symmetries.partition().blockOf(target[0]) != to
                            || symmetries.partition().block(to).size() != block.size()) {
                        return new int[0];
                    }
                    image[target[0]] = target[1];
                }
                images[pairs.pair(b, x)] = pairs.pair(to,
                        symmetries.partition().block(to).value(symmetries.model(), image));
            }
        }
        return images;
    }
}
