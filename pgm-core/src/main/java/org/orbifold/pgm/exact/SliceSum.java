package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.orbifold.pgm.exact.DownwardPass.Beliefs;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The sum of the results of some slices of a {@link ContractionPlan}, each with its share of Z as its weight: what
 * {@link ContractionPlan#solvePart} gives for {@link ContractionPlan#combined}.
 */
public final class SliceSum {

    private final int[] sizes;
    private final List<int[]> asked;
    private final BitSet sliced;
    private final double[][] marginals;
    private final double[][] joints;
    /** All sums are relative to e to this. */
    private double logReference = Double.NEGATIVE_INFINITY;
    private double total;

    SliceSum(GraphicalModel model, List<int[]> asked, BitSet sliced) {
        this.sizes = model.sizes();
        this.asked = asked;
        this.sliced = sliced;
        this.marginals = new double[model.variableCount()][];
        Arrays.setAll(marginals, v -> new double[model.size(v)]);
        this.joints = new double[asked.size()][];
        Arrays.setAll(joints, j -> new double[TableMath.entries(sizes, asked.get(j))]);
    }

    /**
     * Adds a slice.
     *
     * @param values   of the sliced variables
     * @param logTotal of the slice
     * @param beliefs  its marginals, and its joints over what is not sliced
     */
    void add(int[] values, double logTotal, Beliefs beliefs) {
        if (logTotal > logReference) {
            rescale(logTotal);
        }
        double weight = Math.exp(logTotal - logReference);
        total += weight;
        for (int v = 0; v < marginals.length; v++) {
            double[] found = beliefs.marginals()[v];
            if (sliced.get(v)) {
                marginals[v][values[v]] += weight;
            } else {
                for (int x = 0; x < marginals[v].length; x++) {
                    // A variable in no table is uniform.
                    marginals[v][x] += weight * (found == null ? 1.0 / marginals[v].length : found[x]);
                }
            }
        }
        for (int j = 0; j < joints.length; j++) {
            addJoint(asked.get(j), values, weight, beliefs.joints()[j], joints[j]);
        }
    }

    /** Adds the sum of other slices. */
    void add(SliceSum other) {
        if (other.total == 0) {
            return;
        }
        if (other.logReference > logReference) {
            rescale(other.logReference);
        }
        double weight = Math.exp(other.logReference - logReference);
        total += weight * other.total;
        addScaled(marginals, other.marginals, weight);
        addScaled(joints, other.joints, weight);
    }

    private static void addScaled(double[][] sums, double[][] others, double weight) {
        for (int k = 0; k < sums.length; k++) {
            for (int i = 0; i < sums[k].length; i++) {
                sums[k][i] += weight * others[k][i];
            }
        }
    }

    private void rescale(double reference) {
        double factor = Math.exp(logReference - reference);
        logReference = reference;
        total *= factor;
        scale(marginals, factor);
        scale(joints, factor);
    }

    /** The part's entries are those of the joint in which the sliced variables have their values. */
    private void addJoint(int[] scope, int[] values, double weight, double[] part, double[] joint) {
        // Variables that are not sliced have the value 0 here.
        int from = TableMath.index(sizes, scope, scope.length, values);
        int[] offsets = TableMath.offsets(sizes, Arrays.stream(scope).filter(v -> !sliced.get(v)).toArray(), scope);
        for (int i = 0; i < part.length; i++) {
            joint[from + offsets[i]] += weight * part[i];
        }
    }

    /** The logarithm of the sum of the slices' weights. */
    double logTotal() {
        return total == 0 ? Double.NEGATIVE_INFINITY : logReference + Math.log(total);
    }

    /** The whole, given the log-weight that all slices have in common. */
    ExactResult result(double logCommon) {
        if (total == 0 || logCommon == Double.NEGATIVE_INFINITY) {
            throw ContractionPlan.contradiction();
        }
        scale(marginals, 1 / total);
        scale(joints, 1 / total);
        return new ExactResult(logTotal() + logCommon, Marginals.of(marginals),
                Arrays.asList(joints));
    }

    private static void scale(double[][] sums, double factor) {
        for (double[] sum : sums) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] *= factor;
            }
        }
    }
}
