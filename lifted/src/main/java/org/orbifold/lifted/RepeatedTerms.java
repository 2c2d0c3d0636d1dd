package org.orbifold.lifted;

import java.util.Arrays;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * A quick test whether blocks can be exchangeable at all. Exchanging three or more blocks maps each term between two of
 * them to other terms, so some interaction must occur at least three times. Interactions are compared by their norm
 * without the parts of single variables, which need not be alike. Where that takes more than a look at pairs of
 * variables, the answer is that they may be exchangeable.
 *
 * <p>Cost: linear in the entries of the tables, and a sort.
 */
final class RepeatedTerms {

    /** Terms between the blocks of the smallest class that is worth counting: three blocks, three pairs. */
    private static final int FEWEST = 3;
    /** Norms that differ relatively by less than this may be equal. */
    private static final double SAME = 1e-6;

    private RepeatedTerms() { }

    /** Whether some interaction is repeated often enough. */
    static boolean areIn(GraphicalModel model) {
        boolean pairs = model.factors().wide().isEmpty()
                && model.factors().tables().stream().allMatch(table -> table.arity() <= 2 && !table.isHard());
        if (!pairs) {
            return true;
        }
        double[] norms = model.factors().tables().stream().filter(table -> table.arity() == 2)
                .mapToDouble(RepeatedTerms::norm).sorted().toArray();
        int run = 0;
        for (int i = 0; i < norms.length; i++) {
            run = i > 0 && norms[i] - norms[i - 1] <= SAME * (1 + norms[i]) ? run + 1 : 1;
            if (run >= FEWEST) {
                return true;
            }
        }
        return false;
    }

    /** The norm of a table of two variables without its mean, its row means and its column means. */
    private static double norm(Table table) {
        double[] entries = table.entries();
        int rows = table.size(0);
        int columns = table.size(1);
        double[] ofRow = new double[rows];
        double[] ofColumn = new double[columns];
        double mean = Arrays.stream(entries).average().orElse(0);
        for (int i = 0; i < entries.length; i++) {
            ofRow[i / columns] += entries[i] / columns;
            ofColumn[i % columns] += entries[i] / rows;
        }
        double sum = 0;
        for (int i = 0; i < entries.length; i++) {
            double interaction = entries[i] - ofRow[i / columns] - ofColumn[i % columns] + mean;
            sum += interaction * interaction;
        }
        return Math.sqrt(sum);
    }
}
