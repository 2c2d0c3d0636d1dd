package org.orbifold.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A jar of the distribution.
 *
 * @param group        its group
 * @param name         its name
 * @param version      its version
 * @param jar          the file
 * @param poms         its POM and those of its parents, the nearest first; none for our own
 * @param dependencies what it needs, as {@code group:name:version}
 */
record Component(String group, String name, String version, Path jar, List<Path> poms, List<String> dependencies) {

    private static final int FIELDS = 6;

    /** Reads the table that the task {@code shippedJars} writes; platforms, which have no jar, are left out. */
    static List<Component> read(Path table) throws IOException {
        List<Component> components = new ArrayList<>();
        for (String line : Files.readAllLines(table)) {
            String[] fields = line.split("\t", -1);
            if (fields.length != FIELDS) {
                throw new IOException(table + ": expected " + FIELDS + " fields, found " + fields.length + ": " + line);
            }
            if (!fields[3].isEmpty()) {
                components.add(new Component(fields[0], fields[1], fields[2], Path.of(fields[3]),
                        list(fields[4]).stream().map(Path::of).toList(), list(fields[5])));
            }
        }
        return components;
    }

    private static List<String> list(String field) {
        return field.isEmpty() ? List.of() : Arrays.asList(field.split("\\|"));
    }

    /** Whether it is built here. */
    boolean isOurs() {
        return group.equals("org.orbifold");
    }

    String coordinates() {
        return group + ":" + name + ":" + version;
    }

    /** The package URL of a Maven artifact. */
    static String packageUrl(String coordinates) {
        String[] parts = coordinates.split(":");
        return "pkg:maven/" + parts[0] + "/" + parts[1] + "@" + parts[2] + "?type=jar";
    }
}
