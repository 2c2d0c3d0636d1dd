package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.Int2IntRBTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbifold.symmetry.model.LevelSets.ValueSet;

/**
 * Numbers the parts of formulas over blocks. Parts that are equal up to the order of their own parts have one number; a
 * part's number is less than that of the whole. Not thread-safe.
 */
final class FormulaNodes {

    /**
     * What tells gates apart that have different parts.
     *
     * @param kind   how it depends on the number of parts that hold; null if it stands for copies of its only part
     * @param counts the numbers, or the number of copies
     * @param height one more than that of the highest part, so that parts and wholes are never mixed up
     */
    record Operator(WideFormula.@Nullable Kind kind, BitSet counts, int height) {
        @Override
        public String toString() {
            return kind == null ? counts + " copies" : kind == WideFormula.Kind.ALL ? "all"
                    : kind == WideFormula.Kind.ANY ? "some" : "as many as " + counts;
        }
    }

    private record Key(Operator operator, IntArrayList parts) { }

    private final Object2IntOpenHashMap<Object> numbers = new Object2IntOpenHashMap<>();
    private final List<Object> nodes = new ArrayList<>();
    private final IntArrayList heights = new IntArrayList();

    FormulaNodes() {
        numbers.defaultReturnValue(-1);
    }

    /** The number of a part, where leaves are sets of values of blocks. */
    int number(WideFormula.Node node, Function<WideFormula.Leaf, ValueSet> sets) {
        if (node instanceof WideFormula.Leaf leaf) {
            return intern(sets.apply(leaf), 0);
        }
        WideFormula.Gate gate = (WideFormula.Gate) node;
        Int2IntRBTreeMap copies = new Int2IntRBTreeMap();
        gate.parts().forEach(part -> copies.addTo(number(part, sets), 1));
        IntArrayList parts = new IntArrayList(copies.size());
        copies.forEach((part, count) -> parts.add(
                count > 1 && gate.kind() == WideFormula.Kind.COUNT ? copies(part, count) : part));
        parts.sort(null);
        return gate(gate.kind(), gate.counts(), parts);
    }

    private int copies(int part, int count) {
        BitSet number = new BitSet();
        number.set(count);
        return gate(null, number, IntArrayList.of(part));
    }

    private int gate(WideFormula.@Nullable Kind kind, BitSet counts, IntArrayList parts) {
        int height = 1 + parts.intStream().map(heights::getInt).max().orElse(0);
        return intern(new Key(new Operator(kind, counts, height), parts), height);
    }

    private int intern(Object node, int height) {
        int known = numbers.getInt(node);
        if (known < 0) {
            known = nodes.size();
            numbers.put(node, known);
            nodes.add(node);
            heights.add(height);
        }
        return known;
    }

    int count() {
        return nodes.size();
    }

    boolean isLeaf(int number) {
        return nodes.get(number) instanceof ValueSet;
    }

    ValueSet leaf(int number) {
        return (ValueSet) nodes.get(number);
    }

    Operator operator(int number) {
        return ((Key) nodes.get(number)).operator;
    }

    /** The different parts of a gate, ascending; not to be written to. */
    IntArrayList parts(int number) {
        return ((Key) nodes.get(number)).parts;
    }
}
