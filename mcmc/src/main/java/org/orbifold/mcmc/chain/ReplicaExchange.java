package org.orbifold.mcmc.chain;

import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The exchange between two neighbours of a ladder, component by component: see {@link Tempering}. Scratch space for one
 * thread; allocates nothing while it runs.
 *
 * <p>Each component is gone through once, from its first variable on, and only terms that hold some of it are looked
 * at.
 */
final class ReplicaExchange {

    private final LadderTerms ladder;
    /** The exchange in which a term, and a variable, was seen last. */
    private final long[] seenTerm;
    private final long[] seen;
    private long now;
    private final int[] component;
    private int size;
    /** The probability of the largest component's exchange, and whether it was made; as if made if there is none. */
    private double chance;
    private boolean went;

    ReplicaExchange(LadderTerms ladder, int variables) {
        this.ladder = ladder;
        this.seenTerm = new long[ladder.count()];
        this.seen = new long[variables];
        this.component = new int[variables];
    }

    /** About the work of one exchange, in reads of memory. */
    static double work(GraphicalModel model) {
        return model.variableCount() + model.factors().tables().stream().mapToDouble(table -> 2 + 3 * table.arity())
                .sum() + model.factors().wide().stream().mapToDouble(feature -> 8 * feature.scope().length).sum();
    }

    /**
     * Exchanges components between replica r and its colder neighbour, each with its own probability.
     *
     * @param r        the hotter replica's place in the ladder
     * @param state    the colder replica's state
     * @param other    the hotter one's
     * @param random   decides
     * @param time     the time of the changes
     * @param listener receives the changes of the colder state
     */
    void exchange(int r, int[] state, int[] other, RandomGenerator random, long time, ChainListener listener) {
        now++;
        int largest = 0;
        chance = 1;
        went = true;
        for (int v = 0; v < state.length; v++) {
            if (state[v] != other[v] && seen[v] != now) {
                double gain = gainOfComponent(v, r, state, other);
                double probability = Math.exp(Math.min(0, gain));
                boolean accepted = gain >= 0 || random.nextDouble() < probability;
                if (accepted) {
                    // Other components see nothing of it: no term holds variables of two.
                    swap(state, other, time, listener);
                }
                if (size > largest) {
                    largest = size;
                    chance = probability;
                    went = accepted;
                }
            }
        }
    }

    double chanceOfLargest() {
        return chance;
    }

    boolean largestWent() {
        return went;
    }

    /** Finds the component of a variable, and what exchanging it adds to both log-weights together. */
    private double gainOfComponent(int first, int r, int[] state, int[] other) {
        double[] cold = r == 1 ? ladder.cold : ladder.soft;
        double[] hot = ladder.soft;
        int[] firstOf = ladder.firstOf;
        int tables = ladder.tables();
        double coldGain = 0;
        double hotGain = 0;
        double wideGain = 0;
        size = 0;
        add(first);
        for (int i = 0; i < size; i++) {
            int v = component[i];
            for (int t = ladder.firstTermOf[v]; t < ladder.firstTermOf[v + 1]; t++) {
                int f = ladder.terms[t];
                if (seenTerm[f] == now) {
                    continue;
                }
                seenTerm[f] = now;
                if (f >= tables) {
                    wideGain += gainOfWide(f - tables, r, state, other);
                    continue;
                }
                int index = ladder.entriesOf[f];
                int otherIndex = index;
                for (int k = firstOf[f]; k < firstOf[f + 1]; k++) {
                    int w = ladder.variables[k];
                    int stride = ladder.strides[k];
                    index += state[w] * stride;
                    otherIndex += other[w] * stride;
                    if (state[w] != other[w] && seen[w] != now) {
                        add(w);
                    }
                }
                coldGain += cold[otherIndex] - cold[index];
                hotGain += hot[index] - hot[otherIndex];
            }
        }
        return wideGain + (r == 1 ? 1 : ladder.lambdas[r - 1]) * coldGain + ladder.lambdas[r] * hotGain;
    }

    private double gainOfWide(int f, int r, int[] state, int[] other) {
        for (int w : ladder.wideScopes[f]) {
            if (state[w] != other[w] && seen[w] != now) {
                add(w);
            }
        }
        Feature cold = ladder.wide[r - 1][f];
        Feature hot = ladder.wide[r][f];
        return cold.logPotential(other) - cold.logPotential(state) + hot.logPotential(state) - hot.logPotential(other);
    }

    private void add(int variable) {
        seen[variable] = now;
        component[size++] = variable;
    }

    private void swap(int[] state, int[] other, long time, ChainListener listener) {
        for (int i = 0; i < size; i++) {
            int v = component[i];
            int value = state[v];
            state[v] = other[v];
            other[v] = value;
            listener.changed(time, v, value, state[v]);
        }
    }
}
