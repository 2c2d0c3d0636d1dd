package org.orbifold.group.chain;

import org.orbifold.group.kernel.Rows;

/** Elements as products of rows: one look-up per point and stage. */
final class RowProducts implements ElementMaker {

    /** From this degree on the rows of a chain are too many for the nearest cache. */
    private static final int FETCHED_DEGREE = 256;

    private final int degree;
    private final Stage[] stages;

    /** The factors of an element, first to act first. */
    private final char[][] rows;

    private final int[] scratch;

    /** Keeps the compiler from leaving the fetching out. */
    private int fetched;

    RowProducts(int degree, Stage[] stages) {
        this.degree = degree;
        this.stages = stages;
        this.scratch = new int[degree];
        int most = 0;
        for (Stage stage : stages) {
            most += stage.mostRows();
        }
        this.rows = new char[most][];
    }

    @Override
    public void write(int[] chosen, int[] result) {
        int count = collect(chosen);
        Rows.multiply(rows, count, result, 0, degree);
    }

    @Override
    public boolean matches(int[] chosen, int[] candidate) {
        return Rows.isProduct(rows, collect(chosen), candidate, scratch);
    }

    /** Collects the rows of the chosen elements, the deepest level first, and has them fetched. */
    private int collect(int[] chosen) {
        int count = 0;
        for (Stage stage : stages) {
            count = stage.append(chosen, rows, count);
        }
        if (degree >= FETCHED_DEGREE) {
            fetched += Rows.fetchFactors(rows, count);
        }
        return count;
    }
}
