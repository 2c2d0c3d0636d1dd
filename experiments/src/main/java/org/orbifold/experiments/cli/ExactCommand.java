package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.orbifold.pgm.exact.ExactOptions;
import org.orbifold.pgm.exact.ExactResult;
import org.orbifold.pgm.exact.JunctionTree;
import org.orbifold.pgm.model.ConditionedModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold exact}: exact marginals and log Z. */
@Command(name = "exact", mixinStandardHelpOptions = true,
        description = "Exact marginals and log Z by junction tree; refuses models that are too large.",
        footer = {"", "The line 'log Z = …' (natural logarithm; with evidence, of the weight that agrees with it) goes "
                + "to standard output with --out, else to standard error."})
final class ExactCommand implements Callable<Integer> {

    @Mixin
    private ModelInput input;

    @Mixin
    private MarginalsOutput output;

    @Option(names = "--memory", paramLabel = "MIB",
            description = "Most memory for tables, in MiB. Default: half of what the JVM may have.")
    private Long memory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ModelInput.Question question = input.read();
        ConditionedModel given = question.given();
        ExactOptions options = ExactOptions.defaults();
        if (memory != null) {
            options = options.withMemoryBytes(Math.multiplyExact(memory, 1L << 20));
        }
        ExactResult result = JunctionTree.plan(given.model()).solve(options);
        PrintWriter out = spec.commandLine().getOut();
        output.write(question, result.marginals().extendTo(given), out);
        (output.isFile() ? out : spec.commandLine().getErr()).println("log Z = " + result.logPartition());
        return 0;
    }
}
