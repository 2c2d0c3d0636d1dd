package org.orbifold.learning;

import java.util.Comparator;
import java.util.stream.IntStream;

/** The area under the precision-recall curve of predicted probabilities. */
final class RecallCurve {

    /** Probabilities closer than this are equal: exact marginals of atoms that are alike differ by rounding. */
    private static final double TIE = 1e-9;

    private RecallCurve() { }

    /**
     * Computes the area, with the interpolation of Davis and Goadrich (2006): between two thresholds, false positives
     * grow linearly with true ones. Atoms of equal probability share one threshold, so their order does not matter.
     *
     * @param probabilities the predicted probability of each atom
     * @param truths        whether it is true
     * @return from 0 to 1; NaN if no atom is true
     */
    static double area(double[] probabilities, boolean[] truths) {
        int[] order = IntStream.range(0, truths.length).boxed()
                .sorted(Comparator.comparingDouble(i -> -probabilities[i])).mapToInt(i -> i).toArray();
        double positives = IntStream.range(0, truths.length).filter(i -> truths[i]).count();
        double area = 0;
        double hits = 0;
        double misses = 0;
        for (int i = 0; i < order.length;) {
            double newHits = 0;
            double newMisses = 0;
            double last = probabilities[order[i]];
            for (; i < order.length && last - probabilities[order[i]] <= TIE; i++) {
                last = probabilities[order[i]];
                newHits += truths[order[i]] ? 1 : 0;
                newMisses += truths[order[i]] ? 0 : 1;
            }
            if (newHits > 0) {
                area += segment(hits, misses, newHits, newMisses);
            }
            hits += newHits;
            misses += newMisses;
        }
        return positives == 0 ? Double.NaN : area / positives;
    }

    /** The integral of t / (t + misses(t)) over the true positives t of one threshold. */
    private static double segment(double hits, double misses, double newHits, double newMisses) {
        double slope = 1 + newMisses / newHits;
        double offset = misses - newMisses / newHits * hits;
        double linear = newHits / slope;
        if (offset == 0) {
            return linear;
        }
        return linear - offset / (slope * slope)
                * Math.log((slope * (hits + newHits) + offset) / (slope * hits + offset));
    }
}
