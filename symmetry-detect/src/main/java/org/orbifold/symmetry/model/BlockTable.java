package org.orbifold.symmetry.model;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Table;

/**
 * A table over blocks that looks at some variables of each block only: axis k runs over the joint values of
 * {@code variables[k]}, a subset of block {@code blocks[k]}. So a function of three variables stays a table of three
 * axes, however large the blocks that hold them. Immutable by convention: nobody writes to the arrays.
 *
 * @param blocks    blocks, ascending
 * @param variables of each block, ascending
 * @param sizes     the length of each axis: the product of its variables' domain sizes
 * @param values    row-major, last axis fastest, inside an axis last variable fastest
 * @param tolerance     how far apart values of this table may be and still count as equal
 */
record BlockTable(int[] blocks, int[][] variables, int[] sizes, double[] values, double tolerance) {

    /** A table over single variables, each being its own block. */
    static BlockTable overVariables(int[] scope, int[] sizes, double[] values, double tolerance) {
        int[][] variables = new int[scope.length][];
        for (int k = 0; k < scope.length; k++) {
            variables[k] = new int[] {scope[k]};
        }
        return new BlockTable(scope, variables, sizes, values, tolerance);
    }

    int arity() {
        return blocks.length;
    }

    /** A table over the same axes. */
    BlockTable withValues(double[] newValues, double newTolerance) {
        return new BlockTable(blocks, variables, sizes, newValues, newTolerance);
    }

    /** A table over some of the axes, given as bits. */
    BlockTable over(int set, double[] newValues) {
        if (set == (1 << arity()) - 1) {
            return withValues(newValues, tolerance);
        }
        int size = Integer.bitCount(set);
        int[] someBlocks = new int[size];
        int[][] someVariables = new int[size][];
        int[] someSizes = new int[size];
        for (int k = 0, next = 0; k < arity(); k++) {
            if ((set >> k & 1) != 0) {
                someBlocks[next] = blocks[k];
                someVariables[next] = variables[k];
                someSizes[next++] = sizes[k];
            }
        }
        return new BlockTable(someBlocks, someVariables, someSizes, newValues, tolerance);
    }

    /** The same function, with variables gathered into the blocks of a partition; this must be over variables. */
    BlockTable gathered(BlockPartition partition) {
        int arity = blocks.length;
        int[] order = new int[arity];
        int distinct = arity == 0 ? 0 : 1;
        boolean ordered = true;
        for (int k = 0; k < arity; k++) {
            order[k] = k;
            ordered &= k == 0 || partition.blockOf(blocks[k - 1]) <= partition.blockOf(blocks[k]);
        }
        for (int k = 1; !ordered && k < arity; k++) {
            // Insertion keeps variables of one block in their order.
            int moved = order[k];
            int at = k;
            for (; at > 0 && partition.blockOf(blocks[order[at - 1]]) > partition.blockOf(blocks[moved]); at--) {
                order[at] = order[at - 1];
            }
            order[at] = moved;
        }
        for (int k = 1; k < arity; k++) {
            distinct += partition.blockOf(blocks[order[k - 1]]) != partition.blockOf(blocks[order[k]]) ? 1 : 0;
        }
        int[] newBlocks = new int[distinct];
        int[][] newVariables = new int[distinct][];
        int[] newSizes = new int[distinct];
        int from = 0;
        for (int axis = 0; axis < distinct; axis++) {
            int block = partition.blockOf(blocks[order[from]]);
            int to = from;
            int size = 1;
            while (to < arity && partition.blockOf(blocks[order[to]]) == block) {
                size *= sizes[order[to++]];
            }
            newBlocks[axis] = block;
            newSizes[axis] = size;
            newVariables[axis] = new int[to - from];
            for (int k = from; k < to; k++) {
                newVariables[axis][k - from] = blocks[order[k]];
            }
            from = to;
        }
        return new BlockTable(newBlocks, newVariables, newSizes, ordered ? values : reordered(order), tolerance);
    }

    private double[] reordered(int[] order) {
        int arity = order.length;
        int[] stride = strides(sizes);
        int[] digit = new int[arity];
        double[] result = new double[values.length];
        for (int i = 0, index = 0; i < result.length; i++) {
            result[i] = values[index];
            for (int k = arity - 1; k >= 0; k--) {
                int old = order[k];
                index += stride[old];
                if (++digit[k] < sizes[old]) {
                    break;
                }
                digit[k] = 0;
                index -= stride[old] * sizes[old];
            }
        }
        return result;
    }

    /** The strides of a row-major table. */
    static int[] strides(int[] sizes) {
        int[] strides = new int[sizes.length];
        int stride = 1;
        for (int k = sizes.length - 1; k >= 0; k--) {
            strides[k] = stride;
            stride *= sizes[k];
        }
        return strides;
    }

    /** How many entries the sum of tables over the same blocks has. */
    static double entriesOfSum(List<BlockTable> tables, int[] domain) {
        BlockTable first = tables.get(0);
        double entries = 1;
        for (int k = 0; k < first.arity(); k++) {
            for (int v : unionOnAxis(tables, k)) {
                entries *= domain[v];
            }
        }
        return entries;
    }

    /** The sum of tables over the same blocks. */
    static BlockTable sum(List<BlockTable> tables, int[] domain) {
        BlockTable first = tables.get(0);
        if (tables.size() == 1) {
            return first;
        }
        int arity = first.arity();
        int[][] union = new int[arity][];
        int[] sizes = new int[arity];
        for (int k = 0; k < arity; k++) {
            union[k] = unionOnAxis(tables, k);
            sizes[k] = 1;
            for (int v : union[k]) {
                sizes[k] *= domain[v];
            }
        }
        double[] sum = new double[Table.entries(sizes)];
        double tolerance = 0;
        for (BlockTable table : tables) {
            table.addTo(sum, union, sizes, domain, 1);
            tolerance += table.tolerance;
        }
        return new BlockTable(first.blocks, union, sizes, sum, tolerance);
    }

    private static int[] unionOnAxis(List<BlockTable> tables, int axis) {
        int[] union = tables.get(0).variables[axis];
        for (BlockTable table : tables) {
            if (!Arrays.equals(union, table.variables[axis])) {
                union = merge(union, table.variables[axis]);
            }
        }
        return union;
    }

    static int[] merge(int[] a, int[] b) {
        int[] all = Arrays.copyOf(a, a.length + b.length);
        int size = a.length;
        for (int v : b) {
            if (Arrays.binarySearch(a, v) < 0) {
                all[size++] = v;
            }
        }
        int[] merged = Arrays.copyOf(all, size);
        Arrays.sort(merged);
        return merged;
    }

    /** Adds a multiple of this table to a larger one, whose axes are those of this table with more variables. */
    void addTo(double[] target, int[][] targetVariables, int[] targetSizes, int[] domain, double factor) {
        int[] axes = new int[targetSizes.length];
        for (int k = 0; k < axes.length; k++) {
            axes[k] = k;
        }
        addTo(target, axes, targetVariables, targetSizes, domain, factor);
    }

    /** Adds to a table in which axis k of the target is axis {@code axes[k]} of this table, or none of them if −1. */
    void addTo(double[] target, int[] axes, int[][] targetVariables, int[] targetSizes, int[] domain, double factor) {
        int arity = targetSizes.length;
        int[] stride = strides(sizes);
        int[][] offset = new int[arity][];
        for (int k = 0; k < arity; k++) {
            if (axes[k] >= 0) {
                offset[k] = projection(targetVariables[k], variables[axes[k]], domain, targetSizes[k]);
                for (int x = 0; x < offset[k].length; x++) {
                    offset[k][x] *= stride[axes[k]];
                }
            }
        }
        // The last axis in the inner loop, the others by their digits.
        int inner = targetSizes[arity - 1];
        int[] last = offset[arity - 1];
        int[] digit = new int[arity - 1];
        for (int start = 0; start < target.length; start += inner) {
            int base = 0;
            for (int k = 0; k < arity - 1; k++) {
                base += offset[k] == null ? 0 : offset[k][digit[k]];
            }
            for (int x = 0; x < inner; x++) {
                target[start + x] += factor * values[last == null ? base : base + last[x]];
            }
            for (int k = arity - 2; k >= 0 && ++digit[k] == targetSizes[k]; k--) {
                digit[k] = 0;
            }
        }
    }

    /** For each joint value of some variables, the joint value of a subset of them. */
    static int[] projection(int[] variables, int[] subset, int[] domain, int size) {
        int[] result = new int[size];
        if (variables.length == subset.length) {
            for (int x = 0; x < size; x++) {
                result[x] = x;
            }
            return result;
        }
        for (int x = 0; x < size; x++) {
            int rest = x;
            int place = 1;
            int value = 0;
            int s = subset.length - 1;
            for (int k = variables.length - 1; k >= 0 && s >= 0; k--) {
                int d = domain[variables[k]];
                if (variables[k] == subset[s]) {
                    value += place * (rest % d);
                    place *= d;
                    s--;
                }
                rest /= d;
            }
            result[x] = value;
        }
        return result;
    }

    /** The largest absolute value. */
    double magnitude() {
        double max = 0;
        for (double value : values) {
            max = Math.max(max, Math.abs(value));
        }
        return max;
    }

    /** Whether all values count as zero. */
    boolean isZero() {
        return magnitude() <= tolerance;
    }
}
