package org.orbifold.pgm.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Against the index of every entry, digit by digit. */
class BroadcastTest {

    @Property(tries = 300, seed = "20186")
    void everyPartOfTheLargeTable(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean many = random.nextInt(4) == 0;
        int n = random.nextInt(1, many ? 4 : 8);
        int[] sizes = random.ints(n, 1, many ? 3 : 5).toArray();
        if (many) {
            sizes[random.nextInt(n)] = random.nextInt(20, 9000);
        }
        int entries = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        int[] strides = new int[n];
        int small = 1;
        // Some variables, mostly in the order of the large table.
        int turn = random.nextInt(4) == 0 ? random.nextInt(n) : 0;
        for (int i = n - 1; i >= 0; i--) {
            int k = (i + turn) % n;
            if (random.nextInt(3) > 0) {
                strides[k] = small;
                small *= sizes[k];
            }
        }
        int[] index = new int[entries];
        for (int e = 0; e < entries; e++) {
            for (int k = n - 1, rest = e; k >= 0; k--) {
                index[e] += rest % sizes[k] * strides[k];
                rest /= sizes[k];
            }
        }
        int from = random.nextInt(entries);
        int to = random.nextInt(from, entries) + 1;
        double[] values = random.doubles(small).toArray();
        double[] others = random.doubles(entries).toArray();
        Broadcast broadcast = new Broadcast(sizes, strides);
        double[] copy = new double[entries];
        broadcast.copy(values, 0, copy, from, to);
        double[] product = others.clone();
        broadcast.multiply(values, 0, product, from, to);
        double[] sum = others.clone();
        broadcast.add(values, 0, sum, from, to);
        double[] sums = new double[small];
        broadcast.sumInto(others, sums, from, to);
        double[] expectedSums = new double[small];
        boolean right = true;
        for (int e = from; e < to; e++) {
            right &= copy[e] == values[index[e]];
            right &= product[e] == others[e] * values[index[e]];
            right &= sum[e] == others[e] + values[index[e]];
            expectedSums[index[e]] += others[e];
        }
        assertThat(right).isTrue();
        assertThat(Arrays.copyOf(sum, from)).as("the rest is untouched").containsExactly(Arrays.copyOf(others, from));
        assertThat(sums).containsExactly(expectedSums, within(1e-9));
    }
}
