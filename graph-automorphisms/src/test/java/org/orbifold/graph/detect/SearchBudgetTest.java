package org.orbifold.graph.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Each limit stops with its own sentence. */
class SearchBudgetTest {

    @Test
    void countsNodesUpToTheLimit() {
        SearchBudget budget = new SearchBudget(3, Long.MAX_VALUE, () -> false, null);
        for (int i = 1; i <= 3; i++) {
            budget.node();
            assertThat(budget.nodes()).isEqualTo(i);
        }
        assertThatThrownBy(budget::node).isInstanceOf(SearchBudget.Exhausted.class)
            .hasMessage("the limit of 3 search nodes was reached");
    }

    @Test
    void timeThatIsUpStopsAtTheNextLook() {
        SearchBudget budget = new SearchBudget(Long.MAX_VALUE, -1, () -> false, null);
        assertThatThrownBy(budget::node).isInstanceOf(SearchBudget.Exhausted.class).hasMessageContaining("time limit");
    }

    @Test
    void cancellationIsSeenWithin64Nodes() {
        AtomicBoolean cancelled = new AtomicBoolean();
        SearchBudget budget = new SearchBudget(Long.MAX_VALUE, Long.MAX_VALUE, cancelled::get, null);
        budget.node();
        cancelled.set(true);
        assertThatThrownBy(() -> {
            for (int i = 0; i < 64; i++) {
                budget.node();
            }
        }).isInstanceOf(SearchBudget.Exhausted.class).hasMessage("the search was cancelled");
    }
}
