package org.orbifold.graph.refine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Known answers: the JDK has the same finaliser, the others are worked out by hand. */
class MixingTest {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long FACTOR = 0xD6E8FEB86659FD93L;

    @Test
    void numbersAreMixedAsTheJdkDoes() {
        assertThat(Mixing.mix(0)).isEqualTo(0xE220A8397B1DCDAFL);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            long seed = random.nextLong();
            assertThat(Mixing.mix(seed)).isEqualTo(new SplittableRandom(seed).nextLong());
        }
    }

    @Test
    void pairsAreTwoHalvesOfANumber() {
        assertThat(Mixing.mix(0, 5)).isEqualTo(Mixing.mix(5L));
        assertThat(Mixing.mix(3, 5)).isEqualTo(Mixing.mix(0x3_0000_0005L));
        assertThat(Mixing.mix(3, -1)).isEqualTo(Mixing.mix(0x3_FFFF_FFFFL));
        assertThat(Mixing.mix(-1, 0)).isEqualTo(Mixing.mix(0xFFFF_FFFF_0000_0000L));
    }

    @Test
    void sequencesAndSmallNumbers() {
        assertThat(Mixing.combine(0, 0)).isEqualTo(GOLDEN);
        assertThat(Mixing.combine(0, 1)).isEqualTo(FACTOR + GOLDEN);
        assertThat(Mixing.combine(1, 0)).isEqualTo((FACTOR << 23) + GOLDEN);
        assertThat(Mixing.combine(1, 1L << 23)).isEqualTo(GOLDEN);
        assertThat(Mixing.mixLightly(0)).isEqualTo(GOLDEN ^ 0x9E3779B9L);
        assertThat(Mixing.mixLightly(-1)).isZero();
        assertThat(Mixing.mixLightly(1)).isEqualTo(2 * GOLDEN ^ 2 * GOLDEN >>> 32);
    }
}
