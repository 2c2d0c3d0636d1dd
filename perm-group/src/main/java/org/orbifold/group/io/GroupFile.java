package org.orbifold.group.io;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;

/**
 * What a group file says. The header is {@code name degree}, perhaps followed by the order: a claim, for others to
 * check. Every other line is a generator, as 0-based images or in cycle notation; blank lines and lines that begin
 * with {@code #} are skipped. Without a header, generators as GAP, Magma and sympy print them are read, with points
 * counted as these do; a group without a header has no fixed points behind the last point that is named.
 */
public final class GroupFile {

    /** A name that is no number, a degree, perhaps an order. */
    private static final Pattern HEADER = Pattern.compile("(?!\\d+\\s)[^\\s(\\[,]+\\s+-?[^\\s(\\[,=]+(\\s+-?\\S+)?");
    /** How Magma's groups begin, which may look like a header. */
    private static final Pattern MAGMA = Pattern.compile("(PermutationGroup|sub)\\s*<|Permutation group\\b");
    /** The line after that, such as {@code Order = 8 = 2^3}. */
    private static final Pattern MAGMA_ORDER = Pattern.compile("(?m)^\\h*Order\\h*=\\h*([1-9]\\d*)");
    /** Points of a group: with a few words for each, more do not fit into the memory of most machines. */
    private static final int MOST_POINTS = 100_000_000;
    /** Memory for a point while a generator is read. */
    private static final int BYTES_PER_POINT = 16;
    /** Possessive: what may be given back is kept on the stack, which a long line overflows. */
    private static final Pattern IMAGES = Pattern.compile("\\d++(?:[\\s,]++\\d++)*+");
    private static final Pattern HAS_ZERO = Pattern.compile("\\b0+\\b");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final String name;
    private final int degree;
    private final @Nullable BigInteger claimedOrder;
    private final int headerLine;
    private final List<Permutation> generators;

    private GroupFile(String name, int degree, @Nullable BigInteger claimedOrder, int headerLine,
            List<Permutation> generators) {
        this.name = name;
        this.headerLine = headerLine;
        this.degree = degree;
        this.claimedOrder = claimedOrder;
        this.generators = List.copyOf(generators);
    }

    /**
     * Reads a file, packed (gzip) or not, with points counted as its format does.
     *
     * @param path the file
     * @return what it says
     * @throws GroupParseException if it is not a group file
     * @throws IOException if it cannot be read
     */
    public static GroupFile read(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new GroupParseException(path.toString(), 1, "is a folder", "a file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return read(in, path.toString(), false);
        }
    }

    /**
     * Reads a stream, packed (gzip) or not, to its end.
     *
     * @param in the bytes; not closed
     * @param file the name to use in errors
     * @param oneBased whether points are counted from 1, whatever the text looks like
     * @return what it says
     * @throws GroupParseException if it is not the text of a group
     * @throws IOException if it cannot be read
     */
    public static GroupFile read(InputStream in, String file, boolean oneBased) throws IOException {
        String text = text(in, file);
        Lines lines = new Lines(new StringReader(text), file);
        String header = lines.next();
        if (header == null) {
            throw new GroupParseException(file, 1, "the file is empty", "a header 'name degree [order]', or generators "
                + "as GAP, Magma or sympy print them");
        }
        if (MAGMA.matcher(header).lookingAt() || !HEADER.matcher(header).matches()) {
            List<Permutation> generators = IMAGES.matcher(header).matches() ? imageLines(text, file, oneBased)
                : GeneratorText.read(text, file, oneBased);
            Matcher claim = MAGMA_ORDER.matcher(text);
            boolean claimed = MAGMA.matcher(header).lookingAt() && claim.find();
            return new GroupFile("unnamed", generators.get(0).degree(),
                claimed ? new BigInteger(claim.group(1)) : null,
                claimed ? (int) text.substring(0, claim.start(1)).lines().count() : 1, generators);
        }
        String[] fields = header.split("\\s+");
        int degree = degree(fields[1], lines);
        BigInteger claim = fields.length == 3 ? order(fields[2], lines) : null;
        int headerLine = lines.number;
        List<Permutation> generators = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            generators.add(permutation(line, degree, lines, oneBased));
        }
        return new GroupFile(fields[0], degree, claim, headerLine, generators);
    }

    /** Lines of images without brackets, which say the degree themselves, and by a point 0 or none where it begins. */
    private static List<Permutation> imageLines(String text, String file, boolean oneBased) throws IOException {
        Lines lines = new Lines(new StringReader(text), file);
        List<Permutation> generators = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            int degree = generators.isEmpty() ? line.split("[\\s,]+").length : generators.get(0).degree();
            generators.add(permutation(line, degree, lines, oneBased || !HAS_ZERO.matcher(line).find()));
        }
        return generators;
    }

    /** The unpacked text, without a mark at the start. */
    private static String text(InputStream in, String file) throws IOException {
        BufferedInputStream marked = new BufferedInputStream(in);
        marked.mark(2);
        boolean packed = marked.read() == 0x1f && marked.read() == 0x8b;
        marked.reset();
        try {
            byte[] bytes = (packed ? new GZIPInputStream(marked) : marked).readAllBytes();
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new GroupParseException(file, 1, "the file is not text in UTF-8", "a text file with generators");
        } catch (EOFException | ZipException e) {
            throw new GroupParseException(file, 1, "the gzip data is damaged (" + e.getMessage() + ")",
                "a whole .gz file");
        }
    }

    /**
     * Reads permutations, one per line, as members to be tested. A leading {@code +} or {@code -} (somebody's
     * expectation) is allowed and ignored.
     *
     * @param in the bytes, packed (gzip) or not; not closed
     * @param file the name to use in errors
     * @param degree the number of points
     * @param oneBased whether points are counted from 1
     * @return the permutations, in the order of the lines
     * @throws GroupParseException if a line is not a permutation of that degree
     * @throws IOException if it cannot be read
     */
    public static List<Permutation> readPermutations(InputStream in, String file, int degree, boolean oneBased)
            throws IOException {
        Lines lines = new Lines(new StringReader(text(in, file)), file);
        List<Permutation> result = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            boolean signed = line.startsWith("+") || line.startsWith("-");
            result.add(permutation(signed ? line.substring(1).trim() : line, degree, lines, oneBased));
        }
        return result;
    }

    /** The most points that a group of a file may have, which the heap bounds. */
    static int mostPoints() {
        return (int) Math.min(MOST_POINTS, Runtime.getRuntime().maxMemory() / BYTES_PER_POINT);
    }

    private static int degree(String text, Lines lines) throws GroupParseException {
        try {
            int degree = Integer.parseInt(text);
            if (degree >= 0 && degree <= mostPoints()) {
                return degree;
            }
        } catch (NumberFormatException e) {
            // Reported below like a negative number.
        }
        throw lines.error("the degree is '" + text + "'", "a number of points between 0 and " + mostPoints());
    }

    private static BigInteger order(String text, Lines lines) throws GroupParseException {
        try {
            BigInteger order = new BigInteger(text);
            if (order.signum() > 0) {
                return order;
            }
        } catch (NumberFormatException e) {
            // Reported below like a number that is not positive.
        }
        throw lines.error("the order is '" + text + "'", "a positive integer or nothing");
    }

    private static Permutation permutation(String line, int degree, Lines lines, boolean oneBased)
            throws GroupParseException {
        String text = oneBased ? shifted(line) : line;
        try {
            return text.startsWith("(") || degree == 0
                ? Permutation.parseCycles(degree, text)
                : Permutation.parseImages(degree, text);
        } catch (IllegalArgumentException e) {
            throw lines.error(Objects.requireNonNull(e.getMessage()) + (oneBased ? " (counted from 0)" : ""),
                "a permutation of the points " + (oneBased ? "1 to " + degree : "0 to " + (degree - 1))
                + ", as " + degree + " images or as disjoint cycles like (0 1)(2 3)");
        }
    }

    /** Every number one less. */
    private static String shifted(String line) {
        return NUMBER.matcher(line).replaceAll(m -> Integer.toString(Integer.parseInt(m.group()) - 1));
    }

    /**
     * The name in the header.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * The number of points.
     *
     * @return the degree
     */
    public int degree() {
        return degree;
    }

    /**
     * The order that the header claims.
     *
     * @return the claim, unchecked, if there is one
     */
    public Optional<BigInteger> claimedOrder() {
        return Optional.ofNullable(claimedOrder);
    }

    /**
     * Where the header is, for messages about its claim.
     *
     * @return the line, from 1
     */
    public int headerLine() {
        return headerLine;
    }

    /**
     * The generators.
     *
     * @return the permutations, in the order of the lines
     */
    public List<Permutation> generators() {
        return generators;
    }

    /** Trimmed lines that say something, with their numbers. */
    private static final class Lines {

        private final BufferedReader reader;
        private final String file;
        private int number;

        Lines(Reader reader, String file) {
            this.reader = new BufferedReader(reader);
            this.file = file;
        }

        /** The next line; null at the end. */
        @Nullable String next() throws IOException {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                String trimmed = line.trim();
                if (!trimmed.isEmpty() && !trimmed.startsWith("#")) {
                    return trimmed;
                }
            }
            return null;
        }

        GroupParseException error(String problem, String expectation) {
            return new GroupParseException(file, number, problem, expectation);
        }
    }
}
