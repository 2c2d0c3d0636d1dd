package org.orbifold.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.orbifold.mcmc.chain.ChainListener;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

class TrialTest {

    /** Stays where it is, and says that all values are equally likely; a variable may be left out of most batches. */
    private record Still(GraphicalModel model, int every) implements MarkovChain {

        @Override
        public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
            for (long t = from; t < to; t++) {
                for (int v = 0; v < state.length; v++) {
                    double[] equal = new double[model.size(v)];
                    Arrays.fill(equal, 1.0 / equal.length);
                    if (listener.wantsConditionals() && (v > 0 || t % every == 0)) {
                        listener.conditional(t, v, equal);
                    }
                }
            }
        }
    }

    private static final GraphicalModel MODEL = GraphicalModel.builder().variables(3, 5, 7)
            .table(new int[] {0, 1}, new double[15]).build();

    /** A given chain, whose sweep costs a nanosecond. */
    private record Given(MarkovChain one) implements Units {

        @Override
        public MarkovChain chain(GraphicalModel at) {
            return one;
        }

        @Override
        public int exchangeInterval() {
            return 1;
        }

        @Override
        public double exchangesPerSweep() {
            return 1;
        }

        @Override
        public double nanosOfSweep(boolean target) {
            return 1;
        }

        @Override
        public long sharedEntries(int replicas) {
            return 0;
        }

        @Override
        public long ownEntries() {
            return 0;
        }

        @Override
        public Scan scan() {
            return Scan.SYSTEMATIC;
        }
    }

    private static ChainPlan plan(GraphicalModel model, MarkovChain chain, Estimates.Kind estimates) {
        return new ChainPlan(model, new Given(chain), null, Moves.NONE, Estimates.of(estimates));
    }

    private static Trial still(int every, int... starts) {
        return Trial.run(plan(MODEL, new Still(MODEL, every), Estimates.Kind.CONDITIONALS), 4, 400,
                i -> new int[] {starts[i], starts[i], starts[i]}, SamplingOptions.defaults().withThreads(1),
                Budget.unlimited());
    }

    /** Thirds, fifths and sevenths: none of them a double, so squares less squared means would be noise. */
    @Test
    void averagesThatDoNotDependOnTheStateAreSeenAsConstant() {
        Trial trial = still(1, 0, 1, 2, 0);
        assertThat(trial.isConstant()).isTrue();
        assertThat(trial.apart().farthest()).isZero();
        assertThat(trial.within()).isLessThan(1e-12);
    }

    /** A batch in which a variable was not drawn says nothing of it, and not that all its values are impossible. */
    @Test
    void whatABatchDoesNotTellIsNotCounted() {
        assertThat(still(13, 0, 1, 2, 0).isConstant()).isTrue();
    }

    @Test
    void whereAnotherChainWasAndThisOneWasNotIsTheLeastLikely() {
        Trial zeros = Trial.run(plan(MODEL, new Still(MODEL, 1), Estimates.Kind.COUNTS), 2, 400, i -> new int[3],
                SamplingOptions.defaults().withThreads(1), Budget.unlimited());
        List<int[]> found = zeros.leastLikely(Trial.pooled(List.of(still(1, 0, 0, 0, 2), still(1, 1, 0, 0, 0))), 2);
        assertThat(found).hasSize(2);
        assertThat(found).allMatch(state -> state[0] > 0);
    }

    @Test
    void aTrialEndsWithItsTime() {
        ChainPlan plan = plan(MODEL, new Still(MODEL, 1), Estimates.Kind.COUNTS);
        assertThatExceptionOfType(OutOfTimeException.class).isThrownBy(() -> Trial.run(plan, 2, 1e18, i -> new int[3],
                SamplingOptions.defaults().withThreads(1), Budget.ofSeconds(0.05)));
    }

    /** Draws fair bits, one for each variable or one for all. */
    private record Bits(GraphicalModel model, boolean together) implements MarkovChain {

        @Override
        public void advance(int[] state, long from, long to, RandomGenerator random, ChainListener listener) {
            for (long t = from; t < to; t++) {
                int bit = random.nextInt(2);
                for (int v = 0; v < state.length; v++) {
                    int before = state[v];
                    state[v] = together ? bit : random.nextInt(2);
                    listener.changed(t, v, before, state[v]);
                }
            }
        }
    }

    /**
     * By how much the logarithm of a variance differs from trial to trial is what single trials say, on average, within
     * a factor of 2: a hundred trials know it to 10%, the jackknife of four runs is known to be off by up to a half.
     */
    @Test
    void theNoiseOfAVarianceIsWhatTrialsDifferBy() {
        int[] sizes = new int[100];
        Arrays.fill(sizes, 2);
        GraphicalModel model = GraphicalModel.builder().variables(sizes).build();
        for (boolean together : new boolean[] {false, true}) {
            List<Trial> trials = LongStream.range(0, 100).mapToObj(seed -> Trial.run(
                    plan(model, new Bits(model, together), Estimates.Kind.COUNTS), 4, 400, i -> new int[100],
                    SamplingOptions.defaults().withSeed(seed).withThreads(1), Budget.unlimited())).toList();
            double[] logs = trials.stream().mapToDouble(trial -> Math.log(trial.variance())).toArray();
            double mean = Arrays.stream(logs).average().orElseThrow();
            double differ = Math.sqrt(Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).average()
                    .orElseThrow());
            double said = trials.stream().mapToDouble(Trial::noise).average().orElseThrow();
            assertThat(said / differ).as("together %s: %.3f, %.3f", together, said, differ).isBetween(0.5, 2.0);
            assertThat(differ > 0.2).isEqualTo(together);
        }
    }
}
