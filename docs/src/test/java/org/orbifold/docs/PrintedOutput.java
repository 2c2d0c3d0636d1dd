package org.orbifold.docs;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a program printed what a page shows. Numbers may differ by rounding, times (a number before "s", "ms" or
 * "seconds", or after "seconds") by anything; {@code …} stands for any text in a line, alone on a line for any lines.
 *
 * <p>Of sampled output (that of {@code orbifold infer}) a page promises no digits, which change with every change in
 * the order of random draws: decimals may differ by a tenth and 0.02, diagnostics by anything.
 */
final class PrintedOutput {

    private static final Pattern NUMBER = Pattern.compile(
            "[-+]?(?:\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+)(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
    private static final Pattern TIME_AFTER = Pattern.compile("^ *(s|ms|seconds)\\b.*");
    private static final Pattern TIME_BEFORE = Pattern.compile(".*[sS]econds\"?[: ] *$");
    private static final Pattern DIAGNOSTIC_BEFORE = Pattern.compile(".*(±|error|R-hat|effective samples) *$");
    private static final String ANY = "…";
    private static final double ROUNDING = 1e-9;
    private static final double SAMPLING_NOISE = 0.02;
    private static final double SAMPLING_RATIO = 0.1;

    private PrintedOutput() {
    }

    static boolean matches(List<String> shown, List<String> printed) {
        return linesMatch(withoutTrailingBlanks(shown), withoutTrailingBlanks(printed), false);
    }

    /** The same for the output of a given command, which may be sampled. */
    static boolean matches(String command, List<String> shown, List<String> printed) {
        return linesMatch(withoutTrailingBlanks(shown), withoutTrailingBlanks(printed),
                command.startsWith("orbifold infer "));
    }

    private static List<String> withoutTrailingBlanks(List<String> lines) {
        int end = lines.size();
        while (end > 0 && lines.get(end - 1).isBlank()) {
            end--;
        }
        return lines.subList(0, end);
    }

    private static boolean linesMatch(List<String> shown, List<String> printed, boolean sampled) {
        if (shown.isEmpty()) {
            return printed.isEmpty();
        }
        List<String> rest = shown.subList(1, shown.size());
        if (shown.get(0).strip().equals(ANY)) {
            return linesMatch(rest, printed, sampled)
                    || !printed.isEmpty() && linesMatch(shown, printed.subList(1, printed.size()), sampled);
        }
        return !printed.isEmpty() && lineMatches(shown.get(0), printed.get(0), sampled)
                && linesMatch(rest, printed.subList(1, printed.size()), sampled);
    }

    private static boolean lineMatches(String shown, String printed, boolean sampled) {
        StringBuilder pattern = new StringBuilder();
        Matcher numbers = NUMBER.matcher(shown);
        int done = 0;
        while (numbers.find()) {
            pattern.append(literally(shown.substring(done, numbers.start()))).append("(").append(NUMBER).append(")");
            done = numbers.end();
        }
        pattern.append(literally(shown.substring(done))).append(" *");
        Matcher match = Pattern.compile(pattern.toString()).matcher(printed);
        if (!match.matches()) {
            return false;
        }
        numbers.reset();
        for (int group = 1; numbers.find(); group++) {
            String before = shown.substring(0, numbers.start());
            boolean free = TIME_AFTER.matcher(shown.substring(numbers.end())).matches()
                    || TIME_BEFORE.matcher(before).matches()
                    || sampled && DIAGNOSTIC_BEFORE.matcher(before).matches();
            if (!free && !close(numbers.group(), match.group(group), sampled)) {
                return false;
            }
        }
        return true;
    }

    private static String literally(String text) {
        StringBuilder pattern = new StringBuilder();
        for (String part : text.split("(?<=" + ANY + ")|(?=" + ANY + ")|(?<= )(?! )|(?<! )(?= )")) {
            pattern.append(part.equals(ANY) ? ".*" : part.isBlank() && !part.isEmpty() ? " +" : Pattern.quote(part));
        }
        return pattern.toString();
    }

    private static boolean close(String a, String b, boolean sampled) {
        double x = Double.parseDouble(a.replace(",", ""));
        double y = Double.parseDouble(b.replace(",", ""));
        double rounding = ROUNDING * Math.max(1, Math.abs(x));
        boolean decimal = a.contains(".") && b.contains(".");
        return Math.abs(x - y) <= (sampled && decimal ? SAMPLING_NOISE + SAMPLING_RATIO * Math.abs(x) : rounding);
    }
}
