package org.orbifold.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** What the build has written down for the tests of the guide (task {@code guideFacts}). */
final class BuildFacts {

    /** All tasks, by name and by path. */
    static final Path TASKS = Guide.ROOT.resolve("docs/build/gradle-tasks.txt");

    private static final Path FACTS = Guide.ROOT.resolve("docs/build/guide.properties");

    private BuildFacts() {
    }

    static Set<String> taskNames() {
        try {
            return new TreeSet<>(Files.readAllLines(TASKS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String fact(String key) {
        Properties facts = new Properties();
        try (var in = Files.newBufferedReader(FACTS)) {
            facts.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return facts.getProperty(key);
    }

    static String version() {
        return fact("version");
    }

    /** A Maven repository with the modules as they would be published. */
    static Path repository() {
        return Path.of(fact("repository"));
    }

    /** The installation of the running Gradle; its program need not exist. */
    static Path gradle() {
        return Path.of(fact("gradleHome"), "bin", "gradle");
    }
}
