package org.orbifold.learning;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;

/**
 * The features of a model as tables whose entries stand one after the other: those of feature f from {@code first[f]}
 * on, the last variable of its scope changing fastest.
 */
final class NetworkTables {

    /** Entries of all tables: 128 million, a gigabyte for each array of doubles. */
    private static final double MAX_ENTRIES = 1L << 27;

    final GraphicalModel model;
    final int[] sizes;
    final int[][] scopes;
    final int[][] strides;
    final int[] first;
    /** By variable: the features that it stands in. */
    final int[][] featuresOf;

    NetworkTables(GraphicalModel model) {
        this.model = model;
        this.sizes = model.sizes();
        List<Feature> features = model.features();
        this.scopes = new int[features.size()][];
        this.strides = new int[features.size()][];
        this.first = new int[features.size() + 1];
        IntArrayList[] lists = new IntArrayList[sizes.length];
        Arrays.setAll(lists, v -> new IntArrayList(2));
        double total = 0;
        for (int f = 0; f < scopes.length; f++) {
            int[] scope = features.get(f).scope();
            total += model.assignments(scope);
            if (total > MAX_ENTRIES) {
                throw new IllegalArgumentException("the tables have more than " + (long) MAX_ENTRIES
                        + " entries; expected features of fewer variables");
            }
            int[] stride = new int[scope.length];
            int entries = 1;
            for (int k = scope.length - 1; k >= 0; k--) {
                stride[k] = entries;
                entries *= sizes[scope[k]];
            }
            scopes[f] = scope;
            strides[f] = stride;
            first[f + 1] = first[f] + entries;
            for (int v : scope) {
                lists[v].add(f);
            }
        }
        this.featuresOf = Arrays.stream(lists).map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    int features() {
        return scopes.length;
    }

    int entries() {
        return first[scopes.length];
    }

    /** The values that an entry of a feature stands for, put into a state. */
    void putValues(int feature, int entry, int[] state) {
        for (int k = 0; k < scopes[feature].length; k++) {
            state[scopes[feature][k]] = entry / strides[feature][k] % sizes[scopes[feature][k]];
        }
    }

    /** The feature of an entry. */
    int featureOf(int flat) {
        int at = Arrays.binarySearch(first, flat);
        if (at < 0) {
            return -at - 2;
        }
        // Features without variables have one entry each, so no two begin at the same place.
        return at;
    }
}
