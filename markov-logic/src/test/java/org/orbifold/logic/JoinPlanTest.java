package org.orbifold.logic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Joins, unions of joins and their counts against nested loops over all constants. */
class JoinPlanTest {

    private static final List<Predicate> PREDICATES = List.of(predicate("P", "a"), predicate("Q", "a", "b"),
            predicate("R", "a", "a"), predicate("T", "b", "a", "b"));

    private static Predicate predicate(String name, String... types) {
        return new Predicate(name, Arrays.stream(types).map(type -> new Predicate.Argument(type, false)).toList());
    }

    /** Random relations over two types, and five variables. */
    private static final class Case {
        private final RandomGenerator random;
        private final Map<String, Constants> types = new HashMap<>();
        private final List<Slot> slots = new ArrayList<>();
        private final Map<String, Facts> facts = new HashMap<>();
        /** What is listed, by predicate and constants. */
        private final Map<String, Map<List<Integer>, Integer>> listed = new HashMap<>();
        private final Map<String, Integer> others = new HashMap<>();

        Case(long seed) {
            random = new SplittableRandom(seed);
            for (String type : List.of("a", "b")) {
                Constants constants = new Constants(type, new Naming(ConstantNames.UPPER));
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    constants.add(type + i);
                }
                types.put(type, constants);
            }
            for (int i = 0; i < 5; i++) {
                Slot slot = new Slot(i, "x" + i, true, null);
                slot.setType(types.get(i < 3 ? "a" : "b"));
                slots.add(slot);
            }
            PREDICATES.forEach(this::relate);
        }

        private void relate(Predicate predicate) {
            Strides strides = new Strides(predicate, types);
            Map<Long, Integer> byRank = new TreeMap<>();
            Map<List<Integer>, Integer> byConstants = new HashMap<>();
            for (long count = random.nextLong(strides.atoms() + 1); count > 0; count--) {
                int[] constants = predicate.arguments().stream()
                        .mapToInt(argument -> random.nextInt(types.get(argument.type()).size())).toArray();
                int truth = random.nextInt(3);
                byRank.put(strides.rankAt(constants, 0), truth);
                byConstants.put(list(constants), truth);
            }
            long[] ranks = byRank.keySet().stream().mapToLong(Long::longValue).toArray();
            byte[] truths = new byte[ranks.length];
            for (int i = 0; i < ranks.length; i++) {
                truths[i] = byRank.get(ranks[i]).byteValue();
            }
            boolean closed = random.nextBoolean();
            facts.put(predicate.name(), new PlainAtoms(strides, new Database.Listed(ranks, truths), closed));
            listed.put(predicate.name(), byConstants);
            others.put(predicate.name(), closed ? Facts.FALSE : Facts.UNKNOWN);
        }

        /** A slot of a type, or now and then a constant. */
        int term(String type) {
            int constants = types.get(type).size();
            if (random.nextInt(5) == 0) {
                return -1 - random.nextInt(constants);
            }
            return type.equals("a") ? random.nextInt(3) : 3 + random.nextInt(2);
        }

        Guard.Fact fact(int mask) {
            Predicate predicate = PREDICATES.get(random.nextInt(PREDICATES.size()));
            int[] terms = predicate.arguments().stream().mapToInt(argument -> term(argument.type())).toArray();
            return new Guard.Fact(facts.get(predicate.name()), terms, mask);
        }

        List<Guard> guards() {
            List<Guard> guards = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                String type = random.nextBoolean() ? "a" : "b";
                guards.add(random.nextInt(3) > 0 ? fact(1 + random.nextInt(Facts.ANY))
                        : new Guard.Comparison(new int[] {term(type), term(type)}, random.nextBoolean()));
            }
            return guards;
        }

        private boolean holds(Guard guard, int[] binding) {
            int[] values = Arrays.stream(guard.terms()).map(term -> term < 0 ? -1 - term : binding[term]).toArray();
            if (guard instanceof Guard.Fact fact) {
                String name = fact.facts().strides().predicate().name();
                int truth = listed.get(name).getOrDefault(list(values), others.get(name));
                return (fact.mask() >> truth & 1) == 1;
            }
            return (values[0] == values[1]) == ((Guard.Comparison) guard).equal();
        }

        /** All bindings of some slots that meet all guards, the other slots as they are. */
        List<List<Integer>> nested(List<Slot> own, List<? extends Guard> guards, int[] binding) {
            List<List<Integer>> found = new ArrayList<>();
            nest(0, own, guards, binding.clone(), found);
            return found;
        }

        private void nest(int depth, List<Slot> own, List<? extends Guard> guards, int[] binding,
                List<List<Integer>> found) {
            if (depth == own.size()) {
                if (guards.stream().allMatch(guard -> holds(guard, binding))) {
                    found.add(list(binding));
                }
                return;
            }
            for (int constant = 0; constant < own.get(depth).size(); constant++) {
                binding[own.get(depth).index()] = constant;
                nest(depth + 1, own, guards, binding, found);
            }
        }

        /** Some slots that are bound before the join begins. */
        BitSet bound() {
            BitSet bound = new BitSet();
            slots.stream().filter(slot -> random.nextInt(4) == 0).forEach(slot -> bound.set(slot.index()));
            return bound;
        }

        int[] binding() {
            return slots.stream().mapToInt(slot -> random.nextInt(slot.size())).toArray();
        }
    }

    private static List<Integer> list(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    @Property(tries = 1000)
    void aJoinFindsWhatNestedLoopsFindEachOnce(@ForAll long seed) {
        Case random = new Case(seed);
        List<Guard> guards = random.guards();
        BitSet bound = random.bound();
        int[] binding = random.binding();
        List<Slot> own = random.slots.stream().filter(slot -> !bound.get(slot.index())).toList();
        List<List<Integer>> expected = random.nested(own, guards, binding);
        JoinPlan plan = JoinPlan.of(own, bound, guards);
        List<List<Integer>> found = new ArrayList<>();
        assertThat(plan.run(binding.clone(), full -> found.add(list(full)))).isTrue();
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(plan.count(binding.clone(), Long.MAX_VALUE)).isGreaterThanOrEqualTo(expected.size());
    }

    @Property(tries = 500)
    void aUnionFindsEachBindingOnce(@ForAll long seed) {
        Case random = new Case(seed);
        List<List<Guard>> cases = new ArrayList<>();
        for (int i = random.random.nextInt(4); i > 0; i--) {
            cases.add(random.guards());
        }
        int[] binding = random.binding();
        UnionPlan plan = new UnionPlan(random.slots, new BitSet(), cases);
        List<List<Integer>> found = new ArrayList<>();
        assertThat(plan.run(binding.clone(), full -> found.add(list(full)))).isTrue();
        List<List<Integer>> expected = cases.stream()
                .flatMap(guards -> random.nested(random.slots, guards, binding).stream()).distinct().toList();
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(plan.count(binding.clone(), Long.MAX_VALUE)).isGreaterThanOrEqualTo(expected.size());
        for (int limit = 0; limit <= expected.size() + 1; limit++) {
            assertThat(plan.count(binding.clone(), limit) <= limit).isEqualTo(expected.size() <= limit);
        }
    }

    /** A sink that has enough ends an enumeration at once, which says so. */
    @Property(tries = 300)
    void enumerationsEndEarly(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int limit) {
        Case random = new Case(seed);
        List<Guard> guards = random.guards();
        int[] binding = random.binding();
        int all = random.nested(random.slots, guards, binding).size();
        List<List<Integer>> found = new ArrayList<>();
        boolean finished = JoinPlan.of(random.slots, new BitSet(), guards)
                .run(binding.clone(), full -> found.add(list(full)) && found.size() < limit);
        assertThat(found).hasSize(Math.min(all, limit));
        assertThat(finished).isEqualTo(all < limit);
    }
}
