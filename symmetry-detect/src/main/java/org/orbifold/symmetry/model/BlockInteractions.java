package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.orbifold.pgm.block.BlockPartition;

/**
 * The normal form of Ĝ, the model over blocks: what a permutation of block-value pairs must preserve.
 *
 * <p>Without forbidden assignments the zero-sum terms over variables, gathered by the blocks they touch, <em>are</em>
 * the zero-sum terms over blocks, because the uniform measure of a block is the product of those of its variables. With
 * forbidden ones the merged tables are split anew, averaging over the block values that are possible, so that numbers
 * at impossible values do not matter. Terms over one block become colours of pairs; every other term is shared out
 * equally among the maximal scopes that contain it, so that one clause stays one table.
 */
final class BlockInteractions {

    /** Above this number of blocks, subsets of a scope are not enumerated. */
    private static final int MAX_SHARED_ARITY = 12;

    private final Interactions source;
    private final BlockPartition partition;
    private final PairIndex pairs;
    private final int[] domain;
    private final double[] unary;
    private final double[] unarySlack;
    private final boolean[] dead;
    private final List<AxisTable> tables = new ArrayList<>();
    private final List<AxisTable> masks = new ArrayList<>();
    private final List<AxisTable> rigid = new ArrayList<>();
    private final long maxEntries;
    private long entries;

    BlockInteractions(Interactions source, BlockPartition partition, PairIndex pairs, long maxEntries) {
        this.source = source;
        this.partition = partition;
        this.pairs = pairs;
        this.domain = source.domain();
        this.maxEntries = maxEntries;
        unary = new double[pairs.pairCount()];
        unarySlack = new double[partition.blockCount()];
        dead = new boolean[pairs.pairCount()];
        Map<int[], List<AxisTable>> groups = new Scopes();
        if (source.isHard()) {
            splitAnew(groups);
        } else {
            for (AxisTable term : source.terms()) {
                addTerm(groups, term.gathered(partition));
            }
        }
        shareOut(summed(groups));
        Map<int[], List<AxisTable>> rigidGroups = new Scopes();
        source.rigid().forEach(table -> collect(rigidGroups, table.gathered(partition)));
        rigid.addAll(summed(rigidGroups).values());
    }

    private static final class Scopes extends Object2ObjectLinkedOpenCustomHashMap<int[], List<AxisTable>> {

        private static final long serialVersionUID = 1;

        Scopes() {
            super(IntArrays.HASH_STRATEGY);
        }
    }

    private static void collect(Map<int[], List<AxisTable>> groups, AxisTable table) {
        List<AxisTable> group = groups.get(table.blocks());
        if (group == null) {
            group = new ArrayList<>(2);
            groups.put(table.blocks(), group);
        }
        group.add(table);
    }

    /** Terms over one block go to its pairs, others wait for those of the same scope. */
    private void addTerm(Map<int[], List<AxisTable>> groups, AxisTable term) {
        if (term.arity() > 1) {
            collect(groups, term);
            return;
        }
        int block = term.blocks()[0];
        int[] projection = projection(term, 0);
        int first = pairs.first(block);
        for (int value = 0; value < projection.length; value++) {
            if (!dead[first + value]) {
                unary[first + value] += term.values()[projection[value]];
            }
        }
        unarySlack[block] += term.slack();
    }

    /** For each value of the block of an axis, the place on the axis. */
    int[] projection(AxisTable table, int axis) {
        int block = table.blocks()[axis];
        return AxisTable.projection(partition.block(block).variables(), table.variables()[axis], domain,
                pairs.valueCount(block));
    }

    private Map<int[], AxisTable> summed(Map<int[], List<AxisTable>> groups) {
        Map<int[], AxisTable> result = new Object2ObjectLinkedOpenCustomHashMap<>(groups.size(),
                IntArrays.HASH_STRATEGY);
        groups.forEach((scope, group) -> {
            if (group.size() > 1) {
                charge(AxisTable.entriesOfSum(group, domain), scope);
            }
            AxisTable sum = AxisTable.sum(group, domain);
            if (group.size() == 1 || !sum.isZero()) {
                result.put(scope, sum);
            }
        });
        return result;
    }

    private void charge(double more, int[] scope) {
        if (entries + more > maxEntries) {
            throw new IllegalArgumentException("the partition needs tables of more than " + maxEntries
                    + " entries (the table over " + scope.length + " blocks, the first being "
                    + partition.block(scope[0]) + ", would have " + more + "); use smaller blocks, or raise the limit "
                    + "with SymmetryOptions.withMaxEntries");
        }
        entries += (long) more;
    }

    private void splitAnew(Map<int[], List<AxisTable>> groups) {
        Map<int[], List<AxisTable>> raw = new Scopes();
        source.raw().forEach(table -> collect(raw, table.gathered(partition)));
        Map<int[], AxisTable> merged = summed(raw);
        List<AxisTable> hard = merged.values().stream().filter(table -> Interactions.isHard(table.values())).toList();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (AxisTable table : hard) {
                changed |= findDead(table);
            }
        }
        merged.values().forEach(table -> splitAnew(table, groups));
    }

    /** Marks values that a table forbids whatever possible values the other blocks have. */
    private boolean findDead(AxisTable table) {
        int arity = table.arity();
        boolean[][] supported = new boolean[arity][];
        boolean[][] alive = new boolean[arity][];
        for (int k = 0; k < arity; k++) {
            supported[k] = new boolean[table.sizes()[k]];
            alive[k] = new boolean[table.sizes()[k]];
            double[] share = possible(table, k);
            for (int x = 0; x < share.length; x++) {
                alive[k][x] = share[x] > 0;
            }
        }
        int[] place = new int[arity];
        for (double value : table.values()) {
            boolean possible = value != Double.NEGATIVE_INFINITY;
            for (int k = 0; k < arity && possible; k++) {
                possible = alive[k][place[k]];
            }
            for (int k = 0; k < arity && possible; k++) {
                supported[k][place[k]] = true;
            }
            for (int k = arity - 1; k >= 0 && ++place[k] == table.sizes()[k]; k--) {
                place[k] = 0;
            }
        }
        boolean changed = false;
        for (int k = 0; k < arity; k++) {
            int[] projection = projection(table, k);
            int first = pairs.first(table.blocks()[k]);
            for (int value = 0; value < projection.length; value++) {
                if (!dead[first + value] && !supported[k][projection[value]]) {
                    dead[first + value] = true;
                    changed = true;
                }
            }
        }
        return changed;
    }

    private void splitAnew(AxisTable table, Map<int[], List<AxisTable>> groups) {
        int arity = table.arity();
        double[][] weights = new double[arity][];
        for (int k = 0; k < arity; k++) {
            weights[k] = possible(table, k);
        }
        double[] joint = {1};
        for (int k = 0; k < arity; k++) {
            double[] longer = new double[joint.length * weights[k].length];
            for (int i = 0; i < longer.length; i++) {
                longer[i] = joint[i / weights[k].length] * weights[k][i % weights[k].length];
            }
            joint = longer;
        }
        double[] values = table.values().clone();
        double[] mask = new double[values.length];
        boolean masked = false;
        for (int i = 0; i < values.length; i++) {
            boolean forbidden = values[i] == Double.NEGATIVE_INFINITY && joint[i] > 0;
            mask[i] = forbidden ? 1 : 0;
            masked |= forbidden;
            values[i] = joint[i] == 0 ? Double.NEGATIVE_INFINITY : values[i];
        }
        if (masked) {
            masks.add(new AxisTable(table.blocks(), table.variables(), table.sizes(), mask, 0));
        }
        double[] filled = Interactions.filled(values, joint);
        ZeroSumTerms split = new ZeroSumTerms(table.sizes(), filled, weights);
        double slack = source.slack(values);
        for (int set = 1; set < 1 << arity; set++) {
            AxisTable whole = new AxisTable(table.blocks(), table.variables(), table.sizes(), filled, slack);
            AxisTable term = Interactions.subset(whole, set, split.term(set));
            if (!term.isZero()) {
                addTerm(groups, term);
            }
        }
    }

    /** The share of the block's possible values at each place of an axis. */
    private double[] possible(AxisTable table, int axis) {
        int[] projection = projection(table, axis);
        int first = pairs.first(table.blocks()[axis]);
        double[] weights = new double[table.sizes()[axis]];
        int total = 0;
        for (int value = 0; value < projection.length; value++) {
            if (!dead[first + value]) {
                weights[projection[value]]++;
                total++;
            }
        }
        for (int x = 0; x < weights.length; x++) {
            weights[x] /= Math.max(total, 1);
        }
        return weights;
    }

    /** Adds every term that is inside larger ones to the maximal ones around it, in equal shares. */
    private void shareOut(Map<int[], AxisTable> terms) {
        Map<int[], int[]> holders = new Object2ObjectLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (AxisTable term : terms.values()) {
            forEachSubset(term, terms, (subset, set) -> holders.putIfAbsent(subset.blocks(), new int[1]));
        }
        if (holders.isEmpty()) {
            tables.addAll(terms.values());
            return;
        }
        for (AxisTable term : terms.values()) {
            if (!holders.containsKey(term.blocks())) {
                forEachSubset(term, terms, (subset, set) -> holders.get(subset.blocks())[0]++);
            }
        }
        for (AxisTable term : terms.values()) {
            if (!holders.containsKey(term.blocks())) {
                List<AxisTable> inside = new ArrayList<>();
                List<int[]> axes = new ArrayList<>();
                forEachSubset(term, terms, (subset, set) -> {
                    inside.add(subset);
                    axes.add(axesOf(set, term.arity()));
                });
                tables.add(inside.isEmpty() ? term : withShares(term, inside, axes, holders));
            }
        }
    }

    private AxisTable withShares(AxisTable term, List<AxisTable> inside, List<int[]> axes, Map<int[], int[]> holders) {
        int arity = term.arity();
        int[][] variables = term.variables().clone();
        int[] sizes = new int[arity];
        double size = 1;
        for (int k = 0; k < arity; k++) {
            for (int i = 0; i < inside.size(); i++) {
                int own = axes.get(i)[k];
                if (own >= 0 && !Arrays.equals(variables[k], inside.get(i).variables()[own])) {
                    variables[k] = AxisTable.merge(variables[k], inside.get(i).variables()[own]);
                }
            }
            sizes[k] = 1;
            for (int v : variables[k]) {
                sizes[k] *= domain[v];
            }
            size *= sizes[k];
        }
        charge(size, term.blocks());
        double[] sum = new double[(int) size];
        term.addTo(sum, variables, sizes, domain, 1);
        double slack = term.slack();
        for (int i = 0; i < inside.size(); i++) {
            AxisTable part = inside.get(i);
            part.addTo(sum, axes.get(i), variables, sizes, domain, 1.0 / holders.get(part.blocks())[0]);
            slack += part.slack();
        }
        return new AxisTable(term.blocks(), variables, sizes, sum, slack);
    }

    private interface SubsetVisitor {
        void visit(AxisTable subset, int set);
    }

    /** Visits the terms over proper subsets of at least two blocks. */
    private static void forEachSubset(AxisTable term, Map<int[], AxisTable> terms, SubsetVisitor visitor) {
        int arity = term.arity();
        if (arity < 3 || arity > MAX_SHARED_ARITY) {
            return;
        }
        for (int set = 3; set < (1 << arity) - 1; set++) {
            int size = Integer.bitCount(set);
            if (size >= 2) {
                int[] blocks = new int[size];
                for (int k = 0, next = 0; k < arity; k++) {
                    if ((set >> k & 1) != 0) {
                        blocks[next++] = term.blocks()[k];
                    }
                }
                AxisTable subset = terms.get(blocks);
                if (subset != null) {
                    visitor.visit(subset, set);
                }
            }
        }
    }

    private static int[] axesOf(int set, int arity) {
        int[] axes = new int[arity];
        for (int k = 0, next = 0; k < arity; k++) {
            axes[k] = (set >> k & 1) != 0 ? next++ : -1;
        }
        return axes;
    }

    PairIndex pairs() {
        return pairs;
    }

    BlockPartition partition() {
        return partition;
    }

    int[] domain() {
        return domain;
    }

    /** The zero-sum part of a pair's log-potential that concerns no other block. */
    double unary(int pair) {
        return unary[pair];
    }

    double unarySlack(int block) {
        return unarySlack[block];
    }

    /** Whether hard constraints make a pair impossible, as far as looking at one table at a time shows. */
    boolean isDead(int pair) {
        return dead[pair];
    }

    /** Tables over at least two blocks, of different scopes, none inside another. */
    List<AxisTable> tables() {
        return tables;
    }

    List<AxisTable> masks() {
        return masks;
    }

    List<AxisTable> rigid() {
        return rigid;
    }

    List<Box> boxes() {
        return source.boxes();
    }

    boolean isPinned(int block) {
        for (int v : partition.block(block).variables()) {
            if (source.isPinned(v)) {
                return true;
            }
        }
        return false;
    }

    /** Whether averages were over all values, so that places on an axis weigh the same. */
    boolean isUniform() {
        return !source.isHard();
    }
}
