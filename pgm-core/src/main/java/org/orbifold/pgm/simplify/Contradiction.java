package org.orbifold.pgm.simplify;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.orbifold.pgm.model.ConditionedModel;
import org.orbifold.pgm.model.ContradictionException;
import org.orbifold.pgm.model.Feature;
import org.orbifold.pgm.model.GraphicalModel;
import org.orbifold.pgm.model.Table;
import org.orbifold.pgm.model.Variable;

/**
 * Explains, in words, why a variable has no value left: the features that excluded its values, what they were given,
 * and so on back to the observations.
 */
final class Contradiction {

    private static final int MAX_STEPS = 8;
    private static final int MAX_VALUES = 4;
    private static final int MAX_VARIABLES = 12;
    /** Characters of a feature: a clause can name thousands of variables. */
    private static final int MAX_TEXT = 300;

    private final ConditionedModel given;
    private final GraphicalModel original;
    private final MergedTables tables;
    private final LiveValues live;

    private Contradiction(ConditionedModel given, MergedTables tables, LiveValues live) {
        this.given = given;
        this.original = given.original();
        this.tables = tables;
        this.live = live;
    }

    static ContradictionException explain(ConditionedModel given, MergedTables tables, LiveValues live, int empty) {
        return new ContradictionException(new Contradiction(given, tables, live).text(empty));
    }

    /** One step: a feature at a time, which leaves its variable the values it had before but for those it excludes. */
    private String text(int empty) {
        List<String> steps = new ArrayList<>();
        LongOpenHashSet explained = new LongOpenHashSet();
        IntArrayFIFOQueue variables = new IntArrayFIFOQueue();
        IntArrayFIFOQueue before = new IntArrayFIFOQueue();
        variables.enqueue(empty);
        before.enqueue(live.excludedCount());
        while (!variables.isEmpty() && steps.size() < MAX_STEPS) {
            int v = variables.dequeueInt();
            int until = before.dequeueInt();
            // Latest first: the last feature is the one that stands against the observations.
            int[] times = Arrays.stream(allValues(v)).map(x -> live.time(v, x)).filter(t -> t >= 0 && t < until)
                    .map(t -> -t).sorted().map(t -> -t).toArray();
            for (int time : times) {
                int feature = live.reason(time);
                if (explained.add((long) v << 32 | feature) && steps.size() < MAX_STEPS) {
                    int begin = begin(v, feature, time);
                    steps.add(step(feature, v, begin, time + 1));
                    for (int u : given.model().features().get(tables.origin(feature)).scope()) {
                        if (u != v && live.valuesBefore(u, begin).length < live.size(u)) {
                            variables.enqueue(u);
                            before.enqueue(begin);
                        }
                    }
                }
            }
        }
        return "no state is possible (Z is 0): " + String.join("; ", steps)
                + (variables.isEmpty() ? "" : "; and so on, back to the observations and hard constraints");
    }

    /** When the feature began to exclude values of v in the look that had come to the given time. */
    private int begin(int v, int feature, int time) {
        int begin = time;
        for (int x : allValues(v)) {
            int t = live.time(v, x);
            if (t >= 0 && live.reason(t) == feature) {
                begin = Math.min(begin, t);
            }
        }
        return begin;
    }

    private int[] allValues(int v) {
        int[] all = new int[live.size(v)];
        Arrays.setAll(all, x -> x);
        return all;
    }

    private String step(int feature, int v, int begin, int end) {
        Feature before = given.originalFeature(tables.origin(feature));
        List<String> premises = new ArrayList<>();
        for (int u : before.scope()) {
            int free = given.fromOriginal(u);
            if (free < 0) {
                premises.add(values(original.variable(u), new int[] {given.evidence().value(u)}) + " (observed)");
            } else if (free != v && live.valuesBefore(free, begin).length < live.size(free)) {
                premises.add(values(original.variable(u), live.valuesBefore(free, begin)));
            }
        }
        int[] left = live.valuesBefore(v, end);
        Variable variable = original.variable(given.toOriginal(v));
        String conclusion = left.length == 0 ? " allows no value of " + variable.name()
                : " leaves only " + values(variable, left);
        String earlier = left.length == 0 && live.valuesBefore(v, begin).length < live.size(v)
                ? " (of " + values(variable, live.valuesBefore(v, begin)) + ")" : "";
        return name(before) + conclusion + earlier
                + (premises.isEmpty() ? "" : ", given " + premises.stream().limit(MAX_VARIABLES)
                .collect(Collectors.joining(", ")))
                + (premises.size() > MAX_VARIABLES ? " and " + (premises.size() - MAX_VARIABLES) + " more" : "");
    }

    private String name(Feature feature) {
        if (!(feature instanceof Table)) {
            String text = original.describe(feature);
            return "'" + (text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…") + "'";
        }
        int[] scope = feature.scope();
        return "the table over (" + Arrays.stream(scope).limit(MAX_VARIABLES).mapToObj(u -> original.variable(u).name())
                .collect(Collectors.joining(", ")) + (scope.length > MAX_VARIABLES ? ", …)" : ")");
    }

    private static String values(Variable variable, int[] values) {
        String first = Arrays.stream(values).limit(MAX_VALUES).mapToObj(variable.domain()::label)
                .collect(Collectors.joining(" or "));
        return variable.name() + "=" + first + (values.length > MAX_VALUES ? " or …" : "");
    }
}
