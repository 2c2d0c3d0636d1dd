package org.orbifold.mcmc.chain;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.orbifold.pgm.block.Block;
import org.orbifold.pgm.block.BlockPartition;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.time.Budget;

/**
 * The choice of one set of variables for {@link WideBlocks}, by elimination with tables of bounded size: where a table
 * would be too large, its heaviest variable is cut and stays outside.
 */
final class Cover {

    private final Budget budget;
    private final double limit;
    private final boolean[] covered;
    private final RandomGenerator random;
    private final IntOpenHashSet[] neighbours;
    private final boolean[] gone;
    private final double[] logSize;
    /** The logarithm of the entries of each variable's table, were it eliminated now. */
    private final double[] weight;

    Cover(GraphicalModel model, BlockPartition partition, boolean[] inside, int maxEntries, boolean[] covered,
            RandomGenerator random, Budget budget) {
        this.budget = budget;
        // What is left when a variable of two or more values is summed out of such a product has at most that many.
        this.limit = Math.log(2.0 * maxEntries) + 1e-6;
        this.covered = covered;
        this.random = random;
        this.neighbours = new IntOpenHashSet[model.variableCount()];
        this.logSize = new double[neighbours.length];
        this.gone = new boolean[neighbours.length];
        for (int v = 0; v < neighbours.length; v++) {
            gone[v] = !inside[v];
            if (inside[v]) {
                neighbours[v] = new IntOpenHashSet(8);
                logSize[v] = Math.log(model.size(v));
            }
        }
        this.weight = logSize.clone();
        for (Table table : model.factors().tables()) {
            budget.check();
            connect(IntArrayList.wrap(table.scope()));
        }
        for (Block block : partition.blocks()) {
            budget.check();
            connect(IntArrayList.wrap(block.variables()));
        }
        // What is too wide for a table cannot be taken in: its variables stay outside.
        model.factors().wide().forEach(feature -> {
            for (int v : feature.scope()) {
                if (!gone[v]) {
                    remove(v);
                }
            }
        });
    }

    private void connect(IntArrayList scope) {
        for (int a : scope) {
            for (int b : scope) {
                if (a != b && !gone[a] && !gone[b] && neighbours[a].add(b)) {
                    weight[a] += logSize[b];
                }
            }
        }
    }

    private void remove(int v) {
        gone[v] = true;
        for (IntIterator it = neighbours[v].iterator(); it.hasNext();) {
            int u = it.nextInt();
            neighbours[u].remove(v);
            weight[u] -= logSize[v];
        }
    }

    /** An order of elimination of all variables; empty if a table would be too large. */
    Optional<int[]> chooseAll() {
        int[] order = choose(true);
        return order.length == gone.length ? Optional.of(order) : Optional.empty();
    }

    /** An order of elimination of those that are chosen. */
    int[] choose() {
        return choose(false);
    }

    private int[] choose(boolean all) {
        IntArrayList order = new IntArrayList();
        WeightQueue queue = new WeightQueue(gone.length, random);
        for (int v = 0; v < gone.length; v++) {
            if (!gone[v]) {
                queue.update(v, weight[v]);
            }
        }
        for (int v = queue.first(); v >= 0; v = queue.first()) {
            budget.check();
            IntArrayList around = new IntArrayList(neighbours[v]);
            around.sort(null);
            if (weight[v] <= limit) {
                order.add(v);
                queue.remove(v);
                remove(v);
                connect(around);
            } else if (all) {
                break;
            } else {
                int cut = heaviest(v, around);
                around = new IntArrayList(neighbours[cut]);
                queue.remove(cut);
                remove(cut);
            }
            for (int u : around) {
                if (!gone[u]) {
                    queue.update(u, weight[u]);
                }
            }
        }
        return order.toIntArray();
    }

    /** Of a clique that is too large, the variable in most others; one that a cover has already, if there is. */
    private int heaviest(int v, IntArrayList around) {
        int best = v;
        for (int u : around) {
            if (covered[u] && !covered[best]
                    || covered[u] == covered[best] && neighbours[u].size() > neighbours[best].size()) {
                best = u;
            }
        }
        return best;
    }
}
