package org.orbifold.graph.refine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Both ways of sorting against the library's stable sort. */
class ColorOrderTest {

    private static int[] expected(int[] colors) {
        return IntStream.range(0, colors.length).boxed().sorted(Comparator.comparingInt(i -> colors[i]))
            .mapToInt(Integer::intValue).toArray();
    }

    @Property(tries = 300, seed = "11")
    void anyColours(@ForAll @Size(max = 40) int[] colors) {
        assertThat(ColorOrder.of(colors)).isEqualTo(expected(colors));
    }

    @Property(tries = 300, seed = "12")
    void fewColours(@ForAll @Size(max = 60) @IntRange(min = -3, max = 3) int[] colors) {
        assertThat(ColorOrder.of(colors)).isEqualTo(expected(colors));
    }

    @Test
    void extremeColours() {
        int[] colors = {Integer.MAX_VALUE, Integer.MIN_VALUE, 0, Integer.MAX_VALUE, -1, Integer.MIN_VALUE};
        assertThat(ColorOrder.of(colors)).containsExactly(1, 5, 4, 2, 0, 3);
        assertThat(ColorOrder.of(new int[0])).isEmpty();
        assertThat(ColorOrder.of(new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE})).containsExactly(0, 1);
    }
}
