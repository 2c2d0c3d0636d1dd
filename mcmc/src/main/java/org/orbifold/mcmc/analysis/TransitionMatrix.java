package org.orbifold.mcmc.analysis;

import java.util.Arrays;
import java.util.BitSet;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The exact transition matrix of a chain on the possible states of a small model, over one period of the chain (one
 * step, or one sweep). Immutable.
 *
 * <p>Obtained from the chain's own code by following all its random choices, so a property proved of the matrix is one
 * proved of the program. Cost: for each state the number of different runs of a step, times about 50 per comparison
 * with a uniform number.
 */
public final class TransitionMatrix {

    private static final int MAX_STATES = 4096;
    private static final double LARGEST_POWER = 0x1.0p60;
    private static final int SQUARINGS = 40;

    private final int[][] states;
    private final double[] target;
    private final DMatrixRMaj matrix;

    private TransitionMatrix(int[][] states, double[] target, DMatrixRMaj matrix) {
        this.states = states;
        this.target = target;
        this.matrix = matrix;
    }

    /**
     * Follows a chain from every possible state.
     *
     * @param model the model, of at most 4096 possible states
     * @param chain the chain
     * @return its matrix
     * @throws IllegalArgumentException if the model is too large
     */
    public static TransitionMatrix of(GraphicalModel model, MarkovChain chain) {
        StateIndex index = StateIndex.of(model, MAX_STATES);
        int count = index.count();
        DMatrixRMaj product = CommonOps_DDRM.identity(count);
        int[] state = new int[model.variableCount()];
        ChainMemory fresh = ChainMemory.of(chain);
        for (int t = 0; t < chain.period(); t++) {
            DMatrixRMaj step = new DMatrixRMaj(count, count);
            for (int s = 0; s < count; s++) {
                int[] from = index.state(s);
                int time = t;
                double[] row = ChoiceTree.distribution(count, state, random -> {
                    System.arraycopy(from, 0, state, 0, state.length);
                    fresh.restore();
                    chain.advance(state, time, time + 1L, random, ChainListener.NONE);
                    return index.of(state);
                });
                System.arraycopy(row, 0, step.data, s * count, count);
            }
            product = t == 0 ? step : product(product, step);
        }
        return new TransitionMatrix(index.states(), index.target(), product);
    }

    /**
     * The number of possible states.
     *
     * @return the size of the matrix
     */
    public int size() {
        return states.length;
    }

    /**
     * A possible state.
     *
     * @param index its number
     * @return a value for every variable
     */
    public int[] state(int index) {
        return states[index].clone();
    }

    /**
     * The probability of going from one state to another.
     *
     * @param from a state's number
     * @param to   a state's number
     * @return the probability
     */
    public double probability(int from, int to) {
        return matrix.get(from, to);
    }

    /**
     * The model's own distribution π.
     *
     * @return a probability for every state
     */
    public double[] target() {
        return target.clone();
    }

    /**
     * How far the target is from being invariant.
     *
     * @return the largest entry of |πP − π|
     */
    public double invarianceError() {
        return error(product(DMatrixRMaj.wrap(1, size(), target), matrix).data, target);
    }

    private static double error(double[] a, double[] b) {
        double max = 0;
        for (int i = 0; i < b.length; i++) {
            max = Math.max(max, Math.abs(a[i] - b[i]));
        }
        return max;
    }

    private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
        return CommonOps_DDRM.mult(a, b, null);
    }

    /**
     * Whether every possible state can be reached from every other.
     *
     * @return true if the chain is irreducible
     */
    public boolean isIrreducible() {
        return reach(false) && reach(true);
    }

    private boolean reach(boolean backwards) {
        BitSet seen = new BitSet();
        int[] queue = new int[size()];
        int tail = 1;
        seen.set(0);
        for (int head = 0; head < tail; head++) {
            for (int s = 0; s < size(); s++) {
                double p = backwards ? matrix.get(s, queue[head]) : matrix.get(queue[head], s);
                if (p > 0 && !seen.get(s)) {
                    seen.set(s);
                    queue[tail++] = s;
                }
            }
        }
        return tail == size();
    }

    /**
     * Whether an irreducible chain is aperiodic, by a state that can stay: which Gibbs steps always have.
     *
     * @return true if some state has a positive probability to stay
     */
    public boolean canStay() {
        for (int s = 0; s < size(); s++) {
            if (matrix.get(s, s) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * The stationary distribution of an irreducible chain, from the matrix alone.
     *
     * @return a probability for every state
     */
    public double[] stationary() {
        DMatrixRMaj system = CommonOps_DDRM.transpose(matrix, null);
        CommonOps_DDRM.subtractEquals(system, CommonOps_DDRM.identity(size()));
        // One equation is redundant; "the probabilities sum to 1" takes its place.
        Arrays.fill(system.data, size() * (size() - 1), size() * size(), 1);
        DMatrixRMaj right = new DMatrixRMaj(size(), 1);
        right.set(size() - 1, 0, 1);
        DMatrixRMaj solution = new DMatrixRMaj(size(), 1);
        if (!CommonOps_DDRM.solve(system, right, solution)) {
            throw new IllegalStateException("the stationary distribution is not unique: the chain is not irreducible");
        }
        return solution.data;
    }

    /**
     * The absolute spectral gap: 1 minus the second largest modulus of an eigenvalue, for a chain that keeps the
     * target.
     *
     * <p>By Gelfand's formula on P − 1π, whose largest modulus that is: its powers are squared 40 times. That works for
     * every matrix, where eigenvalue iterations can fail on those of orbital chains, which are not symmetric.
     *
     * @return from 0 (never mixes) to 1 (one step is enough)
     */
    public double spectralGap() {
        DMatrixRMaj power = matrix.copy();
        for (int s = 0; s < size(); s++) {
            for (int j = 0; j < size(); j++) {
                power.set(s, j, matrix.get(s, j) - target[j]);
            }
        }
        double log = 0;
        double exponent = 1;
        for (int i = 0; i < SQUARINGS; i++) {
            double norm = NormOps_DDRM.normF(power);
            if (norm == 0) {
                return 1;
            }
            log += Math.log(norm) / exponent;
            CommonOps_DDRM.divide(power, norm);
            power = product(power, power);
            exponent *= 2;
        }
        return Math.max(0, 1 - Math.exp(log));
    }

    /**
     * The mixing time in total variation: the number of periods after which, from any start, the distribution is within
     * epsilon of the target.
     *
     * @param epsilon the distance, for example 0.25
     * @return the smallest such number; −1 if it is beyond 2^60
     */
    public long mixingTime(double epsilon) {
        // Distances never grow, so doubling brackets the time, and smaller powers of two narrow it down.
        DMatrixRMaj[] powers = new DMatrixRMaj[62];
        powers[0] = matrix;
        int k = 0;
        while (distance(powers[k]) > epsilon) {
            if (Math.scalb(1.0, k) >= LARGEST_POWER) {
                return -1;
            }
            powers[k + 1] = product(powers[k], powers[k]);
            k++;
        }
        long time = 0;
        DMatrixRMaj reached = CommonOps_DDRM.identity(size());
        for (int j = k - 1; j >= 0; j--) {
            DMatrixRMaj further = product(reached, powers[j]);
            if (distance(further) > epsilon) {
                reached = further;
                time += 1L << j;
            }
        }
        return distance(reached) <= epsilon ? time : time + 1;
    }

    /** The largest total variation distance of a row from the target. */
    private double distance(DMatrixRMaj power) {
        double worst = 0;
        for (int s = 0; s < size(); s++) {
            double sum = 0;
            for (int j = 0; j < size(); j++) {
                sum += Math.abs(power.get(s, j) - target[j]);
            }
            worst = Math.max(worst, sum / 2);
        }
        return worst;
    }

    /**
     * The chain between classes of states, for example orbits, when it can be seen as a chain on them.
     *
     * @param classOf   the class of each state, numbered from 0
     * @param tolerance how much rows of one class may differ
     * @return the matrix between classes
     * @throws IllegalArgumentException if the chain is not lumpable: two states of a class go to some class with
     *                                  different probabilities
     */
    public double[][] lump(int[] classOf, double tolerance) {
        int classes = Arrays.stream(classOf).max().orElse(-1) + 1;
        double[][] lumped = new double[classes][];
        for (int s = 0; s < size(); s++) {
            double[] to = new double[classes];
            for (int j = 0; j < size(); j++) {
                to[classOf[j]] += matrix.get(s, j);
            }
            if (lumped[classOf[s]] == null) {
                lumped[classOf[s]] = to;
            } else if (error(lumped[classOf[s]], to) > tolerance) {
                throw new IllegalArgumentException("the chain is not lumpable: the states of class " + classOf[s]
                        + " go to the classes with different probabilities, " + Arrays.toString(lumped[classOf[s]])
                        + " and " + Arrays.toString(to));
            }
        }
        return lumped;
    }
}
