package org.orbifold.pgm.hard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** Cores of contradictions against all states, one by one. */
class HardCoreTest {

    /** Models of tables with zeros, and some observations: a core is impossible, and no part of it is. */
    @Property(tries = 500, seed = "34")
    void isImpossibleAndMinimal(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = IntStream.generate(() -> 2 + random.nextInt(3)).limit(3 + random.nextInt(3)).toArray();
        ModelBuilder builder = GraphicalModel.builder().variables(sizes);
        double share = 0.3 + 0.5 * random.nextDouble();
        for (int t = 0; t < 3 + random.nextInt(8); t++) {
            int[] scope = random.ints(0, sizes.length).distinct().limit(2).toArray();
            builder.table(scope, random.doubles((long) sizes[scope[0]] * sizes[scope[1]])
                    .map(x -> x < share ? Double.NEGATIVE_INFINITY : x).toArray());
        }
        GraphicalModel model = builder.build();
        Evidence evidence = Evidence.none();
        for (int v = 0; v < sizes.length; v++) {
            evidence = random.nextInt(3) == 0 ? evidence.and(v, random.nextInt(sizes[v])) : evidence;
        }
        ConditionedModel given;
        try {
            given = model.condition(evidence);
        } catch (ContradictionException e) {
            // Conditioning explains this one itself.
            return;
        }
        Optional<HardCore> found = HardCore.of(given, Budget.unlimited());
        List<Feature> all = model.features();
        List<Integer> observed = Arrays.stream(evidence.variables()).boxed().toList();
        assertThat(found.isPresent()).isEqualTo(!isPossible(model, all, evidence, observed));
        found.ifPresent(core -> {
            assertThat(core.isMinimal()).isTrue();
            assertThat(all).containsAll(core.features());
            assertThat(isPossible(model, core.features(), given.evidence(), core.observed())).isFalse();
            for (Feature feature : core.features()) {
                List<Feature> rest = new ArrayList<>(core.features());
                rest.remove(feature);
                assertThat(isPossible(model, rest, given.evidence(), core.observed())).isTrue();
            }
            for (Integer v : core.observed()) {
                List<Integer> rest = new ArrayList<>(core.observed());
                rest.remove(v);
                assertThat(isPossible(model, core.features(), given.evidence(), rest)).isTrue();
            }
        });
    }

    private static boolean isPossible(GraphicalModel model, List<Feature> features, Evidence evidence,
            List<Integer> observed) {
        int[] state = new int[model.variableCount()];
        int k;
        do {
            boolean fits = true;
            for (int v : observed) {
                fits &= state[v] == evidence.value(v);
            }
            for (Feature feature : features) {
                fits &= feature.logPotential(state) > Double.NEGATIVE_INFINITY;
            }
            if (fits) {
                return true;
            }
            k = state.length - 1;
            while (k >= 0 && ++state[k] == model.size(k)) {
                state[k--] = 0;
            }
        } while (k >= 0);
        return false;
    }

    /** Nine pigeons, eight holes: ten dead ends do not refute them, some thousands do. */
    @Test
    void pigeons() {
        int holes = 8;
        int pigeons = 9;
        ModelBuilder builder = GraphicalModel.builder()
                .variables(IntStream.generate(() -> 2).limit((long) pigeons * holes + 4).toArray());
        for (int p = 0; p < pigeons; p++) {
            int first = p * holes;
            builder.clause(Double.POSITIVE_INFINITY, IntStream.range(0, holes)
                    .mapToObj(h -> Literal.of(first + h, 1)).toArray(Literal[]::new));
            for (int q = 0; q < p; q++) {
                for (int h = 0; h < holes; h++) {
                    builder.clause(Double.POSITIVE_INFINITY, Literal.of(first + h, 0), Literal.of(q * holes + h, 0));
                }
            }
        }
        for (int v = 0; v < 3; v++) {
            builder.clause(Double.POSITIVE_INFINITY, Literal.of(pigeons * holes + v, 1),
                    Literal.of(pigeons * holes + v + 1, 0));
        }
        ConditionedModel given = builder.build().condition(Evidence.none());
        HardClauses clauses = HardClauses.of(given.model(), Budget.unlimited());
        int[] state = new int[given.model().variableCount()];
        assertThat(clauses.solve(List.of(), state, 10)).isEqualTo(Possibility.UNKNOWN);
        assertThat(clauses.solve(state)).as("asked again, without a limit").isFalse();
        assertThat(clauses.solve(List.of(), state, 10)).as("what was learned").isEqualTo(Possibility.IMPOSSIBLE);
    }

    @Test
    void saysWhatContradicts() {
        ModelBuilder builder = GraphicalModel.builder().variables(2, 2, 2, 2);
        // Of three that differ in pairs, two are equal; the fourth has nothing to do with it.
        for (int[] pair : new int[][] {{0, 1}, {1, 2}, {0, 2}}) {
            builder.clause(Double.POSITIVE_INFINITY, Literal.of(pair[0], 0), Literal.of(pair[1], 0));
            builder.clause(Double.POSITIVE_INFINITY, Literal.of(pair[0], 1), Literal.of(pair[1], 1));
        }
        builder.clause(Double.POSITIVE_INFINITY, Literal.of(0, 1), Literal.of(3, 1));
        ConditionedModel given = builder.build().condition(Evidence.of(3, 0));
        HardCore core = HardCore.of(given, Budget.unlimited()).orElseThrow();
        assertThat(core.isMinimal()).isTrue();
        // The six clauses; or, given the fourth, the first is 1, both others are 0, and one clause forbids that.
        assertThat(core.features()).hasSize(core.observed().isEmpty() ? 6 : 4);
        assertThat(core.describe(given)).startsWith(core.observed().isEmpty() ? "'" : "the observation 3=0; '");
    }
}
