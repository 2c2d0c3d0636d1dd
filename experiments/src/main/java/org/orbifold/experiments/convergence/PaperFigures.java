package org.orbifold.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.experiments.domain.StudentCurriculum;

/** The figures of the evaluation: the paper's, with ours on the same axes, and what lies beyond them. */
public final class PaperFigures {

    private static final int JOB_LISTS = 100;
    private static final int STUDENT_LISTS = 10;
    private static final double JOB_ALPHA = 1.0;
    private static final double STUDENT_ALPHA = 0.02;
    private static final double[] ALPHAS = {0.02, 0.1, 0.5, 1.0};

    private final long seed;
    private final long sweeps;
    private final EvidenceWay way;

    /**
     * Figures from a seed.
     *
     * @param seed   the seed of all models
     * @param sweeps the length of long runs where no exact truth is known
     * @param way    what evidence does
     */
    public PaperFigures(long seed, long sweeps, EvidenceWay way) {
        this.seed = seed;
        this.sweeps = sweeps;
        this.way = way;
    }

    /**
     * Job Search.
     *
     * @param people   the number of people
     * @param evidence the share of Connected that is observed
     * @param coupling the weight between people
     * @return the figure
     */
    public Figure jobSearch(int people, double evidence, double coupling) {
        String id = "job-search-" + people + suffix(evidence, coupling, JobSearch.PAPER_COUPLING);
        return new Figure(id, "Job Search, " + people + " people" + text(evidence, coupling, JobSearch.PAPER_COUPLING),
                "Hardly any variable or VV symmetries; every person's block has a symmetry of its own.",
                () -> JobSearch.generate(people, coupling, seed).problem(id, evidence, way, seed, sweeps),
                methods(JOB_ALPHA, JOB_LISTS));
    }

    /**
     * Student Curriculum.
     *
     * @param students the number of students: half the number of variables, which the paper counts
     * @param friends  the number of pairs of friends
     * @param evidence the share of all variables that is observed
     * @param coupling the weight between friends
     * @return the figure
     */
    public Figure studentCurriculum(int students, int friends, double evidence, double coupling) {
        String id = "student-curriculum-" + 2 * students + suffix(evidence, coupling, StudentCurriculum.PAPER_COUPLING);
        return new Figure(id, "Student Curriculum, " + 2 * students + " variables"
                + text(evidence, coupling, StudentCurriculum.PAPER_COUPLING),
                "Students with the same four weights in another order are exchanged by block-value symmetries only.",
                students(id, students, friends, evidence, coupling), methods(STUDENT_ALPHA, STUDENT_LISTS));
    }

    private Supplier<Problem> students(String id, int students, int friends, double evidence, double coupling) {
        return () -> StudentCurriculum.generate(students, friends, coupling, seed).problem(id, evidence, way, seed);
    }

    /**
     * The variation over α, for both domains.
     *
     * @param people   people in Job Search
     * @param students students in Student Curriculum
     * @return two figures
     */
    public List<Figure> alpha(int people, int students) {
        List<Method> job = new ArrayList<>();
        List<Method> student = new ArrayList<>();
        for (double alpha : ALPHAS) {
            job.add(Methods.blockValue(alpha, JOB_LISTS));
            student.add(Methods.blockValue(alpha, STUDENT_LISTS));
        }
        String note = "BV-MCMC(α) as the release runs it, counting. The paper finds α = 1 best in Job Search and a "
                + "small "
                + "α in Student Curriculum; with counting in O(1) per step and cheap moves, that need not hold here.";
        return List.of(
                new Figure("alpha-job-search-" + people, "Variation over α: Job Search, " + people + " people", note,
                        () -> JobSearch.generate(people, JobSearch.PAPER_COUPLING, seed)
                                .problem("alpha-job-search", 0, way, seed, sweeps), job),
                new Figure("alpha-student-curriculum-" + 2 * students,
                        "Variation over α: Student Curriculum, " + 2 * students + " variables", note,
                        students("alpha-student-curriculum", students, students / 6, 0,
                                StudentCurriculum.PAPER_COUPLING), student));
    }

    /**
     * The binary-encoded Potts ferromagnet.
     *
     * @param side the side of the torus
     * @return the figure
     */
    public Figure potts(int side) {
        return new Figure("potts-" + side, "Binary-encoded Potts ferromagnet, " + side + "×" + side,
                "Three modes. Gibbs stays in one, VV symmetries join two, block-value symmetries all three. "
                        + "Block conditionals averaged over orbits need no moves here: one mode is as good as all.",
                () -> FurtherDomains.potts(side, 1.5), methods(JOB_ALPHA, STUDENT_LISTS));
    }

    /**
     * The Ising torus at low temperature.
     *
     * @param side the side of the torus
     * @return the figure
     */
    public Figure ising(int side) {
        return new Figure("ising-" + side, "Ising torus at low temperature, " + side + "×" + side,
                "Two modes, joined by VV symmetries; variable symmetries (shifts, turns) do not help.",
                () -> FurtherDomains.ising(side, 1.2), methods(JOB_ALPHA, STUDENT_LISTS));
    }

    /**
     * Friends and smokers.
     *
     * @param people the number of people
     * @return the figure
     */
    public Figure smokers(int people) {
        return new Figure("smokers-" + people, "Friends and smokers, " + people + " people",
                "All people are alike: variable symmetries are what there is.",
                () -> FurtherDomains.smokers(people, 0.1), methods(STUDENT_ALPHA, STUDENT_LISTS));
    }

    /**
     * The control.
     *
     * @param side the side of the grid
     * @return the figure
     */
    public Figure control(int side) {
        return new Figure("control-" + side, "Control without symmetry: random grid, " + side + "×" + side,
                "There is nothing to be found: symmetry methods must fall back to what lies below them.",
                () -> FurtherDomains.control(side, seed), methods(JOB_ALPHA, STUDENT_LISTS));
    }

    /**
     * Growth with the size, vanilla against the complete method.
     *
     * @param people   sizes of Job Search
     * @param students sizes of Student Curriculum
     * @return one figure per size
     */
    public List<Figure> growth(int[] people, int[] students) {
        List<Method> two = List.of(Methods.vanilla(), Methods.gibbsConditional(), Methods.complete());
        List<Figure> figures = new ArrayList<>();
        for (int n : people) {
            figures.add(new Figure("growth-job-search-" + n, "Growth: Job Search, " + n + " people", "",
                    () -> JobSearch.generate(n, JobSearch.PAPER_COUPLING, seed)
                            .problem("growth-job-search-" + n, 0, way, seed, sweeps), two));
        }
        for (int n : students) {
            figures.add(new Figure("growth-student-curriculum-" + n, "Growth: Student Curriculum, " + n + " students",
                    "", students("growth-student-curriculum-" + n, n, n / 6, 0, StudentCurriculum.PAPER_COUPLING),
                            two));
        }
        return figures;
    }

    /** The paper's chains, then the baselines and ours part by part. */
    private static List<Method> methods(double alpha, int lists) {
        return List.of(Methods.vanilla(), Methods.orbital(), Methods.variableValue(), Methods.blockValue(alpha, lists),
                Methods.covering(alpha), Methods.orbitAveraged(), Methods.gibbsConditional(),
                Methods.inTurnConditional(), Methods.blockConditional(), Methods.complete());
    }

    private static String suffix(double evidence, double coupling, double usual) {
        return (evidence == 0 ? "" : "-evidence") + (coupling == usual ? "" : "-strong");
    }

    private static String text(double evidence, double coupling, double usual) {
        return (evidence == 0 ? "" : ", " + Math.round(100 * evidence) + "% evidence")
                + (coupling == usual ? "" : ", coupling " + coupling);
    }
}
