package org.orbifold.group.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;

/**
 * What a group file says. The header is {@code name degree}, perhaps followed by the order: a claim, for others to
 * check. Every other line is a generator, as 0-based images or in cycle notation; blank lines and lines that begin
 * with {@code #} are skipped. Files are read line by line.
 */
public final class GroupFile {

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
     * Reads a file.
     *
     * @param path the file
     * @return what it says
     * @throws GroupParseException if it is not a group file
     * @throws IOException if it cannot be read
     */
    public static GroupFile read(Path path) throws IOException {
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            return read(reader, path.toString());
        }
    }

    /**
     * Reads text.
     *
     * @param reader where the text comes from
     * @param file the name to use in errors
     * @return what it says
     * @throws GroupParseException if it is not the text of a group file
     * @throws IOException if it cannot be read
     */
    public static GroupFile read(Reader reader, String file) throws IOException {
        Lines lines = new Lines(reader, file);
        String header = lines.next();
        if (header == null) {
            throw new GroupParseException(file, 1, "the file is empty", "a header 'name degree [order]'");
        }
        String[] fields = header.split("\\s+");
        if (fields.length < 2 || fields.length > 3) {
            throw lines.error("the header has " + fields.length + (fields.length == 1 ? " field" : " fields"),
                "'name degree', perhaps followed by the order");
        }
        int degree = degree(fields[1], lines);
        BigInteger claim = fields.length == 3 ? order(fields[2], lines) : null;
        int headerLine = lines.number;
        List<Permutation> generators = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            generators.add(permutation(line, degree, lines));
        }
        return new GroupFile(fields[0], degree, claim, headerLine, generators);
    }

    /**
     * Reads permutations, one per line, as members to be tested. A leading {@code +} or {@code -} (somebody's
     * expectation) is allowed and ignored.
     *
     * @param path the file
     * @param degree the number of points
     * @return the permutations, in the order of the lines
     * @throws GroupParseException if a line is not a permutation of that degree
     * @throws IOException if it cannot be read
     */
    public static List<Permutation> readPermutations(Path path, int degree) throws IOException {
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            Lines lines = new Lines(reader, path.toString());
            List<Permutation> result = new ArrayList<>();
            for (String line = lines.next(); line != null; line = lines.next()) {
                boolean signed = line.startsWith("+") || line.startsWith("-");
                result.add(permutation(signed ? line.substring(1).trim() : line, degree, lines));
            }
            return result;
        }
    }

    private static int degree(String text, Lines lines) throws GroupParseException {
        try {
            int degree = Integer.parseInt(text);
            if (degree >= 0) {
                return degree;
            }
        } catch (NumberFormatException e) {
            // Reported below like a negative number.
        }
        throw lines.error("the degree is '" + text + "'", "a number of points between 0 and " + Integer.MAX_VALUE);
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

    private static Permutation permutation(String line, int degree, Lines lines) throws GroupParseException {
        try {
            return line.startsWith("(") || degree == 0
                ? Permutation.parseCycles(degree, line)
                : Permutation.parseImages(degree, line);
        } catch (IllegalArgumentException e) {
            throw lines.error(Objects.requireNonNull(e.getMessage()), "a permutation of the points 0 to " + (degree - 1)
                + ", as " + degree + " images or as disjoint cycles like (0 1)(2 3)");
        }
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
