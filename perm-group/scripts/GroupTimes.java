import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.element.GroupSampler;
import org.orbifold.group.element.Permutation;
import org.orbifold.group.io.GroupFile;

/**
 * Times Orbifold on .grp files as gap_times.py times GAP: order of a fresh group, membership of a permutation object, a
 * uniform element as a permutation object, and the same without objects. Reads lines {@code warm FILE} and {@code time
 * FILE} from standard input and answers each with one line of CSV; compare.py drives it. Warming up on all files before
 * the first is timed lets the compiler see every branch that the suite takes.
 */
final class GroupTimes {

    private static int checksum;

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            GroupFile input = GroupFile.read(Path.of(line.substring(line.indexOf(' ') + 1)));
            System.out.println(report(input, line.startsWith("time") ? 100_000_000L : 20_000_000L));
        }
        System.err.println("checksum " + checksum);
    }

    private static String report(GroupFile input, long window) {
        PermutationGroup group = null;
        long best = Long.MAX_VALUE;
        long spent = 0;
        // At least 3 runs, then more for a few windows: a JVM has to warm up, GAP does not.
        for (int run = 0; run < 3 || spent < 4 * window && run < 200; run++) {
            long start = System.nanoTime();
            group = PermutationGroup.of(input.degree(), input.generators());
            group.order();
            long time = System.nanoTime() - start;
            best = Math.min(best, time);
            spent += time;
        }
        PermutationGroup finished = group;
        SplittableRandom random = new SplittableRandom(1);
        GroupSampler sampler = group.sampler();
        Permutation[] elements = new Permutation[20];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = sampler.sample(random);
        }
        int[] next = {0};
        double member = rate(window, () -> {
            next[0] = next[0] == 19 ? 0 : next[0] + 1;
            if (!finished.contains(elements[next[0]])) {
                throw new AssertionError("an element of the group is not found in it");
            }
        });
        double uniform = rate(window, () -> checksum += sampler.sample(random).degree());
        int[] images = new int[input.degree()];
        double bare = rate(window, () -> sampler.sampleInto(random, images));
        String order = group.order().toString();
        String brief = order.length() > 30
            ? order.substring(0, 12) + "...(" + order.length() + " digits)"
            : order;
        return String.format(Locale.ROOT, "%s,%d,%s,%.4f,%.4f,%.4f,%.4f", input.name(), input.degree(), brief, best / 1e6,
            member, uniform, bare);
    }

    /** Microseconds per call in a window, after one to warm up. */
    private static double rate(long window, Runnable action) {
        window(action, window);
        return window(action, window);
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
