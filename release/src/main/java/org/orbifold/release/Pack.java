package org.orbifold.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes what the distribution has beside launcher and jars. The task {@code distribution} runs it. */
public final class Pack {

    private static final String MAIN = "org.orbifold.experiments.cli.Main";

    /**
     * Runs one of the steps.
     *
     * <ul>
     * <li>{@code extras TABLE TEXTS LICENSE FOLDER}: THIRD-PARTY.txt, the licences and sbom.json into a folder
     * <li>{@code jar TABLE EXTRAS LICENSE VERSION JAR}: the runnable jar
     * <li>{@code checksums FOLDER}: SHA256SUMS of the files in a folder
     * <li>{@code check FOLDER VERSION WORK}: unpacks and runs them
     * </ul>
     *
     * @param args the step and its arguments
     * @throws IOException          if a file cannot be read or written, or a check fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        switch (args[0]) {
            case "extras" -> extras(Path.of(args[1]), Path.of(args[2]), Path.of(args[3]), Path.of(args[4]));
            case "jar" -> jar(Path.of(args[1]), Path.of(args[2]), Path.of(args[3]), args[4], Path.of(args[5]));
            case "checksums" -> checksums(Path.of(args[1]));
            case "check" -> new DistributionCheck(Path.of(args[1]), args[2], Path.of(args[3])).run();
            default -> throw new IllegalArgumentException("step " + args[0]
                    + ": expected extras, jar, checksums or check");
        }
    }

    private static void extras(Path table, Path texts, Path licence, Path folder) throws IOException {
        empty(folder);
        List<Component> components = Component.read(table);
        new Licences(texts, licence).write(components, folder);
        Sbom.write(components, folder.resolve("sbom.json"));
    }

    private static void jar(Path table, Path extras, Path licence, String version, Path jar) throws IOException {
        RunnableJar whole = new RunnableJar();
        for (Component component : Component.read(table)) {
            whole.add(component.jar());
        }
        whole.add(extras, "META-INF/orbifold/");
        whole.addFile(licence, "META-INF/orbifold/LICENSE");
        Files.createDirectories(jar.getParent());
        whole.write(jar, MAIN, version);
    }

    /** As {@code sha256sum} writes them, so that {@code sha256sum -c SHA256SUMS} checks them. */
    static void checksums(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.endsWith("SHA256SUMS")) {
                    lines.add(Checksum.of("SHA-256", file) + "  " + file.getFileName());
                }
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), String.join("\n", lines) + "\n");
    }

    /** Makes a folder that holds nothing. */
    static void empty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(folder);
    }

    private Pack() { }
}
