package org.orbifold.mcmc.estimate;

import java.util.Arrays;
import java.util.List;
import org.orbifold.group.element.Orbits;
import org.orbifold.mcmc.orbit.BlockValues;
import org.orbifold.mcmc.orbit.OrbitAction;

/**
 * Which partition's symmetries serve a variable best.
 *
 * <p>The estimate of P(X = x) is Σ over orbits O of m·N/|O|, where m is the number of values of X's block in O that
 * have X = x and N the number of the state's pairs in O. If every pair were equally likely, its second moment would be
 * Σ m²/|O| up to a constant: that is made small. Without symmetries it is the number of values of the block, so it is
 * divided by that: 1 means no gain.
 */
final class OrbitChoice {

    /** For each variable the index of the action with the smallest second moment; the first one of equals. */
    static int[] best(List<OrbitAction> actions, int variables) {
        int[] best = new int[variables];
        double[] smallest = new double[variables];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (int k = 0; k < actions.size(); k++) {
            BlockValues values = actions.get(k).values();
            for (int b = 0; b < values.partition().blockCount(); b++) {
                for (int place = values.first(b); place < values.first(b + 1); place++) {
                    int v = values.variable(place);
                    double moment = secondMoment(actions.get(k), b, place);
                    if (moment < smallest[v] - 1e-12) {
                        smallest[v] = moment;
                        best[v] = k;
                    }
                }
            }
        }
        return best;
    }

    private static double secondMoment(OrbitAction action, int block, int place) {
        BlockValues values = action.values();
        Orbits orbits = action.group().orbits();
        int first = values.firstPair(block);
        int count = values.firstPair(block + 1) - first;
        double sum = 0;
        for (int a = 0; a < count; a++) {
            int orbit = orbits.orbitOf(first + a);
            for (int b = 0; b < count; b++) {
                if (orbits.orbitOf(first + b) == orbit && values.valueOf(place, a) == values.valueOf(place, b)) {
                    sum += 1.0 / orbits.size(orbit);
                }
            }
        }
        return sum / count;
    }

    private OrbitChoice() { }
}
