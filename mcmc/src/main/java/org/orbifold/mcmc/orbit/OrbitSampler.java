package org.orbifold.mcmc.orbit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * Moves a state to a uniformly random one of its orbit, factor by factor, each at the cost of its own points: a coin or
 * a bounded number inside a block, Fisher–Yates for symmetric groups on tiles of blocks, a verified stabiliser chain
 * for the rest. All draws are exactly uniform, unless product replacement is asked for: then it draws the elements of
 * all factors that move several blocks and are more than a swap. Holds scratch space: one per thread.
 */
public final class OrbitSampler {

    private final OrbitAction action;
    private final BlockValuePairs pairs;
    private final JointFactor[] joint;
    private final Elements[] elements;
    /** Those of the elements that remember earlier moves, in the order of the factors. */
    private final List<ReplacementElements> replaced = new ArrayList<>();
    private final int[] targets;
    private final Changes changes = new Changes();

    private OrbitSampler(OrbitAction action, ElementDraw draw) {
        this.action = action;
        this.pairs = action.symmetries().pairs();
        this.joint = action.joint().toArray(JointFactor[]::new);
        this.elements = new Elements[joint.length];
        int blocks = 0;
        for (int f = 0; f < joint.length; f++) {
            JointFactor factor = joint[f];
            blocks = Math.max(blocks, factor.blocks().length);
            boolean replace = draw == ElementDraw.PRODUCT_REPLACEMENT
                    && factor.factor().group().kind() != GroupStructure.Kind.SWAP;
            if (replace) {
                replaced.add(new ReplacementElements(factor.size(), generators(factor)));
            }
            elements[f] = replace ? replaced.get(replaced.size() - 1) : Elements.exactlyUniform(factor);
        }
        this.targets = new int[blocks];
    }

    /**
     * A sampler for one thread.
     *
     * @param action the action whose orbits are moved along
     * @param draw   how elements of larger factors are drawn
     * @return a new sampler
     */
    public static OrbitSampler of(OrbitAction action, ElementDraw draw) {
        return new OrbitSampler(action, draw);
    }

    /** The factor's generators by local numbers. */
    private List<Permutation> generators(JointFactor factor) {
        return factor.factor().generators(pairs.pairCount()).stream().map(generator -> {
            int[] images = new int[factor.size()];
            for (int local = 0; local < images.length; local++) {
                int pair = generator.image(factor.pair(local));
                int i = Arrays.binarySearch(factor.blocks(), pairs.blockOf(pair));
                images[local] = factor.local(i, pairs.valueOf(pair));
            }
            return Permutation.ofImages(images);
        }).toList();
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
     * Writes what this remembers of earlier moves, for a checkpoint: nothing unless it draws by product replacement.
     *
     * @param out where to
     * @throws IOException if that fails
     */
    public void save(DataOutput out) throws IOException {
        for (ReplacementElements one : replaced) {
            one.save(out);
        }
    }

    /**
     * Takes what {@link #save} wrote.
     *
     * @param in where from
     * @throws IOException if that fails
     */
    public void load(DataInput in) throws IOException {
        for (ReplacementElements one : replaced) {
            one.load(in);
        }
    }

    /**
     * Moves to a uniform member of the state's orbit under the whole group.
     *
     * @param state    the state, changed in place
     * @param time     the number of the step, for the listener
     * @param random   the source of randomness
     * @param listener receives the changes
     */
    public void moveAll(int[] state, long time, RandomGenerator random, ChangeListener listener) {
        changes.begin(time);
        action.flips().move(state, time, random, changes, listener);
        for (int block : action.innerBlocks()) {
            moveInside(block, state, time, random, listener);
        }
        for (int f = 0; f < joint.length; f++) {
            moveJointly(f, state, time, random, listener);
        }
        changes.flush(time, listener);
    }

    /**
     * Moves to a uniform member of the state's orbit under those factors that can move one block. The choice of the
     * block must not depend on the state, or the target distribution is lost.
     *
     * @param block    the block
     * @param state    the state, changed in place
     * @param time     the number of the step, for the listener
     * @param random   the source of randomness
     * @param listener receives the changes
     */
    public void moveAround(int block, int[] state, long time, RandomGenerator random, ChangeListener listener) {
        changes.begin(time);
        moveInside(block, state, time, random, listener);
        for (int f : action.jointOfBlock(block)) {
            moveJointly(f, state, time, random, listener);
        }
        changes.flush(time, listener);
    }

    private void moveInside(int block, int[] state, long time, RandomGenerator random, ChangeListener listener) {
        int[] choices = action.choices(pairs.pair(block, state));
        if (choices.length > 0) {
            assign(block, choices[random.nextInt(choices.length)], state, time, listener);
        }
    }

    private void moveJointly(int index, int[] state, long time, RandomGenerator random, ChangeListener listener) {
        JointFactor factor = joint[index];
        Elements element = elements[index];
        element.draw(random);
        // First all images, then all changes: blocks exchange their values.
        int[] blocks = factor.blocks();
        int count = 0;
        for (int i = 0; i < blocks.length; i++) {
            int local = factor.local(i, pairs.pair(blocks[i], state) - pairs.firstPair(blocks[i]));
            if (local >= 0) {
                targets[count++] = factor.pair(element.image(local));
            }
        }
        for (int i = 0; i < count; i++) {
            assign(pairs.blockOf(targets[i]), targets[i], state, time, listener);
        }
    }

    private void assign(int block, int pair, int[] state, long time, ChangeListener listener) {
        int value = pair - pairs.firstPair(block);
        for (int i = pairs.firstPlace(block), end = pairs.firstPlace(block + 1); i < end; i++) {
            int variable = pairs.variable(i);
            int before = state[variable];
            state[variable] = pairs.variableValue(i, value);
            changes.reserve(1, time, listener);
            changes.add(0, variable, before, state[variable]);
        }
    }
}
