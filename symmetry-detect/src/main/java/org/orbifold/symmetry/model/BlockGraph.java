package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.doubles.DoubleCollection;
import it.unimi.dsi.fastutil.ints.Int2DoubleLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2DoubleLinkedOpenCustomHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.group.element.Permutation;
import org.orbifold.symmetry.model.GraphSketch.Kind;

/**
 * Some blocks of Ĝ with some of its terms as a coloured graph whose automorphisms are the permutations of their pairs
 * that keep classes of pairs and preserve these terms.
 *
 * <p>Vertices: first the pairs, coloured by their classes; then a hub per block, joined to its pairs, so that values of
 * a block stay together; then sets of values, entries of tables and parts of formulas. No automorphism but the identity
 * fixes all pairs, for sets, entries and parts differ in their neighbours: so the order of the graph's group is that of
 * the group on pairs.
 */
final class BlockGraph {

    private final BlockModel model;
    private final BlockValuePairs pairs;
    private final double tolerance;
    private final GraphSketch sketch;
    private final PairNames names;
    private final LevelSets levels;
    /** The pairs that the first vertices stand for. */
    private final int[] pairOf;

    /**
     * Blocks without terms.
     *
     * @param blocks  blocks of the model, ascending
     * @param classes what the pair at a place among all pairs of these blocks can only go to
     */
    BlockGraph(BlockModel model, int[] blocks, int[] classes, SymmetryOptions options) {
        this(model, blocks, classes, options, false);
    }

    /** Blocks without terms; with names of the vertices if they are for people. */
    BlockGraph(BlockModel model, int[] blocks, int[] classes, SymmetryOptions options, boolean named) {
        this.model = model;
        this.pairs = model.pairs();
        this.sketch = new GraphSketch(named);
        this.names = new PairNames(model.original(), pairs);
        this.tolerance = options.tolerance();
        this.pairOf = new int[classes.length];
        int[] firstVertex = new int[pairs.blockCount()];
        int[] hubs = new int[pairs.blockCount()];
        for (int b : blocks) {
            firstVertex[b] = sketch.vertexCount();
            for (int value = 0; value < pairs.valueCount(b); value++) {
                int vertex = sketch.vertex(Kind.PAIR, classes[sketch.vertexCount()]);
                int pair = pairs.pair(b, value);
                pairOf[vertex] = pair;
                sketch.name(() -> names.pair(pair));
            }
        }
        for (int b : blocks) {
            hubs[b] = sketch.vertex(Kind.HUB, 0);
            sketch.name(() -> "block " + names.block(b));
            sketch.explain(Kind.HUB, 0, () -> "a block, joined to its values");
            for (int value = 0; value < pairs.valueCount(b); value++) {
                sketch.edge(hubs[b], firstVertex[b] + value);
            }
        }
        this.levels = new LevelSets(pairs, sketch, firstVertex, hubs,
                set -> names.block(set.block()) + " in " + names.values(set.block(), set.values()));
    }

    /** Adds zero-sum terms over two or more blocks. */
    void addTerms(List<BlockTable> terms) {
        addLevels(MaximalScopes.of(terms, model), Kind.ENTRY, TablePattern.Style.ZERO_SUM);
    }

    /** Adds tables of 0 and 1. */
    void addMasks(List<BlockTable> masks) {
        addLevels(masks, Kind.MASK, TablePattern.Style.MASK);
    }

    /** Adds tables of any values. */
    void addRigid(List<BlockTable> tables) {
        addLevels(tables, Kind.RIGID, TablePattern.Style.ALL_ENTRIES);
    }

    ColoredGraph graph() {
        return sketch.build();
    }

    /** What was drawn, with names if these were asked for. */
    GraphSketch sketch() {
        return sketch;
    }

    /** What an automorphism does to the pairs. */
    Permutation onPairs(Permutation automorphism) {
        int[] support = automorphism.support();
        int kept = 0;
        while (kept < support.length && support[kept] < pairOf.length) {
            kept++;
        }
        int[] points = new int[kept];
        int[] images = new int[kept];
        for (int i = 0; i < kept; i++) {
            points[i] = pairOf[support[i]];
            images[i] = pairOf[automorphism.image(support[i])];
        }
        return Permutation.sparse(pairs.pairCount(), points, images);
    }

    private void addLevels(List<BlockTable> tables, Kind kind, TablePattern.Style style) {
        ValueClasses classes = new ValueClasses();
        Map<TableContent, BlockTable> distinct = new Object2ObjectLinkedOpenHashMap<>();
        TableContent[] contents = new TableContent[tables.size()];
        for (int t = 0; t < contents.length; t++) {
            model.time().check();
            BlockTable table = tables.get(t);
            contents[t] = new TableContent(table.sizes(), table.values());
            BlockTable known = distinct.putIfAbsent(contents[t], table);
            if (known == null || known.tolerance() < table.tolerance()) {
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
                double value = table.values()[i];
                sketch.explain(kind, ids[i], () -> meaning(kind, value));
            }
            TablePattern pattern = new TablePattern(table, ids, style, model.isUniform());
            if (pattern.isCorner()) {
                corners.add(pattern.corner(), cornerTolerance(pattern, table));
            }
            patterns.put(content, pattern);
        });
        for (int t = 0; t < contents.length; t++) {
            model.time().check();
            BlockTable table = tables.get(t);
            TablePattern pattern = Objects.requireNonNull(patterns.get(contents[t]));
            if (pattern.isCorner()) {
                BlockTable widest = Objects.requireNonNull(distinct.get(contents[t]));
                int handle = corners.add(pattern.corner(), cornerTolerance(pattern, widest));
                int corner = corners.classOf(handle);
                sketch.explain(Kind.CORNER, corner, () -> "a product of value sets with weight " + pattern.corner());
                join(table, pattern, Kind.CORNER, corner);
            } else {
                join(table, pattern, kind, -1);
            }
        }
    }

    private static String meaning(Kind kind, double value) {
        return kind == Kind.MASK ? "possible values that are forbidden together"
                : "an entry " + value + (kind == Kind.RIGID ? " of a table kept as it is" : " of a zero-sum term");
    }

    private static int[] handles(BlockTable table, ValueClasses classes) {
        int[] handles = new int[table.values().length];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = classes.add(table.values()[i], table.tolerance());
        }
        return handles;
    }

    /** The corner's multiple is known as well as the table's entries, relative to their size. */
    private static double cornerTolerance(TablePattern pattern, BlockTable table) {
        return table.tolerance() * Math.abs(pattern.corner()) / table.magnitude();
    }

    /** Adds a vertex per row, of the row's class unless one is given. */
    private void join(BlockTable table, TablePattern pattern, Kind kind, int colorClass) {
        int arity = table.arity();
        int[][] setOfLevel = new int[arity][];
        for (int k = 0; k < arity; k++) {
            int[] levelOfPlace = pattern.levelOfPlace(k);
            setOfLevel[k] = new int[levelOfPlace.length];
            int[] projection = model.projection(table, k);
            for (int row = 0; row < pattern.rowCount(); row++) {
                int level = pattern.level(row, k);
                if (setOfLevel[k][level] == 0) {
                    setOfLevel[k][level] = 1 + levels.vertex(table.blocks()[k], projection, levelOfPlace, level);
                }
            }
        }
        for (int row = 0; row < pattern.rowCount(); row++) {
            int vertex = sketch.vertex(kind, colorClass < 0 ? pattern.rowClass(row) : colorClass);
            sketch.name(() -> (kind == Kind.MASK ? "zero of " : kind == Kind.CORNER ? "product over " : "entry of ")
                    + names.blocks(table.blocks()));
            for (int k = 0; k < arity; k++) {
                sketch.edge(vertex, setOfLevel[k][pattern.level(row, k)] - 1);
            }
        }
    }

    /** Adds weights on products of value sets. */
    void addBoxes(List<Box> boxes) {
        Object2DoubleLinkedOpenCustomHashMap<int[]> weights =
                new Object2DoubleLinkedOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);
        for (Box box : boxes) {
            model.time().check();
            int[] key = levelsOf(box);
            if (key != null) {
                weights.mergeDouble(key, box.weight(), Double::sum);
            }
        }
        ValueClasses classes = classesOf(weights.values());
        weights.forEach((key, weight) -> {
            int colorClass = classOf(weight, classes);
            int vertex = sketch.vertex(Kind.BOX, colorClass);
            sketch.name(() -> "product of " + key.length + " value sets");
            sketch.explain(Kind.BOX, colorClass, () -> "a wide product of value sets with weight " + weight);
            for (int level : key) {
                sketch.edge(vertex, level);
            }
        });
    }

    private ValueClasses classesOf(DoubleCollection weights) {
        ValueClasses classes = new ValueClasses();
        weights.forEach((double weight) -> classes.add(weight, tolerance * finite(weight)));
        return classes;
    }

    private int classOf(double weight, ValueClasses classes) {
        return classes.classOf(classes.add(weight, tolerance * finite(weight)));
    }

    /** Adds weights on formulas: a vertex for each different part, joined to its parts, and one for each weight. */
    void addFormulas(List<WideFormula> formulas) {
        FormulaNodes nodes = new FormulaNodes();
        Int2DoubleLinkedOpenHashMap weights = new Int2DoubleLinkedOpenHashMap();
        for (WideFormula formula : formulas) {
            model.time().check();
            weights.mergeDouble(nodes.number(formula.root(), model::valueSet), formula.weight(), Double::sum);
        }
        Object2IntOpenHashMap<FormulaNodes.Operator> operators = new Object2IntOpenHashMap<>();
        int[] vertexOf = new int[nodes.count()];
        for (int n = 0; n < vertexOf.length; n++) {
            if (nodes.isLeaf(n)) {
                vertexOf[n] = levels.vertex(nodes.leaf(n).block(), nodes.leaf(n).values());
                continue;
            }
            FormulaNodes.Operator operator = nodes.operator(n);
            int colorClass = operators.computeIfAbsent(operator, key -> operators.size());
            int vertex = sketch.vertex(Kind.GATE, colorClass);
            vertexOf[n] = vertex;
            IntArrayList parts = nodes.parts(n);
            sketch.name(() -> operator + " of " + parts.size() + " parts");
            sketch.explain(Kind.GATE, colorClass, () -> "a part of a formula: " + operator);
            parts.forEach((int part) -> sketch.edge(vertex, vertexOf[part]));
        }
        ValueClasses classes = classesOf(weights.values());
        weights.int2DoubleEntrySet().forEach(one -> {
            double weight = one.getDoubleValue();
            int colorClass = classOf(weight, classes);
            int vertex = sketch.vertex(Kind.FORMULA, colorClass);
            sketch.name(() -> "formula of weight " + weight);
            sketch.explain(Kind.FORMULA, colorClass, () -> "a wide formula with weight " + weight);
            sketch.edge(vertex, vertexOf[one.getIntKey()]);
        });
    }

    private static double finite(double weight) {
        return Double.isInfinite(weight) ? 0 : Math.abs(weight);
    }

    /** The vertices of the value sets of a box over blocks, ascending; null if the box is empty. */
    private int @Nullable [] levelsOf(Box box) {
        Map<Integer, BitSet> sets = model.valueSets(box);
        if (sets.isEmpty()) {
            return null;
        }
        int[] key = sets.entrySet().stream().mapToInt(e -> levels.vertex(e.getKey(), e.getValue())).toArray();
        Arrays.sort(key);
        return key;
    }
}
