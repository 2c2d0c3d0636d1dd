package org.orbifold.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.orbifold.firstorder.LiftedCircuit;
import org.orbifold.firstorder.NotLiftableException;
import org.orbifold.logic.Database;
import org.orbifold.logic.FormulaCounter;
import org.orbifold.logic.FormulaInstances;
import org.orbifold.logic.GroundingTooLargeException;
import org.orbifold.logic.MarkovLogic;
import org.orbifold.logic.Predicate;
import org.orbifold.logic.WeightedSentence;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.time.Budget;

/** The databases to learn from, each a world of its own: their counts, and what log Z is computed by. */
final class Worlds {

    private final MarkovLogic network;
    private final List<Database> databases;
    private final FormulaInstances instances;
    private final Set<String> modelled;
    private final List<FormulaCounter> counters = new ArrayList<>();
    private final List<double[]> counts = new ArrayList<>();

    Worlds(MarkovLogic network, List<Database> databases, List<String> query, long maxGround) {
        this.network = network;
        this.databases = databases;
        this.modelled = modelled(network, query);
        for (int d = 0; d < databases.size(); d++) {
            Database database = databases.get(d);
            if (network.predicates().stream().allMatch(predicate -> database.listedAtoms(predicate.name()) == 0)) {
                throw new IllegalArgumentException("database " + (d + 1) + " of " + databases.size()
                        + " lists no atom; expected a world to learn from");
            }
        }
        this.instances = FormulaInstances.of(network, databases);
        for (int d = 0; d < databases.size(); d++) {
            FormulaCounter counter = FormulaCounter.of(databases.get(d), instances, modelled, maxGround);
            counters.add(counter);
            try {
                counts.add(counter.counts());
            } catch (ContradictionException e) {
                throw databases.size() == 1 ? e : new ContradictionException(e.getMessage() + ", in database "
                        + (d + 1) + " of " + databases.size());
            }
        }
    }

    private static Set<String> modelled(MarkovLogic network, List<String> query) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : query) {
            names.add(network.predicate(name).name());
        }
        if (query.isEmpty()) {
            network.predicates().stream().map(Predicate::name).filter(name -> !network.isClosedWorld(name))
                    .forEach(names::add);
        }
        return names;
    }

    FormulaInstances instances() {
        return instances;
    }

    List<FormulaCounter> counters() {
        return counters;
    }

    Set<String> modelled() {
        return modelled;
    }

    boolean isEverythingModelled() {
        return modelled.size() == network.predicates().size();
    }

    long missing() {
        return counters.stream().mapToLong(FormulaCounter::missing).sum();
    }

    /** The worlds that miss atoms. */
    List<FormulaCounter> incomplete() {
        return counters.stream().filter(counter -> counter.missing() > 0).toList();
    }

    /** The true groundings of the worlds that miss no atom. */
    double[] completeCounts() {
        double[] sum = new double[instances.list().size()];
        for (int w = 0; w < counters.size(); w++) {
            double[] count = counts.get(w);
            if (counters.get(w).missing() == 0) {
                Arrays.setAll(sum, i -> sum[i] + count[i]);
            }
        }
        return sum;
    }

    /** The true groundings of all worlds, without what missing atoms leave open. */
    double[] counts() {
        double[] sum = new double[instances.list().size()];
        counts.forEach(count -> Arrays.setAll(sum, i -> sum[i] + count[i]));
        return sum;
    }

    /** log Z by a circuit, for the sizes of one database. */
    private record Lifted(LiftedCircuit circuit, Database database) implements PartitionPart {
        @Override
        public int components() {
            return 1;
        }

        @Override
        public double[][] solve(double[] weights, int[] which, Budget budget) {
            LiftedCircuit.Expectation found = circuit.evaluate(database, weights, budget);
            double[] solved = Arrays.copyOf(found.expected(), weights.length + 1);
            solved[weights.length] = found.logPartition();
            return new double[][] {solved};
        }

        @Override
        public double add(double[] weights, double[][] solved, double[] expected) {
            for (int i = 0; i < weights.length; i++) {
                expected[i] += solved[0][i];
            }
            return solved[0][weights.length];
        }

        @Override
        public String describe() {
            return "lifted, without grounding";
        }
    }

    /**
     * log Z over all modelled atoms, exactly: without grounding where the formulas allow, else by contraction trees.
     *
     * @param maxFeatures the most ground features of all worlds
     * @throws TooCostlyException if neither is affordable
     */
    Partition partition(Spread spread, double maxFeatures, Budget budget) {
        String notLifted = "predicates are given";
        if (isEverythingModelled()) {
            try {
                return lifted(spread);
            } catch (NotLiftableException e) {
                notLifted = e.getMessage();
            }
        }
        try {
            double size = counters.stream().mapToDouble(FormulaCounter::groundSize).sum();
            if (size > maxFeatures) {
                throw new TooCostlyException(String.format(Locale.ROOT, "%.0f ground features", size));
            }
            List<PartitionPart> parts = new ArrayList<>();
            for (FormulaCounter counter : counters) {
                parts.add(GroundPartition.of(counter.ground(), generic(), budget));
            }
            return new PartitionSum(parts, spread);
        } catch (GroundingTooLargeException e) {
            throw new TooCostlyException("not lifted: " + notLifted + "; " + e.getMessage());
        } catch (TooCostlyException e) {
            throw new TooCostlyException("not lifted: " + notLifted + "; " + e.getMessage());
        }
    }

    /** log Z over the missing atoms, given all others. */
    Partition missingPartition(Spread spread, Budget budget) {
        List<PartitionPart> parts = new ArrayList<>();
        for (FormulaCounter counter : counters) {
            parts.add(GroundPartition.of(counter.groundMissing(), generic(), budget));
        }
        return new PartitionSum(parts, spread);
    }

    /** Weights with which no table is trivial, to plan with. */
    double[] generic() {
        double[] weights = new double[instances.list().size()];
        Arrays.setAll(weights, i -> 0.1 + 0.37 * (i + 1) % 1);
        return weights;
    }

    private Partition lifted(Spread spread) {
        List<LiftedCircuit.Weighted> formulas = new ArrayList<>();
        for (WeightedSentence formula : network.formulas()) {
            if (formula.hard()) {
                formulas.add(new LiftedCircuit.Weighted(formula.sentence(), -1));
            }
        }
        for (int i = 0; i < instances.list().size(); i++) {
            formulas.add(new LiftedCircuit.Weighted(instances.list().get(i).sentence(), i));
        }
        LiftedCircuit circuit = LiftedCircuit.compile(network, formulas);
        // Databases with the same sizes have the same log Z, unless formulas name constants.
        boolean named = instances.list().stream().anyMatch(instance ->
                network.formulas().get(instance.formula()).weight().isEmpty()
                && !instance.text().equals(network.formulas().get(instance.formula()).sentence().toString()));
        Map<List<Integer>, List<Database>> bySizes = new TreeMap<>(Worlds::compare);
        for (int d = 0; d < databases.size(); d++) {
            Database database = databases.get(d);
            List<Integer> key = new ArrayList<>(network.types().stream()
                    .map(type -> database.constants(type).size()).toList());
            key.add(named ? d : 0);
            bySizes.computeIfAbsent(key, sizes -> new ArrayList<>()).add(database);
        }
        return new PartitionSum(bySizes.values().stream().<PartitionPart>map(same -> new Lifted(circuit, same.get(0)))
                .toList(), bySizes.values().stream().map(List::size).toList(), spread);
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = Integer.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
