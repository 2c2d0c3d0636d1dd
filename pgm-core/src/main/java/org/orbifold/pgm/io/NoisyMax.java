package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.List;

/**
 * Noisy-MAX nodes as GeNIe's files have them (Díez 1993): each parent alone would bring the node to a state, so would
 * an unknown cause, the leak, and the strongest of these states comes about. States are ordered from the strongest to
 * the last, that of no effect. P(state x or weaker | parents) is the product over the parents and the leak.
 *
 * <p>A table of more than {@link #MOST_ENTRIES} entries is not written out: auxiliary variables stand for the strongest
 * state that the leak and the first parents bring about, a chain with a small table for each parent (Heckerman and
 * Breese 1996, causal independence).
 */
final class NoisyMax {

    /** Entries of a table that is written out: with a larger one, exact inference may be slower than with a chain. */
    private static final int MOST_ENTRIES = 1 << 12;

    private final NetworkDraft draft;
    private final int child;
    private final int[] parents;
    /** For each parent and state of it, then for the leak: P(state x or weaker) of the node by that cause alone. */
    private final double[][][] weaker;

    private NoisyMax(NetworkDraft draft, int child, int[] parents) {
        this.draft = draft;
        this.child = child;
        this.parents = parents;
        this.weaker = new double[parents.length + 1][][];
    }

    /**
     * Reads the parameters of a node: for each parent in turn a distribution for each of its states, in the order of
     * the strengths, then that of the leak.
     *
     * @param strengths for each parent in turn, the states of the parent in the order of its distributions
     */
    static void read(NetworkDraft draft, int child, List<String> parents, TokenReader strengths, TokenReader numbers)
            throws IOException {
        int[] indices = new int[parents.size()];
        double entries = draft.size(child);
        for (int k = 0; k < indices.length; k++) {
            indices[k] = draft.find(parents.get(k), numbers.line());
            entries *= draft.size(indices[k]);
        }
        NoisyMax node = new NoisyMax(draft, child, indices);
        node.read(strengths, numbers);
        int line = numbers.line();
        if (entries <= MOST_ENTRIES) {
            node.fill(draft.table(child, indices, line), line);
        } else {
            draft.check(child, indices, line);
            draft.later(() -> node.chain(line));
        }
    }

    private void read(TokenReader strengths, TokenReader numbers) throws IOException {
        for (int k = 0; k < parents.length; k++) {
            int size = draft.size(parents[k]);
            int[] order = new int[size];
            for (int s = 0; s < size; s++) {
                strengths.require(strengths.next(), "the order of the states of each parent");
                order[s] = strengths.toInt(0, size - 1, "the number of a state of a parent");
            }
            for (int s = 0; s < size; s++) {
                // The order as positions or as states is the same only then, and descriptions of the format differ.
                if (order[order[s]] != s) {
                    throw strengths.error("strengths that are not the exchange of pairs of states",
                            "the parent's states in order, or some exchanged: change the node's type to General");
                }
            }
            weaker[k] = new double[size][];
            for (int s = 0; s < size; s++) {
                weaker[k][order[s]] = distribution(numbers);
            }
        }
        strengths.endFile("the order of the states of each parent");
        weaker[parents.length] = new double[][] {distribution(numbers)};
        numbers.endFile("the probabilities of each parent's states and of the leak");
    }

    /** Reads P(x) and returns P(x or weaker): the sum from x on to the last state. */
    private double[] distribution(TokenReader numbers) throws IOException {
        double[] sums = new double[draft.size(child)];
        for (int x = 0; x < sums.length; x++) {
            numbers.require(numbers.next(), "a probability for each state, each parent's state, and the leak");
            sums[x] = Math.exp(numbers.toLogPotential("a probability from 0 to 1"));
        }
        for (int x = sums.length - 2; x >= 0; x--) {
            sums[x] += sums[x + 1];
        }
        if (!ConditionalTable.isDistribution(sums[0], sums.length, numbers.decimals())) {
            throw numbers.error("the probabilities of a cause sum to " + sums[0], "1");
        }
        return sums;
    }

    private void fill(ConditionalTable table, int line) {
        double[] product = new double[table.size() + 1];
        for (int row = 0; row < table.rows(); row++) {
            for (int x = 0; x < table.size(); x++) {
                product[x] = weaker[parents.length][0][x];
                int rest = row;
                for (int k = parents.length - 1; k >= 0; k--) {
                    product[x] *= weaker[k][rest % draft.size(parents[k])][x];
                    rest /= draft.size(parents[k]);
                }
            }
            for (int x = 0; x < table.size(); x++) {
                table.put(row, x, Math.log(Math.max(0, product[x] - product[x + 1])), 6, line);
            }
        }
    }

    /** A variable for the strongest state so far after each parent; the last one is the node itself. */
    private void chain(int line) throws ModelParseException {
        int size = draft.size(child);
        int before = draft.auxiliary(child, line);
        ConditionalTable first = draft.table(before, new int[] {parents[0]}, line);
        for (int s = 0; s < first.rows(); s++) {
            for (int x = 0; x < size; x++) {
                put(first, s, x, weaker[0][s][x] * weaker[parents.length][0][x], x + 1 < size
                        ? weaker[0][s][x + 1] * weaker[parents.length][0][x + 1] : 0, line);
            }
        }
        for (int k = 1; k < parents.length; k++) {
            int next = k + 1 < parents.length ? draft.auxiliary(child, line) : child;
            ConditionalTable table = draft.table(next, new int[] {before, parents[k]}, line);
            for (int row = 0; row < table.rows(); row++) {
                int strongest = row / draft.size(parents[k]);
                double[] sums = weaker[k][row % draft.size(parents[k])];
                for (int x = 0; x <= strongest; x++) {
                    // The state becomes x by this parent if that is stronger, and stays if this parent brings less.
                    put(table, row, x, sums[x], x < strongest ? sums[x + 1] : 0, line);
                }
            }
            before = next;
        }
    }

    private static void put(ConditionalTable table, int row, int value, double from, double to, int line) {
        table.put(row, value, Math.log(Math.max(0, from - to)), 6, line);
    }
}
