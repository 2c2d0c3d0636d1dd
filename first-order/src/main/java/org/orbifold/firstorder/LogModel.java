package org.orbifold.firstorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbifold.firstorder.Polynomials.Poly;

/**
 * A {@link CellModel} whose weights are positive numbers, as logarithms; −∞ is {@link #IMPOSSIBLE} for pairs.
 *
 * <p>Pair weights between two sorts that are products of a weight for each side are moved into the cells, so that sorts
 * which do not interact are known.
 */
final class LogModel {

    /** The logarithm of a pair weight of 0: finite, so that none of such pairs costs nothing. */
    static final double IMPOSSIBLE = -1e200;
    /** Logarithms of pair weights that differ by less are the same; a bit more than the error of computing them. */
    private static final double SAME = 1e-14;
    /** Largest part of a weight, as a multiple of it: three of a double's 16 digits are lost at most. */
    private static final double MOST_CANCELLED = 1e3;

    private final int[] firstCell;
    private final int[] sizes;
    private final int[][] classesOf;
    private final int[] classSizes;
    /** By class and cell, counted from the first one of the sort. */
    private final double[][] logWeight;
    private final double[][] logPair;
    private final List<int[]> components = new ArrayList<>();
    /** The logarithm of a factor of all worlds. */
    private double constant;

    private LogModel(CellModel<Ball> model) {
        Elements elements = model.elements();
        int sorts = elements.sorts().size();
        this.firstCell = IntStream.rangeClosed(0, sorts).map(s -> s < sorts ? model.firstCell(s)
                : model.cells().size()).toArray();
        this.sizes = elements.sorts().stream().mapToInt(Elements.Sort::size).toArray();
        this.classesOf = IntStream.range(0, sorts).mapToObj(model::classesOf).toArray(int[][]::new);
        this.classSizes = elements.classes().stream().mapToInt(Elements.ElementClass::size).toArray();
        this.logWeight = new double[classSizes.length][];
        for (int k = 0; k < classSizes.length; k++) {
            int elementClass = k;
            int sort = elements.classes().get(k).sort();
            logWeight[k] = IntStream.range(firstCell[sort], firstCell[sort + 1])
                    .mapToDouble(c -> scalar(model.weight(elementClass, c)).log()).toArray();
        }
        int cells = model.cells().size();
        this.logPair = new double[cells][cells];
        for (int i = 0; i < cells; i++) {
            for (int j = 0; j < cells; j++) {
                CellModel.Pair<Ball> pair = model.pair(i, j);
                logPair[i][j] = pair == null ? 0 : Math.max(IMPOSSIBLE, scalar(pair.total()).log());
            }
        }
        for (int s = 0; s < sorts; s++) {
            rebase(s);
        }
        separate();
    }

    /** Divides the weights of all pairs of a sort by a usual one: smaller logarithms have smaller errors. */
    private void rebase(int sort) {
        int from = firstCell[sort];
        int to = firstCell[sort + 1];
        double base = IntStream.range(from, to).mapToDouble(c -> logPair[c][c]).filter(log -> log > IMPOSSIBLE)
                .average().orElse(0);
        constant += 0.5 * sizes[sort] * (sizes[sort] - 1.0) * base;
        for (int i = from; i < to; i++) {
            for (int j = from; j < to; j++) {
                logPair[i][j] -= logPair[i][j] > IMPOSSIBLE ? base : 0;
            }
        }
    }

    /** The logarithm of a factor that all worlds have beside the weights of cells and pairs. */
    double constant() {
        return constant;
    }

    private static Ball scalar(Poly<Ball> value) {
        return value.constant();
    }

    /** The model; null if a weight is negative, its sign is not known, or its parts cancel each other. */
    static @Nullable LogModel of(CellModel<Ball> model) {
        for (CellModel.Cell<Ball> cell : model.cells()) {
            for (int k = 0; k < cell.weights().length; k++) {
                Ball weight = scalar(cell.weights()[k]);
                int number = k;
                if (isNegative(weight) || Arrays.stream(cell.ownTrue())
                        .anyMatch(parts -> exceeds(scalar(parts[number]), weight))) {
                    return null;
                }
            }
        }
        for (int i = 0; i < model.cells().size(); i++) {
            for (int j = i; j < model.cells().size(); j++) {
                CellModel.Pair<Ball> pair = model.pair(i, j);
                if (pair != null && (isNegative(scalar(pair.total())) || Arrays.stream(pair.parts())
                        .anyMatch(part -> exceeds(scalar(part), scalar(pair.total()))))) {
                    return null;
                }
            }
        }
        return new LogModel(model);
    }

    /** Whether a weight is negative, or may be, or has too few digits left. */
    private static boolean isNegative(Ball weight) {
        return weight.signum() < 0 || weight.relativeError() > SAME;
    }

    /**
     * Whether a part of a weight is so much larger that a share of the weight would lose digits: states of both signs
     * may cancel each other, and their parts not.
     */
    private static boolean exceeds(Ball part, Ball weight) {
        return part.signum() != 0 && (weight.signum() == 0 || Math.abs(part.over(weight)) > MOST_CANCELLED);
    }

    /** Moves pair weights that are products into the cells, and finds the sorts that interact. */
    private void separate() {
        int sorts = sizes.length;
        int[] component = IntStream.range(0, sorts).toArray();
        for (int s = 0; s < sorts; s++) {
            for (int t = s + 1; t < sorts; t++) {
                if (isProduct(s, t)) {
                    absorb(s, t);
                } else {
                    int from = component[t];
                    int to = component[s];
                    Arrays.setAll(component, i -> component[i] == from ? to : component[i]);
                }
            }
        }
        for (int c : Arrays.stream(component).distinct().toArray()) {
            components.add(IntStream.range(0, sorts).filter(s -> component[s] == c).toArray());
        }
    }

    private boolean isProduct(int s, int t) {
        int i0 = firstCell[s];
        int j0 = firstCell[t];
        for (int i = i0; i < firstCell[s + 1]; i++) {
            for (int j = j0; j < firstCell[t + 1]; j++) {
                double sum = logPair[i][j0] + logPair[i0][j] - logPair[i0][j0];
                if (logPair[i][j] == IMPOSSIBLE || logPair[i][j0] == IMPOSSIBLE || logPair[i0][j] == IMPOSSIBLE
                        || Math.abs(logPair[i][j] - sum) > SAME * Math.max(1, Math.abs(sum))) {
                    return false;
                }
            }
        }
        return true;
    }

    private void absorb(int s, int t) {
        int i0 = firstCell[s];
        int j0 = firstCell[t];
        if (i0 == firstCell[s + 1] || j0 == firstCell[t + 1]) {
            return;
        }
        double corner = logPair[i0][j0];
        for (int k : classesOf[s]) {
            for (int i = i0; i < firstCell[s + 1]; i++) {
                logWeight[k][i - i0] += sizes[t] * logPair[i][j0];
            }
        }
        for (int k : classesOf[t]) {
            for (int j = j0; j < firstCell[t + 1]; j++) {
                logWeight[k][j - j0] += sizes[s] * (logPair[i0][j] - corner);
            }
        }
        for (int i = i0; i < firstCell[s + 1]; i++) {
            for (int j = j0; j < firstCell[t + 1]; j++) {
                logPair[i][j] = 0;
                logPair[j][i] = 0;
            }
        }
    }

    /** Sorts that interact, directly or through others. */
    List<int[]> components() {
        return components;
    }

    int firstCell(int sort) {
        return firstCell[sort];
    }

    int cellCount(int sort) {
        return firstCell[sort + 1] - firstCell[sort];
    }

    int cells() {
        return logPair.length;
    }

    int[] classesOf(int sort) {
        return classesOf[sort];
    }

    int classSize(int elementClass) {
        return classSizes[elementClass];
    }

    int classCount() {
        return classSizes.length;
    }

    double[] logWeight(int elementClass) {
        return logWeight[elementClass];
    }

    double[][] logPair() {
        return logPair;
    }
}
