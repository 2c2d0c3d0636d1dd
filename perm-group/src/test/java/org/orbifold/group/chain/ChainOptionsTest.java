package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ChainOptionsTest {

    @Test
    void defaultsAreAsDocumented() {
        ChainOptions options = ChainOptions.defaults();
        assertThat(options.method()).isEqualTo(ChainOptions.Method.RANDOM_VERIFIED);
        assertThat(options.knownOrder()).isEmpty();
        assertThat(options.base()).isEmpty();
        assertThat(options.trivialSifts()).isEqualTo(8);
        assertThat(options.seed()).isEqualTo(1);
    }

    @Test
    void everyChangeKeepsTheOthers() {
        ChainOptions options = ChainOptions.defaults()
            .withSeed(5)
            .withBase(3, 1)
            .withTrivialSifts(20)
            .withKnownOrder(BigInteger.TEN)
            .withMethod(ChainOptions.Method.MONTE_CARLO)
            .withSeed(6);
        assertThat(options.seed()).isEqualTo(6);
        assertThat(options.base()).containsExactly(3, 1);
        assertThat(options.trivialSifts()).isEqualTo(20);
        assertThat(options.knownOrder()).contains(BigInteger.TEN);
        assertThat(options.method()).isEqualTo(ChainOptions.Method.MONTE_CARLO);
        assertThat(ChainOptions.defaults().seed()).isEqualTo(1);
    }

    @Test
    void basesAreCopiedOnTheWayInAndOut() {
        int[] base = {4, 2};
        ChainOptions options = ChainOptions.defaults().withBase(base);
        base[0] = 9;
        options.base()[1] = 9;
        assertThat(options.base()).containsExactly(4, 2);
    }

    @Test
    void impossibleValuesAreNamed() {
        ChainOptions options = ChainOptions.defaults();
        assertThatThrownBy(() -> options.withKnownOrder(BigInteger.ZERO))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("order 0");
        assertThatThrownBy(() -> options.withKnownOrder(BigInteger.valueOf(-6))).hasMessageContaining("-6");
        assertThatThrownBy(() -> options.withTrivialSifts(0))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not 0");
        assertThatThrownBy(() -> options.withMethod(null)).isInstanceOf(NullPointerException.class);
    }
}
