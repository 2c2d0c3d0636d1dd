package org.orbifold.pgm.file;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens text files, packed ones by their name ({@code .gz}); what cannot be opened is an error that names the file. */
public final class TextFile {

    private static final int BUFFER_SIZE = 1 << 16;

    private TextFile() { }

    /**
     * Opens a file in UTF-8. Bytes that are no UTF-8 become the replacement character, which no reader takes for
     * anything else: its own message then names the place.
     *
     * @param path the file
     * @return its text, to be closed by the caller
     * @throws IOException if it cannot be opened
     */
    public static BufferedReader reader(Path path) throws IOException {
        return new BufferedReader(new InputStreamReader(bytes(path), StandardCharsets.UTF_8));
    }

    /**
     * Reads a file in UTF-8, as {@link #reader} does.
     *
     * @param path the file
     * @return its whole text
     * @throws IOException if it cannot be read
     */
    public static String text(Path path) throws IOException {
        try (InputStream in = bytes(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Opens a file.
     *
     * @param path the file
     * @return its bytes, unpacked; to be closed by the caller
     * @throws IOException if it cannot be opened
     */
    public static InputStream bytes(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory, expected a file");
        } else if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file, expected one that exists");
        }
        InputStream file = Files.newInputStream(path);
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".gz")) {
            return file;
        }
        try {
            return new Unpacked(file, path);
        } catch (ZipException | EOFException e) {
            file.close();
            throw damaged(path, e);
        }
    }

    private static FileSystemException damaged(Path path, IOException cause) {
        FileSystemException failure = new FileSystemException(path.toString(), null,
                "the compressed data is damaged, expected a whole gzip file");
        failure.initCause(cause);
        return failure;
    }

    /** Names the file if the data turns out to be damaged later on. */
    private static final class Unpacked extends GZIPInputStream {

        private final Path path;

        Unpacked(InputStream file, Path path) throws IOException {
            super(file, BUFFER_SIZE);
            this.path = path;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            try {
                return super.read(target, offset, length);
            } catch (ZipException | EOFException e) {
                throw damaged(path, e);
            }
        }
    }
}
