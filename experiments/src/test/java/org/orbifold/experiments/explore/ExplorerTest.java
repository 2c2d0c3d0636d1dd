package org.orbifold.experiments.explore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.StudentCurriculum;
import org.orbifold.heuristics.partition.PartitionFinder;
import org.orbifold.inference.Inference;
import org.orbifold.pgm.exact.ContractionPlan;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/** What the page is told. */
class ExplorerTest {

    private static ObjectNode describe(GraphicalModel model, Evidence evidence) throws Exception {
        var given = model.condition(evidence);
        return Explorer.describe(given, Answers.of(Inference.on(given).run()), new Explorer.Setup("name", 2, 1,
                SymmetryOptions.defaults()));
    }

    private static int sum(JsonNode list, String field) {
        return StreamSupport.stream(list.spliterator(), false).mapToInt(one -> one.get(field).asInt()).sum();
    }

    @Test
    void everyVariableWithItsMarginal() throws Exception {
        GraphicalModel model = JobSearch.generate(4, 0.1, 1).model();
        Evidence evidence = Evidence.of(Map.of(8, 1, 9, 0));
        ObjectNode page = describe(model, evidence);
        Marginals truth = ContractionPlan.solve(model.condition(evidence).model()).marginals()
                .extendTo(model.condition(evidence));
        assertThat(page.get("whole").asBoolean()).isTrue();
        assertThat(page.get("variables")).hasSize(20);
        for (int v = 0; v < 20; v++) {
            JsonNode variable = page.get("variables").get(v);
            assertThat(variable.get("n").asText()).isEqualTo(model.variable(v).name());
            assertThat(variable.get("p").get(1).asDouble()).isCloseTo(truth.probability(v, 1),
                    org.assertj.core.api.Assertions.within(1e-6));
            assertThat(variable.get("r").asText()).isEqualTo(v == 8 || v == 9 ? "observed" : "exact");
            assertThat(variable.has("o")).isEqualTo(v == 8 || v == 9);
        }
        assertThat(page.get("free")).hasSize(18);
    }

    /** The same seed, the same page. */
    @Test
    void pagesRepeat() throws Exception {
        GraphicalModel model = FurtherDomains.smokers(4, 0.1).model();
        assertThat(describe(model, Evidence.none())).isEqualTo(describe(model, Evidence.none()));
    }

    /** Nothing is lost in the quotient: blocks, variables, and factors of pairs. */
    @Test
    void theQuotientHoldsEverything() throws Exception {
        ObjectNode page = describe(StudentCurriculum.generate(1100, 150, 0.01, 1).model(), Evidence.none());
        assertThat(page.get("whole").asBoolean()).isFalse();
        for (JsonNode view : page.get("views")) {
            assertThat(sum(view.get("nodes"), "variables")).isEqualTo(2200);
            assertThat(sum(view.get("nodes"), "blocks")).isEqualTo(view.get("blockCount").asInt());
            int links = StreamSupport.stream(view.get("links").spliterator(), false).mapToInt(l -> l.get(2).asInt())
                    .sum();
            // All factors of this model have two variables.
            assertThat(sum(view.get("nodes"), "inside") + links).isEqualTo(page.get("factorCount").asInt());
            assertThat(view.get("nodes").size()).isLessThanOrEqualTo(44);
        }
    }

    @Test
    void kindsSeeMoreThanTheOneBefore() throws Exception {
        List<String> ising = sees(describe(FurtherDomains.ising(3, 1).model(), Evidence.none()));
        assertThat(ising.get(1)).as("turning all spins is no permutation of variables").contains("(Spin(0)=0)");
        List<String> jobs = sees(describe(JobSearch.generate(4, 0.1, 1).model(), Evidence.none()));
        assertThat(jobs.get(0)).isEmpty();
        assertThat(jobs.get(1)).isEmpty();
        assertThat(jobs.get(2)).isEqualTo("swaps (TakesML(0)=0,GetsJob(0)=0) and (TakesML(0)=0,GetsJob(0)=1) of "
                + "{TakesML(0),GetsJob(0)}");
        List<String> grid = sees(describe(FurtherDomains.control(3, 1).model(), Evidence.none()));
        assertThat(grid).allMatch(String::isEmpty);
    }

    private static List<String> sees(ObjectNode page) {
        return StreamSupport.stream(page.get("views").spliterator(), false).map(v -> v.get("sees").asText()).toList();
    }

    /** Orbit moves stay in their orbit, so that weight and size stay. */
    @Test
    void movesKeepWeightAndOrbit() {
        var symmetries = PartitionFinder.of(SymmetryFinder.of(FurtherDomains.potts(3, 0.5).model()), 2).strongest()
                .symmetries();
        RecordedRun run = new RecordedRun(symmetries, new BlockClasses(symmetries), 1);
        OrbitSize sizes = new OrbitSize(symmetries);
        assertThat(run.steps()).hasSize(81);
        assertThat(IntStream.range(1, 81).filter(i -> run.steps().get(i).kind() == RecordedRun.Kind.MOVE)).hasSize(40)
                .allSatisfy(i -> {
                    assertThat(run.steps().get(i).logWeight()).isCloseTo(run.steps().get(i - 1).logWeight(),
                            org.assertj.core.api.Assertions.within(1e-9));
                    assertThat(run.steps().get(i).orbit()).isEqualTo(sizes.of(run.steps().get(i).state()));
                });
    }

    @Test
    void allObserved() throws Exception {
        ObjectNode page = describe(GraphicalModel.builder().binary("A").build(), Evidence.of(0, 1));
        assertThat(page.get("variables").get(0).get("o").asInt()).isEqualTo(1);
        assertThat(page.get("run").get("steps")).isEmpty();
    }
}
