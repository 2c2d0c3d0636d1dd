package org.orbifold.docs.guide;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.orbifold.mcmc.chain.BlockValueChain;
import org.orbifold.mcmc.chain.Gibbs;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.estimate.Estimator;
import org.orbifold.mcmc.orbit.OrbitAction;
import org.orbifold.mcmc.run.ChainParts;
import org.orbifold.mcmc.run.Sampling;
import org.orbifold.mcmc.run.SamplingOptions;
import org.orbifold.mcmc.run.SamplingResult;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.score.CompiledModel;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;

/** A chain, a partition, an α and an estimator of one's own: the example of {@code docs/tasks/your-own.md}. */
final class OwnSampling {

    // region estimator
    /** Counts, averaged over variables that are known to have the same marginal. */
    static final class SharedCounts implements Estimator {

        private final Estimator counts;
        private final int[] alike;

        SharedCounts(GraphicalModel model, int... alike) {
            this.counts = Estimator.counts(model);
            this.alike = alike;
        }

        @Override
        public void addTo(long now, double[] sums) {
            double[] own = new double[sums.length];
            counts.addTo(now, own);
            // All variables here are binary: variable v has the entries 2v and 2v + 1.
            for (int value = 0; value < 2; value++) {
                double sum = 0;
                for (int variable : alike) {
                    sum += own[2 * variable + value];
                }
                for (int variable : alike) {
                    own[2 * variable + value] = sum / alike.length;
                }
            }
            for (int i = 0; i < sums.length; i++) {
                sums[i] += own[i];
            }
        }

        @Override
        public void start(int[] state, long time) {
            counts.start(state, time);
        }

        @Override
        public void changed(long time, int variable, int before, int after) {
            counts.changed(time, variable, before, after);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            counts.save(out);
        }

        @Override
        public void load(DataInput in, int[] state) throws IOException {
            counts.load(in, state);
        }
    }
    // end region

    // region model
    static GraphicalModel model() {
        return GraphicalModel.builder().binary("A", "B", "C", "D").clause(1.1, "A=0", "B=1").clause(0.4, "A=0", "B=0")
                .clause(1.1, "C=0", "D=1").clause(0.4, "C=0", "D=0").clause(0.3, "A=0", "C=1").clause(0.3, "C=0", "A=1")
                .build();
    }
    // end region

    static SamplingResult run() throws IOException {
        // region run
        GraphicalModel model = model();
        BlockPartition blocks = BlockPartition.of(4, List.of(Block.of(0, 1), Block.of(2, 3)));
        BlockSymmetries symmetries = SymmetryFinder.of(model).blockValue(blocks);
        OrbitAction moves = OrbitAction.of(symmetries);
        CompiledModel compiled = CompiledModel.of(model);

        SamplingResult result = Sampling.run(model, new ChainParts() {
            @Override
            public MarkovChain chain() {
                return BlockValueChain.of(Gibbs.of(compiled, Scan.RANDOM), moves, 0.1);
            }

            @Override
            public Estimator estimator() {
                return new SharedCounts(model, 0, 2);
            }

            @Override
            public String description() {
                return "BV-MCMC(0.1) on my blocks, shared counts";
            }
        }, SamplingOptions.defaults().withSamples(20_000).withSeed(1), (seconds, samples, share, now) -> { });
        // end region
        return result;
    }

    private OwnSampling() { }
}
