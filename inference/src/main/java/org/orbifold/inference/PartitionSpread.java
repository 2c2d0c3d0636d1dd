package org.orbifold.inference;

import java.util.ArrayList;
import java.util.List;
import org.orbifold.mcmc.run.Machines;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.time.Budget;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.SymmetryFinder;
import org.orbifold.symmetry.model.SymmetryOptions;

/** The symmetries of a model for many partitions, looked for on other machines. */
public final class PartitionSpread {

    /** The options that can be sent: those of the search on graphs may hold a way to cancel it here. */
    private record Search(GraphicalModel model, double tolerance, long maxEntries, int probes, double seconds) {

        SymmetryFinder finder() {
            return SymmetryFinder.of(model, SymmetryOptions.defaults().withTolerance(tolerance)
                    .withMaxEntries(maxEntries).withProbes(probes).withThreads(1)
                    .withBudget(Budget.ofSeconds(seconds)));
        }
    }

    /**
     * The groups of block-value symmetries, as {@link SymmetryFinder#blockValue(List)} finds them.
     *
     * @param model      a model; it goes to each machine once, and back with each bundle of groups
     * @param options    tolerance, most entries, probes, and time, which each bundle has to itself
     * @param partitions partitions of its variables
     * @param machines   who searches
     * @return the groups, in the same order
     * @throws IllegalArgumentException                  as {@link SymmetryFinder#blockValue(BlockPartition)}
     * @throws org.orbifold.mcmc.run.MachineFailure      if the machines fail
     * @throws InterruptedException                      if the calling thread is interrupted
     */
    public static List<BlockSymmetries> blockValue(GraphicalModel model, SymmetryOptions options,
            List<BlockPartition> partitions, Machines machines) throws InterruptedException {
        int bundles = Math.max(1, Math.min(partitions.size(), ExactSpread.BUNDLES_EACH * machines.width()));
        List<List<BlockPartition>> parts = new ArrayList<>();
        for (int b = 0; b < bundles; b++) {
            int from = (int) ((long) partitions.size() * b / bundles);
            parts.add(List.copyOf(partitions.subList(from, (int) ((long) partitions.size() * (b + 1) / bundles))));
        }
        List<BlockSymmetries> found = new ArrayList<>();
        try (Machines.Shared<Search> search = machines.share(new Search(model, options.tolerance(),
                options.maxEntries(), options.probes(), options.budget().secondsLeft()))) {
            machines.map(search, parts, PartitionSpread::find).forEach(found::addAll);
        }
        return found;
    }

    private static List<BlockSymmetries> find(Search search, List<BlockPartition> partitions) {
        return search.finder().blockValue(partitions);
    }

    private PartitionSpread() { }
}
