package org.orbifold.mcmc.orbit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Moves a state to a uniformly random one of its orbit, factor by factor, each at the cost of its own points: one
 * random bit for a swap, one bounded number inside a block, Fisher–Yates for symmetric groups on blocks, a verified
 * stabiliser chain for the rest. All draws are exactly uniform, unless product replacement is asked for: then it draws
 * the elements of all factors that move several blocks and are more than a swap. Holds scratch space: one per thread.
 */
public final class OrbitMover {

    private final OrbitPart part;
    private final OrbitAction action;
    private final BlockValuePairs values;
    private final DirectFactor[] joint;
    private final GroupStructure.Evaluator[] evaluators;
    /** The samplers of factors that are drawn by product replacement; empty if none is. */
    private final ReplacementDraws replacement;
    /** The one other element of a swap; null for other factors. */
    private final int[][] swaps;
    /** For symmetric groups on whole blocks; null for other factors. */
    private final Shuffle[] shuffles;
    /** Where a factor that needs one draws its element; factors of one degree share it. */
    private final int[][] images;
    private final int[] targets;
    private final Changes changes = new Changes();

    OrbitMover(OrbitPart part, ElementDraw draw) {
        this.part = part;
        this.action = part.action();
        this.values = action.values();
        this.joint = action.joint();
        this.evaluators = new GroupStructure.Evaluator[joint.length];
        this.swaps = new int[joint.length][];
        this.shuffles = new Shuffle[joint.length];
        Map<GroupStructure, GroupStructure.Evaluator> shared = new IdentityHashMap<>();
        this.images = new int[joint.length][];
        Map<Integer, int[]> scratch = new HashMap<>();
        this.replacement = new ReplacementDraws(action, draw);
        int blocks = 0;
        for (int f : part.joint()) {
            GroupStructure group = joint[f].group();
            blocks = Math.max(blocks, action.jointBlocks(f).length);
            shuffles[f] = replacement.draws(f) ? null : BlockShuffle.of(action, f);
            if (shuffles[f] == null) {
                evaluators[f] = replacement.draws(f) ? null : shared.computeIfAbsent(group, GroupStructure::evaluator);
                images[f] = scratch.computeIfAbsent(group.degree(), int[]::new);
                swaps[f] = group.kind() == GroupStructure.Kind.SWAP ? swap(f) : null;
            }
        }
        this.targets = new int[blocks];
    }

    /** The element of order two, read off the orbits: each point goes to the other one of its orbit. */
    private int[] swap(int index) {
        DirectFactor factor = joint[index];
        int[] other = new int[factor.size()];
        for (int i = 0; i < other.length; i++) {
            int point = factor.point(i);
            int[] orbit = action.group().orbits().points(action.group().orbits().orbitOf(point));
            other[i] = action.localIn(index, orbit[0] == point ? orbit[orbit.length - 1] : orbit[0]);
        }
        return other;
    }

    /**
     * What this moves along.
     *
     * @return the action
     */
    public OrbitAction action() {
        return action;
    }

    /**
     * The factors that this moves by.
     *
     * @return part of the action
     */
    public OrbitPart part() {
        return part;
    }

    /**
     * Writes what this remembers of earlier moves, for a checkpoint: nothing unless it draws by product replacement.
     *
     * @param out where to
     * @throws IOException if that fails
     */
    public void save(DataOutput out) throws IOException {
        replacement.save(out);
    }

    /**
     * Takes what {@link #save} wrote.
     *
     * @param in where from
     * @throws IOException if that fails
     */
    public void load(DataInput in) throws IOException {
        replacement.load(in);
    }

    /**
     * Moves to a uniform member of the state's orbit under the group, or that part of it which this moves by.
     *
     * @param state  the state, changed in place
     * @param time   the number of the step, for the sink
     * @param random the source of randomness
     * @param sink   hears what changes
     */
    public void moveAll(int[] state, long time, RandomGenerator random, ChangeSink sink) {
        part.coins().move(state, time, random, changes, sink);
        for (int block : part.otherInnerBlocks()) {
            moveInside(block, state, time, random, sink);
        }
        for (int f : part.joint()) {
            moveJointly(f, state, time, random, sink);
        }
        changes.flush(time, sink);
    }

    /**
     * Moves to a uniform member of the state's orbit under those factors that can move one block. The choice of the
     * block must not depend on the state, or the target distribution is lost.
     *
     * @param block  the block
     * @param state  the state, changed in place
     * @param time   the number of the step, for the sink
     * @param random the source of randomness
     * @param sink   hears what changes
     * @throws IllegalStateException if this moves by a part of the action only
     */
    public void moveAround(int block, int[] state, long time, RandomGenerator random, ChangeSink sink) {
        if (part != action.all()) {
            throw new IllegalStateException("only a mover of the whole action moves around single blocks");
        }
        moveInside(block, state, time, random, sink);
        for (int f : action.jointOfBlock(block)) {
            moveJointly(f, state, time, random, sink);
        }
        changes.flush(time, sink);
    }

    private void moveInside(int block, int[] state, long time, RandomGenerator random, ChangeSink sink) {
        int pair = values.pair(block, state);
        int count = action.choiceCount(pair);
        if (count == 2) {
            assign(action.choice(pair, random.nextBoolean() ? 1 : 0), state, time, sink);
        } else if (count > 2) {
            assign(action.choice(pair, random.nextInt(count)), state, time, sink);
        }
    }

    private void moveJointly(int factor, int[] state, long time, RandomGenerator random, ChangeSink sink) {
        if (shuffles[factor] != null) {
            shuffles[factor].move(state, time, random, changes, sink);
            return;
        }
        int[] element = swaps[factor];
        if (element == null) {
            element = images[factor];
            if (replacement.draws(factor)) {
                replacement.draw(factor, random, element);
            } else {
                evaluators[factor].random(random, element);
            }
        } else if (!random.nextBoolean()) {
            return;
        }
        // First all images, then all changes: blocks exchange their values.
        int count = 0;
        for (int block : action.jointBlocks(factor)) {
            int local = action.localIn(factor, values.pair(block, state));
            if (local >= 0) {
                targets[count++] = joint[factor].point(element[local]);
            }
        }
        for (int i = 0; i < count; i++) {
            assign(targets[i], state, time, sink);
        }
    }

    private void assign(int pair, int[] state, long time, ChangeSink sink) {
        int block = values.blockOf(pair);
        int value = pair - values.firstPair(block);
        for (int i = values.firstPlace(block), end = values.firstPlace(block + 1); i < end; i++) {
            int v = values.variable(i);
            int after = values.variableValue(i, value);
            int before = state[v];
            state[v] = after;
            changes.reserve(1, time, sink);
            changes.add(v, before, after);
        }
    }
}
