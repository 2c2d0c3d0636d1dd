package org.orbifold.mcmc.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamsTest {

    @Test
    void noTwoPurposesShareAStream() {
        Set<Long> numbers = new HashSet<>();
        Set<Long> first = new HashSet<>();
        for (Streams stream : Streams.values()) {
            for (long index : new long[] {0, 1, 63, 1L << 20, (1L << 40) - 1}) {
                assertThat(numbers.add(stream.number(index))).as("%s %d", stream, index).isTrue();
                assertThat(first.add(stream.of(7, index).nextLong())).as("%s %d", stream, index).isTrue();
            }
        }
    }

    @Test
    void chainsKeepTheirNumbers() {
        assertThat(Streams.CHAINS.number(3)).isEqualTo(3);
        assertThat(Streams.CHAINS.of(5, 3).nextLong()).isEqualTo(Xoshiro256.of(5, 3).nextLong());
    }

    @Test
    void refusesOtherNumbers() {
        assertThatIllegalArgumentException().isThrownBy(() -> Streams.TRIALS.number(-1)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> Streams.TRIALS.number(1L << 40));
    }
}
