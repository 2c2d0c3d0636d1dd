package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.orbifold.group.element.UnionFind;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/**
 * Finds blocks that are exchangeable but for loose terms.
 *
 * <p>The symmetries of the terms that are not loose are found with our own engine, every generator certified, and its
 * factors that are full symmetric groups on tiles of variables are taken. Tiles that loose terms connect are one block.
 */
final class ExchangeableBlocks {

    private static final int TRIES = 4;
    /** Variables that are to have twins: then larger blocks have nothing to add, and no symmetries are searched for. */
    private static final double TWIN_SHARE = 0.9;
    /** A factor that moves less than this share of the variables is not worth another search. */
    private static final int LARGE_SHARE = 8;

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
     * What was found.
     *
     * @param classes the variables of [block][place] for each class
     * @param loose   the terms that need not be alike, with all hubs
     */
    record Found(List<int[][]> classes, LooseTerms loose) { }

    /**
     * Finds classes of exchangeable blocks.
     *
     * @param model   a model
     * @param loose   the terms that need not be alike
     * @param options of the search for symmetries
     * @return the classes
     */
    static Found find(GraphicalModel model, LooseTerms loose, SymmetryOptions options) {
        List<int[][]> twins = new ExchangeableBlocks(model, loose).twins(options);
        int covered = twins.stream().flatMap(Arrays::stream).mapToInt(block -> block.length).sum();
        if (covered >= TWIN_SHARE * model.variableCount()) {
            return new Found(twins, loose);
        }
        LooseTerms now = loose;
        for (int tries = 1;; tries++) {
            ExchangeableBlocks work = new ExchangeableBlocks(model, now);
            int tangled = work.findTiles(options);
            if (tangled < 0 || tries == TRIES) {
                return new Found(work.join(), now);
            }
            now = now.withHub(tangled);
        }
    }

    /** Classes whose tiles are single variables, without a search for symmetries. */
    private List<int[][]> twins(SymmetryOptions options) {
        int kinds = 0;
        for (int[] twins : Twins.classes(tightModel(), options.budget())) {
            for (int v : twins) {
                // Marks of hubs come after the model's variables.
                if (v < tileOf.length && !loose.hub()[v]) {
                    addTile(new int[] {v}, kinds);
                }
            }
            kinds++;
        }
        return join();
    }

    /**
     * Finds the tiles. A factor may be more than a symmetric group: two classes that can be exchanged as a whole, or
     * two atoms of all people at once. One variable told apart from all others breaks that, and leaves all tiles but
     * one.
     *
     * @return a variable to tell apart, or −1 if there is nothing to gain
     */
    private int findTiles(SymmetryOptions options) {
        BlockSymmetries found = SymmetryFinder.of(tightModel(), options).variable();
        int kinds = 0;
        int tangled = -1;
        int most = tileOf.length / LARGE_SHARE;
        for (DirectFactor factor : found.group(options.budget()).factors()) {
            if (factor.tiles().isPresent()) {
                for (int[] points : factor.tiles().get()) {
                    int[] variables = variables(found, points);
                    // A hub of one value has no mark.
                    if (IntStream.of(variables).noneMatch(v -> loose.hub()[v])) {
                        addTile(variables, kinds);
                    }
                }
                kinds++;
            } else {
                int[] moved = variables(found, factor.points());
                if (moved.length > most) {
                    most = moved.length;
                    tangled = moved[0];
                }
            }
        }
        return tangled;
    }

    private void addTile(int[] variables, int kind) {
        for (int v : variables) {
            tileOf[v] = tiles.size();
        }
        tiles.add(variables);
        kindOfTile.add(kind);
    }

    private static int[] variables(BlockSymmetries found, int[] points) {
        return IntStream.of(points).map(p -> found.partition().block(found.pairs().blockOf(p)).variables()[0])
                .distinct().toArray();
    }

    /** The model without its loose terms; hubs are told apart from all else. */
    private GraphicalModel tightModel() {
        Set<Table> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(loose.terms());
        ModelBuilder builder = GraphicalModel.builder();
        model.variables().forEach(v -> builder.variable(v.name(), v.domain()));
        for (Table table : model.factors().tables()) {
            if (!loose.isLoose(table, left)) {
                builder.add(table);
            }
        }
        model.factors().wide().forEach(builder::add);
        int size = Arrays.stream(model.sizes()).max().orElse(1);
        for (int v = 0; v < tileOf.length; v++) {
            if (loose.hub()[v] && model.size(v) > 1) {
                // Joined to a variable of a size that no other has: a weight could be cancelled by other terms.
                builder.variable("mark of hub " + v + ":", Domain.ofSize(++size));
                double[] mark = new double[model.size(v) * size];
                mark[0] = 1;
                builder.table(new int[] {v, builder.variableCount() - 1}, mark);
            }
        }
        return builder.build();
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
        return classes.values().stream()
                .filter(all -> all.size() > 1 && model.assignments(all.get(0)) <= LooseTerms.MAX_BLOCK_VALUES)
                .map(all -> all.toArray(int[][]::new)).toList();
    }
}
