package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.experiments.convergence.Experiment;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.Published;
import org.orbifold.experiments.convergence.RunResult;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.experiments.convergence.Statistics;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.JobSearch;

class ReportTest {

    private static final Settings SETTINGS = new Settings(3, 0.1, 1, 2, 0.01);
    private static final List<Method> METHODS = List.of(Methods.vanilla(), Methods.variableValue(),
            Methods.blockValue(1.0, 10), Methods.gibbsConditional(), Methods.inTurnConditional(),
            Methods.blockConditional(), Methods.complete());
    private static final Published CURVE = new Published("vv", "published: VV",
            List.of(new Published.Point(0.1, 0.2, 4500, 0.01), new Published.Point(0.2, 0.123, 9000, 0.02)));

    /**
     * Four of the first figure and three of each of growth (samples, parts, ratios; the first has the paper's chains
     * too), three of the one without vanilla, three of growth.
     */
    private static final int CHARTS = 4 + 3 + 3 + 3 + 3;

    @TempDir
    private static Path folder;
    private static List<Figure.Result> results;
    private static PageReader report;

    private static Figure figure(String id, String title, int people, List<Method> methods) {
        return new Figure(id, title, "A \"note\".", () -> JobSearch.generate(people, 0.1, 1).problem(id, 0,
                EvidenceWay.CONDITION, 1, 10), methods);
    }

    @BeforeAll
    static void run() throws Exception {
        List<Method> two = List.of(Methods.vanilla(), Methods.complete());
        results = new Experiment(SETTINGS, folder.resolve("runs"), (what, done, left) -> { }).run(List.of(
                figure("small", "Job <Search> & more", 4, METHODS),
                figure("alpha", "No vanilla here", 3, List.of(Methods.blockValue(0.1, 10), Methods.blockValue(1, 10))),
                figure("growth-job-search-2", "Growth: 2", 2, two), figure("growth-job-search-5", "Growth: 5", 5,
                        two)));
        Report.write(folder, results, Map.of("small", List.of(CURVE)),
                Manifest.of(List.of("experiment", "small"), SETTINGS));
        report = new PageReader(folder);
    }

    @Test
    void thePageIsWellFormedAndSelfContained() throws Exception {
        assertThat(report.charts()).hasSize(CHARTS);
        assertThat(PageReader.elements(report.parsed(), "div", "chart")).hasSize(CHARTS);
        String own = report.page().replaceAll("(?s)<script.*?</script>", "");
        assertThat(own).doesNotContain("src=", "@import", "<link", "NaN", "Infinity")
                .contains("prefers-color-scheme", "width=device-width");
    }

    @Test
    void everyPlotHasDataForEveryChain() throws Exception {
        JsonNode charts = report.charts();
        for (JsonNode chart : charts) {
            for (JsonNode series : chart.get("series")) {
                assertThat(series.get("points").size()).as(series.get("label").asText())
                        .isGreaterThan(chart.has("rows") ? 0 : 1);
            }
        }
        assertThat(labels(charts.get(0))).containsExactly("Vanilla", "VV", "BV(α=1.0)", "published: VV");
        assertThat(labels(charts.get(1))).containsExactly("Vanilla", "Gibbs, conditional",
                "Systematic Gibbs, conditional", "Block Gibbs, conditional", "Orbifold (default)");
        assertThat(labels(charts.get(2))).hasSize(METHODS.size() + 1).contains("published: VV");
        assertThat(labels(charts.get(3))).as("ratios to vanilla").hasSize(METHODS.size() - 1);
    }

    private static List<String> labels(JsonNode chart) {
        return StreamSupport.stream(chart.get("series").spliterator(), false).map(one -> one.get("label").asText())
                .toList();
    }

    @Test
    void seriesDifferInMoreThanColour() {
        assertThat(Stream.concat(IntStream.range(0, SeriesStyle.COLOURS).mapToObj(SeriesStyle::of),
                Stream.of(SeriesStyle.of(0).measuredElsewhere())).map(style -> {
                    ObjectNode node = JsonNodeFactory.instance.objectNode();
                    style.write(node);
                    return node.get("dash") + " " + node.get("mark");
                }).toList()).doesNotHaveDuplicates();
    }

    /** The front page says what the numbers say, and shows the domain. */
    @Test
    void theFrontPageSaysWhatCameOut() throws Exception {
        List<Claims.Claim> claims = Claims.of(results);
        long better = claims.stream().filter(c -> c.reference().equals(Methods.VANILLA)
                && c.method().equals(Methods.COMPLETE) && c.at() == Claims.At.TIME && c.ratio().low() > 1).count();
        String headline = Headline.of(results, claims);
        assertThat(headline).contains(better + " of 3 figures", "BV-MCMC", "A control without symmetry is not among");
        assertThat(report.page()).contains(headline, "data-model=\"0\"", "explore/job-search.html");
        assertThat(Headline.of(results.subList(1, 2), List.of())).contains("No figure here compares", "was not run")
                .doesNotContain("among these");
        List<Figure.Result> one = results.subList(0, 1);
        assertThat(Headline.of(one, Claims.of(one))).contains("clearly closer to the true marginals than vanilla Gibbs")
                .doesNotContain("figure");
    }

    /** Every ratio of the summary, computed again from the runs. */
    @Test
    void theSummaryFollowsFromTheCsv() throws Exception {
        List<CSVRecord> runs = report.csv("runs.csv");
        List<CSVRecord> summary = report.csv("summary.csv");
        List<Claims.Claim> claims = Claims.of(results);
        assertThat(summary).hasSizeGreaterThan(10);
        for (CSVRecord claim : summary) {
            String axis = claim.get("at").equals("TIME") ? "time" : "samples";
            double ratio = Math.exp(meanLog(runs, claim, claim.get("reference"), axis)
                    - meanLog(runs, claim, claim.get("method"), axis));
            assertThat(Double.parseDouble(claim.get("ratio"))).as(claim.toString()).isCloseTo(ratio,
                    withinPercentage(0.001));
            assertThat(Double.parseDouble(claim.get("low"))).isLessThanOrEqualTo(ratio);
            assertThat(Double.parseDouble(claim.get("high"))).isGreaterThanOrEqualTo(ratio);
            if (axis.equals("time")) {
                assertThat(report.page()).as(claim.toString()).contains(claims.stream()
                        .filter(c -> c.figure().equals(claim.get("figure")) && c.at() == Claims.At.TIME
                        && c.reference().equals(claim.get("reference")) && c.method().equals(claim.get("method")))
                        .findFirst().orElseThrow().text());
            }
        }
    }

    private static double meanLog(List<CSVRecord> runs, CSVRecord claim, String method, String axis) {
        double place = Double.parseDouble(claim.get("place"));
        double[] logs = runs.stream().filter(r -> r.get("figure").equals(claim.get("figure"))
                && r.get("method").equals(method) && r.get("axis").equals(axis) && r.get("kind").equals("TakesML")
                && Double.parseDouble(r.get(axis.equals("time") ? "seconds" : "samples")) == place)
                .mapToDouble(r -> Math.log(Math.max(1e-16, Double.parseDouble(r.get("kl"))))).toArray();
        assertThat(logs).hasSize(SETTINGS.runs());
        return (logs[0] + logs[1] + logs[2]) / 3;
    }

    /** The four steps from vanilla to all parts multiply to what all parts gain, as they are at the same time. */
    @Test
    void partsMultiplyToTheWhole() {
        List<Claims.Claim> claims = Claims.of(results.subList(0, 1)).stream().filter(c -> c.at() == Claims.At.TIME)
                .toList();
        double product = Claims.PARTS.stream().limit(4).mapToDouble(part -> claims.stream().filter(c ->
                c.reference().equals(part.before()) && c.method().equals(part.after())).findFirst().orElseThrow()
                .ratio().value()).reduce(1, (a, b) -> a * b);
        double whole = claims.stream().filter(c -> c.reference().equals(Methods.VANILLA)
                && c.method().equals(Methods.COMPLETE)).findFirst().orElseThrow().ratio().value();
        assertThat(claims.stream().map(Claims.Claim::place).distinct()).hasSize(1);
        assertThat(product).isCloseTo(whole, withinPercentage(0.001));
    }

    @Test
    void verdictsAreWhatIntervalsAllow() {
        assertThat(claim(0.5, 0.1, 0.9).verdict()).isEqualTo("worse");
        assertThat(claim(1.5, 0.9, 2.5).verdict()).isEqualTo("no clear difference");
        assertThat(claim(2, 1.1, 4).verdict()).isEqualTo("better");
    }

    private static Claims.Claim claim(double value, double low, double high) {
        return new Claims.Claim("f", "a", "b", "B", Claims.At.TIME, 1,
                new Statistics.Interval(value, low, high), 0.1);
    }

    /** Where the KL is rounding, its ratio has no meaning, however small the other KL is. */
    @Test
    void ratiosToRoundingErrorsAreExact() {
        assertThat(exact(1.7e9, 5.8e7, 5e10, 1e-16)).isEqualTo("exact");
        assertThat(exact(1.7e12, 5.8e11, 5e13, 1e-11)).isEqualTo("exact");
        assertThat(exact(1.7e3, 5e2, 5e3, 1e-11)).isEqualTo("1,700×");
        assertThat(exact(1.1, 0.9, 1.3, 1e-16)).isEqualTo("1.10×");
    }

    private static String exact(double value, double low, double high, double kl) {
        return new Claims.Claim("f", "a", "b", "B", Claims.At.TIME, 1, new Statistics.Interval(value, low, high), kl)
                .text();
    }

    @Test
    void publishedCurvesAreInTheData() throws Exception {
        assertThat(report.csv("curves.csv").stream().filter(r -> r.get("method").equals("published-vv")).toList())
                .extracting(r -> r.get("samples") + " " + r.get("kl")).containsExactly("4500 0.2", "9000 0.123");
        JsonNode all = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(all.at("/figures/0/published/0/points/1/kl").asDouble()).isEqualTo(0.123);
        assertThat(all.at("/figures/1/published")).isEmpty();
    }

    @Test
    void jsonHasEveryRun() throws Exception {
        JsonNode all = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(all.at("/figures/0/methods/6/id").asText()).isEqualTo("complete");
        assertThat(all.at("/figures/0/methods/5/runs").size()).isEqualTo(3);
        assertThat(all.at("/manifest/settings/seed").asLong()).isEqualTo(1);
        JsonNode manifest = new ObjectMapper().readTree(folder.resolve("manifest.json").toFile());
        assertThat(manifest.get("code").asText()).hasSize(48);
        assertThat(manifest.get("version").asText()).isNotEmpty();
    }

    @Test
    void everyLinkLeadsToAFileAndPicturesAreWhole() throws Exception {
        assertThat(report.links()).isNotEmpty().allSatisfy(link -> assertThat(folder.resolve(link)).exists());
        for (Path picture : Files.list(folder.resolve("plots")).toList()) {
            String svg = Files.readString(picture);
            PageReader.parse(svg);
            assertThat(svg).contains("<title>", "<style>", "class=\"legend\"").doesNotContain("var(--", "href", "NaN");
        }
    }

    @Test
    void anEmptyResultIsRefused() throws Exception {
        Figure.Result given = results.get(0);
        var hollow = given.results().get(0).runs().stream().map(r -> new RunResult(
                r.method(), r.run(), r.discovery(), List.of(), List.of(), r.end(), r.memory())).toList();
        var bad = new Figure.Result(given.figure(), given.problem(), List.of(
                new MethodResult(METHODS.get(0), given.results().get(0).discovery(), hollow)));
        Manifest<Settings> manifest = Manifest.of(List.of(), SETTINGS);
        assertThatThrownBy(() -> Report.write(folder.resolve("bad"), List.of(bad), Map.of(), manifest))
                .hasMessageContaining("no point that all its runs reached");
        assertThat(folder.resolve("bad")).doesNotExist();
    }

    @Test
    void aBrowserShowsIt() throws Exception {
        ChartsCheck.run(folder, "report", CHARTS);
    }
}
