package org.orbifold.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of queries from records that are made up. */
class QueryErrorsTest {

    private static final int SWEEPS = 4096;

    /** Records of one cell, with a log-weight that is drawn independently. */
    private static QueryErrors errors(double range, List<IntToDoubleFunction> chains) {
        SplittableRandom random = new SplittableRandom(3491);
        List<QueryRecord> records = chains.stream().map(chain -> {
            QueryRecord record = new QueryRecord(1);
            for (int i = 0; i < SWEEPS; i++) {
                record.add(new double[] {chain.applyAsDouble(i)}, random.nextDouble());
            }
            return record;
        }).toList();
        return new QueryErrors(records, new double[] {range}, false, false, cell -> false);
    }

    /** The upper 97.5% limits of a Poisson mean after 1, 3 and 10 events are 5.572, 8.767 and 18.390. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 20})
    void fewEventsWidenErrors(double range) {
        int[] events = {1, 3, 10};
        double[] limits = {5.572, 8.767, 18.390};
        for (int k = 0; k < events.length; k++) {
            int several = events[k];
            QueryErrors errors = errors(range, IntStream.range(0, 4).<IntToDoubleFunction>mapToObj(c -> i ->
                    i % 400 == 200 && i / 400 < several && i / 400 % 4 == c ? range : 0).toList());
            double sweeps = 4 * SWEEPS;
            assertThat(errors.value(0)).isEqualTo(range * several / sweeps);
            assertThat(errors.value(0) + 1.96 * errors.error(0))
                    .isCloseTo(range * limits[k] / sweeps, withinPercentage(12));
            // The complement has the same error.
            QueryErrors complement = errors(range, IntStream.range(0, 4).<IntToDoubleFunction>mapToObj(c -> i ->
                    i % 400 == 200 && i / 400 < several && i / 400 % 4 == c ? 0 : range).toList());
            assertThat(complement.error(0)).isCloseTo(errors.error(0), withinPercentage(1e-6));
        }
    }

    /** Batches of chains that are stuck are nearly constant: the others say how far they may be off. */
    @Test
    void disagreementIsInTheError() {
        QueryErrors errors = errors(1, IntStream.range(0, 4).<IntToDoubleFunction>mapToObj(c -> i ->
                (i & 15) == 0 == (c < 3) ? 1 : 0).toList());
        // The first three are at 1/16, the last at 15/16.
        assertThat(errors.error(0)).isGreaterThanOrEqualTo(15.0 / 16 - errors.value(0) - 0.2).isGreaterThan(0.4);
        QueryErrors agreeing = errors(1, IntStream.range(0, 4).<IntToDoubleFunction>mapToObj(c -> {
            SplittableRandom random = new SplittableRandom(c);
            return i -> random.nextInt(2);
        }).toList());
        assertThat(agreeing.error(0)).isCloseTo(0.5 / Math.sqrt(4 * SWEEPS), withinPercentage(15));
    }
}
