package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.orbifold.experiments.convergence.EqualTime;
import org.orbifold.experiments.domain.ReleaseModels;

/**
 * Prints how the front door's methods compare with plain Gibbs at equal time on models of the paper's release: the
 * Gradle task {@code equalTime}.
 */
public final class EqualTimeMain {

    private static final int WARM_UPS = 2;

    /**
     * Measures and prints.
     *
     * @param args the folder of the models, the seconds of a run, the number of seeds, then names of models
     * @throws IOException if a model cannot be read
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 4) {
            System.err.println("orbifold: expected FOLDER SECONDS SEEDS MODEL...");
            System.exit(2);
        }
        double seconds = Double.parseDouble(args[1]);
        int seeds = Integer.parseInt(args[2]);
        for (String model : List.of(args).subList(3, args.length)) {
            EqualTime comparison = new EqualTime(ReleaseModels.read(Path.of(args[0]), model), seconds);
            print(System.out, model, comparison.run(seeds, WARM_UPS, run -> { }));
        }
    }

    private static void print(PrintStream out, String model, List<EqualTime.Run> runs) {
        out.printf(Locale.ROOT, "%s%n%-22s %10s %8s %12s %9s  %s%n", model, "method", "mean KL", "of Gibbs", "samples",
                "discovery", "chain of the last run");
        double baseline = mean(runs, EqualTime.BASELINE);
        for (String method : runs.stream().map(EqualTime.Run::method).distinct().toList()) {
            List<EqualTime.Run> own = runs.stream().filter(run -> run.method().equals(method)).toList();
            double kl = mean(runs, method);
            out.printf(Locale.ROOT, "%-22s %10.3g %8s %,12.0f %7.3f s  %s%n", method, kl,
                    kl > baseline ? String.format(Locale.ROOT, "%.1f", kl / baseline)
                            : String.format(Locale.ROOT, "1/%.1f", baseline / kl),
                    own.stream().mapToLong(EqualTime.Run::samples).average().orElseThrow(),
                    own.stream().mapToDouble(EqualTime.Run::discovery).average().orElseThrow(),
                    own.get(own.size() - 1).chain());
        }
    }

    private static double mean(List<EqualTime.Run> runs, String method) {
        return runs.stream().filter(run -> run.method().equals(method)).mapToDouble(EqualTime.Run::kl).average()
                .orElseThrow();
    }

    private EqualTimeMain() { }
}
