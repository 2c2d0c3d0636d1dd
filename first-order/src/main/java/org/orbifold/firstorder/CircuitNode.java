package org.orbifold.firstorder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbifold.pgm.time.Budget;

/**
 * A node of a circuit that computes log Z and its derivatives from the sizes of domains: each node has the logarithm of
 * a sum of weights, and how it changes with the parameters that it depends on.
 */
abstract class CircuitNode {

    /** The parameters that the node depends on, ascending, and the domains. */
    private final int[] parameters;
    private final int[] domains;
    /** Whether the same sizes are asked for again and again, so that results are kept. */
    private boolean kept;

    CircuitNode(int[] parameters, int[] domains) {
        this.parameters = parameters;
        this.domains = domains;
    }

    /** The value of a node and its derivatives. */
    record Value(double log, double[] derivatives) { }

    /** What an evaluation knows; for one thread. */
    static final class Frame {
        private final double[] weights;
        private final int[] sizes;
        private final double[] logFactorials;
        private final Budget budget;
        private final Map<CircuitNode, Map<List<Integer>, Value>> results = new HashMap<>();

        Frame(double[] weights, int[] sizes, double[] logFactorials, Budget budget) {
            this.weights = weights;
            this.sizes = sizes;
            this.logFactorials = logFactorials;
            this.budget = budget;
        }

        double product(int[] ofDomains) {
            double product = 1;
            for (int domain : ofDomains) {
                product *= sizes[domain];
            }
            return product;
        }
    }

    final int[] parameters() {
        return parameters;
    }

    final int[] domains() {
        return domains;
    }

    final void keep() {
        kept = true;
    }

    final Value value(Frame frame) {
        if (!kept) {
            return compute(frame);
        }
        Map<List<Integer>, Value> known = frame.results.computeIfAbsent(this, key -> new HashMap<>());
        List<Integer> sizes = Arrays.stream(domains).mapToObj(domain -> frame.sizes[domain]).toList();
        Value value = known.get(sizes);
        if (value == null) {
            value = compute(frame);
            known.put(sizes, value);
        }
        return value;
    }

    abstract Value compute(Frame frame);

    /** The inner nodes, to go through them. */
    abstract List<CircuitNode> children();

    private static int[] union(Stream<int[]> sets) {
        return sets.flatMapToInt(Arrays::stream).sorted().distinct().toArray();
    }

    private static int[] places(CircuitNode child, int[] parameters) {
        return Arrays.stream(child.parameters).map(p -> Arrays.binarySearch(parameters, p)).toArray();
    }

    /** A true formula: its weight times its groundings; of a hard formula that fails, −∞ if it has any. */
    static final class Constant extends CircuitNode {
        private final int[] groundings;

        Constant(int parameter, int[] groundings) {
            super(parameter < 0 ? new int[0] : new int[] {parameter}, groundings);
            this.groundings = groundings;
        }

        @Override
        Value compute(Frame frame) {
            double count = frame.product(groundings);
            if (parameters().length == 0) {
                return new Value(count > 0 ? Double.NEGATIVE_INFINITY : 0, new double[0]);
            }
            return new Value(count == 0 ? 0 : frame.weights[parameters()[0]] * count, new double[] {count});
        }

        @Override
        List<CircuitNode> children() {
            return List.of();
        }
    }

    /** Atoms that nothing is said about: each has two values. */
    static final class Free extends CircuitNode {

        Free(int[] atoms) {
            super(new int[0], atoms);
        }

        @Override
        Value compute(Frame frame) {
            return new Value(Math.log(2) * frame.product(domains()), new double[0]);
        }

        @Override
        List<CircuitNode> children() {
            return List.of();
        }
    }

    /** Independent parts, each as often as its domains say: n, or n (n − 1) / 2 for the pairs of a domain. */
    static final class Product extends CircuitNode {

        /** A part: to the power of the size of a domain (−1: 1), or of the number of its pairs. */
        record Part(CircuitNode node, int domain, boolean pairs) { }

        private final List<Part> parts;
        private final int[][] places;

        Product(List<Part> parts) {
            super(union(parts.stream().map(part -> part.node.parameters)), union(Stream.concat(
                    parts.stream().map(part -> part.node.domains),
                    parts.stream().filter(part -> part.domain >= 0).map(part -> new int[] {part.domain}))));
            this.parts = parts;
            this.places = parts.stream().map(part -> places(part.node, parameters())).toArray(int[][]::new);
        }

        @Override
        Value compute(Frame frame) {
            double log = 0;
            double[] derivatives = new double[parameters().length];
            for (int i = 0; i < places.length; i++) {
                Part part = parts.get(i);
                double size = part.domain < 0 ? 1 : frame.sizes[part.domain];
                double power = part.pairs ? size * (size - 1) / 2 : size;
                if (power == 0) {
                    continue;
                }
                Value value = part.node.value(frame);
                log += power * value.log;
                for (int p = 0; p < places[i].length; p++) {
                    derivatives[places[i][p]] += power * value.derivatives[p];
                }
            }
            return new Value(log, derivatives);
        }

        @Override
        List<CircuitNode> children() {
            return parts.stream().map(Part::node).toList();
        }
    }

    /** Sums weighted logarithms as they come; those of the same order give the same bits. */
    private static final class LogSum {
        private double largest = Double.NEGATIVE_INFINITY;
        private double sum;
        private final double[] derivatives;

        LogSum(int parameters) {
            derivatives = new double[parameters];
        }

        void add(double log, Value value, int[] places) {
            if (log == Double.NEGATIVE_INFINITY) {
                return;
            }
            double share;
            if (log > largest) {
                double less = Math.exp(largest - log);
                sum *= less;
                for (int p = 0; p < derivatives.length; p++) {
                    derivatives[p] *= less;
                }
                largest = log;
                share = 1;
            } else {
                share = Math.exp(log - largest);
            }
            sum += share;
            for (int p = 0; p < places.length; p++) {
                derivatives[places[p]] += share * value.derivatives[p];
            }
        }

        Value value() {
            if (largest == Double.NEGATIVE_INFINITY) {
                return new Value(largest, derivatives);
            }
            for (int p = 0; p < derivatives.length; p++) {
                derivatives[p] /= sum;
            }
            return new Value(largest + Math.log(sum), derivatives);
        }
    }

    /** An atom without arguments: true or false. */
    static final class Branch extends CircuitNode {
        private final CircuitNode[] cases;
        private final int[][] places;

        Branch(CircuitNode ifTrue, CircuitNode ifFalse) {
            super(union(Stream.of(ifTrue.parameters, ifFalse.parameters)),
                    union(Stream.of(ifTrue.domains, ifFalse.domains)));
            this.cases = new CircuitNode[] {ifTrue, ifFalse};
            this.places = new int[][] {places(ifTrue, parameters()), places(ifFalse, parameters())};
        }

        @Override
        Value compute(Frame frame) {
            LogSum sum = new LogSum(parameters().length);
            for (int i = 0; i < cases.length; i++) {
                Value value = cases[i].value(frame);
                sum.add(value.log, value, places[i]);
            }
            return sum.value();
        }

        @Override
        List<CircuitNode> children() {
            return List.of(cases);
        }
    }

    /** A unary predicate: of n elements k have it, for all k. */
    static final class Count extends CircuitNode {
        private final CircuitNode child;
        private final int domain;
        private final int have;
        private final int lack;

        Count(CircuitNode child, int domain, int have, int lack) {
            super(child.parameters, IntStream.concat(IntStream.of(domain), Arrays.stream(child.domains)
                    .filter(d -> d != have && d != lack)).sorted().distinct().toArray());
            this.child = child;
            this.domain = domain;
            this.have = have;
            this.lack = lack;
        }

        int domain() {
            return domain;
        }

        int have() {
            return have;
        }

        int lack() {
            return lack;
        }

        @Override
        Value compute(Frame frame) {
            frame.budget.check();
            int n = frame.sizes[domain];
            LogSum sum = new LogSum(parameters().length);
            int[] same = IntStream.range(0, parameters().length).toArray();
            for (int k = 0; k <= n; k++) {
                frame.sizes[have] = k;
                frame.sizes[lack] = n - k;
                Value value = child.value(frame);
                sum.add(value.log + frame.logFactorials[n] - frame.logFactorials[k] - frame.logFactorials[n - k],
                        value, same);
            }
            return sum.value();
        }

        @Override
        List<CircuitNode> children() {
            return List.of(child);
        }
    }
}
