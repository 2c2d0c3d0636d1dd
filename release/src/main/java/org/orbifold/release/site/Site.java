package org.orbifold.release.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/** Makes the site: every Markdown file of the guide as a page, a search over them, and the API documentation. */
public final class Site {

    private static final String SOURCES = "https://github.com/orbifold/orbifold/blob/v";

    private final Path root;
    private final Path out;
    private final String version;
    private final Map<String, SourcePage> pages;
    private final Navigation navigation;
    private final String template = resource("page.html");

    private Site(Path root, Path out, String version) throws IOException {
        this.root = root;
        this.out = out;
        this.version = version;
        this.pages = SourcePage.read(root);
        this.navigation = new Navigation(pages);
    }

    /**
     * Makes and checks the site.
     *
     * @param args the repository, the folder of the site, the version, the folder of the API documentation
     * @throws IOException if a file cannot be read or written, or a link or table of a page is broken
     */
    public static void main(String[] args) throws IOException {
        Path out = Path.of(args[1]);
        write(Path.of(args[0]), out, args[2], Path.of(args[3]));
        List<String> problems = SiteCheck.problems(out);
        if (!problems.isEmpty()) {
            throw new IOException("the site is broken:\n  " + String.join("\n  ", problems));
        }
        System.out.println(out.resolve("index.html"));
    }

    static void write(Path root, Path out, String version, Path api) throws IOException {
        empty(out);
        Site site = new Site(root, out, version);
        SearchIndex index = new SearchIndex();
        for (SourcePage page : site.pages.values()) {
            Path file = out.resolve(page.target());
            Files.createDirectories(file.getParent());
            Files.writeString(file, site.html(page));
            index.add(page);
        }
        if (Files.exists(api)) {
            copy(api, out.resolve("api"));
            index.addTypes(api);
        }
        Files.writeString(out.resolve("search-index.js"), index.script());
        for (String name : List.of("site.css", "site.js")) {
            Files.writeString(out.resolve(name), resource(name));
        }
    }

    private String html(SourcePage page) throws IOException {
        Map<Node, String> anchors = anchors(page.tree());
        AttributeProvider attributes = (node, tag, map) -> {
            if (node instanceof Heading) {
                map.put("id", anchors.get(node));
            }
        };
        redirect(page);
        // Wide tables scroll inside of a box. Options with alternatives, a|b|c, may break after each.
        HtmlRenderer renderer = HtmlRenderer.builder().extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> attributes).build();
        StringBuilder body = new StringBuilder();
        for (Node node = page.tree().getFirstChild(); node != null; node = node.getNext()) {
            String part = renderer.render(node);
            body.append(node instanceof TableBlock
                    ? "<div class=\"wide\">\n" + part.replace("|", "|<wbr>") + "</div>\n" : part);
        }
        return template.replace("{title}", escape(page.title())).replace("{version}", escape(version))
                .replace("{up}", page.up()).replace("{nav}", navigation.html(page))
                .replace("{contents}", contents(page, anchors)).replace("{body}", body);
    }

    /** The headings of a page, as a list of links, if there are several. */
    private static String contents(SourcePage page, Map<Node, String> anchors) {
        StringBuilder list = new StringBuilder();
        int count = 0;
        for (Node node = page.tree().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() == 2) {
                list.append("<li><a href=\"#").append(anchors.get(node)).append("\">")
                        .append(escape(shortened(SourcePage.text(node)))).append("</a></li>\n");
                count++;
            }
        }
        return count < 2 ? "" : "<aside><h2>On this page</h2>\n<ul>\n" + list + "</ul></aside>\n";
    }

    /** A heading without the options of a command in it. */
    private static String shortened(String heading) {
        return heading.replaceFirst(" (\\[.*|--.*)$", "");
    }

    /** Anchors of headings; equal headings get numbers, as viewers do it. */
    static Map<Node, String> anchors(Node tree) {
        Map<Node, String> anchors = new HashMap<>();
        Map<String, Integer> used = new HashMap<>();
        tree.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String anchor = SourcePage.anchor(SourcePage.text(heading));
                int before = used.merge(anchor, 1, Integer::sum) - 1;
                anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
            }
        });
        return anchors;
    }

    /** Lets links lead to pages of the site, pictures to copies, and other files to the sources of this version. */
    private void redirect(SourcePage page) throws IOException {
        Map<String, Path> pictures = new HashMap<>();
        page.tree().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(destination(page, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                LinkTarget target = LinkTarget.resolve(page.source(), image.getDestination());
                if (!target.path().isEmpty()) {
                    String place = target.path().replaceFirst("^docs/", "");
                    pictures.put(place, root.resolve(target.path()));
                    image.setDestination(page.up() + place);
                }
            }
        });
        for (Map.Entry<String, Path> picture : pictures.entrySet()) {
            Path copy = out.resolve(picture.getKey());
            Files.createDirectories(copy.getParent());
            Files.copy(picture.getValue(), copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private String destination(SourcePage page, String destination) {
        LinkTarget target = LinkTarget.resolve(page.source(), destination);
        if (target.path().isEmpty()) {
            return destination;
        }
        SourcePage other = pages.get(target.path());
        if (other == null) {
            other = pages.get(target.path() + "/README.md");
        }
        if (other != null) {
            return page.up() + other.target() + target.fragment();
        }
        // A link that leads nowhere stays as it is, for the check to see.
        return Files.exists(root.resolve(target.path())) ? SOURCES + version + "/" + target.path() : destination;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Site.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private static void empty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(folder);
    }
}
