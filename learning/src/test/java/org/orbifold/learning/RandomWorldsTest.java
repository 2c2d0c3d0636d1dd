package org.orbifold.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.pgm.model.WeightedFeature;

/** Random Markov logic networks, worlds drawn from them, and the likelihood by going through all worlds. */
class RandomWorldsTest {

    private static final int NETWORKS = 40;
    private static final int WORLDS = 60;
    private static final String DECLARED = "person = {A, B}\nS(person)\nC(person)\nF(person,person)\n";
    private static final String[] FORMULAS = {"S(x) => C(x)", "F(x,y) => (S(x) <=> S(y))", "F(x,y) ^ S(x)",
        "F(x,y) <=> F(y,x)", "S(x) v C(y)", "EXIST y F(x,y)", "F(x,x) => C(x)"};

    /** The counts of every world, one row each: 2^8 rows. */
    private static double[][] counts(GroundFormulas ground, int formulas) {
        int n = ground.model().variableCount();
        double[][] counts = new double[1 << n][];
        int[] state = new int[n];
        for (int world = 0; world < counts.length; world++) {
            for (int v = 0; v < n; v++) {
                state[v] = world >> v & 1;
            }
            double[] row = Arrays.copyOf(ground.decided(), formulas);
            for (int f = 0; f < ground.instance().length; f++) {
                row[ground.instance()[f]] += ((WeightedFeature) ground.model().features().get(f)).holds(state) ? 1 : 0;
            }
            counts[world] = row;
        }
        return counts;
    }

    private static double[] probabilities(double[][] counts, double[] weights) {
        double[] p = new double[counts.length];
        double sum = 0;
        for (int world = 0; world < p.length; world++) {
            double log = 0;
            for (int i = 0; i < weights.length; i++) {
                log += weights[i] * counts[world][i];
            }
            p[world] = Math.exp(log);
            sum += p[world];
        }
        for (int world = 0; world < p.length; world++) {
            p[world] /= sum;
        }
        return p;
    }

    /** The maximum of the likelihood by Newton's method on the sums over all worlds, with a Gaussian prior. */
    private static double[] optimum(double[][] counts, double[] observed, double worlds, double precision) {
        int n = observed.length;
        double[] weights = new double[n];
        for (int step = 0; step < 200; step++) {
            double[] p = probabilities(counts, weights);
            double[] mean = new double[n];
            double[] curvature = new double[n * n];
            for (int world = 0; world < p.length; world++) {
                for (int i = 0; i < n; i++) {
                    mean[i] += p[world] * counts[world][i];
                }
            }
            for (int world = 0; world < p.length; world++) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        curvature[i * n + j] += worlds * p[world] * (counts[world][i] - mean[i])
                                * (counts[world][j] - mean[j]);
                    }
                }
            }
            double[] gradient = new double[n];
            for (int i = 0; i < n; i++) {
                gradient[i] = observed[i] - worlds * mean[i] - precision * weights[i];
                curvature[i * n + i] += precision;
            }
            double[] move = Cholesky.of(curvature, n, 0).solve(gradient);
            double longest = Arrays.stream(move).map(Math::abs).max().orElse(0);
            for (int i = 0; i < n; i++) {
                weights[i] += move[i] * Math.min(1, 1 / Math.max(longest, 1e-300));
            }
        }
        return weights;
    }

    /** A world as the text of a database. */
    private static String text(GroundFormulas ground, int world) {
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < ground.model().variableCount(); v++) {
            text.append((world >> v & 1) == 1 ? " " : " !").append(ground.model().variable(v).name());
        }
        return text.toString();
    }

    /**
     * Learned weights equal the optimum by enumeration to 1e-6, and the truth lies in 95% intervals for at least 93% of
     * the weights. The seed is fixed; with others, about a hundred weights with intervals that cover 95% would fail
     * this in 13% to 17% of the runs, so another seed may be unlucky.
     */
    @Test
    void theOptimumIsThatOfEnumerationAndIntervalsCoverTheTruth() throws IOException {
        Random random = new Random(5);
        int covered = 0;
        int weights = 0;
        for (int k = 0; k < NETWORKS; k++) {
            Set<String> formulas = new LinkedHashSet<>();
            for (int f = 0; f < 3; f++) {
                formulas.add(FORMULAS[random.nextInt(FORMULAS.length)]);
            }
            MarkovLogic network = LogicFiles.parseNetwork(DECLARED + String.join("\n", formulas) + "\n");
            Database any = LogicFiles.parseDatabase(network, "S(A)");
            GroundFormulas ground = new Worlds(network, List.of(any), List.of(), 10_000).counters().get(0).ground();
            int n = formulas.size();
            double[][] counts = counts(ground, n);
            double[] truth = random.doubles(n, -0.8, 0.8).toArray();
            double[] p = probabilities(counts, truth);
            List<Database> worlds = new ArrayList<>();
            double[] observed = new double[n];
            while (worlds.size() < WORLDS) {
                double u = random.nextDouble();
                int world = 0;
                while (world < p.length - 1 && (u -= p[world]) > 0) {
                    world++;
                }
                worlds.add(LogicFiles.parseDatabase(network, text(ground, world)));
                for (int i = 0; i < n; i++) {
                    observed[i] += counts[world][i];
                }
            }
            LearningResult learned = WeightLearning.on(network, worlds).withOptions(LearningOptions.defaults()
                    .withThreads(1).withPrior(Prior.gaussian(10))).run();
            double[] optimum = optimum(counts, observed, WORLDS, 0.01);
            for (int i = 0; i < n; i++) {
                LearnedFormula formula = learned.formulas().get(i);
                assertThat(formula.weight()).as(formulas.toString()).isCloseTo(optimum[i], within(1e-6));
                assertThat(formula.dataCount()).isEqualTo(observed[i]);
                covered += Math.abs(formula.weight() - truth[i]) <= 1.96 * formula.standardError() ? 1 : 0;
                weights++;
            }
        }
        assertThat(weights).isGreaterThan(95);
        assertThat(covered / (double) weights).isBetween(0.93, 0.995);
    }
}
