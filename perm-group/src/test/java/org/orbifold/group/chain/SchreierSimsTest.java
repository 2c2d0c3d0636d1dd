package org.orbifold.group.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbifold.group.BruteForce;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.kernel.Images;

class SchreierSimsTest {

    private static final List<Permutation> M11 = List.of(
        Permutation.parseCycles(11, "(0 1 2 3 4 5 6 7 8 9 10)"),
        Permutation.parseCycles(11, "(2 6 10 7)(3 9 4 5)"));

    private static StabilizerChain build(List<Permutation> generators, ChainOptions options) {
        return StabilizerChain.of(generators.get(0).degree(), generators, options);
    }

    /** Independent of how the chain was built: compares it with the set of all elements. */
    private static void checkAgainst(Set<Permutation> elements, StabilizerChain chain) {
        assertThat(chain.order()).isEqualTo(elements.size());
        BigInteger product = BigInteger.ONE;
        List<Permutation> strong = chain.strongGenerators();
        assertThat(elements).containsAll(strong);
        int[] base = chain.base();
        for (int level = 0; level < chain.length(); level++) {
            int[] orbit = chain.orbit(level);
            product = product.multiply(BigInteger.valueOf(orbit.length));
            for (int point : orbit) {
                Permutation u = chain.transversal(level, point);
                assertThat(u.image(base[level])).isEqualTo(point);
                for (int above = 0; above < level; above++) {
                    assertThat(u.image(base[above])).isEqualTo(base[above]);
                }
                assertThat(elements).contains(u);
            }
        }
        assertThat(product).isEqualTo(chain.order());
    }

    /** One trivial sift ends the random phase far too early, so the strong generating test has something to mend. */
    @Property(tries = 400)
    void agreesWithBruteForce(@ForAll @IntRange(min = 1, max = 7) int degree, @ForAll @IntRange(max = 3) int count,
            @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        Set<Permutation> elements = BruteForce.elements(degree, generators);
        StabilizerChain chain = StabilizerChain.of(degree, generators,
            ChainOptions.defaults().withTrivialSifts(1).withSeed(seed));
        assertThat(chain.isVerified()).isTrue();
        checkAgainst(elements, chain);
    }

    @Property(tries = 60)
    void membershipAgreesWithBruteForceOnAllPermutations(@ForAll @IntRange(min = 2, max = 6) int degree,
            @ForAll @IntRange(max = 3) int count, @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        Set<Permutation> elements = BruteForce.elements(degree, generators);
        StabilizerChain chain = StabilizerChain.of(degree, generators, ChainOptions.defaults().withSeed(seed));
        for (Permutation candidate : BruteForce.allPermutations(degree)) {
            assertThat(chain.contains(candidate)).isEqualTo(elements.contains(candidate));
            assertThat(chain.sift(candidate).residue().isIdentity()).isEqualTo(elements.contains(candidate));
        }
        assertThat(new HashSet<>(chain.elements().toList())).isEqualTo(elements);
        assertThat(chain.elements().count()).isEqualTo(elements.size());
    }

    /** Larger groups than brute force can list: all Schreier generators and different seeds must agree. */
    @Property(tries = 60)
    void algorithmsAgree(@ForAll @IntRange(min = 8, max = 24) int degree, @ForAll @IntRange(min = 1, max = 4) int count,
            @ForAll long seed) {
        List<Permutation> generators = BruteForce.someGenerators(degree, count, seed);
        BigInteger expected = SchreierGenerators.order(degree, generators);
        for (int sifts : new int[] {1, 8}) {
            StabilizerChain chain = build(generators,
                ChainOptions.defaults().withTrivialSifts(sifts).withSeed(seed + sifts));
            assertThat(chain.order()).isEqualTo(expected);
            Permutation word = Permutation.identity(degree);
            Random random = new Random(seed);
            for (int i = 0; i < 30; i++) {
                word = word.then(generators.get(random.nextInt(count)));
                assertThat(chain.contains(word)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ChainOptions.Method.class)
    void allMethodsFindTheMathieuGroup(ChainOptions.Method method) {
        StabilizerChain chain = build(M11, ChainOptions.defaults().withMethod(method));
        assertThat(chain.order()).isEqualTo(7920);
        assertThat(chain.proof()).isEqualTo(switch (method) {
            case RANDOM_VERIFIED -> Proof.STRONG_GENERATING_TEST;
            case MONTE_CARLO -> Proof.NONE;
        });
        assertThat(chain.isVerified()).isEqualTo(method != ChainOptions.Method.MONTE_CARLO);
    }

    @Test
    void aKnownOrderIsAShortCutAndAWrongOneAnError() {
        StabilizerChain chain = build(M11, ChainOptions.defaults().withKnownOrder(BigInteger.valueOf(7920)));
        assertThat(chain.proof()).isEqualTo(Proof.KNOWN_ORDER);
        checkAgainst(BruteForce.elements(11, M11), chain);
        assertThatThrownBy(() -> build(M11, ChainOptions.defaults().withKnownOrder(BigInteger.valueOf(95040))))
            .hasMessageContaining("stated order is 95040").hasMessageContaining("7920");
        assertThatThrownBy(() -> ChainOptions.defaults().withKnownOrder(BigInteger.ZERO))
            .hasMessageContaining("order 0");
    }

    @Test
    void theBaseMayBePrescribed() {
        StabilizerChain chain = build(M11, ChainOptions.defaults().withBase(5, 3, 10));
        assertThat(chain.base()).startsWith(5, 3, 10);
        assertThat(chain.order()).isEqualTo(7920);
        assertThat(chain.stabilizer(2).order()).isEqualTo(72);
        assertThat(chain.strongGenerators(2)).allMatch(g -> g.image(5) == 5 && g.image(3) == 3);
        // A redundant point stays in the base with an orbit of one.
        List<Permutation> swap = List.of(Permutation.transposition(4, 2, 3));
        assertThat(build(swap, ChainOptions.defaults().withBase(0)).orbit(0)).containsExactly(0);
        assertThatThrownBy(() -> build(M11, ChainOptions.defaults().withBase(11))).hasMessageContaining("11 is out of");
        assertThatThrownBy(() -> build(M11, ChainOptions.defaults().withBase(1, 1))).hasMessageContaining("twice");
    }

    @Test
    void factorizationMultipliesBackToTheElement() {
        StabilizerChain chain = build(M11, ChainOptions.defaults());
        Permutation member = M11.get(0).then(M11.get(1)).power(3).then(M11.get(0));
        List<Permutation> factors = chain.factorize(member);
        Permutation product = Permutation.identity(11);
        for (int i = factors.size() - 1; i >= 0; i--) {
            product = product.then(factors.get(i));
        }
        assertThat(product).isEqualTo(member);
        assertThatThrownBy(() -> chain.factorize(Permutation.transposition(11, 0, 1)))
            .hasMessageContaining("not an element");
        assertThat(chain.sift(Permutation.transposition(11, 0, 1)).level()).isLessThanOrEqualTo(chain.length());
        assertThatThrownBy(() -> chain.transversal(1, chain.base()[0])).hasMessageContaining("not in the orbit");
        assertThatThrownBy(() -> chain.contains(Permutation.identity(3))).hasMessageContaining("degree 3");
    }

    @Test
    void noGeneratorsGiveTheTrivialGroup() {
        StabilizerChain chain = StabilizerChain.of(5, List.of(Permutation.identity(5)), ChainOptions.defaults());
        assertThat(chain.order()).isEqualTo(1);
        assertThat(chain.elements()).containsExactly(Permutation.identity(5));
        assertThatThrownBy(() -> StabilizerChain.of(5, List.of(Permutation.identity(6)), ChainOptions.defaults()))
            .hasMessageContaining("degree 6");
    }

    @Test
    void theSeedDecidesTheChainNotTheGroup() {
        StabilizerChain first = build(M11, ChainOptions.defaults().withSeed(7));
        StabilizerChain again = build(M11, ChainOptions.defaults().withSeed(7));
        StabilizerChain other = build(M11, ChainOptions.defaults().withSeed(8));
        assertThat(again.base()).isEqualTo(first.base());
        assertThat(again.strongGenerators()).isEqualTo(first.strongGenerators());
        assertThat(other.order()).isEqualTo(first.order());
        assertThat(other.strongGenerators()).isNotEqualTo(first.strongGenerators());
    }

    @Test
    void schreierTreesStayShallowEvenOnALongCycle() {
        int n = 5000;
        int[] images = new int[n];
        for (int x = 0; x < n; x++) {
            images[x] = (x + 1) % n;
        }
        MutableChain chain = new MutableChain(Images.identity(n));
        chain.insert(images.clone(), 0);
        assertThat(chain.level(0).depth()).isEqualTo(n / 2);
        chain.flatten(0, new SplittableRandom(3));
        assertThat(chain.level(0).orbitSize()).isEqualTo(n);
        assertThat(chain.level(0).depth()).isLessThan(30);
        Word word = new Word();
        chain.level(0).appendInverse(n - 1, word);
        assertThat(word.image(n - 1)).isZero();
    }
}
