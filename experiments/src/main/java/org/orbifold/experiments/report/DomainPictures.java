package org.orbifold.experiments.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.StudentCurriculum;
import org.orbifold.experiments.explore.Answers;
import org.orbifold.experiments.explore.Explorer;
import org.orbifold.inference.Inference;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.SymmetryOptions;

/** The domains of the evaluation in small: a picture of each on the front page, and a page to look at it. */
enum DomainPictures {

    /** People, what they take, and who influences whom. */
    JOB_SEARCH("Job Search, 4 people", () -> JobSearch.generate(4, JobSearch.PAPER_COUPLING, 1).model()),
    /** Students and their friends. */
    STUDENT_CURRICULUM("Student Curriculum, 30 students",
            () -> StudentCurriculum.generate(30, 5, StudentCurriculum.PAPER_COUPLING, 1).model()),
    /** Spins of three colours, each as two bits. */
    POTTS("Binary-encoded Potts ferromagnet, 3×3", () -> FurtherDomains.potts(3, 1).model()),
    /** Spins of two colours. */
    ISING("Ising torus, 4×4", () -> FurtherDomains.ising(4, 1.2).model()),
    /** People who are all alike. */
    SMOKERS("Friends and smokers, 4 people", () -> FurtherDomains.smokers(4, 0.1).model()),
    /** Nothing is alike. */
    CONTROL("Control without symmetry, 4×4", () -> FurtherDomains.control(4, 1).model());

    private final String caption;
    private final Supplier<GraphicalModel> model;

    DomainPictures(String caption, Supplier<GraphicalModel> model) {
        this.caption = caption;
        this.model = model;
    }

    /** The domain of a figure; empty for models of others. */
    static Optional<DomainPictures> of(String figure) {
        return Arrays.stream(values()).filter(domain -> figure.contains(domain.id())).findFirst();
    }

    private String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The page of the domain, from the report's folder. */
    String link() {
        return "explore/" + id() + ".html";
    }

    /** Draws the domains of some figures on a page, and writes the pages that they lead to. */
    static void write(Path folder, Page page, List<Figure.Result> figures) throws IOException {
        List<DomainPictures> shown = Arrays.stream(values()).filter(domain -> figures.stream()
                .anyMatch(f -> of(f.figure().id()).filter(domain::equals).isPresent())).toList();
        if (shown.isEmpty()) {
            return;
        }
        Files.createDirectories(folder.resolve("explore"));
        page.add("<div class=\"models\">\n");
        for (DomainPictures domain : shown) {
            ConditionedModel given = domain.model.get().condition(Evidence.none());
            Answers answers = Answers.of(Inference.on(given).run());
            ObjectNode data = Explorer.describe(given, answers, new Explorer.Setup(domain.caption, 2, 1,
                    SymmetryOptions.defaults()));
            Explorer.write(folder.resolve(domain.link()), domain.caption, data);
            page.model(domain.link(), domain.caption, Explorer.picture(data));
        }
        page.add("</div>\n<p class=\"hint\">Small models of the domains; boxes are blocks, and what symmetries move "
                + "has a colour. Choose one to look at it.</p>\n");
    }
}
