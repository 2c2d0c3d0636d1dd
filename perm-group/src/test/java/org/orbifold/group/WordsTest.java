package org.orbifold.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orbifold.group.element.Permutation;

class WordsTest {

    /** The six turns of Rubik's cube on its 48 moving faces, as GAP's manual numbers them. */
    private static final PermutationGroup CUBE = PermutationGroup.of(48, Stream.of(
        "(1,3,8,6)(2,5,7,4)(9,33,25,17)(10,34,26,18)(11,35,27,19)",
        "(9,11,16,14)(10,13,15,12)(1,17,41,40)(4,20,44,37)(6,22,46,35)",
        "(17,19,24,22)(18,21,23,20)(6,25,43,16)(7,28,42,13)(8,30,41,11)",
        "(25,27,32,30)(26,29,31,28)(3,38,43,19)(5,36,45,21)(8,33,48,24)",
        "(33,35,40,38)(34,37,39,36)(3,9,46,32)(2,12,47,29)(1,14,48,27)",
        "(41,43,48,46)(42,45,47,44)(14,22,30,38)(15,23,31,39)(16,24,32,40)")
        .map(text -> Permutation.parseCyclesFromOne(48, text)).toList());

    @Test
    void wordsOfTheCubeAreShort() {
        Words words = Words.of(CUBE);
        SplittableRandom random = new SplittableRandom(7);
        int letters = 0;
        for (int i = 0; i < 20; i++) {
            Permutation g = CUBE.random(random);
            int[] word = words.of(g);
            assertThat(words.evaluate(word)).isEqualTo(g);
            letters += word.length;
        }
        // 86 on average when this was written.
        assertThat(letters / 20).isLessThan(100);
    }

    @Test
    void evaluation() {
        Words words = Words.of(NamedGroups.cyclic(5));
        Permutation turn = NamedGroups.cyclic(5).generators().get(0);
        assertThat(words.evaluate()).isEqualTo(Permutation.identity(5));
        assertThat(words.evaluate(1, 1, -1)).isEqualTo(turn);
        assertThat(words.of(turn.inverse())).containsExactly(-1);
        assertThatThrownBy(() -> words.evaluate(2)).hasMessageContaining("letter 2");
        assertThatThrownBy(() -> words.evaluate(0)).hasMessageContaining("letter 0");
    }

    /** By transpositions and by cycles of three points, with fixed points, and with generators that are neither. */
    @Test
    void symmetricAndAlternatingGroups() {
        SplittableRandom random = new SplittableRandom(3);
        PermutationGroup fixing = PermutationGroup.of(34, NamedGroups.symmetric(30).generators().stream()
            .map(g -> g.extendTo(34)).toList());
        PermutationGroup s30 = NamedGroups.symmetric(30);
        PermutationGroup other = PermutationGroup.of(30, List.of(s30.random(random), s30.random(random)));
        assertThat(other.order()).isIn(s30.order(), s30.order().shiftRight(1));
        for (PermutationGroup group : List.of(s30, fixing, NamedGroups.alternating(30), NamedGroups.alternating(41),
                other)) {
            Words words = Words.of(group);
            for (int i = 0; i < 3; i++) {
                Permutation g = group.random(random);
                assertThat(words.evaluate(words.of(g))).isEqualTo(g);
            }
        }
        // 694 on average when this was written.
        assertThat(Words.of(s30).of(s30.random(random)).length).isLessThan(1500);
    }

    @Test
    void longWordsAreRefusedSoon() {
        long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        assertThatThrownBy(() -> Words.of(NamedGroups.symmetric(100))).hasMessageContaining("take too long");
        // Half a second when this was written.
        assertThat((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began) / 1e9).isLessThan(6);
    }
}
