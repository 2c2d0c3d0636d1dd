package org.orbifold.experiments.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Properties;
import org.orbifold.experiments.convergence.CodeFingerprint;

/**
 * Where results come from.
 *
 * @param command  the command line
 * @param settings how long, how often, from which seed
 * @param version  the version of Orbifold
 * @param code     a fingerprint of the library's classes
 * @param java     the JVM
 * @param system   the operating system
 * @param machine  processors and memory
 * @param written  when the report was written
 * @param <S>      what the settings are
 */
public record Manifest<S extends Record>(List<String> command, S settings, String version, String code,
        String java, String system, String machine, String written) {

    /**
     * The manifest of this JVM.
     *
     * @param command  the command line
     * @param settings how long, how often, from which seed
     * @param <S>      what the settings are
     * @return the manifest
     * @throws IOException if the library's own code cannot be read
     */
    public static <S extends Record> Manifest<S> of(List<String> command, S settings) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        return new Manifest<>(List.copyOf(command), settings, readVersion(), CodeFingerprint.ofLibrary(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                runtime.availableProcessors() + " processors, " + runtime.maxMemory() / (1 << 20) + " MiB heap",
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static String readVersion() {
        Properties properties = new Properties();
        try (InputStream in = Manifest.class.getResourceAsStream("/orbifold.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
