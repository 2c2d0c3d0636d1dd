package org.orbifold.release;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * One jar of many that {@code java -jar} runs. Lists of services are joined, signatures and module descriptors are left
 * out, classes for later Java versions are kept, and two different files of one name are an error. Entries are
 * sorted and have a fixed time, so that equal jars give equal bytes.
 */
final class RunnableJar {

    private static final String MANIFEST = JarFile.MANIFEST_NAME;
    private static final Pattern SERVICE = Pattern.compile("META-INF/services/[^/]+");
    /** Signatures of the parts do not hold for the whole; it is no module; licences are gathered elsewhere. */
    private static final Pattern LEFT_OUT = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)|META-INF/INDEX\\.LIST"
            + "|(META-INF/versions/\\d+/)?module-info\\.class|META-INF/(LICEN[CS]E|NOTICE|DEPENDENCIES)(\\.(txt|md))?"
            + "|META-INF/(maven/(?!org\\.webjars).*|proguard/.*|native-image/.*)");
    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/\\d+/.+");
    /** The first time that a zip file can hold. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Map<String, byte[]> entries = new TreeMap<>();
    private final Map<String, Path> origins = new TreeMap<>();
    private boolean versioned;

    /** Adds all files of a jar. */
    void add(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            boolean many = manifest != null
                    && Boolean.parseBoolean(manifest.getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE));
            for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
                String name = entry.getName();
                boolean later = VERSIONED.matcher(name).matches();
                if (!entry.isDirectory() && !name.equals(MANIFEST) && !LEFT_OUT.matcher(name).matches()
                        && (many || !later)) {
                    try (InputStream in = file.getInputStream(entry)) {
                        put(name, in.readAllBytes(), jar);
                    }
                    versioned |= later;
                }
            }
        }
    }

    /** Adds all files of a folder, under a name. */
    void add(Path folder, String under) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                put(under + folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file), file);
            }
        }
    }

    /** Adds a file under a name. */
    void addFile(Path file, String name) throws IOException {
        put(name, Files.readAllBytes(file), file);
    }

    private void put(String name, byte[] content, Path from) throws IOException {
        byte[] before = entries.get(name);
        if (before == null) {
            entries.put(name, content);
            origins.put(name, from);
        } else if (SERVICE.matcher(name).matches()) {
            entries.put(name, joined(before, content));
        } else if (!Arrays.equals(before, content)) {
            throw new IOException(name + " is in " + origins.get(name) + " and, different, in " + from);
        }
    }

    private static byte[] joined(byte[] before, byte[] content) {
        List<String> lines = new ArrayList<>(new String(before, StandardCharsets.UTF_8).lines().toList());
        new String(content, StandardCharsets.UTF_8).lines().filter(line -> !lines.contains(line)).forEach(lines::add);
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the jar. */
    void write(Path jar, String mainClass, String version) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, mainClass);
        attributes.put(Attributes.Name.IMPLEMENTATION_TITLE, "Orbifold");
        attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        if (versioned) {
            attributes.put(Attributes.Name.MULTI_RELEASE, "true");
        }
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        manifest.write(first);
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(jar));
                ZipOutputStream out = new ZipOutputStream(file)) {
            write(out, MANIFEST, first.toByteArray());
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                write(out, entry.getKey(), entry.getValue());
            }
        }
    }

    private static void write(ZipOutputStream out, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
