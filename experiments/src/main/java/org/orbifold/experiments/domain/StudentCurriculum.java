package org.orbifold.experiments.domain;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Student Curriculum (section 6.1 of the paper), as its release generates it: variables Math(i) and CS(i) side by
 * side; per
 * student four clauses (m=a ∨ c=b) with four different weights of {1.1, 1.3, …, 2.1}; per pair of friends four
 * clauses of weight 0.01, for both directions and both courses. The paper's 600 and 1200 count variables: 300 students
 * with 50 pairs of friends, 600 with 100.
 */
public final class StudentCurriculum {

    /** The release's weight of the clauses between friends. */
    public static final double PAPER_COUPLING = 0.01;

    private static final double[] WEIGHTS = {1.1, 1.3, 1.5, 1.7, 1.9, 2.1};
    private static final long MODEL_STREAM = 11;
    private static final long EVIDENCE_STREAM = 12;

    private final double[][] weights;
    private final int[][] friends;
    private final double coupling;

    private StudentCurriculum(double[][] weights, int[][] friends, double coupling) {
        this.weights = weights;
        this.friends = friends;
        this.coupling = coupling;
    }

    /**
     * Draws weights and friends.
     *
     * @param students the number of students, at least 1
     * @param friends  the number of different pairs of friends
     * @param coupling the weight of the clauses between friends
     * @param seed     the seed
     * @return the domain
     * @throws IllegalArgumentException if there are no students or too many friends
     */
    public static StudentCurriculum generate(int students, int friends, double coupling, long seed) {
        if (students < 1 || friends < 0 || friends > students * (students - 1L) / 2) {
            throw new IllegalArgumentException(students + " students with " + friends
                    + " pairs of friends; expected at "
                    + "least 1 student, and at most " + students * (students - 1L) / 2 + " pairs");
        }
        RandomGenerator random = Xoshiro256.of(seed, MODEL_STREAM);
        double[][] weights = new double[students][];
        for (int i = 0; i < students; i++) {
            double[] order = WEIGHTS.clone();
            for (int k = 0; k < 4; k++) {
                int j = k + random.nextInt(order.length - k);
                double chosen = order[j];
                order[j] = order[k];
                order[k] = chosen;
            }
            weights[i] = Arrays.copyOf(order, 4);
        }
        Set<Long> pairs = new LinkedHashSet<>();
        while (pairs.size() < friends) {
            int a = random.nextInt(students);
            int b = random.nextInt(students);
            if (a != b) {
                pairs.add((long) Math.min(a, b) * students + Math.max(a, b));
            }
        }
        return new StudentCurriculum(weights,
                pairs.stream().map(p -> new int[] {(int) (p / students), (int) (p % students)}).toArray(int[][]::new),
                coupling);
    }

    /**
     * The model without evidence.
     *
     * @return a new model
     */
    public GraphicalModel model() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < weights.length; i++) {
            builder.binary("Math(" + i + ")", "CS(" + i + ")");
        }
        for (int i = 0; i < weights.length; i++) {
            for (int k = 0; k < 4; k++) {
                builder.clause(weights[i][k], Literal.of(2 * i, k / 2), Literal.of(2 * i + 1, k % 2));
            }
        }
        for (int[] pair : friends) {
            for (int course = 0; course < 2; course++) {
                int p = 2 * pair[0] + course;
                int q = 2 * pair[1] + course;
                builder.clause(coupling, Literal.of(p, 0), Literal.of(q, 1));
                builder.clause(coupling, Literal.of(q, 0), Literal.of(p, 1));
            }
        }
        return builder.build();
    }

    /**
     * The problem with its truth, by contraction tree.
     *
     * @param name  a short name for files
     * @param share the share of all variables that is observed
     * @param way   what that does
     * @param seed  the seed of the evidence
     * @return the problem
     */
    public Problem problem(String name, double share, EvidenceWay way, long seed) {
        GraphicalModel whole = model();
        Evidence evidence = EvidenceWay.draw(whole, IntStream.range(0, whole.variableCount()).toArray(), share,
                Xoshiro256.of(seed, EVIDENCE_STREAM));
        GraphicalModel model = evidence.isEmpty() ? whole : way.apply(whole, evidence);
        String evidenceText = share == 0 ? "" : String.format(Locale.ROOT, " with %.0f%% evidence%s", 100 * share,
                way == EvidenceWay.RELEASE ? " (the release's way)" : "");
        String couplingText = coupling == PAPER_COUPLING ? "" : ", coupling " + coupling;
        return Problem.byContraction(name, "Student Curriculum, " + weights.length + " students ("
                + 2 * weights.length + " variables)" + couplingText + evidenceText,
                "StudentCurriculum students=" + weights.length + " friends=" + friends.length + " coupling=" + coupling
                        + " evidence=" + share + " way=" + way + " seed=" + seed, model);
    }
}
