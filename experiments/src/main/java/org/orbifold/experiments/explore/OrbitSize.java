package org.orbifold.experiments.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.symmetry.model.BlockSymmetries;
import org.orbifold.symmetry.model.BlockValuePairs;

/**
 * How many states the orbit of a state has: a product over the direct factors. A symmetric group on tiles has as many
 * images of a state as there are orders of its tiles' contents; of any other factor the images are counted one by one,
 * up to a limit.
 */
final class OrbitSize {

    /** Most images of a factor that are counted. */
    private static final int MOST_COUNTED = 2000;
    /** Most points of all images together, and fewest images: a page must not wait for large factors. */
    private static final int MOST_POINTS = 2_000_000;
    private static final int LEAST_COUNTED = 20;

    private final BlockValuePairs pairs;
    private final List<DirectFactor> factors;
    private final List<List<Permutation>> generators = new ArrayList<>();

    /**
     * A size.
     *
     * @param log10   the decimal logarithm
     * @param atLeast whether it may be more
     */
    record Size(double log10, boolean atLeast) { }

    OrbitSize(BlockSymmetries symmetries) {
        this.pairs = symmetries.pairs();
        this.factors = symmetries.factors();
        for (DirectFactor factor : factors) {
            generators.add(factor.tiles().isPresent() ? List.of() : factor.generators(pairs.pairCount()));
        }
    }

    /** The size of the orbit of a state. */
    Size of(int[] state) {
        BitSet inState = new BitSet(pairs.pairCount());
        for (int b = 0; b < pairs.blockCount(); b++) {
            inState.set(pairs.pair(b, state));
        }
        double log10 = 0;
        boolean atLeast = false;
        for (int f = 0; f < factors.size(); f++) {
            int[][] tiles = factors.get(f).tiles().orElse(null);
            if (tiles != null) {
                log10 += ofTiles(tiles, inState);
            } else {
                int[] set = Arrays.stream(factors.get(f).points()).filter(inState::get).toArray();
                int most = Math.max(LEAST_COUNTED, Math.min(MOST_COUNTED, MOST_POINTS / Math.max(1, set.length)));
                int found = counted(set, generators.get(f), most);
                log10 += Math.log10(Math.min(found, most));
                atLeast |= found > most;
            }
        }
        return new Size(log10, atLeast);
    }

    /** The number of tiles, factorial, over those of tiles with equal contents. */
    private static double ofTiles(int[][] tiles, BitSet inState) {
        Map<BitSet, Integer> counts = new HashMap<>();
        for (int[] tile : tiles) {
            BitSet content = new BitSet(tile.length);
            for (int i = 0; i < tile.length; i++) {
                content.set(i, inState.get(tile[i]));
            }
            counts.merge(content, 1, Integer::sum);
        }
        return log10Factorial(tiles.length) - counts.values().stream().mapToDouble(OrbitSize::log10Factorial).sum();
    }

    private static double log10Factorial(int n) {
        double sum = 0;
        for (int i = 2; i <= n; i++) {
            sum += Math.log10(i);
        }
        return sum;
    }

    private static int counted(int[] set, List<Permutation> generators, int most) {
        try {
            return Orbits.ofSet(set, generators, most).size();
        } catch (IllegalStateException e) {
            // More than the limit: the caller says so.
            return most + 1;
        }
    }
}
