package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.exact.EliminationPlan.Clique;
import org.orbifold.pgm.exact.EliminationPlan.Group;
import org.orbifold.pgm.exact.EliminationPlan.Taken;
import org.orbifold.pgm.exact.EliminationPlan.Wanted;
import org.orbifold.pgm.exact.TableEntries.Potentials;

/**
 * A {@link JointConditional} on the tables of one model, with scratch space: takes the values of the others, then
 * draws, maximizes or gives marginals. Not safe for use by several threads.
 */
public final class JointSolver {

    /** Tables with largest entry 1 whose product is not checked for underflow. */
    private static final int SAFE_PRODUCTS = 8;
    /** Ratio to the largest entry below which an entry may be lost soon, though later factors may favour it. */
    private static final double TINY = 1e-250;
    /** Products that cannot be below this lose nothing: their zeros are factors' zeros. */
    private static final double SAFE = 1e-300;

    private final EliminationPlan plan;
    private final int[] order;
    private final int[] sizes;
    private final TableEntries entries;
    /** The same, not as logarithms; null until first needed. */
    private @Nullable Potentials potentials;
    /** At most the least positive entry of each message and of the last group. */
    private final double[] leastOfMessages;
    private double leastOfGroup;
    /** Whether an entry became too small for doubles. */
    private boolean isTooSmall;
    private final double[][] tables;
    private final double[][] messages;
    private final double[] scales;
    /** The product of each group of several; on the way down, what the messages' senders are told. */
    private final double[][] ofGroups;
    private final double[] own;

    JointSolver(EliminationPlan plan, TableEntries entries) {
        this.plan = plan;
        this.order = plan.order;
        this.sizes = plan.sizes;
        this.entries = entries;
        this.leastOfMessages = new double[order.length];
        this.tables = new double[order.length][];
        this.messages = new double[order.length][];
        this.scales = new double[order.length];
        this.ofGroups = new double[plan.groups.size()][];
        int most = Arrays.stream(sizes).max().orElse(1);
        for (int i = 0; i < order.length; i++) {
            Clique clique = plan.cliques.get(i);
            tables[i] = new double[clique.entries()];
            messages[i] = new double[clique.entries() / sizes[i]];
            most = Math.max(most, clique.blocks().stream().mapToInt(Wanted::entries).max().orElse(1));
        }
        for (int g = 0; g < ofGroups.length; g++) {
            Group group = plan.groups.get(g);
            ofGroups[g] = new double[group.members() > 1 || group.children().length > 0 ? group.entries() : 0];
        }
        this.own = new double[most];
    }

    /**
     * Takes the values of all variables outside of the set.
     *
     * @param state a state; the values of the set do not matter
     * @return false if no state of the set is possible with these
     */
    public boolean condition(int[] state) {
        Potentials factors = potentials;
        if (factors == null) {
            factors = entries.potentials();
            potentials = factors;
        }
        isTooSmall = factors.isLost();
        for (int i = 0; i < order.length && !isTooSmall; i++) {
            double least = multiplyAll(i, state, factors);
            // Impossible, or only too small for a double. Not by |=, which forgets what is set meanwhile.
            boolean positive = sumOut(i, least);
            isTooSmall |= !positive;
        }
        return !isTooSmall || conditionByLogarithms(state);
    }

    /**
     * Sets a table to the product of its factors and of the messages, but for a scale. Returns what no positive
     * product is below, even if it is 0 as a double.
     */
    private double multiplyAll(int i, int[] state, Potentials factors) {
        double[] table = tables[i];
        Arrays.fill(table, 1);
        double least = 1;
        int done = 0;
        for (int g : plan.cliques.get(i).groups()) {
            Group group = plan.groups.get(g);
            if (group.members() > 1) {
                group.inClique().multiply(table, product(g, state, factors), 0);
                least *= leastOfGroup;
            } else if (group.children().length > 0) {
                group.inClique().multiply(table, messages[group.children()[0]], 0);
                least *= leastOfMessages[group.children()[0]];
            } else {
                Taken taken = group.factors().get(0);
                taken.inside().multiply(table, factors.entries()[taken.factor()], taken.base(state));
                least *= factors.least()[taken.factor()];
            }
            least = rescale(table, ++done, least);
        }
        return least;
    }

    private double[] product(int g, int[] state, Potentials factors) {
        Group group = plan.groups.get(g);
        double[] product = ofGroups[g];
        Arrays.fill(product, 1);
        double least = 1;
        int done = 0;
        for (Taken taken : group.factors()) {
            taken.inside().multiply(product, factors.entries()[taken.factor()], taken.base(state));
            least = rescale(product, ++done, least * factors.least()[taken.factor()]);
        }
        for (int child : group.children()) {
            double[] message = messages[child];
            for (int r = 0; r < product.length; r++) {
                product[r] *= message[r];
            }
            least = rescale(product, ++done, least * leastOfMessages[child]);
        }
        leastOfGroup = least;
        return product;
    }

    /** Keeps products of many tables from underflow, or sees it. Returns what no positive product is below. */
    private double rescale(double[] table, int done, double least) {
        if (done % SAFE_PRODUCTS != 0) {
            return least;
        }
        double max = 0;
        double min = 1;
        boolean zeros = false;
        for (double entry : table) {
            max = Math.max(max, entry);
            min = entry > 0 ? Math.min(min, entry) : min;
            zeros |= entry == 0;
        }
        isTooSmall |= min < TINY * max || min < SAFE || zeros && least < SAFE;
        for (int i = 0; i < table.length && max > 0; i++) {
            table[i] /= max;
        }
        return max > 0 ? min / max : 1;
    }

    /** Makes a clique's message. */
    private boolean sumOut(int i, double leastProduct) {
        double[] table = tables[i];
        double[] message = messages[i];
        double largest = 0;
        double least = 1;
        boolean zeros = false;
        for (int r = 0, at = 0; r < message.length; r++) {
            double sum = 0;
            for (int x = 0; x < sizes[i]; x++) {
                sum += table[at++];
            }
            message[r] = sum;
            largest = Math.max(largest, sum);
            least = sum > 0 ? Math.min(least, sum) : least;
            zeros |= sum == 0;
        }
        // What a sum above this has lost is nothing beside it.
        isTooSmall |= least < TINY || zeros && leastProduct < SAFE;
        if (!(largest > 0)) {
            return false;
        }
        scales[i] = largest;
        leastOfMessages[i] = least / largest;
        for (int r = 0; r < message.length; r++) {
            message[r] /= largest;
        }
        return true;
    }

    /** Several times slower, but nothing is too small. Tables become the conditionals of their own variable. */
    private boolean conditionByLogarithms(int[] state) {
        double[][] logMessages = new double[order.length][];
        for (int i = 0; i < order.length; i++) {
            double[] table = tables[i];
            addAll(i, state, logMessages);
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

    /** Sets a table to the sum of its factors' logarithms and of the messages. */
    private void addAll(int i, int[] state, double[][] logMessages) {
        Arrays.fill(tables[i], 0);
        for (int g : plan.cliques.get(i).groups()) {
            Group group = plan.groups.get(g);
            // A factor that is alone knows its place in the clique's table; others are added up first.
            boolean alone = group.members() == 1;
            double[] sum = alone ? tables[i] : ofGroups[g];
            if (!alone) {
                Arrays.fill(sum, 0);
            }
            for (Taken taken : group.factors()) {
                taken.inside().add(sum, entries.logs[taken.factor()], taken.base(state));
            }
            for (int child : group.children()) {
                if (alone) {
                    group.inClique().add(sum, logMessages[child], 0);
                } else {
                    for (int r = 0; r < sum.length; r++) {
                        sum[r] += logMessages[child][r];
                    }
                }
            }
            if (!alone) {
                group.inClique().add(tables[i], sum, 0);
            }
        }
    }

    /**
     * Gives the set its most probable values given the others: max-product over the same tables, with logarithms.
     *
     * @param state  the values of the set are replaced
     * @param random chooses among values that are equally good
     * @return false if no state of the set is possible with these, and nothing was changed
     */
    public boolean maximize(int[] state, RandomGenerator random) {
        for (int i = 0; i < order.length; i++) {
            addAll(i, state, messages);
            double largest = Double.NEGATIVE_INFINITY;
            for (int r = 0, at = 0; r < messages[i].length; r++) {
                double max = Double.NEGATIVE_INFINITY;
                for (int end = at + sizes[i]; at < end; at++) {
                    max = Math.max(max, tables[i][at]);
                }
                messages[i][r] = max;
                largest = Math.max(largest, max);
            }
            if (largest == Double.NEGATIVE_INFINITY) {
                return false;
            }
        }
        for (int i = order.length - 1; i >= 0; i--) {
            state[order[i]] = largest(tables[i], row(i, state) * sizes[i], sizes[i], random);
        }
        return true;
    }

    private static int largest(double[] table, int from, int size, RandomGenerator random) {
        int best = 0;
        int ties = 1;
        for (int x = 1; x < size; x++) {
            double more = table[from + x] - table[from + best];
            if (more > 0) {
                best = x;
                ties = 1;
            } else if (more == 0 && random.nextInt(++ties) == 0) {
                best = x;
            }
        }
        return best;
    }

    /** The row of a table that the values of the later variables choose. */
    private int row(int i, int[] state) {
        int[] scope = plan.cliques.get(i).scope();
        int row = 0;
        for (int k = 0; k < scope.length - 1; k++) {
            row = row * sizes[scope[k]] + state[order[scope[k]]];
        }
        return row;
    }

    /**
     * Draws the set, after {@link #condition} and before {@link #marginals}.
     *
     * @param state  the values of the set are replaced
     * @param random the source of randomness
     */
    public void draw(int[] state, RandomGenerator random) {
        for (int i = order.length - 1; i >= 0; i--) {
            state[order[i]] = JointConditional.index(tables[i], row(i, state) * sizes[i], sizes[i],
                    random.nextDouble());
        }
    }

    /** Receives the conditional marginals of variables and blocks. */
    public interface Marginals {

        /**
         * Takes a marginal.
         *
         * @param variable      a variable of the set
         * @param probabilities of its values, from index 0; only to be read, and only now
         */
        void accept(int variable, double[] probabilities);

        /**
         * Takes the joint marginal of a block.
         *
         * @param block         its place in the list that was planned for
         * @param probabilities of its values, from index 0; only to be read, and only now
         */
        default void acceptBlock(int block, double[] probabilities) { }
    }

    /**
     * Gives the conditional marginals of all variables of the set, and of the blocks; once after
     * {@link #condition}, whose tables it uses up.
     *
     * @param listener receives each of them
     */
    public void marginals(Marginals listener) {
        for (int i = order.length - 1; i >= 0; i--) {
            Clique clique = plan.cliques.get(i);
            double[] table = tables[i];
            marginalize(i, clique.from());
            for (int g : clique.groups()) {
                Group group = plan.groups.get(g);
                if (group.children().length > 0) {
                    group.inClique().sum(table, ofGroups[g], group.entries());
                }
            }
            normalize(own, sizes[i]);
            listener.accept(order[i], own);
            for (Wanted block : clique.blocks()) {
                block.inside().sum(table, own, block.entries());
                normalize(own, block.entries());
                listener.acceptBlock(block.number(), own);
            }
        }
    }

    /** Turns a clique's table into its joint marginal, and sums up that of its own variable. */
    private void marginalize(int i, int from) {
        double[] table = tables[i];
        double[] message = messages[i];
        Arrays.fill(own, 0, sizes[i], 0);
        for (int r = 0, at = 0; r < message.length; r++) {
            double given = from < 0 ? 1 : ofGroups[from][r];
            double factor = message[r] > 0 ? given / (message[r] * scales[i]) : 0;
            for (int x = 0; x < sizes[i]; x++) {
                table[at] *= factor;
                own[x] += table[at++];
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
