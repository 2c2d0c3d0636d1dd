package org.orbifold.experiments.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Reads marginals as {@link MarginalsOutput} writes them. */
final class MarginalsInput {

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
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        try (BufferedReader in = Files.newBufferedReader(file); CSVParser csv = CSVParser.parse(in, format)) {
            if (!csv.getHeaderNames().equals(List.of("variable", "value", "probability"))) {
                throw new IllegalArgumentException(file + ":1: unknown columns " + csv.getHeaderNames()
                        + ", expected variable,value,probability");
            }
            for (CSVRecord record : csv) {
                put(file, csv.getCurrentLineNumber(), record, model, values);
            }
        }
        try {
            return Marginals.of(values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static void put(Path file, long line, CSVRecord row, GraphicalModel model, double[][] values) {
        try {
            Variable variable = model.variable(row.get(0));
            values[variable.index()][variable.value(row.get(1))] = Double.parseDouble(row.get(2));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException(file + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private MarginalsInput() { }
}
