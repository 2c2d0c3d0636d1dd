package org.orbifold.experiments.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.orbifold.pgm.file.WholeFile;

/** Writes one file of numbers, whole or not at all. */
final class DataFile {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Prints the rows of a table. */
    @FunctionalInterface
    interface Rows {

        void print(CSVPrinter csv) throws IOException;
    }

    /** Writes CSV; the header's columns are separated by commas. */
    static void csv(Path file, String header, Rows rows) throws IOException {
        WholeFile.write(file, out -> {
            // Not closed: the target belongs to the caller.
            CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setHeader(header.split(","))
                    .setRecordSeparator("\n").get());
            rows.print(csv);
            csv.flush();
        });
    }

    static void json(Path file, Object value) throws IOException {
        WholeFile.write(file, out -> out.append(JSON.writeValueAsString(value)).append("\n"));
    }

    private DataFile() { }
}
