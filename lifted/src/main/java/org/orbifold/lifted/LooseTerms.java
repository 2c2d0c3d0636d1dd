package org.orbifold.lifted;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * Terms that need not be alike for blocks to be exchangeable, because they lie inside single blocks or between a block
 * and a hub.
 *
 * @param terms the terms over two variables or more; those over one are loose in any case
 * @param hub   which variables are hubs: terms may connect them to any block
 */
record LooseTerms(List<Table> terms, boolean[] hub) {

    /** A block of more values is no use: its histograms are too many. */
    static final int MAX_BLOCK_VALUES = 64;
    private static final int MAX_HUB_STATES = 64;

    /** Only terms of single variables are loose. */
    static LooseTerms none(GraphicalModel model) {
        return new LooseTerms(List.of(), new boolean[model.variableCount()]);
    }

    /**
     * Terms with rare tables are loose, where what they connect is small once a few hubs are taken out. A table is rare
     * if there are no more like it than variables: k exchangeable blocks have k(k − 1)/2 pairs.
     */
    static LooseTerms rare(GraphicalModel model) {
        List<Table> rare = rareTables(model);
        boolean[] hub = new boolean[model.variableCount()];
        double states = 1;
        while (true) {
            Components parts = new Components(model, rare, hub);
            int next = parts.busiestOfLarge();
            if (next < 0 || states * model.size(next) > MAX_HUB_STATES) {
                return new LooseTerms(rare.stream().filter(table -> parts.isSmall(table.scope())).toList(), hub);
            }
            hub[next] = true;
            states *= model.size(next);
        }
    }

    /**
     * Whether a table is a loose one.
     *
     * @param table a table of the model
     * @param among the terms, by identity
     */
    boolean isLoose(Table table, Set<Table> among) {
        return among.contains(table) || Arrays.stream(table.scope()).filter(v -> !hub[v]).count() <= 1;
    }

    private static List<Table> rareTables(GraphicalModel model) {
        List<Table> tables = model.factors().tables().stream().filter(t -> t.arity() > 1).toList();
        long[] prints = tables.stream().mapToLong(LooseTerms::fingerprint).toArray();
        Long2IntOpenHashMap frequency = new Long2IntOpenHashMap();
        Arrays.stream(prints).forEach(print -> frequency.addTo(print, 1));
        return IntStream.range(0, prints.length).filter(i -> frequency.get(prints[i]) <= model.variableCount())
                .mapToObj(tables::get).toList();
    }

    /** The same for tables that differ in the order of their variables only, up to rounding. */
    private static long fingerprint(Table table) {
        double[] sorted = table.entries();
        Arrays.sort(sorted);
        long hash = 0;
        for (double entry : sorted) {
            hash = 31 * hash + Math.round(entry * 0x1p30);
        }
        return hash;
    }

    /** What some tables connect, once the hubs are out. */
    private static final class Components {

        private final boolean[] hub;
        private final int[] degrees;
        private final UnionFind sets;
        private final double[] entries;

        Components(GraphicalModel model, List<Table> tables, boolean[] hub) {
            this.hub = hub;
            this.degrees = new int[hub.length];
            this.sets = new UnionFind(hub.length);
            for (Table table : tables) {
                int first = -1;
                for (int v : table.scope()) {
                    degrees[v]++;
                    if (!hub[v]) {
                        first = first < 0 ? v : first;
                        sets.union(first, v);
                    }
                }
            }
            this.entries = new double[hub.length];
            Arrays.fill(entries, 1);
            for (int v = 0; v < hub.length; v++) {
                entries[sets.find(v)] *= model.size(v);
            }
        }

        private boolean isLarge(int v) {
            return !hub[v] && entries[sets.find(v)] > MAX_BLOCK_VALUES;
        }

        /** Of the variables in large components, one in the most terms; −1 if no component is large. */
        int busiestOfLarge() {
            int best = -1;
            for (int v = 0; v < hub.length; v++) {
                if (isLarge(v) && (best < 0 || degrees[v] > degrees[best])) {
                    best = v;
                }
            }
            return best;
        }

        boolean isSmall(int[] scope) {
            return Arrays.stream(scope).noneMatch(this::isLarge);
        }
    }
}
