package org.orbifold.pgm.io;

import java.io.IOException;
import java.util.List;

/** Reads a table of plain numbers: the first parent's state changes slowest, the variable's own fastest. */
final class PlainTable {

    static void read(NetworkDraft draft, int child, List<String> parents, TokenReader in) throws IOException {
        int[] indices = new int[parents.size()];
        for (int k = 0; k < indices.length; k++) {
            indices[k] = draft.find(parents.get(k), in.line());
        }
        ConditionalTable table = draft.table(child, indices, in.line());
        int count = table.rows() * table.size();
        String expected = count + " probabilities of " + draft.describe(table);
        for (int i = 0; i < count; i++) {
            if (!in.next()) {
                throw in.error(i + " probabilities", expected);
            }
            table.put(i / table.size(), i % table.size(), in);
        }
        if (in.next()) {
            throw in.error("unexpected " + in.quoted(), "only " + expected);
        }
    }

    private PlainTable() { }
}
