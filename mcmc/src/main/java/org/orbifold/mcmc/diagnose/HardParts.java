package org.orbifold.mcmc.diagnose;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.orbifold.group.element.UnionFind;
import org.orbifold.pgm.hard.HardClauses;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * The parts into which hard constraints divide the possible states of a model, such that no sequence of changes of
 * single variables leads from one part to another. Chains that {@linkplain #areKept keep} to parts of their own know no
 * more of the others than their starts do, however well they agree.
 *
 * <p>Hard constraints that share variables form a group; the states of different groups combine freely, so each is
 * looked at alone: all its joint values are visited, if there are few enough. What larger groups do is not known.
 *
 * <p>Cost: for each joint value of a group its constraints and its neighbours. Immutable.
 */
public final class HardParts {

    /** Joint values of a group, at most. */
    private static final double MOST_STATES = 1 << 16;
    /** Joint values of all groups that are looked at, at most: some tenths of a second. */
    private static final double MOST_VISITED = 1 << 20;

    /** The same where the result must not depend on time. */
    private static final double MOST_QUICKLY = 1 << 15;
    private static final int MOST_GROUPS = 16;

    /** Meetings of two chains to be expected before it says something that there was none. */
    private static final int EXPECTED_MEETINGS = 10;

    private final List<Group> divided;

    /**
     * A group of variables whose joint values are divided.
     *
     * @param variables the variables
     * @param strides   of their joint values
     * @param parts     by joint value: the number of its part, from 1
     */
    private record Group(int[] variables, int[] strides, int[] parts) {

        int part(int[] state) {
            int at = 0;
            for (int i = 0; i < variables.length; i++) {
                at += strides[i] * state[variables[i]];
            }
            return parts[at];
        }
    }

    private HardParts(List<Group> divided) {
        this.divided = List.copyOf(divided);
    }

    /**
     * Nothing is divided.
     *
     * @return no groups
     */
    public static HardParts none() {
        return new HardParts(List.of());
    }

    /**
     * Finds the parts.
     *
     * @param model  the model
     * @param budget when it is over, further groups are not looked at
     * @return the groups that are divided
     */
    public static HardParts of(GraphicalModel model, Budget budget) {
        return of(model, MOST_VISITED, budget);
    }

    /**
     * Finds the parts of small groups, in some milliseconds; the same model has the same ones.
     *
     * @param model the model
     * @return the first few groups that are divided
     */
    public static HardParts ofSmallGroups(GraphicalModel model) {
        HardParts all = of(model, MOST_QUICKLY, Budget.unlimited());
        return new HardParts(all.divided.subList(0, Math.min(MOST_GROUPS, all.divided.size())));
    }

    private static HardParts of(GraphicalModel model, double mostVisited, Budget budget) {
        List<Group> found = new ArrayList<>();
        if (!HardClauses.areIn(model)) {
            return none();
        }
        try {
            List<Feature> hard = Stream.<Feature>concat(model.factors(budget).tables().stream().filter(Table::isHard),
                    model.factors(budget).wide().stream().filter(one -> Double.isInfinite(one.weight()))).toList();
            double left = mostVisited;
            for (List<Feature> group : groups(model, hard)) {
                int[] variables = group.stream().flatMapToInt(one -> Arrays.stream(one.scope())).distinct().sorted()
                        .toArray();
                double states = model.assignments(variables);
                if (states <= Math.min(MOST_STATES, left)) {
                    left -= states;
                    Group flooded = flood(model, group, variables, budget);
                    if (Arrays.stream(flooded.parts).anyMatch(part -> part > 1)) {
                        found.add(flooded);
                    }
                }
            }
        } catch (OutOfTimeException e) {
            // What was found by then.
        }
        return new HardParts(found);
    }

    private static List<List<Feature>> groups(GraphicalModel model, List<Feature> hard) {
        UnionFind groups = new UnionFind(model.variableCount());
        hard.forEach(one -> Arrays.stream(one.scope()).forEach(v -> groups.union(one.scope()[0], v)));
        Map<Integer, List<Feature>> byRoot = new TreeMap<>();
        hard.stream().filter(one -> one.scope().length > 0).forEach(one ->
                byRoot.computeIfAbsent(groups.find(one.scope()[0]), root -> new ArrayList<>()).add(one));
        return List.copyOf(byRoot.values());
    }

    private static Group flood(GraphicalModel model, List<Feature> group, int[] variables, Budget budget) {
        int[] strides = new int[variables.length];
        int count = 1;
        for (int i = 0; i < strides.length; i++) {
            strides[i] = count;
            count *= model.size(variables[i]);
        }
        int[] state = new int[model.variableCount()];
        // −1: possible, and in no part so far.
        int[] parts = new int[count];
        for (int s = 0; s < count; s++) {
            if (s % (1 << 10) == 0) {
                budget.check();
            }
            for (int i = 0; i < variables.length; i++) {
                state[variables[i]] = s / strides[i] % model.size(variables[i]);
            }
            boolean possible = true;
            for (Feature one : group) {
                possible = possible && one.logPotential(state) > Double.NEGATIVE_INFINITY;
            }
            parts[s] = possible ? -1 : 0;
        }
        int part = 0;
        IntArrayFIFOQueue queue = new IntArrayFIFOQueue();
        for (int first = 0; first < count; first++) {
            if (parts[first] != -1) {
                continue;
            }
            budget.check();
            parts[first] = ++part;
            queue.enqueue(first);
            while (!queue.isEmpty()) {
                int s = queue.dequeueInt();
                for (int i = 0; i < variables.length; i++) {
                    int size = model.size(variables[i]);
                    int value = s / strides[i] % size;
                    for (int x = 0; x < size; x++) {
                        int other = s + (x - value) * strides[i];
                        if (parts[other] == -1) {
                            parts[other] = part;
                            queue.enqueue(other);
                        }
                    }
                }
            }
        }
        return new Group(variables, strides, parts);
    }

    /**
     * How many groups of constraints divide the states.
     *
     * @return 0 if none does, as far as that is known
     */
    public int dividedGroups() {
        return divided.size();
    }

    /**
     * A variable of a group.
     *
     * @param group the number of a divided group
     * @return one of its variables
     */
    public int variable(int group) {
        return divided.get(group).variables[0];
    }

    /**
     * Whether chains keep to parts of their own: none left the part of its start; or some did, by moves that change
     * several variables, but not all of them can be where the others are.
     *
     * @param group   the number of a divided group
     * @param visited by chain: the parts that it was seen in, each at least once
     * @param looks   how often each chain was looked at
     * @return whether that is so; false if chains that move anywhere would not have met either
     */
    public boolean areKept(int group, List<int[]> visited, long looks) {
        int parts = Arrays.stream(divided.get(group).parts).max().orElse(0);
        UnionFind joined = new UnionFind(parts + 1);
        boolean left = false;
        for (int[] own : visited) {
            for (int part : own) {
                left |= part != own[0];
                joined.union(own[0], part);
            }
        }
        boolean apart = visited.stream().filter(own -> own.length > 0).mapToInt(own -> joined.find(own[0]))
                .distinct().count() > 1;
        return !left || apart && (double) looks * looks >= (double) EXPECTED_MEETINGS * parts;
    }

    /**
     * The parts that a state is in.
     *
     * @param state a possible state
     * @return by divided group: the number of the part
     */
    public int[] of(int[] state) {
        return divided.stream().mapToInt(group -> group.part(state)).toArray();
    }
}
