package org.orbifold.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many jars as one. */
class RunnableJarTest {

    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    @TempDir
    private Path folder;

    private Path whole(Path... jars) throws IOException {
        RunnableJar whole = new RunnableJar();
        for (Path jar : jars) {
            whole.add(jar);
        }
        Path file = Files.createTempFile(folder, "whole", ".jar");
        whole.write(file, "a.Main", "0.2.0");
        return file;
    }

    private Path jar(String name, Map<String, String> entries) throws IOException {
        return Samples.jar(folder.resolve(name), entries);
    }

    @Test
    void joinsServicesAndLeavesOutWhatHoldsForPartsOnly() throws IOException {
        Path first = jar("a.jar", Map.of(MANIFEST, Samples.manifest("Multi-Release: true"), "a/Main.class", "main",
                "META-INF/services/x.Y", "a.One\n", "META-INF/A.SF", "signature", "module-info.class", "module",
                "META-INF/versions/9/a/Main.class", "later", "META-INF/versions/9/module-info.class", "module"));
        Path second = jar("b.jar", Map.of("b/B.class", "b", "META-INF/services/x.Y", "b.Two",
                "META-INF/LICENSE", "text"));
        Path whole = whole(first, second);
        assertThat(Samples.entry(whole, "META-INF/services/x.Y")).isEqualTo("a.One\nb.Two\n");
        assertThat(Samples.entry(whole, "META-INF/versions/9/a/Main.class")).isEqualTo("later");
        assertThat(Samples.entry(whole, "b/B.class")).isEqualTo("b");
        for (String left : new String[] {"META-INF/A.SF", "module-info.class", "META-INF/versions/9/module-info.class",
            "META-INF/LICENSE"}) {
            assertThat(Samples.entry(whole, left)).as(left).isNull();
        }
        assertThat(Samples.entry(whole, MANIFEST)).contains("Main-Class: a.Main", "Multi-Release: true",
                "Implementation-Version: 0.2.0");
    }

    @Test
    void laterClassesOfAJarThatDoesNotDeclareThemStayOut() throws IOException {
        Path whole = whole(jar("a.jar", Map.of("META-INF/versions/9/a/A.class", "later", "a/A.class", "a")));
        assertThat(Samples.entry(whole, "META-INF/versions/9/a/A.class")).isNull();
        assertThat(Samples.entry(whole, MANIFEST)).doesNotContain("Multi-Release");
    }

    @Test
    void twoDifferentFilesOfOneNameAreAnError() throws IOException {
        Path first = jar("a.jar", Map.of("a/A.class", "one"));
        Path same = jar("b.jar", Map.of("a/A.class", "one"));
        Path other = jar("c.jar", Map.of("a/A.class", "two"));
        assertThat(Samples.entry(whole(first, same), "a/A.class")).isEqualTo("one");
        assertThatThrownBy(() -> whole(first, other)).hasMessageContaining("a/A.class is in")
                .hasMessageContaining("c.jar");
    }

    @Test
    void equalPartsGiveEqualBytes() throws IOException {
        Path first = jar("a.jar", Map.of("a/A.class", "a", "x", "y"));
        Path second = jar("b.jar", Map.of("b/B.class", "b"));
        assertThat(whole(first, second)).hasSameBinaryContentAs(whole(second, first));
    }
}
