package org.orbifold.experiments.domain;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Job Search (section 6.1 of the paper), as its release generates it: variables TakesML(i) and GetsJob(i) side by side,
 * then Connected(i,j) for i ≠ j; per person the clauses (t=0 ∨ g=1) and (t=0 ∨ g=0) with weights uniform in [1,2],
 * rounded to two digits; per ordered pair (c=0 ∨ tᵢ=0 ∨ tⱼ=1) with a fixed weight, 0.1 there. Evidence is on Connected
 * only, as there.
 */
public final class JobSearch {

    /** The release's weight of the clauses between people. */
    public static final double PAPER_COUPLING = 0.1;

    private static final long MODEL_STREAM = 1;
    private static final long EVIDENCE_STREAM = 2;
    private static final long TRUTH_STREAM = 3;

    private final double[] first;
    private final double[] second;
    private final double coupling;

    private JobSearch(double[] first, double[] second, double coupling) {
        this.first = first;
        this.second = second;
        this.coupling = coupling;
    }

    /**
     * Draws the weights.
     *
     * @param people   the number of people, at least 1
     * @param coupling the weight of the clauses between people
     * @param seed     the seed
     * @return the domain
     * @throws IllegalArgumentException if there are no people
     */
    public static JobSearch generate(int people, double coupling, long seed) {
        if (people < 1) {
            throw new IllegalArgumentException(people + " people; expected at least 1");
        }
        RandomGenerator random = Xoshiro256.of(seed, MODEL_STREAM);
        double[] first = new double[people];
        double[] second = new double[people];
        for (int i = 0; i < people; i++) {
            first[i] = Math.round(100 * random.nextDouble(1, 2)) / 100.0;
            second[i] = Math.round(100 * random.nextDouble(1, 2)) / 100.0;
        }
        return new JobSearch(first, second, coupling);
    }

    /**
     * The model without evidence.
     *
     * @return a new model
     */
    public GraphicalModel model() {
        int n = first.length;
        ModelBuilder builder = GraphicalModel.builder();
        for (int i = 0; i < n; i++) {
            builder.binary("TakesML(" + i + ")", "GetsJob(" + i + ")");
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    builder.binary("Connected(" + i + "," + j + ")");
                }
            }
        }
        for (int i = 0; i < n; i++) {
            builder.clause(first[i], Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            builder.clause(second[i], Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0));
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    builder.clause(coupling, Literal.of(connected(i, j), 0), Literal.of(2 * i, 0),
                            Literal.of(2 * j, 1));
                }
            }
        }
        return builder.build();
    }

    private int connected(int i, int j) {
        int n = first.length;
        return 2 * n + i * (n - 1) + (j < i ? j : j - 1);
    }

    /**
     * The problem with its truth.
     *
     * @param name    a short name for files
     * @param share   the share of Connected that is observed
     * @param way     what that does
     * @param seed    the seed for evidence, and for the truth where it needs a long run
     * @param sweeps  the length of that run
     * @return the problem
     */
    public Problem problem(String name, double share, EvidenceWay way, long seed, long sweeps) {
        int n = first.length;
        GraphicalModel whole = model();
        Evidence evidence = EvidenceWay.draw(whole, IntStream.range(2 * n, whole.variableCount()).toArray(), share,
                Xoshiro256.of(seed, EVIDENCE_STREAM));
        GraphicalModel model = evidence.isEmpty() ? whole : way.apply(whole, evidence);
        String evidenceText = share == 0 ? "" : String.format(Locale.ROOT, " with %.0f%% evidence%s", 100 * share,
                way == EvidenceWay.RELEASE ? " (the release's way)" : "");
        String couplingText = coupling == PAPER_COUPLING ? "" : ", coupling " + coupling;
        return new Problem(name, "Job Search, " + n + " people" + couplingText + evidenceText,
                "JobSearch people=" + n + " coupling=" + coupling + " evidence=" + share + " way=" + way + " seed="
                        + seed + " sweeps=" + sweeps, model, Problem.kindsOf(model), truth(evidence, way, seed,
                                sweeps));
    }

    /** How many people a model of n² + n variables has. */
    static int peopleOf(GraphicalModel model) {
        return (int) Math.round((Math.sqrt(1 + 4.0 * model.variableCount()) - 1) / 2);
    }

    /** The domain whose model this is, up to the variables' names; refuses any other. */
    static JobSearch recognise(GraphicalModel model) {
        int n = peopleOf(model);
        List<Feature> features = model.features();
        if (n * (n + 1) != model.variableCount() || features.size() != n * (n + 1)
                || !features.stream().allMatch(Clause.class::isInstance)) {
            throw new IllegalArgumentException("not a Job Search model: " + model.variableCount() + " variables, "
                    + features.size() + " features; expected n(n+1) of each, all clauses");
        }
        double[] weights = features.stream().mapToDouble(f -> ((Clause) f).weight()).toArray();
        double[] first = new double[n];
        double[] second = new double[n];
        for (int i = 0; i < n; i++) {
            first[i] = weights[2 * i];
            second[i] = weights[2 * i + 1];
        }
        JobSearch found = new JobSearch(first, second, n < 2 ? 0 : weights[2 * n]);
        if (!Set.copyOf(found.model().features()).equals(Set.copyOf(features))) {
            throw new IllegalArgumentException("not a Job Search model: its clauses are not the domain's");
        }
        return found;
    }

    /** The truth without evidence. */
    Truth truth() {
        return truth(Evidence.none(), EvidenceWay.CONDITION, 0, 0);
    }

    /** Sums out GetsJob and Connected, solves for the people, and puts the others back. */
    Truth truth(Evidence evidence, EvidenceWay way, long seed, long sweeps) {
        int n = first.length;
        double[] logRatio = new double[n];
        double[][] logPair = new double[n][n];
        for (int i = 0; i < n; i++) {
            logRatio[i] = Math.log(Math.exp(first[i]) + Math.exp(second[i])) - Math.log(2) - first[i] - second[i];
            for (int j = 0; j < n; j++) {
                logPair[i][j] = i == j ? 0 : logPair(evidence, way, connected(i, j));
            }
        }
        People.Answer people = new People(logRatio, logPair).solve(sweeps, Xoshiro256.of(seed, TRUTH_STREAM));
        double[][] marginals = new double[2 * n + n * (n - 1) - evidence.size()][];
        int at = 2 * n;
        for (int i = 0; i < n; i++) {
            double takes = people.one()[i];
            // Given t=0 a job is as likely as not; given t=1 the odds are e^first : e^second.
            double job = (1 - takes) / 2 + takes / (1 + Math.exp(second[i] - first[i]));
            marginals[2 * i] = new double[] {1 - takes, takes};
            marginals[2 * i + 1] = new double[] {1 - job, job};
            for (int j = 0; j < n; j++) {
                if (i != j && !evidence.observes(connected(i, j))) {
                    double oneZero = people.oneZero()[i][j];
                    double connected = (1 - oneZero) / 2 + oneZero / (1 + Math.exp(coupling));
                    marginals[at++] = new double[] {1 - connected, connected};
                }
            }
        }
        return new Truth(Marginals.of(marginals), people.method(), people.error());
    }

    /** What tᵢ=1, tⱼ=0 costs the pair, relative to all else: the clause fails only with c=1. */
    private double logPair(Evidence evidence, EvidenceWay way, int connected) {
        if (!evidence.observes(connected)) {
            return Math.log((Math.exp(coupling) + 1) / (2 * Math.exp(coupling)));
        }
        return way == EvidenceWay.CONDITION && evidence.value(connected) == 1 ? -coupling : 0;
    }
}
