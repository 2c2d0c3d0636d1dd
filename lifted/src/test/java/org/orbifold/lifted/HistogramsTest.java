package org.orbifold.lifted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.time.Budget;

class HistogramsTest {

    /** Every histogram has a number of its own, and one more block leads where it must. */
    @Test
    void numbersAreRight() {
        for (int values = 1; values <= 4; values++) {
            int d = values;
            Histograms histograms = new Histograms(values, 6);
            for (int size = 0; size <= 6; size++) {
                Map<List<Integer>, Integer> found = all(histograms, size);
                assertThat(found).hasSize((int) Histograms.count(values, size)).hasSize(histograms.count(size));
                assertThat(found.values()).allMatch(number -> number >= 0 && number < found.size())
                        .doesNotHaveDuplicates();
                if (size > 0) {
                    all(histograms, size - 1).forEach((counts, number) -> {
                        for (int v = 0; v < d; v++) {
                            List<Integer> more = new ArrayList<>(counts);
                            more.set(v, more.get(v) + 1);
                            assertThat(histograms.plus(number, v)).isEqualTo(found.get(more));
                        }
                    });
                }
            }
        }
    }

    private static Map<List<Integer>, Integer> all(Histograms histograms, int size) {
        Map<List<Integer>, Integer> found = new HashMap<>();
        histograms.forEach(size, Budget.unlimited(), (number, counts) -> {
            assertThat(Arrays.stream(counts).sum()).isEqualTo(size);
            found.put(Arrays.stream(counts).boxed().toList(), number);
        });
        return found;
    }

    @Test
    void numbersOfManyBlocks() {
        assertThat(Histograms.count(2, 100)).isEqualTo(101);
        assertThat(Histograms.count(4, 100)).isEqualTo(176_851);
        assertThat(new Histograms(3, 50).count(50)).isEqualTo(1326);
    }
}
