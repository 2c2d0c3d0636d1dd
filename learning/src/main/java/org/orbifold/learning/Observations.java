package org.orbifold.learning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/** Rows of data about the variables of a model. They may be gone through several times, and need not be in memory. */
public interface Observations {

    /** Receives the rows. */
    @FunctionalInterface
    interface Visitor {

        /**
         * Receives a row.
         *
         * @param values by variable: its value, −1 if it is missing; valid during this call only
         * @param line   the line of the file, or the row's number from 1
         */
        void row(int[] values, long line);
    }

    /**
     * Visits all rows in order.
     *
     * @param visitor receives them
     * @throws UncheckedIOException     if they cannot be read
     * @throws IllegalArgumentException with file and line, if a value is not one of its variable
     */
    void forEach(Visitor visitor);

    /**
     * Rows in memory.
     *
     * @param model the model that they are about
     * @param rows  by variable: its value, −1 if it is missing
     * @return the rows
     */
    static Observations of(GraphicalModel model, List<int[]> rows) {
        for (int r = 0; r < rows.size(); r++) {
            int[] row = rows.get(r);
            if (row.length != model.variableCount()) {
                throw new IllegalArgumentException("row " + (r + 1) + " has " + row.length + " values; expected "
                        + model.variableCount() + ", one for each variable");
            }
            for (int v = 0; v < row.length; v++) {
                if (row[v] < -1 || row[v] >= model.size(v)) {
                    throw new IllegalArgumentException("row " + (r + 1) + ": variable '" + model.variable(v)
                            + "' has no value " + row[v] + "; expected 0 to " + (model.size(v) - 1)
                            + ", or -1 if it is missing");
                }
            }
        }
        return visitor -> {
            for (int r = 0; r < rows.size(); r++) {
                visitor.row(rows.get(r), r + 1L);
            }
        };
    }

    /**
     * Rows of a CSV file (RFC 4180), packed if its name ends in {@code .gz}: names of variables in the first line, then
     * a line of labels for each row. An empty value is missing, and so are {@code ?} and {@code NA} where they are no
     * labels, and variables without a column. The file is read row by row, each time the rows are gone through.
     *
     * @param model the model that they are about
     * @param file  the file
     * @return the rows
     */
    static Observations csv(GraphicalModel model, Path file) {
        return visitor -> {
            try (CsvReader reader = CsvReader.open(model, file)) {
                reader.readAll(visitor);
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        };
    }
}
