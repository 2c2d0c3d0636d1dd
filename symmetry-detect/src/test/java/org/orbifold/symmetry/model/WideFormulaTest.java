package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.orbifold.pgm.model.Formula.and;
import static org.orbifold.pgm.model.Formula.iff;
import static org.orbifold.pgm.model.Formula.is;
import static org.orbifold.pgm.model.Formula.not;
import static org.orbifold.pgm.model.Formula.or;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.testing.RandomModels;

/** Symmetries of formulas whose tables are too large to be split: counts, equivalences, nested quantifiers. */
class WideFormulaTest {

    private static final int PEOPLE = 4;
    private static final int ATOMS = 3;

    /** A random formula about atoms that a caller numbers. */
    private static Formula random(Random random, int depth, IntFunction<Formula> atom, int atoms) {
        if (depth == 0) {
            return atom.apply(random.nextInt(atoms));
        }
        List<Formula> parts = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(2); i++) {
            parts.add(random(random, depth - 1 - random.nextInt(Math.min(depth, 2)) / 2, atom, atoms));
        }
        return switch (random.nextInt(5)) {
            case 0 -> new Formula.And(parts);
            case 1 -> new Formula.Or(parts);
            case 2 -> not(new Formula.Or(parts));
            case 3 -> iff(parts.get(0), parts.get(1));
            default -> new Formula.Count(parts, random.nextInt(2), 1 + random.nextInt(2));
        };
    }

    /** What is said about each of four people, in one quantifier: the people can be permuted. */
    private static GraphicalModel quantified(long seed) {
        Random random = new Random(seed);
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(PEOPLE * ATOMS));
        for (int f = 0; f < 2; f++) {
            long shape = random.nextLong();
            List<Formula> parts = new ArrayList<>();
            for (int i = 0; i < PEOPLE; i++) {
                int person = i;
                // The same shape for each person, its parts in another order.
                parts.add(shuffled(random(new Random(shape), 2, a -> is(person * ATOMS + a, 1), ATOMS), random));
            }
            // All atoms occur, so that the table has 2^12 entries.
            for (int i = 0; i < PEOPLE; i++) {
                int person = i;
                parts.add(or(IntStream.range(0, ATOMS).mapToObj(a -> is(person * ATOMS + a, 1))
                        .toArray(Formula[]::new)));
            }
            Collections.shuffle(parts, random);
            int least = random.nextInt(3);
            Formula formula = new Formula.Count(parts, least, least + 1 + random.nextInt(4));
            double weight = f == 0 && seed % 3 == 0 ? Double.POSITIVE_INFINITY : 1 + random.nextInt(2);
            builder.formula(weight, random.nextBoolean() ? formula : not(formula));
        }
        return builder.build();
    }

    private static Formula shuffled(Formula formula, Random random) {
        List<Formula> parts = new ArrayList<>();
        if (formula instanceof Formula.And and) {
            and.parts().forEach(part -> parts.add(shuffled(part, random)));
            Collections.shuffle(parts, random);
            return new Formula.And(parts);
        } else if (formula instanceof Formula.Or or) {
            or.parts().forEach(part -> parts.add(shuffled(part, random)));
            Collections.shuffle(parts, random);
            return new Formula.Or(parts);
        } else if (formula instanceof Formula.Count count) {
            count.parts().forEach(part -> parts.add(shuffled(part, random)));
            Collections.shuffle(parts, random);
            return new Formula.Count(parts, count.least(), count.most());
        } else if (formula instanceof Formula.Iff iff) {
            Formula left = shuffled(iff.left(), random);
            Formula right = shuffled(iff.right(), random);
            return random.nextBoolean() ? iff(left, right) : iff(right, left);
        } else if (formula instanceof Formula.Not not) {
            return not(shuffled(not.part(), random));
        }
        return formula;
    }

    /** Every generator keeps the probability of all 4,096 states, and the exchange of people is among them. */
    @Test
    void quantifiersOverPeople() {
        for (long seed = 0; seed < 30; seed++) {
            GraphicalModel model = quantified(seed);
            assertThat(model.factors().wide()).isNotEmpty();
            SymmetryFinder finder = SymmetryFinder.of(model);
            List<Block> people = IntStream.range(0, PEOPLE).mapToObj(i -> Block.of(
                    IntStream.range(0, ATOMS).map(a -> i * ATOMS + a).toArray())).toList();
            BlockPartition blocks = BlockPartition.of(model.variableCount(), people);
            for (BlockSymmetries found : List.of(finder.variable(), finder.variableValue(),
                    finder.blockValue(blocks))) {
                assertThat(BlockOracle.isSound(found, RandomModels.states(model))).as("seed " + seed).isTrue();
                if (seed % 3 != 0) {
                    // With hard constraints, symmetries are those of possible states, of which there may be few.
                    assertThat(found.order()).as("seed " + seed).isGreaterThanOrEqualTo(BigInteger.valueOf(24));
                    assertThat(found.group().order()).isEqualTo(found.order());
                }
            }
        }
    }

    /** "Exactly one in each row": rows and columns of each row can be permuted, S_n wr S_n. */
    @Test
    void exactlyOneOfManyInEachRow() {
        for (int n : new int[] {12, 30}) {
            ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(n * n));
            for (int i = 0; i < n; i++) {
                int row = i * n;
                builder.formula(1.2, new Formula.Count(IntStream.range(row, row + n).mapToObj(v -> is(v, 1)).toList(),
                        1, 1));
            }
            BlockSymmetries found = SymmetryFinder.of(builder.build()).variableValue();
            BigInteger factorial = IntStream.rangeClosed(1, n).mapToObj(BigInteger::valueOf)
                    .reduce(BigInteger.ONE, BigInteger::multiply);
            assertThat(found.order()).isEqualTo(factorial.pow(n + 1));
            assertThat(found.isComplete()).isTrue();
        }
    }

    private static BigInteger order(Formula formula, int variables) {
        GraphicalModel model = GraphicalModel.builder().variables(SmallDomains.twos(variables)).formula(0.5, formula)
                .build();
        BlockSymmetries found = SymmetryFinder.of(model).variable();
        assertThat(BlockOracle.isSound(found, RandomModels.states(model))).isTrue();
        return found.order();
    }

    private static Formula[] literals(int from, int to) {
        return IntStream.range(from, to).mapToObj(v -> is(v, 1)).toArray(Formula[]::new);
    }

    /** Copies count in counts, and only there; negations and nesting do not matter, equal parts are one. */
    @Test
    void formulasAreComparedUpToOrderNegationAndNesting() {
        List<Formula> all = new ArrayList<>(List.of(literals(0, 12)));
        assertThat(order(new Formula.Count(all, 3, 5), 12)).isEqualTo(479001600L);
        all.add(is(0, 1));
        // The first one counts twice: 11! are left.
        assertThat(order(new Formula.Count(all, 3, 5), 12)).isEqualTo(39916800L);
        all.add(is(1, 1));
        assertThat(order(new Formula.Count(all, 3, 5), 12)).isEqualTo(2 * 3628800L);
        // (x0 and … and x5) or (x6 and … and x11), one half written by negations and in two steps, one part twice.
        Formula half = not(or(not(and(literals(6, 9))), not(and(literals(9, 12)))));
        assertThat(order(or(and(literals(0, 6)), half, and(literals(0, 6))), 12)).isEqualTo(2 * 720L * 720);
        // An equivalence has no left and right.
        assertThat(order(iff(and(literals(0, 6)), and(literals(6, 12))), 12)).isEqualTo(2 * 720L * 720);
        // Parts are not mixed up with what they are parts of.
        assertThat(order(and(is(0, 1), or(is(1, 1), and(is(2, 1), or(literals(3, 12))))), 12)).isEqualTo(362880L);
    }

    /** A permutation that a user gives is proved on the formulas, both ways. */
    @Test
    void givenPermutationsAreProved() {
        GraphicalModel model = GraphicalModel.builder().variables(SmallDomains.twos(12))
                .formula(0.5, new Formula.Count(List.of(literals(0, 12)), 2, 3))
                .formula(0.5, iff(and(literals(0, 6)), and(literals(6, 12)))).build();
        SymmetryFinder finder = SymmetryFinder.of(model);
        BlockSymmetries found = finder.variableValue();
        assertThat(found.order()).isEqualTo(2 * 720L * 720);
        BlockPartition singles = found.partition();
        found.generators().forEach(generator -> finder.certify(singles, generator));
        assertThatIllegalArgumentException().isThrownBy(() -> finder.certify(singles,
                Permutation.sparse(24, new int[] {0, 1, 12, 13}, new int[] {12, 13, 0, 1})));
    }

    /** A table that is too large to be compared holds its variables fixed, and the result says so. */
    @Test
    void aTableThatIsTooLargeIsSaid() {
        double[] logs = new double[1 << 21];
        logs[0] = 1;
        GraphicalModel model = GraphicalModel.builder().variables(SmallDomains.twos(23))
                .table(IntStream.range(0, 21).toArray(), logs).build();
        BlockSymmetries found = SymmetryFinder.of(model).variable();
        assertThat(found.order()).isEqualTo(2);
        assertThat(found.isComplete()).isFalse();
        assertThat(found.limitReached()).contains("a table of 2,097,152 entries is too large to be compared: its "
                + "variables are taken for fixed");
        assertThat(model.features().get(0)).isInstanceOf(Table.class);
    }
}
