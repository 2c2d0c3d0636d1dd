package org.orbifold.pgm.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;

/** Small random Bayesian networks, and plain writers of the formats that the library only reads. */
final class RandomNetworkFiles {

    private static final String[] ODD = {"a", "x-1", "yes", "0.5", "3_2mU", "größer", ">5", "T"};

    /** A network of 1 to 6 variables; probabilities are decimals, some of them 0. */
    static GraphicalModel any(RandomGenerator random, boolean oddNames) {
        ModelBuilder model = GraphicalModel.builder();
        int variables = 1 + random.nextInt(6);
        for (int v = 0; v < variables; v++) {
            int size = 1 + random.nextInt(4);
            int shift = random.nextInt(ODD.length);
            String[] labels = new String[size];
            Arrays.setAll(labels, x -> (oddNames ? "s (" + x + ", \"q\"] & <" : "") + ODD[(shift + x) % ODD.length]);
            model.variable(oddNames ? "P(" + v + ", x; y)" : "V" + v, Domain.of(labels));
        }
        List<Integer> order = new ArrayList<>(IntStream.range(0, variables).boxed().toList());
        Collections.shuffle(order, new Random(random.nextLong()));
        for (int i = 0; i < variables; i++) {
            List<Integer> earlier = new ArrayList<>(order.subList(0, i));
            int[] scope = new int[Math.min(earlier.size(), random.nextInt(4)) + 1];
            for (int k = 0; k < scope.length - 1; k++) {
                scope[k] = earlier.remove(random.nextInt(earlier.size()));
            }
            scope[scope.length - 1] = order.get(i);
            model.potentials(scope, rows(model, scope, random));
        }
        return model.build();
    }

    private static double[] rows(ModelBuilder model, int[] scope, RandomGenerator random) {
        int size = model.size(scope[scope.length - 1]);
        double[] table = new double[Arrays.stream(scope).map(model::size).reduce(1, (a, b) -> a * b)];
        for (int row = 0; row < table.length; row += size) {
            int left = 1000;
            for (int x = 0; x < size; x++) {
                int share = x == size - 1 ? left : random.nextInt(4) == 0 ? 0 : random.nextInt(left + 1);
                table[row + x] = share / 1000.0;
                left -= share;
            }
        }
        return table;
    }

    static String hugin(GraphicalModel model) {
        StringBuilder text = new StringBuilder("net\n{\n  node_size = (80 40);\n}\n% a comment\n");
        for (Variable v : model.variables()) {
            text.append("discrete node ").append(v.name()).append("\n{\n  label = \"}\";\n  states = (")
                    .append(labels(v, "\"%s\"", " ")).append(");\n}\n");
        }
        for (Feature feature : model.features()) {
            int[] scope = feature.scope();
            text.append("potential (").append(name(model, feature)).append(scope.length > 1 ? " | " : " ")
                    .append(parents(model, feature, " ")).append(")\n{\n data = ").append("(".repeat(scope.length))
                    .append(numbers(feature, " ")).append(")".repeat(scope.length)).append(";\n}\n");
        }
        return text.toString();
    }

    static String dsl(GraphicalModel model) {
        StringBuilder text = new StringBuilder("net Unnamed\n{\n");
        for (Feature feature : model.features()) {
            Variable child = child(model, feature);
            text.append("node ").append(child.name())
                    .append("\n{\n TYPE = CPT;\n HEADER = { ID = x; NAME = \"y;\"; };\n"
                    + " SCREEN = { POSITION = { CENTER_X = 1; }; };\n PARENTS = (")
                    .append(parents(model, feature, ", ")).append(");\n DEFINITION =\n {\n  NAMESTATES = (")
                    .append(labels(child, "%s", ", ")).append(");\n  PROBABILITIES = (")
                    .append(numbers(feature, ", ")).append(");\n };\n};\n");
        }
        return text.append("};\n").toString();
    }

    static String xdsl(GraphicalModel model) {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<smile id=\"n\">\n<nodes>\n");
        for (Feature feature : model.features()) {
            Variable child = child(model, feature);
            text.append("<cpt id=\"").append(child.name()).append("\">\n")
                    .append(labels(child, "<state id=\"%s\" />", "\n").replace(">5", "&gt;5"));
            if (feature.scope().length > 1) {
                text.append("<parents>").append(parents(model, feature, " ")).append("</parents>");
            }
            text.append("\n<probabilities>").append(numbers(feature, " ")).append("</probabilities>\n</cpt>\n");
        }
        return text.append("</nodes>\n<extensions><genie><node id=\"V0\"/></genie></extensions></smile>\n").toString();
    }

    private static Variable child(GraphicalModel model, Feature feature) {
        return model.variable(feature.scope()[feature.scope().length - 1]);
    }

    private static String name(GraphicalModel model, Feature feature) {
        return child(model, feature).name();
    }

    private static String labels(Variable v, String format, String between) {
        return IntStream.range(0, v.size()).mapToObj(x -> String.format(format, v.domain().label(x)))
                .collect(Collectors.joining(between));
    }

    private static String parents(GraphicalModel model, Feature feature, String between) {
        return Arrays.stream(feature.scope()).limit(feature.scope().length - 1).mapToObj(p -> model.variable(p).name())
                .collect(Collectors.joining(between));
    }

    private static String numbers(Feature feature, String between) {
        return Arrays.stream(((Table) feature).entries()).mapToObj(Decimal::exp).collect(Collectors.joining(between));
    }

    private RandomNetworkFiles() { }
}
