package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbifold.group.chain.ChainOptions;
import org.orbifold.group.chain.StabilizerChain;
import org.orbifold.group.element.Permutation;

/** Orders from outside, each with its source, and independent checks of every group found. */
class KnownAnswersTest {

    private static final String M24_CYCLE = "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)";

    private record Known(String name, BigInteger order, String source, List<Permutation> generators) {
        @Override
        public String toString() {
            return name + " (" + source + ")";
        }
    }

    static Stream<Known> table() throws IOException {
        List<Known> rows = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                KnownAnswersTest.class.getResourceAsStream("known-groups.csv"), StandardCharsets.UTF_8))) {
            String text = reader.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
            // A line that begins with a blank continues its record.
            for (String record : text.replace("\n ", " ").split("\n")) {
                String[] fields = record.split(";");
                int degree = Integer.parseInt(fields[1]);
                rows.add(new Known(fields[0], new BigInteger(fields[2]), fields[3].trim(),
                    Arrays.stream(fields).skip(4).map(f -> Permutation.parseImages(degree, f)).toList()));
            }
        }
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("table")
    void tableOfOrders(Known known) {
        int degree = known.generators().get(0).degree();
        PermutationGroup group = PermutationGroup.of(degree, known.generators());
        assertThat(group.order()).isEqualTo(known.order());
        assertThat(group.isVerified()).isTrue();
        assertThat(group.isTransitive()).isTrue();
        assertThat(StabilizerChain.of(degree, known.generators(), ChainOptions.defaults().withTrivialSifts(2)).order())
            .isEqualTo(known.order());
        if (known.order().bitLength() < 13) {
            assertThat(BruteForce.elements(degree, known.generators())).hasSize(known.order().intValueExact())
                .allMatch(group::contains);
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10; i++) {
            Permutation element = group.random(random);
            assertThat(group.contains(element.then(known.generators().get(0)))).isTrue();
            if (!group.isSymmetric() && !group.isAlternating()) {
                // A transposition or 3-cycle in a primitive group would make it a giant (Jordan 1873).
                assertThat(known.name().startsWith("P")
                    && group.contains(element.then(Permutation.transposition(degree, 0, 1 + i % (degree - 1)))))
                    .isFalse();
            }
        }
    }

    /** Conway and Sloane, Sphere Packings, Lattices and Groups, chapter 11; the point at infinity is the last one. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "11; 7920; (0 1 2 3 4 5 6 7 8 9 10); (2 6 10 7)(3 9 4 5)",
        "12; 95040; (0 1 2 3 4 5 6 7 8 9 10); (2 6 10 7)(3 9 4 5)(0)(11); ",
        "23; 10200960; " + M24_CYCLE + "; (2 16 9 6 8)(3 12 13 18 4)(7 17 10 11 22)(14 19 21 20 15)",
        "24; 244823040; " + M24_CYCLE + "; (2 16 9 6 8)(3 12 13 18 4)(7 17 10 11 22)(14 19 21 20 15)",
    })
    void mathieuGroups(int degree, BigInteger order, String first, String second) {
        List<Permutation> generators = new ArrayList<>(List.of(Permutation.parseCycles(degree, first),
            Permutation.parseCycles(degree, second)));
        if (degree == 12) {
            generators.add(Permutation.parseCycles(12, "(0 11)(1 10)(2 5)(3 7)(4 8)(6 9)"));
        } else if (degree == 24) {
            generators.add(Permutation.parseCycles(24, "(0 23)(1 22)(2 11)(3 15)(4 17)(5 9)(6 19)(7 13)(8 20)(10 16)"
                + "(12 21)(14 18)"));
        }
        PermutationGroup group = PermutationGroup.of(degree, generators);
        assertThat(group.order()).isEqualTo(order);
        // Point stabilisers: M10 of order 720, M11, M22, M23.
        BigInteger[] below = {BigInteger.valueOf(720), BigInteger.valueOf(7920), BigInteger.valueOf(443520),
            BigInteger.valueOf(10200960)};
        assertThat(group.stabilizer(3).order()).isEqualTo(below[degree < 13 ? degree - 11 : degree - 21]);
    }

    /**
     * Subgroups of Rubik's cube. The chain of Thistlethwaite (1981): 21119142223872000, 19508428800, 663552; all orders
     * confirmed with GAP 4.12 on the generators of its manual. A turn is a face, with 2 for half a turn and i for a
     * turn back.
     */
    @ParameterizedTest
    @CsvSource({
        "L R F B U2 D2, 21119142223872000",
        "U D R L, 21119142223872000",
        "U D L2 R2 F2 B2, 19508428800",
        "U L2 R2 F2 B2, 19508428800",
        "U D R2 F2, 4877107200",
        "U2 D2 L2 R2 F2 B2, 663552",
        "U R F, 170659735142400",
        "U R2 F2, 10886400",
        "U R, 73483200",
        "U2 R2 F2, 2592",
        "U2 R2, 12",
        "U L F R B, 43252003274489856000",
        "UDi LRi FBi, 768",
        "UD LR FB, 6144",
    })
    void subgroupsOfRubiksCube(String turns, BigInteger order) {
        List<Permutation> generators = Arrays.stream(turns.split(" ")).map(KnownAnswersTest::moves).toList();
        PermutationGroup group = PermutationGroup.of(48, generators);
        assertThat(group.order()).isEqualTo(order);
        assertThat(NamedGroups.rubiksCube().containsGroup(group)).isTrue();
        if (order.bitLength() < 17) {
            assertThat(BruteForce.elements(48, generators)).hasSize(order.intValueExact());
        }
    }

    /** A product of turns such as {@code UR2Fi}. */
    private static Permutation moves(String text) {
        List<Permutation> faces = NamedGroups.rubiksCube().generators();
        Permutation product = Permutation.identity(48);
        for (int i = 0; i < text.length(); i++) {
            Permutation face = faces.get("ULFRBD".indexOf(text.charAt(i)));
            char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            product = product.then(face.power(next == '2' ? 2 : next == 'i' ? -1 : 1));
            i += next == '2' || next == 'i' ? 1 : 0;
        }
        return product;
    }

    /** Singmaster, Notes on Rubik's Magic Cube (1981); subgroup orders as listed in PEERS.md of this project. */
    @Test
    void rubiksCube() {
        PermutationGroup cube = NamedGroups.rubiksCube();
        assertThat(cube.order()).isEqualTo(new BigInteger("43252003274489856000"));
        assertThat(cube.factors()).hasSize(1);
        assertThat(cube.orbits().sizes()).containsExactly(24, 24);
        List<Permutation> turns = cube.generators();
        // Squares of all turns: 663552; the slice-free two-face subgroup <U, R>: 73483200.
        assertThat(PermutationGroup.of(48, turns.stream().map(t -> t.power(2)).toList()).order()).isEqualTo(663552);
        assertThat(PermutationGroup.of(48, List.of(turns.get(0), turns.get(3))).order()).isEqualTo(73483200);
        // A single flipped edge cannot be reached.
        assertThat(cube.contains(Permutation.transposition(48, 6, 17))).isFalse();
    }

    /** Janko's two 7 by 7 matrices over GF(11) (Janko 1966), on the orbit of a line of vectors: order 175560. */
    @Test
    void jankosFirstGroupFromItsMatrices() {
        int[][] y = new int[7][7];
        for (int i = 0; i < 7; i++) {
            y[i][(i + 1) % 7] = 1;
        }
        int[][] z = {{-3, 2, -1, -1, -3, -1, -3}, {-2, 1, 1, 3, 1, 3, 3}, {-1, -1, -3, -1, -3, -3, 2},
            {-1, -3, -1, -3, -3, 2, -1}, {-3, -1, -3, -3, 2, -1, -1}, {1, 3, 3, -2, 1, 1, 3}, {3, 3, -2, 1, 1, 3, 1}};
        List<Permutation> generators = onLines(List.of(y, z), 11, List.of(1, 1, 1, 1, 1, 1, 1));
        assertThat(generators.get(0).degree()).isEqualTo(4180);
        assertThat(PermutationGroup.of(4180, generators).order()).isEqualTo(175560);
    }

    /** |PSL(n, q)| = q^(n(n-1)/2) (q^2 - 1) ... (q^n - 1) / gcd(n, q - 1), here for primes q. */
    @ParameterizedTest
    @CsvSource({"2, 7", "2, 31", "2, 101", "3, 3", "3, 5", "3, 7", "4, 3", "5, 2", "6, 2", "7, 2"})
    void projectiveSpecialLinearGroups(int n, int q) {
        List<int[][]> transvections = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            for (int j : new int[] {(i + 1) % n, (i + n - 1) % n}) {
                int[][] matrix = new int[n][n];
                for (int k = 0; k < n; k++) {
                    matrix[k][k] = 1;
                }
                matrix[i][j] = 1;
                transvections.add(matrix);
            }
        }
        List<Integer> start = new ArrayList<>(List.of(1));
        while (start.size() < n) {
            start.add(0);
        }
        List<Permutation> generators = onLines(transvections, q, start);
        BigInteger expected = BigInteger.valueOf(q).pow(n * (n - 1) / 2);
        for (int i = 2; i <= n; i++) {
            expected = expected.multiply(BigInteger.valueOf(q).pow(i).subtract(BigInteger.ONE));
        }
        expected = expected.divide(BigInteger.valueOf(n).gcd(BigInteger.valueOf(q - 1)));
        assertThat(PermutationGroup.of(generators.get(0).degree(), generators).order()).isEqualTo(expected);
    }

    /** The action of matrices on the orbit of a line through the origin. */
    private static List<Permutation> onLines(List<int[][]> matrices, int q, List<Integer> start) {
        Map<List<Integer>, Integer> number = new HashMap<>();
        List<List<Integer>> lines = new ArrayList<>();
        lines.add(start);
        number.put(start, 0);
        List<List<Integer>> images = new ArrayList<>();
        for (int head = 0; head < lines.size(); head++) {
            for (int[][] matrix : matrices) {
                List<Integer> image = image(lines.get(head), matrix, q);
                if (number.putIfAbsent(image, lines.size()) == null) {
                    lines.add(image);
                }
                images.add(image);
            }
        }
        List<Permutation> result = new ArrayList<>();
        for (int m = 0; m < matrices.size(); m++) {
            int[] list = new int[lines.size()];
            for (int x = 0; x < list.length; x++) {
                list[x] = number.get(images.get(x * matrices.size() + m));
            }
            result.add(Permutation.ofImages(list));
        }
        return result;
    }

    private static List<Integer> image(List<Integer> vector, int[][] matrix, int q) {
        int n = matrix.length;
        int[] product = new int[n];
        int lead = 0;
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                product[j] += vector.get(i) * matrix[i][j];
            }
            product[j] = Math.floorMod(product[j], q);
            lead = lead == 0 ? product[j] : lead;
        }
        int inverse = BigInteger.valueOf(lead).modInverse(BigInteger.valueOf(q)).intValue();
        return Arrays.stream(product).map(v -> v * inverse % q).boxed().toList();
    }

    /** 2^d d! for the hypercube; |A|^m |B| for wreath products, in both actions. */
    @Test
    void hypercubesAndWreathProducts() {
        for (int d = 2; d <= 7; d++) {
            BigInteger factorial = NamedGroups.symmetric(d).order();
            assertThat(NamedGroups.hypercube(d).order()).isEqualTo(factorial.shiftLeft(d));
        }
        PermutationGroup s3 = NamedGroups.symmetric(3);
        PermutationGroup d5 = NamedGroups.dihedral(5);
        assertThat(NamedGroups.wreath(d5, s3).order()).isEqualTo(6000);
        assertThat(NamedGroups.wreathProductAction(d5, s3).order()).isEqualTo(6000);
        assertThat(NamedGroups.wreathProductAction(s3, NamedGroups.symmetric(4)).order()).isEqualTo(1296 * 24);
        // C_5 wr S_40 has no short cycle and a long base: proved by the bound from its blocks.
        assertThat(NamedGroups.wreath(NamedGroups.cyclic(5), NamedGroups.symmetric(40)).order())
            .isEqualTo(BigInteger.valueOf(5).pow(40).multiply(NamedGroups.symmetric(40).order()));
        assertThat(NamedGroups.directProduct(d5, s3).order()).isEqualTo(60);
    }
}
