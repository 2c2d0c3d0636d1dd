package org.orbifold.group;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.orbifold.group.chain.LinearGroups;
import org.orbifold.group.element.GroupEvaluator;
import org.orbifold.group.element.GroupSampler;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ProductReplacement;

/** Construction, membership and sampling on groups of different shapes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GroupBenchmark {

    @Param({"M24", "rubik", "hypercube8", "linear9", "S4wrS50", "swaps1000"})
    String name;

    private PermutationGroup group;
    private GroupEvaluator evaluator;
    private GroupSampler sampler;
    private ProductReplacement replacement;
    private SplittableRandom random;
    private int[] images;
    private int[][] elements;
    private int next;

    @Setup
    public void setUp() {
        group = make(name);
        random = new SplittableRandom(1);
        evaluator = group.structure().evaluator();
        sampler = group.sampler();
        replacement = ProductReplacement.of(group.degree(), group.generators(),
            ProductReplacement.Options.defaults(), random);
        images = new int[group.degree()];
        elements = new int[64][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = group.random(random).images();
        }
    }

    static PermutationGroup make(String name) {
        switch (name) {
            case "M24":
                return PermutationGroup.generatedBy(
                    Permutation.parseCycles(24, "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)"),
                    Permutation.parseCycles(24, "(2 16 9 6 8)(3 12 13 18 4)(7 17 10 11 22)(14 19 21 20 15)"),
                    Permutation.parseCycles(24, "(0 23)(1 22)(2 11)(3 15)(4 17)(5 9)(6 19)(7 13)(8 20)(10 16)"
                        + "(12 21)(14 18)"));
            case "rubik":
                return NamedGroups.rubiksCube();
            case "hypercube8":
                return NamedGroups.hypercube(8);
            case "linear9":
                return PermutationGroup.of((1 << 9) - 1, LinearGroups.general(9));
            case "S4wrS50":
                return NamedGroups.wreath(NamedGroups.symmetric(4), NamedGroups.symmetric(50));
            default:
                List<Permutation> swaps = new ArrayList<>();
                for (int i = 0; i < 1000; i++) {
                    swaps.add(Permutation.transposition(2000, 2 * i, 2 * i + 1));
                }
                return PermutationGroup.of(2000, swaps);
        }
    }

    @Benchmark
    public PermutationGroup construct() {
        return PermutationGroup.of(group.degree(), group.generators());
    }

    @Benchmark
    public boolean contains() {
        next = (next + 1) % elements.length;
        return evaluator.contains(elements[next]);
    }

    @Benchmark
    public int[] uniform() {
        sampler.sampleInto(random, images);
        return images;
    }

    @Benchmark
    public int[] productReplacement() {
        replacement.sampleInto(random, images);
        return images;
    }
}
