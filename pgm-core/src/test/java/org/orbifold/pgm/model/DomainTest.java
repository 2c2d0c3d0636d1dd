package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DomainTest {

    @Test
    void labelsOfASizeAreDecimal() {
        Domain domain = Domain.ofSize(12);
        assertThat(domain.label(11)).isEqualTo("11");
        assertThat(domain.find("7")).hasValue(7);
        assertThat(domain.find("12")).isEmpty();
        assertThat(domain.find("07")).isEmpty();
        assertThat(domain.find("x")).isEmpty();
    }

    @Test
    void ownLabels() {
        Domain domain = Domain.of("sad", "happy");
        assertThat(domain.size()).isEqualTo(2);
        assertThat(domain.label(1)).isEqualTo("happy");
        assertThat(domain.find("happy")).hasValue(1);
        assertThat(domain.find("1")).isEmpty();
        assertThat(domain).hasToString("{sad,happy}").isNotEqualTo(Domain.binary());
    }

    @Test
    void decimalLabelsAreTheDefaultDomain() {
        assertThat(Domain.of("0", "1", "2")).isEqualTo(Domain.ofSize(3)).hasSameHashCodeAs(Domain.ofSize(3));
        assertThat(Domain.of("1", "0")).isNotEqualTo(Domain.binary());
    }

    @Test
    void aHugeDomainCostsNothing() {
        assertThat(Domain.ofSize(2_000_000_000).label(1_999_999_999)).isEqualTo("1999999999");
    }

    @Test
    void mistakesAreNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> Domain.ofSize(0)).withMessageContaining("size is 0");
        assertThatIllegalArgumentException().isThrownBy(Domain::of).withMessageContaining("at least one value");
        assertThatIllegalArgumentException().isThrownBy(() -> Domain.of("a", "")).withMessageContaining("value 1");
        assertThatIllegalArgumentException().isThrownBy(() -> Domain.of("a", "b", "a")).withMessageContaining("'a'");
    }
}
