package org.orbifold.mcmc.orbit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ProductReplacement;

/**
 * Elements of a factor by product replacement, begun at the first use from the chain's own randomness. The slots are
 * memory of earlier moves, so a checkpoint holds them.
 */
final class ReplacementElements implements Elements {

    private final List<Permutation> generators;
    private final int[] images;
    private @Nullable ProductReplacement sampler;

    /** For a factor with the given generators, on its local numbers. */
    ReplacementElements(int size, List<Permutation> generators) {
        this.generators = generators;
        this.images = new int[size];
    }

    @Override
    public void draw(RandomGenerator random) {
        if (sampler == null) {
            sampler = ProductReplacement.of(images.length, generators, ProductReplacement.Options.defaults(),
                    random);
        }
        sampler.sampleInto(random, images);
    }

    @Override
    public int image(int local) {
        return images[local];
    }

    void save(DataOutput out) throws IOException {
        out.writeBoolean(sampler != null);
        if (sampler != null) {
            sampler.save(out);
        }
    }

    void load(DataInput in) throws IOException {
        sampler = in.readBoolean()
                ? ProductReplacement.load(images.length, ProductReplacement.Options.defaults(), in) : null;
    }
}
