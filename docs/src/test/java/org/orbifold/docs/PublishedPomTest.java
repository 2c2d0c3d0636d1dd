package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What an importer of a module gets: its POM, its jars, and their module names. */
class PublishedPomTest {

    private static final String FASTUTIL = "it.unimi.dsi:fastutil-core runtime";
    private static final String SAT4J = "org.ow2.sat4j:org.ow2.sat4j.core runtime";
    private static final String SLF4J = "org.slf4j:slf4j-api runtime";
    private static final String EJML = "org.ejml:ejml-ddense runtime";
    private static final String DETECT = "org.orbifold:symmetry-detect compile";

    /** Types of the modules in a compile scope appear in public signatures; the other libraries do not. */
    private static final Map<String, List<String>> DEPENDENCIES = new TreeMap<>(Map.ofEntries(
            Map.entry("pgm-core", List.of(FASTUTIL, SAT4J, SLF4J)),
            Map.entry("first-order", List.of("org.orbifold:markov-logic compile", SLF4J)),
            Map.entry("markov-logic", List.of("org.orbifold:pgm-core compile", FASTUTIL, SLF4J)),
            Map.entry("perm-group", List.of(FASTUTIL, SLF4J)),
            Map.entry("graph-automorphisms", List.of("org.orbifold:perm-group compile", FASTUTIL, SLF4J)),
            Map.entry("symmetry-detect", List.of("org.orbifold:pgm-core compile",
                    "org.orbifold:graph-automorphisms compile", FASTUTIL, SLF4J)),
            Map.entry("heuristics", List.of(DETECT, FASTUTIL, SLF4J)),
            Map.entry("lifted", List.of("org.orbifold:pgm-core compile", "org.orbifold:perm-group runtime",
                    FASTUTIL, SLF4J)),
            Map.entry("mcmc", List.of(DETECT, "org.orbifold:heuristics compile", EJML, FASTUTIL, SLF4J)),
            Map.entry("inference", List.of("org.orbifold:mcmc compile", "org.orbifold:lifted runtime", FASTUTIL,
                    SLF4J)),
            Map.entry("learning", List.of("org.orbifold:markov-logic compile", "org.orbifold:inference compile",
                    "org.orbifold:first-order runtime", "org.orbifold:lifted runtime", FASTUTIL, SLF4J))));

    private static Path file(String module, String suffix) {
        return BuildFacts.repository().resolve("org/orbifold").resolve(module).resolve(BuildFacts.version())
                .resolve(module + "-" + BuildFacts.version() + suffix);
    }

    private static String text(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    private static Document pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file(module, ".pom").toFile());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pgm-core", "markov-logic", "perm-group", "graph-automorphisms", "symmetry-detect",
        "heuristics", "lifted", "first-order", "mcmc", "inference", "learning"})
    void dependenciesAreThese(String module) throws Exception {
        NodeList found = pom(module).getElementsByTagName("dependency");
        TreeSet<String> dependencies = new TreeSet<>();
        for (int i = 0; i < found.getLength(); i++) {
            Element dependency = (Element) found.item(i);
            dependencies.add(text(dependency, "groupId") + ":" + text(dependency, "artifactId") + " "
                    + text(dependency, "scope"));
            if (text(dependency, "groupId").equals("org.orbifold")) {
                assertThat(text(dependency, "version")).isEqualTo(BuildFacts.version());
            }
        }
        // Nullness reaches the compilers of importers.
        assertThat(dependencies.remove("org.jspecify:jspecify compile")).isTrue();
        assertThat(dependencies).containsExactlyInAnyOrderElementsOf(DEPENDENCIES.get(module));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pgm-core", "markov-logic", "perm-group", "graph-automorphisms", "symmetry-detect",
        "heuristics", "lifted", "first-order", "mcmc", "inference", "learning", "experiments"})
    void saysWhatItIs(String module) throws Exception {
        Element project = pom(module).getDocumentElement();
        assertThat(text(project, "description")).isNotBlank();
        assertThat(text(project, "license")).contains("Apache-2.0");
        assertThat(text(project, "url")).startsWith("https://");
        assertThat(text(project, "connection")).startsWith("scm:git:https://");
        assertThat(text(project, "developer")).isNotBlank();
        for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
            try (JarFile jar = new JarFile(file(module, suffix).toFile())) {
                assertThat(jar.getEntry("META-INF/LICENSE")).as(suffix).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"pgm-core,org.orbifold.pgm", "markov-logic,org.orbifold.logic", "perm-group,org.orbifold.group",
        "graph-automorphisms,org.orbifold.graph", "symmetry-detect,org.orbifold.symmetry",
        "heuristics,org.orbifold.heuristics", "lifted,org.orbifold.lifted",
        "first-order,org.orbifold.firstorder", "mcmc,org.orbifold.mcmc",
        "inference,org.orbifold.inference", "learning,org.orbifold.learning",
        "experiments,org.orbifold.experiments"})
    void isAModuleThatHoldsItsPackages(String module, String name) throws Exception {
        ModuleDescriptor descriptor = ModuleFinder.of(file(module, ".jar")).find(name).orElseThrow().descriptor();
        assertThat(descriptor.isAutomatic()).isFalse();
        assertThat(descriptor.packages()).isNotEmpty().allMatch(found -> (found + ".").startsWith(name + "."));
    }

    @Test
    void versionsInThePagesAreThatOfTheBuild() throws Exception {
        String citation = Files.readString(Guide.ROOT.resolve("CITATION.cff"));
        assertThat(citation).contains("version: " + BuildFacts.version());
        assertThat(Files.readString(Guide.ROOT.resolve("CHANGELOG.md"))).contains("## [" + BuildFacts.version() + "] - "
                + citation.replaceFirst("(?s).*date-released: (\\S+).*", "$1") + "\n");
        assertThat(Files.readString(Guide.ROOT.resolve("README.md"))).contains(":" + BuildFacts.version() + "'",
                "<version>" + BuildFacts.version() + "</version>");
        for (String example : ConsumerTest.EXAMPLES) {
            Path folder = Guide.ROOT.resolve("docs/examples").resolve(example);
            assertThat(Files.readString(folder.resolve("pom.xml"))).contains(">" + BuildFacts.version() + "<");
            assertThat(Files.readString(folder.resolve("build.gradle"))).contains(":" + BuildFacts.version() + "'");
        }
    }
}
