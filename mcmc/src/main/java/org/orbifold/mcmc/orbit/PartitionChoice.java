package org.orbifold.mcmc.orbit;

import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Orbits;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Which partition's symmetries serve a variable best.
 *
 * <p>The estimate of P(X = x) is Σ over orbits O of m·N/|O|, where m is the number of values of X's block in O that
 * have X = x and N the number of the state's pairs in O. Its variance grows with its second moment, which for blocks
 * that are nearly independent is the sum over the pairs p of their orbits of P(p)·(m/|O|)²: that is made small. The
 * probabilities P(p) come from a few typical states; without any, all values of a block count as equally likely.
 */
public final class PartitionChoice {

    /**
     * The best symmetries of each variable.
     *
     * @param all       symmetries, one per partition
     * @param variables the number of variables
     * @param typical   a few states of a short run, as typical states; may be empty
     * @return for each variable the index of the symmetries with the smallest second moment; the first one of equals
     */
    public static int[] best(List<BlockSymmetries> all, int variables, List<int[]> typical) {
        int[] best = new int[variables];
        double[] smallest = new double[variables];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (int k = 0; k < all.size(); k++) {
            BlockValuePairs values = all.get(k).pairs();
            Orbits orbits = all.get(k).orbits();
            for (int b = 0; b < values.partition().blockCount(); b++) {
                if (k > 0 && isFixed(values, orbits, b)) {
                    // A second moment of 1 means no variance reduction.
                    continue;
                }
                double[] weights = weights(values, b, typical);
                for (int place = values.firstPlace(b); place < values.firstPlace(b + 1); place++) {
                    int v = values.variable(place);
                    double moment = secondMoment(all.get(k), b, place, weights);
                    if (moment < smallest[v] - 1e-12) {
                        smallest[v] = moment;
                        best[v] = k;
                    }
                }
            }
        }
        return best;
    }

    private static boolean isFixed(BlockValuePairs values, Orbits orbits, int block) {
        for (int pair = values.firstPair(block); pair < values.firstPair(block + 1); pair++) {
            if (orbits.size(orbits.orbitOf(pair)) > 1) {
                return false;
            }
        }
        return true;
    }

    /** How likely each value of a block is, with one state's worth of doubt. */
    private static double[] weights(BlockValuePairs values, int block, List<int[]> typical) {
        int first = values.firstPair(block);
        double[] weights = new double[values.firstPair(block + 1) - first];
        Arrays.fill(weights, 1.0 / weights.length / (typical.size() + 1));
        for (int[] state : typical) {
            weights[values.pair(block, state) - first] += 1.0 / (typical.size() + 1);
        }
        return weights;
    }

    private static double secondMoment(BlockSymmetries symmetries, int block, int place, double[] weights) {
        BlockValuePairs values = symmetries.pairs();
        Orbits orbits = symmetries.orbits();
        int first = values.firstPair(block);
        double sum = 0;
        for (int a = 0; a < weights.length; a++) {
            int orbit = orbits.orbitOf(first + a);
            double size = orbits.size(orbit);
            // For each value x of the variable m is at most the orbit's share of the block; Σ over x of m².
            double squares = 0;
            double share = 0;
            for (int b = 0; b < weights.length; b++) {
                if (orbits.orbitOf(first + b) == orbit) {
                    share++;
                    for (int c = 0; c < weights.length; c++) {
                        squares += orbits.orbitOf(first + c) == orbit
                                && values.variableValue(place, b) == values.variableValue(place, c) ? 1 : 0;
                    }
                }
            }
            // The orbit has size / share blocks like this one.
            sum += weights[a] * squares / (size * size) * (size / share);
        }
        return sum;
    }

    private PartitionChoice() { }
}
