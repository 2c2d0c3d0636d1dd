package org.orbifold.graph.refine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The three ways of sorting against the platform's, on one sorter that must be clean after each. */
class SmallSorterTest {

    @Test
    void sortsShortLongAndScatteredLists() {
        int bound = 200_000;
        SmallSorter sorter = new SmallSorter(bound);
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 2000; round++) {
            int range = 1 + random.nextInt(round % 2 == 0 ? bound : 300);
            int from = random.nextInt(bound - range + 1);
            int[] numbers = random.ints(random.nextInt(60), from, from + range).distinct().toArray();
            int[] expected = numbers.clone();
            Arrays.sort(expected);
            int size = numbers.length;
            int[] padded = Arrays.copyOf(numbers, size + 3);
            Arrays.fill(padded, size, size + 3, -7);
            sorter.sort(padded, size);
            assertThat(Arrays.copyOf(padded, size)).isEqualTo(expected);
            assertThat(Arrays.copyOfRange(padded, size, size + 3)).containsOnly(-7);
        }
    }
}
