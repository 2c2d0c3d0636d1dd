package org.orbifold.experiments.convergence;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.orbifold.pgm.file.WholeFile;

/**
 * A folder of finished runs, one JSON file each, written atomically. A file's name holds a digest of everything its
 * content
 * depends on but the clock, so that a change of any parameter or of the library's code makes a new file.
 */
final class RunStore {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DIGITS = 16;

    private final Path folder;

    RunStore(Path folder) {
        this.folder = folder;
    }

    /** The stored result under a name for a specification, if present. */
    <T> Optional<T> load(String name, String specification, Class<T> type) throws IOException {
        Path file = file(name, specification);
        return Files.exists(file) ? Optional.of(JSON.readValue(file.toFile(), type)) : Optional.empty();
    }

    /** Stores a finished thing. */
    void save(String name, String specification, Object finished) throws IOException {
        Files.createDirectories(file(name, specification).getParent());
        WholeFile.write(file(name, specification), out -> out.append(JSON.writeValueAsString(finished)));
    }

    /** Whether something is stored. */
    boolean has(String name, String specification) {
        return Files.exists(file(name, specification));
    }

    private Path file(String name, String specification) {
        return folder.resolve(name + "-" + digest(specification).substring(0, DIGITS) + ".json");
    }

    static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
