import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.GroupSampler;
import org.orbifold.group.element.Permutation;

/**
 * The scaling table: order and uniform samples of 2^k as disjoint swaps, and of products of S_40 on blocks of 4 points, in
 * Markdown. Run with {@code perm-group/scripts/run.sh Scaling [SAMPLES]}.
 */
final class Scaling {

    public static void main(String[] args) {
        int samples = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        // Warm-up on small cases.
        for (int i = 0; i < 5; i++) {
            measure(swaps(1000), 2000, 2000);
            measure(blocks(6), 960, 2000);
        }
        System.out.println("| group | degree | generators | order: s | " + samples + " samples: s | µs per moved point |");
        System.out.println("|---|---|---|---|---|---|");
        for (int k = 1_000; k <= 1_000_000; k *= 10) {
            print("2^" + k + " as swaps", 2 * k, swaps(k), samples);
        }
        for (int copies : new int[] {6, 62, 625, 6250}) {
            print("S_40 on blocks of 4, " + copies + " times", 160 * copies, blocks(copies), samples);
        }
    }

    private static List<Permutation> swaps(int k) {
        List<Permutation> generators = new ArrayList<>();
        for (int i = 0; i < k; i++) {
            generators.add(Permutation.transposition(2 * k, 2 * i, 2 * i + 1));
        }
        return generators;
    }

    /** Exchanges of neighbouring blocks: 40 blocks of 4 points in each of the copies. */
    private static List<Permutation> blocks(int copies) {
        List<Permutation> generators = new ArrayList<>();
        for (int copy = 0; copy < copies; copy++) {
            for (int block = 0; block < 39; block++) {
                int[][] swaps = new int[4][];
                for (int i = 0; i < 4; i++) {
                    int point = 160 * copy + 4 * block + i;
                    swaps[i] = new int[] {point, point + 4};
                }
                generators.add(Permutation.ofCycles(160 * copies, swaps));
            }
        }
        return generators;
    }

    private static double[] measure(List<Permutation> generators, int degree, int samples) {
        long start = System.nanoTime();
        PermutationGroup group = PermutationGroup.of(degree, generators);
        int bits = group.order().bitLength();
        double order = (System.nanoTime() - start) / 1e9;
        GroupSampler sampler = group.sampler();
        SplittableRandom random = new SplittableRandom(bits);
        int[] images = new int[degree];
        start = System.nanoTime();
        for (int i = 0; i < samples; i++) {
            sampler.sampleInto(random, images);
        }
        return new double[] {order, (System.nanoTime() - start) / 1e9};
    }

    private static void print(String name, int degree, List<Permutation> generators, int samples) {
        double[] best = measure(generators, degree, samples);
        // The order is computed again, fresh, for the best of three; sampling is long enough as it is.
        for (int i = 0; i < 2; i++) {
            best[0] = Math.min(best[0], measure(generators, degree, 1)[0]);
        }
        System.out.printf(Locale.ROOT, "| %s | %d | %d | %.4f | %.3f | %.5f |%n", name, degree, generators.size(), best[0],
            best[1], best[1] * 1e6 / samples / degree);
    }
}
