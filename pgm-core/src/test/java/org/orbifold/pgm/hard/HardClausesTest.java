package org.orbifold.pgm.hard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.time.Budget;

/** The complete search against all states, one by one. */
class HardClausesTest {

    /** Random zeros in tables over variables with one to four values; about half of these models have no state. */
    @Property(tries = 1000)
    void tables(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = IntStream.generate(() -> 1 + random.nextInt(4)).limit(2 + random.nextInt(5)).toArray();
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        double share = random.nextDouble();
        for (int t = 0; t < 1 + random.nextInt(8); t++) {
            int[] scope = random.ints(0, sizes.length).distinct().limit(1 + random.nextInt(Math.min(3, sizes.length)))
                    .toArray();
            double[] logs = new double[IntStream.of(scope).map(v -> sizes[v]).reduce(1, (a, b) -> a * b)];
            for (int i = 0; i < logs.length; i++) {
                logs[i] = random.nextDouble() < share ? Double.NEGATIVE_INFINITY : random.nextDouble();
            }
            model.table(scope, logs);
        }
        check(model.build(), random.nextInt());
    }

    /** Features over eleven binary variables and more are not made into tables; a third of them forbid nothing. */
    @Property(tries = 300)
    void wideFeatures(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 12;
        int[] sizes = IntStream.range(0, n).map(v -> v == 0 ? 3 : 2).toArray();
        ModelBuilder model = GraphicalModel.builder().variables(sizes);
        for (int f = 0; f < 1 + random.nextInt(12); f++) {
            boolean soft = random.nextInt(3) == 0;
            double strong = soft ? 0.5 : Double.POSITIVE_INFINITY;
            double weight = random.nextInt(4) == 0 ? -strong : strong;
            Literal[] literals = IntStream.range(0, n).mapToObj(v -> Literal.of(v, random.nextInt(sizes[v])))
                    .toArray(Literal[]::new);
            switch (random.nextInt(8)) {
                case 0 -> model.clause(-weight, literals);
                case 1 -> model.conjunction(soft ? weight : Double.NEGATIVE_INFINITY, literals);
                case 2 -> model.clause(strong, literals);
                default -> model.formula(weight, formula(literals, random));
            }
        }
        check(model.build(), random.nextInt());
    }

    /** A formula with all the variables. */
    private static Formula formula(Literal[] literals, SplittableRandom random) {
        List<Formula> parts = new ArrayList<>();
        for (int i = 0; i < literals.length; i += 3) {
            List<Formula> three = new ArrayList<>();
            for (int k = i; k < i + 3; k++) {
                three.add(new Formula.Atom(literals[k]));
            }
            parts.add(switch (random.nextInt(4)) {
                case 0 -> new Formula.And(three);
                case 1 -> new Formula.Or(three);
                case 2 -> new Formula.Iff(three.get(0), new Formula.Iff(Formula.not(three.get(1)), three.get(2)));
                default -> new Formula.Count(three, random.nextInt(3), random.nextInt(4));
            });
        }
        parts.add(random.nextInt(10) == 0 ? Formula.TRUE : Formula.not(parts.remove(0)));
        return switch (random.nextInt(3)) {
            case 0 -> new Formula.And(parts);
            case 1 -> new Formula.Or(parts);
            default -> new Formula.Count(parts, random.nextInt(4) - 1, random.nextInt(5));
        };
    }

    private static void check(GraphicalModel model, int seed) {
        int[] state = new int[model.variableCount()];
        boolean possible = false;
        int k;
        do {
            possible |= model.logWeight(state) > Double.NEGATIVE_INFINITY;
            k = state.length - 1;
            while (k >= 0 && ++state[k] == model.size(k)) {
                state[k--] = 0;
            }
        } while (k >= 0 && !possible);
        int[] found = new int[model.variableCount()];
        HardClauses clauses = HardClauses.of(model, Budget.unlimited());
        assertThat(clauses.solve(found)).isEqualTo(possible);
        if (possible) {
            assertThat(model.logWeight(found)).isGreaterThan(Double.NEGATIVE_INFINITY);
        }
        checkConditions(model, clauses, new SplittableRandom(seed));
    }

    /** Many questions to one solver: what it learned from some must not make others wrong. */
    private static void checkConditions(GraphicalModel model, HardClauses clauses, SplittableRandom random) {
        HardClauses fresh = HardClauses.of(model, Budget.unlimited());
        for (int i = 0; i < 3 && model.variableCount() < 12; i++) {
            List<HardClauses.Condition> conditions = new ArrayList<>();
            for (int k = 0; k < 1 + random.nextInt(3); k++) {
                int v = random.nextInt(model.variableCount());
                conditions.add(new HardClauses.Condition(v, random.nextInt(model.size(v)), random.nextInt(3) > 0));
            }
            boolean possible = false;
            int[] state = new int[model.variableCount()];
            int k;
            do {
                boolean fits = true;
                for (HardClauses.Condition c : conditions) {
                    fits &= (state[c.variable()] == c.value()) == c.holds();
                }
                possible |= fits && model.logWeight(state) > Double.NEGATIVE_INFINITY;
                k = state.length - 1;
                while (k >= 0 && ++state[k] == model.size(k)) {
                    state[k--] = 0;
                }
            } while (k >= 0 && !possible);
            int[] found = new int[model.variableCount()];
            assertThat(clauses.solve(conditions, found, Long.MAX_VALUE))
                    .isEqualTo(possible ? Possibility.POSSIBLE : Possibility.IMPOSSIBLE);
            if (possible) {
                assertThat(model.logWeight(found)).isGreaterThan(Double.NEGATIVE_INFINITY);
                assertThat(conditions).allMatch(c -> (found[c.variable()] == c.value()) == c.holds());
                assertThat(fresh.isRefuted(conditions)).isFalse();
            }
        }
    }

    /** Values that are allowed are kept: starts are as far apart as the values to be tried first. */
    @Test
    void startsFromTheGivenState() {
        ModelBuilder model = GraphicalModel.builder().variables(3, 3, 3, 2, 2);
        GraphicalModel built = model.clause(Double.POSITIVE_INFINITY, Literal.of(0, 1), Literal.of(3, 1)).build();
        int[] state = {1, 2, 0, 0, 1};
        assertThat(HardClauses.of(built, Budget.unlimited()).solve(state)).isTrue();
        assertThat(state).containsExactly(1, 2, 0, 0, 1);
    }

    /** Random 3-SAT at the threshold, 4.26 clauses per variable: thousands of conflicts, restarts and deletions. */
    @Test
    void randomFormulasAtTheThreshold() {
        int satisfiable = 0;
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int n = 200;
            ModelBuilder model = GraphicalModel.builder().variables(IntStream.generate(() -> 2).limit(n).toArray());
            for (int c = 0; c < 4.26 * n; c++) {
                int[] scope = random.ints(0, n).distinct().limit(3).toArray();
                model.clause(Double.POSITIVE_INFINITY, IntStream.of(scope)
                        .mapToObj(v -> Literal.of(v, random.nextInt(2))).toArray(Literal[]::new));
            }
            GraphicalModel built = model.build();
            int[] state = new int[n];
            if (HardClauses.of(built, Budget.unlimited()).solve(state)) {
                assertThat(built.logWeight(state)).isZero();
                satisfiable++;
            }
        }
        // Half of such formulas are satisfiable, of this size somewhat more; a solver that lost states would show here.
        assertThat(satisfiable).isBetween(6, 18);
    }
}
