package org.orbifold.logic;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.WeightedFeature;

/**
 * Counts the true groundings of formulas in a world: a database in which every atom that it does not list is false.
 *
 * <p>Some predicates are modelled, the others are given. How the counts change when one modelled atom changes, all
 * other atoms being as in the world, is what pseudo-likelihood needs: for formulas without quantifiers those groundings
 * are found by joins over the listed atoms, so that groundings which no single atom can change cost nothing; other
 * formulas are grounded.
 */
public final class FormulaCounter {

    /** Atoms of one predicate in a formula up to which the sets of them that may coincide are gone through. */
    private static final int MAX_COINCIDING = 5;
    private static final long PLANNING = 1 << 20;

    private final Database database;
    private final FormulaInstances instances;
    private final Set<String> modelled;
    private final long maxGround;
    private final World data;

    private FormulaCounter(Database database, FormulaInstances instances, Set<String> modelled, long maxGround) {
        this.database = database;
        this.instances = instances;
        this.modelled = modelled;
        this.maxGround = maxGround;
        this.data = new World(database, GroundingOptions.defaults().withMaxGround(maxGround)
                .withClosed(names(database, Set.of())));
    }

    private static String[] names(Database database, Set<String> without) {
        return database.network().predicates().stream().map(Predicate::name).filter(name -> !without.contains(name))
                .toArray(String[]::new);
    }

    /**
     * Prepares counting.
     *
     * @param database  the world
     * @param instances the formulas
     * @param modelled  names of the predicates whose atoms are variables; the others are given
     * @param maxGround the most ground features and variables
     * @return a counter
     * @throws IllegalArgumentException if the database has soft evidence, which no world has
     */
    public static FormulaCounter of(Database database, FormulaInstances instances, Set<String> modelled,
            long maxGround) {
        modelled.forEach(database.network()::predicate);
        if (!database.soft().isEmpty()) {
            Database.Soft soft = database.soft().get(0);
            throw new IllegalArgumentException("the database gives a probability to "
                    + new Strides(soft.predicate(), database.typeTable()).name(soft.rank())
                    + "; expected atoms that are true, false (!) or missing (?) to learn from");
        }
        return new FormulaCounter(database, instances, new TreeSet<>(modelled), maxGround);
    }

    /** A formula that is ready: what it says and the numbers of its instances. */
    private record Part(WeightedSentence source, TypedFormula typed, int[] numbers) { }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        List<WeightedSentence> formulas = database.network().formulas();
        for (int f = 0; f < formulas.size(); f++) {
            WeightedSentence formula = formulas.get(f);
            for (Sentence signed : Grounder.signed(formula.sentence())) {
                int[] numbers = instances.numbers(f, signed, database);
                for (Sentence plain : Grounder.instances(signed, database)) {
                    TypedFormula typed = TypeInference.of(plain, database.network().predicateTable(),
                            database.typeTable());
                    if (typed.free().stream().noneMatch(slot -> slot.size() == 0)) {
                        parts.add(new Part(new WeightedSentence(plain, formula.weight(), formula.weightVariable(),
                                formula.origin()), typed, numbers));
                    }
                }
            }
        }
        return parts;
    }

    private static Template template(Part part, World world) {
        double[] ones = new double[part.numbers.length];
        Arrays.fill(ones, part.source.hard() ? Double.POSITIVE_INFINITY : 1);
        return new Template(part.source, part.typed, part.typed.free(), ones,
                new PlanContext(world::table, part.typed.slots(), PLANNING));
    }

    /**
     * Returns how many atoms the database leaves unknown.
     *
     * @return the number of variables that their values need
     */
    public long missing() {
        return database.network().predicates().stream().mapToLong(predicate -> data.table(predicate).variables()).sum();
    }

    /**
     * Counts the groundings that hold in the world.
     *
     * @return by instance: the number of true groundings; of those that missing atoms leave open none is counted
     * @throws org.orbifold.pgm.model.ContradictionException if the world violates a hard formula, with the grounding
     */
    public double[] counts() {
        return ground(parts(), data).decided();
    }

    /**
     * Grounds the network over the missing atoms, all others being as in the world.
     *
     * @return the ground formulas
     * @throws GroundingTooLargeException if there are more than the limit
     * @throws org.orbifold.pgm.model.ContradictionException if the world violates a hard formula
     */
    public GroundFormulas groundMissing() {
        return ground(parts(), data);
    }

    /**
     * Grounds the network over all modelled atoms.
     *
     * @return the ground formulas
     * @throws GroundingTooLargeException if there are more than the limit
     */
    public GroundFormulas ground() {
        return ground(parts(), open());
    }

    /**
     * Returns how many ground features there are over all modelled atoms.
     *
     * @return an upper bound
     */
    public double groundSize() {
        World open = open();
        return parts().stream().mapToDouble(part -> template(part, open).count(maxGround)).sum();
    }

    /** The world in which the modelled atoms are unknown. */
    private World open() {
        return new World(database.without(modelled), GroundingOptions.defaults().withMaxGround(maxGround)
                .withOpen(modelled.toArray(String[]::new)).withClosed(names(database, modelled)));
    }

    private GroundFormulas ground(List<Part> parts, World world) {
        List<Template> templates = parts.stream().map(part -> template(part, world)).toList();
        ToDoubleFunction<Template> size = template -> template.count(maxGround);
        if (templates.stream().mapToDouble(size).sum() > maxGround || world.variables().stream()
                .mapToDouble(GroundingSize.Count::count).sum() > maxGround) {
            throw new GroundingTooLargeException(new GroundingSize(IntStream.range(0, parts.size()).mapToObj(i ->
                    new GroundingSize.Count("'" + parts.get(i).source + "'", size.applyAsDouble(templates.get(i))))
                    .toList(), world.variables()), maxGround);
        }
        ModelBuilder model = GraphicalModel.builder();
        world.declare(model);
        IntArrayList instance = new IntArrayList();
        double[] decided = new double[instances.list().size()];
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            double weight = part.source.hard() ? Double.POSITIVE_INFINITY : 1;
            templates.get(i).ground(model, new Template.Sink() {
                @Override
                public void undecided(int copy, Formula formula) {
                    model.add(FeatureMaker.feature(weight, formula));
                    instance.add(part.numbers[copy]);
                }

                @Override
                public void decided(int copy, double held) {
                    decided[part.numbers[copy]] += held;
                }
            });
        }
        int[] predicate = new int[model.variableCount()];
        return new GroundFormulas(model.build(), instance.toIntArray(), decided, values(world, predicate), predicate);
    }

    /** The values of a world's variables in the data. */
    private int[] values(World world, int[] predicateOf) {
        int[] values = new int[predicateOf.length];
        Arrays.fill(values, -1);
        int number = 0;
        for (Predicate predicate : database.network().predicates()) {
            AtomTable table = world.table(predicate);
            AtomTable known = data.table(predicate);
            Arrays.fill(predicateOf, table.firstVariable(), table.firstVariable() + (int) table.variables(), number++);
            if (table == known || table.variables() == 0) {
                continue;
            }
            for (long rank = 0; rank < table.strides().atoms(); rank++) {
                if (table.truth(rank) == Facts.UNKNOWN) {
                    int truth = known.truth(rank);
                    if (truth == Facts.TRUE) {
                        values[table.variable(rank)] = table.value(rank);
                    } else if (truth == Facts.FALSE && !predicate.exactlyOne()) {
                        values[table.variable(rank)] = 1 - table.value(rank);
                    }
                }
            }
        }
        return values;
    }

    /** Receives how counts change. */
    @FunctionalInterface
    public interface DifferenceVisitor {

        /**
         * Receives how the count of a formula changes if one variable has another value.
         *
         * @param variable   the number of the variable, as in {@link #ground()}
         * @param value      the other value; of an atom, the one that it does not have
         * @param instance   the formula's number; −1 if a hard formula forbids the value
         * @param difference the count then, less the count in the world; not 0
         */
        void difference(long variable, int value, int instance, int difference);
    }

    /**
     * The variables of a modelled predicate.
     *
     * @param predicate the predicate's name
     * @param first     the number of its first variable, as in {@link #ground()}
     * @param count     how many it has
     * @param values    how many values each has
     */
    public record Variables(String predicate, long first, long count, int values) { }

    /**
     * Returns the variables of the modelled predicates.
     *
     * @return a list, in the order of the network
     */
    public List<Variables> variables() {
        List<Variables> all = new ArrayList<>();
        World open = open();
        long first = 0;
        for (Predicate predicate : database.network().predicates()) {
            AtomTable table = open.table(predicate);
            if (modelled.contains(predicate.name())) {
                all.add(new Variables(predicate.name(), first, table.variables(),
                        predicate.exactlyOne() ? (int) table.strides().blockSize() : 2));
            }
            first += table.variables();
        }
        return all;
    }

    /**
     * Visits how the counts change if one variable changes and all others are as in the world.
     *
     * @param visitor receives the differences, by variable, value and instance, ascending
     * @throws IllegalArgumentException   if atoms are missing
     * @throws GroundingTooLargeException if a formula with quantifiers has too many groundings
     */
    public void forEachDifference(DifferenceVisitor visitor) {
        if (missing() > 0) {
            throw new IllegalArgumentException("the database leaves " + missing()
                    + " atoms unknown; expected a world of which everything is known");
        }
        List<Variables> variables = variables();
        long most = variables.stream().mapToLong(Variables::values).max().orElse(2);
        long stride = instances.list().size() + 1L;
        Map<String, Long> first = variables.stream().collect(Collectors.toMap(Variables::predicate, Variables::first));
        Long2IntOpenHashMap sums = new Long2IntOpenHashMap();
        List<Part> slow = new ArrayList<>();
        for (Part part : parts()) {
            if (!Truth.isFor(part.typed.body()) || !new Changes(part, sums, first, most, stride).run()) {
                slow.add(part);
            }
        }
        if (!slow.isEmpty()) {
            grounded(slow, sums, most, stride);
        }
        long[] keys = sums.keySet().toLongArray();
        Arrays.sort(keys);
        for (long key : keys) {
            int difference = sums.get(key);
            if (difference != 0) {
                long cell = key / stride;
                visitor.difference(cell / most, (int) (cell % most), (int) (key % stride) - 1, difference);
            }
        }
    }

    /** The changes of formulas that are grounded. */
    private void grounded(List<Part> parts, Long2IntMap sums, long most, long stride) {
        GroundFormulas ground = ground(parts, open());
        int[] state = ground.data();
        List<Feature> features = ground.model().features();
        for (int f = 0; f < features.size(); f++) {
            WeightedFeature feature = (WeightedFeature) features.get(f);
            boolean holds = feature.holds(state);
            for (int variable : feature.scope()) {
                for (int value = 0; value < ground.model().size(variable); value++) {
                    if (value != state[variable] && feature.holds(state, variable, value) != holds) {
                        add(sums, (variable * most + value) * stride + ground.instance()[f] + 1,
                                ground.instance()[f] < 0 ? 1 : holds ? -1 : 1);
                    }
                }
            }
        }
    }

    private static void add(Long2IntMap sums, long key, int difference) {
        ((Long2IntOpenHashMap) sums).addTo(key, difference);
    }

    /** How one formula without quantifiers changes with single atoms, by joins. */
    private final class Changes {
        private final Part part;
        private final Long2IntOpenHashMap sums;
        private final Map<String, Long> first;
        private final long most;
        private final long stride;
        private final PlanContext context;
        private final ThreeValuedForm form;
        private final PerConstantWeights copies;

        Changes(Part part, Long2IntOpenHashMap sums, Map<String, Long> first, long most, long stride) {
            this.part = part;
            this.sums = sums;
            this.first = first;
            this.most = most;
            this.stride = stride;
            this.context = new PlanContext(data::table, part.typed.slots(), PLANNING);
            this.form = ThreeValuedForm.whole(part.typed.body(), context);
            this.copies = new PerConstantWeights(part.numbers.length > 1 ? part.typed.perConstant() : List.of(),
                    new double[part.numbers.length]);
        }

        /** Adds all changes; false, before anything is added, if too many atoms may coincide. */
        boolean run() {
            Map<String, List<Integer>> leaves = new TreeMap<>();
            for (int i = 0; i < form.leaves().size(); i++) {
                if (form.leaves().get(i) instanceof ThreeValuedForm.FactLeaf leaf) {
                    String predicate = leaf.facts().strides().predicate().name();
                    if (modelled.contains(predicate)) {
                        leaves.computeIfAbsent(predicate, key -> new ArrayList<>()).add(i);
                    }
                }
            }
            if (leaves.values().stream().anyMatch(list -> list.size() > MAX_COINCIDING)) {
                return false;
            }
            leaves.forEach((predicate, list) -> {
                for (int subset = 1; subset < 1 << list.size(); subset++) {
                    changes(predicate, list, subset);
                }
            });
            return true;
        }

        /** The changes by an atom that is exactly the leaves of a subset. */
        private void changes(String predicate, List<Integer> leaves, int subset) {
            BitSet unknown = new BitSet();
            List<Guard> equal = new ArrayList<>();
            int[] own = terms(leaves.get(Integer.numberOfTrailingZeros(subset)));
            for (int i = 0; i < leaves.size(); i++) {
                if ((subset >> i & 1) == 1) {
                    unknown.set(leaves.get(i));
                    int[] other = terms(leaves.get(i));
                    for (int k = 0; k < own.length; k++) {
                        if (own[k] < 0 && other[k] < 0 && own[k] != other[k]) {
                            return;
                        } else if (own[k] != other[k]) {
                            equal.add(new Guard.Comparison(new int[] {own[k], other[k]}, true));
                        }
                    }
                }
            }
            ThreeValuedForm dependent = form.withUnknown(unknown);
            List<List<Guard>> cases = new ArrayList<>();
            for (List<Guard> guards : dependent.guards(dependent.undecided())) {
                List<Guard> all = new ArrayList<>(guards);
                all.addAll(equal);
                cases.add(all);
            }
            AtomTable table = data.table(predicate);
            Truth truth = new Truth(part.typed.body(), context, table);
            long base = first.get(predicate);
            UnionPlan plan = new UnionPlan(part.typed.free(), new BitSet(), cases);
            plan.run(context.binding(), binding -> {
                long rank = table.strides().rank(own, binding);
                for (int i = 0; i < leaves.size(); i++) {
                    if ((subset >> i & 1) == 0 && table.strides().rank(terms(leaves.get(i)), binding) == rank) {
                        return true;
                    }
                }
                boolean now = table.truth(rank) == Facts.TRUE;
                boolean holds = truth.holds(binding, table, rank, now);
                if (truth.holds(binding, table, rank, !now) != holds) {
                    int number = part.numbers[copies.number(binding)];
                    sums.addTo(((base + rank) * most + (now ? 0 : 1)) * stride + number + 1,
                            number < 0 ? 1 : holds ? -1 : 1);
                }
                return true;
            });
        }

        private int[] terms(int leaf) {
            return ((ThreeValuedForm.FactLeaf) form.leaves().get(leaf)).terms();
        }
    }
}
