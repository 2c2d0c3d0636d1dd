package org.orbifold.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages that promise something: README, CONTRIBUTING and the guide. */
final class Guide {

    /** The root of the repository; tests run in the folder of their module. */
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private Guide() {
    }

    /** All pages, README first. */
    static List<Page> pages() {
        List<Page> pages = new ArrayList<>();
        pages.add(Page.read(ROOT.resolve("README.md")));
        pages.add(Page.read(ROOT.resolve("CONTRIBUTING.md")));
        Path docs = ROOT.resolve("docs");
        try (Stream<Path> files = Files.walk(docs)) {
            files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.startsWith(docs.resolve("build")) && !file.startsWith(docs.resolve("src")))
                    .sorted().map(Page::read).forEach(pages::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pages;
    }

    /** A folder under the module's build folder, empty. */
    static Path freshFolder(String name) {
        try {
            Path folder = ROOT.resolve("docs/build/guide").resolve(name);
            if (Files.exists(folder)) {
                try (Stream<Path> old = Files.walk(folder)) {
                    for (Path path : old.sorted((a, b) -> b.compareTo(a)).toList()) {
                        Files.delete(path);
                    }
                }
            }
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
