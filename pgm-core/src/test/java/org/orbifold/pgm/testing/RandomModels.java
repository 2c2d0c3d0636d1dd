package org.orbifold.pgm.testing;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Small random models with everything in them: mixed domain sizes (1 included), all feature kinds, hard constraints,
 * parts that are not connected, variables without any feature.
 */
public final class RandomModels {

    private static final int MAX_VARIABLES = 7;
    private static final int MAX_SIZE = 4;

    private final RandomGenerator random;
    private final ModelBuilder builder = GraphicalModel.builder();
    private final boolean hardConstraints;

    private RandomModels(RandomGenerator random, boolean hardConstraints) {
        this.random = random;
        this.hardConstraints = hardConstraints;
    }

    /** A model without hard constraints: every state is possible. */
    public static GraphicalModel soft(long seed) {
        return new RandomModels(new SplittableRandom(seed), false).build();
    }

    /** A model with hard constraints, of which at least one state is possible. */
    public static GraphicalModel hard(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        while (true) {
            GraphicalModel model = new RandomModels(random, true).build();
            if (possibleState(model, random) != null) {
                return model;
            }
        }
    }

    /** Evidence on about a third of the variables that agrees with some possible state. */
    public static Evidence evidence(GraphicalModel model, long seed) {
        RandomGenerator random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        int[] state = possibleState(model, random);
        Evidence evidence = Evidence.none();
        for (int v = 0; v < state.length; v++) {
            if (random.nextInt(3) == 0) {
                evidence = evidence.and(v, state[v]);
            }
        }
        return evidence;
    }

    /** All states of a model. */
    public static Iterable<int[]> states(GraphicalModel model) {
        int count = Arrays.stream(model.sizes()).reduce(1, Math::multiplyExact);
        return () -> IntStream.range(0, count).mapToObj(index -> state(model, index)).iterator();
    }

    private static int[] state(GraphicalModel model, int index) {
        int[] state = new int[model.variableCount()];
        int rest = index;
        for (int v = state.length - 1; v >= 0; v--) {
            state[v] = rest % model.size(v);
            rest /= model.size(v);
        }
        return state;
    }

    private static int[] possibleState(GraphicalModel model, RandomGenerator random) {
        int[][] possible = IntStream.range(0, Arrays.stream(model.sizes()).reduce(1, (a, b) -> a * b))
                .mapToObj(index -> state(model, index))
                .filter(state -> model.logWeight(state) > Double.NEGATIVE_INFINITY).toArray(int[][]::new);
        return possible.length == 0 ? null : possible[random.nextInt(possible.length)];
    }

    private GraphicalModel build() {
        int variables = 1 + random.nextInt(MAX_VARIABLES);
        for (int v = 0; v < variables; v++) {
            // Binary variables are the common case and have kernels of their own.
            builder.variables(random.nextInt(3) > 0 ? 2 : 1 + random.nextInt(MAX_SIZE));
        }
        for (int f = random.nextInt(2 * variables + 1); f > 0; f--) {
            addFeature();
        }
        return builder.constant(random.nextInt(2) * random.nextDouble(-3, 3)).build();
    }

    private void addFeature() {
        switch (random.nextInt(4)) {
            case 0 -> builder.clause(weight(), literals());
            case 1 -> builder.conjunction(weight(), literals());
            case 2 -> builder.formula(weight(), formula(3));
            default -> addTable();
        }
    }

    private double weight() {
        if (hardConstraints && random.nextInt(8) == 0) {
            return random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        // Few distinct values, so that symmetries and shared tables occur; now and then a huge one.
        double unit = random.nextInt(20) == 0 ? 400 : 0.5;
        return unit * (random.nextInt(7) - 3);
    }

    private Literal[] literals() {
        Literal[] literals = new Literal[1 + random.nextInt(3)];
        Arrays.setAll(literals, i -> literal());
        return literals;
    }

    private Literal literal() {
        int variable = random.nextInt(builder.variableCount());
        return Literal.of(variable, random.nextInt(builder.size(variable)));
    }

    private Formula formula(int depth) {
        Literal literal = literal();
        Formula atom = Formula.is(literal.variable(), literal.value());
        if (depth == 0) {
            return atom;
        }
        return switch (random.nextInt(6)) {
            case 0 -> Formula.not(formula(depth - 1));
            case 1 -> Formula.and(formula(depth - 1), formula(depth - 1));
            case 2 -> Formula.or(formula(depth - 1), formula(depth - 1), formula(depth - 1));
            case 3 -> Formula.implies(formula(depth - 1), formula(depth - 1));
            case 4 -> Formula.iff(formula(depth - 1), formula(depth - 1));
            default -> atom;
        };
    }

    private void addTable() {
        int[] all = IntStream.range(0, builder.variableCount()).toArray();
        for (int i = all.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swap = all[i];
            all[i] = all[j];
            all[j] = swap;
        }
        int[] scope = Arrays.copyOf(all, Math.min(all.length, 1 + random.nextInt(4)));
        double[] logs = new double[Arrays.stream(scope).map(builder::size).reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < logs.length; i++) {
            boolean forbidden = hardConstraints && random.nextInt(6) == 0;
            logs[i] = forbidden ? Double.NEGATIVE_INFINITY : random.nextDouble(-2, 2);
        }
        builder.table(scope, logs);
    }
}
