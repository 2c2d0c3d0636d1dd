package org.orbifold.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** All checks, and how often each is chosen. */
final class Checks {

    /**
     * A check with its share of the cases.
     *
     * @param check  the check
     * @param weight its share of all weights; less for those that take longer
     */
    private record Weighted(Check check, int weight) { }

    private static final List<Weighted> ALL = List.of(
            new Weighted(new MarginalsCheck(false), 15), new Weighted(new RewriteCheck(), 20),
            new Weighted(new MapCheck(false), 10), new Weighted(new DrawsCheck(false), 6),
            new Weighted(new QueryCheck(false), 12), new Weighted(new PlanCheck(), 6),
            new Weighted(new ReuseCheck(), 6), new Weighted(new SymmetryCheck(), 10),
            new Weighted(new MarginalsCheck(true), 8), new Weighted(new QueryCheck(true), 4),
            new Weighted(new MapCheck(true), 2), new Weighted(new DrawsCheck(true), 1),
            new Weighted(new RepeatCheck(false), 2), new Weighted(new RepeatCheck(true), 2),
            new Weighted(new FirstOrderCheck(), 4), new Weighted(new BoundsCheck(), 6));

    static List<Check> all() {
        return ALL.stream().map(Weighted::check).toList();
    }

    static Check pick(RandomGenerator random) {
        int at = random.nextInt(ALL.stream().mapToInt(Weighted::weight).sum());
        for (Weighted weighted : ALL) {
            at -= weighted.weight;
            if (at < 0) {
                return weighted.check;
            }
        }
        throw new AssertionError("weights");
    }

    private Checks() { }
}
