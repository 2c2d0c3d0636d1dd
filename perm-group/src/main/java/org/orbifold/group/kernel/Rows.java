package org.orbifold.group.kernel;

/**
 * Products of permutations that are stored as rows of characters, at most 65536 points: half the memory of image
 * arrays, which is what limits long products. Up to four factors go into one pass over the points. Each loop has a
 * method of its own, so that the compiler sees small hot methods.
 */
public final class Rows {

    private static final int CHARACTERS_PER_LINE = 32;

    private Rows() {
    }

    /**
     * Narrows an image array.
     *
     * @param images a permutation of at most 65536 points
     * @return a new row
     */
    public static char[] of(int[] images) {
        char[] row = new char[images.length];
        for (int x = 0; x < row.length; x++) {
            row[x] = (char) images[x];
        }
        return row;
    }

    /**
     * Reads one character per cache line of some rows. Multiplying reads rows at random places and waits for the
     * memory each time; reading them through before lets the hardware fetch many lines at once, which makes products
     * of rows from large tables up to a third faster.
     *
     * @param rows the rows
     * @param count how many of them count
     * @return a number that depends on what was read; of no meaning, but to be used, lest the reading be optimised away
     */
    public static int fetch(char[][] rows, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            char[] row = rows[i];
            for (int x = 0; x < row.length; x += CHARACTERS_PER_LINE) {
                sum += row[x];
            }
        }
        return sum;
    }

    /**
     * Multiplies.
     *
     * @param rows the factors, first to act first
     * @param count how many of them count
     * @param result where the images of the points go
     * @param from the first point to compute
     * @param to the end of the points to compute
     */
    public static void multiply(char[][] rows, int count, int[] result, int from, int to) {
        int done = Math.min(4, count);
        switch (done) {
            case 0 -> identity(result, from, to);
            case 1 -> start(rows[0], result, from, to);
            case 2 -> start(rows[0], rows[1], result, from, to);
            case 3 -> start(rows[0], rows[1], rows[2], result, from, to);
            default -> start(rows[0], rows[1], rows[2], rows[3], result, from, to);
        }
        for (; count - done >= 4; done += 4) {
            apply(rows[done], rows[done + 1], rows[done + 2], rows[done + 3], result, from, to);
        }
        switch (count - done) {
            case 1 -> apply(rows[done], result, from, to);
            case 2 -> apply(rows[done], rows[done + 1], result, from, to);
            case 3 -> apply(rows[done], rows[done + 1], rows[done + 2], result, from, to);
            default -> {
                // Nothing is left.
            }
        }
    }

    private static void identity(int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = x;
        }
    }

    private static void start(char[] a, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = a[x];
        }
    }

    private static void start(char[] a, char[] b, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = b[a[x]];
        }
    }

    private static void start(char[] a, char[] b, char[] c, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = c[b[a[x]]];
        }
    }

    private static void start(char[] a, char[] b, char[] c, char[] d, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = d[c[b[a[x]]]];
        }
    }

    private static void apply(char[] a, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = a[result[x]];
        }
    }

    private static void apply(char[] a, char[] b, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = b[a[result[x]]];
        }
    }

    private static void apply(char[] a, char[] b, char[] c, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = c[b[a[result[x]]]];
        }
    }

    private static void apply(char[] a, char[] b, char[] c, char[] d, int[] result, int from, int to) {
        for (int x = from; x < to; x++) {
            result[x] = d[c[b[a[result[x]]]]];
        }
    }
}
