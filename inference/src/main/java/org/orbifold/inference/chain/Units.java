package org.orbifold.inference.chain;

import java.util.Locale;
import org.orbifold.mcmc.chain.MarkovChain;
import org.orbifold.mcmc.chain.Scan;
import org.orbifold.mcmc.chain.WideBlocks;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/** What a step of a chain draws. */
interface Units {

    /** A chain for one thread that draws these units of a model: the target, or the target at another temperature. */
    MarkovChain chain(GraphicalModel at);

    /** Steps between two exchanges of replicas. */
    int exchangeInterval();

    /** Exchanges of replicas in a sweep. */
    double exchangesPerSweep();

    /** Nanoseconds of a sweep, counted; those of the target include its conditional marginals. */
    double nanosOfSweep(boolean target);

    /** Entries of tables that all chains share, for a number of replicas. */
    long sharedEntries(int replicas);

    /** Entries of tables that each replica has for itself. */
    long ownEntries();

    /** The order in which units are drawn. */
    Scan scan();

    /**
     * Gibbs steps on single variables or on the blocks of a partition.
     *
     * @param model     the target
     * @param partition the units
     * @param scan      their order
     * @param compiled  the models of all temperatures, compiled
     */
    record Blocks(GraphicalModel model, BlockPartition partition, Scan scan, CompiledModels compiled)
            implements Units {

        org.orbifold.mcmc.chain.Gibbs gibbs(GraphicalModel at) {
            return org.orbifold.mcmc.chain.Gibbs.of(compiled.of(at, partition), scan);
        }

        @Override
        public MarkovChain chain(GraphicalModel at) {
            return gibbs(at);
        }

        @Override
        public int exchangeInterval() {
            return Math.max(1, partition.blockCount());
        }

        @Override
        public double exchangesPerSweep() {
            return 1;
        }

        @Override
        public double nanosOfSweep(boolean target) {
            return Cost.READ * gibbs(model).work() * Math.max(1, partition.blockCount());
        }

        @Override
        public long sharedEntries(int replicas) {
            return (replicas - 1L) * entries(model);
        }

        @Override
        public long ownEntries() {
            return 0;
        }

        boolean isSingle() {
            return partition.blockCount() == model.variableCount();
        }

        @Override
        public String toString() {
            return (scan == Scan.SYSTEMATIC ? "systematic " : "") + (isSingle() ? "Gibbs" : "block Gibbs");
        }
    }

    /**
     * Tree-width-bounded blocks (tree sampling, Hamze and de Freitas 2004): most of the model at once, by elimination.
     *
     * @param model      the target
     * @param blocks     the covers
     * @param maxEntries the most entries of a table
     */
    record Trees(GraphicalModel model, WideBlocks blocks, int maxEntries) implements Units {

        @Override
        public MarkovChain chain(GraphicalModel at) {
            return blocks.chain(at);
        }

        @Override
        public int exchangeInterval() {
            return 1;
        }

        @Override
        public double exchangesPerSweep() {
            // Variables in no cover are drawn one by one, in every step.
            return Math.max(1, blocks.covers().size());
        }

        @Override
        public double nanosOfSweep(boolean target) {
            return exchangesPerSweep() * blocks.work() * (target ? Cost.ENTRY_WITH_MARGINALS : Cost.ENTRY);
        }

        @Override
        public long sharedEntries(int replicas) {
            return 2L * replicas * entries(model);
        }

        @Override
        public long ownEntries() {
            return 2 * blocks.entries();
        }

        @Override
        public Scan scan() {
            return Scan.SYSTEMATIC;
        }

        @Override
        public String toString() {
            return blocks.isWhole() ? "exact draws of all variables at once" : String.format(Locale.ROOT,
                    "tree-width-bounded blocks (%d covers of up to %d of %d variables, tables of %,d entries)",
                    blocks.covers().size(), blocks.covers().stream().mapToInt(cover -> cover.length).max().orElse(0),
                    model.variableCount(), maxEntries);
        }
    }

    private static long entries(GraphicalModel model) {
        return model.factors().tables().stream().mapToLong(Table::entryCount).sum();
    }
}
