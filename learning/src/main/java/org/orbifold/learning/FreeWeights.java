package org.orbifold.learning;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Which formula instances have learned weights, and which of these are one parameter. */
final class FreeWeights {

    /** By instance: its parameter, −1 if its weight is given. */
    private final int[] parameter;
    private final double[] given;
    private final int size;
    private final int learned;

    private FreeWeights(int[] parameter, double[] given, int size, int learned) {
        this.parameter = parameter;
        this.given = given;
        this.size = size;
        this.learned = learned;
    }

    /**
     * Numbers the parameters.
     *
     * @param given  by instance: its weight; where it is learned, where learning starts
     * @param isFree whether an instance is learned
     * @param classes by instance: the first instance with the same parameter
     */
    static FreeWeights of(double[] given, IntPredicate isFree, int[] classes) {
        int[] ofClass = new int[given.length];
        Arrays.fill(ofClass, -1);
        int[] parameter = new int[given.length];
        int size = 0;
        int learned = 0;
        for (int i = 0; i < given.length; i++) {
            parameter[i] = -1;
            if (isFree.test(i)) {
                learned++;
                ofClass[classes[i]] = ofClass[classes[i]] < 0 ? size++ : ofClass[classes[i]];
                parameter[i] = ofClass[classes[i]];
            }
        }
        return new FreeWeights(parameter, given.clone(), size, learned);
    }

    /** Every instance is a parameter of its own. */
    static FreeWeights untied(double[] given, IntPredicate isFree) {
        return of(given, isFree, IntStream.range(0, given.length).toArray());
    }

    /** The number of parameters. */
    int size() {
        return size;
    }

    /** The number of instances whose weights are learned. */
    int learned() {
        return learned;
    }

    int instances() {
        return given.length;
    }

    /** The parameter of an instance; −1 if its weight is given. */
    int parameter(int instance) {
        return parameter[instance];
    }

    /** By instance: its parameter. */
    int[] parameters() {
        return parameter.clone();
    }

    /** An instance of a parameter. */
    int instance(int which) {
        return IntStream.range(0, parameter.length).filter(i -> parameter[i] == which).findFirst().orElseThrow();
    }

    /** Where learning starts: the given weights; the mean of those that are one parameter. */
    double[] start() {
        double[] sums = pooled(given);
        double[] counts = new double[given.length];
        Arrays.fill(counts, 1);
        double[] numbers = pooled(counts);
        Arrays.setAll(sums, k -> sums[k] / numbers[k]);
        return sums;
    }

    /**
     * Small weights of both signs. Where something is missing, learning starts there: at 0 the likelihood can have a
     * saddle, where what is missing depends on nothing.
     */
    static double[] small(int size) {
        double[] start = new double[size];
        Arrays.setAll(start, k -> 0.1 * ((0.37 * (k + 1) + 0.1) % 1 - 0.5));
        return start;
    }

    /** The weights of all instances. */
    double[] whole(double[] point) {
        double[] weights = given.clone();
        for (int i = 0; i < weights.length; i++) {
            weights[i] = parameter[i] < 0 ? weights[i] : point[parameter[i]];
        }
        return weights;
    }

    /** By parameter: the sum over its instances. */
    double[] pooled(double[] byInstance) {
        double[] sums = new double[size];
        for (int i = 0; i < parameter.length; i++) {
            if (parameter[i] >= 0) {
                sums[parameter[i]] += byInstance[i];
            }
        }
        return sums;
    }

    /** Rows and columns of a matrix, summed likewise. */
    double[] pooledMatrix(double[] matrix) {
        double[] sums = new double[size * size];
        for (int i = 0; i < parameter.length; i++) {
            for (int j = 0; j < parameter.length && parameter[i] >= 0; j++) {
                if (parameter[j] >= 0) {
                    sums[parameter[i] * size + parameter[j]] += matrix[i * parameter.length + j];
                }
            }
        }
        return sums;
    }
}
