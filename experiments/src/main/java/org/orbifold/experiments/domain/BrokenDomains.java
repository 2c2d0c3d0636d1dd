package org.orbifold.experiments.domain;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.orbifold.inference.ChainKind;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Domains whose symmetries are broken, hold in contexts only, or have to be used part by part. */
public final class BrokenDomains {

    private static final long STREAM = 31;
    /** Zachary's karate club (1977): the 78 pairs of members who met outside the club, numbered from 1. */
    private static final int[][] KARATE = {
        {2, 1}, {3, 1, 2}, {4, 1, 2, 3}, {5, 1}, {6, 1}, {7, 1, 5, 6}, {8, 1, 2, 3, 4}, {9, 1, 3}, {10, 3},
        {11, 1, 5, 6}, {12, 1}, {13, 1, 4}, {14, 1, 2, 3, 4}, {17, 6, 7}, {18, 1, 2}, {20, 1, 2}, {22, 1, 2},
        {26, 24, 25}, {28, 3, 24, 25}, {29, 3}, {30, 24, 27}, {31, 2, 9}, {32, 1, 25, 26, 29},
        {33, 3, 9, 15, 16, 19, 21, 23, 24, 30, 31, 32},
        {34, 9, 10, 14, 15, 16, 19, 20, 21, 23, 24, 27, 28, 29, 30, 31, 32, 33}};
    private static final int MEMBERS = 34;

    /**
     * The binary-encoded 3-state Potts ferromagnet on a strip of height 8, with random fields: narrow enough for a
     * contraction tree.
     *
     * @param length   the length of the strip, at least 2
     * @param coupling the weight of each pair of equal neighbours
     * @param field    the standard deviation of the weights of the values of each site
     * @param seed     the seed of the fields
     * @return the problem
     */
    public static Problem pottsStrip(int length, double coupling, double field, long seed) {
        GraphicalModel model = potts(8, length, false, coupling, field, seed);
        return Problem.byContraction("potts-strip", "Potts strip 8×" + length + ", fields " + field,
                "PottsStrip length=" + length + " coupling=" + coupling + " field=" + field + " seed=" + seed, model);
    }

    /**
     * The same on a torus; its truth is that of two long runs, unless there is no field.
     *
     * @param side     the side of the torus, at least 3
     * @param coupling the weight of each pair of equal neighbours
     * @param field    the standard deviation of the weights of the values of each site
     * @param seed     the seed of the fields
     * @param steps    the length of each run
     * @return the problem
     */
    public static Problem pottsTorus(int side, double coupling, double field, long seed, long steps) {
        if (field == 0) {
            return FurtherDomains.potts(side, coupling);
        }
        GraphicalModel model = potts(side, side, true, coupling, field, seed);
        return new Problem("potts-torus", "Potts torus " + side + "×" + side + ", coupling " + coupling + ", fields "
                + field, "PottsTorus side=" + side + " coupling=" + coupling + " field=" + field + " seed=" + seed
                + " steps=" + steps, model, Problem.kindsOf(model),
                LongRuns.truth(model, ChainKind.CLUSTERS, steps, seed));
    }

    /**
     * The binary-encoded Potts ferromagnet with fields.
     *
     * @param height   rows
     * @param length   columns
     * @param torus    whether both directions are closed
     * @param coupling the weight of each pair of equal neighbours
     * @param field    the standard deviation of the weights of the values of each site
     * @param seed     the seed of the fields
     * @return the model
     */
    public static GraphicalModel potts(int height, int length, boolean torus, double coupling, double field,
            long seed) {
        RandomGenerator random = Xoshiro256.of(seed, STREAM);
        ModelBuilder builder = GraphicalModel.builder();
        for (int s = 0; s < height * length; s++) {
            builder.binary("High(" + s + ")", "Low(" + s + ")");
        }
        double[] equal = new double[16];
        for (int value = 0; value < 3; value++) {
            equal[5 * value] = coupling;
        }
        for (int s = 0; s < height * length; s++) {
            double[] weights = {0, 0, 0, Double.NEGATIVE_INFINITY};
            for (int value = 0; value < 3 && field > 0; value++) {
                weights[value] = random.nextGaussian(0, field);
            }
            builder.table(new int[] {2 * s, 2 * s + 1}, weights);
            int column = s / height;
            int below = torus || s % height + 1 < height ? column * height + (s + 1) % height : -1;
            int right = torus || column + 1 < length ? (s + height) % (height * length) : -1;
            for (int t : new int[] {below, right}) {
                if (t >= 0) {
                    builder.table(new int[] {2 * s, 2 * s + 1, 2 * t, 2 * t + 1}, equal);
                }
            }
        }
        return builder.build();
    }

    /**
     * Uniform proper colourings with four colours of a sparse random graph: by the symmetry of the colours every vertex
     * has each with probability 1/4.
     *
     * @param vertices the number of vertices
     * @param degree   the mean degree
     * @param seed     the seed of the graph
     * @return the problem
     */
    public static Problem colourings(int vertices, double degree, long seed) {
        RandomGenerator random = Xoshiro256.of(seed, STREAM + 1);
        int[] sizes = new int[vertices];
        Arrays.fill(sizes, 4);
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        double[] differ = new double[16];
        for (int colour = 0; colour < 4; colour++) {
            differ[5 * colour] = Double.NEGATIVE_INFINITY;
        }
        for (int v = 0; v < vertices; v++) {
            for (int u = 0; u < v; u++) {
                if (random.nextDouble() < degree / (vertices - 1)) {
                    builder.table(new int[] {u, v}, differ);
                }
            }
        }
        return symmetric("colourings", "4-colourings of a random graph, " + vertices + " vertices",
                "Colourings vertices=" + vertices + " degree=" + degree + " seed=" + seed, builder.build());
    }

    /**
     * The labels of a stochastic block model given Zachary's karate club: which of two groups each member is in. The
     * groups can be named either way, so every label has probability 1/2.
     *
     * @param inside  the probability of an edge inside a group
     * @param between the probability of an edge between groups
     * @return the problem
     */
    public static Problem karate(double inside, double between) {
        boolean[][] edge = new boolean[MEMBERS][MEMBERS];
        for (int[] row : KARATE) {
            for (int i = 1; i < row.length; i++) {
                edge[row[0] - 1][row[i] - 1] = true;
            }
        }
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < MEMBERS; v++) {
            builder.binary("Group(" + (v + 1) + ")");
        }
        for (int v = 0; v < MEMBERS; v++) {
            for (int u = 0; u < v; u++) {
                double same = Math.log(edge[v][u] ? inside / between : (1 - inside) / (1 - between));
                builder.table(new int[] {u, v}, same, 0, 0, same);
            }
        }
        return symmetric("karate", "Two groups in the karate club", "Karate inside=" + inside + " between=" + between,
                builder.build());
    }

    private static Problem symmetric(String name, String title, String spec, GraphicalModel model) {
        double[][] marginals = new double[model.variableCount()][];
        Arrays.setAll(marginals, v -> {
            double[] equal = new double[model.size(v)];
            Arrays.fill(equal, 1.0 / equal.length);
            return equal;
        });
        return new Problem(name, title, spec, model, Problem.kindsOf(model),
                Truth.exact(Marginals.of(marginals), "exact, by the symmetry of the values"));
    }

    /**
     * A model of the shape of Young and Old (Anand, Grover, Mausam, Singla 2016): given that the person in question is
     * young, smoking is alike for all; given old, driving is; each is otherwise a matter of the person. Friends smoke
     * alike, neighbours drive alike.
     *
     * @param people the number of people, at least 2
     * @param seed   the seed of the people's weights
     * @param steps  the length of the runs that find its truth
     * @return the problem
     */
    public static Problem youngAndOld(int people, long seed, long steps) {
        RandomGenerator random = Xoshiro256.of(seed, STREAM + 2);
        ModelBuilder builder = GraphicalModel.builder().binary("Young");
        for (int i = 0; i < people; i++) {
            builder.binary("Smokes(" + i + ")", "Drives(" + i + ")", "Cancer(" + i + ")", "Drinks(" + i + ")");
        }
        for (int i = 0; i < people; i++) {
            int smokes = 1 + 4 * i;
            int drives = smokes + 1;
            builder.clause(0.1, Literal.of(0, 0), Literal.of(smokes, 1));
            builder.clause(random.nextGaussian(0.1, 0.05), Literal.of(0, 1), Literal.of(smokes, 0));
            builder.clause(random.nextGaussian(0.1, 0.05), Literal.of(0, 0), Literal.of(drives, 1));
            builder.clause(0.1, Literal.of(0, 1), Literal.of(drives, 0));
            builder.clause(0.8, Literal.of(smokes, 0), Literal.of(smokes + 2, 1));
            builder.clause(0.6, Literal.of(drives, 0), Literal.of(smokes + 3, 1));
            for (int j = 0; j < i; j++) {
                for (int k = 1; k <= 2; k++) {
                    // What friends and neighbours leave behind when they are summed out: a weak pull to be alike.
                    builder.table(new int[] {4 * j + k, 4 * i + k}, 0.03, 0, 0, 0.03);
                }
            }
        }
        GraphicalModel model = builder.build();
        return new Problem("young-and-old", "Young and Old, " + people + " people", "YoungAndOld people=" + people
                + " seed=" + seed + " steps=" + steps, model, Problem.kindsOf(model),
                LongRuns.truth(model, ChainKind.AUTO, steps, seed));
    }

    /**
     * A model of the shape of Sports (the same authors): players in a grid play together by rows if the sport is one,
     * by columns if it is the other, and in each team all are alike.
     *
     * @param side the side of the grid of players, at least 2
     * @param seed the seed of the teams' weights
     * @return the problem
     */
    public static Problem sports(int side, long seed) {
        RandomGenerator random = Xoshiro256.of(seed, STREAM + 3);
        ModelBuilder builder = GraphicalModel.builder().binary("Sport");
        for (int p = 0; p < side * side; p++) {
            builder.binary("Plays(" + p + ")");
        }
        for (int sport = 0; sport < 2; sport++) {
            for (int team = 0; team < side; team++) {
                double weight = random.nextGaussian(0.3, 0.1);
                for (int i = 0; i < side; i++) {
                    for (int j = 0; j < i; j++) {
                        int a = 1 + (sport == 0 ? team * side + i : i * side + team);
                        int b = 1 + (sport == 0 ? team * side + j : j * side + team);
                        for (int value = 0; value < 2; value++) {
                            builder.conjunction(weight, Literal.of(0, sport), Literal.of(a, value),
                                    Literal.of(b, value));
                        }
                    }
                }
            }
        }
        GraphicalModel model = builder.build();
        return new Problem("sports", "Sports, " + side * side + " players", "Sports side=" + side + " seed=" + seed,
                model, Problem.kindsOf(model), truthGiven(model, 0));
    }

    /** Given a binary high-degree variable the rest is disconnected; a contraction tree per value is exact. */
    private static Truth truthGiven(GraphicalModel model, int hub) {
        ConditionedModel[] given = new ConditionedModel[2];
        ExactResult[] solved = new ExactResult[2];
        for (int x = 0; x < 2; x++) {
            given[x] = model.condition(Evidence.of(hub, x));
            solved[x] = ContractionPlan.solve(given[x].model());
        }
        double one = 1 / (1 + Math.exp(solved[0].logPartition() - solved[1].logPartition()));
        Marginals off = solved[0].marginals().extendTo(given[0]);
        Marginals on = solved[1].marginals().extendTo(given[1]);
        double[][] mean = new double[model.variableCount()][];
        for (int v = 0; v < mean.length; v++) {
            mean[v] = new double[model.size(v)];
            for (int x = 0; x < mean[v].length; x++) {
                mean[v][x] = (1 - one) * off.probability(v, x) + one * on.probability(v, x);
            }
        }
        return Truth.exact(Marginals.of(mean), "contraction trees given the hub");
    }

    /**
     * A model with every finite weight multiplied by its own factor near 1.
     *
     * @param problem a problem whose features are clauses and conjunctions
     * @param share   the standard deviation of the factors
     * @param seed    their seed
     * @param steps   the length of the runs that find its truth; 0 for a contraction tree
     * @return the problem
     */
    public static Problem perturbed(Problem problem, double share, long seed, long steps) {
        RandomGenerator random = Xoshiro256.of(seed, STREAM + 4);
        ModelBuilder builder = GraphicalModel.builder();
        problem.model().variables().forEach(v -> builder.variable(v.name(), v.domain()));
        for (Feature feature : problem.model().features()) {
            double factor = random.nextGaussian(1, share);
            if (feature instanceof Clause clause) {
                builder.add(Clause.of(factor * clause.weight(), clause.literals()));
            } else if (feature instanceof Conjunction conjunction) {
                builder.add(Conjunction.of(factor * conjunction.weight(), conjunction.literals()));
            } else {
                throw new IllegalArgumentException("cannot perturb " + feature + "; expected a clause or conjunction");
            }
        }
        GraphicalModel model = builder.build();
        String percent = Math.round(100 * share) + "%";
        return new Problem(problem.name() + "-perturbed", problem.title() + ", weights perturbed by " + percent,
                problem.spec() + " perturbed=" + share + " seed=" + seed + " steps=" + steps, model, problem.kinds(),
                steps > 0 ? LongRuns.truth(model, ChainKind.AUTO, steps, seed)
                        : Truth.exact(ContractionPlan.solve(model).marginals(), "exact, contraction tree"));
    }

    /**
     * A frustrated spin glass on a torus: couplings of equal size and random sign. Clusters hold nearly everything
     * there, so that nothing is gained. By the symmetry of up and down every spin is up with probability 1/2.
     *
     * @param side     the side of the torus, at least 3
     * @param coupling the size of the couplings
     * @param seed     the seed of the signs
     * @return the problem
     */
    public static Problem spinGlass(int side, double coupling, long seed) {
        RandomGenerator random = Xoshiro256.of(seed, STREAM + 5);
        ModelBuilder builder = GraphicalModel.builder();
        for (int s = 0; s < side * side; s++) {
            builder.binary("Spin(" + s + ")");
        }
        for (int s = 0; s < side * side; s++) {
            for (int t : new int[] {s - s % side + (s + 1) % side, (s + side) % (side * side)}) {
                double j = random.nextBoolean() ? coupling : 0;
                builder.table(new int[] {s, t}, j, coupling - j, coupling - j, j);
            }
        }
        return symmetric("spin-glass", "Spin glass, " + side + "×" + side + " torus", "SpinGlass side=" + side
                + " coupling=" + coupling + " seed=" + seed, builder.build());
    }

    private BrokenDomains() { }
}
