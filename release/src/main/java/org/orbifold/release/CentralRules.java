package org.orbifold.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * What Maven Central asks of a release (https://central.sonatype.org/publish/requirements): for each version of a
 * module a POM with all fields, jar, sources and Javadoc; for each file a signature, an MD5 and a SHA-1 checksum.
 */
final class CentralRules {

    private static final List<String> ADDITIONS = List.of(".asc", ".md5", ".sha1", ".sha256", ".sha512");
    private static final List<String> POM_FIELDS = List.of("groupId", "artifactId", "version", "name", "description",
            "url", "licenses/license/name", "licenses/license/url", "developers/developer/name", "scm/url",
            "scm/connection", "scm/developerConnection");

    private final Path folder;
    private final Signer signer;
    private final List<String> problems = new ArrayList<>();

    private CentralRules(Path folder, Signer signer) {
        this.folder = folder;
        this.signer = signer;
    }

    /** The violations in a staging folder, a sentence each; empty if Central accepts it. */
    static List<String> problems(Path folder, Signer signer) throws IOException {
        CentralRules rules = new CentralRules(folder, signer);
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        List<Path> originals = files.stream().filter(file -> ADDITIONS.stream().noneMatch(file.toString()::endsWith))
                .toList();
        for (Path file : originals) {
            rules.file(file);
        }
        List<Path> poms = originals.stream().filter(file -> file.toString().endsWith(".pom")).toList();
        rules.require(!poms.isEmpty(), folder, "there is a POM");
        for (Path pom : poms) {
            rules.pom(pom);
        }
        return rules.problems;
    }

    private void file(Path file) throws IOException {
        if (Files.exists(Signer.signature(file))) {
            require(signer.verifies(file), file, "the signature is that of the file");
        } else {
            require(false, file, "there is a signature");
        }
        for (String algorithm : List.of("MD5", "SHA-1")) {
            Path sum = file.resolveSibling(file.getFileName() + "."
                    + algorithm.replace("-", "").toLowerCase(Locale.ROOT));
            require(Files.exists(sum) && Files.readString(sum).equals(Checksum.of(algorithm, file)), file,
                    "the " + algorithm + " checksum is right");
        }
    }

    private void pom(Path pom) throws IOException {
        Element project;
        try {
            project = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile())
                    .getDocumentElement();
        } catch (SAXException | ParserConfigurationException e) {
            require(false, pom, "it is XML: " + e.getMessage());
            return;
        }
        for (String field : POM_FIELDS) {
            require(!text(project, field).isEmpty(), pom, "there is a " + field);
        }
        String version = text(project, "version");
        String base = text(project, "artifactId") + "-" + version;
        require(!version.endsWith("-SNAPSHOT"), pom, "the version is no snapshot");
        require(folder.relativize(pom).equals(Path.of(text(project, "groupId").replace('.', '/'),
                text(project, "artifactId"), version, base + ".pom")), pom, "it stands where its coordinates say");
        for (Node dependency : children(project, "dependencies").stream()
                .flatMap(list -> children(list, "dependency").stream()).toList()) {
            require(!text(dependency, "version").isEmpty(), pom, "each dependency has a version");
        }
        if (!text(project, "packaging").equals("pom")) {
            for (String ending : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                require(Files.exists(pom.resolveSibling(base + ending)), pom, "there is a " + base + ending);
            }
        }
    }

    private static List<Node> children(Node parent, String name) {
        List<Node> found = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeName().equals(name)) {
                found.add(child);
            }
        }
        return found;
    }

    private static String text(Node parent, String path) {
        Node at = parent;
        for (String name : path.split("/")) {
            List<Node> next = children(at, name);
            if (next.isEmpty()) {
                return "";
            }
            at = next.get(0);
        }
        return at.getTextContent().strip();
    }

    private void require(boolean holds, Path where, String rule) {
        if (!holds) {
            problems.add(folder.relativize(where) + ": not so: " + rule);
        }
    }
}
