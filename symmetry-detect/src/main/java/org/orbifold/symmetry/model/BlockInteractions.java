package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenCustomHashMap;
import java.util.ArrayList;
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

    private final Interactions source;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final int[] domain;
    private final double[] unary;
    private final double[] unarySlack;
    private final boolean[] dead;
    private final List<AxisTable> tables;
    private final List<AxisTable> masks = new ArrayList<>();
    private final List<AxisTable> rigid = new ArrayList<>();
    private final BlockShapes shapes;
    private final EntryBudget budget;

    BlockInteractions(Interactions source, BlockPartition partition, BlockValuePairs pairs, long maxEntries) {
        this.source = source;
        this.partition = partition;
        this.pairs = pairs;
        this.domain = source.domain();
        this.shapes = new BlockShapes(pairs, partition, domain);
        this.budget = new EntryBudget(maxEntries);
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
        tables = ShareOut.of(List.copyOf(summed(groups).values()), shapes, budget);
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
        int[] projection = shapes.projection(term, 0);
        int first = pairs.firstPair(block);
        for (int value = 0; value < projection.length; value++) {
            if (!dead[first + value]) {
                unary[first + value] += term.values()[projection[value]];
            }
        }
        unarySlack[block] += term.slack();
    }

    private Map<int[], AxisTable> summed(Map<int[], List<AxisTable>> groups) {
        Map<int[], AxisTable> result = new Object2ObjectLinkedOpenCustomHashMap<>(groups.size(),
                IntArrays.HASH_STRATEGY);
        groups.forEach((scope, group) -> {
            if (group.size() > 1) {
                budget.charge(AxisTable.entriesOfSum(group, domain), scope.length, partition.block(scope[0]));
            }
            AxisTable sum = AxisTable.sum(group, domain);
            if (group.size() == 1 || !sum.isZero()) {
                result.put(scope, sum);
            }
        });
        return result;
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
            int[] projection = shapes.projection(table, k);
            int first = pairs.firstPair(table.blocks()[k]);
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
        int[] projection = shapes.projection(table, axis);
        int first = pairs.firstPair(table.blocks()[axis]);
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

    BlockShapes shapes() {
        return shapes;
    }

    BlockPartition partition() {
        return partition;
    }

    /**
     * The classes of pairs by what concerns their block alone.
     *
     * @param keepValues whether a pair can only go to a pair of the same value
     */
    int[] pairClasses(boolean keepValues) {
        ValueClasses classes = new ValueClasses();
        int[] result = new int[pairs.pairCount()];
        int longest = 1;
        for (int p = 0; p < result.length; p++) {
            result[p] = classes.add(unary[p], unarySlack[pairs.blockOf(p)]);
            longest = Math.max(longest, pairs.valueOf(p) + 1);
        }
        int next = classes.count() + 1;
        for (int p = 0; p < result.length; p++) {
            int color = dead[p] ? classes.count() : classes.classOf(result[p]);
            if (isPinned(pairs.blockOf(p))) {
                color = next++;
            }
            result[p] = keepValues ? Math.addExact(Math.multiplyExact(color, longest), pairs.valueOf(p)) : color;
        }
        return result;
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

    private boolean isPinned(int block) {
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
