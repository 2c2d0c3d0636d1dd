package org.orbifold.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A marked part of a Java source: the lines between one with {@code region NAME} and the next with
 * {@code end region}, both in comments, without their common indentation. Imports of the file whose classes the region
 * names come first, so that a reader can run what he copies.
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
                    return withImports(file, unindented(found));
                } else {
                    found.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(file + " has no region '" + name + "' with an end");
    }

    /** The imports of our own classes and of static methods that the lines use, then the lines. */
    private static List<String> withImports(Path file, List<String> lines) throws IOException {
        Pattern imported = Pattern.compile("import (?:static )?(org\\.orbifold|java)\\.[\\w.]*\\.(\\w+);");
        String text = String.join("\n", lines);
        List<String> result = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Matcher matcher = imported.matcher(line);
            if (matcher.matches() && !lines.contains(line)
                    && Pattern.compile("\\b" + matcher.group(2) + "\\b").matcher(text).find()) {
                result.add(line);
            }
        }
        if (!result.isEmpty()) {
            result.add("");
        }
        result.addAll(lines);
        return result;
    }

    private static List<String> unindented(List<String> lines) {
        int indent = lines.stream().filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length()).min().orElse(0);
        return lines.stream().map(line -> line.isBlank() ? "" : line.substring(indent)).toList();
    }
}
