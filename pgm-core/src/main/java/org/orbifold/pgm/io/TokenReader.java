package org.orbifold.pgm.io;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.orbifold.pgm.model.Domain;

/**
 * Splits a stream of bytes into tokens and knows the line of each. One token at a time is held, as bytes; ordinary
 * numbers are read from it without making a string.
 */
final class TokenReader implements Closeable {

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int MAX_TOKEN = 4096;
    private static final int MAX_QUOTED = 40;

    private final String file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private final Decimal decimal = new Decimal();
    private int position;
    private int limit;
    private int fills;
    private String commentMarks = "";
    private boolean hashAnywhere;
    private boolean quotes;
    private boolean quoted;

    /** The line of the next byte. */
    private int line = 1;
    private boolean atLineStart = true;
    private byte[] token = new byte[64];
    private int length;
    private int tokenLine = 1;

    TokenReader(String file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /** Reads a part of a file that another parser has taken out. */
    static TokenReader of(String file, String text, int line) {
        TokenReader reader = new TokenReader(file, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        reader.line = line;
        reader.tokenLine = line;
        return reader;
    }

    /** Opens a file, unpacking it if its name ends in {@code .gz}. */
    static TokenReader open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory, expected a file");
        }
        InputStream in;
        try {
            in = Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(path.toString(), null, "no such file, expected one that exists");
        } catch (AccessDeniedException e) {
            throw new AccessDeniedException(path.toString(), null, "access denied, expected a readable file");
        }
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".gz")) {
            return new TokenReader(path.toString(), in);
        }
        try {
            return new TokenReader(path.toString(), new GZIPInputStream(in, BUFFER_SIZE));
        } catch (ZipException | EOFException e) {
            in.close();
            throw damaged(path.toString(), 1);
        }
    }

    private static ModelParseException damaged(String file, int line) {
        return new ModelParseException(file, line, "the compressed data is damaged", "a whole gzip file");
    }

    /** From here on, lines that begin with one of these characters are skipped. */
    void skipComments(String marks) {
        commentMarks = marks;
    }

    /** From here on, a token that begins with '#' begins a comment, wherever it stands in a line. */
    void skipCommentsWithinLines() {
        hashAnywhere = true;
    }

    /** From here on, a token that begins with a double quote goes on to the next one. */
    void takeQuotes() {
        quotes = true;
    }

    /** Whether the token stood between double quotes. */
    boolean isQuoted() {
        return quoted;
    }

    /** Goes back to the beginning; false if that has left the buffer. */
    boolean rewind() {
        position = 0;
        line = 1;
        atLineStart = true;
        return fills <= 1;
    }

    /** Reads the next token, which ends at white space, on whatever line it is; false at the end of the file. */
    boolean next() throws IOException {
        return next(' ');
    }

    /** Reads the next token, which ends at white space or the delimiter; false at the end of the file. */
    boolean next(char delimiter) throws IOException {
        int c = peek();
        while (true) {
            if (atLineStart && c >= 0 && commentMarks.indexOf(c) >= 0 || hashAnywhere && c == '#') {
                while (c >= 0 && c != '\n') {
                    position++;
                    c = peek();
                }
            } else if (isSpace(c)) {
                position++;
                atLineStart = c == '\n';
                line += atLineStart ? 1 : 0;
                c = peek();
            } else {
                break;
            }
        }
        take(delimiter);
        if (c < 0) {
            tokenLine = lastLine();
        }
        return c >= 0;
    }

    /**
     * Reads the next token of this line, which ends at white space or the delimiter; it is empty if the delimiter comes
     * first. False at the end of the line.
     */
    boolean nextInLine(char delimiter) throws IOException {
        int c = skipBlanks();
        take(delimiter);
        return c >= 0 && c != '\n';
    }

    /** Reads the next line that is not empty and no comment, without the blanks around it; tabs become blanks. */
    boolean nextLine() throws IOException {
        if (!next()) {
            return false;
        }
        for (int c = peek(); c >= 0 && c != '\n'; c = peek()) {
            appendByte();
            if (c == '\t') {
                token[length - 1] = ' ';
            }
        }
        while (isSpace(token[length - 1])) {
            length--;
        }
        return true;
    }

    /** Skips one delimiter if it comes next in this line. */
    boolean skip(char delimiter) throws IOException {
        boolean found = skipBlanks() == delimiter;
        position += found ? 1 : 0;
        return found;
    }

    /** Checks that nothing more stands in this line. */
    void endLine(String expected) throws IOException {
        if (nextInLine(' ')) {
            throw error("unexpected " + quoted(), expected);
        }
    }

    /** Checks that nothing more stands in the file. */
    void endFile(String after) throws IOException {
        if (next()) {
            throw error("unexpected " + quoted(), "the end of the file after " + after);
        }
    }

    private int skipBlanks() throws IOException {
        int c = peek();
        while (c != '\n' && isSpace(c)) {
            position++;
            c = peek();
        }
        return c;
    }

    private void take(char delimiter) throws IOException {
        beginToken();
        quoted = quotes && peek() == '"';
        if (quoted) {
            takeQuoted();
            return;
        }
        for (int c = peek(); c >= 0 && c != delimiter && !isSpace(c); c = peek()) {
            appendByte();
        }
    }

    static boolean isSpace(int c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    /** Takes a text between double quotes, in which a backslash stands before quotes and backslashes. */
    void takeQuoted() throws IOException {
        String expected = "a closing '\"'";
        skipByte();
        for (int c = peek(); c != '"'; c = peek()) {
            if (c == '\\') {
                skipByte();
            }
            require(peek() >= 0, expected);
            appendByte();
        }
        skipByte();
    }

    /** Begins an empty token here, for a reader with rules of its own. */
    void beginToken() {
        length = 0;
        tokenLine = line;
    }

    /** Takes the next byte, which {@link #peek} has shown, into the token. */
    void appendByte() throws ModelParseException {
        if (length == token.length) {
            if (length == MAX_TOKEN) {
                throw error(quoted() + " is longer than " + MAX_TOKEN + " bytes",
                        "names and numbers separated by blanks");
            }
            token = Arrays.copyOf(token, 2 * length);
        }
        token[length++] = buffer[position];
        skipByte();
    }

    /** Takes the last byte out of the token again; it has been read all the same. */
    void dropByte() {
        length--;
    }

    /** Passes over the next byte, which {@link #peek} has shown. */
    void skipByte() {
        atLineStart = buffer[position++] == '\n';
        line += atLineStart ? 1 : 0;
    }

    /** What has not been read yet, for a reader with a parser of its own. */
    InputStream rest() {
        return new SequenceInputStream(new ByteArrayInputStream(buffer, position, limit - position), in);
    }

    /** The next byte, or −1 at the end of the file. */
    int peek() throws IOException {
        return position < limit || fill() ? buffer[position] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        int count;
        try {
            count = in.readNBytes(buffer, 0, BUFFER_SIZE);
        } catch (ZipException | EOFException e) {
            throw damaged(file, line);
        }
        if (count == 0) {
            return false;
        }
        position = 0;
        limit = count;
        if (fills++ == 0 && startsWithByteOrderMark()) {
            limit -= 3;
            System.arraycopy(buffer, 3, buffer, 0, limit);
        }
        return true;
    }

    private boolean startsWithByteOrderMark() {
        return limit > 3 && buffer[0] == (byte) 0xef && buffer[1] == (byte) 0xbb && buffer[2] == (byte) 0xbf;
    }

    /** The last line that has something on it: a final line break does not begin another line. */
    private int lastLine() {
        return atLineStart && line > 1 ? line - 1 : line;
    }

    /** The file as the user named it. */
    String file() {
        return file;
    }

    /** The line of the current token. */
    int line() {
        return tokenLine;
    }

    boolean is(String ascii) {
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (token[i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean startsWith(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            if (i >= length || token[i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** The token's byte if it has only one, else 0. */
    int single() {
        return length == 1 ? token[0] : 0;
    }

    boolean contains(char c) {
        for (int i = 0; i < length; i++) {
            if (token[i] == c) {
                return true;
            }
        }
        return false;
    }

    /** Whether the token is a whole number without sign. */
    boolean isDigits() {
        for (int i = 0; i < length; i++) {
            if (token[i] < '0' || token[i] > '9') {
                return false;
            }
        }
        return length > 0;
    }

    boolean isNumber() {
        return decimal.parse(token, length);
    }

    /** The token as a string, which is refused if it is no proper UTF-8 text. */
    String text() throws IOException {
        boolean ascii = true;
        for (int i = 0; i < length; i++) {
            ascii &= token[i] >= 0;
            if (token[i] >= 0 && token[i] < ' ' || token[i] == 127) {
                throw error(quoted() + " contains a control character", "printable text");
            }
        }
        if (ascii) {
            return new String(token, 0, length, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(token, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw error(quoted() + " is not valid UTF-8", "text in UTF-8");
        }
    }

    /** Reads the next token as a whole number. */
    int nextInt(int min, int max, String expected) throws IOException {
        require(next(), expected);
        return toInt(min, max, expected);
    }

    /** Refuses the end of the file where a token is needed. */
    void require(boolean found, String expected) throws ModelParseException {
        if (!found) {
            throw error("the file ends too early", expected);
        }
    }

    /** The token as a whole number from min to max. */
    int toInt(int min, int max, String expected) throws ModelParseException {
        boolean negative = length > 1 && token[0] == '-';
        int start = negative || length > 1 && token[0] == '+' ? 1 : 0;
        long value = 0;
        for (int i = start; i < length; i++) {
            int digit = token[i] - '0';
            if (digit < 0 || digit > 9) {
                throw error(quoted() + " is not a whole number", expected);
            }
            value = Math.min(10 * value + digit, Integer.MAX_VALUE + 1L);
        }
        value = negative ? -value : value;
        if (length == 0) {
            throw error("a number is missing", expected);
        } else if (value < min || value > max) {
            throw error(quoted() + " is out of range",
                    expected + (max == Integer.MAX_VALUE ? ", at least " + min : " from " + min + " to " + max));
        }
        return (int) value;
    }

    /** The token as a weight: any number, or an infinity. */
    double toWeight() throws ModelParseException {
        if (!decimal.parse(token, length)) {
            throw error(quoted() + " is not a number", "a weight, or inf or -inf for a hard constraint");
        }
        double value = decimal.value();
        if (Double.isInfinite(value) && !decimal.isInfinite()) {
            throw error(quoted() + " is too large", "a weight below 1.8e308, or inf for a hard constraint");
        }
        return value;
    }

    /** The token as the probability of something. */
    double toProbability() throws ModelParseException {
        if (!decimal.parse(token, length)) {
            throw error(quoted() + " is not a number", "a probability from 0 to 1");
        }
        return decimal.value();
    }

    /** Reads the next token as a potential and returns its logarithm, −∞ for 0. */
    double nextLogPotential() throws IOException {
        String expected = "a potential, which is a finite number and at least 0";
        require(next(), expected);
        return toLogPotential(expected);
    }

    /** The token as a number that is not negative; returns its logarithm, −∞ for 0. */
    double toLogPotential(String expected) throws ModelParseException {
        if (!decimal.parse(token, length)) {
            throw error(quoted() + " is not a number", expected);
        } else if (decimal.isNegative()) {
            throw error(quoted() + " is negative", expected);
        }
        double log = decimal.isInfinite() ? Double.NaN : decimal.log();
        if (Double.isNaN(log)) {
            throw error(quoted() + " is too large", expected);
        }
        return log;
    }

    /** How many decimals the token that was last read as a number has. */
    int decimals() {
        return decimal.decimals();
    }

    /** The token between quotes for a message, cut if long. */
    String quoted() {
        return quote(new String(token, 0, length, StandardCharsets.UTF_8));
    }

    /** A text between quotes for a message, cut if long. */
    static String quote(String text) {
        if (text.codePointCount(0, text.length()) > MAX_QUOTED) {
            return "'" + text.substring(0, text.offsetByCodePoints(0, MAX_QUOTED)) + "…'";
        }
        return "'" + text + "'";
    }

    /** The labels of a domain for a message, the first of them if there are many. */
    static String labels(Domain domain, int shown) {
        return IntStream.range(0, Math.min(domain.size(), shown)).mapToObj(x -> quote(domain.label(x)))
                .collect(Collectors.joining(", ")) + (domain.size() > shown ? ", …" : "");
    }

    /** A mistake at the current token. */
    ModelParseException error(String problem, String expected) {
        return error(tokenLine, problem, expected);
    }

    ModelParseException error(int atLine, String problem, String expected) {
        return new ModelParseException(file, atLine, problem, expected);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
