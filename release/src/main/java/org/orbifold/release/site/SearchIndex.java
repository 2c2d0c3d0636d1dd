package org.orbifold.release.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/**
 * What the search looks through: the sections of all pages, and the types of the API. It is a script, because pages
 * that are opened as files may load scripts but no data.
 */
final class SearchIndex {

    private final ArrayNode sections = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode types = JsonNodeFactory.instance.arrayNode();

    /** Adds the sections of a page: address, page, heading, words. */
    void add(SourcePage page) {
        Map<Node, String> anchors = Site.anchors(page.tree());
        StringBuilder words = new StringBuilder();
        String heading = page.title();
        String address = page.target();
        for (Node node = page.tree().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading one) {
                section(address, page.title(), heading, words);
                heading = SourcePage.text(one);
                address = page.target() + (one.getLevel() == 1 ? "" : "#" + anchors.get(one));
            } else {
                words(node, words);
            }
        }
        section(address, page.title(), heading, words);
    }

    private void section(String address, String title, String heading, StringBuilder words) {
        if (!words.isEmpty()) {
            sections.addArray().add(address).add(title).add(heading)
                    .add(words.toString().replaceAll("\\s+", " ").strip());
            words.setLength(0);
        }
    }

    private static void words(Node node, StringBuilder words) {
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(' ').append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(' ').append(code.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock code) {
                words.append(' ').append(code.getLiteral());
            }

            @Override
            public void visit(IndentedCodeBlock code) {
                words.append(' ').append(code.getLiteral());
            }
        });
    }

    /** Adds the types that javadoc lists for its own search. */
    void addTypes(Path api) throws IOException {
        Path list = api.resolve("type-search-index.js");
        if (Files.exists(list)) {
            String script = Files.readString(list);
            JsonNode found = new ObjectMapper().readTree(script.substring(script.indexOf('['),
                    script.lastIndexOf(']') + 1));
            for (JsonNode type : found) {
                if (type.has("p")) {
                    String file = type.get("p").asText().replace('.', '/') + "/" + type.get("l").asText() + ".html";
                    if (Files.exists(api.resolve(file))) {
                        types.addArray().add("api/" + file).add(type.get("p").asText()).add(type.get("l").asText());
                    }
                }
            }
        }
    }

    String script() {
        return "window.orbifoldSections = " + sections + ";\nwindow.orbifoldTypes = " + types + ";\n";
    }
}
