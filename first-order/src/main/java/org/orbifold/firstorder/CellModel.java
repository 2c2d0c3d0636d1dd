package org.orbifold.firstorder;

import java.util.List;
import java.util.stream.IntStream;
import org.orbifold.firstorder.Polynomials.Poly;

/**
 * A model of elements that interact in pairs, given a {@link GlobalState}: each element is in a cell, with a weight
 * that its class gives to the cell, and each pair of elements has a weight that depends on their cells.
 *
 * @param <S> the numbers
 */
final class CellModel<S> {

    /**
     * A cell: the atoms of an element that pairs depend on.
     *
     * @param sort     the sort of its elements
     * @param own      by predicate: the own atoms that pairs depend on
     * @param counted  by quantifier: whether it holds, where pairs depend on that
     * @param weights  by class of the sort, in the order of {@link #classesOf}: the weight of an element in the cell
     * @param ownTrue  by own atom of the type, then by class: the part of the weight in which the atom is true
     */
    record Cell<S>(int sort, boolean[] own, boolean[] counted, Poly<S>[] weights, Poly<S>[][] ownTrue) { }

    /**
     * An atom of two different elements of two sorts.
     *
     * @param symbol   the predicate
     * @param reversed whether the element of the second sort is the first argument
     */
    record PairAtom(int symbol, boolean reversed) { }

    /**
     * The weights of pairs.
     *
     * @param atoms  the unknown atoms of a pair
     * @param total  the weight of the pair
     * @param parts  by atom: the part of the weight in which it is true
     */
    record Pair<S>(List<PairAtom> atoms, Poly<S> total, Poly<S>[] parts) { }

    private final Elements elements;
    private final List<Cell<S>> cells;
    /** By first and second cell; null where no two elements can be. */
    private final Pair<S>[][] pairs;
    private final int[] firstCell;
    private final int[][] classesOf;

    CellModel(Elements elements, List<Cell<S>> cells, Pair<S>[][] pairs) {
        this.elements = elements;
        this.cells = cells;
        this.pairs = pairs;
        int sorts = elements.sorts().size();
        this.firstCell = new int[sorts + 1];
        cells.forEach(cell -> firstCell[cell.sort + 1]++);
        for (int s = 0; s < sorts; s++) {
            firstCell[s + 1] += firstCell[s];
        }
        this.classesOf = classesOf(elements);
    }

    static int[][] classesOf(Elements elements) {
        int[][] of = new int[elements.sorts().size()][];
        for (int s = 0; s < of.length; s++) {
            int sort = s;
            of[s] = IntStream.range(0, elements.classes().size())
                    .filter(k -> elements.classes().get(k).sort() == sort).toArray();
        }
        return of;
    }

    Elements elements() {
        return elements;
    }

    List<Cell<S>> cells() {
        return cells;
    }

    /** The first cell of a sort; its cells are neighbours. */
    int firstCell(int sort) {
        return firstCell[sort];
    }

    int cellCount(int sort) {
        return firstCell[sort + 1] - firstCell[sort];
    }

    /** The classes of a sort. */
    int[] classesOf(int sort) {
        return classesOf[sort];
    }

    /** The weight of an element of a class in a cell of its sort. */
    Poly<S> weight(int elementClass, int cell) {
        return cells.get(cell).weights[indexOf(elementClass)];
    }

    /** The part of that weight in which an own atom is true. */
    Poly<S> ownTrue(int elementClass, int cell, int atom) {
        return cells.get(cell).ownTrue[atom][indexOf(elementClass)];
    }

    private int indexOf(int elementClass) {
        int[] all = classesOf[elements.classes().get(elementClass).sort()];
        for (int i = 0; i < all.length; i++) {
            if (all[i] == elementClass) {
                return i;
            }
        }
        throw new IllegalStateException("class " + elementClass + " is in no sort");
    }

    Pair<S> pair(int first, int second) {
        return pairs[first][second];
    }
}
