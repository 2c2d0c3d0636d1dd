package org.orbifold.pgm.exact;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * The joint conditional distribution of a set of variables given all others, by variable elimination: planned once,
 * computed for any state of the others. Draws from it exactly, and gives the conditional marginals of all variables of
 * the set.
 *
 * <p>The plan is immutable and knows scopes only: models with the same scopes and sizes share it. {@link #on} gives
 * scratch space for one thread and one model. Cost of a draw: the entries of all tables, times the factors of each; it
 * allocates nothing.
 */
public final class JointConditional {

    /** Products of so many tables whose largest entry is 1 are not looked at for underflow. */
    private static final int SAFE_PRODUCTS = 8;

    private final int[] order;
    private final int[] sizes;
    private final List<Clique> cliques = new ArrayList<>();
    private final long entries;

    /**
     * The table of one elimination: over the variables of the set that are eliminated later, and the variable itself,
     * which changes fastest.
     *
     * @param scope    the variables
     * @param entries  of its table
     * @param factors  the factors that are taken in here
     * @param children the cliques whose messages are taken in here
     * @param parent   the clique that takes the message, or −1
     * @param toParent where the entries of the message are in the parent's table
     */
    private record Clique(int[] scope, int entries, List<Taken> factors, int[] children, int parent,
            Offsets toParent) { }

    /**
     * A factor of a clique.
     *
     * @param factor  its number among the model's tables
     * @param outside its variables outside of the set
     * @param strides theirs in the factor's table
     * @param inside  where the entries of the clique's table are in the factor's, from the place of the outside values
     */
    private record Taken(int factor, int[] outside, int[] strides, Offsets inside) { }

    /** Index in a small table for each entry of a large one, as a sum over its leading and its trailing variables. */
    private record Offsets(int[] high, int[] low) {

        private static final int LOW_ENTRIES = 1 << 8;

        static Offsets of(int[] sizes, int[] strides) {
            int split = sizes.length;
            int lowEntries = 1;
            while (split > 0 && lowEntries * sizes[split - 1] <= LOW_ENTRIES) {
                lowEntries *= sizes[--split];
            }
            return new Offsets(table(sizes, strides, 0, split), table(sizes, strides, split, sizes.length));
        }

        private static int[] table(int[] sizes, int[] strides, int from, int to) {
            int[] offsets = {0};
            for (int k = from; k < to; k++) {
                int[] next = new int[offsets.length * sizes[k]];
                for (int i = 0; i < next.length; i++) {
                    next[i] = offsets[i / sizes[k]] + i % sizes[k] * strides[k];
                }
                offsets = next;
            }
            return offsets;
        }
    }

    private JointConditional(GraphicalModel model, int[] order) {
        this.order = order.clone();
        this.sizes = Arrays.stream(order).map(model::size).toArray();
        int[] place = new int[model.variableCount()];
        Arrays.fill(place, -1);
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        List<Table> tables = model.factors().tables();
        List<IntArrayList> taken = new ArrayList<>();
        List<IntArrayList> scopes = new ArrayList<>();
        for (int i = 0; i < order.length; i++) {
            taken.add(new IntArrayList(4));
            scopes.add(new IntArrayList(4));
        }
        for (int f = 0; f < tables.size(); f++) {
            int first = order.length;
            for (int v : tables.get(f).scope()) {
                first = place[v] >= 0 ? Math.min(first, place[v]) : first;
            }
            if (first < order.length) {
                taken.get(first).add(f);
                addLater(scopes.get(first), tables.get(f).scope(), place, first);
            }
        }
        List<IntArrayList> children = new ArrayList<>();
        scopes.forEach(scope -> children.add(new IntArrayList(2)));
        int[] parents = new int[order.length];
        long sum = 0;
        for (int i = 0; i < order.length; i++) {
            int[] later = scopes.get(i).toIntArray();
            Arrays.sort(later);
            parents[i] = later.length == 0 ? -1 : later[0];
            if (parents[i] >= 0) {
                children.get(parents[i]).add(i);
                for (int k = 1; k < later.length; k++) {
                    if (!scopes.get(parents[i]).contains(later[k])) {
                        scopes.get(parents[i]).add(later[k]);
                    }
                }
            }
        }
        int[][] all = new int[order.length][];
        for (int i = 0; i < order.length; i++) {
            int[] later = scopes.get(i).toIntArray();
            Arrays.sort(later);
            all[i] = Arrays.copyOf(later, later.length + 1);
            all[i][later.length] = i;
        }
        for (int i = 0; i < order.length; i++) {
            int[] shape = Arrays.stream(all[i]).map(k -> sizes[k]).toArray();
            int count = Table.entries(shape);
            sum += count;
            List<Taken> factors = new ArrayList<>();
            for (int f : taken.get(i)) {
                factors.add(taken(f, tables.get(f), all[i], shape, place));
            }
            Offsets toParent = parents[i] < 0 ? Offsets.of(new int[0], new int[0])
                    : Offsets.of(Arrays.stream(all[parents[i]]).map(k -> sizes[k]).toArray(),
                            strides(all[parents[i]], Arrays.copyOf(all[i], all[i].length - 1)));
            cliques.add(new Clique(all[i], count, factors, children.get(i).toIntArray(), parents[i], toParent));
        }
        this.entries = sum;
    }

    private static void addLater(IntArrayList to, int[] scope, int[] place, int first) {
        for (int v : scope) {
            if (place[v] > first && !to.contains(place[v])) {
                to.add(place[v]);
            }
        }
    }

    private static Taken taken(int number, Table table, int[] clique, int[] shape, int[] place) {
        int[] strides = new int[clique.length];
        IntArrayList outside = new IntArrayList();
        IntArrayList outsideStrides = new IntArrayList();
        for (int k = 0; k < table.arity(); k++) {
            int at = place[table.variable(k)];
            if (at < 0) {
                outside.add(table.variable(k));
                outsideStrides.add(table.stride(k));
            }
            for (int j = 0; j < clique.length && at >= 0; j++) {
                strides[j] = clique[j] == at ? table.stride(k) : strides[j];
            }
        }
        return new Taken(number, outside.toIntArray(), outsideStrides.toIntArray(), Offsets.of(shape, strides));
    }

    /** The strides of a large scope's variables in a table over some of them. */
    private int[] strides(int[] large, int[] small) {
        int[] strides = new int[large.length];
        int stride = 1;
        for (int k = small.length - 1; k >= 0; k--) {
            for (int j = 0; j < large.length; j++) {
                strides[j] = large[j] == small[k] ? stride : strides[j];
            }
            stride *= sizes[small[k]];
        }
        return strides;
    }

    /**
     * Plans for a set of variables.
     *
     * @param model the model; its features that are too wide for tables must not touch the set
     * @param order the variables of the set, in the order of their elimination
     * @return the plan
     * @throws IllegalArgumentException if a table would be too large for memory
     */
    public static JointConditional plan(GraphicalModel model, int[] order) {
        return new JointConditional(model, order);
    }

    /**
     * The set.
     *
     * @return its variables in the order of elimination; a fresh array
     */
    public int[] variables() {
        return order.clone();
    }

    /**
     * The entries of all tables: about the work of a draw.
     *
     * @return the sum
     */
    public long entries() {
        return entries;
    }

    /**
     * Scratch space for one thread.
     *
     * @param model a model with the same tables as the one planned for, but for their entries
     * @return the distribution, ready for {@link On#condition}
     */
    public On on(GraphicalModel model) {
        return new On(model);
    }

    /** The joint conditional of one model. Not safe for use by several threads. */
    public final class On {

        /** The factors' entries, not as logarithms, the largest of each table being 1. */
        private final double[][] potentials;
        private final double[][] logs;
        private final double[][] tables = new double[order.length][];
        private final double[][] messages = new double[order.length][];
        private final double[] scales = new double[order.length];

        private On(GraphicalModel model) {
            this.logs = model.factors().tables().stream().map(Table::entries).toArray(double[][]::new);
            this.potentials = Arrays.stream(logs).map(On::linear).toArray(double[][]::new);
            for (int i = 0; i < order.length; i++) {
                tables[i] = new double[cliques.get(i).entries];
                messages[i] = new double[cliques.get(i).entries / sizes[i]];
            }
        }

        private static double[] linear(double[] logs) {
            double max = Math.max(-Double.MAX_VALUE, Arrays.stream(logs).max().orElse(0));
            return Arrays.stream(logs).map(log -> Math.exp(log - max)).toArray();
        }

        /**
         * Takes the values of all variables outside of the set.
         *
         * @param state a state; the values of the set do not matter
         * @return false if no state of the set is possible with these
         */
        public boolean condition(int[] state) {
            for (int i = 0; i < order.length; i++) {
                if (!eliminate(i, state)) {
                    // Impossible, or only too small for a double.
                    return conditionByLogarithms(state);
                }
            }
            return true;
        }

        /** Several times slower, but nothing is too small. Tables become the conditionals of their own variable. */
        private boolean conditionByLogarithms(int[] state) {
            double[][] logMessages = new double[order.length][];
            for (int i = 0; i < order.length; i++) {
                double[] table = tables[i];
                Arrays.fill(table, 0);
                for (Taken taken : cliques.get(i).factors) {
                    add(table, logs[taken.factor], base(taken, state), taken.inside);
                }
                for (int child : cliques.get(i).children) {
                    add(table, logMessages[child], 0, cliques.get(child).toParent);
                }
                logMessages[i] = new double[messages[i].length];
                boolean possible = false;
                for (int r = 0; r < messages[i].length; r++) {
                    double sum = TableMath.logSum(table, r * sizes[i], sizes[i]);
                    logMessages[i][r] = sum;
                    messages[i][r] = sum > Double.NEGATIVE_INFINITY ? 1 : 0;
                    possible |= messages[i][r] > 0;
                    for (int at = r * sizes[i]; at < (r + 1) * sizes[i]; at++) {
                        table[at] = messages[i][r] > 0 ? Math.exp(table[at] - sum) : 0;
                    }
                }
                scales[i] = 1;
                if (!possible) {
                    return false;
                }
            }
            return true;
        }

        private static int base(Taken taken, int[] state) {
            int base = 0;
            for (int k = 0; k < taken.outside.length; k++) {
                base += state[taken.outside[k]] * taken.strides[k];
            }
            return base;
        }

        private static void add(double[] table, double[] small, int base, Offsets offsets) {
            int at = 0;
            for (int high : offsets.high) {
                for (int low : offsets.low) {
                    table[at++] += small[base + high + low];
                }
            }
        }

        private boolean eliminate(int i, int[] state) {
            Clique clique = cliques.get(i);
            double[] table = tables[i];
            Arrays.fill(table, 1);
            int done = 0;
            for (Taken taken : clique.factors) {
                multiply(table, potentials[taken.factor], base(taken, state), taken.inside);
                rescale(table, ++done);
            }
            for (int child : clique.children) {
                multiply(table, messages[child], 0, cliques.get(child).toParent);
                rescale(table, ++done);
            }
            int size = sizes[i];
            double[] message = messages[i];
            double largest = 0;
            for (int r = 0, at = 0; r < message.length; r++) {
                double sum = 0;
                for (int x = 0; x < size; x++) {
                    sum += table[at++];
                }
                message[r] = sum;
                largest = Math.max(largest, sum);
            }
            if (!(largest > 0)) {
                return false;
            }
            scales[i] = largest;
            for (int r = 0; r < message.length; r++) {
                message[r] /= largest;
            }
            return true;
        }

        /** Keeps products of many tables from underflow. */
        private static void rescale(double[] table, int done) {
            if (done % SAFE_PRODUCTS != 0) {
                return;
            }
            double max = 0;
            for (double entry : table) {
                max = Math.max(max, entry);
            }
            for (int i = 0; i < table.length && max > 0; i++) {
                table[i] /= max;
            }
        }

        private static void multiply(double[] table, double[] small, int base, Offsets offsets) {
            int at = 0;
            for (int high : offsets.high) {
                int from = base + high;
                for (int low : offsets.low) {
                    table[at++] *= small[from + low];
                }
            }
        }

        /**
         * Draws the set, after {@link #condition} and before {@link #marginals}.
         *
         * @param state  the values of the set are replaced
         * @param random the source of randomness
         */
        public void draw(int[] state, RandomGenerator random) {
            for (int i = order.length - 1; i >= 0; i--) {
                int[] scope = cliques.get(i).scope;
                int row = 0;
                for (int k = 0; k < scope.length - 1; k++) {
                    row = row * sizes[scope[k]] + state[order[scope[k]]];
                }
                state[order[i]] = index(tables[i], row * sizes[i], sizes[i], random.nextDouble());
            }
        }

        /** An index with the probabilities, never one of probability 0. */
        private static int index(double[] weights, int from, int size, double uniform) {
            double sum = 0;
            for (int x = 0; x < size; x++) {
                sum += weights[from + x];
            }
            double left = uniform * sum;
            int last = 0;
            for (int x = 0; x < size; x++) {
                double weight = weights[from + x];
                if (weight > 0) {
                    if (left < weight) {
                        return x;
                    }
                    left -= weight;
                    last = x;
                }
            }
            return last;
        }

        /** Is told the conditional marginal of a variable. */
        public interface Marginals {

            /**
             * Takes a marginal.
             *
             * @param variable      a variable of the set
             * @param probabilities of its values, from index 0; only to be read, and only now
             */
            void accept(int variable, double[] probabilities);
        }

        private final double[] own = new double[Arrays.stream(sizes).max().orElse(1)];

        /**
         * Gives the conditional marginals of all variables of the set; once after {@link #condition}, whose tables it
         * uses up.
         *
         * @param listener is told each of them
         */
        public void marginals(Marginals listener) {
            for (int i = order.length - 1; i >= 0; i--) {
                Clique clique = cliques.get(i);
                double[] table = tables[i];
                double[] message = messages[i];
                double[] given = scratch(message.length);
                if (clique.parent < 0) {
                    given[0] = 1;
                } else {
                    Arrays.fill(given, 0, message.length, 0);
                    sum(tables[clique.parent], given, clique.toParent);
                }
                Arrays.fill(own, 0, sizes[i], 0);
                for (int r = 0, at = 0; r < message.length; r++) {
                    double factor = message[r] > 0 ? given[r] / (message[r] * scales[i]) : 0;
                    for (int x = 0; x < sizes[i]; x++) {
                        table[at] *= factor;
                        own[x] += table[at++];
                    }
                }
                normalize(own, sizes[i]);
                listener.accept(order[i], own);
            }
        }

        private double[] scratch = new double[0];

        private double[] scratch(int length) {
            if (scratch.length < length) {
                scratch = new double[length];
            }
            return scratch;
        }

        private static void sum(double[] table, double[] small, Offsets offsets) {
            int at = 0;
            for (int high : offsets.high) {
                for (int low : offsets.low) {
                    small[high + low] += table[at++];
                }
            }
        }

        private static void normalize(double[] weights, int size) {
            double sum = 0;
            for (int x = 0; x < size; x++) {
                sum += weights[x];
            }
            for (int x = 0; x < size; x++) {
                weights[x] /= sum;
            }
        }
    }
}
