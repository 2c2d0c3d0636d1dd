package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.experiments.convergence.Experiment;
import org.orbifold.experiments.convergence.Figure;
import org.orbifold.experiments.convergence.Method;
import org.orbifold.experiments.convergence.MethodResult;
import org.orbifold.experiments.convergence.Methods;
import org.orbifold.experiments.convergence.RunResult;
import org.orbifold.experiments.convergence.Settings;
import org.orbifold.experiments.domain.EvidenceWay;
import org.orbifold.experiments.domain.JobSearch;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ReportTest {

    private static final Settings SETTINGS = new Settings(3, 0.1, 1, 2, 0.01);
    private static final List<Method> METHODS = List.of(Methods.vanilla(), Methods.blockValue(1.0, 10),
            Methods.both(), Methods.complete());

    @TempDir
    private static Path folder;
    private static List<Figure.Result> results;

    @BeforeAll
    static void run() throws Exception {
        Figure figure = new Figure("small", "Job <Search> & more", "A \"note\".",
                () -> JobSearch.generate(4, 0.1, 1).problem("small", 0, EvidenceWay.CONDITION, 1, 10), METHODS, 1);
        Figure other = new Figure("alpha", "No vanilla here", "",
                () -> JobSearch.generate(3, 0.1, 1).problem("alpha", 0, EvidenceWay.CONDITION, 1, 10),
                List.of(Methods.blockValue(0.1, 10), Methods.blockValue(1.0, 10)), 1);
        results = new Experiment(SETTINGS, folder.resolve("runs"), (what, done, left) -> { })
                .run(List.of(figure, other));
        Report.write(folder, results, Map.of(), Manifest.of(List.of("experiment", "small"), SETTINGS));
    }

    private static String page() throws Exception {
        return Files.readString(folder.resolve("index.html"));
    }

    /** The page is written as XML too, so that any XML parser can say whether it is well-formed. */
    private static Document parsed() throws Exception {
        String xml = page().replace("<!DOCTYPE html>", "").replaceAll("(?s)<script>.*?</script>", "");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static Stream<Element> elements(Document document, String tag, String type) {
        return IntStream.range(0, document.getElementsByTagName(tag).getLength())
                .mapToObj(i -> (Element) document.getElementsByTagName(tag).item(i))
                .filter(e -> (" " + e.getAttribute("class") + " ").contains(" " + type + " "));
    }

    @Test
    void thePageIsWellFormedAndSelfContained() throws Exception {
        Document document = parsed();
        // Three plots of the first figure; the second has only the paper's chains, hence two.
        assertThat(elements(document, "svg", "plot")).hasSize(5);
        assertThat(elements(document, "svg", "plot").map(svg -> svg.getAttribute("aria-label")))
                .allMatch(label -> !label.isEmpty());
        assertThat(page()).doesNotContain("src=", "@import", "<link", "NaN", "Infinity")
                .contains("prefers-color-scheme", "width=device-width");
    }

    @Test
    void everyPlotHasDataForEveryChain() throws Exception {
        List<Element> plots = elements(parsed(), "svg", "plot").toList();
        assertThat(plots).extracting(plot -> plot.getElementsByTagName("circle").getLength())
                .allMatch(points -> points > 3);
        long series = plots.stream().mapToLong(plot -> IntStream
                .range(0, plot.getElementsByTagName("g").getLength()).count()).sum();
        assertThat(series).isEqualTo(2 + 3 + 4 + 2 + 2);
    }

    @Test
    void seriesDifferInMoreThanColour() {
        List<String> looks = IntStream.range(0, 10).mapToObj(LinePlot::swatch)
                .map(s -> s.replaceAll("series s\\d", "")).toList();
        assertThat(looks).doesNotHaveDuplicates();
    }

    @Test
    void theSummaryFollowsFromTheCsv() throws Exception {
        List<CSVRecord> curves = csv("curves.csv");
        List<CSVRecord> summary = csv("summary.csv");
        assertThat(curves).extracting(r -> r.get("method")).contains("vanilla", "bv-1.0", "block-orbit", "complete");
        List<CSVRecord> runs = csv("runs.csv");
        CSVRecord claim = summary.stream().filter(r -> r.get("claim").startsWith("Orbifold")).findFirst().orElseThrow();
        String time = Figure.Result.lastCommonTime(results.get(0).of("vanilla").orElseThrow(),
                results.get(0).of("complete").orElseThrow()).orElseThrow().toString();
        double ratio = Math.exp(meanLog(runs, "vanilla", time) - meanLog(runs, "complete", time));
        assertThat(Double.parseDouble(claim.get("ratio"))).isCloseTo(ratio,
                withinPercentage(0.001));
        assertThat(page()).contains(Markup.number(ratio) + "×");
    }

    private static double meanLog(List<CSVRecord> runs, String method, String time) {
        return runs.stream().filter(r -> r.get("figure").equals("small") && r.get("method").equals(method)
                && r.get("axis").equals("time") && r.get("seconds").equals(time) && r.get("kind").equals("TakesML"))
                .mapToDouble(r -> Math.log(Double.parseDouble(r.get("kl")))).average().orElseThrow();
    }

    private static List<CSVRecord> csv(String name) throws Exception {
        return CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get()
                .parse(new StringReader(Files.readString(folder.resolve(name)))).getRecords();
    }

    @Test
    void jsonHasEveryRun() throws Exception {
        JsonNode all = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
        assertThat(all.at("/figures/0/methods/3/id").asText()).isEqualTo("complete");
        assertThat(all.at("/figures/0/methods/3/runs").size()).isEqualTo(3);
        assertThat(all.at("/manifest/settings/seed").asLong()).isEqualTo(1);
        JsonNode manifest = new ObjectMapper().readTree(folder.resolve("manifest.json").toFile());
        assertThat(manifest.get("code").asText()).hasSize(40);
        assertThat(manifest.get("version").asText()).isNotEmpty();
    }

    @Test
    void anEmptyResultIsRefused() throws Exception {
        Figure.Result given = results.get(0);
        var hollow = given.results().get(0).runs().stream().map(r -> new RunResult(
                r.method(), r.run(), r.discovery(), List.of(), List.of(), r.end())).toList();
        var bad = new Figure.Result(given.figure(), given.problem(), List.of(
                new MethodResult(METHODS.get(0),
                        given.results().get(0).discovery(), hollow)));
        Manifest manifest = Manifest.of(List.of(), SETTINGS);
        assertThatThrownBy(() -> Report.write(folder.resolve("bad"), List.of(bad), Map.of(), manifest))
                .hasMessageContaining("no point that all its runs reached");
    }

    @Test
    void aBrowserShowsItWithoutErrors() throws Exception {
        Path chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of).filter(Files::isExecutable).findFirst().orElse(null);
        Assumptions.assumeTrue(chromium != null,
                "no chromium on this machine: apt-get install chromium runs this test");
        // The page reports on itself: what hovering shows, and any error before that.
        String probe = "<script>window.addEventListener('error',function(e){document.title='ERROR '+e.message});"
                + "window.addEventListener('load',function(){var c=document.querySelector('circle.hover');"
                + "c.dispatchEvent(new PointerEvent('pointerover',{bubbles:true,clientX:20,clientY:200}));"
                + "var t=document.getElementById('tip');document.body.setAttribute('data-probe',"
                + "document.querySelectorAll('svg.plot').length+'|'+t.style.display+'|'+t.textContent);});</script>";
        Path probed = folder.resolve("probe.html");
        Files.writeString(probed, page().replace("<style>", probe + "<style>"));
        Path output = folder.resolve("dom.txt");
        Process process = new ProcessBuilder(chromium.toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--enable-logging=stderr", "--user-data-dir=" + folder.resolve("profile"), "--virtual-time-budget=3000",
                "--dump-dom", probed.toUri().toString()).redirectOutput(output.toFile())
                .redirectError(folder.resolve("browser.log").toFile()).start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        Assumptions.assumeTrue(ended, "chromium did not end within a minute");
        String dom = Files.readString(output);
        assertThat(dom).contains("data-probe=\"5|block|Vanilla: seconds").doesNotContain("<title>ERROR");
        assertThat(Files.readString(folder.resolve("browser.log"))).doesNotContain("CONSOLE");
    }
}
