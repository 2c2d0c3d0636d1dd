package org.orbifold.pgm.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    private static final double NO = Double.NEGATIVE_INFINITY;

    private static Table table(double... entries) {
        return Table.of(new int[] {0}, new int[] {entries.length}, entries);
    }

    @Test
    void impossibleEntriesDoNotCount() {
        assertThat(table(-3, NO, -1, -7).largest()).isEqualTo(-1);
        assertThat(table(-3, NO, -1, -7).spread()).isEqualTo(6);
        assertThat(table(NO, 2.5).spread()).isZero();
    }

    @Test
    void allEntriesMayBeImpossible() {
        assertThat(table(NO, NO).largest()).isEqualTo(NO);
        assertThat(table(NO, NO).spread()).isZero();
    }
}
