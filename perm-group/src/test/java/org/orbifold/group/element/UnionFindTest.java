package org.orbifold.group.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class UnionFindTest {

    /** Against the naive way: a class number per point, all of one class renumbered at each union. */
    @Property(tries = 200)
    void agreesWithRenumbering(@ForAll @IntRange(min = 1, max = 60) int size, @ForAll @IntRange(max = 90) int unions,
            @ForAll long seed) {
        UnionFind sets = new UnionFind(size);
        int[] naive = new int[size];
        Arrays.setAll(naive, x -> x);
        Random random = new Random(seed);
        for (int i = 0; i < unions; i++) {
            int a = random.nextInt(size);
            int b = random.nextInt(size);
            boolean different = naive[a] != naive[b];
            assertThat(sets.union(a, b)).isEqualTo(different);
            int from = naive[b];
            int to = naive[a];
            Arrays.setAll(naive, x -> naive[x] == from ? to : naive[x]);
        }
        assertThat(sets.size()).isEqualTo(size);
        assertThat(sets.sets()).isEqualTo((int) Arrays.stream(naive).distinct().count());
        for (int x = 0; x < size; x++) {
            int number = naive[x];
            assertThat(sets.sizeOf(x)).isEqualTo((int) Arrays.stream(naive).filter(n -> n == number).count());
            for (int y = 0; y < size; y++) {
                assertThat(sets.find(x) == sets.find(y)).isEqualTo(naive[x] == naive[y]);
            }
        }
    }

    @Test
    void aMillionUnionsInARowStayQuick() {
        UnionFind sets = new UnionFind(1_000_000);
        for (int x = 1; x < 1_000_000; x++) {
            sets.union(x - 1, x);
        }
        assertThat(sets.sets()).isEqualTo(1);
        assertThat(sets.sizeOf(777_777)).isEqualTo(1_000_000);
    }
}
