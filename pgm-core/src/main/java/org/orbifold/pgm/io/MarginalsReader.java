package org.orbifold.pgm.io;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.pgm.marginal.Marginals;

/**
 * Reads the marginals in a UAI result file: {@code n (card p{card}){n}} after a line {@code MAR}, with or without the
 * number of cases (2010) on a line before it. What other tasks wrote is passed over. Solvers append better answers
 * after a line {@code -BEGIN-} or another {@code MAR}: the last one counts.
 */
final class MarginalsReader {

    private static final double SUM_TOLERANCE = 1e-3;

    private final TokenReader in;
    private DoubleArrayList numbers = new DoubleArrayList();
    private IntArrayList lines = new IntArrayList();
    private int next;

    MarginalsReader(TokenReader in) {
        this.in = in;
    }

    Marginals read() throws IOException {
        findLastAnswer();
        next = isAfterCaseCount() ? 1 : 0;
        if (next == 1 && numbers.getDouble(0) != 1) {
            throw in.error(lines.getInt(0), "the file has " + (long) numbers.getDouble(0) + " cases", "one");
        }
        int variables = count(0, "the number of variables");
        List<double[]> distributions = new ArrayList<>();
        for (int v = 0; v < variables; v++) {
            distributions.add(distribution(v));
        }
        if (next < numbers.size()) {
            throw in.error(lines.getInt(next), "more numbers than the marginals of " + variables + " variables",
                    "the end of the answer");
        }
        return Marginals.of(distributions.toArray(new double[0][]));
    }

    private void findLastAnswer() throws IOException {
        boolean found = false;
        boolean inside = false;
        while (in.next()) {
            if (in.is("MAR") || inside && in.is("-BEGIN-")) {
                found = true;
                inside = true;
                numbers = new DoubleArrayList();
                lines = new IntArrayList();
            } else if (inside && !in.isNumber() && isHeading(in.text())) {
                inside = false;
            } else if (inside) {
                numbers.add(in.toProbability());
                lines.add(in.line());
            }
        }
        in.require(found, "a line 'MAR'");
        in.require(!numbers.isEmpty(), "the number of variables");
    }

    private static boolean isHeading(String text) {
        return List.of("PR", "MPE", "MAP", "MMAP", "STATUS").contains(text);
    }

    /** Whether the first number, alone on its line, is followed by a line that is a whole answer by itself. */
    private boolean isAfterCaseCount() {
        if (numbers.size() < 2 || lines.getInt(0) == lines.getInt(1)) {
            return false;
        }
        int end = 1;
        while (end < lines.size() && lines.getInt(end) == lines.getInt(1)) {
            end++;
        }
        double variables = numbers.getDouble(1);
        int i = 2;
        for (int v = 0; v < variables && i < end; v++) {
            double size = numbers.getDouble(i);
            if (size < 1 || size != Math.rint(size) || size >= end - i) {
                return false;
            }
            i += 1 + (int) size;
            if (i == end) {
                return v + 1 == variables;
            }
        }
        return variables == 0 && i == end;
    }

    private double[] distribution(int variable) throws ModelParseException {
        int size = count(1, "the domain size of variable " + variable);
        if (size > numbers.size() - next) {
            throw in.error("the file ends too early", size + " probabilities of variable " + variable);
        }
        double[] distribution = new double[size];
        double sum = 0;
        for (int x = 0; x < size; x++) {
            double p = numbers.getDouble(next++);
            if (!(p >= 0 && p <= 1 + SUM_TOLERANCE)) {
                throw wrong(p + " is no probability", "a number from 0 to 1");
            }
            distribution[x] = p;
            sum += p;
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw wrong("the probabilities of variable " + variable + " sum to " + sum, "1");
        }
        return distribution;
    }

    private int count(int min, String expected) throws ModelParseException {
        in.require(next < numbers.size(), expected);
        double number = numbers.getDouble(next++);
        if (number != Math.rint(number) || number < min || number > Integer.MAX_VALUE) {
            throw wrong(number + " is not a whole number from " + min + " on", expected);
        }
        return (int) number;
    }

    private ModelParseException wrong(String problem, String expected) {
        return in.error(lines.getInt(next - 1), problem, expected);
    }
}
