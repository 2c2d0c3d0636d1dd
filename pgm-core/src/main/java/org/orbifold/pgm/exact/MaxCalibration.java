package org.orbifold.pgm.exact;

import java.util.List;
import org.orbifold.pgm.model.GraphicalModel;

/** Max-product: the same messages with maxima in place of sums. Nothing needs an exponential. */
final class MaxCalibration extends LogCalibration {

    MaxCalibration(GraphicalModel model, EliminationTree tree, Workers workers) {
        super(model, tree, List.of(), workers);
    }

    @Override
    void sumRows(double[] chunk, int size, double[] message, int row, int rows) {
        for (int i = 0, at = 0; i < rows; i++) {
            double max = Double.NEGATIVE_INFINITY;
            for (int end = at + size; at < end; at++) {
                max = Math.max(max, chunk[at]);
            }
            message[row + i] = max;
        }
    }
}
