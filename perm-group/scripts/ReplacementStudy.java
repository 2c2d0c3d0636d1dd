import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.GroupSampler;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.sample.ProductReplacement;

/**
 * Product replacement beside the chain sampler: chi-square of cycle types over fresh starts, and what an element costs, in
 * Markdown. Run with {@code perm-group/scripts/run.sh ReplacementStudy [RESTARTS]}.
 */
final class ReplacementStudy {

    private static final List<Permutation> M11 = List.of(
        Permutation.parseCycles(11, "(0 1 2 3 4 5 6 7 8 9 10)"),
        Permutation.parseCycles(11, "(2 6 10 7)(3 9 4 5)"));

    public static void main(String[] args) {
        int restarts = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        cycleTypes(restarts);
        weights(Math.max(200, restarts / 200));
    }

    private static void cycleTypes(int restarts) {
        PermutationGroup group = PermutationGroup.of(11, M11);
        Map<String, Integer> types = new LinkedHashMap<>();
        List<Double> share = new ArrayList<>();
        group.elements(10_000).forEach(element -> {
            int type = types.computeIfAbsent(type(element), t -> types.size());
            if (type == share.size()) {
                share.add(0.0);
            }
            share.set(type, share.get(type) + 1 / 7920.0);
        });
        System.out.println("M11, chi-square of the cycle types over " + restarts
            + " fresh starts (7 degrees of freedom: mean 7, 99.9% quantile 24.3)");
        System.out.println();
        System.out.println("| burn-in | plain | with accumulator |");
        System.out.println("|---|---|---|");
        for (int burnIn : new int[] {0, 10, 20, 50, 100, 200}) {
            double[] result = new double[2];
            for (int accumulator = 0; accumulator < 2; accumulator++) {
                ProductReplacement.Options options = ProductReplacement.Options.defaults().withBurnIn(burnIn)
                    .withAccumulator(accumulator == 1);
                SplittableRandom random = new SplittableRandom(1);
                long[] counts = new long[types.size()];
                for (int i = 0; i < restarts; i++) {
                    counts[types.get(type(ProductReplacement.of(11, M11, options, random).sample(random)))]++;
                }
                result[accumulator] = chiSquare(counts, share, restarts);
            }
            System.out.printf(Locale.ROOT, "| %d | %.1f | %.1f |%n", burnIn, result[0], result[1]);
        }
        GroupSampler sampler = group.sampler();
        SplittableRandom random = new SplittableRandom(1);
        long[] counts = new long[types.size()];
        for (int i = 0; i < restarts; i++) {
            counts[types.get(type(sampler.sample(random)))]++;
        }
        System.out.printf(Locale.ROOT, "| chain sampler | %.1f | |%n%n", chiSquare(counts, share, restarts));
    }

    private static String type(Permutation element) {
        return Arrays.toString(element.cycles().type());
    }

    private static double chiSquare(long[] counts, List<Double> share, int total) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            double expected = total * share.get(i);
            sum += (counts[i] - expected) * (counts[i] - expected) / expected;
        }
        return sum;
    }

    private static void weights(int restarts) {
        System.out.println("2^k as k swaps, mean share of swaps that are on (uniform: 0.5), over " + restarts
            + " fresh starts");
        System.out.println();
        System.out.println("| k | burn-in 20 | 100 | default max(100, 10 k) | chain sampler |");
        System.out.println("|---|---|---|---|---|");
        for (int k : new int[] {10, 100, 500}) {
            List<Permutation> swaps = new ArrayList<>();
            for (int i = 0; i < k; i++) {
                swaps.add(Permutation.transposition(2 * k, 2 * i, 2 * i + 1));
            }
            ProductReplacement.Options defaults = ProductReplacement.Options.defaults();
            System.out.printf(Locale.ROOT, "| %d | %.3f | %.3f | %.3f | %.3f |%n", k,
                share(swaps, defaults.withBurnIn(20), restarts), share(swaps, defaults.withBurnIn(100), restarts),
                share(swaps, defaults, restarts), exactShare(swaps, restarts));
        }
    }

    private static double share(List<Permutation> swaps, ProductReplacement.Options options, int restarts) {
        SplittableRandom random = new SplittableRandom(2);
        long on = 0;
        for (int i = 0; i < restarts; i++) {
            on += ProductReplacement.of(2 * swaps.size(), swaps, options, random).sample(random).supportSize() / 2;
        }
        return (double) on / restarts / swaps.size();
    }

    private static double exactShare(List<Permutation> swaps, int restarts) {
        SplittableRandom random = new SplittableRandom(2);
        GroupSampler sampler = PermutationGroup.of(2 * swaps.size(), swaps).sampler();
        long on = 0;
        for (int i = 0; i < restarts; i++) {
            on += sampler.sample(random).supportSize() / 2;
        }
        return (double) on / restarts / swaps.size();
    }
}
