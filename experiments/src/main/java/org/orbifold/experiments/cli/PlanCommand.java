package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.orbifold.firstorder.LiftedPlan;
import org.orbifold.inference.ChainChoice;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferencePlan;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.simplify.Simplification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code orbifold plan}: which routes {@code infer} would take, and what they cost. */
@Command(name = "plan", mixinStandardHelpOptions = true,
        header = "How 'infer' would answer, and what it would cost.",
        description = "Which routes 'orbifold infer' would take for the parts of a model, and what they would cost; "
                + "computes no marginal.")
final class PlanCommand implements Callable<Integer> {

    /** Seconds where parts may be sampled. */
    private static final double DEFAULT_SECONDS = 10;

    @Mixin
    private ModelInput input;

    @Mixin
    private MemoryInput memory;

    @Mixin
    private ChainInput.WithEstimator chain;

    @Option(names = "--route", paramLabel = "ROUTE", description = "As of 'orbifold infer'.")
    private Route asked;

    @Option(names = "--seconds", paramLabel = "T",
            description = "The time that 'orbifold infer' would have. Default: 10; no limit for exact routes.")
    private Double seconds;

    @Mixin
    private ThreadsInput threads;

    @Option(names = "--json", description = "One JSON object on one line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Route route = asked != null ? asked : chain.isNamed() ? Route.SAMPLE : Route.AUTO;
        SamplingOptions sampling = threads.applyTo(chain.preset().sampling());
        boolean timed = seconds != null || route == Route.AUTO || route == Route.SAMPLE;
        double time = seconds != null ? seconds : timed ? DEFAULT_SECONDS : Double.POSITIVE_INFINITY;
        sampling = timed ? sampling.withSeconds(time) : sampling;
        Optional<LiftedPlan> lifted = route == Route.SAMPLE ? Optional.empty() : input.lifted(sampling.threads(), time)
                .map(LiftedRoute::plan);
        if (lifted.isPresent() && lifted.get().lifted()) {
            spec.commandLine().getOut().println(json ? new ObjectMapper().writeValueAsString(asMap(lifted.get()))
                    : lifted.get().toString());
            return 0;
        }
        ModelInput.Question question = input.read();
        InferenceOptions options = memory.applyTo(chain.options(question.given())).withRoute(route)
                .withSampling(sampling);
        InferencePlan plan = Inference.on(question.given()).withOptions(options).plan();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> map = asMap(plan);
            lifted.ifPresent(none -> map.put("notLifted", none.description()));
            if (chain.presetName() != null) {
                map.put("preset", chain.presetName());
            }
            out.println(new ObjectMapper().writeValueAsString(map));
        } else {
            lifted.ifPresent(out::println);
            chain.presetLine(options).ifPresent(out::println);
            plan.lines().forEach(out::println);
        }
        return 0;
    }

    private static Map<String, Object> asMap(LiftedPlan plan) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("exact", true);
        map.put("lifted", plan.description());
        map.put("atoms", plan.atoms());
        map.put("operations", plan.operations());
        return map;
    }

    private static Map<String, Object> asMap(ChainChoice choice) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("units", choice.chain().units());
        map.put("temperatures", choice.chain().temperatures());
        map.put("moves", choice.chain().moves());
        map.put("estimator", choice.chain().estimator());
        map.put("reason", choice.reason().name());
        map.put("others", choice.others());
        map.put("nanosOfSweep", choice.cost().nanosOfSweep());
        map.put("bytes", choice.cost().bytes());
        return map;
    }

    private static Map<String, Object> asMap(InferencePlan plan) {
        Simplification simplification = plan.simplification();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("exact", plan.isExact());
        map.put("excludedValues", simplification.excludedValues());
        map.put("fixedVariables", simplification.fixedVariables());
        map.put("mergedTables", simplification.mergedTables());
        map.put("components", simplification.separateParts());
        map.put("parts", plan.parts());
        map.put("chain", plan.chain().map(PlanCommand::asMap).orElse(null));
        map.put("planningSeconds", plan.planningSeconds());
        return map;
    }
}
