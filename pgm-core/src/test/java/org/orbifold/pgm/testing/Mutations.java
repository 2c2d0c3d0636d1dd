package org.orbifold.pgm.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** Mistakes in files: bytes, words, numbers and lines changed, removed, repeated, and what tends to break readers. */
public final class Mutations {

    private static final String[] TOKENS = {"-1", "0", "1", "2147483647", "2147483648", "99999999999",
        "-99999999999999999999", "1e999", "1e-400", "NaN", "inf", "\n", "\t", ",", ":", ";", "=", "c", "#", "(", ")",
        "[", "]", "{", "}", "|", "\"", "'", "<", ">", "&", "!", "^", "v", "*", "//", "/*", "*/", "%", "\\", "+", "-",
        "~", "?", "\\forall X:", "MAR", "-BEGIN-", "\u0000", "é", "\uFEFF", "&x;", "<!--", "]]>", "=>", "EXIST", "p",
        "d", "n", "e", "n=", "$=5", "f=", "100000000", "1/0", ".5.", "0x10", "soft", "default", "table", "given",
        "Group(", "(1,1)", "{1,...,2000000000}", "|E|", "#include \"f\"", "\u2028", "\r"};

    /** One text in so many gets a large mistake. */
    private static final int RARE = 12;
    /** Deeper than any parser's stack. */
    private static final int DEEP = 20_000;
    private static final String[][] NESTED = {{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<A>", "</A>"}, {"!", ""},
        {"~(", ")"}, {"EXIST x ", ""}, {"\\forall X: (", ")"}, {"P(x) => ", ""}, {"A=yes ^ ", ""}, {"<!--", "-->"}};
    private static final String[] WHOLE = {"", "\n", " ", "\u0000", "0", "{}", "<?xml version=\"1.0\"?>",
        "<!DOCTYPE a [<!ENTITY x \"y\"><!ENTITY b \"&x;&x;\">]><a>&b;</a>", "# c", "PK\u0003\u0004", "%PDF-1.4",
        "<html><body>404</body></html>"};

    private Mutations() { }

    /** A text with one to four mistakes. */
    public static byte[] of(String text, RandomGenerator random) {
        byte[] result = text.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(RARE) == 0) {
            return large(text, random).getBytes(random.nextInt(8) == 0 ? StandardCharsets.UTF_16
                    : StandardCharsets.UTF_8);
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            result = mutate(result, random);
        }
        return result;
    }

    /** A text with one large mistake: blocks, other ends of lines, tokens and nesting without end, another file. */
    private static String large(String text, RandomGenerator random) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("(?<=\n)")));
        int one = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        int from = random.nextInt(text.length() + 1);
        int to = from + random.nextInt(text.length() - from + 1);
        String[] nested = NESTED[random.nextInt(NESTED.length)];
        return switch (random.nextInt(12)) {
            case 0 -> {
                lines.addAll(other, List.copyOf(lines.subList(Math.min(one, other), Math.max(one, other) + 1)));
                yield String.join("", lines);
            }
            case 1 -> {
                Collections.reverse(lines);
                yield String.join("", lines);
            }
            case 2 -> text.replace("\n", "\r\n");
            case 3 -> "\uFEFF" + text;
            case 4 -> text + text;
            case 5 -> text.replace("\n", " ");
            case 6 -> text.replace(" ", "");
            case 7 -> text.substring(0, from) + token(random).repeat(DEEP) + text.substring(from);
            case 8 -> WHOLE[random.nextInt(WHOLE.length)];
            default -> text.substring(0, from) + nested[0].repeat(DEEP) + text.substring(from, to)
                    + nested[1].repeat(DEEP) + text.substring(to);
        };
    }

    private static byte[] mutate(byte[] bytes, RandomGenerator random) {
        int from = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, from + random.nextInt(5));
        return switch (random.nextInt(9)) {
            case 0 -> replaced(bytes, from, to, new byte[0]);
            case 1 -> replaced(bytes, from, to, new byte[] {(byte) random.nextInt()});
            case 2 -> replaced(bytes, from, to, (" " + token(random) + " ").getBytes(StandardCharsets.UTF_8));
            case 3 -> replaced(bytes, from, to, token(random).getBytes(StandardCharsets.UTF_8));
            case 4 -> word(bytes, from, token(random));
            case 5 -> lines(bytes, random);
            case 6 -> random.nextInt(4) == 0 ? Arrays.copyOf(bytes, from) : bytes;
            case 7 -> digit(bytes, from, (char) ('0' + random.nextInt(10)));
            default -> replaced(bytes, from, from, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1)
                    .repeat(random.nextInt(40) == 0 ? 2000 : random.nextInt(5)).getBytes(StandardCharsets.ISO_8859_1));
        };
    }

    private static String token(RandomGenerator random) {
        return TOKENS[random.nextInt(TOKENS.length)];
    }

    private static boolean isBetweenWords(byte b) {
        return b <= ' ' || ",:;=()[]{}|<>\"&".indexOf(b) >= 0;
    }

    private static byte[] word(byte[] bytes, int at, String token) {
        int from = at;
        while (from > 0 && !isBetweenWords(bytes[from - 1])) {
            from--;
        }
        int to = at;
        while (to < bytes.length && !isBetweenWords(bytes[to])) {
            to++;
        }
        return replaced(bytes, from, to, token.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] lines(byte[] bytes, RandomGenerator random) {
        List<String> lines = new ArrayList<>(Arrays.asList(
                new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1)));
        int one = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        switch (random.nextInt(3)) {
            case 0 -> lines.add(other, lines.get(one));
            case 1 -> lines.remove(one);
            default -> Collections.swap(lines, one, other);
        }
        return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The first digit from a place on becomes another one. */
    private static byte[] digit(byte[] bytes, int from, char digit) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                return replaced(bytes, i, i + 1, new byte[] {(byte) digit});
            }
        }
        return bytes;
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] middle) {
        byte[] next = Arrays.copyOf(bytes, from + middle.length + bytes.length - to);
        System.arraycopy(middle, 0, next, from, middle.length);
        System.arraycopy(bytes, to, next, from + middle.length, bytes.length - to);
        return next;
    }
}
