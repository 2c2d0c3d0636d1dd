package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Permutation;

/** Says in words what symmetries do. */
final class SymmetryText {

    /** How many cycles, and points of a cycle, are shown of a long permutation. */
    static final int SHOWN = 8;

    static String of(BlockSymmetries symmetries, Permutation permutation, int shown) {
        if (permutation.isIdentity()) {
            return "moves nothing";
        } else if (symmetries.kind() == SymmetryKind.VARIABLE) {
            return variables(symmetries, permutation.cycles(), shown);
        }
        BlockValuePairs pairs = symmetries.pairs();
        Cycles cycles = permutation.cycles();
        List<String> parts = new ArrayList<>();
        int possible = 0;
        for (int c = 0; c < cycles.count(); c++) {
            // Where impossible values go is of no interest.
            if (symmetries.isPossible(cycles.point(c, 0)) && possible++ < shown) {
                parts.add(cycle(symmetries, cycles, c, shown));
            }
        }
        String text = String.join("; ", parts);
        int more = possible - shown;
        long blocks = java.util.Arrays.stream(permutation.support()).map(pairs::blockOf).distinct().count();
        return more <= 0 ? text : text + "; and " + moreCycles(more) + " on " + blocks + " blocks in all";
    }

    /** Each variable goes to another with all its values: those of the values 0 are enough. */
    private static String variables(BlockSymmetries symmetries, Cycles cycles, int shown) {
        BlockValuePairs pairs = symmetries.pairs();
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (int c = 0; c < cycles.count(); c++) {
            if (pairs.valueOf(cycles.point(c, 0)) != 0 || count++ >= shown) {
                continue;
            }
            StringJoiner names = new StringJoiner(" ", "(", ")");
            for (int i = 0; i < Math.min(cycles.length(c), shown); i++) {
                names.add(block(symmetries, pairs.blockOf(cycles.point(c, i))));
            }
            if (cycles.length(c) > shown) {
                names.add("… " + cycles.length(c) + " in all");
            }
            text.append(names);
        }
        return count <= shown ? text.toString() : text + " and " + moreCycles(count - shown);
    }

    private static String moreCycles(int count) {
        return count == 1 ? "1 more cycle" : count + " more cycles";
    }

    private static String cycle(BlockSymmetries symmetries, Cycles cycles, int c, int shown) {
        BlockValuePairs pairs = symmetries.pairs();
        int first = cycles.point(c, 0);
        boolean within = true;
        for (int i = 0; i < cycles.length(c); i++) {
            within &= pairs.blockOf(cycles.point(c, i)) == pairs.blockOf(first);
        }
        String where = within ? " of " + block(symmetries, pairs.blockOf(first)) : "";
        if (cycles.length(c) == 2) {
            return "swaps " + pair(symmetries, first) + " and " + pair(symmetries, cycles.point(c, 1)) + where;
        }
        StringJoiner arrows = new StringJoiner(" → ", "moves ", "");
        for (int i = 0; i < Math.min(cycles.length(c), shown); i++) {
            arrows.add(pair(symmetries, cycles.point(c, i)));
        }
        arrows.add(cycles.length(c) > shown ? "… (" + cycles.length(c) + " in all)" : pair(symmetries, first));
        return arrows + where;
    }

    private static String block(BlockSymmetries symmetries, int index) {
        return new PairNames(symmetries.model(), symmetries.pairs()).block(index);
    }

    static String pair(BlockSymmetries symmetries, int pair) {
        return new PairNames(symmetries.model(), symmetries.pairs()).pair(pair);
    }

    private SymmetryText() { }
}
