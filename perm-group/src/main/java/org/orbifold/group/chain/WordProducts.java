package org.orbifold.group.chain;

import java.util.Arrays;
import org.orbifold.group.kernel.Images;

/** Elements by the words of the Schreier trees, for chains whose multiplied-out transversals would be too large. */
final class WordProducts implements ElementMaker {

    private final FrozenLevel[] levels;
    private final Word word = new Word();
    private final int[] images;

    WordProducts(int degree, FrozenLevel[] levels) {
        this.levels = levels;
        this.images = new int[degree];
    }

    @Override
    public void write(int[] chosen, int[] result) {
        Images.setIdentity(result);
        for (int i = levels.length - 1; i >= 0; i--) {
            word.clear();
            levels[i].append(chosen[i], word);
            word.applyTo(result);
        }
    }

    @Override
    public boolean matches(int[] chosen, int[] candidate) {
        write(chosen, images);
        return Arrays.equals(images, candidate);
    }
}
