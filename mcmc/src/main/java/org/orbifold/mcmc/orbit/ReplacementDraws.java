package org.orbifold.mcmc.orbit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.group.sample.ProductReplacement;

/**
 * Product replacement for the factors of an action, one sampler each, made at its first use from the chain's own
 * randomness. The slots are memory of earlier moves, so a checkpoint holds them.
 */
final class ReplacementDraws {

    private final OrbitAction action;
    private final boolean[] wanted;
    private final ProductReplacement[] samplers;

    ReplacementDraws(OrbitAction action, ElementDraw draw) {
        this.action = action;
        DirectFactor[] joint = action.joint();
        this.wanted = new boolean[joint.length];
        this.samplers = new ProductReplacement[joint.length];
        for (int f = 0; f < joint.length; f++) {
            wanted[f] = draw == ElementDraw.PRODUCT_REPLACEMENT && joint[f].group().kind() != GroupStructure.Kind.SWAP;
        }
    }

    boolean draws(int factor) {
        return wanted[factor];
    }

    void draw(int factor, RandomGenerator random, int[] images) {
        if (samplers[factor] == null) {
            samplers[factor] = start(factor, random);
        }
        samplers[factor].sampleInto(random, images);
    }

    private ProductReplacement start(int factor, RandomGenerator random) {
        return ProductReplacement.start(action.joint()[factor].size(), generators(factor),
                ProductReplacement.Options.defaults(), random);
    }

    /** The group's generators restricted to the factor's points: they generate it, because it is a direct factor. */
    private List<Permutation> generators(int factor) {
        DirectFactor own = action.joint()[factor];
        List<Permutation> restricted = new ArrayList<>();
        for (Permutation generator : action.group().generators()) {
            int[] images = new int[own.size()];
            boolean moves = false;
            for (int i = 0; i < images.length; i++) {
                images[i] = action.localIn(factor, generator.image(own.point(i)));
                moves |= images[i] != i;
            }
            if (moves) {
                restricted.add(Permutation.ofImages(images));
            }
        }
        return restricted;
    }

    void save(DataOutput out) throws IOException {
        for (int f = 0; f < samplers.length; f++) {
            if (wanted[f]) {
                out.writeBoolean(samplers[f] != null);
                if (samplers[f] != null) {
                    samplers[f].save(out);
                }
            }
        }
    }

    void load(DataInput in) throws IOException {
        for (int f = 0; f < samplers.length; f++) {
            if (wanted[f]) {
                samplers[f] = in.readBoolean()
                        ? ProductReplacement.load(action.joint()[f].size(), ProductReplacement.Options.defaults(), in)
                        : null;
            }
        }
    }
}
