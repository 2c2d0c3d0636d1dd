package org.orbifold.release.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbifold.experiments.page.Browser;

/** A small guide as a site, and ours. */
class SiteTest {

    private static final String TABLE = "| a | b |\n|---|---|\n| 1 | [two](../README.md) |\n";

    @TempDir
    private Path folder;
    private Path root;
    private Path site;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @BeforeEach
    void writeGuide() throws IOException {
        root = folder.resolve("root");
        site = folder.resolve("site");
        file("README.md", "# Project\n\nSee [the guide](docs/README.md) and [the code](src/A.java).\n");
        file("docs/README.md", "# Guide\n\n## Start\n\n- [First](start/first.md#second-part): a page\n\nTo look up:\n\n"
                + "| page |\n|---|\n| [glossary](words.md) |\n");
        file("docs/start/first.md", "# First page\n\n<!-- not run: for tests -->\n## Second part\n\n" + TABLE
                + "\n![picture](../images/p.svg)\n");
        file("docs/words.md", "# Words\n\nA *sweep*. [Back](start/first.md), [here](#words).\n");
        file("docs/project/extra.md", "# Extra\n\nNot in the list.\n");
        file("docs/images/p.svg", "<svg/>");
        file("src/A.java", "class A { }");
        file("api/index.html", "<h1>API</h1>");
        file("api/p/T.html", "<h1>T</h1>");
        file("api/type-search-index.js",
                "typeSearchIndex = [{\"l\":\"All\",\"u\":\"x\"},{\"p\":\"p\",\"l\":\"T\"}];f();");
    }

    private Document page(String name) throws IOException {
        return Jsoup.parse(site.resolve(name).toFile());
    }

    private void write() throws IOException {
        Site.write(root, site, "0.2.0", root.resolve("api"));
    }

    @Test
    void allPagesOfAnyTreeAreThereAndWhole() throws IOException {
        write();
        assertThat(SiteCheck.problems(site)).isEmpty();
        Document first = page("start/first.html");
        assertThat(first.select("main td a").attr("href")).isEqualTo("../guide.html");
        assertThat(first.select("main h2").attr("id")).isEqualTo("second-part");
        assertThat(first.html()).doesNotContain("not run");
        assertThat(site.resolve("images/p.svg")).exists();
        assertThat(page("index.html").select("main a").eachAttr("href")).containsExactly("guide.html",
                "https://github.com/orbifold/orbifold/blob/v0.2.0/src/A.java");
    }

    @Test
    void theListFollowsTheIndexAndThenTheFolders() throws IOException {
        write();
        Document words = page("words.html");
        assertThat(words.select("nav h2").eachText()).containsExactly("Start", "To look up", "Project");
        assertThat(words.select("nav h2 + ul a").eachText()).containsExactly("First", "Words", "Extra");
        assertThat(words.select("nav a[aria-current]").eachText()).containsExactly("Words");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"[x](nowhere.md); nothing at", "[x](words.md#no); no heading at",
        "A sentence\\n| a | b |\\n|---|\\n| 1 | 2 |; Markdown in the text", "# Second; expected one main heading",
        "See [x] (y.md) or [x](y y.md); Markdown in the text"})
    void brokenPagesAreNoticed(String text, String problem) throws IOException {
        file("docs/words.md", "# Words\n\n" + text.replace("\\n", "\n") + "\n");
        write();
        assertThat(SiteCheck.problems(site)).anyMatch(found -> found.contains(problem));
    }

    @Test
    void twoPagesOfOneNameAreAnError() throws IOException {
        file("docs/guide.md", "# Another\n");
        assertThatThrownBy(this::write).hasMessageContaining("would both be the page guide.html");
    }

    @Test
    void ourGuideIsWhole() throws IOException {
        root = Path.of("..").toAbsolutePath().normalize();
        Site.write(root, site, "0.2.0", folder.resolve("root/api"));
        assertThat(SiteCheck.problems(site)).isEmpty();
        assertThat(page("guide.html").select("nav a").size()).isGreaterThan(10);
    }

    @Test
    void theSearchFindsSectionsAndTypesOnPhonesAndScreens() throws IOException {
        write();
        Browser browser = Browser.get();
        for (Map.Entry<Integer, Boolean> view : Map.of(1600, false, 390, true).entrySet()) {
            browser.open(site.resolve("start/first.html"), view.getKey(), view.getValue());
            assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(view.getKey());
            browser.run("const f = document.getElementById('search'); f.focus(); f.value = 'sweep';"
                    + "f.dispatchEvent(new Event('input'))");
            browser.waitUntil("document.querySelectorAll('#results a').length === 1");
            assertThat(browser.value("document.querySelector('#results a').getAttribute('href')"))
                    .isEqualTo("../words.html");
            browser.run("const g = document.getElementById('search'); g.value = 't';"
                    + "g.dispatchEvent(new Event('input'))");
            browser.waitUntil("[...document.querySelectorAll('#results a')]"
                    + ".some(a => a.href.endsWith('api/p/T.html'))");
            assertThat(browser.console()).isEmpty();
        }
        browser.run("document.getElementById('menu').click()");
        assertThat(browser.value("getComputedStyle(document.getElementById('nav')).display")).isEqualTo("block");
    }
}
