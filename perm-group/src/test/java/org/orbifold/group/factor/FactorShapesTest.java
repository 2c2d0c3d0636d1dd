package org.orbifold.group.factor;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;

/** Every shape of factor under the one contract. */
class FactorShapesTest {

    /** The first factor of the group of some cycles; it moves all points, and the generators are given its numbers. */
    private abstract static class Given extends FactorContract {

        final List<Permutation> given;
        private final GroupStructure.Kind kind;

        Given(int degree, GroupStructure.Kind kind, String... cycles) {
            this.kind = kind;
            this.given = Arrays.stream(cycles).map(text -> Permutation.parseCycles(degree, text)).toList();
        }

        DirectFactor first() {
            return PermutationGroup.of(given.get(0).degree(), given).factors().get(0);
        }

        @Override
        GroupStructure factor() {
            return first().group();
        }

        @Override
        List<Permutation> generators() {
            Permutation numbering = Permutation.ofImages(first().points()).inverse();
            return given.stream().map(generator -> generator.conjugateBy(numbering)).toList();
        }

        @Override
        GroupStructure.Kind expectedKind() {
            return kind;
        }
    }

    @Nested
    class ASwapOfManyPoints extends Given {
        ASwapOfManyPoints() {
            super(6, GroupStructure.Kind.SWAP, "(0 3)(1 4)(2 5)");
        }
    }

    /** Cycle lengths 4 and 6 share a factor: shifts must agree modulo 2. */
    @Nested
    class PowersOfOneElement extends Given {
        PowersOfOneElement() {
            super(13, GroupStructure.Kind.CYCLIC, "(0 1 2 3)(4 5 6 7 8 9)(10 11 12)");
        }
    }

    @Nested
    class AllPermutations extends Given {
        AllPermutations() {
            super(6, GroupStructure.Kind.SYMMETRIC, "(0 1)", "(0 1 2 3 4 5)");
        }
    }

    @Nested
    class EvenPermutations extends Given {
        EvenPermutations() {
            super(6, GroupStructure.Kind.ALTERNATING, "(0 1 2)", "(1 2 3 4 5)");
        }
    }

    @Nested
    class BlocksInAllOrders extends Given {
        BlocksInAllOrders() {
            super(15, GroupStructure.Kind.SYMMETRIC, "(0 3)(1 4)(2 5)", "(0 3 6 9 12)(1 4 7 10 13)(2 5 8 11 14)");
        }
    }

    /** The second and third rows run through their points in other orders than the first. */
    @Nested
    class CrookedRowsInParallel extends Given {
        CrookedRowsInParallel() {
            super(12, GroupStructure.Kind.SYMMETRIC, "(0 1)(7 4)(8 11)", "(0 1 2 3)(7 4 6 5)(8 11 10 9)");
        }
    }

    /** PSL(2,7) on two copies of its eight points: a chain, and points that follow. */
    @Nested
    class AChainWithFollowers extends Given {
        AChainWithFollowers() {
            super(16, GroupStructure.Kind.CHAIN, "(0 1 2 3 4 5 6)(8 9 10 11 12 13 14)",
                "(0 7)(1 6)(2 3)(4 5)(8 15)(9 14)(10 11)(12 13)");
        }
    }

    @Nested
    class AChain extends Given {
        AChain() {
            super(8, GroupStructure.Kind.CHAIN, "(0 1 2 3 4 5 6)", "(0 7)(1 6)(2 3)(4 5)");
        }
    }

    @Nested
    class TilesThatRotate extends Given {
        TilesThatRotate() {
            super(9, GroupStructure.Kind.GIANT_EXTENSION, "(0 1)", "(0 1 2)", "(0 3 6)(1 4 7)(2 5 8)");
        }
    }

    /** A_4 on two tiles, an odd permutation of both at once, and their exchange. */
    @Nested
    class AlternatingTiles extends Given {
        AlternatingTiles() {
            super(8, GroupStructure.Kind.GIANT_EXTENSION, "(0 1 2)", "(1 2 3)", "(0 1)(4 5)", "(0 4)(1 5)(2 6)(3 7)");
        }
    }

    @Nested
    class GivenTiles extends Given {
        GivenTiles() {
            super(8, GroupStructure.Kind.SYMMETRIC, "(0 2)(1 3)", "(0 2 4 6)(1 3 5 7)");
        }

        @Override
        DirectFactor first() {
            return DirectFactor.symmetric(new int[][] {{2, 3}, {0, 1}, {6, 7}, {4, 5}});
        }
    }

    @Nested
    class AProduct extends Given {
        AProduct() {
            super(11, GroupStructure.Kind.PRODUCT, "(0 1)", "(2 3 4)", "(2 3)", "(5 6 7 8)", "(5 7)", "(9 10)");
        }

        @Override
        GroupStructure factor() {
            return PermutationGroup.of(11, given).structure();
        }

        @Override
        List<Permutation> generators() {
            return given;
        }
    }

    /** Five points and their pairs: pair {i,j} has the number 5 + j(j - 1)/2 + i. */
    @Nested
    class PointsAndPairs extends Given {
        PointsAndPairs() {
            super(15, GroupStructure.Kind.SYMMETRIC_ACTION, "(0 1)(6 7)(8 9)(11 12)",
                "(0 1 2 3 4)(5 7 10 14 11)(6 9 13 8 12)");
        }
    }
}
