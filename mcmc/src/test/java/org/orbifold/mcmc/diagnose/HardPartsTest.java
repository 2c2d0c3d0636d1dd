package org.orbifold.mcmc.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.testing.RandomModels;
import org.orbifold.pgm.time.Budget;

class HardPartsTest {

    /** The part of each possible state, by a search over the states of the whole model. */
    private static Map<List<Integer>, Integer> parts(GraphicalModel model) {
        Map<List<Integer>, Integer> parts = new HashMap<>();
        for (int[] state : RandomModels.states(model)) {
            if (model.logWeight(state) > Double.NEGATIVE_INFINITY) {
                parts.put(Arrays.stream(state).boxed().toList(), 0);
            }
        }
        int part = 0;
        for (List<Integer> first : List.copyOf(parts.keySet())) {
            if (parts.get(first) > 0) {
                continue;
            }
            parts.put(first, ++part);
            Deque<List<Integer>> open = new ArrayDeque<>(List.of(first));
            while (!open.isEmpty()) {
                Integer[] state = open.pop().toArray(Integer[]::new);
                for (int v = 0; v < state.length; v++) {
                    int old = state[v];
                    for (int x = 0; x < model.size(v); x++) {
                        state[v] = x;
                        List<Integer> other = List.of(state.clone());
                        if (parts.getOrDefault(other, 1) == 0) {
                            parts.put(other, part);
                            open.push(other);
                        }
                    }
                    state[v] = old;
                }
            }
        }
        return parts;
    }

    @Property(tries = 300, seed = "34201")
    void twoStatesAreInTheSamePartIfSingleChangesJoinThem(@ForAll long seed) {
        GraphicalModel model = RandomModels.hard(seed);
        Map<List<Integer>, Integer> truth = parts(model);
        HardParts parts = HardParts.of(model, Budget.unlimited());
        Map<Integer, List<Integer>> found = new HashMap<>();
        truth.forEach((state, part) -> {
            List<Integer> own = IntStream.of(parts.of(state.stream().mapToInt(x -> x).toArray())).boxed().toList();
            assertThat(found.computeIfAbsent(part, key -> own)).isEqualTo(own);
        });
        assertThat(found.values().stream().distinct().count()).isEqualTo(found.size());
    }

    @Test
    void largeGroupsAreNotLookedAt() {
        double no = Double.NEGATIVE_INFINITY;
        var model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(20).toArray());
        for (int v = 1; v < 20; v++) {
            model.table(new int[] {v - 1, v}, 0, no, no, 0);
        }
        assertThat(HardParts.of(model.build(), Budget.unlimited()).dividedGroups()).isZero();
        assertThat(HardParts.none().of(new int[20])).isEmpty();
    }

    /** x, y and z of odd parity: four states, each a part of its own. Moves of two variables may join some of them. */
    @Test
    void chainsThatNeverMeetAreKept() {
        double no = Double.NEGATIVE_INFINITY;
        HardParts parts = HardParts.of(GraphicalModel.builder().variables(2, 2, 2).table(new int[] {0, 1, 2},
                no, 0, 0, no, 0, no, no, 0).build(), Budget.unlimited());
        assertThat(parts.dividedGroups()).isEqualTo(1);
        assertThat(parts.of(new int[] {1, 1, 1})).containsExactly(4);
        int[] one = {1};
        int[] some = {1, 2};
        int[] others = {3, 4};
        assertThat(parts.areKept(0, List.of(one, one), 1000)).isTrue();
        assertThat(parts.areKept(0, List.of(one, new int[] {3}), 1000)).isTrue();
        assertThat(parts.areKept(0, List.of(some, others), 1000)).isTrue();
        assertThat(parts.areKept(0, List.of(some, others, new int[] {2, 3}), 1000)).isFalse();
        assertThat(parts.areKept(0, List.of(some, one), 1000)).isFalse();
        // Chains that move anywhere may not have met in so few looks.
        assertThat(parts.areKept(0, List.of(some, others), 2)).isFalse();
        assertThat(parts.areKept(0, List.of(new int[0], new int[0]), 0)).isTrue();
    }
}
