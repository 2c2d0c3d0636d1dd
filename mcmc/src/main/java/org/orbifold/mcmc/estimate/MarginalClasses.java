package org.orbifold.mcmc.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Values of variables that have the same marginal because of block-value symmetries. P(X = x) is the sum of P over the
 * values of X's block in which X is x, so two values with the same orbits there, counted with multiplicity, are equally
 * probable. Variables are taken together if all their values correspond: then each update of one is as informative
 * about the values of the others.
 */
final class MarginalClasses {

    private final int[] offsets;
    /** The class of each value of each variable. */
    private final int[] classOf;
    /** For each class, how many values of any one of its variables are in it. */
    private final int[] share;

    /**
     * Finds the classes.
     *
     * @param values  the numbering of block values
     * @param orbitOf the orbit of each of them
     * @param offsets where the values of each variable begin
     */
    MarginalClasses(BlockValuePairs values, int[] orbitOf, int[] offsets) {
        this.offsets = offsets;
        this.classOf = new int[offsets[offsets.length - 1]];
        Map<IntArrayList, Integer> profiles = new HashMap<>();
        Map<IntArrayList, Integer> classes = new HashMap<>();
        for (int block = 0; block < values.partition().blockCount(); block++) {
            for (int place = values.firstPlace(block); place < values.firstPlace(block + 1); place++) {
                find(values, orbitOf, block, place, profiles, classes);
            }
        }
        this.share = new int[classes.size()];
        boolean[] counted = new boolean[share.length];
        for (int v = 0; v + 1 < offsets.length; v++) {
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                share[classOf[i]] += counted[classOf[i]] ? 0 : 1;
            }
            for (int i = offsets[v]; i < offsets[v + 1]; i++) {
                counted[classOf[i]] = true;
            }
        }
    }

    private void find(BlockValuePairs values, int[] orbitOf, int block, int place, Map<IntArrayList, Integer> profiles,
            Map<IntArrayList, Integer> classes) {
        int variable = values.variable(place);
        int[] profileOf = new int[size(variable)];
        for (int x = 0; x < profileOf.length; x++) {
            IntArrayList orbits = new IntArrayList();
            for (int b = 0; b < values.firstPair(block + 1) - values.firstPair(block); b++) {
                if (values.variableValue(place, b) == x) {
                    orbits.add(orbitOf[values.firstPair(block) + b]);
                }
            }
            profileOf[x] = number(orbits, profiles);
        }
        for (int x = 0; x < profileOf.length; x++) {
            IntArrayList key = new IntArrayList(profileOf.clone());
            key.sort(null);
            key.add(profileOf[x]);
            classOf[offsets[variable] + x] = classes.computeIfAbsent(key, k -> classes.size());
        }
    }

    private static int number(IntArrayList orbits, Map<IntArrayList, Integer> profiles) {
        orbits.sort(null);
        return profiles.computeIfAbsent(orbits, k -> profiles.size());
    }

    private int size(int variable) {
        return offsets[variable + 1] - offsets[variable];
    }

    /**
     * Shares sums among the values of each class.
     *
     * @param sums   one for each value of each variable
     * @param target to each value its part of its class's sum is added
     */
    void addTo(double[] sums, double[] target) {
        double[] ofClasses = new double[share.length];
        for (int i = 0; i < sums.length; i++) {
            ofClasses[classOf[i]] += sums[i];
        }
        Arrays.setAll(target, i -> target[i] + ofClasses[classOf[i]] / share[classOf[i]]);
    }
}
