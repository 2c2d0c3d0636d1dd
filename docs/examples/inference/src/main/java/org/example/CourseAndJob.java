package org.example;

import java.io.IOException;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.heuristics.partition.ScoredPartition;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.SymmetryFinder;

/** From a model to its symmetries, its marginals by sampling, and a check against the exact ones. */
public final class CourseAndJob {

    private static final int PEOPLE = 6;

    private CourseAndJob() {
    }

    /** Everybody takes a course (T) or not, gets a job (J) or not, and does as the neighbours in a ring do. */
    private static GraphicalModel model() {
        ModelBuilder builder = GraphicalModel.builder();
        for (int p = 0; p < PEOPLE; p++) {
            builder.binary("T" + p, "J" + p);
        }
        for (int p = 0; p < PEOPLE; p++) {
            // Without the course a job is as likely as not; with it, more likely, for everybody in his own degree.
            builder.conjunction(1 + 0.1 * p, "T" + p + "=1", "J" + p + "=1");
            builder.clause(0.5, "T" + p + "=0", "T" + (p + 1) % PEOPLE + "=1");
        }
        return builder.build();
    }

    public static void main(String[] args) throws IOException {
        GraphicalModel model = model();

        SymmetryFinder symmetries = SymmetryFinder.of(model);
        System.out.println("variable-value symmetries: " + symmetries.variableValue().order());
        ScoredPartition best = PartitionFinder.of(symmetries, 2).cover().get(0);
        System.out.println("block-value symmetries: " + best.symmetries().order() + " with "
                + best.partition().blockCount() + " blocks");

        Evidence evidence = Evidence.of(model.variable("J0").index(), 1);
        InferenceResult sampled = Inference.on(model).withEvidence(evidence)
                .withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE))
                .withSampling(SamplingOptions.defaults().withSamples(100_000).withSeed(1)).run();
        ConditionedModel given = model.condition(evidence);
        Marginals exact = ContractionPlan.solve(given.model()).marginals().extendTo(given);
        double divergence = Divergence.KL.between(sampled.marginals(), exact);
        int course = model.variable("T0").index();
        System.out.printf("P(T0 = 1 | J0 = 1): %.3f sampled, %.3f exact%n",
                sampled.marginals().probability(course, 1), exact.probability(course, 1));
        System.out.println("close: " + (divergence < 1e-4));
    }
}
