package org.orbifold.experiments.explore;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.block.Block;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * What symmetries do to the blocks of a partition: which are moved to each other (orbits of blocks), which only have
 * values exchanged inside, and which stay as they are.
 */
final class BlockClasses {

    /** How a block is shown. */
    enum Type { ORBIT, OTHER_ORBITS, INSIDE, FIXED }

    /** Number of largest orbits with a colour of their own: more colours are hard to distinguish. */
    static final int COLOURED = 5;

    private final BlockSymmetries symmetries;
    private final Orbits orbits;
    private final boolean[] moved;
    /** The orbits of more than one block, the largest first. */
    private final int[] ranked;
    /** By orbit: its place among them, or −1. */
    private final int[] rank;

    BlockClasses(BlockSymmetries symmetries) {
        this.symmetries = symmetries;
        BlockValuePairs pairs = symmetries.pairs();
        UnionFind joined = new UnionFind(pairs.blockCount());
        this.moved = new boolean[pairs.blockCount()];
        for (Permutation generator : symmetries.generators()) {
            generator.forEachMoved((from, to) -> {
                moved[pairs.blockOf(from)] = true;
                joined.union(pairs.blockOf(from), pairs.blockOf(to));
            });
        }
        this.orbits = Orbits.of(joined);
        this.ranked = IntStream.range(0, orbits.count()).filter(o -> orbits.size(o) > 1).boxed()
                .sorted(Comparator.comparingInt(o -> -orbits.size(o))).mapToInt(Integer::intValue).toArray();
        this.rank = new int[orbits.count()];
        Arrays.fill(rank, -1);
        for (int r = 0; r < ranked.length; r++) {
            rank[ranked[r]] = r;
        }
    }

    Orbits orbits() {
        return orbits;
    }

    /** The orbits of more than one block, the largest first. */
    int[] ranked() {
        return ranked;
    }

    /** The place of an orbit among them, −1 if it is a single block. */
    int rank(int orbit) {
        return rank[orbit];
    }

    Type type(int block) {
        int place = rank[orbits.orbitOf(block)];
        return place >= 0 ? place < COLOURED ? Type.ORBIT : Type.OTHER_ORBITS
                : moved[block] ? Type.INSIDE : Type.FIXED;
    }

    /** The number of a block's class: the coloured orbits first, then a class for each other type. */
    int classOf(int block) {
        Type type = type(block);
        return type == Type.ORBIT ? rank[orbits.orbitOf(block)] : COLOURED + type.ordinal() - 1;
    }

    /** The kind of a block: the names of its variables without arguments or trailing numbers. */
    String kind(int block) {
        return kind(symmetries, symmetries.partition().block(block));
    }

    private static String kind(BlockSymmetries symmetries, Block block) {
        StringJoiner names = new StringJoiner(" + ");
        for (int v : block.variables()) {
            names.add(kindOf(symmetries.model().variable(v).name()));
        }
        return names.toString();
    }

    /** A ground atom's predicate; else the name without the number at its end. */
    static String kindOf(String name) {
        int open = name.indexOf('(');
        String stem = open > 0 ? name.substring(0, open) : name.replaceAll("[\\d_,.\\-]+$", "");
        return stem.isEmpty() ? "variable" : stem;
    }

    /** Blocks by class. */
    List<List<Integer>> members() {
        List<List<Integer>> members = IntStream.range(0, COLOURED + Type.values().length - 1)
                .<List<Integer>>mapToObj(c -> new java.util.ArrayList<>()).toList();
        for (int b = 0; b < moved.length; b++) {
            members.get(classOf(b)).add(b);
        }
        return members;
    }
}
