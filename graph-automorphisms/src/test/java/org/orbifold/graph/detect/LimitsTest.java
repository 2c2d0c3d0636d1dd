package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.orbifold.graph.ColoredGraph;
import org.orbifold.graph.TestGraphs;
import org.orbifold.group.element.Permutation;

/** Limits, cancellation, progress: a partial result is honest, and deterministic for a limit on nodes. */
class LimitsTest {

    private static final ColoredGraph CUBE = TestGraphs.hypercube(6);
    private static final BigInteger ORDER = BigInteger.valueOf(64 * 720);

    @Test
    void everyNodeLimitGivesACertifiedSubgroupWithALowerBound() {
        long needed = Automorphisms.of(CUBE).searchNodes();
        assertThat(needed).isGreaterThan(5);
        boolean sawPartialGroup = false;
        for (long nodes = 0; nodes <= needed; nodes++) {
            Automorphisms found = Automorphisms.of(CUBE, SearchOptions.defaults().withMaxNodes(nodes));
            assertThat(found.isComplete()).isEqualTo(nodes == needed);
            assertThat(found.limitReached().isPresent()).isEqualTo(nodes < needed);
            for (Permutation p : found.generators()) {
                assertThat(BruteForce.isAutomorphism(CUBE, p)).isTrue();
            }
            BigInteger generated = BigInteger.valueOf(BruteForce.closure(64, found.generators()).size());
            assertThat(found.order()).isLessThanOrEqualTo(generated);
            assertThat(generated).isLessThanOrEqualTo(ORDER);
            sawPartialGroup |= !found.isComplete() && !found.isTrivial();
        }
        assertThat(sawPartialGroup).isTrue();
    }

    @Test
    void nodeLimitsAreDeterministic() {
        SearchOptions options = SearchOptions.defaults().withMaxNodes(9);
        assertThat(Automorphisms.of(CUBE, options).generators())
            .isEqualTo(Automorphisms.of(CUBE, options).generators());
    }

    @Test
    void partsThatNeedNoSearchAreCompleteAnyway() {
        ColoredGraph trees = TestGraphs.disjointCopies(TestGraphs.randomTree(50, 3), 4);
        Automorphisms found = Automorphisms.of(trees, SearchOptions.defaults().withMaxNodes(0));
        assertThat(found.isComplete()).isTrue();
        assertThat(found.order()).isEqualTo(Automorphisms.of(trees).order());
    }

    @Test
    void timeLimitAndCancellationStop() {
        Automorphisms timed = Automorphisms.of(CUBE, SearchOptions.defaults().withMaxTime(Duration.ZERO));
        assertThat(timed.isComplete()).isFalse();
        assertThat(timed.limitReached().orElseThrow()).contains("time limit");
        AtomicInteger asked = new AtomicInteger();
        Automorphisms cancelled = Automorphisms.of(CUBE,
            SearchOptions.defaults().withCancellation(() -> asked.incrementAndGet() >= 1));
        assertThat(cancelled.isComplete()).isFalse();
        assertThat(cancelled.limitReached().orElseThrow()).contains("cancelled");
        assertThat(cancelled).asString().contains("incomplete");
    }

    @Test
    void canonicalFormIsAllOrNothing() {
        assertThatThrownBy(() -> CanonicalLabeling.of(CUBE, SearchOptions.defaults().withMaxNodes(3)))
            .isInstanceOf(SearchLimitException.class).hasMessageContaining("3 search nodes");
        assertThatThrownBy(() -> CanonicalLabeling.of(CUBE, SearchOptions.defaults().withMaxNodes(3)))
            .isInstanceOf(SearchLimitException.class);
        SearchOptions enough = SearchOptions.defaults().withMaxNodes(1_000_000).withMaxTime(Duration.ofDays(400_000));
        assertThat(CanonicalLabeling.of(CUBE, enough).hash()).isEqualTo(CanonicalLabeling.of(CUBE).hash());
    }

    @Test
    void longSearchesReport() {
        // Petersen graphs in one cell, each searched: tens of thousands of nodes.
        ColoredGraph many = TestGraphs.disjointCopies(TestGraphs.kneser(5, 2), 3000);
        List<SearchProgress> seen = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        Automorphisms.of(many, SearchOptions.defaults().withProgress(seen::add)
            // A slow question makes the search long enough on any machine.
            .withCancellation(() -> {
                if (calls.getAndIncrement() < 60) {
                    sleepTenMillis();
                }
                return false;
            }));
        assertThat(seen).isNotEmpty();
        for (int i = 1; i < seen.size(); i++) {
            assertThat(seen.get(i).nodes()).isGreaterThan(seen.get(i - 1).nodes());
            assertThat(seen.get(i).elapsed()).isGreaterThan(seen.get(i - 1).elapsed());
        }
    }

    private static void sleepTenMillis() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void refusesSenselessLimits() {
        assertThatThrownBy(() -> SearchOptions.defaults().withMaxNodes(-1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SearchOptions.defaults().withMaxTime(Duration.ofSeconds(-1)))
            .isInstanceOf(IllegalArgumentException.class);
    }
}
