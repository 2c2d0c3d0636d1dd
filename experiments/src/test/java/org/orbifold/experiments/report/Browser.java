package org.orbifold.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real browser that shows a report; tests that need it are skipped where there is none. */
final class Browser {

    private static final List<String> NAMES = List.of("/usr/bin/chromium", "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome");
    /** The page reports on itself: errors, what hovering over a point of every plot shows, and its width. */
    private static final String PROBE = """
            <script>
            var seen = {errors: []};
            window.addEventListener('error', function (e) { seen.errors.push(e.message); });
            window.addEventListener('load', function () {
              var tip = document.getElementById('tip');
              var hovered = 0;
              document.querySelectorAll('svg.plot').forEach(function (plot) {
                plot.scrollIntoView();
                var point = plot.querySelector('circle.hover');
                var box = point.getBoundingClientRect();
                plot.dispatchEvent(new PointerEvent('pointermove', {bubbles: true,
                  clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}));
                if (tip.style.display === 'block' && tip.textContent.length > 5
                    && plot.querySelector('.hover.on') && plot.querySelector('.series.hot')) { hovered++; }
                document.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: 0, clientY: 0}));
                if (tip.style.display !== 'none') { seen.errors.push('the tip stays'); }
              });
              document.body.setAttribute('data-probe', 'plots=' + document.querySelectorAll('svg.plot').length
                + ' hovered=' + hovered + ' errors=' + seen.errors.join(';')
                + ' wide=' + (document.documentElement.scrollWidth - window.innerWidth)
                + ' ground=' + getComputedStyle(document.body).backgroundColor);
            });
            </script>
            """;

    /**
     * What the page said.
     *
     * @param plots   the number of plots
     * @param hovered how many of them showed a value when hovered over
     * @param errors  errors of its script
     * @param wide    by how many pixels it is wider than the window
     * @param ground  the colour behind it
     */
    record Seen(int plots, int hovered, String errors, int wide, String ground) { }

    /** Shows the page of a report in a window of some width, light or dark. */
    static Seen show(Path report, Path work, int width, boolean dark) throws Exception {
        Path chromium = NAMES.stream().map(Path::of).filter(Files::isExecutable).findFirst().orElse(null);
        Assumptions.assumeTrue(chromium != null,
                "no chromium on this machine: apt-get install chromium runs this test");
        Path probed = work.resolve("probe-" + width + dark + ".html");
        Files.writeString(probed, Files.readString(report.resolve("index.html")).replace("<style>", PROBE + "<style>"));
        Path output = work.resolve("dom.txt");
        Path log = work.resolve("browser.log");
        List<String> command = new ArrayList<>(List.of(chromium.toString(), "--headless", "--no-sandbox",
                "--disable-gpu", "--enable-logging=stderr", "--user-data-dir=" + work.resolve("profile"),
                "--window-size=" + width + ",900", "--virtual-time-budget=3000"));
        if (dark) {
            command.add("--blink-settings=preferredColorScheme=0");
        }
        command.addAll(List.of("--dump-dom", probed.toUri().toString()));
        Process process = new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(log.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        Assumptions.assumeTrue(ended, "chromium did not end within a minute");
        assertThat(Files.readString(log)).doesNotContain("CONSOLE");
        Matcher matcher = Pattern.compile("data-probe=\"plots=(\\d+) hovered=(\\d+) errors=(.*?) wide=(-?\\d+) "
                + "ground=(.*?)\"").matcher(Files.readString(output));
        assertThat(matcher.find()).as("the probe ran").isTrue();
        return new Seen(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), matcher.group(3),
                Integer.parseInt(matcher.group(4)), matcher.group(5));
    }

    /** Shows the page in all the ways people look at it, and checks that each works. */
    static void check(Path report, Path work, int plots) throws Exception {
        Seen light = show(report, work, 1280, false);
        assertThat(light).isEqualTo(new Seen(plots, plots, "", light.wide, "rgb(255, 255, 255)"));
        assertThat(light.wide).isLessThanOrEqualTo(0);
        Seen phone = show(report, work, 500, true);
        assertThat(phone).isEqualTo(new Seen(plots, plots, "", phone.wide, "rgb(18, 20, 24)"));
        assertThat(phone.wide).isLessThanOrEqualTo(0);
    }

    /** The files beside the page that it names. */
    static List<String> links(Path report) throws Exception {
        Matcher matcher = Pattern.compile("href=\"([^#\"][^\"]*)\"").matcher(
                Files.readString(report.resolve("index.html")));
        return Stream.iterate(matcher.find(), found -> found, found -> matcher.find()).map(f -> matcher.group(1))
                .toList();
    }

    private Browser() { }
}
