package org.orbifold.pgm.testing;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** The models that speed is measured on. */
public final class BenchmarkModels {

    /** An Ising grid with coupling 0.3 and fields drawn from N(0, 0.5). */
    public static GraphicalModel ising(int side) {
        SplittableRandom random = new SplittableRandom(1);
        int[] sizes = new int[side * side];
        Arrays.fill(sizes, 2);
        ModelBuilder grid = GraphicalModel.builder().variables(sizes);
        for (int i = 0; i < sizes.length; i++) {
            double field = 0.5 * random.nextGaussian();
            grid.table(new int[] {i}, -field, field);
            if (i % side + 1 < side) {
                grid.table(new int[] {i, i + 1}, 0.3, -0.3, -0.3, 0.3);
            }
            if (i + side < sizes.length) {
                grid.table(new int[] {i, i + side}, 0.3, -0.3, -0.3, 0.3);
            }
        }
        return grid.build();
    }

    /** Job Search as the paper's release generates it: TakesML(i), GetsJob(i) per person, Connected(i, j) per pair. */
    public static GraphicalModel jobSearch(int people) {
        SplittableRandom random = new SplittableRandom(1);
        int[] sizes = new int[2 * people + people * (people - 1)];
        Arrays.fill(sizes, 2);
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        int connected = 2 * people;
        for (int i = 0; i < people; i++) {
            for (int job = 1; job >= 0; job--) {
                double weight = Math.round(100 * random.nextDouble(1, 2)) / 100.0;
                model.clause(weight, Literal.of(2 * i, 0), Literal.of(2 * i + 1, job));
            }
        }
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    model.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        return model.build();
    }

    private BenchmarkModels() { }
}
