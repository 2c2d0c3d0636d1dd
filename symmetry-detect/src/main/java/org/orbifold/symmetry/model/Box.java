package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;

/**
 * A weight on a product of value sets: what a clause or conjunction is, up to a constant, however many literals it has.
 *
 * @param variables ascending
 * @param values    the set of values of each variable
 * @param weight    added where every variable has one of its values; −∞ forbids that
 */
record Box(int[] variables, BitSet[] values, double weight) {

    /** The boxes of a feature of literals. */
    static List<Box> of(GraphicalModel model, LiteralFeature feature) {
        boolean clause = feature instanceof Clause;
        double weight = feature.weight();
        if (weight == (clause ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)) {
            return oneByOne(model, feature, clause);
        }
        // A clause is its weight minus the weight where all literals fail.
        double inside = clause ? -weight : weight;
        Map<Integer, BitSet> sets = new TreeMap<>();
        for (int i = 0; i < feature.literalCount(); i++) {
            int v = feature.variable(i);
            BitSet set = sets.computeIfAbsent(v, key -> all(model.size(key)));
            if (clause) {
                set.clear(feature.value(i));
            } else {
                boolean possible = set.get(feature.value(i));
                set.clear();
                set.set(feature.value(i), possible);
            }
        }
        if (sets.values().stream().anyMatch(BitSet::isEmpty) || inside == 0) {
            return List.of();
        }
        return List.of(new Box(sets.keySet().stream().mapToInt(Integer::intValue).toArray(),
                sets.values().toArray(BitSet[]::new), inside));
    }

    /** A forbidden clause forbids each literal; a required conjunction forbids the opposite of each. */
    private static List<Box> oneByOne(GraphicalModel model, LiteralFeature feature, boolean forbidLiteral) {
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < feature.literalCount(); i++) {
            BitSet set = new BitSet();
            set.set(feature.value(i));
            if (!forbidLiteral) {
                set.flip(0, model.size(feature.variable(i)));
            }
            if (!set.isEmpty()) {
                boxes.add(new Box(new int[] {feature.variable(i)}, new BitSet[] {set}, Double.NEGATIVE_INFINITY));
            }
        }
        return boxes;
    }

    private static BitSet all(int size) {
        BitSet set = new BitSet();
        set.set(0, size);
        return set;
    }
}
