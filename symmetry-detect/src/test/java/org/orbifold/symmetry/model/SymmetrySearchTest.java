package org.orbifold.symmetry.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.factor.Products;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.testing.RandomModels;

/** The search against the graph of all blocks and terms, and against orders that counting gives. */
class SymmetrySearchTest {

    private static final double[] WEIGHTS = {1.1, 1.3, 1.5, 1.7, 1.9, 2.1};

    private static void agreesWithTheWholeGraph(GraphicalModel model, BlockPartition partition, String what) {
        SymmetryFinder finder = SymmetryFinder.of(model);
        BlockSymmetries found = finder.blockValue(partition);
        PermutationGroup whole = new WholeGraph(finder, partition).groupByLevelSets();
        assertThat(WholeGraph.isSame(found, whole)).as(what).isTrue();
        assertThat(found.group().order()).as(what).isEqualTo(whole.order());
        assertThat(found.log10Order()).as(what).isCloseTo(Math.log10(whole.order().doubleValue()),
                org.assertj.core.api.Assertions.within(1e-9 * (1 + found.log10Order())));
        assertThat(found.orbits().count()).as(what).isEqualTo(whole.orbits().count());
        assertThat(found.isComplete()).isTrue();
    }

    @Test
    void randomModels() {
        for (int seed = 0; seed < 500; seed++) {
            GraphicalModel model = seed % 3 > 0 ? RandomModels.soft(seed) : RandomModels.hard(seed);
            agreesWithTheWholeGraph(model, TinyModels.partition(model, new Random(seed)), "seed " + seed);
        }
    }

    /** Few different weights and random blocks, so that blocks are settled, free and linked side by side. */
    @Test
    void sparseModelsOfManyVariables() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int n = 30;
            ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(n));
            for (int c = 0; c < 25; c++) {
                int v = random.nextInt(n - 2);
                builder.clause(1 + random.nextInt(3), Literal.of(v, random.nextInt(2)),
                        Literal.of(v + 1 + random.nextInt(n - v - 1), random.nextInt(2)));
            }
            for (int c = 0; c < 6; c++) {
                int v = random.nextInt(n - 3);
                builder.clause(1 + random.nextInt(2), Literal.of(v, random.nextInt(2)),
                        Literal.of(v + 1, random.nextInt(2)), Literal.of(v + 3, random.nextInt(2)));
            }
            GraphicalModel model = builder.build();
            agreesWithTheWholeGraph(model, TinyModels.partition(model, random), "seed " + seed);
        }
    }

    /** Partitions that put Connected variables into blocks with TakesML, some people being alike. */
    @Test
    void jobSearchInAllKindsOfBlocks() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            int people = 5;
            ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(people * (people + 1)));
            int connected = 2 * people;
            for (int i = 0; i < people; i++) {
                builder.clause(1 + random.nextInt(2), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
                builder.clause(1 + random.nextInt(2), Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0));
                for (int j = 0; j < people; j++) {
                    if (i != j) {
                        builder.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                    }
                }
            }
            GraphicalModel model = builder.build();
            List<Block> blocks = new ArrayList<>();
            boolean[] used = new boolean[model.variableCount()];
            for (int i = 0; i < people; i++) {
                int other = random.nextInt(model.variableCount());
                if (other != 2 * i && !used[other] && !used[2 * i]) {
                    used[other] = true;
                    used[2 * i] = true;
                    blocks.add(Block.of(2 * i, other));
                }
            }
            agreesWithTheWholeGraph(model, BlockPartition.completedBySingletons(model.variableCount(), blocks),
                    "seed " + seed);
        }
    }

    /** One variable of four values looks like a block of two binary ones with the same table. */
    @Test
    void aVariableIsExchangedWithABlock() {
        GraphicalModel model = GraphicalModel.builder().variables(4, 2, 2)
                .table(new int[] {0}, 0, 1, 3, 7).table(new int[] {1, 2}, 7, 0, 1, 3).build();
        BlockPartition partition = BlockPartition.of(3, List.of(Block.of(0), Block.of(1, 2)));
        assertThat(SymmetryFinder.of(model).blockValue(partition).order()).isEqualTo(BigInteger.TWO);
        agreesWithTheWholeGraph(model, partition, "four values");
    }

    /** Four different weights per student, as the paper's published program draws them; no friends. */
    private static double[][] students(int count, Random random) {
        double[][] tables = new double[count][];
        List<Double> weights = new ArrayList<>(Arrays.stream(WEIGHTS).boxed().toList());
        for (int s = 0; s < count; s++) {
            Collections.shuffle(weights, random);
            tables[s] = weights.stream().limit(4).mapToDouble(Double::doubleValue).toArray();
        }
        return tables;
    }

    private static GraphicalModel curriculum(double[][] students) {
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(2 * students.length));
        for (int s = 0; s < students.length; s++) {
            for (int x = 0; x < 4; x++) {
                builder.clause(students[s][x], Literal.of(2 * s, x / 2), Literal.of(2 * s + 1, x % 2));
            }
        }
        return builder.build();
    }

    private static BigInteger factorials(Map<?, Integer> classes) {
        return classes.values().stream().map(Products::factorial).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    /**
     * Students as blocks are exchanged exactly if they have the same four weights up to a constant, in any order; the
     * values of a block all differ. So the order is a product of factorials, by counting.
     */
    @Test
    void blockValueOrderOfStudentsByCounting() {
        double[][] students = students(300, new Random(7));
        Map<List<Long>, Integer> alike = new HashMap<>();
        for (double[] weights : students) {
            double[] sorted = weights.clone();
            Arrays.sort(sorted);
            alike.merge(Arrays.stream(sorted).mapToObj(w -> Math.round(10 * (w - sorted[0]))).toList(), 1,
                    Integer::sum);
        }
        GraphicalModel model = curriculum(students);
        BlockSymmetries found = SymmetryFinder.of(model)
                .blockValue(SmallDomains.peopleBlocks(300, model.variableCount()));
        assertThat(found.order()).isEqualTo(factorials(alike));
        assertThat(found.group().order()).isEqualTo(found.order());
    }

    /**
     * In the graph of clauses, as the paper builds it, two students are exchanged exactly if exchanging the courses and
     * flipping values (8 ways) makes their four weights equal.
     */
    @Test
    void variableValueOrderOfStudentsByCounting() {
        double[][] students = students(300, new Random(8));
        Map<List<Double>, Integer> alike = new HashMap<>();
        for (double[] weights : students) {
            List<Double> least = null;
            for (int way = 0; way < 8; way++) {
                List<Double> image = new ArrayList<>();
                for (int x = 0; x < 4; x++) {
                    int from = way < 4 ? x : x % 2 * 2 + x / 2;
                    image.add(weights[from ^ way % 4]);
                }
                least = least == null || image.toString().compareTo(least.toString()) < 0 ? image : least;
            }
            alike.merge(least, 1, Integer::sum);
        }
        GraphicalModel model = curriculum(students);
        assertThat(ClauseGraph.automorphisms(model).order()).isEqualTo(factorials(alike));
    }

    /** Job Search with blocks (TakesML, GetsJob): at least 2^N, with evidence on Connected, up to 40 people. */
    @Test
    void jobSearchHasTwoToTheNGivenEvidence() {
        for (int people : new int[] {3, 10, 40}) {
            GraphicalModel model = SmallDomains.jobSearch(people, new SplittableRandom(people));
            Random random = new Random(people);
            org.orbifold.pgm.model.Evidence evidence = org.orbifold.pgm.model.Evidence.of(2 * people, 0);
            for (int v = 2 * people + 1; v < model.variableCount(); v++) {
                evidence = random.nextInt(10) == 0 ? evidence.and(v, random.nextInt(2)) : evidence;
            }
            GraphicalModel given = model.condition(evidence).model();
            BlockSymmetries found = SymmetryFinder.of(given)
                    .blockValue(SmallDomains.peopleBlocks(people, given.variableCount()));
            assertThat(found.order()).isGreaterThanOrEqualTo(BigInteger.TWO.pow(people));
        }
    }

    /** js100_tied of the peers' table has order 100!: with equal weights the people are exchanged at will. */
    @Test
    void equalPeopleAreExchangedAtWill() {
        int people = 9;
        ModelBuilder builder = GraphicalModel.builder().variables(SmallDomains.twos(people * (people + 1)));
        int connected = 2 * people;
        for (int i = 0; i < people; i++) {
            builder.clause(1.25, Literal.of(2 * i, 0), Literal.of(2 * i + 1, 1));
            builder.clause(1.5, Literal.of(2 * i, 0), Literal.of(2 * i + 1, 0));
            for (int j = 0; j < people; j++) {
                if (i != j) {
                    builder.clause(0.1, Literal.of(connected++, 0), Literal.of(2 * i, 0), Literal.of(2 * j, 1));
                }
            }
        }
        GraphicalModel model = builder.build();
        assertThat(SymmetryFinder.of(model).variableValue().order()).isEqualTo(Products.factorial(people));
        assertThat(SymmetryFinder.of(model).blockValue(SmallDomains.peopleBlocks(people, model.variableCount()))
                .order()).isEqualTo(Products.factorial(people).multiply(BigInteger.TWO.pow(people)));
    }

    @Test
    void productsOfFactorials() {
        FactorialProduct product = new FactorialProduct();
        for (int n : new int[] {1, 3, 3, 5, 0}) {
            product.multiply(n);
        }
        assertThat(product.value()).isEqualTo(BigInteger.valueOf(6 * 6 * 120));
        assertThat(product.log10()).isCloseTo(Math.log10(6 * 6 * 120), org.assertj.core.api.Assertions.within(1e-12));
        assertThat(new FactorialProduct().value()).isEqualTo(BigInteger.ONE);
    }

    @Test
    void newNumbersFallIntoKnownClassesOrNewOnes() {
        ValueClasses known = new ValueClasses();
        known.add(0.3, 1e-9);
        known.add(1, 1e-9);
        assertThat(known.find(0.1 + 0.2, 1e-9)).isZero();
        assertThat(known.find(0.31, 1e-9)).isEqualTo(-1);
        KnownClasses classes = new KnownClasses(known);
        assertThat(classes.classOf(1 + 1e-12, 0)).isEqualTo(1);
        int fresh = classes.classOf(0.5, 1e-9);
        assertThat(fresh).isEqualTo(2);
        assertThat(classes.classOf(0.5 + 1e-12, 1e-9)).isEqualTo(fresh);
        assertThat(classes.classOf(0.7, 1e-9)).isNotEqualTo(fresh).isGreaterThan(1);
    }
}
