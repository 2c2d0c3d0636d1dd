package org.example;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;

/** The rotations of a cube as permutations of its eight corners: 0 to 3 above, 4 to 7 below them. */
public final class CubeGroup {

    private CubeGroup() {
    }

    public static void main(String[] args) {
        // region group
        Permutation aboutTheVertical = Permutation.parseCycles(8, "(0 1 2 3)(4 5 6 7)");
        Permutation aboutTheFront = Permutation.parseCycles(8, "(0 3 7 4)(1 2 6 5)");
        PermutationGroup rotations = PermutationGroup.generatedBy(aboutTheVertical, aboutTheFront);

        System.out.println("order " + rotations.order() + ", transitive " + rotations.isTransitive());
        System.out.println("fixing corner 0: order " + rotations.stabilizer(0).order());

        Permutation mirror = Permutation.parseCycles(8, "(0 4)(1 5)(2 6)(3 7)");
        System.out.println("the mirror is a rotation: " + rotations.contains(mirror));

        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(1);
        Permutation drawn = rotations.random(random);    // exactly uniform
        System.out.println("a random rotation is in the group: " + rotations.contains(drawn));
        // end region
    }
}
