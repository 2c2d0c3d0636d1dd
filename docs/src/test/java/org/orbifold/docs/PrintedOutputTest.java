package org.orbifold.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrintedOutputTest {

    private static boolean matches(String shown, String printed) {
        return PrintedOutput.matches(shown.lines().toList(), printed.lines().toList());
    }

    @Test
    void textMustBeTheSame() {
        assertThat(matches("order 2\nfactors 1", "order 2\nfactors 1")).isTrue();
        assertThat(matches("order 2", "orders 2")).isFalse();
        assertThat(matches("order 2", "order 2\nmore")).isFalse();
        assertThat(matches("order 2\nmore", "order 2")).isFalse();
        assertThat(matches("a.c", "abc")).isFalse();
        assertThat(PrintedOutput.matches(List.of(), List.of("x"))).isFalse();
    }

    @Test
    void numbersMayDifferByRounding() {
        assertThat(matches("0,1,0.47600000000000003", "0,1,0.476")).isTrue();
        assertThat(matches("0,1,0.4761", "0,1,0.476")).isFalse();
        assertThat(matches("order 3", "order 2")).isFalse();
        assertThat(matches("ess 1,048,576", "ess 1048576")).isTrue();
    }

    @Test
    void timesMayDiffer() {
        assertThat(matches("in 0.12 s, found in 3 ms", "in 77 s, found in 0.001 ms")).isTrue();
        assertThat(matches("seconds     0.5", "seconds     0.25")).isTrue();
        assertThat(matches("{\"seconds\":0.5,\"order\":2}", "{\"seconds\":0.1,\"order\":2}")).isTrue();
        assertThat(matches("{\"seconds\":0.5,\"order\":2}", "{\"seconds\":0.5,\"order\":3}")).isFalse();
        assertThat(matches("5 samples", "6 samples")).isFalse();
    }

    @Test
    void sampledNumbersMayDifferByNoise() {
        String shown = "Votes,0,0.259\nerror 0.0011\nmean 3.51 ± 0.02, R-hat 0.9918, effective samples 405";
        String again = "Votes,0,0.251\nerror 0.2\nmean 3.31 ± 0.09, R-hat 1.01, effective samples 77";
        List<String> printed = again.lines().toList();
        assertThat(PrintedOutput.matches("orbifold infer votes.mln", shown.lines().toList(), printed)).isTrue();
        assertThat(PrintedOutput.matches("orbifold exact votes.mln", shown.lines().toList(), printed)).isFalse();
        assertThat(PrintedOutput.matches("orbifold infer m", List.of("V,0,0.259"), List.of("V,0,0.359"))).isFalse();
        assertThat(PrintedOutput.matches("orbifold infer m", List.of("samples 5"), List.of("samples 6"))).isFalse();
    }

    @Test
    void ellipsesStandForAnything() {
        assertThat(matches("first\n…\nlast", "first\na\nb\nlast")).isTrue();
        assertThat(matches("first\n…\nlast", "first\nlast")).isTrue();
        assertThat(matches("first\n…\nlast", "first\na")).isFalse();
        assertThat(matches("a … c", "a bbb c")).isTrue();
        assertThat(matches("a … c", "a bbb d")).isFalse();
        assertThat(matches("A(S1),0,…", "A(S1),0,0.9922")).isTrue();
    }
}
