package org.orbifold.group.chain;

import java.util.Arrays;
import org.orbifold.group.kernel.Rows;

/**
 * Elements by a {@link Derivation}: the images of a few points go through the words of the levels, those of the others
 * follow. Levels before that of the operation are rows, multiplied last.
 */
final class DerivedProducts implements ElementMaker {

    /** A row is read through before if it has one step for so many points: about one for each of its cache lines. */
    private static final int STEPS_WORTH_FETCHING = 32;

    private final FrozenLevel[] levels;
    private final Derivation derivation;
    private final Stage[] outer;

    private final Word word = new Word();
    private final int[] points;
    private final int[] images;
    private final char[][] rows;
    private final char[][] pivotRows;

    /** Keeps the compiler from leaving the fetching out. */
    private int fetched;

    /**
     * A maker for one thread.
     *
     * @param outer the levels before that of the derivation, the deepest first
     */
    DerivedProducts(FrozenLevel[] levels, Derivation derivation, Stage[] outer) {
        this.levels = levels;
        this.derivation = derivation;
        this.outer = outer;
        points = new int[derivation.direct.length];
        images = new int[levels[0].degree()];
        pivotRows = new char[derivation.pivots.length][];
        int most = 0;
        for (Stage stage : outer) {
            most += stage.mostRows();
        }
        rows = new char[most][];
    }

    @Override
    public void write(int[] chosen, int[] result) {
        trace(chosen);
        int[] direct = derivation.direct;
        for (int i = 0; i < direct.length; i++) {
            result[direct[i]] = points[i];
        }
        deriveAll(result);
        int count = 0;
        for (Stage stage : outer) {
            count = stage.append(chosen, rows, count);
        }
        Rows.apply(rows, count, result, 0, result.length);
    }

    private void deriveAll(int[] result) {
        int[] starts = derivation.starts;
        // Pivots are direct points, so all rows are known: ask for them at once instead of waiting for each.
        for (int p = 0; p < pivotRows.length; p++) {
            pivotRows[p] = derivation.operation.row(result[derivation.pivots[p]]);
        }
        for (int p = 0; p < pivotRows.length; p++) {
            if ((starts[p + 1] - starts[p]) * STEPS_WORTH_FETCHING >= result.length) {
                fetched += Rows.fetch(pivotRows[p]);
            }
        }
        for (int p = 0; p < pivotRows.length; p++) {
            derive(pivotRows[p], starts[p], starts[p + 1], result);
        }
    }

    private void derive(char[] row, int start, int end, int[] result) {
        int[] from = derivation.from;
        int[] to = derivation.to;
        for (int s = start; s < end; s++) {
            result[to[s]] = row[result[from[s]]];
        }
    }

    /** The images of the direct points under the inner levels; each fixes the base points of the earlier ones. */
    private void trace(int[] chosen) {
        System.arraycopy(derivation.direct, 0, points, 0, points.length);
        for (int i = levels.length - 1; i >= outer.length; i--) {
            word.clear();
            levels[i].append(chosen[i], word);
            word.applyTo(points, i - outer.length, points.length);
        }
    }

    @Override
    public boolean matches(int[] chosen, int[] candidate) {
        write(chosen, images);
        return Arrays.equals(images, candidate);
    }
}
