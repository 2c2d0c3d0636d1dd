package org.orbifold.experiments.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A real browser, started once for all tests: Debian's Chromium, driven by Selenium. Where there is none, tests that
 * need it are skipped, loudly; with ORBIFOLD_BROWSER=required, as in CI, they fail instead.
 */
public final class Browser {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final String MISSING = "no Chromium on this machine: apt-get install chromium chromium-driver gets "
            + "the one that these tests need";
    private static final Logger DRIVER_LOG = Logger.getLogger("org.openqa.selenium");
    private static Browser running;

    private final ChromeDriver driver;
    private int width;
    private boolean dark;

    private Browser() throws IOException {
        // It warns that it knows no typed commands for this Chromium; none are used.
        DRIVER_LOG.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--user-data-dir=" + Files.createTempDirectory("orbifold-browser"), "--hide-scrollbars");
        driver = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
                options);
        Runtime.getRuntime().addShutdownHook(new Thread(driver::quit));
    }

    /**
     * The browser.
     *
     * @return the one that all tests share
     * @throws IOException if it cannot be started
     */
    public static synchronized Browser get() throws IOException {
        boolean there = Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
        if (!there) {
            assertThat(System.getenv("ORBIFOLD_BROWSER")).as(MISSING).isNotEqualTo("required");
            System.err.println("*** BROWSER TESTS SKIPPED: " + MISSING);
        }
        Assumptions.assumeTrue(there, MISSING);
        if (running == null) {
            running = new Browser();
        }
        return running;
    }

    /** Shows a page in a window of some width, light or dark, with motion reduced so that tests need not wait. */
    public void open(Path page, int newWidth, boolean newDark) {
        width = newWidth;
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", 900,
                "deviceScaleFactor", 1, "mobile", false));
        theme(newDark);
        driver.get(page.toUri().toString());
    }

    /** What the system prefers, from now on. */
    public void theme(boolean newDark) {
        dark = newDark;
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(
                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    /** What the page wrote to its console, errors and all else. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(entry -> entry.getMessage()).toList();
    }

    /** The value of an expression of the page. */
    public Object value(String expression) {
        return driver.executeScript("return " + expression);
    }

    /** Runs a statement in the page. */
    public void run(String statement) {
        driver.executeScript(statement);
    }

    /** A whole number that an expression of the page gives. */
    public int number(String expression) {
        return ((Number) value(expression)).intValue();
    }

    /** A number that an expression of the page gives. */
    public double real(String expression) {
        return ((Number) value(expression)).doubleValue();
    }

    public void waitUntil(String expression) {
        new WebDriverWait(driver, Duration.ofSeconds(20), Duration.ofMillis(20)).withMessage(expression)
                .until(d -> Boolean.TRUE.equals(value(expression)));
    }

    public void click(String selector) {
        WebElement element = driver.findElement(By.cssSelector(selector));
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
        element.click();
    }

    public void type(String selector, CharSequence... keys) {
        driver.findElement(By.cssSelector(selector)).sendKeys(keys);
    }

    public String text(String selector) {
        return driver.findElement(By.cssSelector(selector)).getText();
    }

    public List<String> texts(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream().map(WebElement::getText).toList();
    }

    /** Saves what is seen, for people to look at: build/screenshots. */
    public void screenshot(String name) throws IOException {
        Path folder = Files.createDirectories(Path.of("build/screenshots"));
        Files.write(folder.resolve(name + "-" + width + (dark ? "-dark" : "") + ".png"),
                driver.getScreenshotAs(OutputType.BYTES));
    }

    /**
     * Nothing goes beyond the sides of the window, no text is cut off in its box, and no box lies over another that is
     * not around it.
     */
    public void checkBoxes(String boxes) {
        assertThat(number("document.documentElement.scrollWidth - window.innerWidth"))
                .as("scrolls sideways at " + width).isLessThanOrEqualTo(0);
        assertThat(value("""
                (() => {
                  const seen = [...document.querySelectorAll('%s')].filter(e => e.getClientRects().length > 0);
                  const found = [];
                  const name = e => e.tagName + '#' + e.id + '.' + e.className + ' ' + e.textContent.slice(0, 30);
                  seen.forEach(e => {
                    const r = e.getBoundingClientRect();
                    if (r.left < -1 || r.right > innerWidth + 1) { found.push('outside: ' + name(e)); }
                    if (e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).overflowX === 'hidden') {
                      found.push('cut off: ' + name(e));
                    }
                  });
                  const rects = seen.map(e => [e, e.getBoundingClientRect()]);
                  for (const [a, r] of rects) {
                    for (const [b, s] of rects) {
                      if (a !== b && !a.contains(b) && !b.contains(a) && a.compareDocumentPosition(b) & 4
                          && Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1
                          && Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 1) {
                        found.push('overlap: ' + name(a) + ' and ' + name(b));
                      }
                    }
                  }
                  return found.join('\\n');
                })()""".formatted(boxes))).as("boxes at " + width).isEqualTo("");
    }
}
