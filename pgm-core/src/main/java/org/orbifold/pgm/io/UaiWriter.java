package org.orbifold.pgm.io;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/** Writes UAI models: each feature as a table. */
final class UaiWriter {

    static void writeMarkov(GraphicalModel model, Writer out) throws IOException {
        write("MARKOV", model.sizes(), new ModelTables(model), out);
    }

    static void writeBayes(GraphicalModel model, Writer out) throws IOException {
        ModelTables tables = new ModelTables(model);
        BayesNetworks.check(model);
        write("BAYES", model.sizes(), tables, out);
    }

    private static void write(String heading, int[] sizes, ModelTables tables, Writer out) throws IOException {
        out.write(heading + "\n" + sizes.length + "\n" + numbers(sizes) + "\n" + tables.features().size() + "\n");
        for (Feature feature : tables.features()) {
            int[] scope = feature.scope();
            out.write((scope.length + " " + numbers(scope)).strip() + "\n");
        }
        for (Feature feature : tables.features()) {
            out.write("\n" + tables.entries(feature) + "\n");
            tables.forEachEntry(feature, false, (index, log) -> out.write(" " + Decimal.exp(log)));
            out.write("\n");
        }
    }

    private static String numbers(int[] numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    private UaiWriter() { }
}
