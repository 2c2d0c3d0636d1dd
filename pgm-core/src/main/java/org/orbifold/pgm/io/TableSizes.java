package org.orbifold.pgm.io;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.orbifold.pgm.model.Table;

/** Sizes of tables that files declare, without overflow. */
final class TableSizes {

    private static final int SHOWN = 10;

    /** The product of the sizes of k variables; refused where no table can have that many entries. */
    static int product(TokenReader in, int k, IntUnaryOperator size) throws ModelParseException {
        long product = 1;
        for (int i = 0; i < k; i++) {
            product *= size.applyAsInt(i);
            if (product > Table.MAX_ENTRIES) {
                throw in.error("the table over " + k + " variables is too large",
                        "a product of domain sizes of at most " + Table.MAX_ENTRIES);
            }
        }
        return (int) product;
    }

    /** A scope for a message. */
    static String text(int[] scope) {
        String shown = Arrays.toString(Arrays.copyOf(scope, Math.min(scope.length, SHOWN)));
        return scope.length <= SHOWN ? shown : shown + " and " + (scope.length - SHOWN) + " more";
    }

    private TableSizes() { }
}
