package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2DoubleLinkedOpenCustomHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.symmetry.graph.ColoredGraph;
import org.orbifold.symmetry.model.GraphSketch.Kind;

/**
 * Writes the normal form of a model over blocks as a coloured graph whose automorphisms are its symmetries.
 *
 * <p>Vertices: first the pairs, in their order, coloured by what concerns their block alone; then a hub per block,
 * joined to its pairs, so that values of a block stay together; then sets of values and entries of tables. No
 * automorphism but the identity fixes all pairs, for sets and entries differ in their neighbours: so the order of the
 * graph's group is the order of the group on pairs.
 */
final class GraphEncoder {

    private final BlockShapes shapes;
    private final BlockValuePairs pairs;
    private final SymmetryOptions options;
    private final GraphSketch sketch = new GraphSketch();
    private final LevelSets levels;
    /** Whether averages were over all values, so that places on an axis weigh the same. */
    private final boolean uniform;

    private GraphEncoder(BlockShapes shapes, boolean uniform, SymmetryOptions options) {
        this.shapes = shapes;
        this.pairs = shapes.pairs();
        this.uniform = uniform;
        this.options = options;
        this.levels = new LevelSets(pairs, sketch, pairs.pairCount());
    }

    /** The graph of a whole model; with {@code keepValues} a pair can only go to a pair of the same value. */
    static ColoredGraph encode(BlockInteractions form, boolean keepValues, SymmetryOptions options) {
        GraphEncoder encoder = new GraphEncoder(form.shapes(), form.isUniform(), options);
        encoder.addPairs(form.pairClasses(keepValues));
        if (options.encoding() == SymmetryOptions.Encoding.ROWS) {
            encoder.addRows(form.tables(), Kind.ENTRY, false);
            encoder.addRows(form.masks(), Kind.MASK, true);
            encoder.addRows(form.rigid(), Kind.RIGID, false);
        } else {
            encoder.addLevels(form.tables(), Kind.ENTRY, TablePattern.Style.ZERO_SUM);
            encoder.addLevels(form.masks(), Kind.MASK, TablePattern.Style.MASK);
            encoder.addLevels(form.rigid(), Kind.RIGID, TablePattern.Style.ALL_ENTRIES);
        }
        encoder.addBoxes(form.boxes(), form.partition());
        return encoder.sketch.build();
    }

    /** The graph of tables over some blocks whose pairs have classes already. */
    static ColoredGraph encode(BlockShapes shapes, int[] pairClasses, List<AxisTable> tables,
            SymmetryOptions options) {
        GraphEncoder encoder = new GraphEncoder(shapes, true, options);
        encoder.addPairs(pairClasses);
        encoder.addLevels(tables, Kind.ENTRY, TablePattern.Style.ZERO_SUM);
        return encoder.sketch.build();
    }

    private void addPairs(int[] classes) {
        for (int color : classes) {
            sketch.vertex(Kind.PAIR, color);
        }
        for (int b = 0; b < pairs.blockCount(); b++) {
            int hub = sketch.vertex(Kind.HUB, 0);
            for (int value = 0; value < pairs.valueCount(b); value++) {
                sketch.edge(hub, pairs.pair(b, value));
            }
        }
    }

    private void addLevels(List<AxisTable> tables, Kind kind, TablePattern.Style style) {
        ValueClasses classes = new ValueClasses();
        Map<TableContent, AxisTable> distinct = new Object2ObjectLinkedOpenHashMap<>();
        TableContent[] contents = new TableContent[tables.size()];
        for (int t = 0; t < contents.length; t++) {
            AxisTable table = tables.get(t);
            contents[t] = new TableContent(table.sizes(), table.values());
            AxisTable known = distinct.putIfAbsent(contents[t], table);
            if (known == null || known.slack() < table.slack()) {
                handles(table, classes);
                distinct.put(contents[t], table);
            }
        }
        Map<TableContent, TablePattern> patterns = new Object2ObjectOpenHashMap<>(distinct.size());
        ValueClasses corners = new ValueClasses();
        distinct.forEach((content, table) -> {
            int[] ids = handles(table, classes);
            for (int i = 0; i < ids.length; i++) {
                // A mask is 0 or 1 by itself.
                ids[i] = kind == Kind.MASK ? (int) table.values()[i] : classes.classOf(ids[i]);
            }
            TablePattern pattern = new TablePattern(table, ids, style, uniform);
            if (pattern.isCorner()) {
                corners.add(pattern.corner(), cornerSlack(pattern, table));
            }
            patterns.put(content, pattern);
        });
        for (int t = 0; t < contents.length; t++) {
            AxisTable table = tables.get(t);
            TablePattern pattern = patterns.get(contents[t]);
            if (pattern.isCorner()) {
                int handle = corners.add(pattern.corner(), cornerSlack(pattern, distinct.get(contents[t])));
                join(table, pattern, Kind.CORNER, corners.classOf(handle));
            } else {
                join(table, pattern, kind, -1);
            }
        }
    }

    private static int[] handles(AxisTable table, ValueClasses classes) {
        int[] handles = new int[table.values().length];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = classes.add(table.values()[i], table.slack());
        }
        return handles;
    }

    /** The corner's multiple is known as well as the table's entries, relative to their size. */
    private static double cornerSlack(TablePattern pattern, AxisTable table) {
        return table.slack() * Math.abs(pattern.corner()) / table.magnitude();
    }

    /** Adds a vertex per row, of the row's class unless one is given. */
    private void join(AxisTable table, TablePattern pattern, Kind kind, int colorClass) {
        int arity = table.arity();
        int[][] setOfLevel = new int[arity][];
        for (int k = 0; k < arity; k++) {
            int[] levelOfPlace = pattern.levelOfPlace(k);
            setOfLevel[k] = new int[levelOfPlace.length];
            int[] projection = shapes.projection(table, k);
            for (int row = 0; row < pattern.rowCount(); row++) {
                int level = pattern.level(row, k);
                if (setOfLevel[k][level] == 0) {
                    setOfLevel[k][level] = 1 + levels.vertex(table.blocks()[k], projection, levelOfPlace, level);
                }
            }
        }
        for (int row = 0; row < pattern.rowCount(); row++) {
            int vertex = sketch.vertex(kind, colorClass < 0 ? pattern.rowClass(row) : colorClass);
            for (int k = 0; k < arity; k++) {
                sketch.edge(vertex, setOfLevel[k][pattern.level(row, k)] - 1);
            }
        }
    }

    private void addRows(List<AxisTable> tables, Kind kind, boolean mask) {
        ValueClasses classes = new ValueClasses();
        tables.forEach(table -> handles(table, classes));
        for (AxisTable table : tables) {
            int arity = table.arity();
            int[] handles = handles(table, classes);
            int[] strides = AxisTable.strides(table.sizes());
            int[][] projections = new int[arity][];
            double rows = 1;
            for (int k = 0; k < arity; k++) {
                projections[k] = shapes.projection(table, k);
                rows *= projections[k].length;
            }
            if (rows > options.maxEntries()) {
                throw new IllegalArgumentException("a table over " + arity + " blocks would take " + rows
                        + " rows; use the encoding by level sets");
            }
            int[] value = new int[arity];
            for (long r = 0; r < (long) rows; r++) {
                int index = 0;
                for (int k = 0; k < arity; k++) {
                    index += strides[k] * projections[k][value[k]];
                }
                if (!mask || table.values()[index] == 1) {
                    int vertex = sketch.vertex(kind, mask ? 0 : classes.classOf(handles[index]));
                    for (int k = 0; k < arity; k++) {
                        sketch.edge(vertex, pairs.pair(table.blocks()[k], value[k]));
                    }
                }
                for (int k = arity - 1; k >= 0 && ++value[k] == projections[k].length; k--) {
                    value[k] = 0;
                }
            }
        }
    }

    private void addBoxes(List<Box> boxes, BlockPartition partition) {
        Object2DoubleLinkedOpenCustomHashMap<int[]> weights =
                new Object2DoubleLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (Box box : boxes) {
            int[] key = levelsOf(box, partition);
            if (key != null) {
                weights.mergeDouble(key, box.weight(), Double::sum);
            }
        }
        ValueClasses classes = new ValueClasses();
        weights.forEach((key, weight) -> classes.add(weight, options.tolerance() * finite(weight)));
        weights.forEach((key, weight) -> {
            int vertex = sketch.vertex(Kind.BOX, classes.classOf(
                    classes.add(weight, options.tolerance() * finite(weight))));
            for (int level : key) {
                sketch.edge(vertex, level);
            }
        });
    }

    private static double finite(double weight) {
        return Double.isInfinite(weight) ? 0 : Math.abs(weight);
    }

    /** The vertices of the value sets of a box over blocks, ascending; null if the box is empty. */
    private int[] levelsOf(Box box, BlockPartition partition) {
        TreeMap<Integer, BitSet> sets = new TreeMap<>();
        for (int i = 0; i < box.variables().length; i++) {
            int v = box.variables()[i];
            int block = partition.blockOf(v);
            int[] variables = partition.block(block).variables();
            int size = pairs.valueCount(block);
            int[] projection = AxisTable.projection(variables, new int[] {v}, shapes.domain(), size);
            BitSet set = new BitSet(size);
            for (int value = 0; value < size; value++) {
                set.set(value, box.values()[i].get(projection[value]));
            }
            sets.merge(block, set, (a, b) -> {
                a.and(b);
                return a;
            });
        }
        if (sets.values().stream().anyMatch(BitSet::isEmpty)) {
            return null;
        }
        int[] key = sets.entrySet().stream().mapToInt(e -> levels.vertex(e.getKey(), e.getValue())).toArray();
        java.util.Arrays.sort(key);
        return key;
    }
}
