package org.orbifold.experiments.explore;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.orbifold.group.GroupNames;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.DirectFactor;
import org.orbifold.group.factor.GroupStructure;
import org.orbifold.group.factor.Products;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;
import org.orbifold.symmetry.model.BlockSymmetries;

/** A group in words, from its direct factors: such as (S₂)⁵⁰ × S₃. */
public final class GroupWords {

    /** Time for taking groups apart where a name is one line among others; thousands of points may need minutes. */
    public static final int USUAL_SECONDS = 1;

    /**
     * The product in symbols, on values that possible states have; {@code 1} for the trivial group.
     *
     * @param symmetries symmetries
     * @return names that are proved, or orders, as G[48]
     */
    public static String product(BlockSymmetries symmetries) {
        return product(symmetries, Budget.unlimited());
    }

    /**
     * The product in symbols, if the group can be taken apart in time.
     *
     * @param symmetries symmetries
     * @param budget     the time for it
     * @return names that are proved, or orders, as G[48]; the order of the whole if the time is over
     */
    public static String product(BlockSymmetries symmetries, Budget budget) {
        try {
            symmetries.group(budget);
        } catch (OutOfTimeException e) {
            return whole(symmetries);
        }
        List<GroupStructure> groups = new ArrayList<>();
        List<BigInteger> orders = new ArrayList<>();
        for (DirectFactor factor : symmetries.factors()) {
            GroupStructure own = possible(symmetries, factor);
            groups.add(own);
            orders.add(own.order());
        }
        BigInteger order = Products.of(orders);
        // Blocks that always agree make different elements do the same to all possible states.
        return order.equals(symmetries.order()) ? GroupNames.product(groups) : whole(symmetries);
    }

    private static String whole(BlockSymmetries symmetries) {
        return "G[" + GroupNames.order(symmetries.order()) + "]";
    }

    /** What a factor does to the values that possible states have. */
    private static GroupStructure possible(BlockSymmetries symmetries, DirectFactor factor) {
        int[] points = factor.points();
        int[] local = new int[points.length];
        int count = 0;
        for (int i = 0; i < points.length; i++) {
            local[i] = symmetries.isPossible(points[i]) ? count++ : -1;
        }
        if (count == points.length) {
            return factor.group();
        }
        int[] kept = new int[count];
        for (int i = 0; i < points.length; i++) {
            if (local[i] >= 0) {
                kept[local[i]] = i;
            }
        }
        return PermutationGroup.of(count, factor.group().stabilizer().stream().map(g -> Permutation.ofImages(
                Arrays.stream(kept).map(i -> local[g.image(i)]).toArray())).toList()).structure();
    }

    /**
     * The order and the number of factors, as a sentence without its end.
     *
     * @param symmetries symmetries
     * @return such as "order 144, 2 independent factors"
     */
    public static String sentence(BlockSymmetries symmetries) {
        if (symmetries.isTrivial()) {
            return "only the identity";
        }
        int factors = symmetries.factors().size();
        String order = "order " + GroupNames.order(symmetries.order());
        return factors == 1 ? order + ", one factor"
                : order + ", " + String.format(Locale.ROOT, "%,d", factors) + " independent factors";
    }

    private GroupWords() { }
}
