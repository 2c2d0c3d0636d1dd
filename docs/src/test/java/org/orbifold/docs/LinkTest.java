package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between the pages lead somewhere, and the index knows all pages. */
class LinkTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    static Stream<Page> pages() {
        return Guide.pages().stream();
    }

    private static Stream<String> targets(Page page) {
        return page.lines().stream().flatMap(line -> LINK.matcher(line).results().map(result -> result.group(1)))
                .filter(target -> !target.matches("https?:.*"));
    }

    /** The anchors that Markdown viewers make of headings. */
    private static Set<String> anchors(Path file) {
        return Page.read(file).lines().stream().filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(Page page) {
        targets(page).forEach(target -> {
            Matcher parts = Pattern.compile("([^#]*)(?:#(.*))?").matcher(target);
            assertThat(parts.matches()).isTrue();
            Path file = parts.group(1).isEmpty() ? page.file() : page.file().resolveSibling(parts.group(1)).normalize();
            assertThat(file).as(page.name() + " -> " + target).exists();
            if (parts.group(2) != null) {
                assertThat(anchors(file)).as(page.name() + " -> " + target).contains(parts.group(2));
            }
        });
    }

    @Test
    void theIndexKnowsAllPages() {
        Page index = Page.read(Guide.ROOT.resolve("docs/README.md"));
        Set<String> linked = targets(index).collect(Collectors.toSet());
        pages().filter(page -> page.name().startsWith("docs/") && !page.name().equals(index.name()))
                .map(page -> index.file().getParent().relativize(page.file()).toString())
                .forEach(path -> assertThat(linked).contains(path));
    }

    @Test
    void picturesAreUsed() throws Exception {
        Set<String> used = pages().flatMap(LinkTest::targets).map(target -> target.replaceFirst(".*/", ""))
                .collect(Collectors.toSet());
        try (Stream<Path> pictures = Files.list(Guide.ROOT.resolve("docs/images"))) {
            pictures.forEach(picture -> assertThat(used).contains(picture.getFileName().toString()));
        }
    }
}
