package org.orbifold.release.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/**
 * The list of pages beside each page: the links of docs/README.md, under its headings (or paragraphs that end with a
 * colon), then the pages that it does not name, by folder.
 */
final class Navigation {

    /** An entry: a page and what the list calls it. */
    record Entry(String title, SourcePage page) { }

    private final Map<String, List<Entry>> sections = new LinkedHashMap<>();

    Navigation(Map<String, SourcePage> pages) {
        List<SourcePage> rest = new ArrayList<>(pages.values());
        SourcePage index = pages.get(SourcePage.INDEX);
        rest.remove(pages.get("README.md"));
        rest.remove(index);
        if (index != null) {
            collect(index, pages, rest);
        }
        for (SourcePage page : rest) {
            int slash = page.target().lastIndexOf('/');
            String folder = slash < 0 ? "More" : page.target().substring(0, slash);
            add(folder.substring(0, 1).toUpperCase(Locale.ROOT) + folder.substring(1), page.title(), page);
        }
    }

    private void collect(SourcePage index, Map<String, SourcePage> pages, List<SourcePage> rest) {
        String section = "Guide";
        for (Node node = index.tree().getFirstChild(); node != null; node = node.getNext()) {
            String text = SourcePage.text(node).strip();
            if (node instanceof Heading heading && heading.getLevel() > 1) {
                section = text;
            } else if (node instanceof Paragraph && text.endsWith(":")) {
                section = text.substring(0, text.length() - 1);
            }
            String under = section;
            node.accept(new AbstractVisitor() {
                @Override
                public void visit(Link link) {
                    SourcePage page = pages.get(LinkTarget.resolve(index.source(), link.getDestination()).path());
                    if (page != null && rest.remove(page)) {
                        add(under, titleOf(SourcePage.text(link), page), page);
                    }
                }
            });
        }
    }

    /** What a link calls a page, unless that is a word in a sentence or a file name. */
    private static String titleOf(String link, SourcePage page) {
        return Character.isUpperCase(link.codePointAt(0)) && !link.endsWith(".md") ? link : page.title();
    }

    private void add(String section, String title, SourcePage page) {
        sections.computeIfAbsent(section, key -> new ArrayList<>()).add(new Entry(title, page));
    }

    Map<String, List<Entry>> sections() {
        return sections;
    }

    /** The list as it stands beside a page. */
    String html(SourcePage here) {
        StringBuilder html = new StringBuilder();
        sections.forEach((section, entries) -> {
            html.append("<h2>").append(Site.escape(section)).append("</h2>\n<ul>\n");
            for (Entry entry : entries) {
                html.append("<li><a href=\"").append(here.up()).append(entry.page.target()).append('"')
                        .append(entry.page == here ? " aria-current=\"page\"" : "").append('>')
                        .append(Site.escape(entry.title)).append("</a></li>\n");
            }
            html.append("</ul>\n");
        });
        return html.toString();
    }
}
