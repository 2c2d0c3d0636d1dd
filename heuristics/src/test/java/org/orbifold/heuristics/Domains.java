package org.orbifold.heuristics;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** The paper's domains as its published program generates them, and a Potts model, binary-encoded. */
public final class Domains {

    private Domains() { }

    /** Job Search: variables 2i = TakesML(i), 2i+1 = GetsJob(i), then Connected(i,j). */
    public static GraphicalModel jobSearch(int people, RandomGenerator random) {
        ModelBuilder builder = GraphicalModel.builder().variables(twos(2 * people + people * (people - 1)));
        int connected = 2 * people;
        for (int i = 0; i < people; i++) {
            builder.clause(Math.round(100 * random.nextDouble(1, 2)) / 100.0, Literal.of(2 * i, 0),
                    Literal.of(2 * i + 1, 1));
            builder.clause(Math.round(100 * random.nextDouble(1, 2)) / 100.0, Literal.of(2 * i, 0),
                    Literal.of(2 * i + 1, 0));
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    builder.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        return builder.build();
    }

    /** Student Curriculum: variables 2i = Maths(i), 2i+1 = CS(i); friends are random pairs. */
    public static GraphicalModel studentCurriculum(int students, int friendPairs, RandomGenerator random) {
        ModelBuilder builder = GraphicalModel.builder().variables(twos(2 * students));
        List<Double> weights = Arrays.asList(1.1, 1.3, 1.5, 1.7, 1.9, 2.1);
        java.util.Random shuffle = new java.util.Random(random.nextLong());
        for (int i = 0; i < students; i++) {
            Collections.shuffle(weights, shuffle);
            for (int x = 0; x < 4; x++) {
                builder.clause(weights.get(x), Literal.of(2 * i, x / 2), Literal.of(2 * i + 1, x % 2));
            }
        }
        for (int f = 0; f < friendPairs; f++) {
            int p = random.nextInt(students);
            int q = (p + 1 + random.nextInt(students - 1)) % students;
            for (int course = 0; course < 2; course++) {
                builder.clause(0.01, Literal.of(2 * p + course, 0), Literal.of(2 * q + course, 1));
                builder.clause(0.01, Literal.of(2 * q + course, 0), Literal.of(2 * p + course, 1));
            }
        }
        return builder.build();
    }

    /** A 3-state Potts ferromagnet on a torus; site i is the bits 2i and 2i+1, of which 11 is forbidden. */
    public static GraphicalModel potts(int width, int height, double coupling) {
        ModelBuilder builder = GraphicalModel.builder().variables(twos(2 * width * height));
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int site = y * width + x;
                builder.conjunction(Double.NEGATIVE_INFINITY, Literal.of(2 * site, 1), Literal.of(2 * site + 1, 1));
                for (int other : new int[] {y * width + (x + 1) % width, (y + 1) % height * width + x}) {
                    for (int color = 0; color < 3; color++) {
                        builder.conjunction(coupling, Literal.of(2 * site, color / 2),
                                Literal.of(2 * site + 1, color % 2), Literal.of(2 * other, color / 2),
                                Literal.of(2 * other + 1, color % 2));
                    }
                }
            }
        }
        return builder.build();
    }

    private static int[] twos(int count) {
        int[] sizes = new int[count];
        Arrays.fill(sizes, 2);
        return sizes;
    }
}
