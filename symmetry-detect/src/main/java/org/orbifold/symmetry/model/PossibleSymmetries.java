package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.hard.Possibility;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Symmetries of a model with hard constraints as they act on possible states. Permutations that change no possible
 * state are useless, and would be most of the result: all exchanges of impossible values, all exchanges of variables
 * that always agree.
 *
 * <p><em>Impossible values.</em> One value of each orbit of moved values is looked for in a possible state, by a
 * complete search ({@link HardClauses}); a symmetry takes possible values to possible values, so that the orbit is as
 * possible as it is. Values proved impossible are removed, and the search for symmetries is repeated.
 *
 * <p><em>Values that always come together.</em> Two moved values of different blocks may be in just the same possible
 * states. A permutation keeps all possible states exactly if it takes each possible value to one that always comes
 * together with it: if it takes it to another one, then some state has the first and not the second. So the group on
 * possible states is the one that acts on classes of such values. To find the classes, values of an orbit are told
 * apart by the possible states that are known, and those left alike are tried in turn (as equivalent gates of circuits
 * are found; Kuehlmann 2004). If p implies q then q implies p, for they are equally probable. Not thread-safe.
 */
final class PossibleSymmetries {

    private static final Logger LOG = LoggerFactory.getLogger(PossibleSymmetries.class);

    /** Dead ends after which a question is given up. */
    private static final long MOST_CONFLICTS = 2000;
    /** Limit on assignments of variables in all searches together: about a second. */
    private static final long MOST_WORK = 1L << 25;
    /** Random possible states, which distinguish most values. */
    private static final int RANDOM_STATES = 24;
    /** States in which a block is given all its values before single values are looked for. */
    private static final int VARIED_STATES = 100;
    private static final long SEED = 0x0DB1F01DL;

    private final GraphicalModel model;
    private final BlockPartition partition;
    private final BlockValuePairs pairs;
    private final Budget budget;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<int[]> states = new ArrayList<>();
    /** Pairs that some possible state has, as far as known; the states that were varied in each block. */
    private final BitSet possible = new BitSet();
    private final int[] varied;
    private @Nullable List<List<Feature>> constraints;
    private @Nullable HardClauses clauses;
    private long work;

    PossibleSymmetries(GraphicalModel model, BlockPartition partition, Budget budget) {
        this.model = model;
        this.partition = partition;
        this.pairs = BlockValuePairs.of(model, partition);
        this.budget = budget;
        this.varied = new int[partition.blockCount()];
    }

    /**
     * Finds symmetries of possible states.
     *
     * @param local  what propagating zeros shows: set aside at once, it spares a second search
     * @param search the search, given pairs that are in no possible state
     */
    BlockSymmetries find(LocalSymmetries local, Function<BitSet, BlockSymmetries> search) {
        BitSet impossible = new BitSet();
        for (int b = 0; b < partition.blockCount(); b++) {
            int first = pairs.firstPair(b);
            local.refuted(partition.block(b)).stream().forEach(value -> impossible.set(first + value));
        }
        while (true) {
            BlockSymmetries found = search.apply(impossible);
            BitSet more = new BitSet();
            try {
                int unknown = findImpossible(found, more);
                if (more.isEmpty()) {
                    return withoutKernel(withUnmoved(found), unknown);
                }
            } catch (OutOfTimeException e) {
                return withUnknown(found, movedPossible(found));
            }
            LOG.debug("{} moved values are impossible: set aside", more.cardinality());
            impossible.or(found.impossible());
            impossible.or(more);
        }
    }

    /**
     * Looks at the values of wide moved blocks that stay where they are, too: whether a map of variable-value pairs
     * does the same as a generator depends on which of them are possible.
     */
    private BlockSymmetries withUnmoved(BlockSymmetries found) {
        BitSet impossible = (BitSet) found.impossible().clone();
        BitSet wide = new BitSet();
        found.generators().forEach(generator -> generator.forEachMoved((from, to) -> {
            int block = pairs.blockOf(from);
            wide.set(block, partition.block(block).size() > 1);
        }));
        Orbits orbits = found.orbits();
        wide.stream().forEach(block -> {
            for (int p = pairs.firstPair(block); p < pairs.firstPair(block + 1); p++) {
                if (!impossible.get(p) && orbits.size(orbits.orbitOf(p)) == 1 && !isInState(new int[] {p})
                        && look(conditions(p)) == Possibility.IMPOSSIBLE) {
                    impossible.set(p);
                }
            }
        });
        return new BlockSymmetries(model, found.pairs(), found.kind(), found.foundFactors(), found.limitReached(),
                impossible, found.unknownValues());
    }

    /** The same for exchanges of values inside blocks, which need no search: impossible ones are left out. */
    BlockSymmetries ofValues(BlockSymmetries found) {
        BitSet impossible = new BitSet();
        int unknown;
        try {
            unknown = findImpossible(found, impossible);
        } catch (OutOfTimeException e) {
            return withUnknown(found, movedPossible(found));
        }
        if (impossible.isEmpty()) {
            return withUnknown(found, unknown);
        }
        SymmetryFactors kept = new SymmetryFactors(pairs.pairCount());
        Orbits orbits = found.orbits();
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) > 1 && !impossible.get(orbits.points(o)[0])) {
                kept.addSymmetricOn(orbits.points(o));
            }
        }
        return new BlockSymmetries(model, pairs, found.kind(), kept, found.limitReached(), impossible, unknown);
    }

    private BlockSymmetries withUnknown(BlockSymmetries found, int unknown) {
        return unknown == 0 ? found : new BlockSymmetries(model, found.pairs(), found.kind(), found.foundFactors(),
                found.limitReached(), found.impossible(), unknown);
    }

    private static int movedPossible(BlockSymmetries found) {
        BitSet moved = new BitSet();
        found.generators().forEach(generator -> generator.forEachMoved((from, to) -> moved.set(from)));
        moved.andNot(found.impossible());
        return moved.cardinality();
    }

    /** Collects moved pairs that are impossible; returns how many are neither known to be so nor possible. */
    private int findImpossible(BlockSymmetries found, BitSet impossible) {
        Orbits orbits = found.orbits();
        int unknown = 0;
        for (int o = 0; o < orbits.count(); o++) {
            int[] orbit = orbits.size(o) > 1 ? orbits.points(o) : new int[0];
            if (orbit.length == 0 || !found.isPossible(orbit[0]) || isInState(orbit)) {
                continue;
            }
            switch (look(conditions(orbit[0]))) {
                case IMPOSSIBLE -> Arrays.stream(orbit).forEach(impossible::set);
                case UNKNOWN -> unknown += orbit.length;
                default -> { }
            }
        }
        return unknown;
    }

    private boolean isInState(int[] orbit) {
        for (int pair : orbit) {
            if (possible.get(pair)) {
                return true;
            }
        }
        vary(pairs.blockOf(orbit[0]));
        return possible.get(orbit[0]);
    }

    /**
     * Gives a block all its values in the possible states that are known, and looks at the constraints around it: so
     * most values are found possible without a search of their own.
     */
    private void vary(int block) {
        Block variables = partition.block(block);
        for (; varied[block] < Math.min(states.size(), VARIED_STATES); varied[block]++) {
            budget.check();
            int[] state = states.get(varied[block]).clone();
            for (int value = 0; value < pairs.valueCount(block); value++) {
                if (!possible.get(pairs.pair(block, value))) {
                    variables.assign(model, value, state);
                    possible.set(pairs.pair(block, value), isAllowed(variables, state));
                }
            }
        }
    }

    private boolean isAllowed(Block block, int[] state) {
        for (int k = 0; k < block.size(); k++) {
            for (Feature feature : constraints().get(block.variable(k))) {
                if (feature.logPotential(state) == Double.NEGATIVE_INFINITY) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The features that can forbid a state, by variable. */
    private List<List<Feature>> constraints() {
        List<List<Feature>> known = constraints;
        if (known == null) {
            known = new ArrayList<>();
            for (int v = 0; v < model.variableCount(); v++) {
                known.add(new ArrayList<>(2));
            }
            for (Feature feature : model.features()) {
                if (feature instanceof Table table ? table.isHard()
                        : Double.isInfinite(((WeightedFeature) feature).weight())) {
                    for (int v : feature.scope()) {
                        known.get(v).add(feature);
                    }
                }
            }
            constraints = known;
        }
        return known;
    }

    private boolean holds(int[] state, int pair) {
        return pairs.pair(pairs.blockOf(pair), state) == pair;
    }

    /** Looks for a possible state; keeps it. */
    private Possibility look(List<HardClauses.Condition> conditions) {
        if (work > MOST_WORK) {
            return Possibility.UNKNOWN;
        }
        if (clauses == null) {
            clauses = HardClauses.of(model, budget);
        }
        work += model.variableCount();
        int[] state = new int[model.variableCount()];
        Arrays.setAll(state, v -> random.nextInt(model.size(v)));
        Possibility found = clauses.solve(conditions, state, MOST_CONFLICTS);
        if (found == Possibility.POSSIBLE) {
            states.add(state);
            for (int b = 0; b < partition.blockCount(); b++) {
                possible.set(pairs.pair(b, state));
            }
        }
        return found;
    }

    private List<HardClauses.Condition> conditions(int pair) {
        Block block = partition.block(pairs.blockOf(pair));
        int[] state = new int[model.variableCount()];
        block.assign(model, pairs.valueOf(pair), state);
        return Arrays.stream(block.variables())
                .mapToObj(v -> new HardClauses.Condition(v, state[v], true)).toList();
    }

    /** The group as it acts on possible states. */
    private BlockSymmetries withoutKernel(BlockSymmetries found, int unknown) {
        List<int[]> acrossBlocks = acrossBlocks(found);
        if (acrossBlocks.isEmpty()) {
            return withUnknown(found, unknown);
        }
        for (int i = 0; i < RANDOM_STATES; i++) {
            look(List.of());
        }
        UnionFind together = new UnionFind(pairs.pairCount());
        int doubtful = 0;
        boolean any = false;
        for (int[] orbit : acrossBlocks) {
            IntArrayList agree = new IntArrayList();
            doubtful += findTogether(orbit, together, found.generators(), agree);
            any |= !agree.isEmpty();
        }
        return any ? onClasses(found, together, unknown + doubtful) : withUnknown(found, unknown + doubtful);
    }

    /** Orbits of possible pairs in several blocks: only these can have values that always come together. */
    private List<int[]> acrossBlocks(BlockSymmetries found) {
        List<int[]> result = new ArrayList<>();
        Orbits orbits = found.orbits();
        for (int o = 0; o < orbits.count(); o++) {
            if (orbits.size(o) > 1) {
                int[] orbit = orbits.points(o);
                if (found.isPossible(orbit[0])
                        && pairs.blockOf(orbit[0]) != pairs.blockOf(orbit[orbit.length - 1])) {
                    result.add(orbit);
                }
            }
        }
        return result;
    }

    /**
     * Joins the pairs of an orbit that always come together, and the images of such; returns how many could not be
     * decided.
     */
    private int findTogether(int[] orbit, UnionFind together, List<Permutation> generators, IntArrayList agree) {
        int doubtful = 0;
        List<int[]> groups = split(List.of(orbit), 0);
        while (!groups.isEmpty()) {
            int[] group = groups.remove(groups.size() - 1);
            int known = states.size();
            for (int i = 1; i < group.length; i++) {
                if (together.find(group[0]) == together.find(group[i])) {
                    continue;
                }
                Possibility apart = lookApart(group[0], group[i]);
                if (apart == Possibility.IMPOSSIBLE) {
                    agree.add(group[i]);
                    join(group[0], group[i], together, generators);
                } else if (apart == Possibility.UNKNOWN) {
                    doubtful++;
                } else {
                    // The new state distinguishes more of them.
                    groups.add(group);
                    groups = split(groups, known);
                    break;
                }
            }
        }
        return doubtful;
    }

    /** Groups of two or more pairs that are in the same states from a given one on. */
    private List<int[]> split(List<int[]> groups, int from) {
        List<int[]> result = new ArrayList<>();
        for (int[] group : groups) {
            Map<BitSet, IntArrayList> bySignature = new HashMap<>();
            for (int pair : group) {
                BitSet signature = new BitSet();
                for (int s = from; s < states.size(); s++) {
                    signature.set(s - from, holds(states.get(s), pair));
                }
                bySignature.computeIfAbsent(signature, key -> new IntArrayList()).add(pair);
            }
            // In the order of their first pairs, so that hashes decide nothing.
            bySignature.values().stream().filter(pairsOfOne -> pairsOfOne.size() > 1)
                    .map(IntArrayList::toIntArray).sorted((a, b) -> Integer.compare(a[0], b[0]))
                    .forEach(result::add);
        }
        return result;
    }

    /** Looks for a possible state that has one pair and not the other. */
    private Possibility lookApart(int pair, int other) {
        if (pairs.blockOf(pair) == pairs.blockOf(other)) {
            return look(conditions(pair));
        }
        Possibility result = Possibility.IMPOSSIBLE;
        for (HardClauses.Condition condition : conditions(other)) {
            List<HardClauses.Condition> all = new ArrayList<>(conditions(pair));
            all.add(new HardClauses.Condition(condition.variable(), condition.value(), false));
            Possibility found = look(all);
            if (found == Possibility.POSSIBLE) {
                return found;
            }
            result = found == Possibility.UNKNOWN ? found : result;
        }
        return result;
    }

    /** A symmetry takes pairs that come together to such. */
    private static void join(int pair, int other, UnionFind together, List<Permutation> generators) {
        IntArrayList open = new IntArrayList(new int[] {pair, other});
        together.union(pair, other);
        while (!open.isEmpty()) {
            int b = open.popInt();
            int a = open.popInt();
            for (Permutation generator : generators) {
                int c = generator.image(a);
                int d = generator.image(b);
                if (together.find(c) != together.find(d)) {
                    together.union(c, d);
                    open.add(c);
                    open.add(d);
                }
            }
        }
    }

    /** The generators that move classes, with the order of the group on classes. */
    private BlockSymmetries onClasses(BlockSymmetries found, UnionFind together, int unknown) {
        List<Permutation> kept = new ArrayList<>();
        List<Permutation> onClasses = new ArrayList<>();
        for (Permutation generator : found.generators()) {
            IntArrayList points = new IntArrayList();
            IntArrayList images = new IntArrayList();
            for (int pair : generator.support()) {
                int image = together.find(generator.image(pair));
                if (together.find(pair) == pair && image != pair && found.isPossible(pair)) {
                    points.add(pair);
                    images.add(image);
                }
            }
            if (!points.isEmpty()) {
                kept.add(generator);
                onClasses.add(Permutation.sparse(pairs.pairCount(), points.toIntArray(), images.toIntArray()));
            }
        }
        SymmetryFactors factors = new SymmetryFactors(pairs.pairCount());
        boolean cutOff = false;
        if (!kept.isEmpty()) {
            try {
                PermutationGroup group = PermutationGroup.builder(pairs.pairCount()).generated(onClasses)
                        .build(ChainOptions.defaults().withCancellation(budget::isOver));
                BigInteger order = group.order();
                factors.addGenerated(kept, () -> order, SymmetryFactors.log10(order), false);
            } catch (CancellationException e) {
                cutOff = true;
                factors.addGenerated(kept, found.foundFactors()::order, found.log10Order(), false);
            }
        }
        LOG.debug("{} of {} generators change possible states", kept.size(), found.generators().size());
        return new BlockSymmetries(model, found.pairs(), found.kind(), factors, found.limitReached(),
                found.impossible(), cutOff ? movedPossible(found) : unknown);
    }
}
