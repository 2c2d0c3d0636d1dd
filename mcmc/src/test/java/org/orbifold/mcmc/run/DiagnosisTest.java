package org.orbifold.mcmc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.run.SamplingResult.Verdict;

class DiagnosisTest {

    private static Diagnosis of(double disagreement, double approach, int locked, boolean tempered) {
        return new Diagnosis(4, 1.2, true, disagreement, approach, locked, tempered, false);
    }

    @Test
    void everyVerdictHasItsWords() {
        assertThat(of(0.009, 0, 0, false)).extracting(Diagnosis::verdict, Diagnosis::text)
                .containsExactly(Verdict.CONVERGED, "the chains agree");
        assertThat(of(0.02, 0.5, 0, false)).extracting(Diagnosis::verdict, Diagnosis::text)
                .containsExactly(Verdict.SLOW, "the chains are up to 0.020 from their mean: run about 6 times longer; "
                        + "until then the errors cover the disagreement only");
        assertThat(of(0.02, 0.9, 0, false).verdict()).isEqualTo(Verdict.STUCK);
        assertThat(of(0.02, 0.9, 0, false).text()).contains("do not come closer", "tempered-wide");
        assertThat(of(0.02, 0.9, 0, true).text()).contains("wider blocks");
        assertThat(of(0, 0, 1, false).text()).contains("hold 1 variable in place");
        assertThat(of(0, 0, 2, false).verdict()).isEqualTo(Verdict.STUCK);
        assertThat(of(0, 0, 0, false).ofDivided()).extracting(Diagnosis::verdict).isEqualTo(Verdict.STUCK);
        assertThat(of(0, 0, 0, false).ofDivided().text()).contains("chains keep to the parts they began in");
        Diagnosis brief = new Diagnosis(4, Double.NaN, false, 0, 0, 0, false, false);
        assertThat(brief.verdict()).isEqualTo(Verdict.TOO_SHORT);
        assertThat(brief.text()).isEqualTo("the run was too short to say whether the chains agree: run longer");
        assertThat(brief.rHatText()).isEmpty();
    }

    @Test
    void oneChainComparesItsHalves() {
        assertThat(new Diagnosis(1, 1.0, true, 0, 0, 0, false, false).text()).isEqualTo(
                "the halves of the chain agree; one chain cannot show whether another start leads elsewhere: "
                + "run several chains");
    }

    @Test
    void rHatForPeople() {
        assertThat(Diagnosis.text(1.00234)).isEqualTo("1.0023");
        assertThat(Diagnosis.text(1e9)).isEqualTo("over 100");
        assertThat(Diagnosis.text(Double.NaN)).isEqualTo("–");
        assertThat(of(0, 0, 0, false).rHatText()).contains("1.2000");
    }

    @Test
    void events() {
        double[][] coin = new double[4][1000];
        Random random = new Random(1);
        for (double[] chain : coin) {
            Arrays.setAll(chain, i -> random.nextInt(2));
        }
        assertThat(Diagnosis.ofEvent(coin, false).verdict()).isEqualTo(Verdict.CONVERGED);
        Arrays.fill(coin[0], 1);
        Arrays.fill(coin[1], 0);
        assertThat(Diagnosis.ofEvent(coin, false).verdict()).isEqualTo(Verdict.STUCK);
        assertThat(Diagnosis.ofEvent(coin, false).disagreement()).isGreaterThan(0.4);
        assertThat(Diagnosis.ofEvent(new double[4][3], false).verdict()).isEqualTo(Verdict.TOO_SHORT);
        assertThat(Diagnosis.ofEvent(new double[4][30], false).verdict()).isEqualTo(Verdict.CONVERGED);
    }
}
