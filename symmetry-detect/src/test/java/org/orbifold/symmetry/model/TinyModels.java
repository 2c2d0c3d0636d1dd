package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Random models so small that all valid permutations can be tried, most of them with symmetries. */
final class TinyModels {

    private TinyModels() { }

    /** A random model of small weights; few different ones, so that symmetries happen. */
    static GraphicalModel random(Random random, boolean hard) {
        int variables = 2 + random.nextInt(3);
        int[] sizes = new int[variables];
        Arrays.setAll(sizes, v -> random.nextInt(4) > 0 ? 2 : 1 + random.nextInt(3));
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        int tables = 1 + random.nextInt(5);
        for (int t = 0; t < tables; t++) {
            addTable(builder, sizes, random, hard);
        }
        return builder.build();
    }

    private static void addTable(ModelBuilder builder, int[] sizes, Random random, boolean hard) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, sizes.length).boxed().toList());
        Collections.shuffle(order, random);
        int[] scope = order.subList(0, 1 + random.nextInt(Math.min(3, sizes.length))).stream()
                .mapToInt(Integer::intValue).toArray();
        double[] logs = new double[Arrays.stream(scope).map(v -> sizes[v]).reduce(1, (a, b) -> a * b)];
        double[] palette = {0, 0, 0.3, 0.1 + 0.2, -1.5};
        Arrays.setAll(logs, i -> hard && random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY
                : palette[random.nextInt(palette.length)]);
        builder.table(scope, logs);
    }

    /** A random partition into blocks of at most two variables, with few values in all. */
    static BlockPartition partition(GraphicalModel model, Random random) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, model.variableCount()).boxed().toList());
        Collections.shuffle(order, random);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < order.size();) {
            boolean pair = i + 1 < order.size() && random.nextBoolean()
                    && model.size(order.get(i)) * model.size(order.get(i + 1)) <= 4;
            blocks.add(pair ? Block.of(order.get(i), order.get(i + 1)) : Block.of(order.get(i)));
            i += pair ? 2 : 1;
        }
        return BlockPartition.of(model.variableCount(), blocks);
    }

    /** The same distribution, written with gauge changes: unary parts and constants moved between tables. */
    static GraphicalModel rewritten(GraphicalModel model, Random random) {
        ModelBuilder builder = GraphicalModel.builder().variables(model.sizes()).constant(random.nextDouble());
        model.features().forEach(builder::add);
        for (int v = 0; v < model.variableCount(); v++) {
            for (int w = 0; w < model.variableCount(); w++) {
                if (v != w && random.nextBoolean()) {
                    int sizeV = model.size(v);
                    int sizeW = model.size(w);
                    double[] unary = random.doubles(sizeV).toArray();
                    double[] pair = new double[sizeV * sizeW];
                    Arrays.setAll(pair, i -> -unary[i / sizeW] + 0.25);
                    builder.table(new int[] {v}, unary);
                    builder.table(new int[] {v, w}, pair);
                }
            }
        }
        return builder.build();
    }

    /** The same distribution as one table over all variables. */
    static GraphicalModel joint(GraphicalModel model) {
        int[] sizes = model.sizes();
        double[] logs = new double[Arrays.stream(sizes).reduce(1, Math::multiplyExact)];
        int[] state = new int[sizes.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = model.logWeight(state);
            for (int b = sizes.length - 1; b >= 0 && ++state[b] == sizes[b]; b--) {
                state[b] = 0;
            }
        }
        return GraphicalModel.builder().variables(sizes)
                .table(IntStream.range(0, sizes.length).toArray(), logs).build();
    }

    /** A model made symmetric under a random valid permutation of the block-value pairs. */
    static GraphicalModel planted(GraphicalModel model, BlockPartition partition, Random random) {
        BlockValuePairs pairs = BlockValuePairs.of(model, partition);
        int[] to = IntStream.range(0, pairs.blockCount()).toArray();
        int a = random.nextInt(to.length);
        int b = random.nextInt(to.length);
        if (pairs.valueCount(a) == pairs.valueCount(b)) {
            to[a] = b;
            to[b] = a;
        }
        int[] images = new int[pairs.pairCount()];
        for (int block = 0; block < to.length; block++) {
            List<Integer> values = new ArrayList<>(IntStream.range(0, pairs.valueCount(block)).boxed().toList());
            Collections.shuffle(values, random);
            for (int x = 0; x < values.size(); x++) {
                images[pairs.pair(block, x)] = pairs.pair(to[block], values.get(x));
            }
        }
        int[] sizes = model.sizes();
        double[] logs = new double[Arrays.stream(sizes).reduce(1, Math::multiplyExact)];
        int[] state = new int[sizes.length];
        for (int i = 0; i < logs.length; i++) {
            int[] at = state.clone();
            // Summed over the whole cycle of states.
            int steps = 0;
            do {
                logs[i] += model.logWeight(at);
                int[] next = at.clone();
                for (int block = 0; block < to.length; block++) {
                    int image = images[pairs.pair(block, partition.block(block).value(model, at))];
                    partition.block(pairs.blockOf(image)).assign(model, pairs.valueOf(image), next);
                }
                at = next;
                steps++;
            } while (!Arrays.equals(at, state));
            logs[i] /= steps;
            for (int v = sizes.length - 1; v >= 0 && ++state[v] == sizes[v]; v--) {
                state[v] = 0;
            }
        }
        return GraphicalModel.builder().variables(sizes)
                .table(IntStream.range(0, sizes.length).toArray(), logs).build();
    }
}
