package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.orbifold.experiments.page.Browser;

/** A report in a real browser. */
final class ChartsCheck {

    /** Points at the last point of the first curve of every chart. */
    private static final String POINT = """
            charts.forEach((chart, canvas) => {
              const place = chart.getDatasetMeta(0).data.at(-1);
              const box = canvas.getBoundingClientRect();
              canvas.dispatchEvent(new MouseEvent('mousemove', {bubbles: true, clientX: box.left + place.x,
                clientY: box.top + place.y}));
            });""";

    /** The labels of axes, as JSON, where there are fewer than two, or some of more than ten characters. */
    private static final String UNREADABLE = """
            JSON.stringify([...charts.values()].flatMap(chart => Object.values(chart.scales))
              .filter(scale => scale.options.title.display)
              .map(scale => scale.ticks.map(tick => tick.label).filter(label => label))
              .filter(labels => labels.length < 2 || labels.some(label => label.length > 10)))""";

    /** Shows the report in the ways people look at it: all charts are drawn and tell what is pointed at. */
    static void run(Path report, String name, int plots) throws Exception {
        Browser browser = Browser.get();
        for (int width : new int[] {1280, 390}) {
            browser.open(report.resolve("index.html"), width, width == 390);
            assertThat(browser.number("document.querySelectorAll('canvas[data-chart]').length")).isEqualTo(plots);
            browser.run("document.querySelectorAll('figure').forEach(figure => figure.style.position = 'static')");
            for (int i = 0; i < plots; i++) {
                browser.run("document.querySelector('canvas[data-chart=\"" + i + "\"]').scrollIntoView()");
                browser.waitUntil("charts.has(document.querySelector('canvas[data-chart=\"" + i + "\"]'))");
            }
            assertThat(browser.value(UNREADABLE)).as("axes with fewer than two labels, or long ones").isEqualTo("[]");
            browser.run(POINT);
            browser.waitUntil("[...charts.values()].every(chart => chart.tooltip.opacity === 1"
                    + " && chart.tooltip.body[0].lines[0].includes(chart.data.datasets[0].label))");
            browser.checkBoxes("h1, .facts > div, figcaption, .chart, .model, .card, nav a, #methods label");
            assertThat(browser.value("getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo(width == 390 ? "rgb(18, 20, 24)" : "rgb(255, 255, 255)");
            browser.run("window.scrollTo(0, 0)");
            browser.screenshot(name);
            browser.run("document.querySelector('.chart').scrollIntoView({block: 'center'})");
            browser.screenshot(name + "-charts");
            assertThat(browser.console()).isEmpty();
        }
    }

    private ChartsCheck() { }
}
