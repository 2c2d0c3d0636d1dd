package org.orbifold.pgm.simplify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Clause;
import org.orbifold.pgm.model.Conjunction;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.Formula;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.Literal;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;

/** Features over live values only, which are numbered anew; variables with one value are gone. */
final class Restriction {

    private final LiveValues live;
    private double constant;

    Restriction(LiveValues live) {
        this.live = live;
    }

    /** What features without a variable left have added up to. */
    double constant() {
        return constant;
    }

    /** The feature over live values, itself if nothing changes; null if it has become constant. */
    @Nullable Feature apply(Feature feature) {
        if (feature instanceof Table table) {
            return table(table);
        }
        WeightedFeature weighted = (WeightedFeature) feature;
        for (int v : weighted.scope()) {
            if (!live.isUntouched(v) || live.count(v) == 1) {
                return weighted instanceof LiteralFeature literals ? literals(literals)
                        : formula((FormulaFeature) weighted);
            }
        }
        return weighted.scope().length == 0 ? formula((FormulaFeature) weighted) : weighted;
    }

    private @Nullable Feature table(Table table) {
        boolean untouched = true;
        for (int k = 0; k < table.arity(); k++) {
            untouched &= live.count(table.variable(k)) == table.size(k) && table.size(k) > 1;
        }
        Table slice = untouched ? table : slice(table);
        double first = slice.entry(0);
        for (int i = 1; i < slice.entryCount(); i++) {
            if (slice.entry(i) != first) {
                return slice;
            }
        }
        constant += first;
        return null;
    }

    private Table slice(Table table) {
        int[] kept = Arrays.stream(table.scope()).filter(v -> live.count(v) > 1).toArray();
        int[] sizes = Arrays.stream(kept).map(live::count).toArray();
        double[] logs = new double[Table.entries(sizes)];
        int[][] steps = new int[table.arity()][];
        int index = 0;
        for (int k = 0; k < steps.length; k++) {
            steps[k] = live.values(table.variable(k));
            index += steps[k][0] * table.stride(k);
        }
        int[] at = new int[steps.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = table.entry(index);
            boolean carry = true;
            for (int k = steps.length - 1; carry && k >= 0; k--) {
                int before = steps[k][at[k]];
                at[k] = at[k] + 1 == steps[k].length ? 0 : at[k] + 1;
                index += (steps[k][at[k]] - before) * table.stride(k);
                carry = at[k] == 0;
            }
        }
        return Table.of(kept, sizes, logs);
    }

    private @Nullable Feature literals(LiteralFeature feature) {
        boolean deciding = feature instanceof Clause;
        List<Literal> kept = new ArrayList<>();
        for (Literal literal : feature.literals()) {
            Formula now = literal(literal);
            if (!(now instanceof Formula.Constant truth)) {
                kept.add(((Formula.Atom) now).literal());
            } else if (truth.value() == deciding) {
                return decided(feature, deciding);
            }
        }
        if (kept.isEmpty()) {
            return decided(feature, !deciding);
        }
        return deciding ? Clause.of(feature.weight(), kept) : Conjunction.of(feature.weight(), kept);
    }

    private @Nullable Feature formula(FormulaFeature feature) {
        Formula left = feature.formula().replace(this::literal);
        return left instanceof Formula.Constant truth ? decided(feature, truth.value())
                : FormulaFeature.of(feature.weight(), left);
    }

    private @Nullable Feature decided(WeightedFeature feature, boolean holds) {
        constant += WeightedFeature.contribution(feature.weight(), holds);
        return null;
    }

    private Formula literal(Literal literal) {
        int v = literal.variable();
        if (!live.isLive(v, literal.value())) {
            return Formula.FALSE;
        }
        return live.count(v) == 1 ? Formula.TRUE
                : Formula.is(v, Arrays.binarySearch(live.values(v), literal.value()));
    }

    /** The same feature over variables of other numbers. */
    static Feature renumber(Feature feature, IntUnaryOperator number) {
        if (feature instanceof Table table) {
            return Table.of(Arrays.stream(table.scope()).map(number).toArray(), table.sizes(), table.entries());
        }
        return ((WeightedFeature) feature).renumbered(number);
    }
}
