package org.orbifold.docs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.logic.Database;
import org.orbifold.logic.GroundNetwork;
import org.orbifold.logic.Grounder;
import org.orbifold.logic.GroundingOptions;
import org.orbifold.logic.LogicFiles;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

/** The Java code of {@code docs/start/tutorial.md} and of the pages that show short pieces of it. */
class TutorialExamplesTest {

    @TempDir
    private Path folder;

    private Path network() throws Exception {
        return Files.writeString(folder.resolve("votes.mln"), """
                person = {Anna, Bob, Chris, Dora}
                Friends(person,person)
                Votes(person)
                Canvasses(person)

                0.8 Friends(p,q) ^ Votes(p) => Votes(q)
                1.2 Canvasses(p) ^ Votes(p)
                """);
    }

    @Test
    void fromMarkovLogicToMarginals() throws Exception {
        Path mln = network();
        Path db = Files.writeString(folder.resolve("votes.db"),
                "Friends(Anna,Bob) Friends(Bob,Anna) Friends(Chris,Dora) Friends(Dora,Chris)\n");
        // region logic
        MarkovLogic network = LogicFiles.readNetwork(mln);
        Database database = LogicFiles.readDatabase(network, List.of(db));
        GroundNetwork ground = Grounder.plan(database, GroundingOptions.defaults()).ground();

        InferenceResult result = Inference.on(ground.model())
                .withSampling(SamplingOptions.defaults().withSamples(20_000).withSeed(1)).run();
        double anna = ground.probability("Votes(Anna)", result.marginals());
        // end region
        assertThat(anna).isBetween(0.73, 0.75);
    }

    @Test
    void diagnostics() throws Exception {
        GraphicalModel model = GraphicalModel.builder().binary("A", "B", "C").clause(0.7, "A=0", "B=1")
                .clause(0.3, "B=0", "C=1").build();
        Path file = folder.resolve("model.uai");
        ModelFiles.write(model, file);
        Evidence evidence = Evidence.of(2, 1);
        // region sampling
        GraphicalModel read = ModelFiles.read(file);
        InferenceResult result = Inference.on(read).withEvidence(evidence)
                .withOptions(InferenceOptions.defaults().withRoute(Route.SAMPLE))     // this one would be exact
                .withSampling(SamplingOptions.defaults().withSeconds(0.5).withChains(4).withSeed(1)).run();

        SamplingResult sampling = result.sampled().orElseThrow().sampling();
        if (!sampling.isConverged() || sampling.worstError() > 0.01) {
            System.out.println("run longer: R-hat " + sampling.worstRhat() + ", error " + sampling.worstError());
        }
        double p = result.marginals().probability(0, 1);
        double effective = sampling.effectiveSamples(0, 1);
        // end region
        assertThat(p).isBetween(0.0, 1.0);
        assertThat(effective).isPositive();
    }
}
