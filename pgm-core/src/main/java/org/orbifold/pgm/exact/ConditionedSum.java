package org.orbifold.pgm.exact;

import java.util.Arrays;
import java.util.List;
import org.orbifold.pgm.marginal.Marginals;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Evidence;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;

/** Adds up the results for all assignments of some variables, each with its share of Z as its weight. */
final class ConditionedSum {

    private final GraphicalModel model;
    private final List<int[]> asked;
    private final double[][] marginals;
    private final double[][] joints;
    /** All sums are relative to e to this. */
    private double logReference = Double.NEGATIVE_INFINITY;
    private double total;

    ConditionedSum(GraphicalModel model, List<int[]> asked) {
        this.model = model;
        this.asked = asked;
        this.marginals = new double[model.variableCount()][];
        Arrays.setAll(marginals, v -> new double[model.size(v)]);
        this.joints = new double[asked.size()][];
        Arrays.setAll(joints, j -> new double[
                Table.entries(Arrays.stream(asked.get(j)).map(model::size).toArray())]);
    }

    /** The scopes asked for without what is given. */
    static List<int[]> askedGiven(ConditionedModel given, List<int[]> asked) {
        return asked.stream()
                .map(scope -> Arrays.stream(scope).map(given::fromOriginal).filter(v -> v >= 0).toArray()).toList();
    }

    void add(ConditionedModel given, ExactResult part) {
        if (part.logPartition() > logReference) {
            double factor = Math.exp(logReference - part.logPartition());
            logReference = part.logPartition();
            total *= factor;
            scale(marginals, factor);
            scale(joints, factor);
        }
        double weight = Math.exp(part.logPartition() - logReference);
        total += weight;
        Evidence evidence = given.evidence();
        for (int v = 0; v < marginals.length; v++) {
            int free = given.fromOriginal(v);
            if (free < 0) {
                marginals[v][evidence.value(v)] += weight;
            } else {
                for (int x = 0; x < marginals[v].length; x++) {
                    marginals[v][x] += weight * part.marginals().probability(free, x);
                }
            }
        }
        for (int j = 0; j < joints.length; j++) {
            addJoint(asked.get(j), evidence, weight, part.joint(j), joints[j]);
        }
    }

    /** The part's entries are those of the joint in which the given variables have their values. */
    private void addJoint(int[] scope, Evidence evidence, double weight, double[] part, double[] joint) {
        int[] digits = new int[scope.length];
        for (double probability : part) {
            int index = 0;
            for (int k = 0; k < scope.length; k++) {
                index = index * model.size(scope[k])
                        + (evidence.observes(scope[k]) ? evidence.value(scope[k]) : digits[k]);
            }
            joint[index] += weight * probability;
            for (int k = scope.length - 1; k >= 0; k--) {
                if (!evidence.observes(scope[k])) {
                    if (++digits[k] < model.size(scope[k])) {
                        break;
                    }
                    digits[k] = 0;
                }
            }
        }
    }

    ExactResult result() {
        if (total == 0) {
            throw new ContradictionException("the hard constraints contradict each other: no state is possible");
        }
        scale(marginals, 1 / total);
        scale(joints, 1 / total);
        return new ExactResult(logReference + Math.log(total), Marginals.of(marginals), Arrays.asList(joints));
    }

    private static void scale(double[][] sums, double factor) {
        for (double[] sum : sums) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] *= factor;
            }
        }
    }
}
