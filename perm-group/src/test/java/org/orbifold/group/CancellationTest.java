package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.element.Permutation;

class CancellationTest {

    /** The symmetric group on 40 points with a sign on each pair of 2 · 40 points: no short cycles. */
    private static List<Permutation> signedPairs(int n) {
        int[] rotation = new int[2 * n];
        int[] swap = new int[2 * n];
        int[] sign = new int[2 * n];
        for (int i = 0; i < n; i++) {
            for (int x = 0; x < 2; x++) {
                rotation[2 * i + x] = 2 * ((i + 1) % n) + x;
                swap[2 * i + x] = 2 * (i < 2 ? 1 - i : i) + x;
                sign[2 * i + x] = 2 * i + 1 - x;
            }
        }
        return List.of(Permutation.ofImages(rotation), Permutation.ofImages(swap), Permutation.ofImages(sign));
    }

    private static BigInteger order(int n) {
        BigInteger order = BigInteger.TWO;
        for (int i = 2; i <= n; i++) {
            order = order.multiply(BigInteger.valueOf(i));
        }
        return order;
    }

    @Test
    void aCancelledGroupIsNotMade() {
        AtomicInteger asked = new AtomicInteger();
        ChainOptions options = ChainOptions.defaults().withCancellation(() -> asked.incrementAndGet() > 5);
        assertThatThrownBy(() -> PermutationGroup.of(80, signedPairs(40), options))
            .isInstanceOf(CancellationException.class);
        assertThat(asked.get()).isEqualTo(6);
    }

    @Test
    void theCancellationIsAskedOften() {
        AtomicInteger asked = new AtomicInteger();
        PermutationGroup group = PermutationGroup.of(60, signedPairs(30),
            ChainOptions.defaults().withCancellation(() -> asked.incrementAndGet() < 0));
        assertThat(group.order()).isEqualTo(order(30));
        assertThat(asked.get()).isGreaterThan(20);
    }

    /** A bound that is reached is a proof; one that is not reached changes nothing. */
    @Test
    void aLargestOrderSavesTheProof() {
        for (int factor = 1; factor <= 2; factor++) {
            PermutationGroup group = PermutationGroup.builder(60).generated(signedPairs(30)).build(
                ChainOptions.defaults().withLargestOrder(order(30).multiply(BigInteger.valueOf(factor))));
            assertThat(group.order()).isEqualTo(order(30));
            assertThat(group.isVerified()).isTrue();
        }
    }

    @Test
    void anOrderIsPositive() {
        assertThatThrownBy(() -> ChainOptions.defaults().withLargestOrder(BigInteger.ZERO))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("order 0");
    }
}
