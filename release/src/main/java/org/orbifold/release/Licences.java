package org.orbifold.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The licences of the jars of others: a table, THIRD-PARTY.txt, and the texts, in a folder for each jar. Texts and
 * notices come from the jars; where a jar has none, from a folder of texts.
 */
final class Licences {

    private static final Pattern TEXT = Pattern.compile(
            "(?i)(?:.*/)?((?:licen[cs]e|notice|copying)(?:\\.(?:txt|md))?)");

    private final Path texts;
    private final Path apache;

    /** With a folder of texts, named by group or by SPDX identifier, and the text of our own licence. */
    Licences(Path texts, Path apache) {
        this.texts = texts;
        this.apache = apache;
    }

    /** Writes the table and the texts into a folder. */
    void write(List<Component> components, Path folder) throws IOException {
        List<String> lines = new ArrayList<>(List.of("Orbifold is under the Apache License 2.0 (LICENSE). It comes "
                + "with these libraries; their texts and notices are in the folder licences.", ""));
        for (Component component : components) {
            if (component.isOurs()) {
                continue;
            }
            List<Licence> licences = Licence.of(component);
            Path own = Files.createDirectories(folder.resolve("licences").resolve(component.name()));
            if (!copyTexts(component, own)) {
                substitute(component, licences, own);
            }
            lines.add(component.coordinates() + ": "
                    + licences.stream().map(Licence::id).collect(Collectors.joining(" or ")));
        }
        Files.writeString(folder.resolve("THIRD-PARTY.txt"), String.join("\n", lines) + "\n");
    }

    /** Copies licence and notice out of the jar; whether there is a licence. */
    private static boolean copyTexts(Component component, Path to) throws IOException {
        boolean found = false;
        try (JarFile jar = new JarFile(component.jar().toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                var name = TEXT.matcher(entry.getName());
                if (!entry.isDirectory() && name.matches()) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.write(to.resolve(name.group(1)), in.readAllBytes());
                    }
                    found |= !name.group(1).toLowerCase(Locale.ROOT).startsWith("notice");
                }
            }
        }
        return found;
    }

    /** The text that the project publishes elsewhere than in its jar, or the common text of its licence. */
    private void substitute(Component component, List<Licence> licences, Path to) throws IOException {
        Path own = texts.resolve(component.group() + ".txt");
        Path text = Files.exists(own) ? own : licences.stream().map(this::common).filter(Files::exists).findFirst()
                .orElseThrow(() -> new IOException(component.coordinates() + ": no text of "
                        + licences.stream().map(Licence::id).toList() + " in its jar; put one into " + texts));
        Files.copy(text, to.resolve("LICENSE.txt"));
    }

    private Path common(Licence licence) {
        return licence.id().equals(Licence.OURS.id()) ? apache : texts.resolve(licence.id() + ".txt");
    }
}
