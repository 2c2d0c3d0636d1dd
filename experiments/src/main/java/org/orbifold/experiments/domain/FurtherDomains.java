package org.orbifold.experiments.domain;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Domains beside the paper's: where each kind of symmetry is what matters, and one where there is none. */
public final class FurtherDomains {

    private static final long CONTROL_STREAM = 21;

    /**
     * The binary-encoded 3-state Potts ferromagnet on a torus: each site is two bits, the value 11 is forbidden.
     * Its three
     * modes are joined completely only by block-value symmetries. Exact by symmetry: every bit is 1 with probability
     * 1/3.
     *
     * @param side     the side of the torus, at least 3
     * @param coupling the weight of each pair of equal neighbours; modes separate above ln(1+√3) ≈ 1.005
     * @return the problem
     */
    public static Problem potts(int side, double coupling) {
        checkSide(side);
        ModelBuilder builder = GraphicalModel.builder();
        for (int s = 0; s < side * side; s++) {
            builder.binary("High(" + s + ")", "Low(" + s + ")");
        }
        for (int s = 0; s < side * side; s++) {
            builder.conjunction(Double.NEGATIVE_INFINITY, Literal.of(2 * s, 1), Literal.of(2 * s + 1, 1));
        }
        for (int s = 0; s < side * side; s++) {
            for (int t : new int[] {right(s, side), down(s, side)}) {
                for (int value = 0; value < 3; value++) {
                    builder.conjunction(coupling, Literal.of(2 * s, value / 2), Literal.of(2 * s + 1, value % 2),
                            Literal.of(2 * t, value / 2), Literal.of(2 * t + 1, value % 2));
                }
            }
        }
        GraphicalModel model = builder.build();
        return new Problem("potts", "Binary-encoded Potts ferromagnet, " + side + "×" + side + " torus",
                "Potts side=" + side + " coupling=" + coupling, model, Problem.kindsOf(model),
                Truth.exact(equal(model, 2.0 / 3, 1.0 / 3), "exact, by the symmetry of the three values"));
    }

    /**
     * The Ising ferromagnet on a torus without field: two modes, which variable-value symmetries join. Exact by
     * symmetry:
     * every spin is up with probability 1/2.
     *
     * @param side     the side of the torus, at least 3
     * @param coupling the weight of each pair of equal neighbours; modes separate above ln(1+√2) ≈ 0.881
     * @return the problem
     */
    public static Problem ising(int side, double coupling) {
        checkSide(side);
        ModelBuilder builder = GraphicalModel.builder();
        for (int s = 0; s < side * side; s++) {
            builder.binary("Spin(" + s + ")");
        }
        for (int s = 0; s < side * side; s++) {
            for (int t : new int[] {right(s, side), down(s, side)}) {
                for (int value = 0; value < 2; value++) {
                    builder.conjunction(coupling, Literal.of(s, value), Literal.of(t, value));
                }
            }
        }
        GraphicalModel model = builder.build();
        return new Problem("ising", "Ising torus at low temperature, " + side + "×" + side,
                "Ising side=" + side + " coupling=" + coupling, model, Problem.kindsOf(model),
                Truth.exact(equal(model, 0.5, 0.5), "exact, by the symmetry of up and down"));
    }

    /**
     * Friends and smokers: Smokes(x) ⇒ Cancer(x), 1.5; Friends(x,y) ∧ Smokes(x) ⇒ Smokes(y), 0.1 by default so that
     * the chain mixes; all people are alike, so the model has variable symmetries only.
     *
     * @param people   the number of people, at least 2
     * @param coupling the weight between friends
     * @return the problem
     * @throws IllegalArgumentException if there are fewer than two people
     */
    public static Problem smokers(int people, double coupling) {
        if (people < 2) {
            throw new IllegalArgumentException(people + " people; expected at least 2");
        }
        double illness = 1.5;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < people; i++) {
            builder.binary("Smokes(" + i + ")", "Cancer(" + i + ")");
        }
        for (int i = 0; i < people; i++) {
            builder.clause(illness, Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
        }
        int next = 2 * people;
        for (int i = 0; i < people; i++) {
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    builder.binary("Friends(" + i + "," + j + ")");
                    builder.clause(coupling, Literal.of(next++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        GraphicalModel model = builder.build();
        return new Problem("smokers", "Friends and smokers, " + people + " people",
                "Smokers people=" + people + " coupling=" + coupling, model, Problem.kindsOf(model),
                smokersTruth(people, illness, coupling));
    }

    private static Truth smokersTruth(int n, double illness, double coupling) {
        double[] logRatio = new double[n];
        Arrays.fill(logRatio, Math.log((Math.exp(illness) + 1) / (2 * Math.exp(illness))));
        double[][] logPair = new double[n][n];
        for (double[] row : logPair) {
            Arrays.fill(row, Math.log((Math.exp(coupling) + 1) / (2 * Math.exp(coupling))));
        }
        People.Answer people = new People(logRatio, logPair).byPolynomials();
        double[][] marginals = new double[2 * n + n * (n - 1)][];
        int at = 2 * n;
        for (int i = 0; i < n; i++) {
            double smokes = people.one()[i];
            double cancer = (1 - smokes) / 2 + smokes / (1 + Math.exp(-illness));
            marginals[2 * i] = new double[] {1 - smokes, smokes};
            marginals[2 * i + 1] = new double[] {1 - cancer, cancer};
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    double oneZero = people.oneZero()[i][j];
                    double friends = (1 - oneZero) / 2 + oneZero / (1 + Math.exp(coupling));
                    marginals[at++] = new double[] {1 - friends, friends};
                }
            }
        }
        return Truth.exact(Marginals.of(marginals), people.method());
    }

    /**
     * The control: a grid with random fields and couplings, which has no symmetry at all.
     *
     * @param side the side of the grid, at least 2
     * @param seed the seed
     * @return the problem
     * @throws IllegalArgumentException if the side is below 2
     */
    public static Problem control(int side, long seed) {
        if (side < 2) {
            throw new IllegalArgumentException("a grid of side " + side + "; expected at least 2");
        }
        RandomGenerator random = Xoshiro256.of(seed, CONTROL_STREAM);
        ModelBuilder builder = GraphicalModel.builder();
        for (int s = 0; s < side * side; s++) {
            builder.binary("Spin(" + s + ")");
        }
        for (int s = 0; s < side * side; s++) {
            builder.conjunction(random.nextGaussian(0, 0.5), Literal.of(s, 1));
            if (s % side + 1 < side) {
                table(builder, s, s + 1, random);
            }
            if (s / side + 1 < side) {
                table(builder, s, s + side, random);
            }
        }
        return Problem.byContraction("control", "Control without symmetry: random " + side + "×" + side + " grid",
                "Control side=" + side + " seed=" + seed, builder.build());
    }

    private static void table(ModelBuilder builder, int s, int t, RandomGenerator random) {
        double j = random.nextGaussian(0, 0.5);
        builder.table(new int[] {s, t}, j, -j, -j, j);
    }

    private static Marginals equal(GraphicalModel model, double zero, double one) {
        double[][] marginals = new double[model.variableCount()][];
        Arrays.setAll(marginals, v -> new double[] {zero, one});
        return Marginals.of(marginals);
    }

    private static void checkSide(int side) {
        if (side < 3) {
            throw new IllegalArgumentException("a torus of side " + side + "; expected at least 3");
        }
    }

    private static int right(int s, int side) {
        return s - s % side + (s + 1) % side;
    }

    private static int down(int s, int side) {
        return (s + side) % (side * side);
    }

    private FurtherDomains() { }
}
