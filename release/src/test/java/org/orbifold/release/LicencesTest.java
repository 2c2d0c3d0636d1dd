package org.orbifold.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Licences, table of components and SBOM. */
class LicencesTest {

    private static final String MIT = "<licenses><license><name>The MIT License</name>"
            + "<url>https://opensource.org/licenses/MIT</url></license></licenses>";

    @TempDir
    private Path folder;

    private Component component(String name, String pom, Map<String, String> entries) throws IOException {
        Path parent = Samples.pom(folder.resolve("parent.pom"), MIT);
        return new Component("com.example", name, "1.0", Samples.jar(folder.resolve(name + ".jar"), entries),
                List.of(Samples.pom(folder.resolve(name + ".pom"), pom), parent), List.of());
    }

    private Component program(Component... needed) throws IOException {
        return new Component("org.orbifold", "experiments", "0.2.0",
                Samples.jar(folder.resolve("program.jar"), Map.of()), List.of(),
                Arrays.stream(needed).map(Component::coordinates).toList());
    }

    @Test
    void readsTheTableOfTheBuildAndLeavesOutPlatforms() throws IOException {
        Path table = Files.writeString(folder.resolve("table.tsv"),
                "g\ta\t1\t/x/a.jar\t/x/a.pom|/x/p.pom\tg:b:2|g:c:3\n"
                + "g\tbom\t1\t\t/x/bom.pom\t\n");
        assertThat(Component.read(table)).containsExactly(new Component("g", "a", "1", Path.of("/x/a.jar"),
                List.of(Path.of("/x/a.pom"), Path.of("/x/p.pom")), List.of("g:b:2", "g:c:3")));
        Files.writeString(table, "g\ta\t1\n");
        assertThatThrownBy(() -> Component.read(table)).hasMessageContaining("expected 6 fields, found 3");
    }

    @Test
    void theNearestPomWithLicencesDecides() throws IOException {
        Component own = component("own", "<licenses><license><name>EPL-2.0</name></license><license>"
                + "<name>LGPL-2.1-only</name></license></licenses>", Map.of());
        Component inherits = component("inherits", "", Map.of());
        assertThat(Licence.of(own)).extracting(Licence::id).containsExactly("EPL-2.0", "LGPL-2.1-only");
        assertThat(Licence.of(inherits)).extracting(Licence::id).containsExactly("MIT");
    }

    @Test
    void unknownAndMissingLicencesAreErrors() throws IOException {
        Component unknown = component("unknown", "<licenses><license><name>Mine</name></license></licenses>", Map.of());
        assertThatThrownBy(() -> Licence.of(unknown)).hasMessageContaining("'Mine'").hasMessageContaining("IDS");
        Component none = new Component("com.example", "none", "1.0", unknown.jar(), List.of(), List.of());
        assertThatThrownBy(() -> Licence.of(none)).hasMessageContaining("names no licence");
    }

    @Test
    void textsComeFromTheJarOrTheFolder() throws IOException {
        Path apache = Files.writeString(folder.resolve("LICENSE"), "Apache");
        Path texts = Files.createDirectories(folder.resolve("texts"));
        Component with = component("with", "", Map.of("META-INF/LICENSE.txt", "theirs", "META-INF/NOTICE", "notice"));
        Component without = component("without", "", Map.of("META-INF/NOTICE", "notice"));
        Path out = Files.createDirectories(folder.resolve("out"));
        assertThatThrownBy(() -> new Licences(texts, apache).write(List.of(without), out))
                .hasMessageContaining("no text of [MIT]");
        Files.writeString(texts.resolve("com.example.txt"), "substitute");
        new Licences(texts, apache).write(List.of(program(), with, without), out);
        assertThat(out.resolve("licences/with/LICENSE.txt")).hasContent("theirs");
        assertThat(out.resolve("licences/with/NOTICE")).hasContent("notice");
        assertThat(out.resolve("licences/without/LICENSE.txt")).hasContent("substitute");
        assertThat(Files.readString(out.resolve("THIRD-PARTY.txt"))).contains("com.example:with:1.0: MIT")
                .doesNotContain("experiments");
    }

    @Test
    void theSbomKeepsTheRules() throws IOException {
        Component library = component("library", "", Map.of("A.class", "a"));
        List<Component> all = List.of(program(library), library);
        ObjectNode bom = Sbom.of(all);
        assertThat(SbomRules.problems(bom)).isEmpty();
        assertThat(bom).isEqualTo(Sbom.of(all));
        JsonNode found = bom.get("components").get(0);
        assertThat(found.get("purl").asText()).isEqualTo("pkg:maven/com.example/library@1.0?type=jar");
        assertThat(found.get("hashes").get(0).get("content").asText()).isEqualTo(Checksum.of("SHA-256", library.jar()));
        assertThat(bom.get("dependencies").get(0).get("dependsOn").get(0).asText())
                .isEqualTo(found.get("bom-ref").asText());
    }

    @Test
    void theRulesNoticeWhatIsMissing() throws IOException {
        Component library = component("library", "", Map.of());
        ObjectNode bom = Sbom.of(List.of(program(library), library));
        bom.put("serialNumber", "7");
        ((ObjectNode) bom.get("components").get(0)).remove("licenses");
        ((ObjectNode) bom.get("dependencies").get(1)).put("ref", "nothing");
        assertThat(SbomRules.problems(bom)).hasSize(3).anyMatch(p -> p.contains("UUID"))
                .anyMatch(p -> p.contains("library has a licence")).anyMatch(p -> p.contains("nothing"));
    }
}
