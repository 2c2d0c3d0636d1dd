package org.orbifold.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbifold.pgm.io.ModelFiles;
import org.orbifold.pgm.io.ModelFormat;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Domain;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.ModelBuilder;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;

/** Ways to write a model differently: same distribution, same log Z. */
enum Rewriter {

    /** Each table is the sum of two. */
    SPLIT {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            return sameVariables(model, feature -> {
                if (!(feature instanceof Table table)) {
                    return List.of(feature);
                }
                double[] first = new double[table.entryCount()];
                double[] second = new double[first.length];
                for (int i = 0; i < first.length; i++) {
                    first[i] = table.entry(i) == Double.NEGATIVE_INFINITY && random.nextBoolean()
                            ? Double.NEGATIVE_INFINITY : 2 * random.nextDouble() - 1;
                    second[i] = Double.isInfinite(first[i]) ? random.nextDouble() : table.entry(i) - first[i];
                }
                return List.of(Table.of(table.scope(), table.sizes(), first),
                        Table.of(table.scope(), table.sizes(), second));
            });
        }
    },

    /** Weights of single values move from one table to the next that has the variable. */
    MOVE_WEIGHTS {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            List<Feature> features = new ArrayList<>(model.features());
            for (Variable variable : model.variables()) {
                List<Integer> holders = IntStream.range(0, features.size())
                        .filter(f -> features.get(f) instanceof Table table
                                && Arrays.stream(table.scope()).anyMatch(v -> v == variable.index())).boxed().toList();
                for (int k = 1; k < holders.size(); k++) {
                    double[] moved = random.doubles(variable.size(), -1, 1).toArray();
                    shift(features, holders.get(k - 1), variable.index(), moved, 1);
                    shift(features, holders.get(k), variable.index(), moved, -1);
                }
            }
            return rebuilt(model, features);
        }

        private void shift(List<Feature> features, int place, int variable, double[] by, int sign) {
            Table table = (Table) features.get(place);
            int k = IntStream.range(0, table.arity()).filter(i -> table.variable(i) == variable).findFirst()
                    .orElseThrow();
            double[] entries = table.entries();
            for (int i = 0; i < entries.length; i++) {
                entries[i] += sign * by[i / table.stride(k) % table.size(k)];
            }
            features.set(place, Table.of(table.scope(), table.sizes(), entries));
        }
    },

    /** Variables and features in another order, variables with other names. */
    REORDER {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            List<Integer> order = shuffled(model.variableCount(), random);
            List<String> names = IntStream.range(0, order.size()).mapToObj(i -> "renamed " + (order.size() - i) + ",")
                    .toList();
            Mapping mapping = new Mapping(order.stream().mapToInt(v -> v).toArray(), Mapping.identity(model).values());
            GraphicalModel mapped = mapping.apply(model, names);
            List<Feature> features = new ArrayList<>(mapped.features());
            Collections.shuffle(features, random);
            return new Rewritten(rebuilt(mapped, features).model(), mapping);
        }
    },

    /** Values in another order. */
    PERMUTE_VALUES {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            int[][] values = model.variables().stream().map(v -> shuffled(v.size(), random).stream()
                    .mapToInt(x -> x).toArray()).toArray(int[][]::new);
            Mapping mapping = new Mapping(Mapping.identity(model).variables(), values);
            return new Rewritten(mapping.apply(model, names(model)), mapping);
        }
    },

    /** Tables as a conjunction, a clause or a formula for each entry. */
    AS_LOGIC {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            double[] constant = new double[1];
            Rewritten logic = sameVariables(model, feature -> {
                if (!(feature instanceof Table table) || table.entryCount() > 64) {
                    return List.of(feature);
                }
                List<Feature> made = new ArrayList<>();
                for (int i = 0; i < table.entryCount(); i++) {
                    made.add(entry(model, table, i, random.nextInt(3), constant));
                }
                return made;
            });
            ModelBuilder builder = copy(logic.model());
            logic.model().features().forEach(builder::add);
            return new Rewritten(builder.constant(constant[0]).build(), logic.mapping());
        }

        private Feature entry(GraphicalModel model, Table table, int index, int way, double[] constant) {
            List<Literal> literals = new ArrayList<>();
            List<Literal> others = new ArrayList<>();
            for (int k = 0; k < table.arity(); k++) {
                int value = index / table.stride(k) % table.size(k);
                literals.add(Literal.of(table.variable(k), value));
                for (int x = 0; x < model.size(table.variable(k)); x++) {
                    if (x != value) {
                        others.add(Literal.of(table.variable(k), x));
                    }
                }
            }
            double weight = table.entry(index);
            if (others.isEmpty()) {
                return FormulaFeature.of(weight, Formula.TRUE);
            } else if (way == 0) {
                return Conjunction.of(weight, literals);
            } else if (way == 1) {
                return FormulaFeature.of(weight, Formula.and(literals.stream()
                        .map(literal -> Formula.is(literal.variable(), literal.value())).toArray(Formula[]::new)));
            }
            // Weight w where all literals hold: w everywhere, and −w where another value is had.
            constant[0] += Double.isInfinite(weight) ? 0 : weight;
            return Clause.of(-weight, others);
        }
    },

    /** All features as tables over their variables in ascending order. */
    AS_TABLES {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            return sameVariables(model, feature -> List.of(model.table(feature)));
        }
    },

    /** Pairs of features as one table. */
    MERGE {
        private static final int MOST_ENTRIES = 1 << 12;

        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            List<Feature> features = new ArrayList<>(model.features());
            Collections.shuffle(features, random);
            List<Feature> merged = new ArrayList<>();
            for (int i = 0; i < features.size(); i += 2) {
                Feature first = features.get(i);
                Feature second = features.get(Math.min(i + 1, features.size() - 1));
                int[] scope = IntStream.concat(IntStream.of(first.scope()), IntStream.of(second.scope())).distinct()
                        .toArray();
                if (i + 1 == features.size() || model.assignments(scope) > MOST_ENTRIES) {
                    merged.addAll(features.subList(i, Math.min(i + 2, features.size())));
                } else {
                    merged.add(sum(model, scope, first, second));
                }
            }
            return rebuilt(model, merged);
        }

        private Table sum(GraphicalModel model, int[] scope, Feature first, Feature second) {
            int[] sizes = Arrays.stream(scope).map(model::size).toArray();
            double[] entries = new double[Table.entries(sizes)];
            int[] state = new int[model.variableCount()];
            for (int i = 0; i < entries.length; i++) {
                int rest = i;
                for (int k = scope.length - 1; k >= 0; k--) {
                    state[scope[k]] = rest % sizes[k];
                    rest /= sizes[k];
                }
                entries[i] = first.logPotential(state) + second.logPotential(state);
            }
            return Table.of(scope, sizes, entries);
        }
    },

    /** One more variable that always has the value of another. */
    COPY_VARIABLE {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) {
            if (model.variableCount() == 0) {
                return rebuilt(model, model.features());
            }
            Variable copied = model.variable(random.nextInt(model.variableCount()));
            ModelBuilder builder = copy(model).variable("copy of " + copied.name() + " " + model.variableCount(),
                    Domain.ofSize(copied.size()));
            double[] equal = new double[copied.size() * copied.size()];
            Arrays.setAll(equal, i -> i / copied.size() == i % copied.size() ? 0 : Double.NEGATIVE_INFINITY);
            model.features().forEach(builder::add);
            return new Rewritten(builder.table(new int[] {model.variableCount(), copied.index()}, equal).build(),
                    Mapping.identity(model));
        }
    },

    /** Written to a file of some format and read again. */
    FILE {
        @Override
        Rewritten rewrite(GraphicalModel model, Random random, Path folder) throws IOException {
            ModelFormat[] formats = {ModelFormat.UAI, ModelFormat.CLAUSES, ModelFormat.NUM, ModelFormat.FG,
                ModelFormat.UAI_BAYES, ModelFormat.BIF, ModelFormat.XMLBIF};
            ModelFormat format = formats[random.nextInt(formats.length)];
            Path file = Files.createTempFile(folder, "model", ".tmp");
            try {
                return write(model, file, format)
                        ? new Rewritten(ModelFiles.read(file, format), Mapping.identity(model))
                        : rebuilt(model, model.features());
            } finally {
                Files.delete(file);
            }
        }

        /** False if the model is not a Bayesian network, or has weights that the format cannot express. */
        private boolean write(GraphicalModel model, Path file, ModelFormat format) throws IOException {
            try {
                ModelFiles.write(model, file, format);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    };

    /** The model written differently; files are made in the folder and removed. */
    abstract Rewritten rewrite(GraphicalModel model, Random random, Path folder) throws IOException;

    private interface Replacement {
        List<Feature> of(Feature feature);
    }

    private static Rewritten sameVariables(GraphicalModel model, Replacement replacement) {
        return rebuilt(model, model.features().stream().flatMap(f -> replacement.of(f).stream()).toList());
    }

    /** The model with other features. */
    static Rewritten rebuilt(GraphicalModel model, List<Feature> features) {
        ModelBuilder builder = copy(model);
        features.forEach(builder::add);
        return new Rewritten(builder.build(), Mapping.identity(model));
    }

    private static ModelBuilder copy(GraphicalModel model) {
        ModelBuilder builder = GraphicalModel.builder();
        model.variables().forEach(variable -> builder.variable(variable.name(), variable.domain()));
        return builder.constant(model.constant());
    }

    static List<String> names(GraphicalModel model) {
        return model.variables().stream().map(Variable::name).toList();
    }

    private static List<Integer> shuffled(int count, Random random) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }
}
