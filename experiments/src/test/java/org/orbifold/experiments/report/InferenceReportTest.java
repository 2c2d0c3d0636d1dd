package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.inference.ChainKind;
import org.orbifold.inference.EstimatorKind;
import org.orbifold.inference.Inference;
import org.orbifold.inference.InferenceOptions;
import org.orbifold.inference.InferenceResult;
import org.orbifold.inference.Route;
import org.orbifold.mcmc.run.History;
import org.orbifold.mcmc.run.SampleUnit;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.exact.BruteForce;
import org.orbifold.pgm.marginal.Divergence;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;

class InferenceReportTest {

    private static final GraphicalModel MODEL = JobSearch.generate(3, 0.4, 1).model();
    private static final Evidence EVIDENCE = Evidence.of(Map.of(6, 1));
    private static final Marginals TRUTH = BruteForce.solve(MODEL.condition(EVIDENCE).model()).marginals()
            .extendTo(MODEL.condition(EVIDENCE));

    private static final InferenceOptions SAMPLED = InferenceOptions.defaults().withRoute(Route.SAMPLE);

    @TempDir
    private static Path folder;
    private static InferenceResult result;
    private static PageReader report;

    @BeforeAll
    static void run() throws Exception {
        result = Inference.on(MODEL).withEvidence(EVIDENCE).withOptions(SAMPLED
                .withEstimator(EstimatorKind.COUNTS)).withSampling(
                SamplingOptions.defaults().withSamples(40_000).withChains(3).withSeed(2)).run();
        InferenceReport.write(folder, result, Optional.of(TRUTH), manifest());
        report = new PageReader(folder);
    }

    private static Manifest<InferenceReport.Setup> manifest() throws Exception {
        return Manifest.of(List.of("infer", "a<b.uai"), new InferenceReport.Setup("a<b.uai", 3, 2, 2));
    }

    @Test
    void thePageHasEveryPart() throws Exception {
        report.parsed();
        assertThat(report.charts()).hasSize(7);
        assertThat(report.page().replaceAll("(?s)<script.*?</script>", "")).contains("a&lt;b.uai",
                "Largest R-hat", "Symmetries", "TakesML(0)", "log-weight",
                "KL to the truth", "orbifold infer").doesNotContain("NaN", "Infinity", "src=", "<link");
        assertThat(report.links()).contains("marginals.csv", "plots/kl.svg", "explore.html")
                .allSatisfy(link -> assertThat(folder.resolve(link)).exists());
    }

    /** As the first line of the summary does. */
    @Test
    void aChainWithoutMovesIsNamed(@TempDir Path other) throws Exception {
        GraphicalModel plain = GraphicalModel.builder().binary("A", "B").clause(0.3, "A=1", "B=1")
                .clause(0.9, "A=1").build();
        InferenceResult still = Inference.on(plain).withOptions(SAMPLED.withChain(ChainKind.VV)).withSampling(
                SamplingOptions.defaults().withSamples(200).withSeed(1)).run();
        InferenceReport.write(other, still, Optional.empty(), manifest());
        assertThat(new PageReader(other).page()).contains("<p>NO MOVES: the model has no ");
        assertThat(report.page()).doesNotContain("NO MOVES", "INCOMPLETE");
    }

    @Test
    void marginalsAreTheResults() throws Exception {
        List<CSVRecord> rows = report.csv("marginals.csv");
        assertThat(rows).hasSize(2 * MODEL.variableCount());
        for (CSVRecord row : rows) {
            int variable = MODEL.variable(row.get("variable")).index();
            int value = Integer.parseInt(row.get("value"));
            assertThat(Double.parseDouble(row.get("probability")))
                    .isEqualTo(result.marginals().probability(variable, value));
            boolean observed = variable == 6;
            assertThat(row.get("r_hat").isEmpty()).isEqualTo(observed);
        }
    }

    /** The last recorded moment has nearly all samples: its KL is near the run's own, computed independently. */
    @Test
    void theConvergenceGoesToTheResult() throws Exception {
        List<CSVRecord> rows = report.csv("convergence.csv");
        assertThat(rows).hasSizeGreaterThan(10);
        assertThat(rows).extracting(r -> Long.parseLong(r.get("samples"))).isSorted();
        CSVRecord last = rows.get(rows.size() - 1);
        assertThat(Long.parseLong(last.get("samples"))).isBetween(20_000L, 40_000L);
        History history = result.sampled().orElseThrow().sampling().history();
        double[][] pooled = new double[MODEL.variableCount() - 1][];
        for (int v = 0; v < pooled.length; v++) {
            pooled[v] = history.pooled(history.moments() - 1, v);
        }
        assertThat(Double.parseDouble(last.get("kl"))).isCloseTo(Divergence.KL.between(
                Marginals.of(pooled).extendTo(MODEL.condition(EVIDENCE)), TRUTH), within(1e-15));
        assertThat(Double.parseDouble(last.get("kl"))).isLessThan(Double.parseDouble(rows.get(0).get("kl")));
        assertThat(Double.parseDouble(last.get("spread"))).isPositive()
                .isLessThan(Double.parseDouble(rows.get(0).get("spread")));
        assertThat(Double.parseDouble(last.get("r_hat"))).isBetween(0.95, 1.2);
    }

    @Test
    void jsonTellsTheSame() throws Exception {
        JsonNode all = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(all.at("/manifest/settings/seed").asLong()).isEqualTo(2);
        assertThat(all.get("samples").asLong()).isEqualTo(120_000);
        assertThat(all.get("kl").asDouble()).isEqualTo(Divergence.KL.between(result.marginals(), TRUTH));
        assertThat(all.get("symmetries")).hasSize(result.sampled().orElseThrow().choice().symmetries().size());
        assertThat(report.csv("statistics.csv").stream().map(r -> r.get("chain")).distinct())
                .containsExactly("1", "2", "3");
    }

    /** One chain, no truth, no symmetries, hardly any samples: what is not known is left out, not made up. */
    @Test
    void aShortRunOfOneChain() throws Exception {
        InferenceResult brief = Inference.on(MODEL)
                .withOptions(SAMPLED.withChain(ChainKind.GIBBS).withEstimator(EstimatorKind.COUNTS))
                .withSampling(SamplingOptions.defaults().withSamples(20).withUnit(SampleUnit.STEP).withChains(1)).run();
        Path where = folder.resolve("brief");
        InferenceReport.write(where, brief, Optional.empty(), manifest());
        PageReader page = new PageReader(where);
        page.parsed();
        assertThat(page.page()).contains("too short", "use none").doesNotContain("KL to the truth");
        assertThat(page.charts().toString()).doesNotContain("NaN");
        assertThat(new ObjectMapper().readTree(where.resolve("results.json").toFile()).get("kl").isNull()).isTrue();
    }

    /** An exact result has its routes and no diagnostics. */
    @Test
    void anExactResult() throws Exception {
        InferenceResult exact = Inference.on(MODEL).withEvidence(EVIDENCE).run();
        Path where = folder.resolve("exact");
        InferenceReport.write(where, exact, Optional.of(TRUTH), manifest());
        PageReader page = new PageReader(where);
        page.parsed();
        assertThat(page.page()).contains("EXACT: all marginals are exact.", "contraction tree", "log Z")
                .doesNotContain("R-hat goes", "Convergence");
        assertThat(page.csv("marginals.csv")).allSatisfy(row ->
                assertThat(row.get("standard_error")).isEqualTo("0.0"));
        JsonNode all = new ObjectMapper().readTree(where.resolve("results.json").toFile());
        assertThat(all.at("/routes/0/route").asText()).isEqualTo("EXACT");
        assertThat(all.get("kl").asDouble()).isLessThan(1e-12);
    }

    /** A block of all variables gives the same conditionals in every sample: no chart and no R-hat of rounding. */
    @Test
    void marginalsThatDifferByRoundingAreNotCharted() throws Exception {
        InferenceResult constant = Inference.on(MODEL).withEvidence(EVIDENCE)
                .withOptions(SAMPLED.withChain(ChainKind.WIDE))
                .withSampling(SamplingOptions.defaults().withSamples(500).withSeed(3)).run();
        assertThat(constant.largestError()).isLessThan(1e-12);
        Path where = folder.resolve("constant");
        InferenceReport.write(where, constant, Optional.empty(), manifest());
        PageReader page = new PageReader(where);
        assertThat(page.page()).contains("CONVERGED: the chains agree.", "same marginals up to rounding")
                .doesNotContain("R-hat − 1", "least certain variable, chain by chain");
        assertThat(page.csv("marginals.csv")).allSatisfy(row ->
                assertThat(row.get("effective_samples")).isEmpty());
        JsonNode all = new ObjectMapper().readTree(where.resolve("results.json").toFile());
        assertThat(all.get("verdict").asText()).isEqualTo(constant.verdict());
        assertThat(all.get("verdictText").asText()).isEqualTo(constant.verdictText());
    }

    @Test
    void everythingObserved() throws Exception {
        GraphicalModel one = GraphicalModel.builder().binary("A").build();
        InferenceResult known = Inference.on(one).withEvidence(Evidence.of(Map.of(0, 1))).run();
        Path where = folder.resolve("known");
        InferenceReport.write(where, known, Optional.empty(), manifest());
        assertThat(new PageReader(where).csv("marginals.csv")).extracting(r -> r.get("probability"))
                .containsExactly("0.0", "1.0");
    }

    @Test
    void aBrowserShowsIt() throws Exception {
        ChartsCheck.run(folder, "inference", 7);
    }
}
