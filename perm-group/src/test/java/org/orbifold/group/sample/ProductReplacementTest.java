package org.orbifold.group.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;

/** How far from uniform product replacement is, over fresh starts: elements of one run are correlated. */
class ProductReplacementTest {

    private static final List<Permutation> M11 = List.of(
        Permutation.parseCycles(11, "(0 1 2 3 4 5 6 7 8 9 10)"),
        Permutation.parseCycles(11, "(2 6 10 7)(3 9 4 5)"));

    /** Chi-square of the cycle types of M11 over restarts; there are 8 types, so 7 degrees of freedom. */
    private static double cycleTypes(ProductReplacement.Options options, int restarts) {
        Map<String, Integer> type = new LinkedHashMap<>();
        List<Long> size = new ArrayList<>();
        for (Permutation element : BruteForce.elements(11, M11)) {
            int number = type.computeIfAbsent(Arrays.toString(element.cycles().type()), t -> type.size());
            if (number == size.size()) {
                size.add(0L);
            }
            size.set(number, size.get(number) + 1);
        }
        assertThat(type).hasSize(8);
        double[] probability = size.stream().mapToDouble(s -> s / 7920.0).toArray();
        long[] counts = new long[8];
        SplittableRandom random = new SplittableRandom(2718);
        for (int i = 0; i < restarts; i++) {
            Permutation element = ProductReplacement.of(11, M11, options, random).sample(random);
            counts[type.get(Arrays.toString(element.cycles().type()))]++;
        }
        return ChiSquare.against(counts, probability);
    }

    /** The defaults: bias below what 20,000 restarts can see, at a false-alarm rate of 1e-6 (fixed seed). */
    @Test
    void defaultsAreIndistinguishableFromUniformOnM11() {
        assertThat(cycleTypes(ProductReplacement.Options.defaults(), 20_000)).isLessThan(ChiSquare.limit(7));
    }

    /** The known bias without accumulator, so that nobody relies on it: huge after 20 steps. */
    @Test
    void withoutAccumulatorAShortBurnInIsFarFromUniform() {
        ProductReplacement.Options plain = ProductReplacement.Options.defaults().withAccumulator(false).withBurnIn(20);
        assertThat(cycleTypes(plain, 20_000)).isGreaterThan(1000);
        ProductReplacement.Options state = ProductReplacement.Options.defaults().withBurnIn(20);
        assertThat(cycleTypes(state, 20_000)).isLessThan(100);
    }

    /**
     * Many generators need a burn-in in proportion: the mean weight of 2^100 is 1/2 per swap only after enough steps.
     */
    @Test
    void theDefaultBurnInGrowsWithTheGenerators() {
        int k = 100;
        List<Permutation> swaps = new ArrayList<>();
        for (int i = 0; i < k; i++) {
            swaps.add(Permutation.transposition(2 * k, 2 * i, 2 * i + 1));
        }
        double fixed = meanWeight(swaps, ProductReplacement.Options.defaults().withBurnIn(20));
        double grown = meanWeight(swaps, ProductReplacement.Options.defaults());
        assertThat(fixed).isLessThan(0.3);
        // 300 restarts of 100 swaps: standard error 0.003 if independent; 0.02 is more than six of them.
        assertThat(grown).isBetween(0.48, 0.52);
    }

    private static double meanWeight(List<Permutation> swaps, ProductReplacement.Options options) {
        int degree = swaps.get(0).degree();
        SplittableRandom random = new SplittableRandom(5);
        double moved = 0;
        for (int i = 0; i < 300; i++) {
            moved += ProductReplacement.of(degree, swaps, options, random).sample(random).supportSize() / 2.0;
        }
        return moved / 300 / swaps.size();
    }

    @Test
    void slotsAlwaysGenerateTheGroup() {
        ProductReplacementState state =
            new ProductReplacementState(11, M11.stream().map(Permutation::images).toList(), 5);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            state.step(random);
        }
        List<Permutation> slots = new ArrayList<>();
        for (int i = 0; i < state.rows().length - 1; i++) {
            slots.add(Permutation.ofImages(state.rows()[i]));
        }
        assertThat(BruteForce.elements(11, slots)).hasSize(7920);
    }

    @Test
    void optionsAreChecked() {
        ProductReplacement.Options defaults = ProductReplacement.Options.defaults();
        assertThatThrownBy(() -> defaults.withSlots(1)).hasMessageContaining("at least 2 slots");
        assertThatThrownBy(() -> defaults.withBurnIn(-1)).hasMessageContaining("burn-in of -1");
        SplittableRandom random = new SplittableRandom(1);
        assertThatThrownBy(() -> ProductReplacement.of(12, M11, defaults, random)).hasMessageContaining("degree 11");
        ProductReplacement trivial = ProductReplacement.of(4, List.of(), defaults, random);
        assertThat(trivial.sample(random).isIdentity()).isTrue();
        assertThat(trivial.isUniform()).isFalse();
        ProductReplacement few = ProductReplacement.of(11, M11, defaults.withSlots(2).withBurnIn(50), random);
        assertThat(BruteForce.elements(11, M11)).contains(few.sample(random));
    }

    /** What was saved goes on with the same elements, with and without accumulator, and damage is refused. */
    @Test
    void goesOnFromWhatItSaved() throws IOException {
        List<Permutation> generators = List.of(Permutation.parseCycles(7, "(0 1 2 3 4 5 6)"),
            Permutation.parseCycles(7, "(0 1)"));
        for (boolean accumulator : new boolean[] {true, false}) {
            ProductReplacement.Options options = ProductReplacement.Options.defaults().withAccumulator(accumulator);
            ProductReplacement sampler = ProductReplacement.of(7, generators, options, new SplittableRandom(1));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            sampler.save(new DataOutputStream(bytes));
            byte[] saved = bytes.toByteArray();
            ProductReplacement other = ProductReplacement.load(7, options,
                new DataInputStream(new ByteArrayInputStream(saved)));
            SplittableRandom one = new SplittableRandom(2);
            SplittableRandom two = new SplittableRandom(2);
            for (int i = 0; i < 50; i++) {
                int[] expected = new int[7];
                int[] found = new int[7];
                sampler.sampleInto(one, expected);
                other.sampleInto(two, found);
                assertThat(found).isEqualTo(expected);
            }
            saved[7] = 99;
            assertThatThrownBy(() -> ProductReplacement.load(7, options,
                new DataInputStream(new ByteArrayInputStream(saved)))).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
