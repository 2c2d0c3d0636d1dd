package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TableArraysTest {

    private static final int SIZE = 1 << 15;

    @Test
    void anArrayThatWasGivenBackIsTakenAgain() {
        TableArrays arrays = new TableArrays(8.0 * 3 * SIZE);
        double[] first = arrays.take(SIZE);
        assertThat(arrays.take(SIZE)).isNotSameAs(first);
        arrays.give(first);
        assertThat(arrays.take(SIZE + 1)).hasSize(SIZE + 1).isNotSameAs(first);
    }

    @Test
    void unusedArraysMakeRoomForOthers() {
        TableArrays arrays = new TableArrays(8.0 * 4 * SIZE);
        Set<double[]> known = Collections.newSetFromMap(new IdentityHashMap<>());
        List<double[]> taken = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            taken.add(arrays.take(SIZE));
        }
        known.addAll(taken);
        taken.forEach(arrays::give);
        // Two of the four go, so that this one and the others stay within the limit.
        arrays.take(2 * SIZE);
        int again = 0;
        for (int i = 0; i < 4; i++) {
            again += known.remove(arrays.take(SIZE)) ? 1 : 0;
        }
        assertThat(again).isEqualTo(2);
    }

    @Test
    void smallArraysAndThoseWithoutALimitAreNotKept() {
        TableArrays arrays = new TableArrays(8.0 * 4 * SIZE);
        double[] small = arrays.take(SIZE - 1);
        arrays.give(small);
        assertThat(arrays.take(SIZE - 1)).isNotSameAs(small);
        double[] large = TableArrays.NONE.take(SIZE);
        TableArrays.NONE.give(large);
        assertThat(TableArrays.NONE.take(SIZE)).isNotSameAs(large);
    }

    /** No array is used twice at a time, and all that were made and are not let go stay within the limit. */
    @Property(tries = 200, seed = "20271")
    void noArrayIsUsedTwiceAndTheLimitHolds(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int limit = random.nextInt(1, 20);
        TableArrays arrays = new TableArrays(8.0 * limit * SIZE);
        Set<double[]> used = Collections.newSetFromMap(new IdentityHashMap<>());
        List<double[]> inUse = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            if (inUse.isEmpty() || random.nextBoolean()) {
                double[] array = arrays.take(SIZE * random.nextInt(1, 4));
                assertThat(used.add(array)).isTrue();
                inUse.add(array);
            } else {
                double[] array = inUse.remove(random.nextInt(inUse.size()));
                used.remove(array);
                arrays.give(array);
            }
            double entries = inUse.stream().mapToDouble(array -> array.length).sum();
            assertThat(arrays.heldEntries()).isBetween(entries, Math.max(entries, (double) limit * SIZE));
        }
    }
}
