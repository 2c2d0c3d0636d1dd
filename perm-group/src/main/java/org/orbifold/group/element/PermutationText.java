package org.orbifold.group.element;

import java.util.Arrays;
import java.util.Objects;

/** Reading and writing permutations as text. Works on the characters directly: files hold millions of points. */
final class PermutationText {

    /** Digits of a number that is too large that an error shows. */
    private static final int MOST_SHOWN = 20;

    private final String text;
    private int position;

    private PermutationText(String text) {
        this.text = Objects.requireNonNull(text, "the text is null");
    }

    /** Reads cycles; the first point is called 0 or 1. */
    static Permutation parseCycles(int degree, String text, int first) {
        return new PermutationText(text).cycles(degree, first);
    }

    static Permutation parseImages(int degree, String text) {
        return new PermutationText(text).images(degree);
    }

    static String cycles(Permutation permutation, int first, char separator) {
        if (permutation.isIdentity()) {
            return "()";
        }
        Cycles cycles = permutation.cycles();
        StringBuilder out = new StringBuilder();
        for (int c = 0; c < cycles.count(); c++) {
            for (int i = 0; i < cycles.length(c); i++) {
                out.append(i == 0 ? '(' : separator).append(cycles.point(c, i) + first);
            }
            out.append(')');
        }
        return out.toString();
    }

    static String images(Permutation permutation) {
        StringBuilder out = new StringBuilder();
        for (int image : permutation.images()) {
            out.append(out.length() == 0 ? "" : " ").append(image);
        }
        return out.toString();
    }

    private Permutation cycles(int degree, int firstPoint) {
        int[] from = new int[16];
        int[] to = new int[16];
        int count = 0;
        skipBlanks();
        while (position < text.length()) {
            if (text.charAt(position) != '(') {
                throw unexpected("'(' that opens a cycle");
            }
            position++;
            int first = count;
            skipBlanks();
            while (position < text.length() && text.charAt(position) != ')') {
                if (count == from.length) {
                    from = Arrays.copyOf(from, 2 * count);
                    to = Arrays.copyOf(to, 2 * count);
                }
                int point = point("a point or ')'");
                if (point < firstPoint || firstPoint > 0 && point - firstPoint >= degree) {
                    throw new IllegalArgumentException("point " + point + " is out of range, expected " + firstPoint
                        + " to " + (degree - 1 + firstPoint));
                }
                from[count] = point - firstPoint;
                if (count > first) {
                    to[count - 1] = from[count];
                }
                count++;
                skipSeparator("a point");
            }
            if (position == text.length()) {
                throw unexpected("')' that closes the cycle");
            }
            if (count > first) {
                to[count - 1] = from[first];
            }
            position++;
            skipBlanks();
        }
        return Permutation.sparse(degree, Arrays.copyOf(from, count), Arrays.copyOf(to, count));
    }

    private Permutation images(int degree) {
        int[] images = new int[degree];
        int count = 0;
        skipBlanks();
        boolean bracket = position < text.length() && text.charAt(position) == '[';
        if (bracket) {
            position++;
        }
        skipBlanks();
        while (position < text.length() && text.charAt(position) != ']') {
            int value = point("the image of point " + count);
            if (count == degree) {
                throw new IllegalArgumentException("more than " + degree + " images for " + degree + " points");
            }
            images[count++] = value;
            skipSeparator("an image");
        }
        if (bracket) {
            if (position == text.length()) {
                throw unexpected("']' that closes the list");
            }
            position++;
            skipBlanks();
        }
        if (position < text.length()) {
            throw unexpected("the end of the list");
        }
        if (count < degree) {
            throw new IllegalArgumentException("only " + count + " images for " + degree + " points");
        }
        return Permutation.ofImages(images);
    }

    private int point(String expected) {
        int start = position;
        long value = 0;
        while (position < text.length() && Character.digit(text.charAt(position), 10) >= 0) {
            value = Math.min(value * 10 + Character.digit(text.charAt(position), 10), Integer.MAX_VALUE);
            position++;
        }
        if (value == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("point " + text.substring(start, Math.min(position, start + MOST_SHOWN))
                + (position > start + MOST_SHOWN ? "…" : "") + " at column " + (start + 1) + " is too large");
        }
        if (position == start) {
            throw unexpected(expected);
        }
        return (int) value;
    }

    private void skipBlanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    /** Passes over blanks, or a comma with blanks around it that something must follow. */
    private void skipSeparator(String expected) {
        skipBlanks();
        if (position < text.length() && text.charAt(position) == ',') {
            position++;
            skipBlanks();
            if (position == text.length() || Character.digit(text.charAt(position), 10) < 0) {
                throw unexpected(expected + " after the comma");
            }
        }
    }

    private IllegalArgumentException unexpected(String expected) {
        String found = position < text.length() ? "'" + text.charAt(position) + "'" : "the end";
        return new IllegalArgumentException(
            "found " + found + " at column " + (position + 1) + ", expected " + expected);
    }
}
