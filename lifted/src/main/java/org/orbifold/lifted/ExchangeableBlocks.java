package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * Finds blocks that are exchangeable but for loose terms: {@link Twins} of the terms that are not loose. Tiles that
 * loose terms connect are one block.
 */
final class ExchangeableBlocks {

    private final GraphicalModel model;
    private final LooseTerms loose;
    /** The tile of a variable, or −1. */
    private final int[] tileOf;
    private final List<int[]> tiles = new ArrayList<>();
    private final IntArrayList kindOfTile = new IntArrayList();

    private ExchangeableBlocks(GraphicalModel model, LooseTerms loose) {
        this.model = model;
        this.loose = loose;
        this.tileOf = new int[model.variableCount()];
        Arrays.fill(tileOf, -1);
    }

    /**
     * Finds classes of exchangeable blocks.
     *
     * @param model  a model
     * @param loose  the terms that need not be alike
     * @param budget the time
     * @return the variables of [block][place] for each class
     */
    static List<int[][]> find(GraphicalModel model, LooseTerms loose, Budget budget) {
        ExchangeableBlocks work = new ExchangeableBlocks(model, loose);
        List<int[][]> classes = Twins.classes(model, work.tightTables(), loose.hub(), budget);
        for (int kind = 0; kind < classes.size(); kind++) {
            for (int[] tile : classes.get(kind)) {
                work.addTile(tile, kind);
            }
        }
        return work.join();
    }

    private void addTile(int[] variables, int kind) {
        for (int v : variables) {
            tileOf[v] = tiles.size();
        }
        tiles.add(variables);
        kindOfTile.add(kind);
    }

    /** The tables that are not loose. */
    private List<Table> tightTables() {
        Set<Table> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(loose.terms());
        return model.factors().tables().stream().filter(table -> !loose.isLoose(table, left)).toList();
    }

    /** Tiles that loose terms connect become one block; blocks of the same kinds of tiles are a class. */
    private List<int[][]> join() {
        UnionFind sets = new UnionFind(tiles.size());
        // One that a loose term connects to a variable that is neither in a tile nor a hub is no use.
        IntArrayList spoilt = new IntArrayList();
        for (Table table : loose.terms()) {
            int[] touched = Arrays.stream(table.scope()).filter(v -> !loose.hub()[v]).map(v -> tileOf[v]).toArray();
            int first = Arrays.stream(touched).filter(t -> t >= 0).findFirst().orElse(-1);
            for (int tile : touched) {
                if (tile < 0 && first >= 0) {
                    spoilt.add(first);
                } else if (tile >= 0) {
                    sets.union(first, tile);
                }
            }
        }
        Map<Integer, IntArrayList> blocks = new LinkedHashMap<>();
        for (int t = 0; t < tiles.size(); t++) {
            blocks.computeIfAbsent(sets.find(t), root -> new IntArrayList()).add(t);
        }
        spoilt.forEach(t -> blocks.remove(sets.find(t)));
        Map<List<Integer>, List<int[]>> classes = new LinkedHashMap<>();
        for (IntArrayList block : blocks.values()) {
            classes.computeIfAbsent(block.intStream().map(kindOfTile::getInt).boxed().toList(),
                    kinds -> new ArrayList<>())
                    .add(block.intStream().flatMap(t -> IntStream.of(tiles.get(t))).toArray());
        }
        classes.keySet().stream().filter(kinds -> kinds.size() > 1)
                .max(Comparator.comparingInt(kinds -> classes.get(kinds).size()))
                .ifPresent(kinds -> complete(kinds, classes));
        return classes.values().stream()
                .filter(all -> all.size() > 1 && model.assignments(all.get(0)) <= LooseTerms.MAX_BLOCK_VALUES)
                .map(all -> all.toArray(int[][]::new)).toList();
    }

    /** Tiles that nothing connects make blocks like those of the largest class: one class is cheaper than several. */
    private static void complete(List<Integer> kinds, Map<List<Integer>, List<int[]>> classes) {
        List<List<int[]>> parts = kinds.stream().map(kind -> classes.getOrDefault(List.of(kind), List.of())).toList();
        if (kinds.stream().distinct().count() < kinds.size()) {
            return;
        }
        for (int more = parts.stream().mapToInt(List::size).min().orElse(0); more > 0; more--) {
            classes.get(kinds).add(parts.stream().flatMapToInt(part -> IntStream.of(part.remove(part.size() - 1)))
                    .toArray());
        }
    }
}
