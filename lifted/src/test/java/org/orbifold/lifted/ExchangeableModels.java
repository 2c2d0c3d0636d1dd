package org.orbifold.lifted;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Small random models with exchangeable parts: one or two classes of two to four blocks with two to four values, tables
 * that all pairs of a class share, weights of single blocks that are alike or all different, a few other variables,
 * variables between pairs of blocks, hard zeros.
 */
final class ExchangeableModels {

    private final SplittableRandom random;
    private final ModelBuilder builder = GraphicalModel.builder();
    private final List<int[][]> classes = new ArrayList<>();
    private final boolean hard;
    private double states = 1;

    private ExchangeableModels(long seed) {
        random = new SplittableRandom(seed);
        hard = random.nextInt(3) == 0;
    }

    static GraphicalModel of(long seed) {
        return new ExchangeableModels(seed).make();
    }

    private int variable(int size) {
        builder.variable("v" + builder.variableCount(), Domain.ofSize(size));
        states *= size;
        return builder.variableCount() - 1;
    }

    private GraphicalModel make() {
        int classCount = 1 + random.nextInt(2);
        for (int c = 0; c < classCount; c++) {
            int[] sizes = random.nextBoolean() ? new int[] {2 + random.nextInt(3)} : new int[] {2, 2};
            int[][] blocks = new int[2 + random.nextInt(classCount == 1 ? 4 : 2)][sizes.length];
            for (int[] block : blocks) {
                for (int p = 0; p < sizes.length; p++) {
                    block[p] = variable(sizes[p]);
                }
            }
            classes.add(blocks);
        }
        int[] others = new int[random.nextInt(3)];
        for (int i = 0; i < others.length; i++) {
            others[i] = variable(2 + random.nextInt(2));
        }
        for (int[][] blocks : classes) {
            pairs(blocks);
            single(blocks);
            for (int r : others) {
                connect(blocks, r);
            }
        }
        if (classCount == 2) {
            between(classes.get(0), classes.get(1));
        }
        if (others.length == 2 && random.nextBoolean()) {
            builder.table(others, table(builder.size(others[0]) * builder.size(others[1])));
        }
        narrow(classes.get(0));
        return builder.build();
    }

    private double[] table(int entries) {
        double[] logs = new double[entries];
        for (int i = 0; i < entries; i++) {
            // The first entry is always possible, so that some state is.
            logs[i] = hard && i > 0 && random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY
                    : 2 * random.nextDouble() - 1;
        }
        return logs;
    }

    private int values(int[] block) {
        int product = 1;
        for (int v : block) {
            product *= builder.size(v);
        }
        return product;
    }

    private static int[] joined(int[] a, int... b) {
        int[] result = new int[a.length + b.length];
        System.arraycopy(a, 0, result, 0, a.length);
        System.arraycopy(b, 0, result, a.length, b.length);
        return result;
    }

    /** One table for all pairs, added both ways round. */
    private void pairs(int[][] blocks) {
        double[] table = table(values(blocks[0]) * values(blocks[0]));
        for (int[] a : blocks) {
            for (int[] b : blocks) {
                if (a != b) {
                    builder.table(joined(a, b), table);
                }
            }
        }
    }

    private void single(int[][] blocks) {
        int kinds = 1 + random.nextInt(3);
        List<double[]> tables = new ArrayList<>();
        for (int i = 0; i < kinds; i++) {
            tables.add(table(values(blocks[0])));
        }
        for (int b = 0; b < blocks.length; b++) {
            builder.table(blocks[b], tables.get(kinds == 3 ? b % 3 : random.nextInt(kinds)));
        }
    }

    /** Mostly the same table for all blocks, sometimes one for each. */
    private void connect(int[][] blocks, int other) {
        boolean alike = random.nextInt(3) > 0;
        double[] table = table(values(blocks[0]) * builder.size(other));
        for (int[] block : blocks) {
            builder.table(joined(block, other), alike ? table : table(table.length));
        }
    }

    private void between(int[][] first, int[][] second) {
        double[] table = table(values(first[0]) * values(second[0]));
        for (int[] a : first) {
            for (int[] b : second) {
                builder.table(joined(a, b), table);
            }
        }
    }

    /** A variable between each two blocks, as Friends(x,y) is, and one at each, while the state space stays small. */
    private void narrow(int[][] blocks) {
        boolean between = random.nextBoolean() && states * Math.pow(2, blocks.length * (blocks.length - 1) / 2.0) < 3e4;
        double[] table = table(8);
        double[] leaf = table(4);
        for (int i = 0; i < blocks.length && between; i++) {
            for (int j = 0; j < i; j++) {
                if (builder.size(blocks[i][0]) == 2) {
                    builder.table(new int[] {blocks[j][0], blocks[i][0], variable(2)}, table);
                }
            }
        }
        for (int i = 0; i < blocks.length && states < 2e4; i++) {
            if (builder.size(blocks[i][0]) == 2) {
                builder.table(new int[] {blocks[i][0], variable(2)}, leaf);
            }
        }
    }
}
