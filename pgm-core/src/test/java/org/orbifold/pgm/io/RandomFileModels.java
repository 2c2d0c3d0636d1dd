package org.orbifold.pgm.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/** Small random models for files: names and labels that need care, and weights that plain numbers cannot hold. */
final class RandomFileModels {

    private final RandomGenerator random;
    private final ModelBuilder model = GraphicalModel.builder();

    private RandomFileModels(RandomGenerator random) {
        this.random = random;
    }

    /** A model of 1 to 5 variables whose features are all clauses, or of any kind. */
    static GraphicalModel any(RandomGenerator random, boolean onlyClauses) {
        return new RandomFileModels(random).make(onlyClauses);
    }

    private GraphicalModel make(boolean onlyClauses) {
        int variables = 1 + random.nextInt(5);
        boolean named = random.nextBoolean();
        for (int v = 0; v < variables; v++) {
            int size = 1 + random.nextInt(4);
            String[] labels = new String[size];
            Arrays.setAll(labels, x -> named ? "väl" + x : Integer.toString(x));
            model.variable(named ? (v % 2 == 0 ? "P(" + v + ";x=y)" : "Likes(" + v
                    + ",\"a b\")") : Integer.toString(v), Domain.of(labels));
        }
        int features = random.nextInt(6);
        for (int f = 0; f < features; f++) {
            feature(onlyClauses ? 0 : random.nextInt(4));
        }
        if (!onlyClauses && random.nextBoolean()) {
            model.constant(weight());
        }
        return model.build();
    }

    private void feature(int kind) {
        double hard = random.nextInt(8);
        double weight = hard == 0 ? Double.POSITIVE_INFINITY : hard == 1 ? Double.NEGATIVE_INFINITY : weight();
        switch (kind) {
            case 0 -> model.clause(weight, literals());
            case 1 -> model.conjunction(weight, literals());
            case 2 -> model.formula(weight, formula(3));
            default -> table();
        }
    }

    private double weight() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextBoolean() ? 900 : -900;
            case 1 -> random.nextDouble(-2000, 2000);
            case 2 -> random.nextInt(-3, 4);
            default -> random.nextDouble(-3, 3);
        };
    }

    private Literal literal() {
        int variable = random.nextInt(model.variableCount());
        return Literal.of(variable, random.nextInt(model.size(variable)));
    }

    private Literal[] literals() {
        Literal[] literals = new Literal[1 + random.nextInt(4)];
        Arrays.setAll(literals, i -> literal());
        return literals;
    }

    private Formula formula(int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            Literal literal = literal();
            return random.nextInt(10) == 0 ? Formula.TRUE : Formula.is(literal.variable(), literal.value());
        }
        return switch (random.nextInt(4)) {
            case 0 -> Formula.not(formula(depth - 1));
            case 1 -> Formula.and(formula(depth - 1), formula(depth - 1));
            case 2 -> Formula.or(formula(depth - 1), formula(depth - 1));
            default -> Formula.iff(formula(depth - 1), formula(depth - 1));
        };
    }

    private void table() {
        List<Integer> left = new ArrayList<>();
        for (int v = 0; v < model.variableCount(); v++) {
            left.add(v);
        }
        int[] scope = new int[random.nextInt(Math.min(3, left.size()) + 1)];
        Arrays.setAll(scope, k -> left.remove(random.nextInt(left.size())));
        double[] logs = new double[Arrays.stream(scope).map(model::size).reduce(1, (a, b) -> a * b)];
        Arrays.setAll(logs, i -> random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : weight());
        model.table(scope, logs);
    }
}
