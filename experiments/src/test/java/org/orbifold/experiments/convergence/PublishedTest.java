package org.orbifold.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of the release's shape, with made-up numbers. */
class PublishedTest {

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void readsPoints() throws IOException {
        Published curve = Published.read(write("a.csv", "0.5,0.25,4500.0,0.01\n 1.5 , 0.125 , 9000 , 2e-3\n"), "vv",
                "published: VV");
        assertThat(curve.points()).containsExactly(new Published.Point(0.5, 0.25, 4500, 0.01),
                new Published.Point(1.5, 0.125, 9000, 0.002));
        assertThat(curve.at(9000)).hasValue(curve.points().get(1));
        assertThat(curve.at(9001)).isEmpty();
        assertThat(curve.labelled("other")).isEqualTo(new Published("vv", "other", curve.points()));
    }

    @Test
    void aBadLineIsNamed() throws IOException {
        Path file = write("b.csv", "1,2,3,4\n1,2,x,4\n");
        assertThatThrownBy(() -> Published.read(file, "vv", "")).hasMessageContaining("b.csv:2")
                .hasMessageContaining("expected seconds,KL,samples,two standard errors");
    }

    /** Curves belong to the release's own model and to the figure of the same domain. */
    @Test
    void curvesAreFoundForBothFigures() throws IOException {
        write("job_search_50.clauses", "not read before it is needed");
        write("job_search_50.published-bv.csv", "1,0.5,9000,0.1\n");
        write("job_search_50.published-gibbs.csv", "1,0.7,9000,0.1\n");
        ReleaseFigures found = ReleaseFigures.in(folder);
        assertThat(found.figures()).extracting(Figure::id).containsExactly("release-job-search-50");
        assertThat(found.published()).containsOnlyKeys("release-job-search-50", "job-search-50");
        assertThat(found.published().get("job-search-50")).extracting(Published::method)
                .containsExactly("vanilla", "bv-1.0");
        assertThat(found.published().get("job-search-50").get(1).label()).contains("BV(α=1.0)", "its own weights");
        assertThat(found.figures().get(0).methods()).extracting(Method::id)
                .containsExactly("vanilla", "orbital", "vv", "bv-1.0");
    }

    @Test
    void anEmptyFolderIsRefused() {
        assertThatThrownBy(() -> ReleaseFigures.in(folder)).isInstanceOf(IOException.class)
                .hasMessageContaining("no model of the release");
        assertThat(List.of(folder.toFile().list())).isEmpty();
    }
}
