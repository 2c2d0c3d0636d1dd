package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The terms of Ĝ for a model that forbids assignments. The tables are merged over blocks first and split into zero-sum
 * terms then, with averages over the block values that are possible, so that numbers at impossible values do not
 * matter. Masks hold the forbidden assignments of possible values.
 */
final class HardTables {

    private final ZeroSumDecomposition source;
    private final BlockModel model;
    private final BlockValuePairs pairs;
    private final BitSet impossible = new BitSet();
    private final double[] unary;
    private final double[] unaryTolerance;
    private final List<BlockTable> masks = new ArrayList<>();
    private final List<BlockTable> terms;

    /**
     * Finds impossible values, and splits.
     *
     * @param known pairs that are impossible for other reasons
     */
    HardTables(ZeroSumDecomposition source, BlockModel model, BitSet known) {
        impossible.or(known);
        this.source = source;
        this.model = model;
        this.pairs = model.pairs();
        this.unary = new double[pairs.pairCount()];
        this.unaryTolerance = new double[pairs.blockCount()];
        List<BlockTable> merged = model.merged(source.raw());
        List<BlockTable> hard = merged.stream().filter(table -> ZeroSumDecomposition.isHard(table.values())).toList();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (BlockTable table : hard) {
                model.time().check();
                changed |= findImpossible(table);
            }
        }
        List<BlockTable> parts = new ArrayList<>();
        List<BlockTable> forbidden = new ArrayList<>();
        merged.forEach(table -> split(table, parts, forbidden));
        terms = model.summed(parts);
        // Without the axes that decide nothing, several may have one scope.
        model.summed(forbidden).forEach(mask -> masks.add(mask.withValues(
                Arrays.stream(mask.values()).map(x -> Math.min(x, 1)).toArray(), 0)));
    }

    /** Marks values that a table forbids whatever possible values the other blocks have. */
    private boolean findImpossible(BlockTable table) {
        int arity = table.arity();
        boolean[][] supported = new boolean[arity][];
        double[][] share = new double[arity][];
        for (int k = 0; k < arity; k++) {
            supported[k] = new boolean[table.sizes()[k]];
            share[k] = possible(table, k);
        }
        int[] place = new int[arity];
        for (double value : table.values()) {
            boolean possible = value != Double.NEGATIVE_INFINITY;
            for (int k = 0; k < arity && possible; k++) {
                possible = share[k][place[k]] > 0;
            }
            for (int k = 0; k < arity && possible; k++) {
                supported[k][place[k]] = true;
            }
            for (int k = arity - 1; k >= 0 && ++place[k] == table.sizes()[k]; k--) {
                place[k] = 0;
            }
        }
        int before = impossible.cardinality();
        for (int k = 0; k < arity; k++) {
            int[] projection = model.projection(table, k);
            int first = pairs.firstPair(table.blocks()[k]);
            for (int value = 0; value < projection.length; value++) {
                if (!supported[k][projection[value]]) {
                    impossible.set(first + value);
                }
            }
        }
        return impossible.cardinality() > before;
    }

    private void split(BlockTable table, List<BlockTable> parts, List<BlockTable> forbidden) {
        model.time().check();
        int arity = table.arity();
        double[][] weights = new double[arity][];
        double[] joint = {1};
        for (int k = 0; k < arity; k++) {
            weights[k] = possible(table, k);
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
            boolean isForbidden = values[i] == Double.NEGATIVE_INFINITY && joint[i] > 0;
            mask[i] = isForbidden ? 1 : 0;
            masked |= isForbidden;
            values[i] = joint[i] == 0 ? Double.NEGATIVE_INFINITY : values[i];
        }
        if (masked) {
            forbidden.add(undecided(table.withValues(mask, 0)));
        }
        double[] filled = ZeroSumDecomposition.filled(values, joint);
        BlockTable whole = table.withValues(filled, source.tolerance(values));
        ZeroSumTerms split = new ZeroSumTerms(table.sizes(), filled, weights);
        for (int set = 1; set < 1 << arity; set++) {
            BlockTable term = whole.over(set, split.term(set));
            if (term.isZero()) {
                continue;
            }
            if (term.arity() > 1) {
                parts.add(term);
            } else {
                addUnary(term);
            }
        }
    }

    /** A mask without the axes on which only one place is possible: they decide nothing. */
    private BlockTable undecided(BlockTable mask) {
        int kept = 0;
        int start = 0;
        int size = 1;
        int[] strides = BlockTable.strides(mask.sizes());
        for (int k = 0; k < mask.arity(); k++) {
            double[] share = possible(mask, k);
            int first = 0;
            int places = 0;
            for (int x = share.length - 1; x >= 0; x--) {
                first = share[x] > 0 ? x : first;
                places += share[x] > 0 ? 1 : 0;
            }
            if (places > 1) {
                kept |= 1 << k;
                size *= mask.sizes()[k];
            } else {
                start += first * strides[k];
            }
        }
        if (kept == 0 || kept == (1 << mask.arity()) - 1) {
            return mask;
        }
        double[] values = new double[size];
        int[] place = new int[mask.arity()];
        for (int i = 0, at = start; i < size; i++) {
            values[i] = mask.values()[at];
            for (int k = mask.arity() - 1; k >= 0; k--) {
                if ((kept >> k & 1) != 0) {
                    at += strides[k];
                    if (++place[k] < mask.sizes()[k]) {
                        break;
                    }
                    at -= place[k] * strides[k];
                    place[k] = 0;
                }
            }
        }
        return mask.over(kept, values);
    }

    private void addUnary(BlockTable term) {
        int block = term.blocks()[0];
        int[] projection = model.projection(term, 0);
        for (int value = 0; value < projection.length; value++) {
            int pair = pairs.pair(block, value);
            unary[pair] += impossible.get(pair) ? 0 : term.values()[projection[value]];
        }
        unaryTolerance[block] += term.tolerance();
    }

    /** The share of the block's possible values at each place of an axis. */
    private double[] possible(BlockTable table, int axis) {
        int[] projection = model.projection(table, axis);
        int first = pairs.firstPair(table.blocks()[axis]);
        double[] weights = new double[table.sizes()[axis]];
        int total = 0;
        for (int value = 0; value < projection.length; value++) {
            if (!impossible.get(first + value)) {
                weights[projection[value]]++;
                total++;
            }
        }
        for (int x = 0; x < weights.length; x++) {
            weights[x] /= Math.max(total, 1);
        }
        return weights;
    }

    /** Not to be written to. */
    BitSet impossible() {
        return impossible;
    }

    boolean isImpossible(int pair) {
        return impossible.get(pair);
    }

    /** Adds what concerns a block alone; returns the tolerance. */
    double addInside(int block, double[] values) {
        for (int value = 0; value < values.length; value++) {
            values[value] += unary[pairs.pair(block, value)];
        }
        return unaryTolerance[block];
    }

    /** The zero-sum terms over two or more blocks. */
    List<BlockTable> terms() {
        return terms;
    }

    /** Tables with 1 where possible values are forbidden together. */
    List<BlockTable> masks() {
        return masks;
    }
}
