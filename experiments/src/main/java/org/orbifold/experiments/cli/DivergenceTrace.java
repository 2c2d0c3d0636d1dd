package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.mcmc.run.Progress;
import org.orbifold.pgm.file.WholeFile;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

/** The divergence of a run's estimates from true marginals, over time. */
final class DivergenceTrace {

    private final Marginals truth;
    private final List<String> lines = new ArrayList<>();

    DivergenceTrace(GraphicalModel model, Path file) throws IOException {
        this.truth = MarginalsInput.read(file, model);
    }

    void add(double seconds, long samples, Progress.Now now) {
        lines.add(seconds + "," + samples + "," + last(now.marginals()));
    }

    Marginals truth() {
        return truth;
    }

    double last(Marginals marginals) {
        return Divergence.KL.between(marginals, truth);
    }

    /** Writes the trace, if a file is given. */
    void write(Path file) throws IOException {
        if (file != null) {
            WholeFile.write(file, out -> {
                out.write("seconds,samples,kl\n");
                for (String line : lines) {
                    out.write(line);
                    out.write('\n');
                }
            });
        }
    }
}
