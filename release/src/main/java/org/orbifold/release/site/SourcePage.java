package org.orbifold.release.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A page of Markdown.
 *
 * @param source where it stands, relative to the repository, with slashes
 * @param target where its page stands in the site, with slashes
 * @param title  its first heading
 * @param tree   what it says
 */
record SourcePage(String source, String target, String title, Node tree) {

    static final String INDEX = "docs/README.md";
    private static final List<String> AT_THE_ROOT = List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md");
    /** Remarks for the tests of the guide. */
    private static final Pattern REMARK = Pattern.compile("(?m)^<!--.*-->$\\n?");
    private static final Parser PARSER = Parser.builder().extensions(List.of(TablesExtension.create())).build();

    /** All pages of a repository by their sources: those at its root and every Markdown file under docs. */
    static Map<String, SourcePage> read(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : AT_THE_ROOT) {
            if (Files.exists(root.resolve(name))) {
                files.add(root.resolve(name));
            }
        }
        try (Stream<Path> all = Files.walk(root.resolve("docs"))) {
            all.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !root.relativize(file).toString().matches("docs[/\\\\](build|src)[/\\\\].*"))
                    .sorted().forEach(files::add);
        }
        Map<String, SourcePage> pages = new LinkedHashMap<>();
        Map<String, String> targets = new LinkedHashMap<>();
        for (Path file : files) {
            String source = root.relativize(file).toString().replace('\\', '/');
            Node tree = PARSER.parse(REMARK.matcher(Files.readString(file)).replaceAll(""));
            SourcePage page = new SourcePage(source, target(source), titleOf(tree, source), tree);
            String before = targets.put(page.target, source);
            if (before != null) {
                throw new IOException(before + " and " + source + " would both be the page " + page.target);
            }
            pages.put(source, page);
        }
        return pages;
    }

    private static String target(String source) {
        if (source.equals("README.md")) {
            return "index.html";
        }
        if (source.equals(INDEX)) {
            return "guide.html";
        }
        String inside = source.replaceFirst("^docs/", "").replaceFirst("(^|/)README\\.md$", "$1index.md");
        String file = inside.replaceFirst("\\.md$", ".html");
        return source.startsWith("docs/") ? file : file.toLowerCase(Locale.ROOT);
    }

    private static String titleOf(Node tree, String source) {
        for (Node node = tree.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                return text(node);
            }
        }
        return source;
    }

    /** The words inside a node. */
    static String text(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                words.append(' ');
            }
        });
        return words.toString();
    }

    /** The anchor that Markdown viewers make of a heading. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "").replace(' ', '-');
    }

    /** The way from this page's folder to the root of the site. */
    String up() {
        return target.chars().filter(c -> c == '/').mapToObj(c -> "../").collect(Collectors.joining());
    }
}
