package org.orbifold.pgm.exact;

/** Inner loops over adjacent entries; simple enough for the JIT compiler to make vector instructions of them. */
final class Kernels {

    private Kernels() { }

    /** out = f · x. */
    static void scale(double[] out, int at, double[] x, int from, double f, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] = f * x[from + i];
        }
    }

    /** out += f · x. */
    static void addScaled(double[] out, int at, double[] x, int from, double f, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] += f * x[from + i];
        }
    }

    /** out = f · x + g · y, from the same array. */
    static void scale2(double[] out, int at, double[] x, int x0, double f0, int x1, double f1, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] = f0 * x[x0 + i] + f1 * x[x1 + i];
        }
    }

    /** The same of four parts, added. */
    static void addScaled4(double[] out, int at, double[] x, int[] from, double[] f, int n) {
        int x0 = from[0];
        int x1 = from[1];
        int x2 = from[2];
        int x3 = from[3];
        double f0 = f[0];
        double f1 = f[1];
        double f2 = f[2];
        double f3 = f[3];
        for (int i = 0; i < n; i++) {
            out[at + i] += f0 * x[x0 + i] + f1 * x[x1 + i] + (f2 * x[x2 + i] + f3 * x[x3 + i]);
        }
    }

    /** out = x · y. */
    static void multiply(double[] out, int at, double[] x, int fromX, double[] y, int fromY, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] = x[fromX + i] * y[fromY + i];
        }
    }

    /** out += x · y. */
    static void addProducts(double[] out, int at, double[] x, int fromX, double[] y, int fromY, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] += x[fromX + i] * y[fromY + i];
        }
    }

    /** The inner product, in four interleaved sums. */
    static double dot(double[] x, int fromX, double[] y, int fromY, int n) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            s0 += x[fromX + i] * y[fromY + i];
            s1 += x[fromX + i + 1] * y[fromY + i + 1];
            s2 += x[fromX + i + 2] * y[fromY + i + 2];
            s3 += x[fromX + i + 3] * y[fromY + i + 3];
        }
        for (; i < n; i++) {
            s0 += x[fromX + i] * y[fromY + i];
        }
        return s0 + s1 + (s2 + s3);
    }

    /** The largest x + y; −∞ if there are none. */
    static double maxSum(double[] x, int fromX, double[] y, int fromY, int n) {
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            max = Math.max(max, x[fromX + i] + y[fromY + i]);
        }
        return max;
    }

    /** out = max(out, x + f). */
    static void maxShifted(double[] out, int at, double[] x, int from, double f, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] = Math.max(out[at + i], x[from + i] + f);
        }
    }

    /** out = max(out, x + y). */
    static void maxSums(double[] out, int at, double[] x, int fromX, double[] y, int fromY, int n) {
        for (int i = 0; i < n; i++) {
            out[at + i] = Math.max(out[at + i], x[fromX + i] + y[fromY + i]);
        }
    }

    /** sums += exp(x + f − max), where max is not −∞. */
    static void addExponentials(double[] sums, double[] max, int at, double[] x, int from, double f, int n) {
        for (int i = 0; i < n; i++) {
            if (max[at + i] > Double.NEGATIVE_INFINITY) {
                sums[i] += Math.exp(x[from + i] + f - max[at + i]);
            }
        }
    }

    /** sums += exp(x + y − max), where max is not −∞. */
    static void addExponentials(double[] sums, double[] max, int at, double[] x, int fromX, double[] y, int fromY,
            int n) {
        for (int i = 0; i < n; i++) {
            if (max[at + i] > Double.NEGATIVE_INFINITY) {
                sums[i] += Math.exp(x[fromX + i] + y[fromY + i] - max[at + i]);
            }
        }
    }
}
