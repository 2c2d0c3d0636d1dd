package org.orbifold.graph;

/** The printable six-bit groups of graph6 and sparse6: a character is 63 plus six bits, the first bit highest. */
final class SixBits {

    private static final int OFFSET = 63;
    private static final int LARGEST_SHORT = 62;
    private static final int LARGEST_MIDDLE = 258_047;

    private final String text;
    private final String source;
    private final long line;
    /** The next character and the bits of it that were read: all bits together may be more than an int counts. */
    private int at;
    private int used;

    SixBits(String text, String source, long line) throws GraphFormatException {
        this.text = text;
        this.source = source;
        this.line = line;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < OFFSET || text.charAt(i) > OFFSET + 63) {
                throw error("character '" + text.charAt(i) + "' in column " + (i + 1)
                    + ", expected graph6 or sparse6, whose characters are ? to ~");
            }
        }
    }

    /** The number of vertices, which comes first. */
    int size() throws GraphFormatException {
        int groups = 1;
        if (text.startsWith("~~")) {
            at = 2;
            groups = 6;
        } else if (text.startsWith("~")) {
            at = 1;
            groups = 3;
        }
        if (bitsLeft() < 6 * groups) {
            throw error("the line ends within the number of vertices, expected a whole graph6 or sparse6 line");
        }
        long n = 0;
        for (int i = 0; i < groups; i++) {
            n = n << 6 | bits(6);
        }
        if (n > Integer.MAX_VALUE - 16) {
            throw error(n + " vertices, expected at most " + (Integer.MAX_VALUE - 16));
        }
        return (int) n;
    }

    long bitsLeft() {
        return 6L * (text.length() - at) - used;
    }

    int bits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 1 | (text.charAt(at) - OFFSET) >> 5 - used & 1;
            if (++used == 6) {
                used = 0;
                at++;
            }
        }
        return value;
    }

    GraphFormatException error(String problem) {
        return new GraphFormatException(source, line, problem);
    }

    /** Bits in the making. */
    static final class Writer {

        private final StringBuilder text = new StringBuilder();
        private int pending;
        /** The number of pending bits. */
        private int count;

        Writer(String start, int n) {
            text.append(start);
            if (n <= LARGEST_SHORT) {
                bits(n, 6);
            } else if (n <= LARGEST_MIDDLE) {
                text.append('~');
                bits(n, 18);
            } else {
                text.append("~~");
                bits(0, 4);
                bits(n, 32);
            }
        }

        void bits(int value, int length) {
            for (int i = length - 1; i >= 0; i--) {
                pending = pending << 1 | value >>> i & 1;
                if (++count == 6) {
                    text.append((char) (pending + OFFSET));
                    pending = 0;
                    count = 0;
                }
            }
        }

        /** How many bits are missing to a whole character. */
        int missing() {
            return (6 - count) % 6;
        }

        String finish(int padding) {
            while (count != 0) {
                bits(padding, 1);
            }
            return text.toString();
        }
    }
}
