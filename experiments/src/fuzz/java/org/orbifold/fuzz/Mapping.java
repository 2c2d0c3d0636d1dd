package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;

/**
 * Where the variables and values of a model are in another one. A value that the other does not have is mapped to −1:
 * what is left then is the model given that no variable has such a value.
 *
 * @param variables the other model's variable for each variable
 * @param values    the other model's value for each value of each variable, or −1
 */
record Mapping(int[] variables, int[][] values) {

    static Mapping identity(GraphicalModel model) {
        int n = model.variableCount();
        return new Mapping(IntStream.range(0, n).toArray(), IntStream.range(0, n)
                .mapToObj(v -> IntStream.range(0, model.size(v)).toArray()).toArray(int[][]::new));
    }

    /** First this, then the other. */
    Mapping then(Mapping next) {
        int[] to = Arrays.stream(variables).map(v -> next.variables[v]).toArray();
        int[][] all = new int[values.length][];
        Arrays.setAll(all, v -> Arrays.stream(values[v]).map(x -> x < 0 ? -1 : next.values[variables[v]][x])
                .toArray());
        return new Mapping(to, all);
    }

    /** A model of the mapped variables, with these names; its features are in the same order. */
    GraphicalModel apply(GraphicalModel model, List<String> names) {
        return apply(model, 0, names);
    }

    /** The same with something added to the constant. */
    GraphicalModel apply(GraphicalModel model, double constant, List<String> names) {
        int n = model.variableCount();
        int[] from = new int[n];
        for (int v = 0; v < n; v++) {
            from[variables[v]] = v;
        }
        ModelBuilder builder = GraphicalModel.builder();
        for (int w = 0; w < n; w++) {
            builder.variable(names.get(w), Domain.ofSize((int) Arrays.stream(values[from[w]]).filter(x -> x >= 0)
                    .count()));
        }
        builder.constant(model.constant() + constant);
        model.features().forEach(feature -> builder.add(apply(feature, builder)));
        return builder.build();
    }

    private Feature apply(Feature feature, ModelBuilder target) {
        if (feature instanceof Clause clause) {
            List<Literal> mapped = literals(clause.literals());
            return mapped.isEmpty() ? FormulaFeature.of(clause.weight(), Formula.FALSE)
                    : Clause.of(clause.weight(), mapped);
        } else if (feature instanceof Conjunction conjunction) {
            List<Literal> mapped = literals(conjunction.literals());
            return mapped.size() == conjunction.literalCount() ? Conjunction.of(conjunction.weight(), mapped)
                    : FormulaFeature.of(conjunction.weight(), Formula.FALSE);
        } else if (feature instanceof FormulaFeature formula) {
            return FormulaFeature.of(formula.weight(), apply(formula.formula()));
        }
        return apply((Table) feature, target);
    }

    private Table apply(Table table, ModelBuilder target) {
        int[] scope = Arrays.stream(table.scope()).map(v -> variables[v]).toArray();
        int[] sizes = Arrays.stream(scope).map(target::size).toArray();
        double[] entries = new double[Table.entries(sizes)];
        for (int i = 0; i < table.entryCount(); i++) {
            int index = 0;
            boolean kept = true;
            for (int k = 0; k < scope.length; k++) {
                int value = values[table.variable(k)][i / table.stride(k) % table.size(k)];
                kept &= value >= 0;
                index = index * sizes[k] + value;
            }
            if (kept) {
                entries[index] = table.entry(i);
            }
        }
        return Table.of(scope, sizes, entries);
    }

    private List<Literal> literals(List<Literal> literals) {
        List<Literal> mapped = new ArrayList<>();
        for (Literal literal : literals) {
            if (values[literal.variable()][literal.value()] >= 0) {
                mapped.add(Literal.of(variables[literal.variable()], values[literal.variable()][literal.value()]));
            }
        }
        return mapped;
    }

    Formula apply(Formula formula) {
        return formula.replace(literal -> values[literal.variable()][literal.value()] < 0 ? Formula.FALSE
                : Formula.is(variables[literal.variable()], values[literal.variable()][literal.value()]));
    }

    /** Empty if a value is observed that the other model does not have. */
    Optional<Evidence> apply(Evidence evidence) {
        Map<Integer, Integer> observed = new LinkedHashMap<>();
        for (int v : evidence.variables()) {
            if (values[v][evidence.value(v)] < 0) {
                return Optional.empty();
            }
            observed.put(variables[v], values[v][evidence.value(v)]);
        }
        Evidence mapped = Evidence.of(observed);
        for (Map.Entry<Integer, List<Double>> soft : evidence.logLikelihoods().entrySet()) {
            int v = soft.getKey();
            double[] logs = new double[(int) Arrays.stream(values[v]).filter(x -> x >= 0).count()];
            for (int x = 0; x < values[v].length; x++) {
                if (values[v][x] >= 0) {
                    logs[values[v][x]] = soft.getValue().get(x);
                }
            }
            if (Arrays.stream(logs).allMatch(log -> log == Double.NEGATIVE_INFINITY)) {
                return Optional.empty();
            }
            mapped = mapped.withLogLikelihood(variables[v], logs);
        }
        return Optional.of(mapped);
    }

    Asked apply(Asked asked) {
        return new Asked(asked.targets().stream().map(v -> variables[v]).toList(), apply(asked.event()),
                apply(asked.condition()));
    }
}
