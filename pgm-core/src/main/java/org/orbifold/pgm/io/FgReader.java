package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;

/**
 * Reads the factor graphs of libDAI: the number of blocks, then blocks
 * {@code k label{k} card{k} entries (index value){entries}}; lines that begin with '#' are comments. The index counts
 * with the <em>first</em> variable fastest; unlisted entries are 0.
 *
 * <p>Labels are any numbers. They become the names of the variables, which stand in ascending order.
 */
final class FgReader {

    /** How many entries a file may leave out: they cost memory that its own length does not account for. */
    private static final int MAX_UNLISTED = 1 << 25;
    private static final int FIRST_ENTRIES = 1 << 16;

    private final TokenReader in;
    private final Int2IntOpenHashMap sizes = new Int2IntOpenHashMap();
    /** For each block the number of its variables, then their labels. */
    private final IntArrayList scopes = new IntArrayList();
    private final List<double[]> tables = new ArrayList<>();
    private long unlisted;

    FgReader(TokenReader in) {
        this.in = in;
        in.skipComments("#");
    }

    GraphicalModel read() throws IOException {
        int blocks = in.nextInt(0, Integer.MAX_VALUE, "the number of factors");
        for (int b = 0; b < blocks; b++) {
            readBlock();
        }
        in.endFile("the last factor");
        return build();
    }

    private void readBlock() throws IOException {
        int count = in.nextInt(0, Integer.MAX_VALUE, "the number of variables of a factor");
        IntArrayList labels = new IntArrayList();
        for (int k = 0; k < count; k++) {
            labels.add(in.nextInt(0, Integer.MAX_VALUE, "the label of a variable"));
        }
        int[] scope = labels.toIntArray();
        refuseRepetition(scope);
        int[] cards = new int[count];
        for (int k = 0; k < count; k++) {
            cards[k] = in.nextInt(1, Integer.MAX_VALUE, "the domain size of a variable");
            int before = sizes.putIfAbsent(scope[k], cards[k]);
            if (before != sizes.defaultReturnValue() && before != cards[k]) {
                throw in.error("variable " + scope[k] + " has " + cards[k] + " values here but " + before + " above",
                        "the same number in all factors");
            }
        }
        double[] table = readTable(TableSizes.product(in, count, k -> cards[k]));
        scopes.add(count);
        scopes.addElements(scopes.size(), scope);
        tables.add(rowMajor(table, cards));
    }

    private void refuseRepetition(int[] scope) throws ModelParseException {
        int[] sorted = scope.clone();
        Arrays.sort(sorted);
        for (int k = 1; k < sorted.length; k++) {
            if (sorted[k] == sorted[k - 1]) {
                throw in.error("variable " + sorted[k] + " stands twice in a factor", "each variable once");
            }
        }
    }

    /** The table in the order of the file. NaN marks entries that are not listed yet. */
    private double[] readTable(int size) throws IOException {
        int listed = in.nextInt(0, size, "the number of entries that are not 0,");
        double[] table = unlisted(new double[0], Math.min(size, FIRST_ENTRIES));
        for (int i = 0; i < listed; i++) {
            int index = in.nextInt(0, size - 1, "the index of an entry");
            if (index >= table.length) {
                checkUnlisted(index - i);
                table = unlisted(table, (int) Math.min(size, Math.max(2L * table.length, index + 1L)));
            } else if (!Double.isNaN(table[index])) {
                throw in.error("entry " + index + " is listed twice", "each entry at most once");
            }
            table[index] = in.nextLogPotential();
        }
        unlisted += size - listed;
        checkUnlisted(0);
        table = unlisted(table, size);
        for (int i = 0; i < size; i++) {
            table[i] = Double.isNaN(table[i]) ? Double.NEGATIVE_INFINITY : table[i];
        }
        return table;
    }

    private static double[] unlisted(double[] table, int size) {
        double[] longer = size == table.length ? table : Arrays.copyOf(table, size);
        Arrays.fill(longer, Math.min(table.length, size), size, Double.NaN);
        return longer;
    }

    private void checkUnlisted(long more) throws ModelParseException {
        if (unlisted + more > MAX_UNLISTED) {
            throw in.error("the tables leave out more than " + MAX_UNLISTED + " entries",
                    "tables small enough to be held with all their entries");
        }
    }

    /** Turns a table whose first variable changes fastest into one whose last variable does. */
    private static double[] rowMajor(double[] table, int[] cards) {
        if (cards.length < 2) {
            return table;
        }
        int[] strides = new int[cards.length];
        int stride = 1;
        for (int k = cards.length - 1; k >= 0; k--) {
            strides[k] = stride;
            stride *= cards[k];
        }
        double[] result = new double[table.length];
        int[] digits = new int[cards.length];
        int place = 0;
        for (double entry : table) {
            result[place] = entry;
            for (int k = 0; k < cards.length; k++) {
                place += strides[k];
                if (++digits[k] < cards[k]) {
                    break;
                }
                place -= cards[k] * strides[k];
                digits[k] = 0;
            }
        }
        return result;
    }

    private GraphicalModel build() {
        ModelBuilder model = GraphicalModel.builder();
        int[] labels = sizes.keySet().toIntArray();
        Arrays.sort(labels);
        for (int label : labels) {
            model.variable(Integer.toString(label), Domain.ofSize(sizes.get(label)));
        }
        int start = 0;
        for (int b = 0; b < tables.size(); b++) {
            int end = start + 1 + scopes.getInt(start);
            int[] scope = Arrays.copyOfRange(scopes.elements(), start + 1, end);
            Arrays.setAll(scope, k -> Arrays.binarySearch(labels, scope[k]));
            double[] table = tables.set(b, null);
            if (scope.length == 0 && table[0] != Double.NEGATIVE_INFINITY) {
                model.constant(table[0]);
            } else {
                model.table(scope, table);
            }
            start = end;
        }
        return model.build();
    }
}
