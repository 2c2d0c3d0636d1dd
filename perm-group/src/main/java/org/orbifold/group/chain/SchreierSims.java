package org.orbifold.group.chain;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ProductReplacement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds stabiliser chains (Sims 1970; randomised after Leon 1980 and Seress 2003, chapter 4).
 *
 * <p>By default random elements from product replacement are sifted until several in a row leave nothing, and the
 * chain is then proved: by an order bound from orbits and blocks if it reaches that, else by the strong generating
 * test, which adds missing generators. So the answer is exact; the seed decides only how it is found.
 */
final class SchreierSims {

    private static final Logger LOG = LoggerFactory.getLogger(SchreierSims.class);
    private static final int EXTRA_SLOTS = 8;
    private static final int BURN_IN = 40;

    /** From this length on the strong generating test costs more than an order bound. */
    private static final int LONG_CHAIN = 24;

    /**
     * How many times as many elements are sifted in vain where an order is known and a long chain does not reach it:
     * products of many generators are far from uniform at first, and more of them cost less than the strong generating
     * test.
     */
    private static final int KNOWN_PATIENCE = 20;

    private final int degree;
    private final List<int[]> generators;
    private final ChainOptions options;
    private final StabilizerChain.OrderBound bound;
    private final SplittableRandom random;
    private final MutableChain chain;

    private SchreierSims(int degree, List<int[]> generators, ChainOptions options, StabilizerChain.OrderBound bound) {
        this.degree = degree;
        this.generators = generators;
        this.options = options;
        this.bound = bound;
        this.random = new SplittableRandom(options.seed());
        this.chain = new MutableChain(basePreference(), options);
        for (int point : options.base()) {
            chain.addLevel(point);
        }
    }

    static StabilizerChain build(int degree, List<int[]> generators, ChainOptions options,
            StabilizerChain.OrderBound bound) {
        long start = System.nanoTime();
        SchreierSims builder = new SchreierSims(degree, generators, options, bound);
        Proof proof = builder.complete();
        for (int level = 0; level < builder.chain.size(); level++) {
            builder.chain.flatten(level, builder.random);
        }
        LOG.debug("chain on {} points: base of length {}, {} strong generators, proof {}, {} s", degree,
            builder.chain.size(), builder.chain.generators(0).size(), proof, (System.nanoTime() - start) * 1e-9);
        return StabilizerChain.freeze(builder.chain, proof);
    }

    private Proof complete() {
        BigInteger known = options.knownOrder().orElse(null);
        randomPhase(options.knownOrder().or(options::largestOrder).orElse(null));
        if (known != null && known.equals(chain.order())) {
            return Proof.KNOWN_ORDER;
        }
        insertGenerators();
        // Without the proof a stated order that was not reached cannot be told from an unlucky random phase.
        if (options.method() == ChainOptions.Method.MONTE_CARLO && known == null) {
            return Proof.NONE;
        }
        if (known == null && !generators.isEmpty() && BaseImageEnumeration.proves(chain, generators)) {
            return Proof.BASE_IMAGES;
        }
        if (chain.size() >= LONG_CHAIN && options.largestOrder().filter(chain.order()::equals).isPresent()) {
            return Proof.ORDER_BOUND;
        }
        if (chain.size() >= LONG_CHAIN
            && bound.bound(chain.level(0).base, chain.generators(1).stream().map(Permutation::ofImages).toList())
                .filter(chain.order()::equals).isPresent()) {
            return Proof.ORDER_BOUND;
        }
        for (int level = 0; level < chain.size(); level++) {
            chain.flatten(level, random);
        }
        ChainVerifier test = new ChainVerifier(chain, random);
        test.completeAll();
        for (int changed = insertGenerators(); changed >= 0; changed = insertGenerators()) {
            test.completeAll();
        }
        checkKnownOrder();
        return Proof.STRONG_GENERATING_TEST;
    }

    /** Sifts random elements until they tell no more, or the order is one that the group cannot exceed. */
    private void randomPhase(@Nullable BigInteger largest) {
        if (generators.isEmpty()) {
            return;
        }
        ProductReplacement elements = ProductReplacement.of(degree,
            generators.stream().map(Permutation::ofImages).toList(),
            ProductReplacement.Options.defaults().withSlots(generators.size() + EXTRA_SLOTS)
                .withBurnIn(BURN_IN + 4 * generators.size()), random);
        int trivial = 0;
        int[] element = new int[degree];
        while (trivial < options.trivialSifts()
            * (largest != null && chain.size() >= LONG_CHAIN ? KNOWN_PATIENCE : 1)) {
            elements.sampleInto(random, element);
            if (chain.insert(element, 0) < 0) {
                trivial++;
                continue;
            }
            trivial = 0;
            element = new int[degree];
            chain.flatten(0, random);
            if (largest != null && largest.equals(chain.order())) {
                return;
            }
        }
    }

    /** Sifts the original generators, so that the chain's group is the generated group. Returns the deepest change. */
    private int insertGenerators() {
        int changed = -1;
        for (int[] generator : generators) {
            changed = Math.max(changed, chain.insert(generator.clone(), 0));
        }
        return changed;
    }

    private void checkKnownOrder() {
        options.knownOrder().ifPresent(known -> {
            if (!known.equals(chain.order())) {
                throw new IllegalArgumentException("the stated order is " + known + " but the group has order "
                    + chain.order() + " (proved)");
            }
        });
    }

    /** In which order points become base points. */
    private int[] basePreference() {
        boolean[] used = new boolean[degree];
        int[] preference = new int[degree];
        int next = 0;
        for (int point : options.base()) {
            if (point < 0 || point >= degree) {
                throw new IllegalArgumentException("base point " + point + " is out of range: points are 0 to "
                    + (degree - 1));
            }
            if (used[point]) {
                throw new IllegalArgumentException("base point " + point + " is prescribed twice");
            }
            used[point] = true;
            preference[next++] = point;
        }
        // Orbit by orbit: the next base point should lie in the orbit of the previous one, see ChainVerifier.
        for (int start = 0; start < degree; start++) {
            if (used[start]) {
                continue;
            }
            int first = next;
            int head = next;
            used[start] = true;
            preference[next++] = start;
            for (; head < next; head++) {
                for (int[] generator : generators) {
                    int image = generator[preference[head]];
                    if (!used[image]) {
                        used[image] = true;
                        preference[next++] = image;
                    }
                }
            }
            // In random order: neighbouring points often share what they fix, and the base gets longer for it.
            for (int i = next - 1; i > first; i--) {
                int j = first + random.nextInt(i - first + 1);
                int swap = preference[i];
                preference[i] = preference[j];
                preference[j] = swap;
            }
        }
        return preference;
    }
}
