package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * Tiles of a few variables that can be exchanged one for one: two are twins if to swap them, and nothing else, leaves
 * all tables as they are. Swaps of twins generate the full symmetric group of each class, whatever else the model's
 * group is: classes that can be exchanged as a whole, or two atoms of everyone, do not disturb. Evidence that
 * distinguishes variables makes smaller classes.
 *
 * <p>Single variables are grouped by hashes of their neighbours. For the others, a swap of two variables is continued:
 * neighbours not joined to both in the same way must be swapped as well, until none is left or the limit is reached.
 * Every swap is compared with the tables before it is taken.
 *
 * <p>Cost: about linear in the pairs of variables of all tables.
 */
final class Twins {

    /** Classes of one colour that a variable is compared with: many only where nothing is exchangeable. */
    private static final int MAX_COMPARED = 32;
    /** Ways to continue one swap that are tried. */
    private static final int MAX_TRIES = 64;
    /** More variables than this have more than {@link LooseTerms#MAX_BLOCK_VALUES} values. */
    private static final int MAX_PLACES = Integer.numberOfTrailingZeros(LooseTerms.MAX_BLOCK_VALUES);

    private final TableLabels labels;
    private final boolean[] fixed;
    private final Budget budget;
    private final int[] image;
    private final boolean[] taken;
    private final List<int[][]> classes = new ArrayList<>();

    private Twins(TableLabels labels, boolean[] fixed, Budget budget) {
        this.labels = labels;
        this.fixed = fixed;
        this.budget = budget;
        this.image = new int[fixed.length];
        this.taken = fixed.clone();
        Arrays.setAll(image, v -> v);
    }

    /**
     * Finds the classes.
     *
     * @param model  a model
     * @param tables those of its tables that are compared
     * @param fixed  variables that are not exchanged
     * @param budget the time
     * @return for each class the variables of [tile][place], at least two tiles
     */
    static List<int[][]> classes(GraphicalModel model, List<Table> tables, boolean[] fixed, Budget budget) {
        Twins work = new Twins(new TableLabels(model, tables, budget), fixed, budget);
        work.findSingle();
        work.findTiles();
        work.mergeTiles();
        return work.classes;
    }

    /** Variables whose neighbours have the same hash but for each other. */
    private void findSingle() {
        Map<Long, IntArrayList> groups = new LinkedHashMap<>();
        for (int v = 0; v < image.length; v++) {
            budget.check();
            if (!taken[v]) {
                long hash = TableLabels.mixed(labels.colour(v));
                LongOpenHashSet between = new LongOpenHashSet();
                for (Int2LongMap.Entry entry : labels.around(v).int2LongEntrySet()) {
                    hash += neighbour(entry.getIntKey(), entry.getLongValue());
                    between.add(entry.getLongValue());
                }
                groups.computeIfAbsent(hash, key -> new IntArrayList()).add(v);
                // Twins that are joined to each other: as if each were joined to itself as well.
                for (long label : between) {
                    groups.computeIfAbsent(TableLabels.mixed(hash + neighbour(v, label)) + label,
                            key -> new IntArrayList()).add(v);
                }
            }
        }
        groups.values().stream().filter(group -> group.size() > 1)
                .sorted(Comparator.comparingInt((IntArrayList group) -> group.size()).reversed())
                .forEach(this::takeSingle);
    }

    private static long neighbour(int variable, long label) {
        return TableLabels.mixed(label + 0x632BE59BD9B4E019L * (variable + 1));
    }

    private void takeSingle(IntArrayList group) {
        List<int[]> tiles = new ArrayList<>();
        for (int v : group) {
            if (!taken[v] && (tiles.isEmpty() || isSwap(new int[] {tiles.get(0)[0]}, new int[] {v}))) {
                tiles.add(new int[] {v});
            }
        }
        if (tiles.size() > 1) {
            tiles.forEach(tile -> taken[tile[0]] = true);
            classes.add(tiles.toArray(int[][]::new));
        }
    }

    private boolean isSwap(int[] first, int[] second) {
        int[] moved = new int[2 * first.length];
        for (int k = 0; k < first.length; k++) {
            moved[2 * k] = first[k];
            moved[2 * k + 1] = second[k];
            image[first[k]] = second[k];
            image[second[k]] = first[k];
        }
        boolean result = labels.isSymmetry(moved, image, budget);
        for (int v : moved) {
            image[v] = v;
        }
        return result;
    }

    /** Variables that are exchanged together with others. */
    private void findTiles() {
        Map<Long, List<Growing>> byColour = new LinkedHashMap<>();
        for (int v = 0; v < image.length; v++) {
            budget.check();
            if (!taken[v]) {
                List<Growing> known = byColour.computeIfAbsent(labels.colour(v), key -> new ArrayList<>());
                known.removeIf(growing -> growing.tiles.size() < 2 && taken[growing.first]);
                int variable = v;
                if (known.stream().limit(MAX_COMPARED).noneMatch(growing -> growing.take(variable))) {
                    known.add(new Growing(v));
                }
            }
        }
        byColour.values().forEach(all -> all.stream().filter(growing -> growing.tiles.size() > 1)
                .forEach(growing -> classes.add(growing.tiles.toArray(int[][]::new))));
    }

    /**
     * Joins classes that grew from different variables of alike tiles: which one grows first depends on the order of
     * the variables.
     */
    private void mergeTiles() {
        Map<List<Long>, List<Integer>> alike = new LinkedHashMap<>();
        for (int c = 0; c < classes.size(); c++) {
            int[] tile = classes.get(c)[0];
            if (tile.length > 1) {
                List<Long> colours = Arrays.stream(tile).mapToObj(labels::colour).sorted().toList();
                alike.computeIfAbsent(colours, key -> new ArrayList<>()).add(c);
            }
        }
        boolean[] merged = new boolean[classes.size()];
        for (List<Integer> numbers : alike.values()) {
            for (int i = 0; i < numbers.size(); i++) {
                int into = numbers.get(i);
                for (int j = i + 1; j < Math.min(numbers.size(), i + 1 + MAX_COMPARED) && !merged[into]; j++) {
                    budget.check();
                    int from = numbers.get(j);
                    int[] places = merged[from] ? null : places(classes.get(into), classes.get(from));
                    if (places != null) {
                        Stream<int[]> more = Arrays.stream(classes.get(from)).map(tile ->
                                Arrays.stream(places).map(k -> tile[k]).toArray());
                        classes.set(into, Stream.concat(Arrays.stream(classes.get(into)), more).toArray(int[][]::new));
                        merged[from] = true;
                    }
                }
            }
        }
        List<int[][]> left = new ArrayList<>();
        for (int c = 0; c < merged.length; c++) {
            if (!merged[c]) {
                left.add(classes.get(c));
            }
        }
        classes.clear();
        classes.addAll(left);
    }

    /** For each place of a class, the place of another that it is swapped with; null if there is no such swap. */
    private int @Nullable [] places(int[][] tiles, int[][] others) {
        for (int candidate : others[0]) {
            if (labels.colour(candidate) == labels.colour(tiles[0][0])) {
                Swap swap = new Swap(tiles[0][0], candidate);
                if (swap.extend(0)) {
                    orient(tiles, swap);
                    orient(others, swap);
                    int[] images = swap.imagesOf(tiles[0]);
                    IntArrayList all = IntArrayList.wrap(others[0]);
                    int[] places = images == null ? new int[] {-1} : Arrays.stream(images).map(all::indexOf).toArray();
                    if (Arrays.stream(places).noneMatch(k -> k < 0)) {
                        return places;
                    }
                }
            }
        }
        return null;
    }

    /** One swap does not say which of two variables is in the first tile, but two do: they share that tile. */
    private static void orient(int[][] tiles, Swap swap) {
        int[] one = tiles[0];
        int[] two = tiles[1];
        for (int k = 0; k < one.length && tiles.length == 2; k++) {
            if (swap.moves(two[k]) && !swap.moves(one[k])) {
                int variable = one[k];
                one[k] = two[k];
                two[k] = variable;
            }
        }
    }

    /** A class that grows by swaps with its first tile. */
    private final class Growing {
        private final int first;
        private final List<int[]> tiles = new ArrayList<>();

        Growing(int first) {
            this.first = first;
            tiles.add(new int[] {first});
        }

        /** Takes the tile of a variable, if it can be swapped with the first one. */
        boolean take(int variable) {
            Swap swap = new Swap(first, variable);
            if (!swap.extend(0)) {
                return false;
            }
            if (tiles.size() == 2) {
                orient(tiles.toArray(int[][]::new), swap);
            }
            int[] origin = tiles.size() == 1 ? swap.first() : tiles.get(0);
            int[] tile = swap.imagesOf(origin);
            if (tile == null || areTaken(tile) || tiles.size() == 1 && areTaken(origin)) {
                return false;
            }
            tiles.set(0, origin);
            tiles.add(tile);
            IntStream.concat(Arrays.stream(origin), Arrays.stream(tile)).forEach(v -> taken[v] = true);
            return true;
        }

        private boolean areTaken(int[] variables) {
            return Arrays.stream(variables).anyMatch(v -> taken[v]);
        }
    }

    /** An exchange of variables that grows until what it does not move is joined to all in the same way. */
    private final class Swap {
        private final IntArrayList one = new IntArrayList();
        private final IntArrayList two = new IntArrayList();
        private int tries = MAX_TRIES;

        Swap(int first, int second) {
            one.add(first);
            two.add(second);
        }

        int[] first() {
            return one.toIntArray();
        }

        int[] second() {
            return two.toIntArray();
        }

        boolean moves(int variable) {
            return one.contains(variable) || two.contains(variable);
        }

        private int imageOf(int variable) {
            int at = one.indexOf(variable);
            if (at >= 0) {
                return two.getInt(at);
            }
            at = two.indexOf(variable);
            return at >= 0 ? one.getInt(at) : variable;
        }

        /** The tile that a tile is swapped with; null if the swap moves other variables or parts of the tile. */
        int @Nullable [] imagesOf(int[] tile) {
            if (tile.length != one.size()) {
                return null;
            }
            int[] images = Arrays.stream(tile).map(this::imageOf).toArray();
            IntOpenHashSet all = new IntOpenHashSet(tile);
            all.addAll(IntArrayList.wrap(images));
            return all.size() == 2 * tile.length ? images : null;
        }

        /** Completes the swap; pairs before {@code done} are known to agree about everything that is not moved. */
        boolean extend(int done) {
            if (done == one.size()) {
                return --tries >= 0 && isSwap(first(), second());
            }
            IntArrayList different = new IntArrayList();
            if (!collect(one.getInt(done), two.getInt(done), different)
                    || !collect(two.getInt(done), one.getInt(done), different) || different.size() % 2 == 1) {
                return false;
            }
            if (different.isEmpty()) {
                return extend(done + 1);
            }
            int variable = different.getInt(0);
            for (int k = 1; k < different.size() && tries > 0; k++) {
                if (fits(variable, different.getInt(k))) {
                    one.add(variable);
                    two.add(different.getInt(k));
                    // The first pair is looked at again: what was added may have settled all its differences.
                    if (extend(done)) {
                        return true;
                    }
                    one.removeInt(one.size() - 1);
                    two.removeInt(two.size() - 1);
                }
            }
            return false;
        }

        /** Whether two variables can be the next pair. */
        private boolean fits(int a, int b) {
            if (fixed[a] || fixed[b] || labels.colour(a) != labels.colour(b)
                    || labels.label(a, b) != labels.label(b, a)) {
                return false;
            }
            double values = labels.size(a);
            for (int i = 0; i < one.size(); i++) {
                int first = one.getInt(i);
                int second = two.getInt(i);
                values *= labels.size(first);
                if (labels.label(first, a) != labels.label(second, b)
                        || labels.label(first, b) != labels.label(second, a)) {
                    return false;
                }
            }
            return values <= LooseTerms.MAX_BLOCK_VALUES;
        }

        /** What must be moved because one variable sees it otherwise than another; false if that cannot be. */
        private boolean collect(int a, int b, IntArrayList different) {
            for (Int2LongMap.Entry entry : labels.around(a).int2LongEntrySet()) {
                int u = entry.getIntKey();
                if (labels.label(b, imageOf(u)) != entry.getLongValue()) {
                    if (moves(u) || fixed[u]) {
                        return false;
                    }
                    if (!different.contains(u)) {
                        different.add(u);
                    }
                    if (different.size() + 2 * one.size() > 2 * MAX_PLACES) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
