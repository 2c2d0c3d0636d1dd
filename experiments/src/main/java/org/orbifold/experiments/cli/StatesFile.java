package org.orbifold.experiments.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** States as CSV: a header with the names of variables, a line of values for each state. */
final class StatesFile {

    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setRecordSeparator("\n")
            .setIgnoreEmptyLines(false).get();

    private StatesFile() { }

    static void write(GraphicalModel model, List<int[]> states, Appendable target) throws IOException {
        // Not closed: the target belongs to the caller.
        CSVPrinter csv = new CSVPrinter(target, FORMAT);
        csv.printRecord(model.ownVariables().stream().map(Variable::name));
        for (int[] state : states) {
            csv.printRecord(model.ownVariables().stream().map(v -> v.domain().label(state[v.index()])));
        }
        csv.flush();
    }

    /** Reads states; −1 where a value is empty or the variable has no column. */
    static List<int[]> read(GraphicalModel model, Path path) throws IOException {
        List<int[]> states = new ArrayList<>();
        int[][] columns = {null};
        CsvRows.forEach(path, FORMAT, (row, line) -> {
            String place = path + ":" + line + ": ";
            boolean empty = row.size() == 1 && row.get(0).isEmpty();
            if (columns[0] == null && !empty) {
                columns[0] = columns(model, row, place);
            } else if (columns[0] != null && (!empty || columns[0].length == 1)) {
                // In a file of one column an empty line is an empty value.
                states.add(state(model, row, columns[0], place));
            }
        });
        if (states.isEmpty()) {
            throw new IllegalArgumentException(path + ": no state; expected a line with the names of variables, then a "
                    + "line of values for each state");
        }
        return states;
    }

    private static int[] columns(GraphicalModel model, CSVRecord header, String place) {
        int[] columns = new int[header.size()];
        boolean[] seen = new boolean[model.variableCount()];
        for (int i = 0; i < columns.length; i++) {
            try {
                columns[i] = model.variable(header.get(i)).index();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(place + e.getMessage() + "; expected the names of variables", e);
            }
            if (seen[columns[i]]) {
                throw new IllegalArgumentException(place + "variable '" + header.get(i)
                        + "' has two columns; expected one");
            }
            seen[columns[i]] = true;
        }
        return columns;
    }

    private static int[] state(GraphicalModel model, CSVRecord row, int[] columns, String place) {
        if (row.size() != columns.length) {
            throw new IllegalArgumentException(place + row.size() + " values; expected " + columns.length
                    + ", one for each variable of the first line");
        }
        int[] state = new int[model.variableCount()];
        Arrays.fill(state, -1);
        for (int i = 0; i < columns.length; i++) {
            if (!row.get(i).isEmpty()) {
                Variable variable = model.variable(columns[i]);
                try {
                    state[columns[i]] = variable.value(row.get(i));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(place + e.getMessage(), e);
                }
            }
        }
        return state;
    }
}
