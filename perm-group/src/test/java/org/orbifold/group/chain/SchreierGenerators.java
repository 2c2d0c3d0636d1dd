package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.List;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

/**
 * The oracle of larger groups, without randomness: from the bottom up, all Schreier generators t(γ) s t(γs)^-1 of every
 * level are sifted through the levels below, and what remains becomes a strong generator (Schreier's lemma; Sims 1970).
 * Costs, per level, the orbit size times the number of generators times a sift.
 */
final class SchreierGenerators {

    private SchreierGenerators() {
    }

    static BigInteger order(int degree, List<Permutation> generators) {
        MutableChain chain = new MutableChain(Images.identity(degree));
        complete(chain, generators.stream().map(Permutation::images).toList());
        return chain.order();
    }

    static void complete(MutableChain chain, List<int[]> generators) {
        for (int[] generator : generators) {
            chain.insert(generator.clone(), 0);
        }
        int level = chain.size() - 1;
        while (level >= 0) {
            int changed = test(chain, level);
            level = changed < 0 ? level - 1 : changed;
        }
    }

    /** Returns the level that got a new generator, or -1 if this one is proved. */
    private static int test(MutableChain chain, int index) {
        Level level = chain.level(index);
        List<int[]> generators = chain.generators(index);
        for (int[] generator : generators) {
            for (int i = 0; i < level.orbitSize(); i++) {
                if (!level.inOrbit(generator[level.orbitPoint(i)])) {
                    level.add(generator);
                    return index;
                }
            }
        }
        Word word = new Word();
        for (int i = 0; i < level.orbitSize(); i++) {
            int point = level.orbitPoint(i);
            for (int[] generator : generators) {
                word.clear();
                level.appendTransversal(point, word);
                word.append(generator);
                level.appendInverse(generator[point], word);
                int[] element = word.product(chain.degree());
                if (Images.isIdentity(element)) {
                    continue;
                }
                int changed = chain.insert(element, index + 1);
                if (changed >= 0) {
                    return changed;
                }
            }
        }
        return -1;
    }
}
