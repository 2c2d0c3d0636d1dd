package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.orbifold.experiments.convergence.Experiment;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.PaperFigures;
import org.orbifold.experiments.convergence.PartsFigures;
import org.orbifold.experiments.convergence.Published;
import org.orbifold.experiments.convergence.ReleaseFigures;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.StudentCurriculum;
import org.orbifold.experiments.report.Manifest;
import org.orbifold.experiments.report.Report;
import org.orbifold.mcmc.run.Machines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orbifold experiment}: the paper's evaluation and what lies beyond it, with a report. */
@Command(name = "experiment", mixinStandardHelpOptions = true,
        header = "The paper's evaluation, as a report.",
        description = "Runs an experiment and writes a report; what is finished is stored and not run again.",
        footer = {"", "Experiments: all, job-search, student-curriculum, alpha, potts, ising, smokers, strong, "
                + "control, growth, parts, release, equal-time. Times are processor seconds of one thread, finding "
                + "symmetries included."})
final class ExperimentCommand implements Callable<Integer> {

    private static final double STRONG_JOB = 0.5;
    private static final double STRONG_STUDENT = 1.0;

    /** The experiments by name. */
    enum Name { ALL, JOB_SEARCH, STUDENT_CURRICULUM, ALPHA, POTTS, ISING, SMOKERS, STRONG, CONTROL, GROWTH,
        PARTS, RELEASE, EQUAL_TIME }

    private static final Set<Name> SHOWS_PUBLISHED = Set.of(Name.ALL, Name.RELEASE, Name.JOB_SEARCH,
            Name.STUDENT_CURRICULUM);

    @Parameters(index = "0", paramLabel = "NAME", description = "The experiment.")
    private String name;

    @Option(names = "--quick", description = "Few short runs of smaller domains; a few minutes for all.")
    private boolean quick;

    @Option(names = "--people", paramLabel = "N", description = "People in Job Search and friends and smokers.")
    private Integer people;

    @Option(names = "--students", paramLabel = "N", description = "Students in Student Curriculum.")
    private Integer students;

    @Option(names = "--friends", paramLabel = "N", description = "Pairs of friends. Default: a sixth of the students.")
    private Integer friends;

    @Option(names = "--side", paramLabel = "N", description = "Side of the Potts or Ising torus or of the control.")
    private Integer side;

    @Option(names = "--evidence", paramLabel = "SHARE", description = "Share of variables observed, from 0 to 1.")
    private Double evidence;

    @Option(names = "--evidence-way", paramLabel = "WAY", defaultValue = "condition",
            description = "condition, or release: observed variables are deleted with their clauses, as the paper's "
                    + "release does. Default: ${DEFAULT-VALUE}.")
    private EvidenceWay way;

    @Option(names = "--coupling", paramLabel = "W", description = "Weight between people or friends.")
    private Double coupling;

    @Option(names = "--runs", paramLabel = "N", description = "Runs of each method. Default: 20; quick: 3.")
    private Integer runs;

    @Option(names = "--seconds", paramLabel = "T",
            description = "Seconds of each run, finding symmetries included. Default: 10; quick: 0.5; "
                    + "longer if finding symmetries takes most of it.")
    private Double seconds;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of all "
            + "randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--threads", paramLabel = "N", description = "Runs at the same time. Default: all processors.")
    private Integer threads;

    @Option(names = "--release", paramLabel = "DIR",
            description = "Folder with the models and result files of the paper's own release: its published curves "
                    + "appear in the plots of the same domains, and with NAME release or all its models are run its "
                    + "way beside them. Nothing of the release is run, so GAP is not needed.")
    private Path release;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "orbifold-report",
            description = "Folder of the report. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Mixin
    private ClusterInput cluster;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Name chosen = parse(name);
        Settings settings = new Settings(runs != null ? runs : quick ? 3 : 20,
                seconds != null ? seconds : seconds(chosen), seed,
                threads != null ? threads : Runtime.getRuntime().availableProcessors(), quick ? 0.06 : 1);
        List<Figure> figures = figures(chosen);
        Map<String, List<Published>> published = withRelease(chosen, figures);
        Files.createDirectories(out);
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
        List<Figure.Result> results;
        try (Machines machines = cluster.connect().orElse(null)) {
            results = new Experiment(settings, out.resolve("runs"), progress, machines).run(figures);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted; the same command goes on from what is stored in "
                    + out.resolve("runs"), e);
        } finally {
            progress.end();
        }
        Report.write(out, results, published, Manifest.of(spec.commandLine().getParseResult().originalArgs(),
                settings));
        results.forEach(result -> ComparisonText.print(result, spec.commandLine().getErr()));
        spec.commandLine().getOut().println(out.resolve("index.html"));
        return 0;
    }

    /** Adds the release's own models, and gives its published curves by the figures they belong to. */
    private Map<String, List<Published>> withRelease(Name chosen, List<Figure> figures) throws IOException {
        if ((chosen == Name.RELEASE || chosen == Name.EQUAL_TIME) && release == null) {
            throw new IllegalArgumentException("the experiment '" + name + "' needs --release DIR, the folder with its "
                    + "files");
        } else if (release == null) {
            return Map.of();
        } else if (chosen == Name.EQUAL_TIME) {
            figures.addAll(ReleaseFigures.equalTime(release));
            return Map.of();
        } else if (!SHOWS_PUBLISHED.contains(chosen)) {
            throw new IllegalArgumentException("--release belongs to the experiments 'release', 'equal-time', 'all', "
                    + "'job-search' and 'student-curriculum'");
        }
        ReleaseFigures found = ReleaseFigures.in(release);
        if (chosen == Name.RELEASE || chosen == Name.ALL) {
            figures.addAll(found.figures());
        }
        return found.published();
    }

    private static Name parse(String name) {
        try {
            return Name.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("unknown experiment '" + name + "'; expected all, job-search, "
                    + "student-curriculum, alpha, potts, ising, smokers, strong, control, growth, parts, release or "
                    + "equal-time", e);
        }
    }

    private List<Figure> figures(Name chosen) {
        PaperFigures made = new PaperFigures(seed, quick ? 100_000 : 5_000_000, way);
        List<Figure> figures = new ArrayList<>();
        boolean all = chosen == Name.ALL;
        if (chosen == Name.JOB_SEARCH || all) {
            jobSearch(made, figures);
        }
        if (chosen == Name.STUDENT_CURRICULUM || all) {
            studentCurriculum(made, figures);
        }
        if (chosen == Name.ALPHA || all) {
            figures.addAll(made.alpha(or(people, quick ? 30 : 50), or(students, quick ? 300 : 600)));
        }
        if (chosen == Name.POTTS || all) {
            figures.add(made.potts(or(side, quick ? 6 : 10)));
        }
        if (chosen == Name.ISING || all) {
            figures.add(made.ising(or(side, quick ? 8 : 16)));
        }
        if (chosen == Name.SMOKERS || all) {
            figures.add(made.smokers(or(people, quick ? 16 : 50)));
        }
        if (chosen == Name.STRONG || all) {
            figures.add(made.jobSearch(or(people, quick ? 20 : 30), 0, coupling != null ? coupling : STRONG_JOB));
            figures.add(made.studentCurriculum(or(students, 300), or(friends, or(students, 300) / 6), 0,
                    coupling != null ? coupling : STRONG_STUDENT));
        }
        if (chosen == Name.CONTROL || all) {
            figures.add(made.control(or(side, 10)));
        }
        if (chosen == Name.PARTS || all) {
            PartsFigures parts = new PartsFigures(seed, quick);
            figures.addAll(all && quick ? parts.few() : parts.all());
        }
        if (chosen == Name.GROWTH || all && !quick) {
            figures.addAll(quick ? made.growth(new int[] {10, 20, 30}, new int[] {300, 1000, 3000})
                    : made.growth(new int[] {30, 100, 300}, new int[] {1000, 10_000, 100_000}));
        }
        return figures;
    }

    private void jobSearch(PaperFigures made, List<Figure> figures) {
        double weight = coupling != null ? coupling : JobSearch.PAPER_COUPLING;
        if (people != null || evidence != null) {
            figures.add(made.jobSearch(or(people, 50), evidence != null ? evidence : 0, weight));
        } else {
            figures.add(made.jobSearch(30, 0, weight));
            figures.add(made.jobSearch(50, 0, weight));
            figures.add(made.jobSearch(50, 0.1, weight));
        }
    }

    private void studentCurriculum(PaperFigures made, List<Figure> figures) {
        double weight = coupling != null ? coupling : StudentCurriculum.PAPER_COUPLING;
        if (students != null || evidence != null) {
            int count = or(students, 600);
            figures.add(made.studentCurriculum(count, or(friends, count / 6), evidence != null ? evidence : 0, weight));
        } else {
            figures.add(made.studentCurriculum(300, or(friends, 50), 0, weight));
            figures.add(made.studentCurriculum(600, or(friends, 100), 0, weight));
            figures.add(made.studentCurriculum(600, or(friends, 100), 0.1, weight));
        }
    }

    /**
     * Equal time is measured after 2 s; in the quick setting the release's models run until the 99,000 samples at which
     * published files are compared.
     */
    private double seconds(Name chosen) {
        return chosen == Name.EQUAL_TIME ? 2 : !quick ? 10 : chosen == Name.RELEASE ? 4 : 0.5;
    }

    private static int or(Integer given, int usual) {
        return given != null ? given : usual;
    }
}
