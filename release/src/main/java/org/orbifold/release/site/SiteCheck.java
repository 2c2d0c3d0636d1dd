package org.orbifold.release.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Reads the pages of a site as a browser does: links and pictures must exist, tables must be whole. */
final class SiteCheck {

    /** Markdown that became no table or no link. */
    private static final Pattern LEFT_OVER = Pattern.compile("\\|\\s*:?-{3,}|\\]\\((?!\\))");

    private final Path site;
    private final Map<Path, Document> pages = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private SiteCheck(Path site) {
        this.site = site;
    }

    /** The broken links, a line each. Javadoc pages are checked only as targets of others. */
    static List<String> problems(Path site) throws IOException {
        SiteCheck check = new SiteCheck(site.toAbsolutePath().normalize());
        try (Stream<Path> files = Files.walk(check.site)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".html"))
                    .filter(f -> !f.startsWith(check.site.resolve("api"))).sorted().toList()) {
                check.page(file);
            }
        }
        return check.problems;
    }

    private void page(Path file) throws IOException {
        Document page = read(file);
        for (Element link : page.select("a[href]")) {
            target(file, link.attr("href"));
        }
        for (Element needed : page.select("img[src], script[src]")) {
            target(file, needed.attr("src"));
        }
        for (Element needed : page.select("link[href]")) {
            target(file, needed.attr("href"));
        }
        for (Element table : page.select("table")) {
            table(file, table);
        }
        for (Element text : page.select("main p, main li, main td")) {
            if (LEFT_OVER.matcher(text.ownText()).find()) {
                problem(file, "Markdown in the text: " + text.ownText());
            }
        }
        if (page.select("main h1").size() != 1) {
            problem(file, "expected one main heading, found " + page.select("main h1").size());
        }
    }

    private void table(Path file, Element table) {
        int columns = table.select("thead th").size();
        if (columns == 0 || table.select("tbody tr").isEmpty()) {
            problem(file, "a table without heading or rows");
        }
        for (Element row : table.select("tbody tr")) {
            if (row.children().size() != columns) {
                problem(file, "a row of " + row.children().size() + " cells in a table of " + columns + ": "
                        + row.text());
            }
        }
    }

    private void target(Path file, String address) throws IOException {
        if (address.matches("[a-z]+:.*")) {
            return;
        }
        int hash = address.indexOf('#');
        String path = URLDecoder.decode(hash < 0 ? address : address.substring(0, hash), StandardCharsets.UTF_8);
        Path target = path.isEmpty() ? file : file.resolveSibling(path).normalize();
        if (!Files.isRegularFile(target)) {
            problem(file, "nothing at " + address);
        } else if (hash >= 0 && target.toString().endsWith(".html")) {
            String anchor = URLDecoder.decode(address.substring(hash + 1), StandardCharsets.UTF_8);
            if (read(target).getElementById(anchor) == null) {
                problem(file, "no heading at " + address);
            }
        }
    }

    private Document read(Path file) throws IOException {
        Document page = pages.get(file);
        if (page == null) {
            page = Jsoup.parse(file.toFile(), "UTF-8");
            pages.put(file, page);
        }
        return page;
    }

    private void problem(Path file, String what) {
        problems.add(site.relativize(file) + ": " + what);
    }
}
