package org.orbifold.group.sample;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.GroupSampler;
import org.orbifold.group.element.Permutation;

/**
 * Nearly uniform elements without a chain: product replacement (Celler, Leedham-Green, Murray, Niemeyer, O'Brien
 * 1995), by default with accumulator ("rattle", Leedham-Green and Murray 2002).
 *
 * <p>A draw costs a few passes over the points whatever the group's order. It is not exactly uniform: the bias after
 * a short burn-in is large without the accumulator, and consecutive elements are correlated. A group with many
 * generators needs a burn-in in proportion. Take the group apart and sample from chains where you can.
 */
public final class ProductReplacement implements GroupSampler {

    private final int degree;
    private final ProductReplacementState state;
    private final boolean accumulator;

    private ProductReplacement(int degree, ProductReplacementState state, boolean accumulator) {
        this.degree = degree;
        this.state = state;
        this.accumulator = accumulator;
    }

    /**
     * Fills the slots and runs the burn-in.
     *
     * @param degree the number of points
     * @param generators permutations of that degree; may be empty
     * @param options slots, burn-in, accumulator
     * @param random the source of randomness for the burn-in
     * @return a sampler for one thread
     * @throws IllegalArgumentException if a generator has another degree
     */
    public static ProductReplacement of(int degree, Collection<Permutation> generators, Options options,
            RandomGenerator random) {
        for (Permutation generator : generators) {
            if (generator.degree() != degree) {
                throw new IllegalArgumentException("a generator of degree " + generator.degree()
                    + " for a group of degree " + degree);
            }
        }
        List<int[]> images = generators.stream().map(Permutation::images).toList();
        ProductReplacementState state = new ProductReplacementState(degree, images, options.slots(images.size()));
        ProductReplacement sampler = new ProductReplacement(degree, state, options.accumulator);
        for (int i = options.burnIn(images.size()); i > 0; i--) {
            sampler.step(random);
        }
        return sampler;
    }

    /**
     * Writes the slots and the accumulator, so that a later run can go on with {@link #load}.
     *
     * @param out where to
     * @throws IOException if that fails
     */
    public void save(DataOutput out) throws IOException {
        int[][] rows = state.rows();
        out.writeInt(rows.length);
        for (int[] row : rows) {
            for (int image : row) {
                out.writeInt(image);
            }
        }
    }

    /**
     * A sampler that goes on where {@link #save} was called.
     *
     * @param degree the number of points
     * @param options as the saved sampler had them; nothing is burnt in again
     * @param in where from
     * @return a sampler for one thread
     * @throws IOException if that fails
     * @throws IllegalArgumentException if the input does not consist of permutations
     */
    public static ProductReplacement load(int degree, Options options, DataInput in) throws IOException {
        int[][] rows = new int[in.readInt()][degree];
        for (int[] row : rows) {
            for (int x = 0; x < degree; x++) {
                row[x] = in.readInt();
            }
            Permutation.ofImages(row);
        }
        return new ProductReplacement(degree, ProductReplacementState.ofRows(rows), options.accumulator);
    }

    private int[] step(RandomGenerator random) {
        return accumulator ? state.step(random) : state.replace(random);
    }

    @Override
    public int degree() {
        return degree;
    }

    @Override
    public boolean isUniform() {
        return false;
    }

    @Override
    public void sampleInto(RandomGenerator random, int[] images) {
        System.arraycopy(step(random), 0, images, 0, degree);
    }

    /** Slots, burn-in and accumulator: an immutable value; start from {@link #defaults()}. */
    public static final class Options {

        private static final Options DEFAULTS = new Options(0, -1, true);

        /** 0: generators + 10. */
        private final int slots;

        /** -1: max(100, 10 generators). */
        private final int burnIn;

        private final boolean accumulator;

        private Options(int slots, int burnIn, boolean accumulator) {
            this.slots = slots;
            this.burnIn = burnIn;
            this.accumulator = accumulator;
        }

        /**
         * Ten slots more than generators, a burn-in of ten steps per generator but at least 100, with accumulator.
         *
         * @return the defaults
         */
        public static Options defaults() {
            return DEFAULTS;
        }

        /**
         * Fixes the number of slots.
         *
         * @param value at least 2; raised to the number of generators where that is larger
         * @return new options
         * @throws IllegalArgumentException if the value is below 2
         */
        public Options withSlots(int value) {
            if (value < 2) {
                throw new IllegalArgumentException("product replacement needs at least 2 slots, not " + value);
            }
            return new Options(value, burnIn, accumulator);
        }

        /**
         * Fixes the burn-in.
         *
         * @param steps how many steps before the first element, at least 0
         * @return new options
         * @throws IllegalArgumentException if the number is negative
         */
        public Options withBurnIn(int steps) {
            if (steps < 0) {
                throw new IllegalArgumentException("a burn-in of " + steps + " steps");
            }
            return new Options(slots, steps, accumulator);
        }

        /**
         * Switches the accumulator.
         *
         * @param value false for plain product replacement, whose bias after a short burn-in is far larger
         * @return new options
         */
        public Options withAccumulator(boolean value) {
            return new Options(slots, burnIn, value);
        }

        int slots(int generators) {
            return slots == 0 ? generators + 10 : slots;
        }

        int burnIn(int generators) {
            return burnIn < 0 ? Math.max(100, 10 * generators) : burnIn;
        }
    }
}
