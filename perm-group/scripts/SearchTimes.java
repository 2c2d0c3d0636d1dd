import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbifold.graph.detect.SubgroupSearch;
import org.orbifold.group.PermutationGroup;
import org.orbifold.group.Subgroups;
import org.orbifold.group.element.Permutation;

/**
 * Times searches for subgroups: the cases of {@code search_cases.g}, one line of "number milliseconds order" each, best of up to three runs on
 * fresh groups. Arguments: the file, then numbers of cases (all by default). Used by searches.py.
 */
public final class SearchTimes {

    private static final int MOST_RUNS = 3;
    /** Nanoseconds of all runs of a case after which it is not run again. */
    private static final long LONG = 1_000_000_000L;

    private SearchTimes() {
    }

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        int[] numbers = args.length == 1 ? java.util.stream.IntStream.range(0, lines.size()).toArray()
            : Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray();
        for (int number : numbers) {
            String[] fields = lines.get(number).split("\\|", -1);
            long best = Long.MAX_VALUE;
            long spent = 0;
            String order = "";
            for (int run = 0; run < MOST_RUNS && spent < LONG; run++) {
                int degree = Integer.parseInt(fields[2]);
                List<Permutation> a = permutations(fields[3]);
                List<Permutation> b = permutations(fields[4]);
                List<int[]> lists = lists(fields[5]);
                long start = System.nanoTime();
                PermutationGroup first = PermutationGroup.of(degree, a);
                PermutationGroup found = switch (fields[0]) {
                    case "set" -> SubgroupSearch.setStabilizer(first, lists.get(0));
                    case "partition" -> SubgroupSearch.partitionStabilizer(first, lists);
                    case "intersection" -> SubgroupSearch.intersection(first, PermutationGroup.of(degree, b));
                    case "centralizer" -> SubgroupSearch.centralizer(first, PermutationGroup.of(degree, b));
                    case "derived" -> Subgroups.derived(first);
                    default -> throw new IllegalArgumentException(fields[0]);
                };
                order = found.order().toString();
                long took = System.nanoTime() - start;
                best = Math.min(best, took);
                spent += took;
            }
            System.out.println(number + " " + best / 1e6 + " " + order);
            System.out.flush();
        }
    }

    private static List<Permutation> permutations(String text) {
        List<Permutation> result = new ArrayList<>();
        for (int[] images : lists(text)) {
            result.add(Permutation.ofImages(images));
        }
        return result;
    }

    private static List<int[]> lists(String text) {
        List<int[]> result = new ArrayList<>();
        for (String list : text.split(";")) {
            if (!list.isEmpty()) {
                result.add(Arrays.stream(list.split(",")).mapToInt(x -> Integer.parseInt(x) - 1).toArray());
            }
        }
        return result;
    }
}
