package org.orbifold.logic;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The text of a file, and where in it an offset is. */
final class SourceText {

    private static final char REPLACEMENT = '\uFFFD';

    private final String file;
    private final String text;
    /** The offset at which each line begins; made when first needed. */
    private int @Nullable [] lineStarts;

    SourceText(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** The file as the user named it. */
    String file() {
        return file;
    }

    String text() {
        return text;
    }

    /** Reads a file in UTF-8, unpacking it if its name ends in {@code .gz}. */
    static SourceText read(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory, expected a file");
        } else if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file, expected one that exists");
        }
        return decode(path.toString(), bytes(path));
    }

    private static byte[] bytes(Path path) throws IOException {
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".gz")) {
            return Files.readAllBytes(path);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(path))) {
            return in.readAllBytes();
        } catch (ZipException | EOFException e) {
            throw new LogicParseException(path.toString(), 1, 1, "", "the compressed data is damaged",
                    "a whole gzip file");
        }
    }

    private static SourceText decode(String file, byte[] bytes) throws LogicParseException {
        String plain = new String(bytes, StandardCharsets.UTF_8);
        if (plain.indexOf(REPLACEMENT) < 0) {
            // The fast way; it puts this character wherever the bytes are no UTF-8.
            return new SourceText(file, withoutMark(plain));
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
        String text = out.flip().toString();
        SourceText source = new SourceText(file, withoutMark(text));
        if (result.isError()) {
            throw source.error(source.text.length(), "this is not valid UTF-8", "text in UTF-8");
        }
        return source;
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** A mistake at an offset. */
    LogicParseException error(int offset, String problem, String expected) {
        int line = line(offset);
        int start = lineStarts()[line - 1];
        int end = text.indexOf('\n', start);
        String content = text.substring(start, end < 0 ? text.length() : end);
        return new LogicParseException(file, line, text.codePointCount(start, offset) + 1,
                content.endsWith("\r") ? content.substring(0, content.length() - 1) : content, problem, expected);
    }

    /** Where an offset is, for later messages. */
    String place(int offset) {
        int line = line(offset);
        return file + ":" + line + ":" + (text.codePointCount(lineStarts()[line - 1], offset) + 1);
    }

    /** The line of an offset, from 1. */
    int line(int offset) {
        int found = Arrays.binarySearch(lineStarts(), offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    private int[] lineStarts() {
        if (lineStarts == null) {
            lineStarts = IntStream.concat(IntStream.of(0), IntStream.range(0, text.length())
                    .filter(i -> text.charAt(i) == '\n').map(i -> i + 1)).toArray();
        }
        return lineStarts;
    }
}
