package org.orbifold.symmetry.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;

/**
 * Symmetries inside one block: which of its values can be exchanged, everything else staying as it is. Such a symmetry
 * belongs to the group of every partition that has the block, and can be found in the block's neighbourhood alone:
 * values b and b' are interchangeable exactly if, for every set R of outside variables, the terms over R and any part
 * of the block add up to the same function of R for both.
 *
 * <p>Cost per block: at worst linear in the terms around it, but terms of the busiest variable alone are looked at only
 * until values that differ in it are told apart, and the work ends when all values are; so that all useful blocks
 * together take time about linear in the model. Thread-safe.
 */
public final class LocalSymmetries {

    /** The most variables of a block. */
    static final int MAX_BLOCK = 16;
    /** The most values of a block that is looked at without being asked for. */
    private static final int FEW_VALUES = 64;
    /** Not to be written to. */
    private static final BitSet NONE = new BitSet();

    private final ZeroSumDecomposition form;
    private final int[] domain;
    private final int[][] termsOf;
    private final int[][] othersOf;
    private final List<BlockTable> others = new ArrayList<>();
    private final int[][] boxesOf;
    /** By variable: the different leaves of wide formulas; none where there are no such formulas. */
    private final Map<Integer, Set<WideFormula.Leaf>> leavesOf = new HashMap<>();
    /** Partitions share most of their blocks; single variables are kept by number. */
    private final Map<Block, int[]> memory = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<int[]> singles;
    /** By block: values of one class that propagating zeros shows to be impossible. */
    private final Map<Block, BitSet> refuted = new ConcurrentHashMap<>();
    private final @Nullable ThreadLocal<HardClauses> constraints;

    /**
     * The local symmetries of a model.
     *
     * @param hard the model, if it has hard constraints
     */
    LocalSymmetries(ZeroSumDecomposition form, @Nullable GraphicalModel hard) {
        this.constraints = hard == null ? null
                : ThreadLocal.withInitial(() -> HardClauses.of(hard, Budget.unlimited()));
        this.form = form;
        this.domain = form.domain();
        singles = new AtomicReferenceArray<>(domain.length);
        others.addAll(form.masks());
        others.addAll(form.rigid());
        termsOf = index(form.terms().stream().map(BlockTable::blocks).toList());
        othersOf = index(others.stream().map(BlockTable::blocks).toList());
        boxesOf = index(form.boxes().stream().map(Box::variables).toList());
        form.formulas().forEach(formula -> formula.leaves().forEach(leaf ->
                leavesOf.computeIfAbsent(leaf.variable(), v -> new LinkedHashSet<>()).add(leaf)));
    }

    private int[][] index(List<int[]> scopes) {
        int[] count = new int[domain.length];
        scopes.forEach(scope -> {
            for (int v : scope) {
                count[v]++;
            }
        });
        int[][] index = new int[domain.length][];
        Arrays.setAll(index, v -> new int[count[v]]);
        for (int s = scopes.size() - 1; s >= 0; s--) {
            for (int v : scopes.get(s)) {
                index[v][--count[v]] = s;
            }
        }
        return index;
    }

    /**
     * Groups the values of a block.
     *
     * @param block a block of at most 16 variables of the model
     * @return the class of each value, from 0; values of one class can be permuted at will
     * @throws IllegalArgumentException if the block is larger
     */
    public int[] valueClasses(Block block) {
        checkSize(block);
        return classes(block).clone();
    }

    private static void checkSize(Block block) {
        if (block.size() > MAX_BLOCK) {
            throw new IllegalArgumentException("a block of " + block.size() + " variables; at most " + MAX_BLOCK
                    + " are allowed here");
        }
    }

    /** The class of each value; not to be written to. */
    int[] classes(Block block) {
        boolean single = block.size() == 1;
        int[] known = single ? singles.get(block.variable(0)) : memory.get(block);
        if (known == null) {
            known = new Neighbourhood(block).classes();
            if (constraints != null) {
                known = possible(block, known, constraints.get());
            }
            if (single) {
                singles.set(block.variable(0), known);
            } else {
                memory.put(block, known);
            }
        }
        return known;
    }

    /**
     * Takes classes apart whose values are in no possible state, as far as propagating zeros shows: exchanging them
     * would change none. Values of one class are all possible or all impossible.
     */
    private int[] possible(Block block, int[] classes, HardClauses clauses) {
        int[] result = new int[classes.length];
        int[] first = new int[classes.length];
        boolean[] isRefuted = new boolean[classes.length];
        BitSet impossible = new BitSet();
        Arrays.fill(first, -1);
        int[] sizes = new int[classes.length];
        for (int c : classes) {
            sizes[c]++;
        }
        int next = 0;
        for (int x = 0; x < classes.length; x++) {
            int c = classes[x];
            if (first[c] < 0) {
                isRefuted[c] = sizes[c] > 1 && clauses.isRefuted(conditions(block, x));
            }
            impossible.set(x, isRefuted[c]);
            if (first[c] < 0 || isRefuted[c]) {
                first[c] = next++;
            }
            result[x] = first[c];
        }
        if (!impossible.isEmpty()) {
            refuted.put(block, impossible);
        }
        return result;
    }

    /**
     * Values of a block that could be exchanged but are in no possible state, by propagating zeros. Large blocks are
     * looked at only if they were before, for their values are compared with each other.
     */
    BitSet refuted(Block block) {
        if (constraints == null || block.size() > MAX_BLOCK) {
            return NONE;
        }
        boolean known = block.size() == 1 ? singles.get(block.variable(0)) != null : memory.containsKey(block);
        double values = 1;
        for (int k = 0; k < block.size(); k++) {
            values *= domain[block.variable(k)];
        }
        if (!known && values > FEW_VALUES) {
            return NONE;
        }
        classes(block);
        return refuted.getOrDefault(block, NONE);
    }

    /** That a block has a value. */
    private List<HardClauses.Condition> conditions(Block block, int value) {
        HardClauses.Condition[] conditions = new HardClauses.Condition[block.size()];
        int rest = value;
        for (int k = block.size() - 1; k >= 0; k--) {
            int v = block.variable(k);
            conditions[k] = new HardClauses.Condition(v, rest % domain[v], true);
            rest /= domain[v];
        }
        return List.of(conditions);
    }

    /**
     * Whether some values of a block can be exchanged.
     *
     * @param block a block of at most 16 variables of the model
     * @return whether two values are in one class
     */
    public boolean hasSymmetry(Block block) {
        checkSize(block);
        int[] classes = classes(block);
        for (int x = 0; x < classes.length; x++) {
            if (classes[x] != x) {
                return true;
            }
        }
        return false;
    }

    /** The classes of two or more values. */
    List<int[]> exchangeable(Block block) {
        Map<Integer, List<Integer>> byClass = new TreeMap<>();
        int[] classes = classes(block);
        for (int x = 0; x < classes.length; x++) {
            byClass.computeIfAbsent(classes[x], key -> new ArrayList<>()).add(x);
        }
        return byClass.values().stream().filter(values -> values.size() > 1)
                .map(values -> values.stream().mapToInt(Integer::intValue).toArray()).toList();
    }

    /** The work on one block. */
    private final class Neighbourhood {

        private final int[] variables;
        private final int[] classes;
        private int count = 1;

        Neighbourhood(Block block) {
            variables = block.variables();
            classes = new int[Arrays.stream(variables).map(v -> domain[v]).reduce(1, Math::multiplyExact)];
        }

        int[] classes() {
            for (int v : variables) {
                if (form.isPinned(v)) {
                    Arrays.setAll(classes, x -> x);
                    return classes;
                }
            }
            // Variables of few terms first: they tell most values apart at little cost.
            Integer[] order = new Integer[variables.length];
            Arrays.setAll(order, k -> k);
            Arrays.sort(order, (a, b) -> Integer.compare(termsOf[variables[a]].length, termsOf[variables[b]].length));
            for (int place = 0; place < order.length; place++) {
                int k = order[place];
                if (place == order.length - 1 && isConstantOn(k)) {
                    // What is left depends on this variable alone, and no class differs in it.
                    break;
                }
                for (int t : termsOf[variables[k]]) {
                    refineAround(form.terms().get(t));
                    if (count == classes.length) {
                        return classes;
                    }
                }
            }
            for (int v : variables) {
                for (int t : othersOf[v]) {
                    refine(List.of(others.get(t)), outside(others.get(t)));
                }
                for (int b : boxesOf[v]) {
                    refine(form.boxes().get(b));
                }
                leavesOf.getOrDefault(v, Set.of()).forEach(this::refine);
            }
            return classes;
        }

        /** Whether values of one class agree in a variable. */
        private boolean isConstantOn(int k) {
            int[] value = BlockTable.projection(variables, new int[] {variables[k]}, domain, classes.length);
            int[] seen = new int[classes.length];
            Arrays.fill(seen, -1);
            for (int x = 0; x < classes.length; x++) {
                if (seen[classes[x]] >= 0 && seen[classes[x]] != value[x]) {
                    return false;
                }
                seen[classes[x]] = value[x];
            }
            return true;
        }

        private int[] outside(BlockTable table) {
            return Arrays.stream(table.blocks()).filter(v -> Arrays.binarySearch(variables, v) < 0).toArray();
        }

        /** Refines by the sum of all terms with the same outside part. */
        private void refineAround(BlockTable table) {
            int[] rest = outside(table);
            List<BlockTable> together = new ArrayList<>(3);
            for (int set = 1; set < 1 << variables.length; set++) {
                int[] part = new int[Integer.bitCount(set)];
                for (int k = 0, next = 0; k < variables.length; k++) {
                    if ((set >> k & 1) != 0) {
                        part[next++] = variables[k];
                    }
                }
                BlockTable term = form.term(BlockTable.merge(part, rest));
                if (term != null) {
                    together.add(term);
                }
            }
            refine(together, rest);
        }

        private void refine(List<BlockTable> tables, int[] rest) {
            int columns = 1;
            for (int v : rest) {
                columns *= domain[v];
            }
            double[] sum = new double[classes.length * columns];
            double tolerance = 0;
            for (BlockTable table : tables) {
                tolerance += table.tolerance();
                int[] row = offsets(table, variables);
                int[] column = offsets(table, rest);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += table.values()[row[i / columns] + column[i % columns]];
                }
            }
            split(sum, columns, tolerance);
        }

        /** For each joint value of some variables, what it adds to the place in a table. */
        private int[] offsets(BlockTable table, int[] among) {
            int[] strides = BlockTable.strides(table.sizes());
            int[] offsets = {0};
            for (int v : among) {
                int axis = Arrays.binarySearch(table.blocks(), v);
                int[] longer = new int[offsets.length * domain[v]];
                for (int i = 0; i < longer.length; i++) {
                    longer[i] = offsets[i / domain[v]] + (axis < 0 ? 0 : strides[axis] * (i % domain[v]));
                }
                offsets = longer;
            }
            return offsets;
        }

        private void split(double[] rows, int columns, double tolerance) {
            int[] representative = new int[classes.length];
            int[] old = classes.clone();
            int found = 0;
            for (int x = 0; x < classes.length; x++) {
                int c = 0;
                while (c < found && !(old[representative[c]] == old[x]
                        && equal(rows, x * columns, representative[c] * columns, columns, tolerance))) {
                    c++;
                }
                if (c == found) {
                    representative[found++] = x;
                }
                classes[x] = c;
            }
            count = found;
        }

        private boolean equal(double[] rows, int a, int b, int length, double tolerance) {
            for (int j = 0; j < length; j++) {
                if (rows[a + j] != rows[b + j] && !(Math.abs(rows[a + j] - rows[b + j]) <= tolerance)) {
                    return false;
                }
            }
            return true;
        }

        /** Values are told apart by whether a leaf of a formula holds. */
        private void refine(WideFormula.Leaf leaf) {
            int[] projection = BlockTable.projection(variables, new int[] {leaf.variable()}, domain, classes.length);
            split(Arrays.stream(projection).mapToDouble(x -> leaf.values().get(x) ? 1 : 0).toArray(), 1, 0);
        }

        /** Values are told apart by whether they are in the box, as far as the block's variables decide. */
        private void refine(Box box) {
            double[] inside = new double[classes.length];
            Arrays.fill(inside, 1);
            for (int i = 0; i < box.variables().length; i++) {
                int at = Arrays.binarySearch(variables, box.variables()[i]);
                if (at >= 0) {
                    BitSet set = box.values()[i];
                    int[] projection = BlockTable.projection(variables, new int[] {variables[at]}, domain,
                            classes.length);
                    for (int x = 0; x < classes.length; x++) {
                        inside[x] *= set.get(projection[x]) ? 1 : 0;
                    }
                }
            }
            split(inside, 1, 0);
        }
    }
}
