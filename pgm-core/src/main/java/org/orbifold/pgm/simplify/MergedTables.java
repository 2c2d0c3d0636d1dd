package org.orbifold.pgm.simplify;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/** The features of a model, with all tables over the same variables added up into the first of them. */
final class MergedTables {

    /** Entries between two looks at the clock: about a millisecond. */
    private static final int CHECK_ENTRIES = 1 << 16;

    private final List<Feature> features = new ArrayList<>();
    /** For each feature, which one it was (or the first one of those merged). */
    private final List<Integer> origins = new ArrayList<>();
    private final int merged;

    MergedTables(List<Feature> given, Budget budget) {
        Object2IntOpenCustomHashMap<int[]> places = new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        places.defaultReturnValue(-1);
        for (int f = 0; f < given.size(); f++) {
            budget.check();
            int place = -1;
            if (given.get(f) instanceof Table table) {
                int[] scope = table.scope();
                Arrays.sort(scope);
                place = places.putIfAbsent(scope, features.size());
                if (place >= 0) {
                    features.set(place, sum((Table) features.get(place), table, budget));
                }
            }
            if (place < 0) {
                features.add(given.get(f));
                origins.add(f);
            }
        }
        merged = given.size() - features.size();
    }

    private static Table sum(Table a, Table b, Budget budget) {
        double[] logs = a.entries();
        int arity = a.arity();
        int[] strides = new int[arity];
        for (int k = 0; k < arity; k++) {
            for (int j = 0; j < arity; j++) {
                strides[k] += b.variable(j) == a.variable(k) ? b.stride(j) : 0;
            }
        }
        int[] digits = new int[arity];
        int at = 0;
        for (int i = 0; i < logs.length; i++) {
            if ((i & CHECK_ENTRIES - 1) == 0) {
                budget.check();
            }
            logs[i] += b.entry(at);
            for (int k = arity - 1; k >= 0; k--) {
                at += strides[k];
                if (++digits[k] < a.size(k)) {
                    break;
                }
                at -= strides[k] * digits[k];
                digits[k] = 0;
            }
        }
        return Table.of(a.scope(), a.sizes(), logs);
    }

    List<Feature> features() {
        return features;
    }

    int origin(int feature) {
        return origins.get(feature);
    }

    /** How many tables are gone. */
    int count() {
        return merged;
    }
}
