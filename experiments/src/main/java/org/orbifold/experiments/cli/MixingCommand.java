package org.orbifold.experiments.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.orbifold.experiments.convergence.PottsMixing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold mixing}: how fast chains mix on critical Potts tori. */
@Command(name = "mixing", mixinStandardHelpOptions = true,
        header = "Autocorrelation times on the Potts torus.",
        description = "Integrated autocorrelation times of energy and magnetisation on the critical 3-state Potts "
                + "torus: block Gibbs, block Gibbs with global orbit moves, and with cluster moves.",
        footer = {"", "CSV goes to standard output. A round is a sweep of block Gibbs, or some of its steps and the "
                + "clusters between them. Times are processor seconds of one thread; 'trusted' is false if "
                + "the run is shorter than 50 autocorrelation times, which are then too small."})
final class MixingCommand implements Callable<Integer> {

    @Option(names = "--sides", paramLabel = "L", split = ",", defaultValue = "8,16,32",
            description = "Sides of the tori. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sides;

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "5",
            description = "Processor seconds of each run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of all "
            + "randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        for (int side : sides) {
            if (side < 3) {
                throw new IllegalArgumentException("--sides " + side + ": expected a side of at least 3");
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("side,chain,rounds,steps_per_round,clusters_per_round,microseconds_per_round,energy_rounds,"
                + "magnetisation_rounds,one_value_rounds,energy_milliseconds,magnetisation_milliseconds,"
                + "one_value_milliseconds,trusted");
        for (int side : sides) {
            PottsMixing mixing = new PottsMixing(side);
            for (PottsMixing.Chain chain : PottsMixing.Chain.values()) {
                PottsMixing.Outcome o = mixing.run(chain, seconds, seed);
                out.printf(Locale.ROOT, "%d,%s,%d,%d,%d,%.1f,%.2f,%.2f,%.2f,%.4g,%.4g,%.4g,%b%n", side,
                        chain.name().toLowerCase(Locale.ROOT).replace('_', '-'), o.rounds(), o.steps(),
                        o.clusters(), 1e6 * o.seconds(),
                        o.energy(), o.magnetisation(), o.oneValue(), 1e3 * o.seconds() * o.energy(),
                        1e3 * o.seconds() * o.magnetisation(), 1e3 * o.seconds() * o.oneValue(), o.isLongEnough());
                out.flush();
            }
        }
        return 0;
    }
}
