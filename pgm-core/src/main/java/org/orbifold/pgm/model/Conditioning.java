package org.orbifold.pgm.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Puts evidence into a model, feature by feature. */
final class Conditioning {

    private final GraphicalModel original;
    private final Evidence evidence;
    private final int[] fromOriginal;
    private final ModelBuilder result = GraphicalModel.builder();
    private final IntArrayList origins = new IntArrayList();

    private Conditioning(GraphicalModel original, Evidence evidence) {
        this.original = original;
        this.evidence = evidence;
        this.fromOriginal = new int[original.variableCount()];
    }

    static ConditionedModel apply(GraphicalModel original, Evidence evidence) {
        Conditioning work = new Conditioning(original, evidence);
        work.checkEvidence();
        work.checkLikelihoods();
        if (evidence.isEmpty() && original.features().stream().noneMatch(Conditioning::maySimplify)) {
            Arrays.setAll(work.fromOriginal, v -> v);
            return new ConditionedModel(original, evidence, original, work.fromOriginal, null);
        }
        work.keepFreeVariables();
        work.result.constant(original.constant());
        for (int f = 0; f < original.features().size(); f++) {
            work.condition(original.features().get(f));
            if (work.result.featureCount() > work.origins.size()) {
                work.origins.add(f);
            }
        }
        evidence.logLikelihoods().forEach((variable, likelihoods) -> {
            work.soft(variable, table(original, variable, likelihoods));
            if (work.result.featureCount() > work.origins.size()) {
                work.origins.add(-1 - variable);
            }
        });
        return new ConditionedModel(original, evidence, work.result.build(), work.fromOriginal,
                work.origins.toIntArray());
    }

    /** Soft evidence is a table over its variable. */
    static Table table(GraphicalModel model, int variable, List<Double> logLikelihoods) {
        return Table.of(new int[] {variable}, new int[] {model.size(variable)},
                logLikelihoods.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Whether a feature may be decided, or become another one, even without evidence. */
    private static boolean maySimplify(Feature feature) {
        return feature instanceof FormulaFeature || feature instanceof Table table && table.scope().length == 0;
    }

    private void checkEvidence() {
        for (int v : evidence.variables()) {
            if (v >= original.variableCount()) {
                throw new IllegalArgumentException("the evidence observes variable " + v + ", but the model has only "
                        + original.variableCount() + " variables");
            }
            if (evidence.value(v) >= original.size(v)) {
                throw new IllegalArgumentException("the evidence sets variable '" + original.variable(v) + "' to value "
                        + evidence.value(v) + "; expected 0 to " + (original.size(v) - 1));
            }
        }
    }

    private void checkLikelihoods() {
        evidence.likelihoods().forEach((variable, likelihoods) -> {
            if (variable >= original.variableCount() || likelihoods.size() != original.size(variable)) {
                throw new IllegalArgumentException("soft evidence has " + likelihoods.size() + " likelihoods for "
                        + (variable < original.variableCount() ? "variable '" + original.variable(variable)
                        + "'; expected one for each of " + original.variable(variable).domain()
                        : "variable " + variable + ", but the model has only " + original.variableCount()
                        + " variables"));
            }
        });
    }

    private void keepFreeVariables() {
        for (Variable variable : original.variables()) {
            if (evidence.observes(variable.index())) {
                fromOriginal[variable.index()] = -1;
            } else {
                fromOriginal[variable.index()] = result.variableCount();
                result.variable(variable.name(), variable.domain());
            }
        }
    }

    /** Likelihoods of an observed variable are a constant, of others a table. */
    private void soft(int variable, Table likelihoods) {
        int value = evidence.value(variable);
        if (value >= 0 && likelihoods.entry(value) == Double.NEGATIVE_INFINITY) {
            throw new ContradictionException("the evidence "
                    + FeatureText.literal(original, Literal.of(variable, value)) + " is impossible: its likelihood "
                    + "in the soft evidence is 0");
        }
        condition(likelihoods);
    }

    private void condition(Feature feature) {
        if (feature instanceof Clause clause) {
            literals(clause, true);
        } else if (feature instanceof Conjunction conjunction) {
            literals(conjunction, false);
        } else if (feature instanceof FormulaFeature formula) {
            formula(formula);
        } else {
            table((Table) feature);
        }
    }

    /** A clause is decided by one true literal, a conjunction by one false one; other observed literals vanish. */
    private void literals(LiteralFeature feature, boolean deciding) {
        int[] kept = new int[2 * feature.literalCount()];
        int size = 0;
        for (int i = 0; i < feature.literalCount(); i++) {
            int variable = feature.variable(i);
            if (fromOriginal[variable] >= 0) {
                kept[size++] = fromOriginal[variable];
                kept[size++] = feature.value(i);
            } else if ((evidence.value(variable) == feature.value(i)) == deciding) {
                decided(feature, deciding);
                return;
            }
        }
        if (size == 0) {
            decided(feature, !deciding);
        } else {
            int[] literals = Arrays.copyOf(kept, size);
            result.add(feature instanceof Clause
                    ? new Clause(feature.weight(), literals) : new Conjunction(feature.weight(), literals));
        }
    }

    private void formula(FormulaFeature feature) {
        Formula left = feature.formula().replace(literal -> {
            int variable = fromOriginal[literal.variable()];
            if (variable >= 0) {
                return Formula.is(variable, literal.value());
            }
            return evidence.value(literal.variable()) == literal.value() ? Formula.TRUE : Formula.FALSE;
        });
        if (left instanceof Formula.Constant truth) {
            decided(feature, truth.value());
        } else {
            result.formula(feature.weight(), left);
        }
    }

    private void decided(WeightedFeature feature, boolean holds) {
        constant(feature, WeightedFeature.contribution(feature.weight(), holds));
    }

    private void constant(Feature feature, double logPotential) {
        if (logPotential == Double.NEGATIVE_INFINITY) {
            String observed = Arrays.stream(feature.scope()).filter(evidence::observes)
                    .mapToObj(v -> FeatureText.literal(original, Literal.of(v, evidence.value(v))))
                    .collect(Collectors.joining(", "));
            if (feature.scope().length == 0) {
                throw new ContradictionException("the model is impossible, Z is 0: factor "
                        + original.features().indexOf(feature) + " (from 0) is over no variable and has the value 0");
            } else if (observed.isEmpty()) {
                throw new ContradictionException("the model is impossible, Z is 0: every state contradicts "
                        + original.describe(feature));
            }
            throw new ContradictionException("the evidence " + observed + " is impossible: it contradicts "
                    + (feature instanceof Table ? "the table over " + Arrays.stream(feature.scope())
                    .mapToObj(v -> original.variable(v).name()).collect(Collectors.joining(", ", "(", ")"))
                    + ", which is 0 there" : original.describe(feature)));
        }
        result.constant(logPotential);
    }

    private void table(Table table) {
        int[] scope = table.scope();
        int[] sizes = table.sizes();
        int[] free = IntStream.range(0, scope.length).filter(k -> fromOriginal[scope[k]] >= 0).toArray();
        int[] digits = new int[scope.length];
        for (int k = 0; k < scope.length; k++) {
            digits[k] = Math.max(evidence.value(scope[k]), 0);
        }
        double[] slice = new double[Table.entries(IntStream.of(free).map(k -> sizes[k]).toArray())];
        for (int i = 0; i < slice.length; i++) {
            slice[i] = table.entry(rowMajor(digits, sizes));
            increment(digits, sizes, free);
        }
        if (free.length == 0) {
            constant(table, slice[0]);
        } else if (free.length < scope.length && Arrays.stream(slice).allMatch(
                entry -> entry == Double.NEGATIVE_INFINITY)) {
            constant(table, Double.NEGATIVE_INFINITY);
        } else {
            result.table(IntStream.of(free).map(k -> fromOriginal[scope[k]]).toArray(), slice);
        }
    }

    private static int rowMajor(int[] digits, int[] sizes) {
        int index = 0;
        for (int k = 0; k < digits.length; k++) {
            index = index * sizes[k] + digits[k];
        }
        return index;
    }

    private static void increment(int[] digits, int[] sizes, int[] free) {
        for (int j = free.length - 1; j >= 0; j--) {
            if (++digits[free[j]] < sizes[free[j]]) {
                return;
            }
            digits[free[j]] = 0;
        }
    }
}
