package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.pgm.exact.MiniBucketTree.Edge;
import org.orbifold.pgm.exact.MiniBucketTree.Node;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;

/**
 * Bounds on the largest weight of a state and on Z, by weighted mini-buckets (Liu and Ihler 2011): variables are
 * eliminated with tables of bounded size. Where the tables of a variable together would be too large they are divided
 * into groups r, each eliminated by itself with a weight w_r: Σ_x Π f_r ≤ Π (Σ_x f_r^(1/w_r))^w_r for positive weights
 * that sum to one (Hölder), ≥ if one of them is positive and the others are negative; the limit of weight 0 is the
 * maximum.
 *
 * <p>Each {@linkplain #pass pass} shifts weight between the groups of a variable, such that their marginals agree on
 * all that they share (their max-marginals, for maxima), and moves the weights w along their gradient, the conditional
 * entropies. That changes no product, so every pass gives a bound, and the best is kept.
 *
 * <p>The bound is rounded outward: the rounding errors of all steps are bounded and added. A pass takes a few
 * operations for each entry of the tables, and for sums as many exponentials. Not safe for several threads.
 */
public final class MiniBuckets {

    /** What is bounded. */
    public enum Kind {

        /** The largest log-weight of a state, from above. */
        MAXIMUM,

        /** log Z from above. */
        UPPER,

        /** log Z from below: −∞ where a possible state's weight is a product with a divided hard zero. */
        LOWER
    }

    /** Bound on the relative rounding error of an operation of {@code +}, {@code Math.exp} or {@code Math.log}. */
    private static final double UNIT = 0x1p-52;
    /** Smallest weight of a group, relative to one: quotients by it stay far from overflow. */
    private static final double LEAST_WEIGHT = 1e-3;
    /** Sum of the negative weights of a lower bound at first: at zero the groups would be minimised. */
    private static final double FIRST_NEGATIVE = 0.5;
    /** Largest sum of the negative weights. */
    private static final double MOST_NEGATIVE = 20;
    /** Step of the weights along their gradient, per unit of entropy; larger ones oscillate. */
    private static final double WEIGHT_STEP = 0.3;
    /** By how much steps shrink when a pass made the bound worse, and the least step. */
    private static final double SHRINK = 0.7;
    private static final double LEAST_STEP = 0.05;
    /** Marginals below this count as this when they are compared: a plain number that has a logarithm. */
    private static final double LEAST_MARGINAL = 1e-290;

    private final GraphicalModel model;
    private final Kind kind;
    private final boolean isMax;
    private final MiniBucketTree tree;
    private final double[][] factors;
    private final double[] magnitudes;
    private final double constant;
    private final double constantError;
    private final double[][] tables;
    private final double[][] messages;
    /** By node: the belief of the rest in the variables of the message, over the message; as a logarithm. */
    private final double[][] outside;
    /** By edge: what was added to the first node's table and subtracted from the second one's; −∞ for both. */
    private final double[][] shifts;
    private final double[] weights;
    private final double[] entropies;
    private double step = 1;
    private double best;
    private double last;
    private double rounding;
    /** The rounding errors of the tables as {@link #settle} left them. */
    private double settledRounding;
    /** Tables and messages of the value that is asked for, by node, in place of those of all values. */
    private double[][] otherTables = {};
    private double[][] otherMessages = {};

    private MiniBuckets(GraphicalModel model, Kind kind, MiniBucketTree tree) {
        this.model = model;
        this.kind = kind;
        this.isMax = kind == Kind.MAXIMUM;
        this.tree = tree;
        List<Table> all = model.factors().tables();
        this.factors = all.stream().map(Table::entries).toArray(double[][]::new);
        this.magnitudes = Arrays.stream(factors).mapToDouble(MiniBuckets::magnitude).toArray();
        double sum = model.factors().constant();
        double sizes = Math.abs(sum);
        for (WeightedFeature feature : model.factors().wide()) {
            double own = ofWide(feature.weight());
            sum += own;
            sizes += Double.isInfinite(own) ? 0 : Math.abs(own);
        }
        this.constant = sum;
        this.constantError = UNIT * sizes * (1 + model.factors().wide().size());
        int nodes = tree.nodes().size();
        this.tables = new double[nodes][];
        this.messages = new double[nodes][];
        this.outside = new double[nodes][];
        this.shifts = new double[tree.edges().size()][];
        this.weights = new double[nodes];
        this.entropies = new double[nodes];
        this.best = kind == Kind.LOWER ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        this.last = best;
        for (int bucket = 0; bucket < tree.buckets(); bucket++) {
            int from = tree.firstNode(bucket);
            int count = tree.firstNode(bucket + 1) - from;
            for (int r = 0; r < count; r++) {
                weights[from + r] = kind != Kind.LOWER ? 1.0 / count
                        : r > 0 ? -FIRST_NEGATIVE / (count - 1) : count == 1 ? 1 : 1 + FIRST_NEGATIVE;
            }
        }
    }

    /**
     * Prepares a bound; no pass is made yet.
     *
     * @param model      a model
     * @param kind       what to bound
     * @param maxEntries the most entries of a table; the model's own may be larger
     * @param budget     the time it may take
     * @return the mini-buckets
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    public static MiniBuckets of(GraphicalModel model, Kind kind, double maxEntries, Budget budget) {
        return new MiniBuckets(model, kind, MiniBucketTree.of(model, maxEntries, budget));
    }

    /** The least or the most that a feature too wide for a table contributes. */
    private double ofWide(double weight) {
        if (kind != Kind.LOWER) {
            return Double.isInfinite(weight) ? 0 : Math.max(0, weight);
        }
        return Double.isInfinite(weight) ? Double.NEGATIVE_INFINITY : Math.min(0, weight);
    }

    /**
     * Whether no variable's tables were divided.
     *
     * @return whether one pass gives the value itself, but for rounding and features too wide for tables
     */
    public boolean isExact() {
        return tree.isExact() && model.factors().wide().isEmpty();
    }

    /**
     * The size of all tables.
     *
     * @return entries; a pass keeps a number of eight bytes for each, and about as much for messages
     */
    public long entries() {
        return tree.entries();
    }

    /**
     * The best bound of all passes.
     *
     * @return a logarithm; infinite before the first pass, and −∞ if it proves that no state is possible
     */
    public double logBound() {
        return best;
    }

    /**
     * Makes a pass: shifts weight and eliminates all variables.
     *
     * @param budget the time it may take
     * @return the bound of this pass, not necessarily the best
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time; the next pass begins anew
     */
    public double pass(Budget budget) {
        boolean first = Double.isInfinite(last);
        double sum = forward(budget, true);
        double outward = rounding + UNIT * Math.abs(sum);
        double bound = kind == Kind.LOWER ? Math.nextDown(sum - outward) : Math.nextUp(sum + outward);
        bound = Double.isNaN(bound) || sum == Double.NEGATIVE_INFINITY ? Double.NEGATIVE_INFINITY : bound;
        boolean worse = kind == Kind.LOWER ? bound < last : bound > last;
        step = !first && worse ? Math.max(LEAST_STEP, SHRINK * step) : step;
        last = bound;
        best = kind == Kind.LOWER ? Math.max(best, bound) : Math.min(best, bound);
        if (!tree.isExact() && bound > Double.NEGATIVE_INFINITY) {
            backward(budget);
            if (!isMax) {
                moveWeights();
            }
        }
        return bound;
    }

    /**
     * Which values no state of some weight has, by the tables as they are.
     *
     * @param logWeight a log-weight
     * @param budget    the time it may take
     * @return by variable and value: true only if every state with that value has a smaller log-weight
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     * @throws IllegalStateException if not maxima are bounded
     */
    public boolean[][] excluded(double logWeight, Budget budget) {
        if (!isMax) {
            throw new IllegalStateException(kind + " bounds say nothing about single states; expected MAXIMUM");
        }
        double sum = forward(budget, false);
        double outward = 2 * (rounding + UNIT * Math.abs(sum));
        best = Math.min(best, Math.nextUp(sum + outward));
        boolean[][] excluded = new boolean[model.variableCount()][];
        Arrays.setAll(excluded, v -> new boolean[model.size(v)]);
        for (int n = tables.length - 1; n >= 0; n--) {
            budget.check();
            double[] belief = toldBelief(n);
            int size = model.size(tree.nodes().get(n).variable());
            double[] most = new double[size];
            Arrays.fill(most, Double.NEGATIVE_INFINITY);
            for (int i = 0; i < belief.length; i++) {
                most[i % size] = Math.max(most[i % size], belief[i]);
            }
            for (int x = 0; x < size; x++) {
                // No more than this in the node's tree, and the maximum in all others.
                excluded[tree.nodes().get(n).variable()][x] |= sum + most[x] + outward < logWeight;
            }
        }
        return excluded;
    }

    /**
     * A state that is good by the tables of the last pass: from the last variable eliminated to the first, each takes
     * the value for which the sum of its tables is largest, given the later ones. Where nothing is divided it is a most
     * probable one.
     *
     * @return a fresh state, not necessarily a possible one
     * @throws IllegalStateException before the first pass
     */
    public int[] state() {
        if (Double.isInfinite(last) && last > 0) {
            throw new IllegalStateException("there is no state before the first pass");
        }
        int[] sizes = model.sizes();
        int[] state = new int[sizes.length];
        for (int bucket = tree.buckets() - 1; bucket >= 0; bucket--) {
            int variable = tree.nodes().get(tree.firstNode(bucket)).variable();
            double[] sums = new double[model.size(variable)];
            for (int n = tree.firstNode(bucket); n < tree.firstNode(bucket + 1); n++) {
                int[] scope = tree.nodes().get(n).scope();
                int at = TableMath.index(sizes, scope, scope.length - 1, state);
                for (int x = 0; x < sums.length; x++) {
                    sums[x] += tables[n][at * sums.length + x];
                }
            }
            for (int x = 1; x < sums.length; x++) {
                state[variable] = sums[x] > sums[state[variable]] ? x : state[variable];
            }
        }
        return state;
    }

    /**
     * Makes tables and messages those of the weights and shifts as they are, for {@link #ofValues}.
     *
     * @param budget the time it may take
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time
     */
    void settle(Budget budget) {
        forward(budget, false);
        settledRounding = rounding;
        if (otherTables.length == 0) {
            otherTables = new double[tables.length][];
            otherMessages = new double[tables.length][];
        }
    }

    /**
     * Bounds log Z over the states in which a variable has a value, for each of its values. In that variable's bucket
     * nothing is lost: a sum of one term. Only the nodes above it are computed anew. After {@link #settle}, and before
     * the next pass.
     *
     * @param variable the variable
     * @param budget   the time it may take
     * @return a bound for each value; −∞ for an upper one proves that it is impossible
     * @throws org.orbifold.pgm.time.OutOfTimeException if it is not done in time; {@link #settle} is due again
     */
    double[] ofValues(int variable, Budget budget) {
        int bucket = tree.bucket(variable);
        double[] bounds = new double[model.size(variable)];
        for (int x = 0; x < bounds.length; x++) {
            bounds[x] = ofValue(bucket, x, budget);
        }
        return bounds;
    }

    private double ofValue(int bucket, int value, Budget budget) {
        rounding = settledRounding;
        BitSet changed = new BitSet();
        for (int n = tree.firstNode(bucket); n < tree.firstNode(bucket + 1); n++) {
            exchange(n);
            double[] table = otherTables[n];
            int size = model.size(tree.nodes().get(n).variable());
            double[] message = messages[n] == null ? new double[table.length / size] : messages[n];
            for (int r = 0; r < message.length; r++) {
                message[r] = table[r * size + value];
            }
            messages[n] = message;
            changed.set(n);
        }
        int first = tree.firstNode(bucket + 1);
        for (int n = changed.nextSetBit(0); n >= 0; n = changed.nextSetBit(n + 1)) {
            budget.check();
            if (n >= first) {
                exchange(n);
                fill(n, tree.bucket(tree.nodes().get(n).variable()));
                eliminate(n);
            }
            if (tree.parent(n) >= 0) {
                changed.set(tree.parent(n));
            }
        }
        double sum = constant;
        double sizes = Math.abs(constant);
        for (int n : tree.roots()) {
            sum += messages[n][0];
            sizes += Math.abs(messages[n][0]);
        }
        changed.stream().forEach(this::exchange);
        double outward = rounding + UNIT * (sizes * tree.nodes().size() + Math.abs(sum));
        double bound = kind == Kind.LOWER ? Math.nextDown(sum - outward) : Math.nextUp(sum + outward);
        return Double.isNaN(bound) || sum == Double.NEGATIVE_INFINITY ? Double.NEGATIVE_INFINITY : bound;
    }

    private void exchange(int n) {
        double[] table = tables[n];
        tables[n] = otherTables[n];
        otherTables[n] = table;
        double[] message = messages[n];
        messages[n] = otherMessages[n];
        otherMessages[n] = message;
    }

    private double forward(Budget budget, boolean shift) {
        rounding = constantError;
        double sum = constant;
        double sizes = Math.abs(constant);
        for (int bucket = 0; bucket < tree.buckets(); bucket++) {
            budget.check();
            int from = tree.firstNode(bucket);
            int to = tree.firstNode(bucket + 1);
            for (int n = from; n < to; n++) {
                fill(n, bucket);
            }
            for (int e = tree.firstEdge(bucket); shift && e < tree.firstEdge(bucket + 1); e++) {
                budget.check();
                shift(e);
            }
            for (int n = from; n < to; n++) {
                budget.check();
                eliminate(n);
                if (messages[n].length == 1 && tree.nodes().get(n).scope().length == 1) {
                    sum += messages[n][0];
                    sizes += Math.abs(messages[n][0]);
                }
            }
        }
        rounding += UNIT * sizes * tree.nodes().size();
        return sum;
    }

    private static double magnitude(double[] logs) {
        double max = 0;
        for (double log : logs) {
            double size = Math.abs(log);
            max = size > max && size < Double.POSITIVE_INFINITY ? size : max;
        }
        return max;
    }

    /** A node's table: the model's tables, the messages and what was shifted so far. */
    private void fill(int n, int bucket) {
        Node node = tree.nodes().get(n);
        double[] table = tables[n];
        if (table == null) {
            table = new double[node.entries()];
            tables[n] = table;
        } else {
            Arrays.fill(table, 0);
        }
        double size = 0;
        for (int i = 0; i < node.tables().length; i++) {
            node.places()[i].add(factors[node.tables()[i]], 0, table, 0, table.length);
            size += magnitudes[node.tables()[i]];
        }
        for (int i = 0; i < node.children().length; i++) {
            double[] message = messages[node.children()[i]];
            node.received()[i].add(message, 0, table, 0, table.length);
            size += magnitude(message);
        }
        int terms = node.tables().length + node.children().length;
        for (int e = tree.firstEdge(bucket); e < tree.firstEdge(bucket + 1); e++) {
            Edge edge = tree.edges().get(e);
            double[] shifted = shifts[e];
            if (shifted != null && (edge.first() == n || edge.second() == n)) {
                if (edge.first() == n) {
                    edge.inFirst().add(shifted, 0, table, 0, table.length);
                } else {
                    edge.inSecond().add(negated(shifted), 0, table, 0, table.length);
                }
                size += magnitude(shifted);
                terms++;
            }
        }
        rounding += UNIT * size * (terms + 1);
    }

    private static double[] negated(double[] shifted) {
        double[] result = new double[shifted.length];
        for (int i = 0; i < result.length; i++) {
            // What is impossible is so in both nodes.
            result[i] = shifted[i] == Double.NEGATIVE_INFINITY ? shifted[i] : -shifted[i];
        }
        return result;
    }

    /** Makes the marginals of two nodes of a variable agree on what they share, as far as the step allows. */
    private void shift(int e) {
        Edge edge = tree.edges().get(e);
        boolean[] dead = new boolean[edge.entries()];
        double[] first = marginal(edge.first(), edge.inFirst(), dead);
        double[] second = marginal(edge.second(), edge.inSecond(), dead);
        double a = weights[edge.first()];
        double b = weights[edge.second()];
        double factor = step * (isMax ? 0.5 : a * b / (a + b));
        double[] shifted = shifts[e] == null ? new double[edge.entries()] : shifts[e];
        double[] change = new double[shifted.length];
        for (int i = 0; i < shifted.length; i++) {
            change[i] = dead[i] && kind != Kind.LOWER ? Double.NEGATIVE_INFINITY : factor * (second[i] - first[i]);
            // An entry that the rest of only one node forbids stays as it is.
            change[i] = Double.isNaN(change[i]) || change[i] == Double.POSITIVE_INFINITY || !dead[i]
                    && change[i] == Double.NEGATIVE_INFINITY ? 0 : change[i];
            shifted[i] += change[i];
        }
        shifts[e] = shifted;
        edge.inFirst().add(change, 0, tables[edge.first()], 0, tables[edge.first()].length);
        edge.inSecond().add(negated(change), 0, tables[edge.second()], 0, tables[edge.second()].length);
        rounding += UNIT * 2 * (magnitude(shifted) + magnitude(change));
    }

    /** The logarithm of a node's marginal over what it shares, normalised; marks entries that it forbids. */
    private double[] marginal(int n, Broadcast shared, boolean[] dead) {
        double[] table = tables[n];
        double[] maxima = new double[dead.length];
        Arrays.fill(maxima, Double.NEGATIVE_INFINITY);
        double[] belief = belief(n);
        shared.maxInto(belief, maxima, 0, belief.length);
        double most = Double.NEGATIVE_INFINITY;
        for (double one : maxima) {
            most = Math.max(most, one);
        }
        double[] allowed = maxima.clone();
        if (outside[n] != null) {
            Arrays.fill(allowed, Double.NEGATIVE_INFINITY);
            shared.maxInto(table, allowed, 0, table.length);
        }
        for (int i = 0; i < dead.length; i++) {
            dead[i] |= allowed[i] == Double.NEGATIVE_INFINITY;
        }
        if (isMax || most == Double.NEGATIVE_INFINITY) {
            return maxima;
        }
        for (int i = 0; i < belief.length; i++) {
            belief[i] = Math.exp(belief[i] - most);
        }
        double[] sums = new double[dead.length];
        shared.sumInto(belief, sums, 0, belief.length);
        double total = Arrays.stream(sums).sum();
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.log(Math.max(LEAST_MARGINAL, sums[i] / total));
        }
        return sums;
    }

    /** The logarithms of a node's beliefs, not normalised. */
    private double[] belief(int n) {
        double[] table = tables[n];
        int size = model.size(tree.nodes().get(n).variable());
        double[] rest = outside[n];
        double scale = isMax ? 1 : 1 / weights[n];
        double[] belief = new double[table.length];
        for (int i = 0; i < table.length; i++) {
            belief[i] = table[i] * scale + (rest == null ? 0 : rest[i / size]);
            belief[i] = Double.isNaN(belief[i]) || belief[i] == Double.POSITIVE_INFINITY ? Double.NEGATIVE_INFINITY
                    : belief[i];
        }
        return belief;
    }

    private void eliminate(int n) {
        Node node = tree.nodes().get(n);
        double[] table = tables[n];
        int size = model.size(node.variable());
        if (messages[n] == null) {
            messages[n] = new double[table.length / size];
        }
        double[] message = messages[n];
        double weight = weights[n];
        for (int r = 0, at = 0; r < message.length; r++, at += size) {
            // For negative weights the smallest entry weighs most.
            double most = table[at];
            for (int i = at + 1; i < at + size; i++) {
                most = weight < 0 ? Math.min(most, table[i]) : Math.max(most, table[i]);
            }
            if (!isMax && most > Double.NEGATIVE_INFINITY) {
                double sum = 0;
                for (int i = at; i < at + size; i++) {
                    sum += Math.exp((table[i] - most) / weight);
                }
                most += weight * Math.log(sum);
            }
            message[r] = most;
        }
        rounding += UNIT * (isMax ? 0 : 8 * magnitude(table) + Math.abs(weight) * (2 * size + 8));
    }

    /** Beliefs from the last variables to the first. */
    private void backward(Budget budget) {
        for (int n = tables.length - 1; n >= 0; n--) {
            budget.check();
            double[] belief = toldBelief(n);
            if (!isMax) {
                entropies[n] = entropy(n, belief);
            }
        }
    }

    /** The normalised belief of a node, which its children are told: plain numbers, for maxima logarithms. */
    private double[] toldBelief(int n) {
        Node node = tree.nodes().get(n);
        double[] belief = belief(n);
        normalize(belief);
        for (int i = 0; i < node.children().length; i++) {
            tell(node.children()[i], belief, node.received()[i]);
        }
        return belief;
    }

    private void normalize(double[] belief) {
        double most = Double.NEGATIVE_INFINITY;
        for (double one : belief) {
            most = Math.max(most, one);
        }
        double sum = 0;
        for (int i = 0; i < belief.length; i++) {
            belief[i] = most == Double.NEGATIVE_INFINITY ? most : belief[i] - most;
            if (!isMax) {
                belief[i] = Math.exp(belief[i]);
                sum += belief[i];
            }
        }
        for (int i = 0; !isMax && i < belief.length; i++) {
            belief[i] /= sum;
        }
    }

    private void tell(int child, double[] belief, Broadcast received) {
        double[] message = messages[child];
        double[] told = new double[message.length];
        if (isMax) {
            Arrays.fill(told, Double.NEGATIVE_INFINITY);
            received.maxInto(belief, told, 0, belief.length);
        } else {
            received.sumInto(belief, told, 0, belief.length);
        }
        double scale = isMax ? 1 : 1 / weights[child];
        for (int i = 0; i < told.length; i++) {
            double own = isMax ? told[i] : Math.log(Math.max(LEAST_MARGINAL, told[i]));
            told[i] = message[i] == Double.NEGATIVE_INFINITY ? message[i] : own - message[i] * scale;
        }
        outside[child] = told;
    }

    /** The conditional entropy of a node's variable given the others, by its beliefs. */
    private double entropy(int n, double[] belief) {
        int size = model.size(tree.nodes().get(n).variable());
        double sum = 0;
        for (int i = 0; i < belief.length; i++) {
            if (belief[i] > 0) {
                sum -= belief[i] * (tables[n][i] - messages[n][i / size]) / weights[n];
            }
        }
        return sum;
    }

    private void moveWeights() {
        for (int bucket = 0; bucket < tree.buckets(); bucket++) {
            int from = tree.firstNode(bucket);
            int to = tree.firstNode(bucket + 1);
            if (to - from > 1) {
                if (kind == Kind.UPPER) {
                    moveWeights(from, to);
                } else {
                    moveNegative(from, to);
                }
            }
        }
    }

    private void moveWeights(int from, int to) {
        double mean = 0;
        for (int n = from; n < to; n++) {
            mean += weights[n] * entropies[n];
        }
        double sum = 0;
        for (int n = from; n < to; n++) {
            weights[n] = Math.max(LEAST_WEIGHT, weights[n] * Math.exp(-step * WEIGHT_STEP
                    * Math.max(-1, Math.min(1, entropies[n] - mean))));
            sum += weights[n];
        }
        for (int n = from; n < to; n++) {
            // Above one by rounding is what makes a bound larger.
            weights[n] = weights[n] / sum * (1 + UNIT * (to - from));
        }
    }

    private void moveNegative(int from, int to) {
        double sum = 0;
        for (int n = from + 1; n < to; n++) {
            double gain = Math.max(-1, Math.min(1, entropies[from] - entropies[n]));
            weights[n] = Math.min(-LEAST_WEIGHT, weights[n] * Math.exp(step * WEIGHT_STEP * gain));
            sum -= weights[n];
        }
        double scale = Math.min(1, MOST_NEGATIVE / sum);
        for (int n = from + 1; n < to; n++) {
            weights[n] *= scale;
        }
        weights[from] = (1 + sum * scale) * (1 - UNIT * (to - from));
    }
}
