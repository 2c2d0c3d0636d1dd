package org.orbifold.pgm.io;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Variable;

/** Writes BIF in the dialect of the bnlearn repository: rows of probabilities for the states of the parents. */
final class BifWriter {

    /** What can stand without quotes in every program that reads BIF. */
    private static final String PLAIN = "[A-Za-z0-9_.+<>=-]+";

    static void write(GraphicalModel model, Writer out) throws IOException {
        BayesNetworks.checkNotEmpty(model);
        out.write("network unknown {\n}\n");
        for (Variable variable : model.variables()) {
            out.write("variable " + name(variable.name()) + " {\n  type discrete [ " + variable.size() + " ] { "
                    + IntStream.range(0, variable.size()).mapToObj(x -> name(variable.domain().label(x)))
                            .collect(Collectors.joining(", ")) + " };\n}\n");
        }
        int[] state = new int[model.variableCount()];
        for (Feature feature : model.features()) {
            writeTable(model, feature, state, out);
        }
    }

    private static void writeTable(GraphicalModel model, Feature feature, int[] state, Writer out)
            throws IOException {
        int[] scope = feature.scope();
        int[] parents = Arrays.copyOf(scope, scope.length - 1);
        int child = scope[parents.length];
        out.write("probability ( " + name(model.variable(child).name()) + (parents.length == 0 ? "" : " | ")
                + names(parents, p -> model.variable(p).name()) + " ) {\n");
        Odometer odometer = new Odometer(scope, model.sizes(), state, false);
        do {
            if (state[child] == 0) {
                out.write(parents.length == 0 ? "  table "
                        : "  (" + names(parents, p -> model.variable(p).domain().label(state[p])) + ") ");
            }
            out.write(Decimal.exp(feature.logPotential(state)));
            out.write(state[child] == model.size(child) - 1 ? ";\n" : ", ");
        } while (odometer.advance());
        out.write("}\n");
    }

    private interface Naming {
        String of(int variable);
    }

    private static String names(int[] variables, Naming naming) {
        return Arrays.stream(variables).mapToObj(v -> name(naming.of(v))).collect(Collectors.joining(", "));
    }

    private static String name(String name) {
        return name.matches(PLAIN) ? name : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private BifWriter() { }
}
