package org.orbifold.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbifold.experiments.page.Browser;

class CensusCommandTest {

    @TempDir
    private Path folder;

    @Test
    void countsKindsAndResumes() throws IOException {
        Path models = Files.createDirectories(folder.resolve("models"));
        Files.writeString(models.resolve("only_1.uai"), "MARKOV 2 2 2 1 2 0 1 4 1 2 3 3\n");
        Files.writeString(models.resolve("swap_1.uai"), "MARKOV 2 2 2 1 2 0 1 4 1 2 2 3\n");
        Files.writeString(models.resolve("swap_1.uai.evid"), "1 0 1\n");
        Files.writeString(models.resolve("wrong.uai"), "MARKOV 2 2\n");
        Files.writeString(models.resolve("graph.dimacs"), "c a path\np edge 3 2\ne 1 2\ne 2 3\n");
        Path out = folder.resolve("out");
        Outcome first = Outcome.of("census", models, "--out", out);
        assertThat(first.exitCode()).as(first.err()).isZero();
        JsonNode all = new ObjectMapper().readTree(out.resolve("census.json").toFile()).get("withoutEvidence");
        assertThat(all.get("all").toString()).isEqualTo("{\"models\":3,\"notRead\":1,\"unfinished\":0,"
                + "\"variable\":1,\"vvBeyond\":0,\"genuineBv\":1,\"onlyBv\":1}");
        assertThat(all.get("families").get("only").get("onlyBv").asInt()).isEqualTo(1);
        assertThat(Files.readAllLines(out.resolve("census.csv"))).hasSize(5);
        assertThat(Files.readString(out.resolve("index.html"))).contains("genuine BV", "only_1.uai");
        // Nothing is looked at again.
        Outcome second = Outcome.of("census", models, "--out", out);
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        checkPage(out.resolve("index.html"));
        Outcome.of("census", models, "--out", out, "--block-size", "auto")
                .isBadInput("census.csv: made with --block-size 2, not auto; give another --out");
        Outcome.of("census", folder.resolve("none")).isBadInput("none: no such folder");
        Outcome.of("census", models, "--families", "(").isBadInput("--families");
    }

    /** The table of models can be sorted by each column, by clicks and back again. */
    private static void checkPage(Path page) throws IOException {
        Browser browser = Browser.get();
        browser.open(page, 1200, false);
        String cells = "#models tbody td:nth-child(" + (CensusRow.COLUMNS.indexOf("log10_bv") + 1) + ")";
        assertThat(browser.texts(cells)).hasSize(4);
        browser.click("#models th:nth-child(" + (CensusRow.COLUMNS.indexOf("log10_bv") + 1) + ") button");
        List<String> once = browser.texts(cells);
        browser.click("#models th:nth-child(" + (CensusRow.COLUMNS.indexOf("log10_bv") + 1) + ") button");
        List<String> twice = browser.texts(cells);
        assertThat(twice).isSortedAccordingTo(Comparator.comparingDouble((String x) -> Double.parseDouble(x)));
        assertThat(once).isEqualTo(Lists.reverse(twice));
        assertThat(browser.console()).isEmpty();
        browser.screenshot("census");
    }

    /** Blocks of three are looked for where features are wider; a model that takes too long is counted as such. */
    @Test
    void automaticBlocksAndATimeLimit() throws IOException {
        Path models = Files.createDirectories(folder.resolve("wide"));
        Files.writeString(models.resolve("clause.uai"), "MARKOV 3 2 2 2 4 1 0 1 1 1 2 3 0 1 2 2 1 2 2 1 3 2 1 5\n"
                + "8 3 3 3 3 3 3 3 1\n");
        Path out = folder.resolve("auto");
        assertThat(Outcome.of("census", models, "--block-size", "auto", "--out", out).exitCode()).isZero();
        assertThat(Files.readString(out.resolve("census.csv"))).contains("clause.uai,clause,false,");
        Outcome late = Outcome.of("census", models, "--seconds", 1e-9, "--out", folder.resolve("late"));
        assertThat(late.exitCode()).as(late.err()).isZero();
        assertThat(new ObjectMapper().readTree(folder.resolve("late/census.json").toFile())
                .at("/withoutEvidence/all/unfinished").asInt()).isEqualTo(1);
    }
}
