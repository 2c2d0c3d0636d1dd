package org.orbifold.experiments.convergence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.experiments.domain.ReleaseModels;

/**
 * The release's own models run its way: its first-fit lists, its α, counting from the start. Its published curves stand
 * beside ours.
 *
 * @param figures   one per model that the folder has
 * @param published the published curves by figure: of these figures, and of those of the same domains with weights of
 *                  our own
 */
public record ReleaseFigures(List<Figure> figures, Map<String, List<Published>> published) {

    /** Name, α and the most lists of each model, as the release has them, and the figure of the same domain. */
    private record Setting(String name, double alpha, int lists, String figure) { }

    private static final List<Setting> SETTINGS = List.of(
            new Setting("job_search_30", 1.0, 100, "job-search-30"),
            new Setting("job_search_50", 1.0, 100, "job-search-50"),
            new Setting("student_curriculum_600_50", 0.02, 12, "student-curriculum-600"),
            new Setting("student_curriculum_1200_100", 0.02, 10, "student-curriculum-1200"));

    /**
     * Looks into a folder.
     *
     * @param folder the folder with {@code NAME.clauses} and {@code NAME.published-KIND.csv}
     * @return the figures
     * @throws IOException if a file cannot be read, or there is no model
     */
    public static ReleaseFigures in(Path folder) throws IOException {
        List<Figure> figures = new ArrayList<>();
        Map<String, List<Published>> published = new LinkedHashMap<>();
        for (Setting setting : SETTINGS) {
            if (!Files.exists(folder.resolve(setting.name + ".clauses"))) {
                continue;
            }
            List<Method> methods = List.of(Methods.vanilla(), Methods.orbital(), Methods.variableValue(),
                    Methods.blockValue(setting.alpha, setting.lists));
            String id = "release-" + setting.name.replace('_', '-');
            figures.add(new Figure(id, "The release's model " + setting.name,
                    "Run as the release runs it, beside its published curves. Its KL is to its own long-run marginals, "
                            + "ours to the exact ones: its error floor is missing in ours.",
                    () -> problem(folder, setting.name), methods));
            List<Published> curves = new ArrayList<>();
            List<String> kinds = List.of("gibbs", "orbital", "vv", "bv");
            for (int k = 0; k < kinds.size(); k++) {
                Path file = folder.resolve(setting.name + ".published-" + kinds.get(k) + ".csv");
                if (Files.exists(file)) {
                    curves.add(Published.read(file, methods.get(k).id(),
                            "published: " + methods.get(k).label()));
                }
            }
            published.put(id, curves);
            published.put(setting.figure, curves.stream().map(curve -> curve.labelled(curve.label()
                    + " (its own weights)")).toList());
        }
        if (figures.isEmpty()) {
            throw new IOException(folder + ": no model of the release; expected for example job_search_30.clauses");
        }
        return new ReleaseFigures(figures, published);
    }

    /**
     * The front door's methods beside plain Gibbs, at equal time, on the release's two larger models.
     *
     * @param folder the folder with {@code NAME.clauses}
     * @return two figures
     */
    public static List<Figure> equalTime(Path folder) {
        List<Method> methods = List.of(Methods.vanilla(), Methods.inTurn(), Methods.aggregate(),
                Methods.orbitAveraged(), Methods.gibbsConditional(), Methods.complete());
        return Stream.of("job_search_50", "student_curriculum_1200_100").map(name -> new Figure(
                "equal-time-" + name.replace('_', '-'), "Equal time: " + name, "The methods of infer beside Gibbs.",
                () -> problem(folder, name), methods)).toList();
    }

    private static Problem problem(Path folder, String name) {
        try {
            return ReleaseModels.read(folder, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
