package org.orbifold.mcmc.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.orbifold.mcmc.analysis.TransitionMatrix;
import org.orbifold.mcmc.random.Xoshiro256;
import org.orbifold.mcmc.testing.SmallModels;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;

/** What every chain must do; a new chain gets these tests by extending. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MarkovChainContract {

    private final List<GraphicalModel> models = SmallModels.all();
    private final Map<GraphicalModel, TransitionMatrix> matrices = new IdentityHashMap<>();

    private TransitionMatrix matrix(GraphicalModel model) {
        return matrices.computeIfAbsent(model, m -> TransitionMatrix.of(m, chain(m, 7)));
    }

    /** A new chain on a model; the seed may choose partitions and the like. */
    abstract MarkovChain chain(GraphicalModel model, long seed);

    @TestFactory
    Stream<DynamicTest> keepsTheTargetExactly() {
        return models.stream().map(model -> DynamicTest.dynamicTest(name(model), () -> {
            TransitionMatrix matrix = matrix(model);
            for (int s = 0; s < matrix.size(); s++) {
                double sum = 0;
                for (int j = 0; j < matrix.size(); j++) {
                    sum += matrix.probability(s, j);
                }
                assertThat(sum).isCloseTo(1, within(1e-12));
            }
            assertThat(matrix.invarianceError()).isLessThan(1e-12);
        }));
    }

    /** Wherever single-variable Gibbs is irreducible and aperiodic, so is every chain built on it. */
    @TestFactory
    Stream<DynamicTest> isRegularWhereGibbsIs() {
        return models.stream().map(model -> DynamicTest.dynamicTest(name(model), () -> {
            TransitionMatrix gibbs = TransitionMatrix.of(model, Gibbs.of(CompiledModel.of(model), Scan.RANDOM));
            TransitionMatrix matrix = matrix(model);
            if (gibbs.isIrreducible()) {
                assertThat(matrix.isIrreducible()).isTrue();
            }
            assertThat(matrix.canStay()).isTrue();
        }));
    }

    @Test
    void seedsReproduceAndPiecesDoNotMatter() {
        for (GraphicalModel model : models) {
            int[] start = FeasibleStart.find(model, Xoshiro256.of(1, 0));
            int[] whole = start.clone();
            chain(model, 3).advance(whole, 0, 1000, Xoshiro256.of(5, 0), ChainListener.NONE);
            int[] pieces = start.clone();
            Xoshiro256 random = Xoshiro256.of(5, 0);
            MarkovChain chain = chain(model, 3);
            for (int t = 0; t < 1000; t += 1) {
                chain.advance(pieces, t, t + 1, random, ChainListener.NONE);
            }
            assertThat(pieces).isEqualTo(whole);
        }
    }

    /** Saved at any step and loaded into another chain, it goes on as if nothing had been. */
    @Test
    void goesOnFromWhatItSaved() throws IOException {
        for (GraphicalModel model : models) {
            for (int cut : new int[] {0, 1, 17, 250}) {
                int[] whole = FeasibleStart.find(model, Xoshiro256.of(1, 0));
                MarkovChain chain = chain(model, 3);
                Xoshiro256 random = Xoshiro256.of(5, 0);
                chain.advance(whole, 0, cut, random, ChainListener.NONE);
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                DataOutputStream out = new DataOutputStream(bytes);
                chain.save(out);
                random.save(out);
                int[] resumed = whole.clone();
                chain.advance(whole, cut, 600, random, ChainListener.NONE);
                DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
                MarkovChain other = chain(model, 3);
                other.load(in);
                Xoshiro256 same = Xoshiro256.of(9, 0);
                same.load(in);
                assertThat(in.read()).isEqualTo(-1);
                other.advance(resumed, cut, 600, same, ChainListener.NONE);
                assertThat(resumed).isEqualTo(whole);
            }
        }
    }

    @Test
    void listenersAreToldOfEveryChangeAndChangeNothing() {
        for (GraphicalModel model : models) {
            int[] start = FeasibleStart.find(model, Xoshiro256.of(1, 0));
            int[] silent = start.clone();
            chain(model, 3).advance(silent, 0, 500, Xoshiro256.of(5, 0), ChainListener.NONE);
            for (boolean conditionals : new boolean[] {false, true}) {
                int[] heard = start.clone();
                int[] state = start.clone();
                ChainListener listener = new ChainListener() {
                    @Override
                    public boolean wantsConditionals() {
                        return conditionals;
                    }

                    @Override
                    public void changed(long time, int variable, int before, int after) {
                        assertThat(heard[variable]).isEqualTo(before).isNotEqualTo(after);
                        assertThat(state[variable]).isEqualTo(after);
                        heard[variable] = after;
                    }
                };
                chain(model, 3).advance(state, 0, 500, Xoshiro256.of(5, 0), listener);
                assertThat(heard).isEqualTo(state);
                assertThat(state).isEqualTo(silent);
            }
        }
    }

    /** Changes in batches are the same ones. */
    @Test
    void batchesAreTheSameChangesInTheSameOrder() {
        for (GraphicalModel model : models) {
            int[] start = FeasibleStart.find(model, Xoshiro256.of(1, 0));
            List<List<Long>> heard = new ArrayList<>();
            for (boolean batches : new boolean[] {false, true}) {
                List<Long> changes = new ArrayList<>();
                int[] state = start.clone();
                chain(model, 3).advance(state, 0, 1500, Xoshiro256.of(5, 0), new ChainListener() {
                    @Override
                    public boolean acceptsBatches() {
                        return batches;
                    }

                    @Override
                    public void changed(long time, int variable, int before, int after) {
                        changes.addAll(List.of(time, (long) variable, (long) before, (long) after));
                    }
                });
                heard.add(changes);
            }
            assertThat(heard.get(1)).isEqualTo(heard.get(0));
        }
    }

    /**
     * Simulated transitions against the matrix. One chi-square test per model, from every state, 4000 draws each,
     * rejected beyond 6 standard deviations of the (nearly normal) statistic: false alarms below 1e-5 in all, and the
     * seed is fixed.
     */
    @Test
    void simulationAgreesWithTheMatrix() {
        for (GraphicalModel model : models) {
            TransitionMatrix matrix = matrix(model);
            MarkovChain chain = chain(model, 7);
            Xoshiro256 random = Xoshiro256.of(11, 0);
            int draws = 4000;
            double statistic = 0;
            int freedom = 0;
            for (int s = 0; s < matrix.size(); s++) {
                int[] counts = new int[matrix.size()];
                for (int i = 0; i < draws; i++) {
                    int[] state = matrix.state(s);
                    chain.advance(state, 0, chain.period(), random, ChainListener.NONE);
                    counts[indexOf(matrix, state)]++;
                }
                double restExpected = 0;
                int restCount = 0;
                int cells = 0;
                for (int j = 0; j < counts.length; j++) {
                    double expected = draws * matrix.probability(s, j);
                    if (expected < 5) {
                        restExpected += expected;
                        restCount += counts[j];
                    } else {
                        statistic += (counts[j] - expected) * (counts[j] - expected) / expected;
                        cells++;
                    }
                }
                if (restExpected >= 5) {
                    statistic += (restCount - restExpected) * (restCount - restExpected) / restExpected;
                    cells++;
                } else {
                    // A Poisson count with mean below 5 exceeds 30 with probability below 1e-13.
                    assertThat(restCount).isLessThan(30);
                }
                freedom += Math.max(0, cells - 1);
            }
            assertThat(statistic).isLessThan(freedom + 6 * Math.sqrt(2.0 * freedom) + 18);
        }
    }

    private static int indexOf(TransitionMatrix matrix, int[] state) {
        for (int s = 0; s < matrix.size(); s++) {
            if (Arrays.equals(matrix.state(s), state)) {
                return s;
            }
        }
        throw new AssertionError("impossible state " + Arrays.toString(state));
    }

    static String name(GraphicalModel model) {
        return Arrays.toString(model.sizes()) + " " + model.features().size() + " features";
    }
}
