package org.orbifold.mcmc.run;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/**
 * Variables that hard constraints hold in place: no sequence of changes of single variables leads from a state to one
 * in which they differ. A chain that never changed such a variable would not have done so in any number of sweeps, so
 * that its start is all it knows.
 *
 * <p>A random walk decides: it draws variable after variable uniformly from the values that the constraints allow given
 * the others, whatever the weights. What a walk changes is not held in place. What it does not change may be, or the
 * walk was too short.
 */
final class HardLocks {

    /** Sweeps of a walk: a value that takes several other changes first is found in a few dozen sweeps. */
    private static final int SWEEPS = 64;
    /** The most evaluations of constraints in a walk, about 0.05 s. */
    private static final long MOST_EVALUATIONS = 2_000_000;

    private final GraphicalModel model;
    private final List<Feature> constraints = new ArrayList<>();
    private final IntArrayList[] constraintsOf;
    private final long perSweep;

    HardLocks(GraphicalModel model) {
        this.model = model;
        this.constraintsOf = new IntArrayList[model.variableCount()];
        Arrays.setAll(constraintsOf, v -> new IntArrayList(0));
        model.factors().tables().stream().filter(Table::isHard).forEach(this::add);
        model.factors().wide().stream().filter(feature -> Double.isInfinite(feature.weight())).forEach(this::add);
        long evaluations = 1;
        for (int v = 0; v < constraintsOf.length; v++) {
            evaluations += (long) model.size(v) * constraintsOf[v].size();
        }
        this.perSweep = evaluations;
    }

    private void add(Feature constraint) {
        for (int v : constraint.scope()) {
            constraintsOf[v].add(constraints.size());
        }
        constraints.add(constraint);
    }

    /** Whether a variable is in any hard constraint. */
    boolean isConstrained(int variable) {
        return !constraintsOf[variable].isEmpty();
    }

    /** The candidates that a walk from a possible state does not change. */
    boolean[] of(int[] start, boolean[] candidates, RandomGenerator random) {
        int[] state = start.clone();
        boolean[] locked = new boolean[candidates.length];
        int left = 0;
        for (int v = 0; v < locked.length; v++) {
            locked[v] = candidates[v] && isConstrained(v);
            left += locked[v] ? 1 : 0;
        }
        long sweeps = Math.max(1, Math.min(SWEEPS, MOST_EVALUATIONS / perSweep));
        for (int sweep = 0; sweep < sweeps && left > 0; sweep++) {
            for (int v = 0; v < state.length; v++) {
                draw(state, v, random);
                if (locked[v] && state[v] != start[v]) {
                    locked[v] = false;
                    left--;
                }
            }
        }
        return locked;
    }

    /** Draws a variable uniformly from the values that the constraints allow; one of them is the present one. */
    private void draw(int[] state, int variable, RandomGenerator random) {
        int allowed = 0;
        int chosen = state[variable];
        for (int x = 0; x < model.size(variable); x++) {
            if (isAllowed(state, variable, x) && random.nextInt(++allowed) == 0) {
                chosen = x;
            }
        }
        state[variable] = chosen;
    }

    private boolean isAllowed(int[] state, int variable, int value) {
        for (int c : constraintsOf[variable]) {
            if (constraints.get(c).logPotential(state, variable, value) == Double.NEGATIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    /** The variables that share a factor with a locked one, and these. */
    boolean[] withNeighbours(boolean[] locked) {
        boolean[] result = locked.clone();
        for (Table table : model.factors().tables()) {
            spread(table.scope(), locked, result);
        }
        model.factors().wide().forEach(feature -> spread(feature.scope(), locked, result));
        return result;
    }

    private static void spread(int[] scope, boolean[] locked, boolean[] result) {
        if (Arrays.stream(scope).anyMatch(v -> locked[v])) {
            Arrays.stream(scope).forEach(v -> result[v] = true);
        }
    }
}
