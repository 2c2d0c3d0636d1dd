package org.orbifold.experiments.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.orbifold.pgm.file.TextFile;

/** Reads CSV; a file that is none is an error that names file and line. */
final class CsvRows {

    /** Takes a row and the line on which it ends. */
    interface Visitor {
        void row(CSVRecord row, long line);
    }

    private CsvRows() { }

    static void forEach(Path file, CSVFormat format, Visitor visitor) throws IOException {
        try (Reader in = TextFile.reader(file); CSVParser csv = format.parse(in)) {
            try {
                for (CSVRecord row : csv) {
                    visitor.row(row, csv.getCurrentLineNumber());
                }
            } catch (UncheckedIOException e) {
                throw new IllegalArgumentException(file + ":" + csv.getCurrentLineNumber() + ": the row is no CSV ("
                        + e.getCause().getMessage() + ")", e);
            }
        }
    }
}
