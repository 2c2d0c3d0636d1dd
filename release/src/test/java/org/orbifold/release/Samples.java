package org.orbifold.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small jars and POMs. */
final class Samples {

    static Path jar(Path file, Map<String, String> entries) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    static String manifest(String... lines) {
        return "Manifest-Version: 1.0\n" + String.join("\n", lines) + "\n";
    }

    static Path pom(Path file, String inside) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "<project>" + inside + "</project>");
    }

    static String entry(Path jar, String name) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(name);
            return entry == null ? null : new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Samples() { }
}
