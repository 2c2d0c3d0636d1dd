package org.orbifold.firstorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.orbifold.pgm.time.Budget;

/** Numbers of compositions, and back. */
class CompositionsTest {

    @Property(tries = 100)
    void numbersAreThoseOfTheOrder(@ForAll @IntRange(min = 1, max = 5) int parts,
            @ForAll @IntRange(max = 9) int sum) {
        Compositions compositions = new Compositions(parts, 9);
        int[] seen = {0};
        int[][] last = {new int[parts]};
        compositions.forEach(sum, Budget.unlimited(), (number, counts) -> {
            assertThat(number).isEqualTo(seen[0]++);
            assertThat(Arrays.stream(counts).sum()).isEqualTo(sum);
            assertThat(Arrays.stream(counts).min().orElseThrow()).isNotNegative();
            assertThat(compositions.number(counts)).isEqualTo(number);
            assertThat(compositions.composition(number, sum)).isEqualTo(counts);
            assertThat(number == 0 || Arrays.compare(last[0], counts) < 0).isTrue();
            last[0] = counts.clone();
        });
        assertThat(seen[0]).isEqualTo(compositions.count(sum));
        assertThat((double) seen[0]).isEqualTo(Math.rint(Compositions.count(sum, parts)));
    }
}
