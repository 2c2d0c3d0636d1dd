package org.orbifold.experiments.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbifold.group.element.Cycles;
import org.orbifold.group.element.Orbits;
import org.orbifold.group.element.Permutation;

/** Points and permutations as the commands on graphs and groups read and write them, counted from 0 or from 1. */
record PointsText(int first) {

    /** What standard input is called. */
    static final String STDIN = "-";

    static PointsText of(boolean oneBased) {
        return new PointsText(oneBased ? 1 : 0);
    }

    /** Something that reads a stream. */
    interface Reader<T> {

        T read(InputStream in, String name) throws IOException;
    }

    /** Reads a file, or standard input if it is called {@code -}. */
    static <T> T read(Path file, Reader<T> reader) throws IOException {
        if (file.toString().equals(STDIN)) {
            return reader.read(System.in, "standard input");
        }
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": is a folder, expected a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return reader.read(in, file.toString());
        }
    }

    /** Cycles like {@code (0 1)(2 3)}; limited to a number of points, with a note on the omitted ones. */
    String cycles(Permutation p, int most) {
        Cycles cycles = p.cycles();
        if (cycles.count() == 0) {
            return "()";
        }
        StringBuilder text = new StringBuilder();
        int points = 0;
        for (int k = 0; k < cycles.count(); k++) {
            if (points + cycles.length(k) > most) {
                return text + "... (moves " + p.supportSize() + " points)";
            }
            points += cycles.length(k);
            for (int i = 0; i < cycles.length(k); i++) {
                text.append(i == 0 ? "(" : " ").append(cycles.point(k, i) + first);
            }
            text.append(')');
        }
        return text.toString();
    }

    /** A permutation as a list of cycles. */
    void addCycles(ArrayNode list, Permutation p) {
        ArrayNode node = list.addArray();
        Cycles cycles = p.cycles();
        for (int k = 0; k < cycles.count(); k++) {
            addAll(node.addArray(), cycles.cycle(k));
        }
    }

    /** The classes with at least this number of points, as lists. */
    void addClasses(ArrayNode list, Orbits classes, int least) {
        for (int o = 0; o < classes.count(); o++) {
            if (classes.size(o) >= least) {
                addAll(list.addArray(), classes.points(o));
            }
        }
    }

    void addAll(ArrayNode list, int[] points) {
        for (int x : points) {
            list.add(x + first);
        }
    }

    /** Sets of points that an option names, such as {@code 0,1|2,3}. */
    List<int[]> sets(String text, int degree, String option) {
        List<int[]> sets = new ArrayList<>();
        for (String set : text.split("\\|", -1)) {
            String[] words = set.strip().split("[\\s,]+");
            int[] given = new int[words.length];
            for (int i = 0; i < given.length; i++) {
                try {
                    given[i] = Integer.parseInt(words[i]);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(option + " has '" + words[i] + "' in place of a point; expected "
                            + "sets of points such as '0,1|2,3'", e);
                }
            }
            sets.add(points(given, degree, option));
        }
        return sets;
    }

    /** Points that an option names, such as {@code 0,3,5}. */
    int[] points(int[] given, int degree, String option) {
        int[] points = new int[given.length];
        for (int i = 0; i < given.length; i++) {
            points[i] = given[i] - first;
            if (points[i] < 0 || points[i] >= degree) {
                throw new IllegalArgumentException(option + " names point " + given[i] + ", expected " + first + " to "
                        + (degree - 1 + first));
            }
        }
        return points;
    }
}
