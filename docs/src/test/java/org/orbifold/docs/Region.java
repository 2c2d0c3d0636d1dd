package org.orbifold.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A marked part of a source file: the lines between one with {@code region NAME} and the next with
 * {@code end region}, both in comments, without their common indentation.
 */
final class Region {

    private Region() {
    }

    static List<String> of(Path file, String name) {
        Pattern begin = Pattern.compile("\\W*\\bregion " + Pattern.quote(name) + "\\b\\W*");
        Pattern end = Pattern.compile("\\W*\\bend region\\b\\W*");
        List<String> found = null;
        try {
            for (String line : Files.readAllLines(file)) {
                if (found == null) {
                    found = begin.matcher(line).matches() ? new ArrayList<>() : null;
                } else if (end.matcher(line).matches()) {
                    return unindented(found);
                } else {
                    found.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(file + " has no region '" + name + "' with an end");
    }

    private static List<String> unindented(List<String> lines) {
        int indent = lines.stream().filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length()).min().orElse(0);
        return lines.stream().map(line -> line.isBlank() ? "" : line.substring(indent)).toList();
    }
}
