package org.orbifold.symmetry.model;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbifold.pgm.model.Factors;
import org.orbifold.pgm.model.FormulaFeature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.LiteralFeature;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.WeightedFeature;
import org.orbifold.pgm.time.Budget;
import org.orbifold.pgm.time.OutOfTimeException;

/**
 * The normal form of a model that its symmetries are read from: features of one scope merged, then split into
 * zero-sum terms over sets of variables ({@link ZeroSumTerms}). Immutable once made; made once per model and used for
 * every partition.
 *
 * <p>What does not fit this form is kept beside it, soundly: forbidden assignments as masks; clauses and conjunctions
 * over many variables as boxes, other formulas over many variables as they are written; large tables, and tables of a
 * range so large that averages would swallow the small differences, as they are ("rigid"); tables too large even for
 * that pin their variables.
 */
final class ZeroSumDecomposition {

    /** The largest table to split into terms. */
    static final int MAX_SPLIT = 1024;
    /** Entries of the largest table that is compared: a search reads all of them, in seconds. */
    private static final int MAX_RIGID = 1 << 20;
    /** Log-potentials further apart than this are not averaged. */
    private static final double MAX_RANGE = 1e4;
    private static final double ROUNDING = 1e-15;
    /** Log-potentials that differ by less make no difference to any probability in double precision. */
    private static final double FLOOR = 1e-13;

    private final GraphicalModel model;
    private final double tolerance;
    private final int[] domain;
    private final List<BlockTable> raw = new ArrayList<>();
    private final List<BlockTable> rigid = new ArrayList<>();
    private final List<Box> boxes = new ArrayList<>();
    private final List<WideFormula> formulas = new ArrayList<>();
    private final List<BlockTable> masks = new ArrayList<>();
    private final BitSet pinned = new BitSet();
    private Optional<String> pinning = Optional.empty();
    private final List<BlockTable> terms = new ArrayList<>();
    private final Object2IntOpenCustomHashMap<int[]> termByScope =
            new Object2IntOpenCustomHashMap<>(IntArrays.HASH_STRATEGY);

    private ZeroSumDecomposition(GraphicalModel model, double tolerance) {
        this.model = model;
        this.tolerance = tolerance;
        this.domain = model.sizes();
        termByScope.defaultReturnValue(-1);
    }

    static ZeroSumDecomposition of(GraphicalModel model, SymmetryOptions options) {
        return of(model, options, Budget.unlimited());
    }

    /** The normal form; if there is no time for it, one in which nothing can be moved. */
    static ZeroSumDecomposition of(GraphicalModel model, SymmetryOptions options, Budget budget) {
        ZeroSumDecomposition result = new ZeroSumDecomposition(model, options.tolerance());
        try {
            budget.check();
            Factors factors = model.factors();
            budget.check();
            factors.tables().forEach(table -> {
                budget.check();
                result.addTable(table);
            });
            factors.wide().forEach(result::addWide);
            result.split(budget);
            return result;
        } catch (OutOfTimeException e) {
            ZeroSumDecomposition still = new ZeroSumDecomposition(model, options.tolerance());
            still.pinned.set(0, model.variableCount());
            return still;
        }
    }

    private void addTable(Table table) {
        if (table.entryCount() > MAX_RIGID) {
            for (int v : table.scope()) {
                pinned.set(v);
            }
            pinning = Optional.of(String.format(Locale.ROOT, "a table of %,d entries is too large to be compared: its "
                    + "variables are taken for fixed", table.entryCount()));
        } else {
            addTable(table.scope(), table.sizes(), table.entries(), table.entryCount() <= MAX_SPLIT);
        }
    }

    private void addTable(int[] scope, int[] sizes, double[] values, boolean split) {
        int kept = 0;
        for (int size : sizes) {
            kept += size > 1 ? 1 : 0;
        }
        if (kept == 0) {
            return;
        }
        int[] keptScope = new int[kept];
        int[] keptSizes = new int[kept];
        kept = 0;
        for (int k = 0; k < sizes.length; k++) {
            if (sizes[k] > 1) {
                keptScope[kept] = scope[k];
                keptSizes[kept++] = sizes[k];
            }
        }
        if (split && range(values) <= MAX_RANGE) {
            raw.add(BlockTable.overVariables(keptScope, keptSizes, values, tolerance(values)));
        } else {
            rigid.add(BlockTable.overVariables(keptScope, keptSizes, values, rigidTolerance(values)));
        }
    }

    private void addWide(WeightedFeature feature) {
        if (feature instanceof FormulaFeature formula) {
            formulas.add(WideFormula.of(model, formula));
            return;
        }
        for (Box box : Box.of(model, (LiteralFeature) feature)) {
            if (box.variables().length == 1) {
                addUnary(box);
            } else {
                boxes.add(box);
            }
        }
    }

    private void addUnary(Box box) {
        int v = box.variables()[0];
        double[] values = new double[domain[v]];
        box.values()[0].stream().forEach(x -> values[x] = box.weight());
        addTable(box.variables(), new int[] {domain[v]}, values, true);
    }

    /** How far apart values of a table may be that count as equal: the tolerance, and rounding in sums. */
    double tolerance(double[] values) {
        double magnitude = 0;
        for (double value : values) {
            magnitude = value == Double.NEGATIVE_INFINITY ? magnitude : Math.max(magnitude, Math.abs(value));
        }
        return tolerance * range(values) + ROUNDING * magnitude + FLOOR;
    }

    /** A rigid table may hold numbers of all magnitudes: only the smallest may give the measure. */
    private double rigidTolerance(double[] values) {
        double smallest = Double.POSITIVE_INFINITY;
        for (double value : values) {
            smallest = value == 0 || Double.isInfinite(value) ? smallest : Math.min(smallest, Math.abs(value));
        }
        return smallest == Double.POSITIVE_INFINITY ? 0 : tolerance * smallest;
    }

    private static double range(double[] values) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            if (value != Double.NEGATIVE_INFINITY) {
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        return max < min ? 0 : max - min;
    }

    private void split(Budget budget) {
        Map<TableContent, ZeroSumTerms> known = new Object2ObjectOpenHashMap<>();
        for (BlockTable table : raw) {
            budget.check();
            double[] values = table.values();
            if (isHard(values)) {
                masks.add(table.withValues(maskOf(values), 0));
                values = filled(values, null);
            }
            double[] finite = values;
            ZeroSumTerms split = known.computeIfAbsent(new TableContent(table.sizes(), finite),
                    key -> new ZeroSumTerms(table.sizes(), finite, null));
            for (int set = 1; set < 1 << table.arity(); set++) {
                addTerm(table.over(set, split.term(set)));
            }
        }
    }

    private void addTerm(BlockTable term) {
        if (term.isZero()) {
            return;
        }
        int index = termByScope.getInt(term.blocks());
        if (index < 0) {
            termByScope.put(term.blocks(), terms.size());
            terms.add(term);
        } else {
            BlockTable old = terms.get(index);
            double[] sum = old.values().clone();
            for (int i = 0; i < sum.length; i++) {
                sum[i] += term.values()[i];
            }
            terms.set(index, old.withValues(sum, old.tolerance() + term.tolerance()));
        }
    }

    static boolean isHard(double[] values) {
        for (double value : values) {
            if (value == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    /** 1 where a table forbids, else 0. */
    private static double[] maskOf(double[] values) {
        double[] mask = new double[values.length];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = values[i] == Double.NEGATIVE_INFINITY ? 1 : 0;
        }
        return mask;
    }

    /** Puts the mean of the allowed entries, weighted if there are weights, in place of the forbidden ones. */
    static double[] filled(double[] values, double @Nullable [] weights) {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < values.length; i++) {
            double weight = weights == null ? 1 : weights[i];
            if (values[i] != Double.NEGATIVE_INFINITY) {
                sum += weight * (weight == 0 ? 0 : values[i]);
                total += weight;
            }
        }
        double mean = total == 0 ? 0 : sum / total;
        double[] result = values.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] = result[i] == Double.NEGATIVE_INFINITY ? mean : result[i];
        }
        return result;
    }

    /** Domain sizes by variable; not to be written to. */
    int[] domain() {
        return domain;
    }

    /** Whether some assignment is forbidden by a table that can be split. */
    boolean isHard() {
        return !masks.isEmpty();
    }

    /** The merged tables before they are split, with −∞ where they forbid. */
    List<BlockTable> raw() {
        return raw;
    }

    /** The zero-sum terms over variables; forbidden entries count as the mean of the others. */
    List<BlockTable> terms() {
        return terms;
    }

    /** Whether the zero-sum terms are all there is: nothing is forbidden, and nothing kept beside them. */
    boolean isSoft() {
        return masks.isEmpty() && rigid.isEmpty() && boxes.isEmpty() && formulas.isEmpty()
                && pinned.isEmpty();
    }

    /** The term over exactly these variables, ascending, or null. */
    @Nullable BlockTable term(int[] scope) {
        int index = termByScope.getInt(scope);
        return index < 0 ? null : terms.get(index);
    }

    /** Tables over variables with 1 where an assignment is forbidden. */
    List<BlockTable> masks() {
        return masks;
    }

    /** Tables that are compared as they are. */
    List<BlockTable> rigid() {
        return rigid;
    }

    List<Box> boxes() {
        return boxes;
    }

    /** Formulas over many variables that are neither clauses nor conjunctions. */
    List<WideFormula> formulas() {
        return formulas;
    }

    boolean isPinned(int variable) {
        return pinned.get(variable);
    }

    /** Why variables are pinned, if some are because of their tables. */
    Optional<String> pinning() {
        return pinning;
    }
}
