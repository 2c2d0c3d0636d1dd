package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.orbifold.logic.GroundFormulas;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * Estimates the expected counts of formulas from the conditionals that tree-width-bounded block Gibbs draws from
 * (Rao–Blackwell): the count of a table is averaged over the joint conditional of its atoms inside a cover, given the
 * atoms outside. A table takes the covers that hold most of its atoms; one that no cover touches takes the conditionals
 * of its single atoms.
 *
 * <p>Tables of an orbit have the same expected counts. The sum over an orbit is its average already: a permutation of
 * atoms that keeps the formulas keeps their counts in every state. But conditional counts of tables deep inside a cover
 * depend less on the atoms outside. So besides the sum over all tables there are estimates that take of each orbit only
 * the tables at some distance from the atoms outside, times the size of the orbit. All have the same expectation; the
 * caller takes the one that varies least. Immutable; {@link #listener} is for one thread.
 */
final class CountEstimator {

    /** Distances from the atoms outside of a cover, in steps from table to table. */
    private static final int[] DEPTHS = {1, 2, 4, 8};

    /** The counts of a pattern, by place of an instance and by joint value; and the strides of its variables. */
    private record Counts(int[] instances, double[][] counts, int[] sizes, int[] strides) {
        static Counts of(CountTables.Pattern pattern) {
            int[] sizes = pattern.sizes().stream().mapToInt(Integer::intValue).toArray();
            int[] strides = new int[sizes.length];
            int entries = 1;
            for (int k = sizes.length - 1; k >= 0; k--) {
                strides[k] = entries;
                entries *= sizes[k];
            }
            return new Counts(pattern.instances().stream().mapToInt(Integer::intValue).toArray(), pattern.counts()
                    .stream().map(count -> count.stream().mapToDouble(x -> x).toArray()).toArray(double[][]::new),
                    sizes, strides);
        }
    }

    private record Table(int[] scope, Counts counts) {
        int place(int[] state) {
            int place = 0;
            for (int k = 0; k < scope.length; k++) {
                place += state[scope[k]] * counts.strides[k];
            }
            return place;
        }
    }

    /**
     * A table whose atoms are partly drawn together.
     *
     * @param outside places of the atoms that are not
     * @param offsets by joint value of the atoms that are: its part of the place in the table
     * @param shares  by estimate: the factor of the conditional count
     */
    private record Use(Table table, int[] outside, int[] offsets, double[] shares) { }

    private final GroundFormulas formulas;
    private final List<Table> tables;
    private final int[] wide;
    private final int estimates;
    /** By cover and joint. */
    private final Use[][][] ofJoint;
    /** By variable; of those that no cover holds. */
    private final Use[][] ofVariable;
    private final int parameters;

    /**
     * Plans.
     *
     * @param orbits     by table: the first of its orbit
     * @param parameters the number of formula instances
     */
    CountEstimator(GroundFormulas formulas, CountTables counts, WideBlocks blocks, int[] orbits, int parameters) {
        this.formulas = formulas;
        this.parameters = parameters;
        this.wide = counts.wide().intStream().filter(f -> formulas.instance()[f] >= 0).toArray();
        List<Counts> patterns = counts.patterns().stream().map(Counts::of).toList();
        this.tables = counts.scopes().stream().map(one -> new Table(one.scope(), patterns.get(one.pattern()))).toList();
        int n = formulas.model().variableCount();
        List<int[]> covers = blocks.covers();
        boolean[][] inside = new boolean[covers.size()][n];
        for (int c = 0; c < inside.length; c++) {
            for (int v : covers.get(c)) {
                inside[c][v] = true;
            }
        }
        boolean[] deep = new boolean[tables.size()];
        List<double[][]> shares = shares(inside, orbits, deep);
        this.estimates = shares.isEmpty() ? 1 : shares.get(0)[0].length;
        this.ofJoint = new Use[inside.length][][];
        Map<List<Object>, int[]> known = new HashMap<>();
        for (int c = 0; c < inside.length; c++) {
            boolean[] here = inside[c];
            List<Block> joints = blocks.joints(c);
            Map<Block, List<Use>> uses = new HashMap<>();
            for (int t = 0; t < tables.size(); t++) {
                double[] share = shares.get(t)[c];
                int[] part = Arrays.stream(tables.get(t).scope).filter(v -> here[v]).toArray();
                if (part.length > 0 && Arrays.stream(share).anyMatch(x -> x != 0)) {
                    uses.computeIfAbsent(Block.of(part), key -> new ArrayList<>())
                            .add(use(tables.get(t), v -> here[v], share, known));
                }
            }
            ofJoint[c] = joints.stream().map(joint -> uses.getOrDefault(joint, List.of()).toArray(Use[]::new))
                    .toArray(Use[][]::new);
        }
        this.ofVariable = new Use[n][];
        List<List<Use>> single = IntStream.range(0, n).<List<Use>>mapToObj(v -> new ArrayList<>()).toList();
        for (int t = 0; t < tables.size(); t++) {
            int[] scope = tables.get(t).scope;
            double[] share = new double[estimates];
            // A variable that no cover holds is drawn in every step of a sweep.
            Arrays.fill(share, 0, deep[t] ? 1 : estimates, 1.0 / scope.length / Math.max(1, inside.length));
            if (Arrays.stream(scope).noneMatch(v -> Arrays.stream(inside).anyMatch(here -> here[v]))) {
                for (int v : scope) {
                    single.get(v).add(use(tables.get(t), u -> u == v, share, known));
                }
            }
        }
        Arrays.setAll(ofVariable, v -> single.get(v).toArray(Use[]::new));
    }

    private static Use use(Table table, IntPredicate isInside, double[] shares,
            Map<List<Object>, int[]> known) {
        int[] places = IntStream.range(0, table.scope.length).filter(k -> isInside.test(table.scope[k])).toArray();
        int[] outside = IntStream.range(0, table.scope.length).filter(k -> !isInside.test(table.scope[k])).toArray();
        List<Object> key = List.of(Arrays.stream(table.counts.sizes).boxed().toList(),
                Arrays.stream(places).boxed().toList());
        int[] offsets = known.computeIfAbsent(key, unknown -> offsets(table.counts, places));
        return new Use(table, outside, offsets, shares);
    }

    private static int[] offsets(Counts counts, int[] places) {
        int[] offsets = {0};
        for (int k : places) {
            int[] longer = new int[offsets.length * counts.sizes[k]];
            for (int e = 0; e < longer.length; e++) {
                longer[e] = offsets[e / counts.sizes[k]] + e % counts.sizes[k] * counts.strides[k];
            }
            offsets = longer;
        }
        return offsets;
    }

    /** By table, cover and estimate: the factor of the table's conditional count. */
    private List<double[][]> shares(boolean[][] inside, int[] orbits, boolean[] deep) {
        int covers = inside.length;
        List<double[][]> shares = new ArrayList<>();
        boolean averaged = IntStream.range(0, orbits.length).anyMatch(t -> orbits[t] != t) && covers > 0;
        int count = averaged ? 1 + DEPTHS.length : 1;
        Map<Double, double[]> interned = new HashMap<>();
        for (Table table : tables) {
            int[] held = IntStream.range(0, covers).map(c -> (int) Arrays.stream(table.scope)
                    .filter(v -> inside[c][v]).count()).toArray();
            int most = Arrays.stream(held).max().orElse(0);
            double share = most == 0 ? 0 : 1.0 / Arrays.stream(held).filter(h -> h == most).count();
            double[][] ofTable = new double[covers][];
            for (int c = 0; c < covers; c++) {
                ofTable[c] = interned.computeIfAbsent(held[c] == most ? share : 0, x -> {
                    double[] all = new double[count];
                    Arrays.fill(all, x);
                    return all;
                });
            }
            shares.add(ofTable);
        }
        if (averaged) {
            deepen(inside, orbits, shares, deep);
        }
        return shares;
    }

    /**
     * Replaces the shares of the later estimates: of an orbit, tables at a distance from the atoms outside.
     *
     * @param deep receives, by table, whether they were replaced
     */
    private void deepen(boolean[][] inside, int[] orbits, List<double[][]> shares, boolean[] deep) {
        int[][] depths = new int[inside.length][];
        for (int c = 0; c < depths.length; c++) {
            depths[c] = depths(inside[c]);
        }
        Map<Integer, List<Integer>> members = new HashMap<>();
        for (int t = 0; t < orbits.length; t++) {
            members.computeIfAbsent(orbits[t], first -> new ArrayList<>()).add(t);
        }
        for (List<Integer> orbit : members.values()) {
            int deepest = orbit.stream().flatMapToInt(t -> Arrays.stream(depths).mapToInt(of -> of[t])).max().orElse(0);
            if (orbit.size() == 1 || deepest == 0) {
                continue;
            }
            double[] share = new double[DEPTHS.length];
            for (int d = 0; d < DEPTHS.length; d++) {
                int least = Math.min(DEPTHS[d], deepest);
                share[d] = orbit.size() / (double) orbit.stream().mapToLong(t -> Arrays.stream(depths)
                        .filter(of -> of[t] >= least).count()).sum();
            }
            for (int t : orbit) {
                deep[t] = true;
                for (int c = 0; c < depths.length; c++) {
                    double[] own = shares.get(t)[c].clone();
                    for (int d = 0; d < DEPTHS.length; d++) {
                        own[d + 1] = depths[c][t] >= Math.min(DEPTHS[d], deepest) ? share[d] : 0;
                    }
                    shares.get(t)[c] = own;
                }
            }
        }
    }

    /** By table: its distance from the atoms outside of a cover; 0 if it has such atoms. */
    private int[] depths(boolean[] inside) {
        int most = DEPTHS[DEPTHS.length - 1];
        int[] distance = new int[inside.length];
        Arrays.setAll(distance, v -> inside[v] ? most : 0);
        for (int round = 1; round <= most; round++) {
            int[] before = distance.clone();
            for (Table table : tables) {
                int least = Arrays.stream(table.scope).map(v -> before[v]).min().orElse(most);
                for (int v : table.scope) {
                    distance[v] = Math.min(distance[v], least + 1);
                }
            }
        }
        return tables.stream().mapToInt(table -> Arrays.stream(table.scope).map(v -> distance[v]).min().orElse(0))
                .toArray();
    }

    /** How many estimates there are; the first is the sum over all tables. */
    int estimates() {
        return estimates;
    }

    /** The counts of a state. */
    void count(int[] state, double[] target) {
        Arrays.fill(target, 0);
        for (Table table : tables) {
            int place = table.place(state);
            for (int i = 0; i < table.counts.instances.length; i++) {
                target[table.counts.instances[i]] += table.counts.counts[i][place];
            }
        }
        addWide(state, target, 0);
    }

    private void addWide(int[] state, double[] target, int from) {
        for (int f : wide) {
            if (((WeightedFeature) formulas.model().features().get(f)).holds(state)) {
                target[from + formulas.instance()[f]]++;
            }
        }
    }

    /** Listens to one sweep after the other. */
    Listener listener(int[] state) {
        return new Listener(state);
    }

    /** Adds conditional counts up. */
    final class Listener implements ChainListener {
        private final int[] state;
        private final double[] sums = new double[estimates * parameters];
        private final double[] two = new double[2];

        private Listener(int[] state) {
            this.state = state;
        }

        /** The estimates of the sweep that ended, one after the other. Once, before the next {@link #reset}. */
        double[] sweep() {
            for (int d = 0; d < estimates; d++) {
                addWide(state, sums, d * parameters);
            }
            return sums;
        }

        /** The conditional counts so far, without what has no table. */
        double[] conditionalSums() {
            return sums;
        }

        void reset() {
            Arrays.fill(sums, 0);
        }

        @Override
        public void changed(long time, int variable, int before, int after) { }

        @Override
        public boolean wantsConditionals() {
            return true;
        }

        @Override
        public void conditional(long time, int variable, double one) {
            if (ofVariable[variable].length > 0) {
                two[0] = 1 - one;
                two[1] = one;
                add(ofVariable[variable], two);
            }
        }

        @Override
        public void conditional(long time, int variable, double[] probabilities) {
            add(ofVariable[variable], probabilities);
        }

        @Override
        public void jointConditional(long time, int cover, int joint, double[] probabilities) {
            add(ofJoint[cover][joint], probabilities);
        }

        private void add(Use[] uses, double[] probabilities) {
            for (Use use : uses) {
                Counts counts = use.table.counts;
                int base = 0;
                for (int k : use.outside) {
                    base += state[use.table.scope[k]] * counts.strides[k];
                }
                for (int i = 0; i < counts.instances.length; i++) {
                    double[] count = counts.counts[i];
                    double mean = 0;
                    for (int e = 0; e < use.offsets.length; e++) {
                        mean += probabilities[e] * count[base + use.offsets[e]];
                    }
                    for (int d = 0; d < estimates; d++) {
                        sums[d * parameters + counts.instances[i]] += use.shares[d] * mean;
                    }
                }
            }
        }
    }
}
