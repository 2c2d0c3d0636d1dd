package org.orbifold.experiments.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.orbifold.experiments.domain.FurtherDomains;
import org.orbifold.experiments.domain.JobSearch;
import org.orbifold.experiments.domain.StudentCurriculum;
import org.orbifold.experiments.page.Browser;
import org.orbifold.inference.Inference;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.symmetry.model.SymmetryOptions;

/** The page in a real browser. */
class ExplorePageTest {

    private static final List<String> HOSTILE = List.of("<script>document.title='run'</script>",
            "</script><img src=x onerror=document.title='run'>", "\"'&amp;\u2028\u2029`${document.title='run'}",
            "<b>bold</b>");

    @TempDir
    private static Path folder;
    private static Path potts;
    private static Path jobs;
    private static Path students;
    private static Path hostile;

    @BeforeAll
    static void write() throws Exception {
        potts = page("potts", FurtherDomains.potts(3, 1.5).model(), Evidence.none());
        jobs = page("jobs", JobSearch.generate(4, 0.1, 1).model(), Evidence.of(8, 1));
        students = page("students", StudentCurriculum.generate(1200, 200, 0.01, 1).model(), Evidence.none());
        GraphicalModel model = GraphicalModel.builder().variable(HOSTILE.get(0), Domain.of("<i>no</i>",
                "</script>yes"))
                .binary(HOSTILE.get(1), HOSTILE.get(2), HOSTILE.get(3))
                .clause(1, Literal.of(0, 1), Literal.of(1, 0)).clause(1, Literal.of(2, 1), Literal.of(3, 0)).build();
        hostile = page(HOSTILE.get(1), model, Evidence.none());
    }

    private static Path page(String name, GraphicalModel model, Evidence evidence) throws Exception {
        Path file = folder.resolve("page" + Integer.toHexString(name.hashCode()) + ".html");
        var given = model.condition(evidence);
        // Sampled answers of the large grid need not be good: its place on the page is what is tested.
        Answers answers = Answers.of(Inference.on(given).withSampling(SamplingOptions.defaults().withSeconds(1)).run());
        Explorer.write(file, given, () -> answers, new Explorer.Setup(name, 2, 1, SymmetryOptions.defaults()));
        return file;
    }

    private static Browser open(Path page) throws Exception {
        Browser browser = Browser.get();
        browser.open(page, 1280, false);
        browser.waitUntil("explorer.ready > 0");
        return browser;
    }

    private static void assertQuiet(Browser browser) {
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void thePageNeedsNothingElse() throws Exception {
        for (Path page : List.of(potts, students)) {
            assertThat(Files.size(page)).isLessThan(3_000_000);
            assertThat(Files.readString(page)).doesNotContain("<link", "src=\"", "@import")
                    .contains("Permission is hereby granted");
        }
    }

    /** A node for each variable, each block and each factor that is no pair. */
    @Test
    void theGraphIsTheModel() throws Exception {
        Browser browser = open(potts);
        assertThat(browser.number("explorer.cy.nodes('.variable').length")).isEqualTo(18);
        assertThat(browser.number("explorer.cy.nodes('.block').length")).isEqualTo(9);
        // Two neighbours for each site, four variables for each; a site's own factor is a line.
        assertThat(browser.number("explorer.cy.nodes('.factor').length")).isEqualTo(18);
        assertThat(browser.number("explorer.cy.edges().length")).isEqualTo(9 + 4 * 18);
        browser.click("#view");
        browser.type("#view", Keys.HOME, Keys.ENTER);
        assertThat(browser.number("explorer.cy.nodes('.block').length")).as("of variable symmetries").isZero();
        browser.type("#find", "Low(4)", Keys.ENTER);
        browser.waitUntil("explorer.cy.$(':selected').data('label') === 'Low(4)'");
        assertThat(browser.text("#details")).contains("Low(4)", "P(0)", "exact");
        assertQuiet(browser);
    }

    /** Rows and columns, whose names appear only when they can be read; ready in time (1.5 s on an idle machine). */
    @Test
    void aGridLooksLikeAGrid() throws Exception {
        int width = 31;
        ModelBuilder builder = GraphicalModel.builder();
        int[] sizes = new int[30 * width];
        Arrays.fill(sizes, 2);
        builder.variables(sizes);
        for (int v = 0; v < sizes.length; v++) {
            if (v % width + 1 < width) {
                builder.potentials(new int[] {v, v + 1}, 2, 1, 1, 2 + v % 3);
            }
            if (v + width < sizes.length) {
                builder.potentials(new int[] {v, v + width}, 2, 1, 1, 2);
            }
        }
        Browser browser = open(page("grid", builder.build(), Evidence.none()));
        assertThat(browser.real("explorer.ready")).isLessThan(15_000);
        assertThat(browser.number("new Set(explorer.cy.nodes('.variable').map(n => n.position('x'))).size"))
                .isEqualTo(width);
        assertThat(browser.number("new Set(explorer.cy.nodes('.variable').map(n => n.position('y'))).size"))
                .isEqualTo(30);
        assertThat(browser.number("parseFloat(explorer.cy.nodes('.variable')[0].style('min-zoomed-font-size'))"))
                .isGreaterThan(7);
        browser.screenshot("grid");
        assertQuiet(browser);
    }

    /** Every generator of every kind that moves a recorded state ends with the weight that it began with. */
    @Test
    void aGeneratorKeepsTheWeight() throws Exception {
        for (Path page : List.of(potts, jobs, students)) {
            Browser browser = open(page);
            browser.click("#generators li:first-child button");
            assertThat(browser.number("explorer.cy.nodes('.moved').length")).isPositive();
            browser.click("#apply");
            browser.waitUntil("document.getElementById('weight').dataset.after !== undefined");
            assertThat(browser.text("#weight")).contains("before", "after: the same");
            assertThat(browser.real("Math.abs(document.getElementById('weight').dataset.after"
                    + " - document.getElementById('weight').dataset.before)")).isLessThan(1e-9);
            assertQuiet(browser);
        }
    }

    /** The page weighs states as the library does, and its images of them are the library's. */
    @Test
    void thePageComputesWhatTheLibraryDoes() throws Exception {
        Browser browser = open(potts);
        assertThat(browser.number("explorer.data.run.steps.filter((step, i) => Math.abs(explorer.logWeight("
                + "explorer.stateOf(i)) - step.w) > 1e-9).length")).isZero();
        assertThat(browser.number("""
                explorer.data.views.flatMap(view => view.generators.map(g => [view, g])).filter(([view, g]) => {
                  if (g.s === undefined) { return false; }
                  const state = explorer.stateOf(g.s);
                  const changes = explorer.image(view, g, state);
                  changes.forEach(([block, value]) => explorer.assign(view, block, value, state));
                  return !(Math.abs(explorer.logWeight(state) - g.v) < 1e-9) || changes.length < g.d.length;
                }).length""")).isZero();
    }

    @Test
    void aLargeModelIsShownUpToItsSymmetries() throws Exception {
        Browser browser = open(students);
        int nodes = browser.number("explorer.cy.nodes().length");
        assertThat(nodes).isBetween(3, 60);
        assertThat(browser.number("explorer.view().nodes.reduce((n, node) => n + node.variables, 0)")).isEqualTo(2400);
        browser.run("explorer.cy.nodes('.quotient')[0].emit('tap')");
        browser.waitUntil("explorer.cy.nodes('.variable').length > 0");
        assertThat(browser.number("explorer.cy.nodes().length")).isGreaterThan(nodes);
        assertThat(browser.text("#details")).contains("Open");
        browser.screenshot("students-open");
        browser.run("explorer.cy.nodes('.quotient')[0].emit('tap')");
        browser.waitUntil("explorer.cy.nodes().length === " + nodes);
        assertQuiet(browser);
    }

    /** Marginals are bars on the nodes as wide as they are probable; routes and values have colours of their own. */
    @Test
    void nodesShowAnswersRoutesAndStates() throws Exception {
        Browser browser = open(jobs);
        choose(browser, "answer");
        double first = 100 * browser.real("explorer.data.variables[0].p[0]");
        assertThat(browser.value("explorer.cy.getElementById('v0').style('background-gradient-stop-positions')")
                .toString()).contains(String.format(Locale.ROOT, "%.1f%%", first));
        assertThat(browser.texts("#legend li")).contains("0", "1", "observed");
        browser.screenshot("jobs-answer");
        choose(browser, "route");
        assertThat(browser.texts("#legend li")).contains("exact", "observed");
        String exact = browser.value("explorer.cy.getElementById('v0').style('background-color')").toString();
        assertThat(browser.value("explorer.cy.getElementById('v8').style('background-color')")).isNotEqualTo(exact);
        assertThat(browser.value("explorer.cy.getElementById('v8').style('shape')")).isEqualTo("diamond");
        choose(browser, "state");
        assertThat(browser.texts("#legend li")).contains("0", "1");
        assertQuiet(browser);
    }

    private static void choose(Browser browser, String colour) {
        browser.run("const s = document.getElementById('colour'); s.value = '" + colour
                + "'; s.dispatchEvent(new Event('change'))");
    }

    @Test
    void theTableSorts() throws Exception {
        Browser browser = open(jobs);
        browser.click("#tab-answers");
        List<String> names = browser.texts("#marginals tbody th");
        assertThat(names).hasSize(20).first().isEqualTo("Connected(0,1)");
        browser.click("#marginals thead th:nth-child(3) button");
        List<Double> ascending = probabilities(browser);
        assertThat(ascending).isSorted().hasSize(20);
        browser.click("#marginals thead th:nth-child(3) button");
        List<Double> reversed = new ArrayList<>(ascending);
        Collections.reverse(reversed);
        assertThat(probabilities(browser)).isEqualTo(reversed);
        assertThat(browser.texts("#marginals tbody td:last-child")).contains("observed").contains("exact");
        browser.type("#filter", "takes");
        assertThat(browser.texts("#marginals tbody th")).hasSize(4).allMatch(name -> name.startsWith("TakesML"));
        assertQuiet(browser);
    }

    private static List<Double> probabilities(Browser browser) {
        return browser.texts("#marginals tbody td:nth-child(3)").stream().map(String::strip).map(Double::valueOf)
                .toList();
    }

    /** Orbit moves keep the weight and, with three colours of spins, go from mode to mode. */
    @Test
    void aRunCanBeSteppedThrough() throws Exception {
        Browser browser = open(potts);
        browser.click("#tab-states");
        browser.click("#next");
        browser.click("#next");
        assertThat(browser.text("#step-text")).startsWith("Step 2 of").contains("an orbit move", "as before");
        assertThat(browser.number("explorer.data.run.steps.filter((step, i, all) => step.k === 'move'"
                + " && Math.abs(step.w - all[i - 1].w) > 1e-9).length")).isZero();
        // A mode is a value that most sites have.
        assertThat(browser.number("new Set(explorer.data.run.steps.filter(step => step.k === 'move')"
                + ".map(step => step.p.findIndex(p => p > 0.6)).filter(x => x >= 0)).size")).isEqualTo(3);
        assertQuiet(browser);
    }

    @Test
    void namesStayText() throws Exception {
        Browser browser = open(hostile);
        assertThat(browser.text("h1")).isEqualTo(HOSTILE.get(1));
        browser.type("#find", HOSTILE.get(3), Keys.ENTER);
        browser.click("#as-table summary");
        browser.click("#generators li:first-child button");
        browser.click("#apply");
        browser.click("#tab-answers");
        assertThat(browser.texts("#marginals tbody th")).contains(HOSTILE.get(0), HOSTILE.get(1), HOSTILE.get(3));
        browser.click("#tab-states");
        assertThat(browser.value("document.title")).isEqualTo("Orbifold: " + HOSTILE.get(1));
        assertThat(browser.number("document.querySelectorAll('main img, main script, main b:not(#details b)').length"))
                .isZero();
        assertQuiet(browser);
    }

    @Test
    void everythingCanBeDoneWithKeys() throws Exception {
        Browser browser = open(potts);
        browser.type("#tab-symmetries", Keys.ARROW_RIGHT);
        assertThat(browser.value("document.activeElement.id")).isEqualTo("tab-answers");
        assertThat(browser.value("document.getElementById('answers').hidden")).isEqualTo(false);
        double zoom = browser.real("explorer.cy.zoom()");
        browser.type("#graph", "+");
        assertThat(browser.real("explorer.cy.zoom()")).isGreaterThan(zoom);
        browser.type("#theme", Keys.SPACE);
        assertThat(browser.value("document.documentElement.dataset.theme")).isEqualTo("dark");
        assertQuiet(browser);
    }

    /** Nothing lies over anything else, nothing is cut off, no page scrolls sideways; and the themes differ. */
    @ParameterizedTest
    @ValueSource(ints = {390, 820, 1600})
    void itFitsEveryWindow(int width) throws Exception {
        Browser browser = Browser.get();
        for (Path page : width == 390 ? List.of(potts, students, hostile) : List.of(potts, students)) {
            browser.open(page, width, false);
            browser.waitUntil("explorer.ready > 0");
            String name = page == potts ? "potts" : page == students ? "students" : "hostile";
            for (String tab : List.of("symmetries", "answers", "states")) {
                browser.click("#tab-" + tab);
                // The theme changes colours alone, so one tab is enough to see that it does.
                for (boolean dark : tab.equals("symmetries") ? new boolean[] {true, false} : new boolean[] {false}) {
                    browser.theme(dark);
                    browser.waitUntil("getComputedStyle(document.body).backgroundColor === '"
                            + (dark ? "rgb(18, 20, 24)" : "rgb(255, 255, 255)") + "'");
                    browser.checkBoxes("h1, #facts, #theme, .tools label, .zoom, #graph, #graph-help, #legend li, "
                            + "#details, #panel h3, #panel p, #generators, .play, #panel input, .chart, #panel td");
                    browser.screenshot(name + "-" + tab);
                }
            }
        }
    }

    @Test
    void thePageIsReadyAtOnce() throws Exception {
        Browser browser = open(students);
        assertThat(browser.real("explorer.ready")).as("ms from loading, on a busy machine").isLessThan(5000);
    }
}
