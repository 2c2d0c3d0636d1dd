package org.orbifold.pgm.io;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/**
 * Writes libDAI factor graphs: each feature as a block, without its zeros. Variables have no place of their own in the
 * format, so one that no feature mentions gets a block of ones.
 */
final class FgWriter {

    private static final int MAX_ONES = 1 << 24;

    private final ModelTables tables;
    private final int[] sizes;
    private final int[] labels;
    private final Writer out;

    private FgWriter(GraphicalModel model, Writer out) {
        this.tables = new ModelTables(model);
        this.sizes = model.sizes();
        this.labels = labels(model);
        this.out = out;
    }

    static void write(GraphicalModel model, Writer out) throws IOException {
        new FgWriter(model, out).write();
    }

    /** The names if they are numbers and in order, as those of a model from such a file are; else the indices. */
    private static int[] labels(GraphicalModel model) {
        int[] labels = new int[model.variableCount()];
        int before = -1;
        for (Variable variable : model.variables()) {
            String name = variable.name();
            boolean number = name.length() <= 10 && name.chars().allMatch(c -> c >= '0' && c <= '9');
            long label = number ? Long.parseLong(name) : -1;
            if (label <= before || label > Integer.MAX_VALUE || !name.equals(Long.toString(label))) {
                return IntStream.range(0, labels.length).toArray();
            }
            before = (int) label;
            labels[variable.index()] = before;
        }
        return labels;
    }

    private void write() throws IOException {
        boolean[] mentioned = new boolean[sizes.length];
        tables.features().forEach(feature -> Arrays.stream(feature.scope()).forEach(v -> mentioned[v] = true));
        int[] alone = IntStream.range(0, sizes.length).filter(v -> !mentioned[v]).toArray();
        out.write(tables.features().size() + alone.length + "\n");
        for (Feature feature : tables.features()) {
            AtomicLong listed = new AtomicLong();
            tables.forEachEntry(feature, true,
                    (index, log) -> listed.addAndGet(log == Double.NEGATIVE_INFINITY ? 0 : 1));
            writeHead(feature.scope(), listed.get());
            tables.forEachEntry(feature, true, (index, log) -> {
                if (log != Double.NEGATIVE_INFINITY) {
                    out.write(index + " " + Decimal.exp(log) + "\n");
                }
            });
        }
        for (int variable : alone) {
            writeOnes(variable);
        }
    }

    private void writeOnes(int variable) throws IOException {
        if (sizes[variable] > MAX_ONES) {
            throw new IllegalArgumentException("variable " + variable + " has " + sizes[variable]
                    + " values and stands in no feature; a .fg file would need an entry for each");
        }
        writeHead(new int[] {variable}, sizes[variable]);
        for (int x = 0; x < sizes[variable]; x++) {
            out.write(x + " 1\n");
        }
    }

    private void writeHead(int[] scope, long listed) throws IOException {
        out.write("\n" + scope.length + "\n" + numbers(scope, labels) + "\n" + numbers(scope, sizes) + "\n"
                + listed + "\n");
    }

    private static String numbers(int[] scope, int[] numbers) {
        return Arrays.stream(scope).mapToObj(v -> Integer.toString(numbers[v])).collect(Collectors.joining(" "));
    }
}
