package org.orbifold.group.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbifold.group.element.Permutation;

/**
 * Generators as GAP, Magma and sympy print them: cycles or lists of images, with whatever words stand around them.
 *
 * <p>Points are counted from 1 where the text looks like GAP or Magma (their words, or commas within bare cycles), else
 * from 0; a point 0 settles it. Cycles that follow each other are one permutation until a comma or a word comes, or,
 * where no list is in sight, a new line.
 */
final class GeneratorText {

    private static final Pattern COMMENT = Pattern.compile("#[^\\n]*|//[^\\n]*|/\\*.*?(?:\\*/|\\z)",
        Pattern.DOTALL);
    private static final Pattern FROM_ONE = Pattern.compile("(?<!Permutation)Group\\s*\\(|PermList"
        + "|PermutationGroup\\s*<|Permutation group");
    private static final Pattern SYMPY = Pattern.compile("Permutation(Group)?\\s*\\(");
    private static final Pattern TOGETHER = Pattern.compile("\\)\\s*,|\\[|Group\\s*[(<]");
    /** Names that may stand right before a permutation. */
    private static final Set<String> NAMES = Set.of("Group", "Permutation", "PermutationGroup", "PermList", "Cycle");
    private static final Pattern CARDINALITY = Pattern.compile(
        "(?:cardinality\\s+|PermutationGroup\\s*<\\s*|sub\\s*<\\s*Sym\\s*\\(\\s*)(\\d{1,9})");

    /** Magma's brackets; elsewhere {@code <} may be a comparison or half of an arrow. */
    private static final Pattern UNCLOSED = Pattern.compile("(PermutationGroup|sub)\\s*<[^<>]*$");

    private final String text;
    private final String file;
    private int at;
    private int largest = -1;
    private boolean zero;
    private boolean commasInCycles;

    /** Cycles, or an image list alone, with the line where it starts. */
    private record Raw(List<int[]> cycles, boolean images, int line) {
    }

    private GeneratorText(String text, String file) {
        this.text = text;
        this.file = file;
    }

    /** The permutations in a text, of their smallest common degree. */
    static List<Permutation> read(String raw, String file, boolean oneBased) throws GroupParseException {
        // Blanks in place of comments, so that lines keep their numbers.
        String text = COMMENT.matcher(raw).replaceAll(m -> m.group().replaceAll("[^\\n]", " "));
        Matcher comments = COMMENT.matcher(raw);
        while (comments.find()) {
            String comment = comments.group();
            if (comment.startsWith("/*") && (comment.length() < 4 || !comment.endsWith("*/"))) {
                int line = 1 + (int) raw.substring(0, comments.start()).chars().filter(c -> c == '\n').count();
                throw new GroupParseException(file, line, "a comment is not closed", "'*/'");
            }
        }
        return new GeneratorText(text, file).parse(oneBased);
    }

    private List<Permutation> parse(boolean oneBased) throws GroupParseException {
        checkBrackets();
        List<Raw> found = scan();
        if (found.isEmpty()) {
            String start = text.strip();
            throw new GroupParseException(file, 1, start.isEmpty() ? "the file is empty"
                : "no permutation was found in text that starts '"
                    + start.substring(0, Math.min(40, start.length())).replaceAll("[^ -~]", "?") + "'",
                "a header 'name degree [order]' with a generator per line, or generators as GAP, Magma or sympy print "
                    + "them");
        }
        boolean lists = found.stream().allMatch(Raw::images);
        boolean fromOne = oneBased || !zero
            && (FROM_ONE.matcher(text).find() || !SYMPY.matcher(text).find() && (commasInCycles || lists));
        Matcher cardinality = CARDINALITY.matcher(text);
        int shift = fromOne ? 1 : 0;
        int degree = cardinality.find() ? Integer.parseInt(cardinality.group(1)) : largest + 1 - shift;
        if (degree > GroupFile.mostPoints()) {
            throw new GroupParseException(file, 1, degree + " points", "at most " + GroupFile.mostPoints());
        }
        List<Permutation> result = new ArrayList<>();
        for (Raw permutation : found) {
            try {
                result.add(permutation(permutation, degree, shift));
            } catch (IllegalArgumentException e) {
                throw new GroupParseException(file, permutation.line,
                    e.getMessage() + (fromOne ? " (counted from 0)" : ""),
                    "a permutation of the points " + shift + " to " + (degree - 1 + shift));
            }
        }
        return result;
    }

    private static Permutation permutation(Raw raw, int degree, int shift) {
        int[][] shifted = raw.cycles.stream().map(c -> Arrays.stream(c).map(x -> x - shift).toArray())
            .toArray(int[][]::new);
        return raw.images ? Permutation.ofImages(shifted[0]).extendTo(degree) : Permutation.ofCycles(degree,
            Arrays.stream(shifted).filter(c -> c.length > 1).toArray(int[][]::new));
    }

    private List<Raw> scan() throws GroupParseException {
        boolean byLine = !TOGETHER.matcher(text).find();
        List<Raw> found = new ArrayList<>();
        int line = 1;
        boolean open = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean list = c == '[';
            if ((c == '(' || list) && startsNumbers()) {
                refuseFunction(line);
                int[] numbers = numbers(list ? ']' : ')', line);
                if (list || !open) {
                    found.add(new Raw(new ArrayList<>(), list, line));
                }
                found.get(found.size() - 1).cycles.add(numbers);
                open = !list;
                continue;
            }
            if (c == '\n') {
                line++;
                open &= !byLine;
            } else if (!Character.isWhitespace(c) && c != '*') {
                open = false;
            }
            at++;
        }
        return found;
    }

    /** Refuses text that was cut off: a group of the generators that are left would be another. */
    private void checkBrackets() throws GroupParseException {
        StringBuilder open = new StringBuilder();
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line += c == '\n' ? 1 : 0;
            if (c == '(' || c == '[') {
                open.append(c == '(' ? ')' : ']');
            } else if (c == ')' || c == ']') {
                int last = open.length() - 1;
                if (last < 0 || open.charAt(last) != c) {
                    throw new GroupParseException(file, line, "'" + c + "' closes no bracket",
                        last < 0 ? "its opening bracket before it" : "'" + open.charAt(last) + "'");
                }
                open.setLength(last);
            }
        }
        if (open.length() == 0 && UNCLOSED.matcher(text).find()) {
            open.append('>');
        }
        if (open.length() > 0) {
            throw new GroupParseException(file, line, "a bracket is not closed", "'" + open.charAt(open.length() - 1)
                + "'");
        }
    }

    /** Whether only numbers and separators stand behind the bracket, or nothing before it closes. */
    private boolean startsNumbers() {
        int i = at + 1;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        boolean list = text.charAt(at) == '[';
        return i < text.length() && (Character.isDigit(text.charAt(i)) || !list && text.charAt(i) == ')');
    }

    /** Refuses what other names do with numbers: MathieuGroup(11) is not a cycle. */
    private void refuseFunction(int line) throws GroupParseException {
        int start = at;
        while (start > 0 && Character.isJavaIdentifierPart(text.charAt(start - 1))) {
            start--;
        }
        String name = text.substring(start, at);
        // In Magma's sub<Sym(4) | ...> it says on how many points the generators act.
        boolean within = start > 0 && text.charAt(start - 1) == '<';
        if (!name.isEmpty() && Character.isLetter(name.charAt(0)) && !NAMES.contains(name) && !within) {
            throw new GroupParseException(file, line, "numbers in brackets behind '" + name + "'",
                "the generators themselves, as GAP, Magma or sympy print them, such as Group([(1,2,3),(1,2)])");
        }
    }

    private int[] numbers(char close, int line) throws GroupParseException {
        int end = text.indexOf(close, at);
        if (end < 0) {
            throw new GroupParseException(file, line, "a bracket is not closed", "'" + close + "'");
        }
        String inside = text.substring(at + 1, end).strip();
        commasInCycles |= close == ')' && inside.contains(",");
        at = end + 1;
        String[] words = inside.isEmpty() ? new String[0] : inside.split("[\\s,]+");
        int[] result = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            try {
                result[i] = Integer.parseInt(words[i]);
            } catch (NumberFormatException e) {
                throw new GroupParseException(file, line, "'" + words[i] + "' within brackets", "points, as numbers");
            }
            if (result[i] > GroupFile.mostPoints()) {
                throw new GroupParseException(file, line, "point " + words[i], "points up to "
                    + GroupFile.mostPoints());
            }
            largest = Math.max(largest, result[i]);
            zero |= result[i] == 0;
        }
        return result;
    }
}
