package org.orbifold.lifted;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A model in which each class of exchangeable blocks is one variable, its histogram; the other variables, the
 * remainder, are as they were. It has the same log Z.
 *
 * <p>A term over blocks is replaced by its mean over all permutations of each class: the sum of all terms is invariant,
 * so the sum of the means is the same, and a mean depends on the histograms only. Where a permutation leads to a
 * forbidden state, the state itself is forbidden. Terms inside single blocks that need not be alike are weights of
 * their block, whatever they are.
 */
final class LiftedModel {

    private static final Logger LOG = LoggerFactory.getLogger(LiftedModel.class);
    private static final double SAME = 1e-12;
    /** Entries between two looks at the clock: about a millisecond. */
    private static final int CHECK_ENTRIES = 1 << 14;
    /** Terms over whole blocks of more entries than this are out of reach, with all histograms even more so. */
    private static final double MAX_ENTRIES = 1 << 24;

    private final GraphicalModel model;
    private final List<BlockClass> classes = new ArrayList<>();
    private final int[] classOf;
    private final int[] blockOf;
    private final int[] placeOf;
    /** The lifted variable of a remainder variable; histograms come first. */
    private final int[] liftedOf;
    private final int[] remainder;
    private final Map<Pattern, double[]> patterns = new LinkedHashMap<>();

    /**
     * Which tables are of one kind.
     *
     * @param blocks    how many blocks of each class
     * @param remainder which remainder variables, ascending
     */
    private record Pattern(List<Integer> blocks, List<Integer> remainder) { }

    /** A term has too many entries over whole blocks. */
    private static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The lifted model; null if its terms would be too large. */
    static @Nullable LiftedModel of(GraphicalModel model, List<int[][]> found, LooseTerms loose, Budget budget) {
        try {
            return new LiftedModel(model, found, loose, budget);
        } catch (TooLarge e) {
            LOG.debug("terms of many blocks, or of many hubs, are too large for counting", e);
            return null;
        }
    }

    private static void checkEntries(double entries) {
        if (entries > MAX_ENTRIES) {
            throw new TooLarge();
        }
    }

    private LiftedModel(GraphicalModel model, List<int[][]> found, LooseTerms loose, Budget budget) {
        this.model = model;
        this.classOf = new int[model.variableCount()];
        this.blockOf = new int[classOf.length];
        this.placeOf = new int[classOf.length];
        this.liftedOf = new int[classOf.length];
        Arrays.fill(classOf, -1);
        for (int c = 0; c < found.size(); c++) {
            for (int b = 0; b < found.get(c).length; b++) {
                for (int p = 0; p < found.get(c)[b].length; p++) {
                    int v = found.get(c)[b][p];
                    classOf[v] = c;
                    blockOf[v] = b;
                    placeOf[v] = p;
                }
            }
        }
        this.remainder = IntStream.range(0, classOf.length).filter(v -> classOf[v] < 0).toArray();
        for (int i = 0; i < remainder.length; i++) {
            liftedOf[remainder[i]] = found.size() + i;
        }
        List<List<Table>> own = new ArrayList<>();
        List<List<Table>> inner = new ArrayList<>();
        found.forEach(blocks -> {
            own.add(new ArrayList<>());
            inner.add(new ArrayList<>());
        });
        List<Table> shared = new ArrayList<>();
        Set<Table> terms = Collections.newSetFromMap(new IdentityHashMap<>());
        terms.addAll(loose.terms());
        for (Table table : model.factors().tables()) {
            budget.check();
            int c = classOfSingleBlock(table, loose.hub());
            (c < 0 ? shared : loose.isLoose(table, terms) ? own.get(c) : inner.get(c)).add(table);
        }
        for (int c = 0; c < found.size(); c++) {
            // Only with those between the blocks are these symmetric, unless they are alike in all blocks.
            (areAlike(found.get(c), inner.get(c), budget) ? own.get(c) : shared).addAll(inner.get(c));
            classes.add(makeClass(found.get(c), own.get(c), budget));
        }
        shared.forEach(table -> addToPattern(table, budget));
    }

    private boolean areAlike(int[][] blocks, List<Table> tables, Budget budget) {
        double[][][] weights = weights(blocks, tables, hubs(tables), budget);
        for (double[][] other : weights) {
            for (int s = 0; s < other.length; s++) {
                for (int x = 0; x < other[s].length; x++) {
                    double first = weights[0][s][x];
                    if (other[s][x] != first && !(Math.abs(other[s][x] - first) <= SAME * (1 + Math.abs(first)))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** The class of the block that a table is about, besides hubs; −1 if it is about several or about others. */
    private int classOfSingleBlock(Table table, boolean[] hub) {
        int found = -1;
        int block = -1;
        for (int k = 0; k < table.arity(); k++) {
            int v = table.variable(k);
            if (classOf[v] < 0 && !hub[v] || classOf[v] >= 0 && found >= 0 && (classOf[v] != found
                    || blockOf[v] != block)) {
                return -1;
            }
            if (classOf[v] >= 0) {
                found = classOf[v];
                block = blockOf[v];
            }
        }
        return found;
    }

    private BlockClass makeClass(int[][] blocks, List<Table> own, Budget budget) {
        int[] given = hubs(own);
        return new BlockClass(model, blocks, given, weights(blocks, own, given, budget));
    }

    /** The variables of some tables that are in no block. */
    private int[] hubs(List<Table> tables) {
        TreeSet<Integer> hubs = new TreeSet<>();
        tables.forEach(table -> Arrays.stream(table.scope()).filter(v -> classOf[v] < 0).forEach(hubs::add));
        return hubs.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The sums of tables inside single blocks, by block, state of the hubs and value of the block. */
    private double[][][] weights(int[][] blocks, List<Table> tables, int[] hubs, Budget budget) {
        int[] sizes = Arrays.stream(hubs).map(model::size).toArray();
        int values = (int) model.assignments(blocks[0]);
        checkEntries(model.assignments(hubs) * values * blocks.length);
        double[][][] weights = new double[blocks.length][Table.entries(sizes)][values];
        int[] state = new int[classOf.length];
        for (Table table : tables) {
            int[] block = null;
            for (int v : table.scope()) {
                block = classOf[v] >= 0 ? blocks[blockOf[v]] : block;
            }
            double[][] sums = weights[blockOf[block[0]]];
            for (int s = 0; s < sums.length; s++) {
                budget.check();
                assign(hubs, s, state);
                for (int x = 0; x < values; x++) {
                    assign(block, x, state);
                    sums[s][x] += table.logPotential(state);
                }
            }
        }
        return weights;
    }

    private void assign(int[] variables, int number, int[] state) {
        int rest = number;
        for (int k = variables.length - 1; k >= 0; k--) {
            state[variables[k]] = rest % model.size(variables[k]);
            rest /= model.size(variables[k]);
        }
    }

    /** The blocks, class by class and ascending, and the remainder variables of a scope. */
    private Place placeOf(int[] scope) {
        List<TreeSet<Integer>> blocks = new ArrayList<>();
        classes.forEach(c -> blocks.add(new TreeSet<>()));
        TreeSet<Integer> rest = new TreeSet<>();
        for (int v : scope) {
            (classOf[v] < 0 ? rest : blocks.get(classOf[v])).add(classOf[v] < 0 ? v : blockOf[v]);
        }
        return new Place(blocks.stream().map(set -> set.stream().mapToInt(Integer::intValue).toArray()).toList(),
                rest.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Where a scope lies: its blocks of each class, its remainder variables. */
    record Place(List<int[]> blocks, int[] rest) { }

    private void addToPattern(Table table, Budget budget) {
        Place place = placeOf(table.scope());
        Pattern pattern = new Pattern(place.blocks.stream().map(b -> b.length).toList(),
                Arrays.stream(place.rest).boxed().toList());
        List<int[]> offsets = offsets(table, place);
        checkEntries(offsets.stream().mapToDouble(o -> o.length).reduce(1, (a, b) -> a * b));
        int entries = offsets.stream().mapToInt(o -> o.length).reduce(1, (a, b) -> a * b);
        double[] sum = patterns.computeIfAbsent(pattern, key -> new double[entries]);
        int[] digits = new int[offsets.size()];
        for (int i = 0; i < entries; i++) {
            if (i % CHECK_ENTRIES == 0) {
                budget.check();
            }
            int index = 0;
            for (int k = 0; k < digits.length; k++) {
                index += offsets.get(k)[digits[k]];
            }
            sum[i] += table.entry(index);
            for (int k = digits.length - 1; k >= 0 && ++digits[k] == offsets.get(k).length; k--) {
                digits[k] = 0;
            }
        }
    }

    /** For each block and remainder variable of a place, what each of its values adds to a table's index. */
    private List<int[]> offsets(Table table, Place place) {
        List<int[]> result = new ArrayList<>();
        for (int c = 0; c < classes.size(); c++) {
            for (int b : place.blocks.get(c)) {
                int[] offset = new int[classes.get(c).valueCount()];
                for (int k = 0; k < table.arity(); k++) {
                    int v = table.variable(k);
                    for (int x = 0; x < offset.length && classOf[v] == c && blockOf[v] == b; x++) {
                        offset[x] += classes.get(c).valueAt(placeOf[v], x) * table.stride(k);
                    }
                }
                result.add(offset);
            }
        }
        for (int r : place.rest) {
            int[] offset = new int[model.size(r)];
            for (int k = 0; k < table.arity(); k++) {
                for (int x = 0; x < offset.length && table.variable(k) == r; x++) {
                    offset[x] = x * table.stride(k);
                }
            }
            result.add(offset);
        }
        return result;
    }

    List<BlockClass> classes() {
        return classes;
    }

    BlockClass classOf(int variable) {
        return classes.get(classOf[variable]);
    }

    boolean isInClass(int variable) {
        return classOf[variable] >= 0;
    }

    int blockOf(int variable) {
        return blockOf[variable];
    }

    int placeInBlock(int variable) {
        return placeOf[variable];
    }

    /** The lifted variable of a remainder variable. */
    int liftedOf(int variable) {
        return liftedOf[variable];
    }

    /** The remainder variables, ascending. */
    int[] remainder() {
        return remainder.clone();
    }

    /** The place of a scope together with the hubs of its classes. */
    Place withHubs(int[] scope) {
        Place place = placeOf(scope);
        TreeSet<Integer> rest = new TreeSet<>();
        Arrays.stream(place.rest).forEach(rest::add);
        for (int c = 0; c < classes.size(); c++) {
            if (place.blocks.get(c).length > 0) {
                Arrays.stream(classes.get(c).hubs()).forEach(rest::add);
            }
        }
        return new Place(place.blocks, rest.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The lifted variables of a place: histograms of its classes, then its remainder variables. */
    int[] liftedScope(Place place) {
        return IntStream.concat(IntStream.range(0, classes.size()).filter(c -> place.blocks.get(c).length > 0),
                Arrays.stream(place.rest).map(v -> liftedOf[v])).toArray();
    }

    /** The variables of the lifted model without its tables, for a plan. */
    GraphicalModel skeleton() {
        return variables().build();
    }

    /** The scopes of the lifted model's tables. */
    List<int[]> scopes() {
        List<int[]> result = new ArrayList<>();
        patterns.keySet().forEach(pattern -> result.add(liftedScope(pattern)));
        for (int c = 0; c < classes.size(); c++) {
            result.add(scopeOfSums(c));
        }
        return result;
    }

    private int[] liftedScope(Pattern pattern) {
        IntArrayList scope = new IntArrayList();
        for (int c = 0; c < classes.size(); c++) {
            if (pattern.blocks.get(c) > 0) {
                scope.add(c);
            }
        }
        pattern.remainder.forEach(v -> scope.add(liftedOf[v]));
        return scope.toIntArray();
    }

    private int[] scopeOfSums(int c) {
        return IntStream.concat(IntStream.of(c), Arrays.stream(classes.get(c).hubs()).map(v -> liftedOf[v])).toArray();
    }

    private ModelBuilder variables() {
        ModelBuilder builder = GraphicalModel.builder();
        Set<String> used = new HashSet<>();
        for (int v : remainder) {
            used.add(model.variable(v).name());
        }
        for (int c = 0; c < classes.size(); c++) {
            // The model may be lifted already, and have histograms of its own.
            String name = "histogram of class " + c + ":";
            while (used.contains(name)) {
                name += ":";
            }
            builder.variable(name, Domain.ofSize(classes.get(c).histogramCount()));
        }
        for (int v : remainder) {
            builder.variable(model.variable(v).name(), model.variable(v).domain());
        }
        return builder;
    }

    /** The operations it takes to make the tables. */
    double operations() {
        double sum = 0;
        for (Map.Entry<Pattern, double[]> entry : patterns.entrySet()) {
            double entries = entry.getValue().length;
            for (int c = 0; c < classes.size(); c++) {
                if (entry.getKey().blocks.get(c) > 0) {
                    entries *= classes.get(c).histogramCount();
                }
            }
            sum += entries;
        }
        for (BlockClass blocks : classes) {
            sum += (double) blocks.hubStates() * blocks.operationsOfSums();
        }
        return sum;
    }

    /**
     * The logarithms of what the blocks' own weights give the histograms.
     *
     * @param sums   whether sums over the states with a histogram are wanted, or maxima
     * @param budget the time it may take
     * @return for each class and state of its hubs, by histogram
     */
    List<double[][]> logWeights(boolean sums, Budget budget) {
        return classes.stream().map(blocks -> {
            double[][] all = new double[blocks.hubStates()][];
            Arrays.setAll(all, s -> sums ? blocks.logSums(s, budget) : blocks.logMaxima(s, budget));
            return all;
        }).toList();
    }

    /**
     * The lifted model.
     *
     * @param logSums for each class and state of its hubs, the log-weights of its histograms
     * @param budget  the time it may take
     * @return the model with all tables
     */
    GraphicalModel build(List<double[][]> logSums, Budget budget) {
        ModelBuilder builder = variables().constant(model.factors().constant());
        patterns.forEach((pattern, sums) -> builder.table(liftedScope(pattern), mean(pattern, sums, budget)));
        for (int c = 0; c < classes.size(); c++) {
            int states = classes.get(c).hubStates();
            double[] table = new double[classes.get(c).histogramCount() * states];
            for (int s = 0; s < states; s++) {
                double[] sums = logSums.get(c)[s];
                for (int h = 0; h < sums.length; h++) {
                    table[h * states + s] = sums[h];
                }
            }
            builder.table(scopeOfSums(c), table);
        }
        return builder.build();
    }

    private double[] mean(Pattern pattern, double[] sums, Budget budget) {
        int after = sums.length;
        int before = 1;
        double[] table = sums;
        for (int c = 0; c < classes.size(); c++) {
            int width = pattern.blocks.get(c);
            if (width > 0) {
                int tuples = power(classes.get(c).valueCount(), width);
                after /= tuples;
                table = mean(table, before, classes.get(c), width, after, budget);
                before *= classes.get(c).histogramCount();
            }
        }
        return table;
    }

    private static int power(int base, int exponent) {
        int product = 1;
        for (int i = 0; i < exponent; i++) {
            product = Math.multiplyExact(product, base);
        }
        return product;
    }

    /** The mean over all ways to draw some blocks of a class, in order and without putting back. */
    private static double[] mean(double[] table, int before, BlockClass blocks, int width, int after,
            Budget budget) {
        int values = blocks.valueCount();
        int tuples = power(values, width);
        int histograms = blocks.histogramCount();
        double[] result = new double[before * histograms * after];
        if (width == 2 && before * after == 1) {
            meanOfPairs(table, blocks, result, budget);
            return result;
        }
        blocks.histograms().forEach(blocks.blockCount(), budget, (h, counts) -> {
            for (int tuple = 0; tuple < tuples; tuple++) {
                double probability = 1;
                for (int i = 0, rest = tuple; i < width; i++, rest /= values) {
                    probability *= (double) counts[rest % values]-- / (blocks.blockCount() - i);
                }
                for (int i = 0, rest = tuple; i < width; i++, rest /= values) {
                    counts[rest % values]++;
                }
                if (probability > 0) {
                    for (int b = 0; b < before; b++) {
                        for (int a = 0; a < after; a++) {
                            result[(b * histograms + h) * after + a] +=
                                    probability * table[(b * tuples + tuple) * after + a];
                        }
                    }
                }
            }
        });
        return result;
    }

    /** The same for two blocks and nothing else, as most tables are: there are up to millions of histograms. */
    private static void meanOfPairs(double[] table, BlockClass blocks, double[] result, Budget budget) {
        int values = blocks.valueCount();
        double pairs = (double) blocks.blockCount() * (blocks.blockCount() - 1);
        blocks.histograms().forEach(blocks.blockCount(), budget, (h, counts) -> {
            double sum = 0;
            for (int v = 0; v < values; v++) {
                for (int w = 0; w < values && counts[v] > 0; w++) {
                    // Entries that no two blocks have may be -infinity.
                    double ways = (double) counts[v] * (v == w ? counts[w] - 1 : counts[w]);
                    sum += ways > 0 ? ways * table[v * values + w] : 0;
                }
            }
            result[h] = sum / pairs;
        });
    }
}
