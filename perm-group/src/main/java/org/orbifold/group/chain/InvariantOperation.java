package org.orbifold.group.chain;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A partial binary operation on points that commutes with the group H of one level: (x, w) with x in the level's orbit
 * goes to a point z(x, w), and z(x, w)^h = z(x^h, w^h) for all h in H. An example is the third point on the line
 * through two points of a projective space over the field with two elements.
 *
 * <p>It is given by the operation w ↦ z(β, w) at the level's base point β, which must commute with the stabiliser of β.
 * Row x is that conjugated by the transversal element of x, made when first needed; where nothing is defined, z(x, w) =
 * w, which commutes too. Safe to share between threads.
 */
final class InvariantOperation {

    private final FrozenLevel level;
    private final int[] atBase;
    private final AtomicReferenceArray<char[]> rows;

    InvariantOperation(FrozenLevel level, int[] atBase) {
        this.level = level;
        this.atBase = atBase;
        this.rows = new AtomicReferenceArray<>(level.orbit.length);
    }

    /** Whether a point may stand on the left. */
    boolean hasRow(int x) {
        return level.inOrbit(x);
    }

    /** The operation with a point on the left. */
    char[] row(int x) {
        int position = level.position(x);
        char[] row = rows.getAcquire(position);
        return row != null ? row : makeRow(x, position);
    }

    private char[] makeRow(int x, int position) {
        int[] element = level.transversal(x);
        char[] row = new char[element.length];
        for (int w = 0; w < row.length; w++) {
            row[element[w]] = (char) element[atBase[w]];
        }
        rows.setRelease(position, row);
        return row;
    }
}
