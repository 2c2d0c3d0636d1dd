package org.orbifold.pgm.testing;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/** Models that take many seconds, by formula. */
public final class LargeModels {

    private LargeModels() { }

    private static ModelBuilder variables(int count, int size) {
        int[] sizes = new int[count];
        Arrays.fill(sizes, size);
        return GraphicalModel.builder().variables(sizes);
    }

    /** A grid of binary variables, all weights different. */
    public static GraphicalModel randomGrid(int side) {
        SplittableRandom random = new SplittableRandom(1);
        ModelBuilder grid = variables(side * side, 2);
        for (int i = 0; i < side * side; i++) {
            grid.table(new int[] {i}, 0, random.nextGaussian());
            if (i % side + 1 < side) {
                grid.table(new int[] {i, i + 1}, random.nextGaussian(), 0, 0, random.nextGaussian());
            }
            if (i + side < side * side) {
                grid.table(new int[] {i, i + side}, random.nextGaussian(), 0, 0, random.nextGaussian());
            }
        }
        return grid.build();
    }

    /** Each two of some binary variables coupled. */
    public static GraphicalModel complete(int count, boolean alike) {
        SplittableRandom random = new SplittableRandom(1);
        ModelBuilder model = variables(count, 2);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                double coupling = alike ? 0.1 : random.nextGaussian();
                model.table(new int[] {j, i}, coupling, 0, 0, coupling);
            }
        }
        return model.build();
    }

    /** A Potts model on a torus. */
    public static GraphicalModel potts(int side, int colours) {
        double[] coupling = new double[colours * colours];
        for (int x = 0; x < colours; x++) {
            coupling[x * colours + x] = 0.7;
        }
        ModelBuilder torus = variables(side * side, colours);
        for (int i = 0; i < side * side; i++) {
            torus.table(new int[] {i, i / side * side + (i + 1) % side}, coupling);
            torus.table(new int[] {i, (i + side) % (side * side)}, coupling);
        }
        return torus.build();
    }

    /** Friends and smokers: Smokes(i), Cancer(i), Friends(i, j). */
    public static GraphicalModel friends(int people) {
        ModelBuilder model = variables(people * (people + 2), 2);
        for (int i = 0; i < people; i++) {
            model.table(new int[] {i}, 0, -1);
            model.table(new int[] {i, people + i}, 1, 1, 0, 1);
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    model.table(new int[] {i, j, 2 * people + i * people + j}, 1, 1, 1, 0, 1, 0, 1, 1);
                }
            }
        }
        return model.build();
    }

    /** A chain of ternary variables, all weights different. */
    public static GraphicalModel chain(int length) {
        SplittableRandom random = new SplittableRandom(1);
        ModelBuilder chain = variables(length, 3);
        for (int i = 0; i + 1 < length; i++) {
            chain.table(new int[] {i, i + 1}, random.doubles(9).toArray());
        }
        return chain.build();
    }

    /** One table over binary variables of which hardly a state is possible. */
    public static GraphicalModel hardTable(int count) {
        SplittableRandom random = new SplittableRandom(1);
        double[] logs = new double[1 << count];
        Arrays.setAll(logs, i -> i == 0 || random.nextInt(1 << 16) == 0 ? 0 : Double.NEGATIVE_INFINITY);
        int[] scope = new int[count];
        Arrays.setAll(scope, v -> v);
        return variables(count, 2).table(scope, logs).build();
    }

    /** Random clauses of three literals as tables, about where solutions end. */
    public static GraphicalModel clauses(int count) {
        SplittableRandom random = new SplittableRandom(1);
        ModelBuilder model = variables(count, 2);
        for (int c = 0; c < 4.5 * count; c++) {
            int[] scope = random.ints(0, count).distinct().limit(3).toArray();
            double[] logs = new double[8];
            logs[random.nextInt(8)] = Double.NEGATIVE_INFINITY;
            model.table(scope, logs);
        }
        return model.build();
    }
}
