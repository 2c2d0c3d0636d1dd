package org.orbifold.experiments.domain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.GraphicalModel;

/** Model files of the paper's own release, in a folder that the user names. */
public final class ReleaseModels {

    /**
     * Reads a model, {@code NAME.clauses}, and finds its truth.
     *
     * @param folder the folder
     * @param name   the name; those that begin with {@code job_search} get the closed form, others a contraction tree
     * @return the problem
     * @throws IOException if the file cannot be read
     */
    public static Problem read(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".clauses");
        GraphicalModel model = ModelFiles.read(file);
        boolean job = name.startsWith("job_search");
        Truth truth = job ? JobSearch.recognise(model).truth()
                : Truth.exact(ContractionPlan.solve(model).marginals(), "exact, contraction tree");
        List<String> kinds = new ArrayList<>();
        int people = job ? JobSearch.peopleOf(model) : model.variableCount();
        for (int v = 0; v < model.variableCount(); v++) {
            String[] names = job ? new String[] {"TakesML", "GetsJob"} : new String[] {"Math", "CS"};
            kinds.add(job && v >= 2 * people ? "Connected" : names[v % 2]);
        }
        return new Problem(name, "The release's " + name, "Release file=" + name + " bytes=" + Files.size(file), model,
                kinds, truth);
    }

    private ReleaseModels() { }
}
