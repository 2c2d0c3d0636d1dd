package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code in the pages is a region of a source that the build compiles and runs. */
class SnippetTest {

    static Stream<Page> pages() {
        return Guide.pages().stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void codeIsThatOfTheSources(Page page) {
        for (Page.Block block : page.blocks()) {
            Matcher snippet = block.snippet();
            if (snippet.matches()) {
                assertThat(block.lines())
                        .as(page.at(block) + " differs from its source; ./gradlew :docs:updateGuide copies it")
                        .isEqualTo(Region.of(Guide.ROOT.resolve(snippet.group(1)), snippet.group(2)));
            } else {
                assertThat(block.language()).as(page.at(block) + ": <!-- snippet: FILE#REGION --> is missing before it")
                        .isNotIn("java", "xml", "groovy");
            }
        }
    }

    @Test
    void thereAreSnippets() {
        assertThat(pages().flatMap(page -> page.blocks().stream()).filter(block -> block.snippet().matches()).count())
                .isGreaterThan(8);
    }
}
