package org.orbifold.spark;

import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.StudentCurriculum;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** What the tests infer on. */
final class Models {

    static GraphicalModel jobSearch(int people) {
        return JobSearch.generate(people, JobSearch.PAPER_COUPLING, 1).model();
    }

    static GraphicalModel students(int students) {
        return StudentCurriculum.generate(students, students / 6, StudentCurriculum.PAPER_COUPLING, 1).model();
    }

    /** Rings of three to seven variables that do not touch. */
    static GraphicalModel components(int count) {
        Xoshiro256 random = Xoshiro256.of(5, 0);
        ModelBuilder builder = GraphicalModel.builder();
        for (int c = 0; c < count; c++) {
            int first = builder.variableCount();
            int size = 3 + c % 5;
            for (int i = 0; i < size; i++) {
                builder.binary("X" + c + "_" + i);
            }
            for (int i = 0; i < size; i++) {
                double w = random.nextDouble(2);
                builder.table(new int[] {first + i, first + (i + 1) % size},
                        new double[] {w, 0, random.nextDouble(), w});
            }
        }
        return builder.build();
    }

    /** People in a ring who each take one of three seats, never that of a neighbour, and like some more than others. */
    static GraphicalModel hard(int people) {
        Xoshiro256 random = Xoshiro256.of(6, 0);
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < people; i++) {
            builder.variable("Seat" + i, Domain.ofSize(3));
        }
        double no = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < people; i++) {
            builder.table(new int[] {i}, new double[] {0, random.nextDouble(), random.nextDouble()});
            builder.table(new int[] {i, (i + 1) % people}, new double[] {no, 0, 0, 0, no, 0, 0, 0, no});
            builder.clause(0.3, Literal.of(i, 0), Literal.of((i + people / 2) % people, 1));
        }
        return builder.build();
    }

    /** Variables in a ring, all alike: its symmetries are those of a graph. */
    static GraphicalModel ring(int size) {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < size; i++) {
            builder.binary("R" + i);
        }
        for (int i = 0; i < size; i++) {
            builder.table(new int[] {i, (i + 1) % size}, new double[] {0.7, 0, 0, 0.7});
        }
        return builder.build();
    }

    /** A square grid of random tables, as wide as its side. */
    static GraphicalModel grid(int side) {
        Xoshiro256 random = Xoshiro256.of(7, 0);
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < side * side; i++) {
            builder.binary("G" + i);
        }
        for (int i = 0; i < side * side; i++) {
            if (i % side < side - 1) {
                builder.table(new int[] {i, i + 1}, random.doubles(4).toArray());
            }
            if (i / side < side - 1) {
                builder.table(new int[] {i, i + side}, random.doubles(4).toArray());
            }
        }
        return builder.build();
    }

    private Models() { }
}
