package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Reads marginals as {@link MarginalsOutput} writes them. */
final class MarginalsInput {

    private static final List<String> COLUMNS = List.of("variable", "value", "probability");
    /** As with --bounds, whose columns are not read. */
    private static final List<String> WITH_BOUNDS = List.of("variable", "value", "probability", "lower", "upper");

    static Marginals read(Path file, GraphicalModel model) throws IOException {
        Marginals marginals = file.toString().endsWith(".MAR") ? ModelFiles.readMarginals(file) : readCsv(file, model);
        if (marginals.variableCount() != model.variableCount()) {
            throw new IllegalArgumentException(file + ": marginals of " + marginals.variableCount()
                    + " variables, expected " + model.variableCount() + " as in the model");
        }
        for (Variable variable : model.variables()) {
            if (marginals.size(variable.index()) != variable.size()) {
                throw new IllegalArgumentException(file + ": variable '" + variable.name() + "' has "
                        + marginals.size(variable.index()) + " values, expected " + variable.size());
            }
        }
        return marginals;
    }

    private static Marginals readCsv(Path file, GraphicalModel model) throws IOException {
        double[][] values = new double[model.variableCount()][];
        for (Variable variable : model.variables()) {
            values[variable.index()] = new double[variable.size()];
        }
        boolean[] headed = {false};
        CsvRows.forEach(file, CSVFormat.DEFAULT, (row, line) -> {
            if (headed[0]) {
                put(file, line, row, model, values);
            } else if (!row.toList().equals(COLUMNS) && !row.toList().equals(WITH_BOUNDS)) {
                throw new IllegalArgumentException(file + ":1: unknown columns " + row.toList() + ", expected "
                        + String.join(",", COLUMNS));
            }
            headed[0] = true;
        });
        if (!headed[0]) {
            throw new IllegalArgumentException(file + ":1: the file is empty, expected " + String.join(",", COLUMNS)
                    + " and a row for each value");
        }
        try {
            return Marginals.of(values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static void put(Path file, long line, CSVRecord row, GraphicalModel model, double[][] values) {
        if (row.size() != COLUMNS.size() && row.size() != WITH_BOUNDS.size()) {
            throw new IllegalArgumentException(file + ":" + line + ": a row of " + row.size()
                    + " values, expected " + String.join(",", COLUMNS));
        }
        try {
            Variable variable = model.variable(row.get(0));
            values[variable.index()][variable.value(row.get(1))] = Double.parseDouble(row.get(2));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(file + ":" + line + ": '" + row.get(2)
                    + "' is no probability, expected a number from 0 to 1", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private MarginalsInput() { }
}
