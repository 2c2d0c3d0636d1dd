package org.orbifold.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.orbifold.experiments.domain.BrokenDomains;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.experiments.domain.StudentCurriculum;

/** Figures of what symmetries bring that are not exact, not everywhere or not of the whole state. */
public final class PartsFigures {

    private static final String PREFIX = "parts-";
    private static final double CRITICAL = Math.log(1 + Math.sqrt(3));

    private final long seed;
    private final boolean quick;

    /**
     * Figures from a seed.
     *
     * @param seed  the seed of all models
     * @param quick whether models are small and long runs short
     */
    public PartsFigures(long seed, boolean quick) {
        this.seed = seed;
        this.quick = quick;
    }

    /**
     * All of them.
     *
     * @return the figures
     */
    public List<Figure> all() {
        List<Figure> figures = new ArrayList<>();
        int length = quick ? 8 : 24;
        for (double field : new double[] {0, 0.02, 0.1, 0.5}) {
            figures.add(figure("potts-strip-" + field, "Potts strip 8×" + length + " at ln(1+√3), fields " + field,
                    "Fields break the symmetry of the values; clusters still move parts of the strip.",
                    () -> BrokenDomains.pottsStrip(length, CRITICAL, field, seed), false));
        }
        int side = quick ? 6 : 12;
        figures.add(figure("potts-torus", "Potts torus " + side + "×" + side + ", coupling 1.5, fields 0.1",
                "Three modes of unlike weight, which no exact symmetry joins.",
                () -> BrokenDomains.pottsTorus(side, 1.5, 0.1, seed, steps()), false));
        figures.add(figure("colourings", "4-colourings of a sparse random graph",
                "Kempe chains: clusters under hard constraints.",
                () -> BrokenDomains.colourings(quick ? 30 : 100, 5, seed), false));
        figures.add(figure("karate", "Two groups in Zachary's karate club",
                "The names of the groups can be exchanged.", () -> BrokenDomains.karate(0.25, 0.04), false));
        figures.add(figure("young-and-old", "Young and Old", "People are alike in one half, given the hub.",
                () -> BrokenDomains.youngAndOld(quick ? 8 : 50, seed, steps()), true));
        figures.add(figure("sports", "Sports", "Teams are rows or columns of players, given the hub.",
                () -> BrokenDomains.sports(quick ? 4 : 7, seed), true));
        for (double share : new double[] {0.01, 0.05, 0.2}) {
            figures.add(figure("job-search-perturbed-" + share, "Job Search, weights perturbed by " + share,
                    "Every weight has a factor of its own.", jobSearch(quick ? 10 : 30, share), false));
            figures.add(figure("students-perturbed-" + share, "Student Curriculum, weights perturbed by " + share,
                    "Every weight has a factor of its own.", students(quick ? 60 : 600, share), false));
        }
        figures.add(figure("spin-glass", "Control: spin glass", "Clusters hold nearly everything together.",
                () -> BrokenDomains.spinGlass(quick ? 6 : 12, 1.2, seed), false));
        figures.add(figure("random-grid", "Control: random grid", "There is nothing to be found.",
                () -> FurtherDomains.control(10, seed), false));
        return figures;
    }

    /**
     * One of each kind: fields, hard constraints, contexts, perturbed weights of the paper's domains, a control.
     *
     * @return some of the figures
     */
    public List<Figure> few() {
        Set<String> chosen = Set.of("potts-torus", "colourings", "young-and-old", "job-search-perturbed-0.05",
                "students-perturbed-0.05", "spin-glass");
        return all().stream().filter(figure -> chosen.contains(figure.id().substring(PREFIX.length()))).toList();
    }

    private long steps() {
        return quick ? 400_000 : 4_000_000;
    }

    private Supplier<Problem> jobSearch(int people, double share) {
        return () -> BrokenDomains.perturbed(JobSearch.generate(people, JobSearch.PAPER_COUPLING, seed)
                .problem("job-search-" + people, 0, EvidenceWay.CONDITION, seed, 1000), share, seed, steps());
    }

    private Supplier<Problem> students(int students, double share) {
        return () -> BrokenDomains.perturbed(StudentCurriculum.generate(students, students / 6,
                StudentCurriculum.PAPER_COUPLING, seed).problem("students-" + students, 0, EvidenceWay.CONDITION, seed),
                share, seed, 0);
    }

    private static Figure figure(String id, String title, String note, Supplier<Problem> problem, boolean contexts) {
        List<Method> methods = new ArrayList<>(List.of(Methods.vanilla(), Methods.inTurnConditional(),
                Methods.blockConditional(), Methods.blockMoves(), Methods.near(), Methods.clusters()));
        if (contexts) {
            methods.add(Methods.contexts());
        }
        methods.add(Methods.complete());
        return new Figure(PREFIX + id, title, note, problem, methods);
    }
}
