package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.Problem;
import org.orbifold.inference.Partitions;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

class ComparisonTest {

    private static final Settings SETTINGS = new Settings(3, 0.15, 1, 2, 0.01);
    private static final long SAMPLES = 3000;

    @TempDir
    private Path folder;

    private static double mean(Figure.Result result, String method) {
        double[] values = result.of(method).orElseThrow().atSamples(SAMPLES);
        assertThat(values).as(method).hasSize(3);
        return Statistics.average(values);
    }

    /** The chains that both run are the same to the bit; others agree within the noise of three runs. */
    @Test
    void givesTheCurvesOfTheEvaluation() throws Exception {
        Figure figure = new PaperFigures(1, 1000, EvidenceWay.CONDITION).jobSearch(30, 0, JobSearch.PAPER_COUPLING);
        Figure some = new Figure(figure.id(), figure.title(), "", figure.problem(), figure.methods().stream()
                .filter(m -> List.of("vanilla", "vv", "bv-1.0", "gibbs-conditional").contains(m.id())).toList());
        Figure.Result evaluation = new Experiment(SETTINGS, folder.resolve("a"), (what, done, left) -> { })
                .run(List.of(some)).get(0);
        Figure.Result own = Comparison.on(evaluation.problem().model()).withSettings(SETTINGS)
                .withChains(Partitions.firstFit(100), List.of("gibbs", "vv", "aggregate", "gibbs+conditional"))
                .run(folder.resolve("b"));
        assertThat(own.problem().truth().method()).startsWith("exact");
        for (String same : List.of("vanilla", "vv", "gibbs-conditional")) {
            assertThat(mean(own, same)).isCloseTo(mean(evaluation, same), within(1e-6 * mean(evaluation, same)));
        }
        // At 3,000 samples the KL of one run has a relative standard deviation near 0.1; 1.5 is 8 of those of a ratio.
        assertThat(mean(own, "aggregate-1.0") / mean(evaluation, "bv-1.0")).isBetween(1 / 1.5, 1.5);
    }

    @Test
    void theTruthIsFoundOnceAndSaysWhatItIs() throws Exception {
        GraphicalModel model = FurtherDomains.control(4, 1).model();
        Comparison comparison = Comparison.on(model).withSettings(new Settings(2, 0.05, 1, 2, 0)).withChains("gibbs");
        Figure.Result first = comparison.run(folder);
        assertThat(first.problem().truth().error()).isZero();
        assertThat(comparison.run(folder).results().get(0).runs()).isEqualTo(first.results().get(0).runs());
        assertThatThrownBy(() -> comparison.withTruth(Marginals.of(new double[][] {{1}}), "mine"))
                .hasMessageContaining("mine").hasMessageContaining("16 variables");
    }

    /** Independent draws have a time of one step; Gibbs on an Ising torus in one of two modes never leaves it. */
    @Test
    void autocorrelationTimes() throws Exception {
        Problem control = FurtherDomains.control(3, 1);
        Figure.Result whole = Comparison.on(control.model()).withSettings(new Settings(2, 0.1, 1, 2, 0))
                .withChains("gibbs", "wide").run(folder.resolve("a"));
        for (RunResult run : whole.of("wide").orElseThrow().runs()) {
            assertThat(run.memory().slowest()).isBetween(0.7, 1.6);
            assertThat(run.memory().lowerBound()).isFalse();
        }
        for (RunResult run : whole.of("vanilla").orElseThrow().runs()) {
            // A variable is drawn in one step of nine: no time is shorter.
            assertThat(run.memory().slowest()).isGreaterThan(9);
        }
        Problem ising = FurtherDomains.ising(6, 1.2);
        Figure.Result stuck = Comparison.on(ising.model()).withSettings(new Settings(2, 0.1, 1, 2, 0))
                .withChains("gibbs", "vv").run(folder.resolve("b"));
        assertThat(stuck.of("vanilla").orElseThrow().runs()).allMatch(run -> run.memory().lowerBound());
        assertThat(stuck.of("vv").orElseThrow().runs()).noneMatch(run -> run.memory().lowerBound());
    }

    @Test
    void aModelWithoutVanillaIsComparedWithTheFirstChain() throws Exception {
        Figure.Result result = Comparison.on(FurtherDomains.control(3, 1).model())
                .withSettings(new Settings(2, 0.05, 1, 2, 0)).withChains("vv", "auto").run(folder);
        assertThat(result.reference().method().id()).isEqualTo("vv");
    }

    @ParameterizedTest
    @CsvSource({"gibbs,vanilla", "orbital,orbital", "vv,vv", "bv:0.02,bv-0.02", "bv,bv-1.0", "aggregate,aggregate-1.0",
        "auto,complete", "gibbs+orbit,gibbs-orbit", "gibbs+systematic,in-turn", "GIBBS+Conditional,gibbs-conditional",
        "gibbs+conditional+systematic,in-turn-conditional", "gibbs+counts,vanilla", "bv:0.5+averaged,bv-0.5-averaged",
        "block-gibbs+systematic+conditional,block-conditional", "block-gibbs,block-gibbs"})
    void names(String text, String id) {
        assertThat(ComparedChain.parse(text).method(Partitions.automatic()).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"gibs,unknown chain 'gibs'", "bv:2,2 is no probability", "bv:x,'x' is no number",
        "gibbs:1,no orbit moves", "gibbs+fast,unknown part 'fast'",
        "gibbs+counts+orbit,two parts of one kind", "bv:1:1,two probabilities"})
    void mistakes(String text, String message) {
        assertThatThrownBy(() -> ComparedChain.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message).hasMessageContaining("'" + text + "'").hasMessageContaining("expected");
    }

    @Test
    void chainsDiffer() {
        Comparison comparison = Comparison.on(FurtherDomains.control(3, 1).model());
        assertThatThrownBy(() -> comparison.withChains("gibbs", "gibbs+counts")).hasMessageContaining("twice");
        assertThatThrownBy(() -> comparison.withMethods(List.of())).hasMessageContaining("no chain");
    }
}
