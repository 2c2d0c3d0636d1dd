package org.orbifold.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A licence that a POM names.
 *
 * @param id  its SPDX identifier
 * @param url where it is published; may be empty
 */
record Licence(String id, String url) {

    static final Licence OURS = new Licence("Apache-2.0", "https://www.apache.org/licenses/LICENSE-2.0.txt");

    /** SPDX identifiers by a part of the names and addresses, in small letters, that POMs use for them. */
    private static final Map<String, String> IDS = Map.of("apache.org/licenses/license-2.0", "Apache-2.0",
            "apache-2.0", "Apache-2.0", "epl-2.0", "EPL-2.0", "epl-v20", "EPL-2.0", "epl-v10", "EPL-1.0",
            "lgpl-2.1", "LGPL-2.1-only",
            "bsd-3-clause", "BSD-3-Clause", "opensource.org/licenses/mit", "MIT", "opensource.org/license/mit", "MIT");

    /** The licences of a component: those of the first POM that names some. */
    static List<Licence> of(Component component) throws IOException {
        if (component.isOurs()) {
            return List.of(OURS);
        }
        for (Path pom : component.poms()) {
            List<Licence> found = read(pom);
            if (!found.isEmpty()) {
                return found;
            }
        }
        throw new IOException(component.coordinates() + " names no licence in " + component.poms());
    }

    private static List<Licence> read(Path pom) throws IOException {
        Element project;
        try {
            project = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile())
                    .getDocumentElement();
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(pom + ": " + e.getMessage(), e);
        }
        return children(project).stream().filter(node -> node.getNodeName().equals("licenses"))
                .flatMap(node -> children(node).stream()).filter(node -> node.getNodeName().equals("license"))
                .map(node -> of(text(node, "name"), text(node, "url"), pom)).toList();
    }

    /** The identifier, by the POM's name for the licence or its address. */
    private static Licence of(String name, String url, Path pom) {
        String both = (name + " " + url).toLowerCase(Locale.ROOT);
        String id = name.equals("MIT") ? name : IDS.entrySet().stream()
                .filter(entry -> both.contains(entry.getKey())).map(Map.Entry::getValue).findFirst().orElseThrow(
                        () -> new IllegalArgumentException(pom + ": no SPDX identifier is known for the licence '"
                                + name + "' (" + url + "); add it to Licence.IDS"));
        return new Licence(id, url);
    }

    private static List<Node> children(Node parent) {
        NodeList list = parent.getChildNodes();
        return IntStream.range(0, list.getLength()).mapToObj(list::item).toList();
    }

    private static String text(Node parent, String name) {
        return children(parent).stream().filter(node -> node.getNodeName().equals(name))
                .map(node -> node.getTextContent().strip()).findFirst().orElse("");
    }
}
