package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;

/** Random models that brute force can solve, of many shapes. */
final class RandomModels {

    /** The most states of a model: brute force takes some milliseconds for them. */
    static final int MAX_STATES = 1 << 14;
    /** A clause this wide has no table that a factor merges into by default. */
    private static final int WIDE = 12;

    /** How features lie on variables. */
    enum Shape { CHAIN, TREE, GRID, CLIQUE, STAR, EXCHANGEABLE, NETWORK, LOGIC, WIDE_CLAUSES, RANDOM, PARTS }

    private final RandomGenerator random;
    private final int maxStates;

    RandomModels(RandomGenerator random, int maxStates) {
        this.random = random;
        this.maxStates = maxStates;
    }

    GraphicalModel next() {
        Shape shape = Settings.pick(Shape.values(), random);
        Weights weights = Settings.pick(Weights.values(), random);
        List<Integer> sizes = shape == Shape.WIDE_CLAUSES ? binaries() : sizes(shape);
        ModelBuilder builder = GraphicalModel.builder();
        for (int v = 0; v < sizes.size(); v++) {
            builder.variable("x" + v, Domain.ofSize(sizes.get(v)));
        }
        List<Feature> features = new ArrayList<>();
        if (!sizes.isEmpty()) {
            features.addAll(features(shape, weights, sizes.stream().mapToInt(s -> s).toArray()));
            if (shape != Shape.NETWORK) {
                addOddities(features, weights, sizes);
            }
        }
        features.forEach(builder::add);
        if (shape != Shape.NETWORK && random.nextInt(4) == 0) {
            builder.constant(weights == Weights.EXTREME ? 650 * random.nextDouble() : random.nextDouble());
        }
        return builder.build();
    }

    private List<Integer> binaries() {
        int n = Math.min(WIDE + random.nextInt(3), 31 - Integer.numberOfLeadingZeros(maxStates));
        return IntStream.range(0, n).mapToObj(v -> 2).toList();
    }

    /** Sizes of domains: of one kind mostly, with product at most the limit. */
    private List<Integer> sizes(Shape shape) {
        int common = 2 + (random.nextInt(3) == 0 ? random.nextInt(4) : 0);
        boolean mixed = shape != Shape.EXCHANGEABLE && random.nextInt(3) == 0;
        int most = random.nextInt(20) == 0 ? random.nextInt(3) : 3 + random.nextInt(12);
        List<Integer> sizes = new ArrayList<>();
        long states = 1;
        while (sizes.size() < most) {
            int size = mixed ? 1 + random.nextInt(5) : common;
            states *= size;
            if (states > maxStates) {
                break;
            }
            sizes.add(size);
        }
        return sizes;
    }

    private List<Feature> features(Shape shape, Weights weights, int[] sizes) {
        int n = sizes.length;
        List<Feature> features = new ArrayList<>();
        boolean shared = random.nextBoolean();
        switch (shape) {
            case CHAIN, TREE, STAR, GRID, CLIQUE -> {
                for (int v = 1; v < n; v++) {
                    int tree = random.nextInt(v);
                    for (int u = 0; u < v; u++) {
                        boolean linked = switch (shape) {
                            case CHAIN -> u == v - 1;
                            case TREE -> u == tree;
                            case STAR -> u == 0;
                            case GRID -> u == v - 3 || u == v - 1 && v % 3 > 0;
                            default -> true;
                        };
                        if (linked) {
                            features.add(pair(u, v, sizes, weights, shared ? features : List.of()));
                        }
                    }
                }
                for (int v = 0; v < n && random.nextInt(4) > 0; v++) {
                    features.add(table(new int[] {v}, sizes, weights));
                }
            }
            case EXCHANGEABLE -> exchangeable(features, weights, sizes);
            case NETWORK -> network(features, sizes);
            case LOGIC, WIDE_CLAUSES -> {
                for (int i = 0; i < n + 2; i++) {
                    features.add(logic(sizes, weights, shape == Shape.WIDE_CLAUSES && i < 3 ? n : 1
                            + random.nextInt(Math.min(n, 4))));
                }
            }
            default -> {
                int half = shape == Shape.PARTS ? (n + 1) / 2 : n;
                for (int i = 0; i < n + 1; i++) {
                    int from = i % 2 == 0 || half == n ? 0 : half;
                    int to = from == 0 ? half : n;
                    int[] scope = subset(from, to, 1 + random.nextInt(Math.min(3, to - from)));
                    features.add(table(scope, sizes, weights));
                }
            }
        }
        return features;
    }

    /** Blocks of one or two variables with the same tables, each linked with the last variable and with each other. */
    private void exchangeable(List<Feature> features, Weights weights, int[] sizes) {
        int width = 1 + random.nextInt(2);
        int hub = sizes.length - 1;
        int blocks = hub / width;
        int size = sizes[0];
        double[] alone = weights.table(size, random);
        double[] inside = weights.table(size * size, random);
        double[] toHub = weights.table(size * size, random);
        double[] between = weights.table(size * size, random);
        boolean coupled = random.nextBoolean();
        for (int b = 0; b < blocks; b++) {
            features.add(Table.of(new int[] {b * width}, new int[] {size}, alone));
            features.add(Table.of(new int[] {b * width, hub}, new int[] {size, size}, toHub));
            if (width == 2) {
                features.add(Table.of(new int[] {2 * b, 2 * b + 1}, new int[] {size, size}, inside));
            }
            for (int c = 0; coupled && c < blocks; c++) {
                if (c != b) {
                    features.add(Table.of(new int[] {b * width, c * width}, new int[] {size, size}, between));
                }
            }
        }
    }

    /** A Bayesian network with rows of short decimals, which sum to 1. */
    private void network(List<Feature> features, int[] sizes) {
        for (int v = 0; v < sizes.length; v++) {
            int[] parents = subset(0, v, random.nextInt(Math.min(3, v + 1)));
            int[] scope = Arrays.copyOf(parents, parents.length + 1);
            scope[parents.length] = v;
            int[] tableSizes = Arrays.stream(scope).map(u -> sizes[u]).toArray();
            double[] logs = new double[Table.entries(tableSizes)];
            for (int row = 0; row < logs.length; row += sizes[v]) {
                int left = 1_000;
                for (int x = 0; x < sizes[v]; x++) {
                    int share = x == sizes[v] - 1 ? left : random.nextInt(left + 1);
                    logs[row + x] = Math.log(share / 1000.0);
                    left -= share;
                }
            }
            features.add(Table.of(scope, tableSizes, logs));
        }
    }

    private Feature pair(int u, int v, int[] sizes, Weights weights, List<Feature> like) {
        int[] scope = random.nextBoolean() ? new int[] {u, v} : new int[] {v, u};
        for (Feature feature : like) {
            if (feature instanceof Table table && table.arity() == 2 && table.size(0) == sizes[scope[0]]
                    && table.size(1) == sizes[scope[1]]) {
                return Table.of(scope, table.sizes(), table.entries());
            }
        }
        return table(scope, sizes, weights);
    }

    private Table table(int[] scope, int[] sizes, Weights weights) {
        int[] tableSizes = Arrays.stream(scope).map(v -> sizes[v]).toArray();
        return Table.of(scope, tableSizes, weights.table(Table.entries(tableSizes), random));
    }

    private Feature logic(int[] sizes, Weights weights, int width) {
        int[] scope = subset(0, sizes.length, width);
        List<Literal> literals = Arrays.stream(scope).mapToObj(v -> Literal.of(v, random.nextInt(sizes[v])))
                .toList();
        double weight = weights.nextOfFeature(random);
        return switch (random.nextInt(width > 4 ? 2 : 3)) {
            case 0 -> Clause.of(weight, literals);
            case 1 -> Conjunction.of(weight, literals);
            default -> FormulaFeature.of(weight, formula(sizes, scope, 2));
        };
    }

    /** A formula over variables of a scope; over no variables it is true. */
    Formula formula(int[] sizes, int[] scope, int depth) {
        if (scope.length == 0) {
            return Formula.TRUE;
        }
        int v = scope[random.nextInt(scope.length)];
        if (depth == 0 || random.nextInt(4) == 0) {
            return Formula.is(v, random.nextInt(sizes[v]));
        }
        Formula left = formula(sizes, scope, depth - 1);
        Formula right = formula(sizes, scope, depth - 1);
        return switch (random.nextInt(5)) {
            case 0 -> Formula.not(left);
            case 1 -> Formula.and(left, right);
            case 2 -> Formula.or(left, right);
            case 3 -> Formula.implies(left, right);
            default -> Formula.iff(left, right);
        };
    }

    /** Duplicates, features without variables, and those that say nothing. */
    private void addOddities(List<Feature> features, Weights weights, List<Integer> sizes) {
        if (random.nextInt(5) == 0 && !features.isEmpty()) {
            features.add(features.get(random.nextInt(features.size())));
        }
        if (random.nextInt(8) == 0) {
            features.add(Table.of(new int[0], new int[0], new double[] {0.5}));
        }
        if (random.nextInt(8) == 0) {
            features.add(FormulaFeature.of(0.75, Formula.TRUE));
        }
        if (random.nextInt(8) == 0) {
            features.add(FormulaFeature.of(1.5, Formula.FALSE));
        }
        if (random.nextInt(8) == 0) {
            features.add(Clause.of(0.5, List.of(Literal.of(0, 0), Literal.of(0, sizes.get(0) - 1))));
        }
        if (random.nextInt(8) == 0) {
            features.add(Conjunction.of(-0.5, List.of(Literal.of(0, 0), Literal.of(0, sizes.get(0) - 1))));
        }
        if (random.nextInt(8) == 0) {
            int v = random.nextInt(sizes.size());
            features.add(Table.of(new int[] {v}, new int[] {sizes.get(v)}, new double[sizes.get(v)]));
        }
        if (weights == Weights.EXTREME && random.nextBoolean()) {
            features.replaceAll(f -> f instanceof Table t && random.nextBoolean() ? Table.of(t.scope(), t.sizes(),
                    Arrays.stream(t.entries()).map(x -> x / 1e3).toArray()) : f);
        }
    }

    /** Different numbers of a range, in random order. */
    int[] subset(int from, int to, int count) {
        int[] all = IntStream.range(from, to).toArray();
        for (int i = 0; i < Math.min(count, all.length); i++) {
            int j = i + random.nextInt(all.length - i);
            int swapped = all[i];
            all[i] = all[j];
            all[j] = swapped;
        }
        return Arrays.copyOf(all, Math.min(count, all.length));
    }
}
