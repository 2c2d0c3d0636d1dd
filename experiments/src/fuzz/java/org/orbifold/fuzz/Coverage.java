package org.orbifold.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts how often claimed 95% intervals hold the truth, one interval of each case, by kind of claim. Safe to use from
 * several threads.
 */
final class Coverage {

    /** The most that may miss of a sound claim: 95% intervals may cover 93%, being normal and not Student's. */
    private static final double PROMISED = 0.07;
    /** Four chains are in the same of two modes in one of eight runs, and then nothing shows the other one. */
    private static final double PROMISED_MULTIMODAL = 0.125;
    /** False-alarm rate of each kind of claim: the probability of as many misses if the promise is just kept. */
    private static final double FALSE_ALARM = 1e-6;
    static final String MULTIMODAL = "multimodal ";

    private final SortedMap<String, int[]> counts = new TreeMap<>();

    synchronized void add(String kind, boolean covered) {
        int[] count = counts.computeIfAbsent(kind, k -> new int[2]);
        count[0]++;
        count[1] += covered ? 0 : 1;
    }

    synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        counts.forEach((kind, count) -> lines.add(line(kind, count)));
        return lines;
    }

    private static String line(String kind, int[] count) {
        return String.format(Locale.ROOT, "%-40s %6d of %6d intervals cover, %.1f%%", kind, count[0] - count[1],
                count[0], 100.0 * (count[0] - count[1]) / count[0]);
    }

    /** A line for each kind of claim that is kept too rarely. */
    synchronized List<String> failures() {
        List<String> failures = new ArrayList<>();
        counts.forEach((kind, count) -> {
            double promised = kind.startsWith(MULTIMODAL) ? PROMISED_MULTIMODAL : PROMISED;
            if (tail(count[0], count[1], promised) < FALSE_ALARM) {
                failures.add("coverage: " + line(kind, count) + String.format(Locale.ROOT,
                        "; expected %.0f%% (false-alarm rate %.0e)", 100 * (1 - promised), FALSE_ALARM));
            }
        });
        return failures;
    }

    /** The upper tail of a binomial distribution. */
    static double tail(int trials, int successes, double probability) {
        double sum = 0;
        double log = trials * Math.log1p(-probability);
        for (int k = 0; k <= trials; k++) {
            sum += k >= successes ? Math.exp(log) : 0;
            log += Math.log((double) (trials - k) / (k + 1)) + Math.log(probability) - Math.log1p(-probability);
        }
        return sum;
    }
}
