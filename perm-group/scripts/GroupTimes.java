import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.factor.Factor;
import org.orbifold.group.io.GroupFile;
import org.orbifold.group.sample.GroupSampler;
import org.orbifold.group.sample.ProductReplacement;

/**
 * Times Orbifold on a folder of .grp files, as gap_times.py times GAP: order of a fresh group (best of N after warm-up),
 * membership, uniform elements, product replacement. Run with {@code perm-group/scripts/compare.sh FOLDER}.
 */
final class GroupTimes {

    public static void main(String[] args) throws Exception {
        List<Path> files = new ArrayList<>();
        try (var folder = Files.newDirectoryStream(Path.of(args[0]), "*.grp")) {
            folder.forEach(files::add);
        }
        Collections.sort(files);
        List<String> only = args.length > 1 ? Arrays.asList(args[1].split(",")) : null;
        System.out.println("name,degree,order,order_ms,member_us,random_us,replacement_us");
        for (Path file : files) {
            GroupFile input = GroupFile.read(file);
            if (only == null || only.contains(input.name())) {
                report(input);
            }
        }
    }

    private static void report(GroupFile input) {
        PermutationGroup group = null;
        long best = Long.MAX_VALUE;
        long spent = 0;
        // Warm-up and measurement in one: at least 5 runs, then more for up to a second.
        for (int run = 0; run < 5 || spent < 1_000_000_000L && run < 300; run++) {
            long start = System.nanoTime();
            group = PermutationGroup.of(input.degree(), input.generators());
            group.order();
            long time = System.nanoTime() - start;
            best = Math.min(best, time);
            spent += time;
        }
        SplittableRandom random = new SplittableRandom(1);
        Factor.Evaluator evaluator = group.structure().evaluator();
        GroupSampler sampler = group.sampler();
        int[][] elements = new int[20][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = new int[input.degree()];
            sampler.sampleInto(random, elements[i]);
        }
        int[] next = {0};
        double member = rate(() -> {
            next[0] = next[0] == 19 ? 0 : next[0] + 1;
            if (!evaluator.contains(elements[next[0]])) {
                throw new AssertionError("an element of the group is not found in it");
            }
        });
        int[] images = new int[input.degree()];
        double uniform = rate(() -> sampler.sampleInto(random, images));
        double replacement = Double.NaN;
        List<Permutation> generators = input.generators();
        if (!generators.isEmpty() && (long) generators.size() * input.degree() < 4_000_000) {
            ProductReplacement rattle = ProductReplacement.start(input.degree(), generators,
                ProductReplacement.Options.defaults(), random);
            replacement = rate(() -> rattle.sampleInto(random, images));
        }
        String order = group.order().toString();
        String brief = order.length() > 30
            ? order.substring(0, 12) + "...(" + order.length() + " digits)"
            : order;
        System.out.printf(Locale.ROOT, "%s,%d,%s,%.3f,%.3f,%.3f,%s%n", input.name(), input.degree(), brief, best / 1e6,
            member, uniform, Double.isNaN(replacement) ? "" : String.format(Locale.ROOT, "%.3f", replacement));
    }

    /** Microseconds per call: the best of five windows of 0.1 s, after a warm-up of 0.2 s. */
    private static double rate(Runnable action) {
        window(action, 200_000_000L);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            best = Math.min(best, window(action, 100_000_000L));
        }
        return best;
    }

    private static double window(Runnable action, long nanos) {
        long start = System.nanoTime();
        long calls = 0;
        long now = start;
        while (now - start < nanos) {
            int batch = calls < 16 ? 1 : 16;
            for (int i = 0; i < batch; i++) {
                action.run();
            }
            calls += batch;
            now = System.nanoTime();
        }
        return (now - start) / 1e3 / calls;
    }
}
