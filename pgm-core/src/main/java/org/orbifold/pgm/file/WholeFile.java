package org.orbifold.pgm.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

/** Writes a file whole or not at all: beside its place first, then moved there in one step. */
public final class WholeFile {

    private static final int BUFFER_SIZE = 1 << 16;
    private static final AtomicLong COUNTER = new AtomicLong();

    /** What writes the content. */
    public interface Content {

        /**
         * Writes the whole content.
         *
         * @param out where to write it; closed by the caller
         * @throws IOException if writing fails; the file is then left as it was
         */
        void writeTo(Writer out) throws IOException;
    }

    /**
     * Writes a text file in UTF-8, packed if its name ends in {@code .gz}.
     *
     * @param path    where; a file that is there already is replaced once the new content is complete
     * @param content writes the content
     * @throws IOException if the file cannot be written; what was there before is then still there
     */
    public static void write(Path path, Content content) throws IOException {
        check(path);
        Path folder = path.toAbsolutePath().getParent();
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // A device or a pipe takes what it gets and must not be replaced.
            fill(path, isPacked(path), content);
            return;
        }
        Path draft = folder.resolve(
                ".orbifold-" + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet() + ".tmp");
        try {
            fill(draft, isPacked(path), content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            move(draft, path);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Refuses a name under which no file can be written: that of a folder, or in a folder that does not exist. For a
     * command that works long before it writes.
     *
     * @param path where a file will be written
     * @throws IOException if that cannot succeed
     */
    public static void check(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory, expected the name of a file");
        } else if (folder == null || !Files.isDirectory(folder)) {
            throw new NoSuchFileException(path.toString(), null, "the folder " + folder + " does not exist, create it");
        }
    }

    private static boolean isPacked(Path path) {
        return path.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    private static void fill(Path path, boolean packed, Content content, OpenOption... options) throws IOException {
        try (OutputStream file = Files.newOutputStream(path, options);
                OutputStream bytes = packed ? new GZIPOutputStream(file, BUFFER_SIZE) : file;
                Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), BUFFER_SIZE)) {
            content.writeTo(out);
        }
    }

    private static void move(Path draft, Path path) throws IOException {
        try {
            Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private WholeFile() { }
}
