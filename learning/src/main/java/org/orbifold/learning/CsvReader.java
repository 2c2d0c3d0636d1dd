package org.orbifold.learning;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.file.TextFile;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Reads rows of labels from CSV, byte by byte: a label is looked up without making a string of it. */
final class CsvReader implements Closeable {

    private static final int BUFFER_SIZE = 1 << 16;
    /** Bytes of one value: a file that is no CSV at all is refused before it fills the memory. */
    private static final int MAX_FIELD = 1 << 16;
    /** Characters of a message. */
    private static final int MAX_SHOWN = 400;

    private final GraphicalModel model;
    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int limit;
    private byte[] field = new byte[64];
    private int length;
    private boolean quoted;
    /** The line of the next byte, and the first line of the current row. */
    private long line = 1;
    private long rowLine = 1;
    /** What ended the last field: ',', '\n' or −1. */
    private int end = '\n';

    private CsvReader(GraphicalModel model, Path file, InputStream in) {
        this.model = model;
        this.file = file;
        this.in = in;
    }

    static CsvReader open(GraphicalModel model, Path file) throws IOException {
        return new CsvReader(model, file, TextFile.bytes(file));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** The labels of a column's variable, by their bytes. */
    private static final class Labels {
        private final Variable variable;
        private final byte[][] keys;
        private final int[] values;

        Labels(Variable variable) {
            this.variable = variable;
            Domain domain = variable.domain();
            int slots = Integer.highestOneBit(4 * (domain.size() + 3)) * 2;
            this.keys = new byte[slots][];
            this.values = new int[slots];
            for (int x = 0; x < domain.size(); x++) {
                put(domain.label(x), x);
            }
            for (String missing : List.of("", "?", "NA")) {
                byte[] bytes = missing.getBytes(StandardCharsets.UTF_8);
                if (find(bytes, bytes.length) == NONE) {
                    put(missing, -1);
                }
            }
        }

        private static final int NONE = -2;

        private void put(String label, int value) {
            byte[] bytes = label.getBytes(StandardCharsets.UTF_8);
            int slot = slot(bytes, bytes.length);
            while (keys[slot] != null) {
                slot = slot + 1 & keys.length - 1;
            }
            keys[slot] = bytes;
            values[slot] = value;
        }

        private int slot(byte[] bytes, int length) {
            int hash = length;
            for (int i = 0; i < length; i++) {
                hash = 31 * hash + bytes[i];
            }
            return (hash ^ hash >>> 15) & keys.length - 1;
        }

        int find(byte[] bytes, int length) {
            int slot = slot(bytes, length);
            while (keys[slot] != null) {
                if (Arrays.equals(keys[slot], 0, keys[slot].length, bytes, 0, length)) {
                    return values[slot];
                }
                slot = slot + 1 & keys.length - 1;
            }
            return NONE;
        }
    }

    void readAll(Observations.Visitor visitor) throws IOException {
        List<Labels> columns = header();
        int[] values = new int[model.variableCount()];
        Arrays.fill(values, -1);
        long rows = 0;
        while (end != -1) {
            int count = 0;
            do {
                readField(count == 0);
                if (count == 0 && end == -1 && length == 0 && !quoted) {
                    // The file ended with the line before.
                    break;
                }
                if (count < columns.size()) {
                    Labels labels = columns.get(count);
                    int value = labels.find(field, length);
                    if (value == Labels.NONE) {
                        throw wrongValue(labels.variable, count, columns.size());
                    }
                    values[labels.variable.index()] = value;
                }
                count++;
            } while (end == ',');
            if (count == columns.size()) {
                visitor.row(values, rowLine);
                rows++;
            } else if (count > 1 || count == 1 && length > 0) {
                throw error(count + " values; expected " + columns.size() + ", one for each variable of the "
                        + "first line");
            }
        }
        if (rows == 0) {
            throw noRows();
        }
    }

    private IllegalArgumentException noRows() {
        return new IllegalArgumentException(file + ": no row of data; expected a line with the names of variables, "
                + "then a line of values for each row");
    }

    private IllegalArgumentException error(String problem) {
        return error(problem, null);
    }

    /** A mistake in this row; its message is one line of bounded length, whatever the fields hold. */
    private IllegalArgumentException error(String problem, @Nullable Throwable cause) {
        String line = problem.replaceAll("[\\p{Cc}\\s]+", " ");
        return new IllegalArgumentException(file + ":" + rowLine + ": "
                + (line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…"), cause);
    }

    private String text() {
        return new String(field, 0, length, StandardCharsets.UTF_8);
    }

    private IllegalArgumentException wrongValue(Variable variable, int column, int columns) {
        String label = text();
        if (column == 0 && end != ',' && columns > 1) {
            return error("1 value; expected " + columns + ", one for each variable of the first line");
        }
        try {
            variable.value(label);
        } catch (IllegalArgumentException e) {
            return error(e.getMessage(), e);
        }
        throw new AssertionError(label);
    }

    private List<Labels> header() throws IOException {
        List<Labels> columns = new ArrayList<>();
        boolean[] seen = new boolean[model.variableCount()];
        do {
            readField(columns.isEmpty());
            String name = text();
            if (columns.isEmpty() && end == -1 && name.isEmpty()) {
                throw noRows();
            }
            if (columns.isEmpty() && name.startsWith("\uFEFF")) {
                name = name.substring(1);
            }
            Variable variable;
            try {
                variable = model.variable(name);
            } catch (IllegalArgumentException e) {
                throw error(e.getMessage() + "; expected the names of variables in the first line", e);
            }
            if (seen[variable.index()]) {
                throw error("variable '" + name + "' has two columns; expected one");
            }
            seen[variable.index()] = true;
            columns.add(new Labels(variable));
        } while (end == ',');
        return columns;
    }

    private int next() throws IOException {
        if (position == limit) {
            limit = in.read(buffer);
            position = 0;
            if (limit <= 0) {
                limit = 0;
                return -1;
            }
        }
        return buffer[position++] & 0xff;
    }

    private void append(int b) {
        if (length == field.length) {
            if (length >= MAX_FIELD) {
                throw error("a value of more than " + MAX_FIELD + " bytes; expected CSV, with quotes closed");
            }
            field = Arrays.copyOf(field, 2 * length);
        }
        field[length++] = (byte) b;
    }

    /** Reads up to the next comma or the end of the line. */
    private void readField(boolean first) throws IOException {
        rowLine = first ? line : rowLine;
        length = 0;
        quoted = false;
        int b = next();
        if (b == '"') {
            quoted = true;
            b = readQuoted();
        }
        while (b != ',' && b != '\n' && b != -1) {
            if (b != '\r') {
                append(b);
            }
            b = next();
        }
        line += b == '\n' ? 1 : 0;
        end = b;
    }

    /** Reads what stands in quotes, and the byte after them. */
    private int readQuoted() throws IOException {
        while (true) {
            int b = next();
            if (b == -1) {
                throw error("the quotes of a value are not closed");
            } else if (b == '"') {
                int after = next();
                if (after != '"') {
                    return after;
                }
            }
            line += b == '\n' ? 1 : 0;
            append(b);
        }
    }
}
